"""An Eclipse Phase fight under a script: whoever plays says the faces, and a face too few or too many fails."""

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
from bot.rulesets.eclipse import create
from bot.rulesets.eclipse.referee import EclipseScene
from bot.rulesets.eclipse.state import State
from bot.rulesets.eclipse.tables import Tables

E = TypeVar("E", bound=Event)

FOLDER = Path(__file__).parents[3] / "bot" / "rulesets" / "eclipse" / "tables"
RAW: Mapping[str, Mapping[str, Any]] = {
    path.stem: tomllib.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.toml")
}
TABLES = Tables(RAW)
ECLIPSE = create(RAW)
SHOOTER: dict[str, Any] = {
    "skills": {"kinetic weapons": 60, "beam weapons": 60, "blades": 50, "fray": 40, "throwing weapons": 60},
    "weapons": [{"kind": "automatic_rifle"}, {"kind": "laser_pulser"}, {"kind": "knife"}, {"kind": "frag_grenade"}],
}
GUARD: dict[str, Any] = {"skills": {"fray": 40}, "durability": 30, "wound_threshold": 100}


def sheet(**places: Any) -> dict[str, Any]:
    """A sheet as an import would make it; a problem in it fails the test."""
    found, problems = checked(ECLIPSE.sheet, places)
    assert not problems, problems
    return found


class Game:
    """One channel: orders go in with their faces, and events come out."""

    def __init__(self, **options: Any) -> None:
        self.scene: EclipseScene = Scene(ECLIPSE.ground(), options)
        self.events: tuple[Event, ...] = ()

    def do(self, order: orders.Order, *faces: int) -> tuple[Event, ...]:
        """Decide an order with exactly these faces."""
        dice = ScriptedDice(faces)
        decision = engine.decide(ECLIPSE, self.scene, order, lambda _position, _order: dice)
        assert not dice.left, f"faces left over: {dice.left}"
        self.scene, self.events = decision.scene, decision.events
        return decision.events

    def join(self, name: str, *faces: int, owner: int = 1, hidden: bool = False, **places: Any) -> tuple[Event, ...]:
        """Bring somebody in; owner 0 is the GM's."""
        given = orders.Enlist(name=name, owner=owner, side="s", sheet=sheet(**places), hidden=hidden)
        return self.do(given, *faces)

    def start(self, *faces: int) -> tuple[Event, ...]:
        """Begin the fight."""
        return self.do(orders.StartFight(), *faces)

    def act(self, actor: str, action: str, *faces: int, **inputs: Any) -> tuple[Event, ...]:
        """Take an action, its inputs already parsed."""
        return self.do(orders.Act(actor=actor, action=action, inputs=inputs), *faces)

    def shoot(self, *faces: int, **inputs: Any) -> tuple[Event, ...]:
        """Ann attacks Guard."""
        return self.act("Ann", "attack", *faces, **{"target": "Guard", **inputs})

    def far(self, range_m: float) -> None:
        """Put Ann and Guard so far apart."""
        self.do(orders.SetRange(actor="Ann", target="Guard", range_m=range_m))

    def state(self, actor: str) -> State:
        """The state of somebody."""
        return self.scene.combatants[actor].state

    def now(self) -> tuple[str, ...]:
        """Who may act now."""
        return tuple(slot.actor for slot in self.scene.entitled())

    def kinds(self, actor: str) -> tuple[str, ...]:
        """What somebody may do now."""
        return next((slot.kinds for slot in self.scene.entitled() if slot.actor == actor), ())

    def one(self, kind: type[E]) -> E:
        """The only event of a type that the last order led to."""
        (found,) = self.every(kind)
        return found

    def every(self, kind: type[E]) -> list[E]:
        """All events of a type that the last order led to."""
        return [event for event in self.events if isinstance(event, kind)]

    def told(self, viewer: Viewer = GM) -> str:
        """What the last order reads as."""
        return "\n".join(line.text for event in self.events for line in engine.lines(ECLIPSE, event, viewer))


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
