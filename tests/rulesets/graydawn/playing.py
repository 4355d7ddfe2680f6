"""A Gray Dawn fight under a script: whoever plays says the faces, and a face too few or too many fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot import app
from bot.core.events import Event
from bot.core.terms import Term
from bot.rulesets.graydawn import create
from bot.rulesets.graydawn.state import SceneState, State
from tests.rulesets.game import Played

TABLES = app.tables_of("graydawn")
DAWN = create(TABLES)
PISTOL, RIFLE, SHOTGUN, KNIFE = (
    [{"kind": kind, "spare": 9}] for kind in ("light_pistol", "assault_rifle", "pump_shotgun", "knife")
)


class Game(Played[State, SceneState]):
    """One channel."""

    ruleset = DAWN

    def attack(self, actor: str, target: str, *faces: int, **inputs: Any) -> tuple[Event, ...]:
        """Attack somebody, at 10 m where nothing is said."""
        return self.act(actor, "attack", *faces, target=target, **{"range_m": 10.0, **inputs})

    def number(self) -> int:
        """The initiative that is being played."""
        assert self.scene.opened is not None
        return -self.scene.opened[0]

    def numbers(self, actor: str) -> list[int]:
        """The initiatives at which somebody will act, as far as they are laid."""
        return [-slot.key[0] for slot in self.scene.agenda if slot.actor == actor]


sheet = Game.sheet


def value_of(terms: tuple[Term, ...], label: str) -> int:
    """What the terms of a label add up to."""
    return sum(term.value for term in terms if term.label == label)


PLAIN: dict[str, Any] = {"stats": {"ref": 6, "cl": 6, "ma": 6, "body": 6, "lk": 5}, "skills": {}, "mook": True}


def duel(ann: Any = PISTOL, bob: Any = PISTOL, options: Mapping[str, Any] | None = None, **places: Any) -> Game:
    """Ann and Bob, both players and mooks unless told otherwise; Ann acts first, on 19 with a pistol."""
    game = Game(**(options or {}))
    game.join("Ann", **{**PLAIN, "weapons": ann, **places})
    game.join("Bob", owner=2, **{**PLAIN, "weapons": bob})
    game.start(9, 2)
    return game


def facing(options: Mapping[str, Any] | None = None, owner: int = 2, **places: Any) -> Game:
    """Ann with a pistol, a mook, against Bob with a sheet of his own, who acts after her."""
    game = Game(**(options or {}))
    game.join("Ann", **{**PLAIN, "weapons": PISTOL})
    game.join("Bob", owner=owner, **{**PLAIN, "weapons": PISTOL, **places})
    game.start(9, 2)
    return game
