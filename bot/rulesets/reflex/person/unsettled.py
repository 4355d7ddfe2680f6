"""Of whom something may come by itself is asked behind every action."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.scene import Combatant
from bot.rulesets.reflex.person.consciousness import able
from bot.rulesets.reflex.person.few import Few
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import State


def unsettled(play: ReflexPlay) -> Sequence[str]:
    """Return those who are not able as they stand, hold somebody, have lit a fuse, or are at a task that may be
    spoiled; in order, and nearly always nobody."""
    return _unsettled.among(play.scene, since=play.began)


def _is_unsettled(combatant: Combatant[State]) -> bool:
    state = combatant.state
    return not able(state) or bool(state.hold.controls or state.kit.fuses or state.turn.task)


_unsettled = Few(_is_unsettled)
