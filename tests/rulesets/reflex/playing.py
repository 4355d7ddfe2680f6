"""A Reflex fight under a script: whoever plays says the faces, and a face too few or too many fails the test."""

from __future__ import annotations

from typing import Any

from bot import app
from bot.rulesets.reflex import create
from bot.rulesets.reflex.scene_state import SceneState
from bot.rulesets.reflex.state import State
from tests.rulesets.game import Played

TABLES = app.tables_of("reflex")
REFLEX = create(TABLES)
FAIL = (20, 20)


class Game(Played[State, SceneState]):
    """One channel."""

    ruleset = REFLEX

    def tick(self, actor: str) -> int | None:
        """The tick of somebody's next slot."""
        slot = self.scene.slot(actor)
        return None if slot is None else -slot.key[0]


sheet = Game.sheet


def duel(*, tick: int = 12, **places: Any) -> Game:
    """Ann and Bob in their first exchange, both to act on the tick of a load: 15, 12, 9, 7 or 5."""
    loads = {15: "unencumbered", 12: "light", 9: "moderate", 7: "heavy", 5: "overloaded"}
    game = Game()
    game.join("Ann", encumbrance=loads[tick], **places)
    game.join("Bob", owner=0, encumbrance=loads[tick])
    game.start(*FAIL, *FAIL)
    return game
