"""A tiny rule system, a brawl in a yard, that plays a whole fight on nothing but the core."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from bot.core.events import Event
from bot.core.orders import Act
from bot.core.system import Displays, People, System, Turns
from bot.core.tables import Tables
from bot.core.telling.tally import Deed, DeedCount, Tested
from bot.core.timeline import Key, Slot
from bot.core.views import Viewer
from tests.rulesets.toy import chances, prompts, sheet, status, switches
from tests.rulesets.toy.brawl.actions import Relax
from tests.rulesets.toy.brawl.events import Pounced, Struck
from tests.rulesets.toy.brawl.rules import begin_round, join_round
from tests.rulesets.toy.features import FEATURES, OFFERED
from tests.rulesets.toy.state import SceneState, State, ToyScene


def _is_down(state: State) -> bool:
    return not state.able


def _round(scene: ToyScene) -> Key:
    return (scene.state.rounds,)


def _resting(slot: Slot) -> Act:
    return Relax(actor=slot.actor).as_order()


def _counts(event: Event) -> tuple[DeedCount, ...]:
    if not isinstance(event, Struck):
        return ()
    hit = int(event.hit)
    return (event.actor, Deed.ATTACKS, 1), (event.actor, Deed.HITS, hit), (event.target, Deed.TAKEN, hit)


def _tested(_: object, event: Event) -> tuple[Tested, ...]:
    if not isinstance(event, Struck):
        return ()
    missed = Fraction(20 - max(0, min(20, event.target_number)), 20)
    return (Tested(event.actor, 1 - missed ** len(event.roll.faces), event.hit, attack=True),)


class Toy(System[State, SceneState, Tables]):
    """The brawl as the engine plays it."""

    key = "toy"
    title = "Brawl"
    version = 1
    features = FEATURES
    offered = OFFERED
    people = People(sheet.sheet_spec, sheet.enlisted, sheet.amended, sheet.projected, sheet.public, _is_down)
    turns = Turns(begin_round, join_round, _round, _resting)
    displays = Displays(status.status, status.clock, status.described, _counts, _tested)
    switches = switches.SWITCHES
    topics = status.TOPICS
    harms = chances.HARMS
    chances = chances.CHANCES
    prompts = prompts.PROMPTS
    moving = frozenset({Pounced})

    def lasting(self, scene_state: SceneState) -> SceneState:
        return SceneState(mines=scene_state.mines)

    def common_state(self, scene: ToyScene, viewer: Viewer) -> SceneState:
        known = tuple(mine for mine in scene.state.mines if mine.owner == viewer.user)
        return SceneState(scene.state.rounds, known)

    def facts(self, scene: ToyScene, act: Act) -> Mapping[str, Any]:
        """Whoever can be seen to hold a shield is not bound."""
        other = scene.combatants.get(act.inputs.get("target", ""))
        return {"bound": False} if other and other.state.shield else {}


create = Toy


def tables() -> dict[str, dict[str, Any]]:
    """The toy's tables, read as the app reads those of the others."""
    paths = sorted((Path(__file__).parent / "tables").glob("*.toml"))
    return {path.stem: tomllib.loads(path.read_text("utf-8")) for path in paths}
