"""What somebody ordered last, as everybody knows it, so that they can order it again."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.core import engine, orders
from bot.core.errors import NewerError, RuleViolation
from bot.core.options import ActionSpec, Word
from bot.core.views import PUBLIC
from bot.core.wording import counted
from bot.service.case import PlayedScene
from bot.service.names import readable
from bot.service.ports import Unit
from bot.service.rows import AnyScene, OrderRow

LOOKED_AT = 24
"""Orders among which it is looked for: what is farther back nobody means."""

MODE = "mode"
"""The input that says in every system in what manner an attack is made."""


class LastAct(msgspec.Struct, frozen=True):
    """An action to be ordered again, and what it would cost, where everybody knows that."""

    act: orders.Act
    cost: int | None = None

    @property
    def as_usual(self) -> orders.Act:
        """Return the action in its usual manner."""
        inputs = {key: said for key, said in self.act.inputs.items() if key != MODE}
        return msgspec.structs.replace(self.act, inputs=inputs)


def manner(played: PlayedScene, act: orders.Act, cost: int | None) -> str:
    """Return in what manner an action is done and what that costs, where a manner was named and time has a price."""
    priced_in, mode = played.system.ruleset.priced_in, act.inputs.get(MODE)
    if not (priced_in and mode):
        return ""
    return str(mode) if cost is None else f"{mode}, {counted(cost, priced_in)}"


def done_again(played: PlayedScene, act: orders.Act) -> str:
    """Return what an action is and at whom, in the words of its button."""
    target = act.inputs.get("target")
    whom = readable(played.scene, PUBLIC).get(target, "") if isinstance(target, str) else ""
    return " ".join(filter(None, (played.actions[act.action].title, whom)))


def last_act(unit: Unit, played: PlayedScene, actor: str) -> LastAct | None:
    """Return the last action of somebody that they could order again as far as everybody knows, without what was said
    of the scene; None where there is none, or none lately.

    What is done at one tap anyway counts as none, and so does what names something that not everybody knows of.
    """
    seen = played.seen_by(PUBLIC)
    for order in latest_public(unit, played):
        act = _act(order.payload)
        spec = played.actions.get(act.action) if act and act.actor == actor else None
        if act and spec and spec.kinds and not spec.button:
            own = _own_words(spec, act)
            return _possible(played, seen, own) if own else None
    return None


def latest_public(unit: Unit, played: PlayedScene) -> Iterator[OrderRow]:
    """Yield the last orders of the chapter that everybody knows of and that still count, the newest first.

    How far back it is looked depends on none that only the GM knows of.
    """
    row = played.row
    before = row.head + 1
    for order in reversed(unit.page(row.id, row.numbered + 1, LOOKED_AT, gm=False)):
        if order.ordinal >= before or order.chapter != row.chapter:
            continue
        if order.voids:
            before = order.voids
        else:
            yield order


def _act(payload: bytes) -> orders.Act | None:
    """Return the action that an order is, whatever a player said of the scene with it."""
    try:
        order = orders.parsed(payload)
    except NewerError:
        return None
    match order:
        case orders.Act():
            return order
        case orders.Claimed():
            return order.act
        case _:
            return None


def _own_words(spec: ActionSpec, act: orders.Act) -> orders.Act | None:
    """Return the action with what is the player's own doing in it alone; None where it names what some may not know."""
    if any(item.veiled and (item.stored or item.key) in act.inputs for item in spec.inputs):
        return None
    own = {item.stored or item.key for item in spec.inputs if item.word is Word.OWN}
    return msgspec.structs.replace(act, inputs={key: value for key, value in act.inputs.items() if key in own})


def _possible(played: PlayedScene, seen: AnyScene, act: orders.Act) -> LastAct | None:
    """Return an action that may be possible, as far as everybody knows; of the GM's people not much is known.

    Against a foe who is down nobody means the same again, whatever the rules allow.
    """
    target = act.inputs.get("target", act.actor)
    if act.actor not in seen.combatants or target not in seen.combatants:
        return None
    one, other = seen.combatants[act.actor], seen.combatants[target]
    down = played.system.ruleset.is_down(other.state)
    if one.guarded or (down and other.side != one.side):
        return None if down else LastAct(act)
    try:
        return LastAct(act, engine.tried(played.system.ruleset, seen, act))
    except RuleViolation:
        return None
