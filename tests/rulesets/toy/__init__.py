"""A tiny rule system, a brawl in a yard, that plays a whole fight on nothing but the core."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bot.core.events import Event
from bot.core.options import Choice
from bot.core.orders import Act
from bot.core.play import Book
from bot.core.scene import Away, Combatant, Sheet
from bot.core.shapes import Shape
from bot.core.timeline import Key, Slot
from bot.core.views import Viewer
from bot.core.wording import Line, line, shown
from tests.rulesets.toy import evolve, narration, rules, specs
from tests.rulesets.toy import sheet as paper
from tests.rulesets.toy.events import EVENTS, Pounced
from tests.rulesets.toy.state import Ground, State, Tables, ToyPlay, ToyScene


class Toy:
    """The brawl as the engine plays it."""

    key = "toy"
    title = "Brawl"
    version = 1
    options = specs.OPTIONS
    events = EVENTS
    state_type: Any = State
    ground_type: Any = Ground
    shape = Shape()
    reports: Mapping[str, Callable[[ToyScene, str, Viewer], tuple[Line, ...]]] = {
        "morale": narration.morale,
        "mines": narration.mines,
    }
    chances = rules.CHANCES
    prompts = narration.PROMPTS
    moving: frozenset[type[Event]] = frozenset({Pounced})

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.sheet = paper.sheet_spec(tables)
        self.actions = specs.actions(tables)

    def ground(self) -> Ground:
        return Ground()

    def lasting(self, ground: Ground) -> Ground:
        return Ground(mines=ground.mines)

    def common_ground(self, scene: ToyScene, viewer: Viewer) -> Ground:
        known = tuple(mine for mine in scene.ground.mines if mine.owner == viewer.user)
        return Ground(scene.ground.rounds, known)

    def enlist(self, sheet: Sheet, options: Mapping[str, Any]) -> State:
        return paper.enlisted(sheet)

    def amend(self, state: State, sheet: Sheet, options: Mapping[str, Any]) -> State:
        return paper.amended(state, sheet)

    def project(self, combatant: Combatant[State]) -> Sheet:
        return paper.projected(combatant)

    def known(self, scene: ToyScene, act: Act) -> Mapping[str, Any]:
        return rules.known(scene, act)

    def public(self, state: State) -> State:
        return paper.public(state)

    def is_down(self, state: State) -> bool:
        return not state.able

    def book(self, options: Mapping[str, Any]) -> Book[Tables]:
        return Book(self.tables, options)

    def decide(self, play: ToyPlay, order: Act) -> None:
        rules.RULES[order.action](play, order)

    def evolve(self, scene: ToyScene, event: Event) -> ToyScene:
        return evolve.evolve(scene, event)

    def open_round(self, play: ToyPlay) -> None:
        rules.begin_round(play)

    def close_round(self, play: ToyPlay) -> None:
        rules.begin_round(play)

    def joined(self, play: ToyPlay, actor: str) -> None:
        rules.join_round(play, actor)

    def period(self, scene: ToyScene) -> Key:
        return (scene.ground.rounds,)

    def after_order(self, play: ToyPlay) -> None:
        pass

    def returned(self, play: ToyPlay, actor: str, away: Away[State]) -> None:
        pass

    def idle(self, scene: ToyScene, slot: Slot) -> Act:
        return Act(actor=slot.actor, action="rest")

    def candidates(self, scene: ToyScene, action: str, key: str, given: Mapping[str, Any]) -> Sequence[Choice]:
        if key == "mine":
            return [Choice(mine.key) for mine in scene.ground.mines]
        others = [actor for actor in scene.combatants if actor != given.get("actor")]
        return [Choice(actor, shown(actor)) for actor in others] if key == "target" else []

    def lines(self, event: Event, viewer: Viewer) -> tuple[Line, ...]:
        return narration.lines(event, viewer)

    def status(self, scene: ToyScene, actor: str, viewer: Viewer) -> Line:
        return narration.status(scene.combatants[actor], viewer)

    def clock(self, scene: ToyScene) -> Line:
        at = f", at {-scene.opened[0]}" if scene.opened else ""
        return line(f"Round {scene.ground.rounds}{at}")

    def describe(self, sheet: Sheet, options: Mapping[str, Any]) -> tuple[Line, ...]:
        return (line(paper.described(sheet)),)


def create(tables: Tables) -> Toy:
    """The toy with its tables."""
    return Toy(tables)


def tables() -> dict[str, dict[str, Any]]:
    """The toy's tables, read as the app reads those of the others."""
    paths = sorted((Path(__file__).parent / "tables").glob("*.toml"))
    return {path.stem: tomllib.loads(path.read_text("utf-8")) for path in paths}
