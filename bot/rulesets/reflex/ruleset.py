"""The Reflex System as one plug: its title, its tables, its features."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.core.events import Released
from bot.core.features import Lines
from bot.core.ground.gunners import show_or_hide_watched
from bot.core.ground.places import Place
from bot.core.ground.sight import Figure
from bot.core.options import OptionSpec
from bot.core.orders import Act
from bot.core.scene import Away
from bot.core.system import Displays, People, System, Turns
from bot.core.views import Viewer
from bot.rulesets.reflex import traps
from bot.rulesets.reflex.ambush import words as words_ambush
from bot.rulesets.reflex.ambush.rules import lose_leader
from bot.rulesets.reflex.around import AROUND, end_phase, go_on, joined, settle_nerves
from bot.rulesets.reflex.card import card
from bot.rulesets.reflex.chances import CHANCES, HARMS
from bot.rulesets.reflex.chronicle import counts, tested
from bot.rulesets.reflex.close.grips import come_free, tear_apart
from bot.rulesets.reflex.facts import MOVING, facts
from bot.rulesets.reflex.features import FEATURES, OFFERED
from bot.rulesets.reflex.hazards import gas
from bot.rulesets.reflex.known import known_state
from bot.rulesets.reflex.mines import words as words_mines
from bot.rulesets.reflex.morale import report as morale_report
from bot.rulesets.reflex.morale import rules as morale
from bot.rulesets.reflex.morale.threats import known_losses
from bot.rulesets.reflex.options import SWITCHES
from bot.rulesets.reflex.overwatch.places import WATCHED
from bot.rulesets.reflex.person.consciousness import conscious, hindrance, is_down, kept_by
from bot.rulesets.reflex.person.figures import figure_at
from bot.rulesets.reflex.person.sheet import amended, enlisted, projected, seen
from bot.rulesets.reflex.person.sheet_spec import sheet_spec
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.prompts import PROMPTS
from bot.rulesets.reflex.scene_state import SceneState
from bot.rulesets.reflex.shape import SHAPE
from bot.rulesets.reflex.sheet_in_words import described
from bot.rulesets.reflex.shots.actions import SUPPRESSING, Attack
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.status import clock, clock_note, status
from bot.rulesets.reflex.suppression import lanes
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.throws.fuses import leave_behind
from bot.rulesets.reflex.time import timing
from bot.rulesets.reflex.time.reloading import mended_by, spare_arm
from bot.rulesets.reflex.time.starts import as_it_stood
from bot.rulesets.reflex.vehicles.alighting import empty, get_out
from bot.rulesets.reflex.vehicles.hulls import park, show_or_hide

MOST_ARMOR = 200  # of a thing on a ground, as a GM may say it


class Reflex(System[State, SceneState, ReflexTables]):
    """The Reflex System with one set of tables."""

    key = "reflex"
    title = "Reflex System"
    version = 21
    shape = SHAPE
    features = FEATURES
    offered = OFFERED
    around = AROUND
    people = People(sheet_spec, enlisted, amended, projected, seen, is_down, starter="rifleman")
    turns = Turns(
        timing.begin_exchange,
        joined,
        timing.period,
        timing.default,
        hindrance,
        end=end_phase,
        behind=settle_nerves,
        opens_alone=True,
        moments=timing.MOMENTS,
    )
    displays = Displays(
        status, clock, described, counts, tested, kept_by, card, mended_by, spare_arm, clock_note=clock_note
    )
    switches = SWITCHES
    topics: Mapping[str, Callable[[ReflexReading, str, Viewer], Lines]] = {
        "mines": words_mines.report,
        "ambushes": words_ambush.report,
        "morale": morale_report.morale,
    }
    chances = CHANCES
    harms = HARMS
    priced_in = "tick"
    prompts = PROMPTS
    moving = MOVING
    most_stopped = MOST_ARMOR
    goes_on_with_areas = True

    def own_values(self) -> Iterator[OptionSpec]:
        """Return an option for each value of each table."""
        return self.tables.own_values()

    def lasting(self, scene_state: SceneState) -> SceneState:
        """Return what outlives a fight: what lies in wait, the weather, gas, what burns and what stands there."""
        mines = {key: traps.lasting(mine) for key, mine in scene_state.mines.items()}
        return SceneState(
            mines=mines,
            ambushes=scene_state.ambushes,
            wind=scene_state.wind,
            visibility=scene_state.visibility,
            clouds=gas.lasting(scene_state.clouds),
            blazes=scene_state.blazes,
            things=scene_state.things,
        )

    def is_thing(self, state: State) -> bool:
        """Tell whether it is a vehicle."""
        return state.body.vehicle is not None

    def looks_out(self, state: State) -> bool:
        """Tell whether somebody looks out for its side: no vehicle does by itself, nor who has withdrawn (line 345)."""
        return conscious(state)

    def figure(self, state: State, place: Place) -> Figure:
        """Return how high somebody is in a stance, and its eye, where it stands."""
        return figure_at(self.tables, state, place)

    def common_state(self, scene: ReflexScene, viewer: Viewer) -> SceneState:
        """Return all but what lies in wait, what of the air nobody can tell, and what the GM alone was told."""
        return known_state(scene, viewer.user, known_losses(scene))

    def facts(self, scene: ReflexScene, act: Act) -> Mapping[str, Any]:
        """Return what need not be said of a target."""
        return facts(self.tables.under(scene.options), scene, act)

    def as_met(self, scene: ReflexScene, act: Act) -> ReflexScene:
        """Return the scene in which whoever attacks somebody sees it: where it stood, if it goes on the same tick."""
        if act.action != Attack.offer.name or act.inputs.get("mode") == SUPPRESSING:
            return scene
        return as_it_stood(scene, act.actor, act.inputs.get("target", "")) or scene

    def returned(self, play: ReflexPlay, actor: str, away: Away[State]) -> None:
        """Have somebody who comes back behind its tick have waited since, and be in no grip once others have acted.

        A vehicle is empty then. Who was put out of reach meanwhile is torn from whoever comes back, whose will may
        break or rally by what its sheet has become.
        """
        timing.returned(play, actor, away)
        if away.played is not None:
            come_free(play, actor)
            empty(play, actor)
        tear_apart(play, (actor,))
        morale.count_odds(play, actor)
        morale.break_and_rally(play, play.began)

    def leaving(self, play: ReflexPlay, actor: str) -> None:
        """Have what burns where somebody is stay there, the ambush that it leads lie in wait without it, and a casualty
        be the loss of its side.
        """
        leave_behind(play, actor)
        lose_leader(play, actor)
        morale.keep_loss(play, actor)

    def left(self, play: ReflexPlay) -> None:
        """Have those count anew who saw it, time go on to whoever acts next, and what burns until then go off."""
        play.follows = self.features.follows
        for gone in (event for event in play.events if isinstance(event, Released) and not event.unseen):
            morale.count_odds(play, gone.actor)
        go_on(play)

    def placed(self, play: ReflexPlay, put: Sequence[str] = ()) -> None:
        """Have hulls where their vehicles are put, nobody in a vehicle that it was put out of, nobody hold whom it was
        torn from, no lane without its gunner, and darkness threaten by where people are.
        """
        get_out(play, put)
        tear_apart(play, put)
        park(play)
        if put:
            lanes.end_lanes(play)
        settle_nerves(play, play.began)

    def shown(self, play: ReflexPlay, actor: str) -> None:
        """Have the hull of a vehicle be in sight as that is, and those count anew who see somebody now."""
        show_or_hide(play, actor)
        morale.count_odds(play, actor)

    def measured(self, play: ReflexPlay, one: str, other: str, before: ReflexScene) -> None:
        """Have nobody hold on to whom it is told to be away from."""
        tear_apart(play, (one, other))

    def after_order(self, play: ReflexPlay) -> None:
        """Have lanes under fire and watched circles known while those who hold them are in sight."""
        lanes.show_or_hide_lanes(play)
        show_or_hide_watched(play, WATCHED)


create = Reflex
