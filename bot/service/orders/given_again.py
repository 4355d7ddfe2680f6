"""Giving orders again unchanged: what an undo takes along without meaning it stands again as it was."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from bot.core import engine, orders
from bot.core.dice import Ask, Dice, Faces, Roll
from bot.core.errors import RuleViolation
from bot.core.events import Asked, Event, rolls_of
from bot.service.case import Case, PlayedScene
from bot.service.orders.automatic_events import waits_for_hidden
from bot.service.orders.history import first_given, folded
from bot.service.orders.ledger import entered, fight_of, owe, write_back
from bot.service.outbox import Post
from bot.service.rows import AnyScene, OrderRow
from bot.service.systems import AnyRuleset

_replace = msgspec.structs.replace


class ChangedError(Exception):
    """An order cannot be given again as it was: where it would stand now it is refused, or leads to something else."""


def given_again(
    case: Case, played: PlayedScene, orders_: Iterable[OrderRow], loose: Collection[OrderRow] = ()
) -> PlayedScene:
    """Give orders again as they were, one after the other; return the scene behind the last.

    Of those that are ``loose`` one that cannot stand is left out, unless dice fell in it that players know of.

    Each gets a row of its own with the same payload, user and events, and with the faces that fell, which are copied:
    nothing is rolled. A distance to somebody who is not here any more is left out. Its row names the order that it
    stands for. It is for the same readers as that one, and promised to the same logs. The orders are of the chapter
    that is open, and void by now. The state of the scene is left to whoever calls this, since more may follow.

    Raises:
        ChangedError: one of them would be refused now, or lead to other events; the transaction must end.
    """
    for order in orders_:
        if _is_moot(played.scene, order):
            continue
        try:
            played = _given_again(case, played, order)
        except ChangedError:
            if order not in loose or order.rolled:
                raise
    return played


def _is_moot(scene: AnyScene, row: OrderRow) -> bool:
    """Tell whether an order is about the distance to somebody who is not here now: who came in with what is undone."""
    order = orders.parsed(row.payload) if row.payload else None
    return isinstance(order, orders.SetRange) and not {order.actor, order.target} <= scene.combatants.keys()


def _given_again(case: Case, played: PlayedScene, order: OrderRow) -> PlayedScene:
    unit, ruleset = case.unit, played.system.ruleset
    events = unit.events(order.scene_id, order.ordinal, order.ordinal, ruleset.key).get(order.ordinal, [])
    if (scene := stands(ruleset, played.scene, order, events)) is None:
        raise ChangedError
    row, blank = entered(case, played, order.payload, gm_only=order.gm_only, rolled=order.rolled)
    written = _replace(blank, user_id=order.user_id, again=first_given(order), kept=order.kept, draw=order.draw)
    written = _replace(written, course=order.course, waits=waits_for_hidden(scene))
    unit.append(written, events, row.seq + 1)
    after = PlayedScene(_replace(row, seq=row.seq + len(events)), scene, played.system)
    write_back(case, played, after)
    owe(case, after.row, fight_of(played.scene, scene), written, Post.ORDER)
    return after


def stands(ruleset: AnyRuleset, scene: AnyScene, row: OrderRow, events: Sequence[Event]) -> AnyScene | None:
    """Return the scene after an order given again in ``scene``; None where it does not lead to the very events of
    before.

    It is decided with the faces that fell, and a question it asks is that of the place where it was first asked. For
    whom an event counts at once goes by the moment, which may be another now: it must lead to the same scene.
    """
    asked = next((event for event in events if isinstance(event, Asked)), None)
    order, at = orders.parsed(row.payload), asked.position if asked else None
    try:
        decision = engine.decide(ruleset, scene, order, _Fallen.of(scene, events), row.draw, at)
    except (RuleViolation, ChangedError):
        return None
    same = decision.events == tuple(events)
    if not same and [*map(_of_any_moment, decision.events)] != [*map(_of_any_moment, events)]:
        return None
    after = folded(ruleset, scene, row, events)  # only now: other events may be about somebody who is not here
    return after if same or engine.counted(decision.scene, row.kept) == after else None


def _of_any_moment(event: Event) -> Event:
    """Return an event without for whom it counted at the moment in which it happened."""
    return _replace(event, counts_for=None)


class _Fallen(msgspec.Struct, frozen=True):
    """The faces that fell in an order, by the requests for them; they are the same wherever it stands.

    Of those before a question nothing is known but their turn.
    """

    known: dict[Ask, Faces]
    in_turn: list[Faces]

    @classmethod
    def of(cls, scene: AnyScene, events: Sequence[Event]) -> _Fallen:
        """Return all that the events of an order tell of its dice."""
        known = {_request(roll, roll.index): roll.faces for roll in rolls_of(tuple(events))}
        asked = [event for event in events if isinstance(event, Asked)]
        before = len(scene.pending.faces) if scene.pending else 0
        return cls(known, [faces for event in asked for faces in event.faces[before:]])

    def __call__(self, position: int, canonical: bytes) -> Dice:
        """Return these dice themselves."""
        return self

    def faces(self, ask: Ask, index: int) -> Faces:
        """Return the faces that fell.

        Raises:
            ChangedError: none did for that.
        """
        found = self.in_turn.pop(0) if self.in_turn else self.known.get(_request(ask, index), ())
        if len(found) != ask.count or any(face > ask.sides for face in found):
            raise ChangedError
        return found


def _request(what: Ask | Roll, index: int) -> Ask:
    """Return what tells a request of an order from all others."""
    return Ask(what.label, index, 0, secret=what.secret, unseen=what.unseen, moment=what.moment)
