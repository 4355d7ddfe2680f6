"""A Reflex fight under a script: whoever plays says the faces, and a face too few or too many fails the test."""

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
from bot.rulesets.reflex import create
from bot.rulesets.reflex.referee import ReflexScene
from bot.rulesets.reflex.state import State

E = TypeVar("E", bound=Event)

FOLDER = Path(__file__).parents[3] / "bot" / "rulesets" / "reflex" / "tables"
TABLES: Mapping[str, Mapping[str, Any]] = {path.stem: tomllib.loads(path.read_text()) for path in FOLDER.glob("*.toml")}
REFLEX = create(TABLES)
FAIL = (20, 20)


def sheet(**places: Any) -> dict[str, Any]:
    """A sheet as an import would make it; a problem in it fails the test."""
    found, problems = checked(REFLEX.sheet, places)
    assert not problems, problems
    return found


class Game:
    """One channel: orders go in with their faces, and events come out."""

    def __init__(self, **options: Any) -> None:
        self.scene: ReflexScene = Scene(REFLEX.ground(), options)
        self.events: tuple[Event, ...] = ()

    def do(self, order: orders.Order, *faces: int) -> tuple[Event, ...]:
        """Decide an order with exactly these faces."""
        dice = ScriptedDice(faces)
        decision = engine.decide(REFLEX, self.scene, order, lambda _position, _order: dice)
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

    def tick(self, actor: str) -> int | None:
        """The tick of somebody's next slot."""
        slot = self.scene.slot(actor)
        return None if slot is None else -slot.key[0]

    def one(self, kind: type[E]) -> E:
        """The only event of a type that the last order led to."""
        (found,) = [event for event in self.events if isinstance(event, kind)]
        return found

    def told(self, viewer: Viewer = GM) -> str:
        """What the last order reads as."""
        return "\n".join(line.text for event in self.events for line in engine.lines(REFLEX, event, viewer))


def duel(*, tick: int = 12, **places: Any) -> Game:
    """Ann and Bob in their first exchange, both to act on the tick of a load: 15, 12, 9, 7 or 5."""
    loads = {15: "unencumbered", 12: "light", 9: "moderate", 7: "heavy", 5: "overloaded"}
    game = Game()
    game.join("Ann", encumbrance=loads[tick], **places)
    game.join("Bob", owner=0, encumbrance=loads[tick])
    game.start(*FAIL, *FAIL)
    return game
