"""With whom something may come by itself behind an action is asked behind every action, and nearly nobody is."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.scene import Combatant
from bot.rulesets.reflex.person.consciousness import able
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import State


def unsettled(play: ReflexPlay) -> Sequence[str]:
    """Return those who are not able as they stand, hold somebody, have lit a fuse, or are at a task that may be
    spoiled."""
    return play.those(_is_unsettled)


def _is_unsettled(combatant: Combatant[State]) -> bool:
    state = combatant.state
    return not able(state) or bool(state.hold.controls or state.kit.fuses or state.turn.task)
