"""Where in the round somebody stands, what room it leaves, and what haste costs."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.terms import Term
from bot.core.timeline import Slot
from bot.rulesets.graydawn.play import DawnReading, DawnScene
from bot.rulesets.graydawn.state import State

ACTION, STRIDE, NERVE = "action", "stride", "nerve"
ANY = (ACTION, STRIDE)


def slot_now(scene: DawnScene, actor: str) -> Slot:
    """Return the slot that ``actor`` uses, which the shared rules have seen to be there."""
    return next(slot for slot in scene.entitled() if slot.actor == actor)


def has_turn(scene: DawnScene, actor: str) -> bool:
    """Tell whether ``actor`` may still act in this moment: a critical failure of nerve before a lane takes that."""
    return any(slot.actor == actor for slot in scene.entitled())


def number_now(scene: DawnScene, actor: str) -> int:
    """Return the initiative that is being played."""
    return -slot_now(scene, actor).key[0]


def most_actions(reading: DawnReading, number: int) -> int:
    """Return how many actions fit from an initiative on, five apart and none below 0 (004-3; GD-13; GD-14)."""
    fitting = number // reading.tables.limits.step.value + 1
    most: int = reading.options["max_actions"]
    return min(fitting, most) if most else fitting


def haste(reading: DawnReading, actor: str) -> Iterator[Term]:
    """Yield what more than one action costs each of them (text 004, lines 240 and 254-256; 004-4; GD-15 to GD-17).

    A single movement action does not count, unless something is done at its very number.
    """
    state = reading.scene.combatants[actor].state
    turn = state.turn
    fights, runs = turn.actions - turn.moves, turn.moves >= reading.tables.limits.running.value
    extra = (turn.actions if runs else fights) - 1
    if extra > 0:
        yield Term("rush", extra * reading.tables.limits.rush.value, "004:240; 004-4", detail=str(extra))
    if STRIDE in slot_now(reading.scene, actor).kinds and not runs:
        yield Term("on_the_move", reading.tables.limits.on_the_move.value, "004:254; 004-4")
    yield from hurried(reading, state)


def hurried(reading: DawnReading, state: State) -> Iterator[Term]:
    """Yield what a lightning start costs whatever is done in its round (B1)."""
    if state.hurried:
        yield Term("hurry", reading.tables.limits.hurry.value, "B1")
