"""A Night Tripper skirmish under a script: whoever plays says the faces, and a face too few or too many fails."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from bot.core import engine, orders
from bot.core.dice import ScriptedDice
from bot.core.events import Event
from bot.core.scene import Question, Scene
from bot.core.sheets import checked
from bot.core.views import GM, Viewer
from bot.rulesets.nighttripper import create
from bot.rulesets.nighttripper.referee import NightScene
from bot.rulesets.nighttripper.state import State
from bot.rulesets.nighttripper.timing import step_title, steps

E = TypeVar("E", bound=Event)

FOLDER = Path(__file__).parents[3] / "bot" / "rulesets" / "nighttripper" / "tables"
TABLES: Mapping[str, Mapping[str, Any]] = {path.stem: tomllib.loads(path.read_text()) for path in FOLDER.glob("*.toml")}
NIGHT = create(TABLES)
STEPS = steps(NIGHT.tables)
PISTOL, KNIFE, SPEAR, CLUB = ([{"kind": kind}] for kind in ("pistol", "knife", "spear", "club"))


def sheet(**places: Any) -> dict[str, Any]:
    """A sheet as an import would make it; a problem in it fails the test."""
    found, problems = checked(NIGHT.sheet, places)
    assert not problems, problems
    return found


class Game:
    """One channel: orders go in with their faces, and events come out."""

    def __init__(self, **options: Any) -> None:
        self.scene: NightScene = Scene(NIGHT.ground(), options)
        self.events: tuple[Event, ...] = ()

    def do(self, order: orders.Order, *faces: int) -> tuple[Event, ...]:
        """Decide an order with exactly these faces."""
        dice = ScriptedDice(faces)
        decision = engine.decide(NIGHT, self.scene, order, lambda _position, _order: dice)
        assert not dice.left, f"faces left over: {dice.left}"
        self.scene, self.events = decision.scene, decision.events
        return decision.events

    def join(self, name: str, owner: int = 1, hidden: bool = False, **places: Any) -> None:
        """Bring somebody in; owner 0 is the GM's."""
        side = "players" if owner else "enemies"
        self.do(orders.Enlist(name=name, owner=owner, side=side, sheet=sheet(**places), hidden=hidden))

    def start(self) -> None:
        """Begin the skirmish."""
        self.do(orders.StartFight())

    def act(self, actor: str, action: str, *faces: int, **inputs: Any) -> tuple[Event, ...]:
        """Take an action, its inputs already parsed."""
        return self.do(orders.Act(actor=actor, action=action, inputs=inputs), *faces)

    def attack(self, actor: str, target: str, *faces: int, **inputs: Any) -> tuple[Event, ...]:
        """Attack somebody."""
        return self.act(actor, "attack", *faces, target=target, **inputs)

    def answer(self, choice: str, *faces: int) -> tuple[Event, ...]:
        """Answer the open question."""
        return self.do(orders.Answer(choice=choice), *faces)

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

    def titles(self) -> str:
        return step_title(NIGHT.tables, self.step())

    def state(self, actor: str) -> State:
        """The state of somebody."""
        return self.scene.combatants[actor].state

    def now(self) -> tuple[str, ...]:
        """Who may act now."""
        return tuple(slot.actor for slot in self.scene.entitled())

    def question(self) -> Question:
        """The open question."""
        assert self.scene.pending is not None
        return self.scene.pending.question

    def one(self, kind: type[E]) -> E:
        """The only event of a type that the last order led to."""
        (found,) = [event for event in self.events if isinstance(event, kind)]
        return found

    def kinds(self) -> list[str]:
        """The names of what the last order led to."""
        return [type(event).__name__ for event in self.events]

    def told(self, viewer: Viewer = GM) -> str:
        """What the last order reads as."""
        return "\n".join(line.text for event in self.events for line in engine.lines(NIGHT, event, viewer))


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
