"""What happens by suppressive fire."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.events import AtOnce
from bot.core.ground.places import Bearing
from bot.rulesets.eclipse.state import State, Suppression


class Suppressed(AtOnce, frozen=True, kw_only=True, tag="eclipse.suppressed"):
    """``actor`` holds a cone of ``width_m`` under fire until its next phase, on a ground to its ``bearing``."""

    weapon: str
    spent: int
    loaded: int
    width_m: int
    bearing: Bearing | None = None

    def changed(self, state: State) -> State:
        """Return the state with the rounds gone and the cone held."""
        fired = state.with_weapon(self.weapon, loaded=self.loaded)
        return replace(fired, suppressing=Suppression(self.weapon))
