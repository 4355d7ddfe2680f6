"""A Gray Dawn fight under a script: whoever plays says the faces, and a face too few or too many fails."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from bot.core import engine, orders
from bot.core.dice import ScriptedDice
from bot.core.errors import RuleViolation
from bot.core.events import Event
from bot.core.scene import Question, Scene
from bot.core.sheets import checked
from bot.core.terms import Term
from bot.core.views import GM, Viewer
from bot.rulesets.graydawn import create
from bot.rulesets.graydawn.referee import DawnScene
from bot.rulesets.graydawn.state import State

E = TypeVar("E", bound=Event)

FOLDER = Path(__file__).parents[3] / "bot" / "rulesets" / "graydawn" / "tables"
TABLES: Mapping[str, Mapping[str, Any]] = {path.stem: tomllib.loads(path.read_text()) for path in FOLDER.glob("*.toml")}
DAWN = create(TABLES)
PISTOL, RIFLE, SHOTGUN, KNIFE = (
    [{"kind": kind, "spare": 9}] for kind in ("light_pistol", "assault_rifle", "pump_shotgun", "knife")
)


def sheet(**places: Any) -> dict[str, Any]:
    """A sheet as an import would make it; a problem in it fails the test."""
    found, problems = checked(DAWN.sheet, places)
    assert not problems, problems
    return found


class Game:
    """One channel: orders go in with their faces, and events come out."""

    def __init__(self, **options: Any) -> None:
        self.scene: DawnScene = Scene(DAWN.ground(), options)
        self.events: tuple[Event, ...] = ()

    def do(self, order: orders.Order, *faces: int) -> tuple[Event, ...]:
        """Decide an order with exactly these faces."""
        dice = ScriptedDice(faces)
        decision = engine.decide(DAWN, self.scene, order, lambda _position, _order: dice)
        assert not dice.left, f"faces left over: {dice.left}"
        self.scene, self.events = decision.scene, decision.events
        return decision.events

    def join(self, name: str, *faces: int, owner: int = 1, hidden: bool = False, **places: Any) -> None:
        """Bring somebody in; owner 0 is the GM's."""
        side = "players" if owner else "enemies"
        self.do(orders.Enlist(name=name, owner=owner, side=side, sheet=sheet(**places), hidden=hidden), *faces)

    def start(self, *faces: int) -> None:
        """Begin the fight; a face of initiative for each."""
        self.do(orders.StartFight(), *faces)

    def act(self, actor: str, action: str, *faces: int, **inputs: Any) -> tuple[Event, ...]:
        """Take an action, its inputs already parsed."""
        return self.do(orders.Act(actor=actor, action=action, inputs=inputs), *faces)

    def attack(self, actor: str, target: str, *faces: int, **inputs: Any) -> tuple[Event, ...]:
        """Attack somebody, at 10 m where nothing is said."""
        return self.act(actor, "attack", *faces, target=target, **{"range_m": 10.0, **inputs})

    def answer(self, choice: str, *faces: int) -> tuple[Event, ...]:
        """Answer the open question."""
        return self.do(orders.Answer(choice=choice), *faces)

    def refused(self, actor: str, action: str, **inputs: Any) -> str:
        """The words of a refusal."""
        try:
            self.act(actor, action, **inputs)
        except RuleViolation as refusal:
            return str(refusal)
        raise AssertionError("it was allowed")

    def state(self, actor: str) -> State:
        """The state of somebody."""
        return self.scene.combatants[actor].state

    def now(self) -> tuple[str, ...]:
        """Who may act now."""
        return tuple(slot.actor for slot in self.scene.entitled())

    def number(self) -> int:
        """The initiative that is being played."""
        assert self.scene.opened is not None
        return -self.scene.opened[0]

    def numbers(self, actor: str) -> list[int]:
        """The initiatives at which somebody will act, as far as they are laid."""
        return [-slot.key[0] for slot in self.scene.agenda if slot.actor == actor]

    def question(self) -> Question:
        """The open question."""
        assert self.scene.pending is not None
        return self.scene.pending.question

    def one(self, kind: type[E]) -> E:
        """The only event of a type that the last order led to."""
        (found,) = self.all(kind)
        return found

    def all(self, kind: type[E]) -> list[E]:
        """Every event of a type that the last order led to."""
        return [event for event in self.events if isinstance(event, kind)]

    def kinds(self) -> list[str]:
        """The names of what the last order led to."""
        return [type(event).__name__ for event in self.events]

    def told(self, viewer: Viewer = GM) -> str:
        """What the last order reads as."""
        return "\n".join(line.text for event in self.events for line in engine.lines(DAWN, event, viewer))


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
