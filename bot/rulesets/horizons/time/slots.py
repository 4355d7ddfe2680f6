"""What slots of a round are for, and which of somebody's are being used."""

from __future__ import annotations

from bot.core.timeline import Slot
from bot.rulesets.horizons.play import HorizonsReading
from bot.rulesets.horizons.state import State

ACTION, REACTION = "action", "reaction"
FREE = "free"
TURN = (ACTION,)
FREELY = (ACTION, FREE)
"""When a free action may be taken: in the turn, and behind its action until somebody else acts."""
AIM = "aim"
"""The one action that does not let the aim go."""
ATTACKS = ("attack", "throw")


def late(state: State) -> tuple[str, ...]:
    """Return what may still be done of a turn that is over: its free action (E; the order is ours)."""
    return (FREE,) if state.unspent else ()


def is_late(reading: HorizonsReading, actor: str) -> bool:
    """Tell whether somebody takes the free action of a turn that is over."""
    return not slots_in_use(reading, actor)


def slots_in_use(reading: HorizonsReading, actor: str) -> tuple[Slot, ...]:
    """Return the slots of somebody in the moment that is played."""
    opened = reading.scene.opened
    return tuple([slot for slot in reading.scene.agenda if slot.actor == actor and slot.key == opened])


def is_reacting(reading: HorizonsReading, actor: str) -> bool:
    """Tell whether somebody acts out of turn."""
    return any(REACTION in slot.kinds for slot in slots_in_use(reading, actor))
