"""A fight under a script: whoever plays says the faces, and a face too few or too many fails the test."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from bot.core import engine, orders
from bot.core.dice import ScriptedDice
from bot.core.events import Event
from bot.core.scene import Scene
from bot.core.sheets import checked
from bot.core.views import GM, Viewer
from bot.rulesets.horizons import create
from bot.rulesets.horizons.referee import HorizonsScene
from bot.rulesets.horizons.state import State

E = TypeVar("E", bound=Event)

FOLDER = Path(__file__).parents[3] / "bot" / "rulesets" / "horizons" / "tables"
TABLES: Mapping[str, Mapping[str, Any]] = {path.stem: tomllib.loads(path.read_text()) for path in FOLDER.glob("*.toml")}
HORIZONS = create(TABLES)


def sheet(**places: Any) -> dict[str, Any]:
    """A sheet as an import would make it; a problem in it fails the test."""
    found, problems = checked(HORIZONS.sheet, places)
    assert not problems, problems
    return found


class Game:
    """One channel: orders go in with their faces, and events come out."""

    def __init__(self, **options: Any) -> None:
        self.scene: HorizonsScene = Scene(HORIZONS.ground(), options)
        self.events: tuple[Event, ...] = ()

    def do(self, order: orders.Order, *faces: int) -> tuple[Event, ...]:
        """Decide an order with exactly these faces."""
        dice = ScriptedDice(faces)
        decision = engine.decide(HORIZONS, self.scene, order, lambda _position, _order: dice)
        assert not dice.left, f"faces left over: {dice.left}"
        self.scene, self.events = decision.scene, decision.events
        return decision.events

    def join(self, name: str, *faces: int, owner: int = 1, hidden: bool = False, **places: Any) -> tuple[Event, ...]:
        """Bring somebody in; owner 0 is the GM's."""
        side = "players" if owner else "enemies"
        given = orders.Enlist(name=name, owner=owner, side=side, sheet=sheet(**places), hidden=hidden)
        return self.do(given, *faces)

    def start(self, *faces: int) -> tuple[Event, ...]:
        """Begin the fight."""
        return self.do(orders.StartFight(), *faces)

    def act(self, actor: str, action: str, *faces: int, **inputs: Any) -> tuple[Event, ...]:
        """Take an action, its inputs already parsed."""
        return self.do(orders.Act(actor=actor, action=action, inputs=inputs), *faces)

    def go_on(self, *faces: int, only: str = "") -> tuple[Event, ...]:
        """Let everyone who may act now, or only one, take the default."""
        return self.do(orders.GoOn(actors=(only,) if only else ()), *faces)

    def state(self, actor: str) -> State:
        """The state of somebody."""
        return self.scene.combatants[actor].state

    def now(self) -> tuple[str, ...]:
        """Who may act now."""
        return tuple(slot.actor for slot in self.scene.entitled())

    def one(self, kind: type[E]) -> E:
        """The only event of a type that the last order led to."""
        (found,) = [event for event in self.events if isinstance(event, kind)]
        return found

    def told(self, viewer: Viewer = GM) -> str:
        """What the last order reads as."""
        return "\n".join(line.text for event in self.events for line in engine.lines(HORIZONS, event, viewer))


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
