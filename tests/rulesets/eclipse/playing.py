"""An Eclipse Phase fight under a script: whoever plays says the faces, and a face too few or too many fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot import app
from bot.core import orders
from bot.core.events import Event
from bot.rulesets.eclipse import create
from bot.rulesets.eclipse.state import SceneState, State
from bot.rulesets.eclipse.tables import EclipseTables
from tests.rulesets.game import Played

RAW = app.tables_of("eclipse")
TABLES = EclipseTables(RAW)
ECLIPSE = create(RAW)
SHOOTER: dict[str, Any] = {
    "skills": {"kinetic weapons": 60, "beam weapons": 60, "blades": 50, "fray": 40, "throwing weapons": 60},
    "weapons": [{"kind": "automatic_rifle"}, {"kind": "hand_laser"}, {"kind": "knife"}, {"kind": "frag_grenade"}],
}
GUARD: dict[str, Any] = {"skills": {"fray": 40}, "durability": 30, "wound_threshold": 100}


class Game(Played[State, SceneState]):
    """One channel."""

    ruleset = ECLIPSE

    def shoot(self, *faces: int, **inputs: Any) -> tuple[Event, ...]:
        """Ann attacks Guard."""
        return self.act("Ann", "attack", *faces, **{"target": "Guard", **inputs})

    def far(self, range_m: float) -> None:
        """Put Ann and Guard so far apart."""
        self.do(orders.SetRange(actor="Ann", target="Guard", range_m=range_m))

    def may(self, actor: str) -> tuple[str, ...]:
        """What somebody may do now."""
        return next((slot.kinds for slot in self.scene.entitled() if slot.actor == actor), ())


sheet = Game.sheet


def duel(range_m: float = 60, ann: Mapping[str, Any] = {}, guard: Mapping[str, Any] = {}, **options: Any) -> Game:
    """Ann (a player's) and Guard (the GM's) in their first turn; Ann acts first."""
    game = Game(**options)
    game.join("Ann", **{**SHOOTER, **ann})
    game.join("Guard", owner=0, **{**GUARD, **guard})
    game.start(50, 10)
    game.far(range_m)
    return game


def values(terms: Any) -> dict[str, int]:
    """Terms as a mapping of labels to values."""
    return {term.label: term.value for term in terms}
