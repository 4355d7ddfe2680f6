"""What there is to do next at the table of the local game, read off the fight as it stands, and done at a tap.

A tour leads from the opening of the fight over a shot, a mine, suppression and an undo to its end. Between its stops
whoever is to act does, whatever the dice said. It types what people type, so that the bot cannot tell it from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import msgspec

from bot import app
from bot.core import orders
from bot.core.options import ActionSpec
from bot.service.panels.panels import FIRE
from bot.service.ports import Store, Unit
from bot.service.rows import AnyCombatant, AnyScene
from bot.simulated.ready_fights import ReadyFight, bring_in
from bot.simulated.simulation import CommandOutcome, Impossible, Simulation, Value

GM = "gm"
ATTACK, LAY_A_MINE, SUPPRESS, UNDO, END = "attack", "mine_emplace", "suppress", "undo", "end"
OPEN, JOIN, ANSWER, THEIRS = "open", "join", "answer", "theirs"
STOPS: Mapping[str, str] = {
    OPEN: "Open the fight",
    JOIN: "Join it",
    ATTACK: "Shoot",
    THEIRS: "Be shot at",
    LAY_A_MINE: "Lay a mine",
    SUPPRESS: "Keep heads down",
    UNDO: "Undo",
    END: "End it",
}
WHILE_BOTH_STAND = (ATTACK, THEIRS, LAY_A_MINE, SUPPRESS)
OF_THE_GM = (THEIRS, LAY_A_MINE, SUPPRESS)
MOST_REFUSALS = 2  # of one stop, before the tour goes on without it
MOST_TARGETS = 3
STRIDE_M = 20
MINE = "Claymore"  # with the number of the fight, since it lies there still when the next begins


class Typed(msgspec.Struct, frozen=True):
    """A command as one of the people types it."""

    user: str
    command: str
    options: Mapping[str, Value] = {}

    @property
    def words(self) -> str:
        """Return what is typed, as Discord shows it."""
        return " ".join((self.command, *(f"{key}:{value}" for key, value in self.options.items())))


class Tapped(msgspec.Struct, frozen=True):
    """The newest button of that label that somebody sees, tapped."""

    user: str
    label: str

    @property
    def words(self) -> str:
        """Return what is tapped."""
        return f"[{self.label}]"


Deed = Typed | Tapped


class Step(msgspec.Struct, frozen=True):
    """What to do next: the first of ``tries`` that is not refused, or the first such of what is done ``instead``.

    ``stop`` is where on the tour it leads. One that ``opens`` a panel orders nothing yet.
    """

    stop: str
    title: str
    tries: tuple[Deed, ...]
    instead: tuple[Deed, ...] = ()
    opens: bool = False

    @property
    def first(self) -> Deed:
        """Return what is tried first."""
        return (*self.tries, *self.instead)[0]


class Stop(msgspec.Struct, frozen=True):
    """A stop of the tour, and whether it lies behind us."""

    title: str
    is_done: bool
    is_next: bool


class Played(msgspec.Struct, frozen=True):
    """What came of a step: what was typed in the end, and what the bot said where that is not what was tried first."""

    typed: str
    refusal: str = ""


class Guide(Protocol):
    """What the page asks of whoever shows people around."""

    async def next(self) -> Step:
        """Return what there is to do now."""
        ...

    async def stops(self) -> tuple[Stop, ...]:
        """Return the tour."""
        ...

    async def due(self) -> tuple[str, ...]:
        """Return whose moment it is, players first."""
        ...

    async def play(self, step: Step) -> Played:
        """Do a step."""
        ...


class _Standing(msgspec.Struct, frozen=True):
    """How a fight stands, with the ids of the actions that were ordered in it, the GM's behind the players'."""

    system: str
    scene: AnyScene
    head: int
    done: frozenset[str]

    @property
    def actions(self) -> Mapping[str, ActionSpec]:
        """Return what the system knows to do."""
        return app.built(self.system).ruleset.actions

    def able(self, action: str) -> list[AnyCombatant]:
        """Return whose moment it is for an action, players first."""
        kinds = {*self.actions[action].kinds}
        found = [slot.actor for slot in self.scene.entitled() if not kinds or kinds & {*slot.kinds}]
        return sorted((self.scene.combatants[each] for each in found), key=lambda each: each.owner == 0)

    def foes(self, of: AnyCombatant) -> list[AnyCombatant]:
        """Return who in sight is on his feet on another side."""
        return [each for each in self._upright if each.side != of.side]

    @property
    def is_decided(self) -> bool:
        """Tell whether one side alone is on its feet, as far as everybody sees."""
        return len({each.side for each in self._upright}) < 2

    @property
    def _upright(self) -> list[AnyCombatant]:
        is_down = app.built(self.system).ruleset.is_down
        return [each for each in self.scene.combatants.values() if not (each.hidden or is_down(each.state))]


class FightGuide:
    """Shows people around a ready fight."""

    def __init__(self, stage: Simulation, store: Store, fight: ReadyFight) -> None:
        self._stage = stage
        self._store = store
        self._fight = fight
        self._refused: Counter[str] = Counter()
        self._panel: tuple[int, bool] = (-1, False)  # after which order one was tried, and whether it opened
        self._users = {person.id: user for user, person in stage.people.items()}

    async def next(self) -> Step:
        """Return what there is to do now: the next stop of the tour, or whatever brings the fight on towards it."""
        standing = await self._standing()
        if standing is None or standing.scene.fight is None:
            start = Typed(GM, "/init start", {"title": self._fight.title, "ground": self._fight.ground})
            return Step(OPEN, "Open the fight", (start,))
        if standing.scene.pending is not None:
            return await self._answered(standing)
        return await self._step(standing, self._stop(standing))

    async def stops(self) -> tuple[Stop, ...]:
        """Return the tour, without what the system has no rules for."""
        standing = await self._standing()
        here = OPEN if standing is None or standing.scene.fight is None else self._stop(standing)
        there = [*self._tour(standing)]
        at = there.index(here)
        return tuple(Stop(STOPS[stop], number < at, number == at) for number, stop in enumerate(there))

    async def due(self) -> tuple[str, ...]:
        """Return whose moment it is, players first: while something is asked, whoever is to answer."""
        standing = await self._standing()
        if standing is None or standing.scene.fight is None:
            return (GM,)
        scene = standing.scene
        acting = [scene.pending.question.actor] if scene.pending else [slot.actor for slot in scene.entitled()]
        users = {self._users.get(scene.combatants[each].player, GM) for each in acting if each in scene.combatants}
        return (GM,) if scene.asks_gm or not users else tuple(sorted(users, key=lambda user: (user == GM, user)))

    async def play(self, step: Step) -> Played:
        """Do a step."""
        if step.stop == OPEN:
            await self._man_the_other_side()
        if step.opens:
            return await self._opened(step)
        tried, said = await self._try(step.tries)
        if tried is not None:
            return Played(tried.words)
        if step.tries and step.stop in (LAY_A_MINE, SUPPRESS, UNDO):
            self._refused[step.stop] += 1
        done, still = await self._try(step.instead)
        return Played(done.words if done else "", said or still)

    async def _opened(self, step: Step) -> Played:
        """Open a panel; where none opens, the next step does without."""
        before, said = await self._head(), ""
        for deed in step.tries:
            outcome = await self._outcome(deed)
            if isinstance(outcome, CommandOutcome) and not outcome.refusal:
                self._panel = before, True
                return Played(deed.words)
            said = said or _said(outcome)
        self._panel = before, False
        return Played("", said)

    async def _try(self, deeds: tuple[Deed, ...]) -> tuple[Deed | None, str]:
        """Return which of several deeds was the first to change anything, and what was said to the first."""
        said, before = "", await self._head()
        for deed in deeds:
            outcome = await self._outcome(deed)
            if await self._head() != before:
                return deed, said
            said = said or _said(outcome)
        return None, said

    async def _outcome(self, deed: Deed) -> CommandOutcome | Impossible:
        try:
            match deed:
                case Tapped():
                    return await self._stage.click(deed.user, deed.label)
                case Typed():
                    return await self._stage.slash(deed.user, deed.command, deed.options)
        except Impossible as error:
            return error

    async def _head(self) -> int:
        """Return how much has been ordered here."""
        channel_id = self._stage.channel.id
        row = await self._store.read(lambda unit: unit.scene_at(channel_id))
        return row.head if row else 0

    async def _man_the_other_side(self) -> None:
        standing = await self._standing()
        self._refused.clear()
        if standing is None or all(each.owner for each in standing.scene.combatants.values()):
            await bring_in(self._stage, self._fight)

    def _tour(self, standing: _Standing | None) -> Iterator[str]:
        known: Mapping[str, object] = standing.actions if standing else {}
        yield from (stop for stop in STOPS if stop not in (LAY_A_MINE, SUPPRESS) or stop in known)

    def _stop(self, standing: _Standing) -> str:
        """Return the first stop that the fight has not come to."""
        done = {OPEN, *standing.done}
        done |= {stop for stop in (LAY_A_MINE, SUPPRESS, UNDO) if self._refused[stop] >= MOST_REFUSALS}
        if self._missing(standing) is None:
            done |= {JOIN, *(WHILE_BOTH_STAND if standing.is_decided else ())}
        return next((stop for stop in self._tour(standing) if stop not in done), END)

    def _missing(self, standing: _Standing) -> str | None:
        here = {each.owner for each in standing.scene.combatants.values()}
        return next((user for user in self._fight.players if self._stage.people[user].id not in here), None)

    async def _step(self, standing: _Standing, stop: str) -> Step:
        missing = self._missing(standing)
        match stop, standing.able(stop if stop in (LAY_A_MINE, SUPPRESS) else ATTACK):
            case _ if stop == JOIN and missing:
                return Step(JOIN, f"{self._fight.players[missing][0]} joins", (Typed(missing, "/init join"),))
            case _ if stop == UNDO:
                return Step(UNDO, "Take the last order back", (Typed(GM, "/undo"),))
            case _ if stop == END:
                return Step(END, "End the fight", (Typed(GM, "/init end"),))
            case _, []:
                return Step(stop, "Let the fight go on", (Typed(GM, "/init next"),))
            case _, [*acting]:
                seen = [each for each in acting if not each.hidden] or acting
                theirs = [each for each in seen if not each.owner]
                if stop in OF_THE_GM and (theirs or stop == SUPPRESS):
                    return await self._act(standing, stop, (theirs or seen)[0])
                return await self._shoot(standing, stop, seen[0])

    async def _act(self, standing: _Standing, stop: str, actor: AnyCombatant) -> Step:
        """Return what somebody does at a stop of the GM: one of the GM's people, or else whose moment it is."""
        who, user, foes = actor.actor, self._users.get(actor.player, GM), standing.foes(actor)
        if stop == THEIRS or actor.hidden or not foes:
            return await self._shoot(standing, stop, actor)
        foe = foes[0].actor
        if stop == LAY_A_MINE:
            command, title, mine = "/mine emplace", f"{who} lays a mine", f"{MINE} {standing.scene.fights}"
            ways: tuple[dict[str, Value], ...] = ({"mine": mine, "to": f"2m north of {who}"}, {"mine": mine})
        else:
            title, spec = f"{who} keeps {foe} under fire", standing.actions[SUPPRESS]
            command, user = ("/suppress", GM) if spec.gm_only else ("/act", user)
            said: tuple[dict[str, Value], ...] = ({"target": foe}, {"to": f"1m north of {foe}"})
            named: dict[str, Value] = {} if spec.gm_only else {"action": SUPPRESS}
            ways = tuple({**named, **each} for each in said if all(map(spec.input, each)))
        tries = tuple(Typed(user, command, {"actor": who, **each}) for each in ways)
        return Step(stop, title, tries, _waiting(user, who))

    async def _shoot(self, standing: _Standing, stop: str, actor: AnyCombatant) -> Step:
        """Return what brings the fight on: somebody shoots, or does what is next to it."""
        who, user = actor.actor, self._users.get(actor.owner, GM)
        foes = [each.actor for each in standing.foes(actor)]
        if actor.hidden or not foes:
            return Step(stop, f"{'Somebody unseen' if actor.hidden else who} waits", (), _waiting(user, who))
        tried_at, is_open = self._panel
        if tried_at != standing.head:
            panel = (Tapped(user, "Attack"), Typed(user, "/attack", {"attacker": who}))
            return Step(stop, f"{who} takes aim", panel, opens=True)
        shots: list[dict[str, Value]] = [{"target": foe, "attacker": who} for foe in foes[:MOST_TARGETS]]
        weapons = await self._stage.complete(user, "/attack", "weapon", "", shots[0])
        shots += [{**shots[0], "weapon": each} for each in weapons]
        ways: tuple[dict[str, Value], ...] = (
            {"action": "reload"},
            {"action": "move", "to": f"{STRIDE_M}m towards {foes[0]}"},
        )
        others = (Typed(user, "/act", {"actor": who, **each}) for each in ways)
        fire = (Tapped(user, FIRE),) if is_open else ()
        tries = (*fire, *(Typed(user, "/attack", each) for each in shots))
        return Step(
            stop, f"{who} fires" if is_open else f"{who} shoots at {foes[0]}", tries, (*others, *_waiting(user, who))
        )

    async def _answered(self, standing: _Standing) -> Step:
        """Return the answer that whoever is asked gives: the first there is, else what is taken without one."""
        question = standing.scene.pending.question if standing.scene.pending else None
        asked = standing.scene.combatants.get(question.actor) if question else None
        user = GM if standing.scene.asks_gm or asked is None else self._users.get(asked.owner, GM)
        offered = await self._stage.complete(user, "/answer", "choice", "")
        answers = tuple(Typed(user, "/answer", {"choice": each}) for each in offered[:1])
        who = asked.actor if asked else "The GM"
        return Step(ANSWER, f"{who} answers", (*answers, Typed(GM, "/init next")))

    async def _standing(self) -> _Standing | None:
        channel_id = self._stage.channel.id
        return await self._store.read(lambda unit: _standing_of(unit, channel_id))


def _said(outcome: CommandOutcome | Impossible) -> str:
    return outcome.reply if isinstance(outcome, CommandOutcome) else str(outcome)


def _waiting(user: str, who: str) -> tuple[Typed, ...]:
    return Typed(user, "/init next", {"actor": who}), Typed(GM, "/init next")


def _standing_of(unit: Unit, channel_id: int) -> _Standing | None:
    row = unit.scene_at(channel_id)
    if row is None:
        return None
    scene = unit.state(row)
    ordered = unit.orders(row.id, unit.chapter(row.id, row.chapter).first, row.head)
    done = {UNDO for each in ordered if each.voids and not each.redo}
    for each in ordered:
        if not each.voids:
            done.update(_deeds(scene, orders.parsed(each.payload)))
    return _Standing(row.ruleset, scene, row.head, frozenset(done))


def _deeds(scene: AnyScene, order: Any) -> Iterator[str]:
    """Yield which stops of the tour an order comes to."""
    match order:
        case orders.Together(acts=acts):
            for act in acts:
                yield from _deeds(scene, act)
        case orders.Claimed(act=act):
            yield from _deeds(scene, act)
        case orders.Act(action="attack", actor=actor) if actor in scene.combatants:
            yield ATTACK if scene.combatants[actor].owner else THEIRS
        case orders.Act(action=action):
            yield action
        case _:
            pass
