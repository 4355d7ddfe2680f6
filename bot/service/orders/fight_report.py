"""What a fight came to is counted from its live orders, for each reader from what that reader may read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from bot.core.engine import OWN
from bot.core.errors import RuleViolation
from bot.core.events import Event
from bot.core.narration import who
from bot.core.scene import known_sides
from bot.core.telling.tally import Deed, Tested
from bot.core.views import Viewer, hides, knows, may_read, view
from bot.core.wording import Line, bad, good, line, name, shown
from bot.service.case import Case, PlayedScene
from bot.service.orders.history import folded, live_events
from bot.service.orders.order_words import label
from bot.service.ports import Unit
from bot.service.report_view import Dealing, FightReport, PersonReport, Share, TurningPoint
from bot.service.rows import AnyScene, ChapterRow, OrderRow
from bot.service.systems import AnyRuleset


def reported_chapter(case: Case, played: PlayedScene) -> ChapterRow:
    """Return the chapter of the fight that is reported: the newest that is over, for a GM also one that is on.

    Raises:
        RuleViolation: there is none.
    """
    for number in range(played.row.chapter, 0, -1):
        chapter = case.unit.chapter(played.row.id, number)
        if chapter.fight and (chapter.closed or case.gm):
            return chapter
    raise RuleViolation("No fight is over here yet.", "Read what has happened so far: /log show.")


def last_of(unit: Unit, chapter: ChapterRow, head: int) -> int:
    """Return the ordinal of the last order of a chapter; ``head`` is that of the scene."""
    return unit.chapter(chapter.scene_id, chapter.number + 1).first - 1 if chapter.closed else head


def fight_report(unit: Unit, ruleset: AnyRuleset, chapter: ChapterRow, last: int, viewer: Viewer) -> FightReport:
    """Return what the fight of a chapter came to until its order ``last``, as ``viewer`` may read it."""
    told = _Account(ruleset, viewer)
    scene = unit.checkpoint(chapter)
    for order, events in live_events(unit, chapter, last):
        unit.breathe()
        after = folded(ruleset, scene, order, events)
        told.take(order, events, scene, after)
        scene = after
    return told.report(chapter, over=chapter.closed)


class _Luck(msgspec.Struct):
    fell: int = 0
    expected: Fraction = msgspec.field(default_factory=Fraction)
    succeeded: int = 0

    def take(self, tested: Tested) -> None:
        self.fell += 1
        self.expected += tested.chance
        self.succeeded += tested.passed

    def share(self) -> Share:
        return Share(self.fell, round(float(self.expected), 2), self.succeeded)


class _Account:
    """What was counted so far, order by order."""

    def __init__(self, ruleset: AnyRuleset, viewer: Viewer) -> None:
        self.ruleset = ruleset
        self._viewer = viewer
        self._tally: Counter[tuple[str, Deed]] = Counter()
        self._dealt: Counter[tuple[str, str, Deed]] = Counter()
        self._luck: dict[tuple[str, bool], _Luck] = {}
        self._turning: list[TurningPoint] = []
        self._people: dict[str, PersonReport] = {}
        self._fight: AnyScene | None = None
        self._orders = self._untold = 0
        self._times_ms: list[int] = []

    def take(self, order: OrderRow, events: Sequence[Event], before: AnyScene, after: AnyScene) -> None:
        """Count one more order."""
        read = [event for event in events if may_read(event, self._viewer)]
        if self._viewer.gm or not order.gm_only:
            self._number(order, ended=bool(before.fight and not after.fight))
            self._times_ms.append(order.at_ms)
        for event in read:
            self._count(event)
            self._draw_luck(before, event)
        seen, was = (view(each, self._viewer, self.ruleset) for each in (after, before))
        if self._turned(was, seen):
            self._turn(order, events, before, after)
        if seen.fight:
            self._fight = seen
            self._look(seen)

    def _number(self, order: OrderRow, *, ended: bool) -> None:
        """Number one more order, but the one that ``ended`` the fight, which counts those before it."""
        self._orders += not ended
        self._untold += order.gm_only and not ended

    def _count(self, event: Event) -> None:
        for actor, deed, many in self.ruleset.counts(event):
            if actor and many:
                self._tally[self._name(event, actor), deed] += many
                if actor == event.actor and event.target:
                    self._dealt[self._name(event, actor), self._name(event, event.target), deed] += many

    def _name(self, event: Event, actor: str) -> str:
        """Return whom an event is counted for: all that could not be seen are one."""
        return who(event, actor, self._viewer).text if hides(event, actor, self._viewer) else actor

    def _draw_luck(self, scene: AnyScene, event: Event) -> None:
        for tested in self.ruleset.tested(scene, event):
            combatant = scene.combatants.get(tested.actor)
            mine = self._viewer.gm or (combatant is not None and combatant.owner and not tested.secret)
            if combatant is not None and mine and knows(event, tested.actor, self._viewer):
                self._luck.setdefault((tested.actor, tested.attack), _Luck()).take(tested)

    def _turned(self, before: AnyScene, after: AnyScene) -> list[str]:
        """Return who has gone down between two views of a scene, or got up."""
        here = (actor for actor in after.combatants if actor in before.combatants)
        down = {actor: (before.combatants[actor].state, after.combatants[actor].state) for actor in here}
        return [actor for actor, (was, now) in down.items() if self.ruleset.is_down(was) != self.ruleset.is_down(now)]

    def _turn(self, order: OrderRow, events: Sequence[Event], before: AnyScene, after: AnyScene) -> None:
        """Keep who went down by an order, or got up, and by what happened behind it by itself.

        Of that players read neither an order's number nor more of the moment than its round: behind which order it
        happened may hang on somebody hidden.
        """
        whole = self._viewer.gm or not order.course.strip(OWN)
        ends = len(events) if whole else order.course.rfind(OWN) + 1
        number = label(order) if self._viewer.gm or not order.gm_only else ""
        scene = after if whole else folded(self.ruleset, before, order, events[:ends])
        self._keep(number, events[:ends], view(before, self._viewer, self.ruleset), scene)
        for event in events[ends:]:
            was = view(scene, self._viewer, self.ruleset)
            scene = folded(self.ruleset, scene, order, (event,))
            self._keep("", (event,), msgspec.structs.replace(was, opened=None), scene)

    def _keep(self, number: str, events: Iterable[Event], before: AnyScene, after: AnyScene) -> None:
        """Keep who went down by these events, or got up, since ``before``, which is what the reader knows of it."""
        seen = view(after, self._viewer, self.ruleset)
        read = [event for event in events if may_read(event, self._viewer)]
        for actor in self._turned(before, seen):
            is_down = self.ruleset.is_down(seen.combatants[actor].state)
            told = self._went_down(read, actor) if is_down else line(name(actor), " is ", good("up again"), ".")
            self._turning.append(TurningPoint(number, self.ruleset.clock(before).text, told))

    def _went_down(self, events: Iterable[Event], actor: str) -> Line:
        by = [
            event
            for event in events
            if event.target == actor and any(deed is Deed.HITS for _, deed, _ in self.ruleset.counts(event))
        ]
        if not by or by[-1].actor in ("", actor):
            return line(name(actor), " goes ", bad("down"), ".")
        return line(who(by[-1], by[-1].actor, self._viewer), " puts ", name(actor), " ", bad("down"), ".")

    def _look(self, seen: AnyScene) -> None:
        """Keep how everybody fares who is here, and that others are gone."""
        over = msgspec.structs.replace(seen, agenda=(), opened=None, opening={})
        here = {
            actor: PersonReport(
                name=shown(actor),
                side=combatant.side,
                player=bool(combatant.owner),
                down=self.ruleset.is_down(combatant.state),
                status=self.ruleset.status(over, actor, self._viewer),
            )
            for actor, combatant in seen.combatants.items()
        }
        gone = {
            actor: msgspec.structs.replace(each, left=True) for actor, each in self._people.items() if actor not in here
        }
        self._people = {**self._people, **here, **gone}

    def report(self, chapter: ChapterRow, *, over: bool) -> FightReport:
        """Return all that was counted."""
        seen = self._fight
        pairs = dict.fromkeys((one, other) for one, other, _ in self._dealt)
        return FightReport(
            number=chapter.fight,
            title=seen.fight.title if seen is not None and seen.fight else "",
            system=self.ruleset.title,
            over=over,
            orders=self._orders,
            untold=self._untold,
            began_at_ms=min(self._times_ms, default=0),
            ended_at_ms=max(self._times_ms, default=0),
            clock=self.ruleset.clock(seen).text if seen is not None else "",
            people=tuple(self._person(actor, each) for actor, each in self._everybody().items()),
            sides=known_sides(seen) if seen is not None else (),
            dealings=tuple(self._dealing(*pair) for pair in pairs),
            turning_points=tuple(self._turning),
        )

    def _everybody(self) -> dict[str, PersonReport]:
        """Return all who are known of, and behind them whoever did something unseen."""
        unseen = {actor: PersonReport(name=actor, side="", player=False) for actor, _ in self._tally}
        return {**self._people, **{actor: each for actor, each in unseen.items() if actor not in self._people}}

    def _person(self, actor: str, person: PersonReport) -> PersonReport:
        attacks, others = self._luck.get((actor, True)), self._luck.get((actor, False))
        return msgspec.structs.replace(
            person,
            rounds=self._tally[actor, Deed.ROUNDS],
            attacks=self._tally[actor, Deed.ATTACKS],
            hits=self._tally[actor, Deed.HITS],
            taken=self._tally[actor, Deed.TAKEN],
            covered=self._tally[actor, Deed.COVERED],
            shaken=self._tally[actor, Deed.SHAKEN],
            attack_luck=attacks.share() if attacks else None,
            other_luck=others.share() if others else None,
        )

    def _dealing(self, one: str, other: str) -> Dealing:
        attacks, rounds, hits = (self._dealt[one, other, deed] for deed in (Deed.ATTACKS, Deed.ROUNDS, Deed.HITS))
        return Dealing(shown(one), shown(other), attacks, rounds, hits)
