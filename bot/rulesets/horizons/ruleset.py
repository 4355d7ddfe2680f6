"""Endless Horizons as one plug: its title, its tables, its features."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bot.core.ground.gunners import show_or_hide, show_or_hide_watched
from bot.core.ground.places import Place
from bot.core.ground.sight import Figure
from bot.core.orders import Act
from bot.core.scene import Away
from bot.core.system import Displays, People, System, Turns
from bot.core.timeline import Key, Slot
from bot.rulesets.horizons import status
from bot.rulesets.horizons.card import card
from bot.rulesets.horizons.chances import CHANCES, HARMS
from bot.rulesets.horizons.chronicle import counts, tested
from bot.rulesets.horizons.equipment.rules import mended_by, spare_arm
from bot.rulesets.horizons.facts import MOVING, facts
from bot.rulesets.horizons.features import AROUND, FEATURES, OFFERED
from bot.rulesets.horizons.options import SWITCHES
from bot.rulesets.horizons.person.sheet import amended, enlisted, interrupted, projected, seen
from bot.rulesets.horizons.person.sheet_spec import sheet_spec
from bot.rulesets.horizons.play import LANE_OF_FIRE, HorizonsPlay, HorizonsScene, hindrance, kept_by
from bot.rulesets.horizons.prompts import PROMPTS
from bot.rulesets.horizons.shape import SHAPE
from bot.rulesets.horizons.sights import figure
from bot.rulesets.horizons.state import SceneState, State, noticed, shown_to
from bot.rulesets.horizons.suppression.lanes import end_fire, end_without_lane, take_along
from bot.rulesets.horizons.tables import HorizonsTables
from bot.rulesets.horizons.time.actions import Wait
from bot.rulesets.horizons.time.rules import begin_round, joined
from bot.rulesets.horizons.time.slots import late
from bot.rulesets.horizons.watch.rules import WATCHED, end_without_area


def _is_down(state: State) -> bool:
    return not state.able


def _round(scene: HorizonsScene) -> Key:
    return (scene.state.rounds,)


def _waiting(slot: Slot) -> Act:
    return Wait(actor=slot.actor).as_order()


class Horizons(System[State, SceneState, HorizonsTables]):
    """Endless Horizons with one set of tables."""

    key = "horizons"
    title = "Endless Horizons"
    version = 21
    features = FEATURES
    offered = OFFERED
    around = AROUND
    shape = SHAPE
    people = People(
        sheet_spec, enlisted, amended, projected, seen, _is_down, starter="soldier", interrupted=interrupted
    )
    turns = Turns(begin_round, joined, _round, _waiting, hindrance, late)
    displays = Displays(
        status.status, status.clock, status.described, counts, tested, kept_by, card, mended_by, spare_arm, noticed
    )
    switches = SWITCHES
    chances = CHANCES
    harms = HARMS
    prompts = PROMPTS
    moving = MOVING
    goes_on_with_areas = True

    def figure(self, state: State, place: Place) -> Figure:
        """Return how high somebody is in a state, and its eye, where it stands."""
        return figure(self.tables, state, place)

    def public_to(self, state: State, known: Collection[str]) -> State:
        """Return what anyone can see of an enemy, and that it has come out under the fire of those who are known."""
        return shown_to(self.public(state), state, known)

    def lasting(self, scene_state: SceneState) -> SceneState:
        """Return what outlives a fight: light and wind."""
        return SceneState(light=scene_state.light, wind=scene_state.wind)

    def facts(self, scene: HorizonsScene, act: Act) -> Mapping[str, Any]:
        """Return what need not be said of a target."""
        return facts(self.reading(scene), act)

    def joined(self, play: HorizonsPlay, actor: str) -> None:
        """Give a newcomer its place in the round, or somebody who comes back into a later one: heads were kept down
        before.
        """
        end_fire(play, actor)
        super().joined(play, actor)

    def returned(self, play: HorizonsPlay, actor: str, away: Away[State]) -> None:
        """Have nobody who comes back keep heads down once others have acted, or where its lane lies no more."""
        (end_fire if away.played else end_without_lane)(play, actor)

    def placed(self, play: HorizonsPlay, put: Sequence[str] = ()) -> None:
        """Have lanes begin where their gunners are put, and nobody keep heads down or watch on a new ground what does
        not lie there.
        """
        for actor in put:
            take_along(play, actor)
        for actor in play.scene.combatants:
            end_without_lane(play, actor)
            end_without_area(play, actor)

    def after_order(self, play: HorizonsPlay) -> None:
        """Have lanes under fire and places that are watched known while those who hold them are in sight."""
        show_or_hide(play, LANE_OF_FIRE, goes_along=True)
        show_or_hide_watched(play, WATCHED)


create = Horizons
