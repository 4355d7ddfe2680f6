"""What a new turn does to those who are out of action or shaken."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.features import Hears
from bot.core.scene import with_states
from bot.rulesets.eclipse.play import EclipseScene
from bot.rulesets.eclipse.state import State
from bot.rulesets.eclipse.time.events import ActionTurnBegan

hears = Hears()


@hears(ActionTurnBegan)
def _a_turn_less(scene: EclipseScene, event: ActionTurnBegan) -> EclipseScene:
    """Return the scene with a turn less to go for everybody's incapacity and shock."""
    return with_states(scene, {actor: _eased(each.state) for actor, each in scene.combatants.items()})


def _eased(state: State) -> State:
    shaken = replace(state.shaken, turns=max(0, state.shaken.turns - 1))
    return replace(state, out_turns=max(0, state.out_turns - 1), shaken=shaken)
