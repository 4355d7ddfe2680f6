"""A fight under a script: whoever plays says the faces, and a face too few or too many fails the test."""

from __future__ import annotations

from typing import Any

from bot import app
from bot.core import orders
from bot.rulesets.horizons import create
from bot.rulesets.horizons.state import SceneState, State
from tests.rulesets.game import Played

TABLES = app.tables_of("horizons")
HORIZONS = create(TABLES)


class Game(Played[State, SceneState]):
    """One channel."""

    ruleset = HORIZONS


sheet = Game.sheet

ANN: dict[str, Any] = {
    "abilities": {"dexterity": 6, "perception": 6},
    "skills": {"rifles": 3, "pistols": 3, "throwing": 3, "stealth": 2, "notice": 2},
    "effort": 4,
    "weapons": [{"kind": "example_rifle", "spare": 60}, {"kind": "pistol", "carried": "holster"}],
}


def duel(range_m: float = 100, guard: dict[str, Any] | None = None, **places: Any) -> Game:
    """Ann, who acts first, and a Guard of the GM's, so far apart; ``places`` go onto Ann's sheet."""
    game = Game(**places.pop("options", {}))
    game.join("Ann", **{**ANN, **places})
    game.join("Guard", owner=0, **(guard or {}))
    game.do(orders.SetRange(actor="Ann", target="Guard", range_m=range_m))
    down = (guard or {}).get("condition", {})
    game.start(9, *(() if down.get("dead") or down.get("unconscious") else (2,)))
    return game
