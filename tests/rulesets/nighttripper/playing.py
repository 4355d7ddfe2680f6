"""A Night Tripper skirmish under a script: whoever plays says the faces, and a face too few or too many fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot import app
from bot.core import orders
from bot.core.events import Event
from bot.rulesets.nighttripper import create
from bot.rulesets.nighttripper.state import SceneState, State
from bot.rulesets.nighttripper.time.steps import steps
from tests.rulesets.game import Played

TABLES = app.tables_of("nighttripper")
NIGHT = create(TABLES)
STEPS = steps(NIGHT.tables)
PISTOL, KNIFE, SPEAR, CLUB = ([{"kind": kind}] for kind in ("pistol", "knife", "spear", "club"))


class Game(Played[State, SceneState]):
    """One channel."""

    ruleset = NIGHT

    def attack(self, actor: str, target: str, *faces: int, **inputs: Any) -> tuple[Event, ...]:
        """Attack somebody."""
        return self.act(actor, "attack", *faces, target=target, **inputs)

    def until(self, step: str) -> None:
        """Let everyone pass until a step is called."""
        for _ in range(2 * len(STEPS)):
            if self.step() == step:
                return
            self.do(orders.GoOn())
        raise AssertionError(f"{step} was never called")

    def step(self) -> str:
        """The step that is played."""
        return STEPS[self.scene.opened[0]] if self.scene.opened else ""


sheet = Game.sheet


def duel(step: str = "pistol", ann: Any = PISTOL, bob: Any = PISTOL, **options: Any) -> Game:
    """Ann and Bob, both players without luck or skill, in a step of the first round."""
    game = Game(**options)
    game.join("Ann", weapons=ann)
    game.join("Bob", weapons=bob)
    game.start()
    game.until(step)
    return game


def facing(step: str = "pistol", options: Mapping[str, Any] | None = None, owner: int = 2, **places: Any) -> Game:
    """Ann with a pistol and a club, against Bob with a sheet of his own."""
    game = Game(**(options or {}))
    game.join("Ann", weapons=[*PISTOL, *CLUB])
    game.join("Bob", owner=owner, **places)
    game.start()
    game.until(step)
    return game
