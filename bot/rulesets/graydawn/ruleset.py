"""Gray Dawn as one plug: its title, its tables, its features."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core.events import Placed
from bot.core.orders import Act
from bot.core.system import Displays, People, System, Turns
from bot.core.timeline import Key, Slot
from bot.core.views import Viewer
from bot.rulesets.graydawn import status
from bot.rulesets.graydawn.card import card
from bot.rulesets.graydawn.chances import CHANCES, HARMS
from bot.rulesets.graydawn.chronicle import counts, tested
from bot.rulesets.graydawn.cover.actions import HIGHEST_LEVEL, NO_COVER
from bot.rulesets.graydawn.cover.between import protection
from bot.rulesets.graydawn.cover.events import CoverSet
from bot.rulesets.graydawn.cover.figures import figure
from bot.rulesets.graydawn.cover.things import shows_cover
from bot.rulesets.graydawn.deeds.events import Moved
from bot.rulesets.graydawn.drilled import leading_to
from bot.rulesets.graydawn.equipment.held import mended_by, spare_arm
from bot.rulesets.graydawn.features import AROUND, BY_ITSELF, FEATURES, OFFERED
from bot.rulesets.graydawn.fire.declaration import is_blow
from bot.rulesets.graydawn.options import SWITCHES
from bot.rulesets.graydawn.person.hindrance import hindrance, kept_by
from bot.rulesets.graydawn.person.sheet import amended, enlisted, projected, seen
from bot.rulesets.graydawn.person.sheet_spec import sheet_spec
from bot.rulesets.graydawn.play import DawnPlay, DawnScene
from bot.rulesets.graydawn.prompts import PROMPTS
from bot.rulesets.graydawn.shape import SHAPE
from bot.rulesets.graydawn.state import SceneState, State
from bot.rulesets.graydawn.suppression.actions import TestNerve
from bot.rulesets.graydawn.suppression.laid_lanes import known_lanes
from bot.rulesets.graydawn.suppression.report import morale
from bot.rulesets.graydawn.tables import GrayTables
from bot.rulesets.graydawn.time.actions import Pass
from bot.rulesets.graydawn.time.initiative import begin_round, joined
from bot.rulesets.graydawn.time.slots import NERVE


def _is_down(state: State) -> bool:
    return not state.able


def _round(scene: DawnScene) -> Key:
    return (scene.state.rounds,)


def _idle(slot: Slot) -> Act:
    """Return the test of nerve where nerve must be tested, else a pass."""
    return (TestNerve if NERVE in slot.kinds else Pass)(actor=slot.actor).as_order()


class GrayDawn(System[State, SceneState, GrayTables]):
    """Gray Dawn with one set of tables."""

    key = "graydawn"
    title = "X-Com: Gray Dawn"
    version = 19
    shape = SHAPE
    features = FEATURES
    offered = OFFERED
    around = AROUND
    people = People(sheet_spec, enlisted, amended, projected, seen, _is_down, starter="operative", figure=figure)
    turns = Turns(begin_round, joined, _round, _idle, hindrance, leading_to=leading_to)
    displays = Displays(
        status.status, status.clock, status.described, counts, tested, kept_by, card, mended_by, spare_arm
    )
    switches = SWITCHES
    topics: Mapping[str, Any] = {"morale": morale}
    chances = CHANCES
    harms = HARMS
    prompts = PROMPTS
    moving = frozenset({Moved, CoverSet, Placed})
    most_stopped = HIGHEST_LEVEL

    def common_state(self, scene: DawnScene, viewer: Viewer) -> SceneState:
        """Return the state of the scene, which everybody knows, but for the lanes of the hidden."""
        return msgspec.structs.replace(scene.state, lanes=known_lanes(scene))

    def facts(self, scene: DawnScene, act: Act) -> Mapping[str, Any]:
        """Return the cover that a target is behind; that it is flanked is a GM's to say where no ground shows it.

        Against a blow nothing is cover.
        """
        target, reading = act.inputs.get("target", ""), self.reading(scene)
        if target not in scene.combatants or act.actor not in scene.combatants:
            return {}
        if is_blow(reading, act):
            return {"cover": NO_COVER}
        shelter = protection(reading, act.actor, target).shelter
        if shelter is None:
            return {"cover": NO_COVER} if shows_cover(scene) else {}
        return {"cover": shelter.kind, "level": shelter.level}

    def after_order(self, play: DawnPlay) -> None:
        """Carry out what happens by itself, in the order of its table."""
        for step in BY_ITSELF:
            step.do(play)


create = GrayDawn
