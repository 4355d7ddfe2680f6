"""Eclipse Phase as one plug: its title, its tables, its features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.ground.gunners import show_or_hide, show_or_hide_watched, take_along
from bot.core.orders import Act
from bot.core.scene import Away
from bot.core.shapes import Shape, same
from bot.core.system import Displays, People, System, Turns
from bot.core.timeline import Key, Slot
from bot.rulesets.eclipse import status
from bot.rulesets.eclipse.card import card
from bot.rulesets.eclipse.chances import CHANCES, HARMS, HITS
from bot.rulesets.eclipse.chronicle import counts, tested
from bot.rulesets.eclipse.cover.figures import figure
from bot.rulesets.eclipse.cover.screened import known_of, screened
from bot.rulesets.eclipse.deeds.events import Moved
from bot.rulesets.eclipse.deeds.rules import let_up, stand_down
from bot.rulesets.eclipse.equipment.rules import mended_by, spare_arm
from bot.rulesets.eclipse.features import AROUND, FEATURES, OFFERED
from bot.rulesets.eclipse.fire.actions import Attack
from bot.rulesets.eclipse.fire.sights import lift_aims, lose_the_unseen
from bot.rulesets.eclipse.grapple.rules import tear_apart
from bot.rulesets.eclipse.options import SWITCHES
from bot.rulesets.eclipse.person.hindrance import hindrance, kept_by
from bot.rulesets.eclipse.person.sheet import amended, enlisted, interrupted, projected, seen
from bot.rulesets.eclipse.person.sheet_spec import sheet_spec
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.state import BodyKind, SceneState, State
from bot.rulesets.eclipse.suppression.cones import UNDER_FIRE
from bot.rulesets.eclipse.suppression.meeting import lift_cones
from bot.rulesets.eclipse.tables import EclipseTables
from bot.rulesets.eclipse.time.actions import Pass
from bot.rulesets.eclipse.time.phases import late
from bot.rulesets.eclipse.time.turns import begin_turn, joined
from bot.rulesets.eclipse.watch.rules import WATCHED, lift_watches


def _looks_down(state: State) -> bool:
    return state.down


def _turn(scene: EclipseScene) -> Key:
    return (scene.state.turn,)


def _passing(slot: Slot) -> Act:
    return Pass(actor=slot.actor).as_order()


class Eclipse(System[State, SceneState, EclipseTables]):
    """Eclipse Phase with one set of tables."""

    key = "eclipse"
    title = "Eclipse Phase (1st edition)"
    version = 21
    shape = Shape(version=5, people=dict.fromkeys(range(1, 5), same))
    features = FEATURES
    offered = OFFERED
    around = AROUND
    people = People(sheet_spec, enlisted, amended, projected, seen, _looks_down, "soldier", figure, interrupted)
    turns = Turns(begin_turn, joined, _turn, _passing, hindrance, late)
    displays = Displays(
        status.status, status.clock, status.described, counts, tested, kept_by, card, mended_by, spare_arm
    )
    switches = SWITCHES
    chances = CHANCES
    harms = HARMS
    hits = HITS
    moving = frozenset({Moved})
    goes_on_with_areas = True

    def is_thing(self, state: State) -> bool:
        """Tell whether it is a thing that only breaks."""
        return state.kind is BodyKind.OBJECT

    def facts(self, scene: EclipseScene, act: Act) -> Mapping[str, Any]:
        """Return what the scene itself knows of a target, whatever was said of it: how big it is, what it is behind."""
        name = act.inputs.get("target", "")
        target = scene.combatants.get(name)
        if target is None:
            return {}
        found = screened(self.reading(scene), act.actor, name) if act.action == Attack.offer.name else None
        return {"size": target.state.size, **(known_of(found) if found else {})}

    def returned(self, play: EclipsePlay, actor: str, away: Away[State]) -> None:
        """Have whoever comes back hold nobody, and be held by nobody, who was put out of reach meanwhile, nor hold
        anything under fire or watch once others have acted.
        """
        tear_apart(play, (actor,))
        if away.played:
            let_up(play, actor)

    def placed(self, play: EclipsePlay, put: Sequence[str] = ()) -> None:
        """Have nobody hold on to whom it was torn from, hold under fire or watch what lies nowhere any more, nor aim at
        whom something hides where it stands now.
        """
        tear_apart(play, put)
        stand_down(play, (UNDER_FIRE, WATCHED))
        lift_aims(play)

    def furnished(self, play: EclipsePlay) -> None:
        """Have nobody aim any more at whom a thing hides, at once: with the next act that would tell of whoever does
        something out of sight.
        """
        lift_aims(play)

    def shown(self, play: EclipsePlay, actor: str) -> None:
        """Have nobody aim any more at whom the GM has hidden from it."""
        lose_the_unseen(play)

    def measured(self, play: EclipsePlay, one: str, other: str, before: EclipseScene) -> None:
        """Have nobody hold on to whom it is told to be away from."""
        tear_apart(play, (one, other))

    def after_order(self, play: EclipsePlay) -> None:
        """Have cones and watched places go with the phase until which they last, cones begin where those stand who hold
        them, and both be known while these are in sight.
        """
        lift_cones(play)
        lift_watches(play)
        take_along(play, UNDER_FIRE)
        show_or_hide(play, UNDER_FIRE)
        show_or_hide_watched(play, WATCHED)


create = Eclipse
