"""The Reflex System as one plug: which of its modules answers what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.core.events import Event
from bot.core.options import ActionSpec, Choice, OptionSpec, SheetSpec
from bot.core.orders import Act
from bot.core.play import Book
from bot.core.scene import Away, Combatant, Sheet
from bot.core.shapes import Shape
from bot.core.timeline import Key, Slot
from bot.core.views import Viewer
from bot.core.wording import Line
from bot.rulesets.reflex import lurking
from bot.rulesets.reflex.ambush import evolve as evolve_ambush
from bot.rulesets.reflex.ambush import rules as ambush
from bot.rulesets.reflex.ambush import words as words_ambush
from bot.rulesets.reflex.ambush.events import EVENTS_AMBUSH
from bot.rulesets.reflex.blasts import explosions
from bot.rulesets.reflex.blasts import words as words_blasts
from bot.rulesets.reflex.blasts.events import EVENTS_BLASTS
from bot.rulesets.reflex.chances import CHANCES
from bot.rulesets.reflex.chronicle import summary
from bot.rulesets.reflex.close import choke, evolve_grips, grips, strikes, words_grips
from bot.rulesets.reflex.close import words as words_close
from bot.rulesets.reflex.close.events import EVENTS_CLOSE
from bot.rulesets.reflex.close.events_grips import EVENTS_GRIPS
from bot.rulesets.reflex.equipment import armor_wear
from bot.rulesets.reflex.equipment import evolve as evolve_equipment
from bot.rulesets.reflex.equipment import rules as equipment
from bot.rulesets.reflex.equipment import words as words_equipment
from bot.rulesets.reflex.equipment.events import EVENTS_EQUIPMENT
from bot.rulesets.reflex.events import EVENTS
from bot.rulesets.reflex.features import FEATURES
from bot.rulesets.reflex.fire import specs as combat
from bot.rulesets.reflex.hazards import evolve as evolve_hazards
from bot.rulesets.reflex.hazards import gas
from bot.rulesets.reflex.hazards import specs as hazards
from bot.rulesets.reflex.hazards import words as words_hazards
from bot.rulesets.reflex.hazards.events import EVENTS_HAZARDS
from bot.rulesets.reflex.heart import rules as tango
from bot.rulesets.reflex.indirect import evolve as evolve_indirect
from bot.rulesets.reflex.indirect import flights
from bot.rulesets.reflex.indirect import specs as indirect_specs
from bot.rulesets.reflex.indirect import words as words_indirect
from bot.rulesets.reflex.indirect.events import EVENTS_INDIRECT
from bot.rulesets.reflex.known import MOVING, known
from bot.rulesets.reflex.mines import evolve as evolve_mines
from bot.rulesets.reflex.mines import minefields
from bot.rulesets.reflex.mines import specs as mine_specs
from bot.rulesets.reflex.mines import words as words_mines
from bot.rulesets.reflex.mines.events import EVENTS_MINES
from bot.rulesets.reflex.morale import evolve as evolve_morale
from bot.rulesets.reflex.morale import intimidation, threats
from bot.rulesets.reflex.morale import report as morale_report
from bot.rulesets.reflex.morale import rules as morale
from bot.rulesets.reflex.morale import specs as specs_morale
from bot.rulesets.reflex.morale import words as words_morale
from bot.rulesets.reflex.morale.events import EVENTS_MORALE
from bot.rulesets.reflex.movement import riding
from bot.rulesets.reflex.movement import rules as movement
from bot.rulesets.reflex.options import defaults, option_specs
from bot.rulesets.reflex.pauses import evolve as evolve_operations
from bot.rulesets.reflex.pauses import operations, repairs, watching
from bot.rulesets.reflex.pauses import specs as operation_specs
from bot.rulesets.reflex.pauses import words as words_operations
from bot.rulesets.reflex.pauses.events import EVENTS_OPERATIONS
from bot.rulesets.reflex.person.consciousness import is_down
from bot.rulesets.reflex.person.sheet import amended, enlisted, projected, seen
from bot.rulesets.reflex.person.sheet_spec import sheet_spec
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene, RuleOf
from bot.rulesets.reflex.portrait import described
from bot.rulesets.reflex.prompts import PROMPTS
from bot.rulesets.reflex.state import Ground, State
from bot.rulesets.reflex.status import clock, status
from bot.rulesets.reflex.suppression import evolve as evolve_suppression
from bot.rulesets.reflex.suppression import rules as suppression
from bot.rulesets.reflex.suppression import specs as specs_suppression
from bot.rulesets.reflex.suppression import words as words_suppression
from bot.rulesets.reflex.suppression.events import EVENTS_SUPPRESSION
from bot.rulesets.reflex.surroundings import evolve as evolve_surroundings
from bot.rulesets.reflex.surroundings import rules as surroundings
from bot.rulesets.reflex.surroundings import words as words_surroundings
from bot.rulesets.reflex.surroundings.events import EVENTS_SURROUNDINGS
from bot.rulesets.reflex.tables import Tables
from bot.rulesets.reflex.throws import evolve as evolve_throws
from bot.rulesets.reflex.throws import throwing
from bot.rulesets.reflex.throws import words as words_throws
from bot.rulesets.reflex.throws.events import EVENTS_THROWS
from bot.rulesets.reflex.throws.fuses import burn_down
from bot.rulesets.reflex.time import endgame, specs, timing, underway
from bot.rulesets.reflex.vehicles import evolve as evolve_vehicles
from bot.rulesets.reflex.vehicles import seats
from bot.rulesets.reflex.vehicles import words as words_vehicles
from bot.rulesets.reflex.vehicles.events import EVENTS_VEHICLES

RULES: Mapping[str, RuleOf] = {
    **FEATURES.rules,
    **movement.RULES,
    **riding.RULES,
    **hazards.RULES,
    **explosions.RULES,
    **equipment.RULES,
    **throwing.RULES,
    **indirect_specs.RULES,
    **surroundings.RULES,
    **strikes.RULES,
    "finish": lambda play, order: underway.finish(play, order.actor, RULES),
    **mine_specs.RULES,
    **ambush.RULES,
    **operation_specs.RULES,
    **choke.RULES,
    **morale.RULES,
    **intimidation.RULES,
    **suppression.RULES,
    "attack": suppression.requesting(tango.heartening(strikes.attack)),
    "throw": tango.heartening(throwing.throw),
}
Candidates = Callable[[Tables, ReflexScene, str, str, Mapping[str, Any]], Sequence[Choice]]
# The actions of each feature, in the order in which they are offered, and what fits their inputs in a scene.
_OFFERED: tuple[tuple[Callable[[Tables], tuple[ActionSpec, ...]], Candidates], ...] = (
    (combat.action_specs, combat.candidates),
    (specs.action_specs, specs.candidates),
    (hazards.action_specs, hazards.candidates),
    (explosions.action_specs, explosions.candidates),
    (equipment.action_specs, equipment.candidates),
    (throwing.action_specs, throwing.candidates),
    (mine_specs.action_specs, mine_specs.candidates),
    (ambush.action_specs, ambush.candidates),
    (operation_specs.action_specs, operation_specs.candidates),
    (indirect_specs.action_specs, indirect_specs.candidates),
    (surroundings.action_specs, surroundings.candidates),
    (choke.action_specs, choke.candidates),
    (specs_morale.action_specs, specs_morale.candidates),
    (specs_suppression.action_specs, specs_suppression.candidates),
)
# What else an action brings about before it is carried out.
BEFORE: tuple[RuleOf, ...] = (operations.as_chosen, riding.on_foot)
# What comes due when an exchange or a pause has nobody left to act, before wounds get worse.
ENDING: tuple[Callable[[ReflexPlay], None], ...] = (
    choke.come_due,
    watching.settle,
    repairs.outlast,
    flights.come_down,
)
# What an event brings about at once, before the rule that told it goes on.
FOLLOWS: tuple[Mapping[type[Event], Callable[[ReflexPlay, Any], None]], ...] = (
    armor_wear.FOLLOWS,
    gas.FOLLOWS,
    endgame.FOLLOWS,
)
_FOLLOWING = {kind: [each[kind] for each in FOLLOWS if kind in each] for one in FOLLOWS for kind in one}


def _unchanged(scene: ReflexScene, event: Event) -> ReflexScene:
    """What only tells of something changes nothing."""
    return scene


# Events that do not say themselves what becomes of the scene.
_EVOLVE: Mapping[type[Event], Callable[[ReflexScene, Event], ReflexScene]] = {
    **dict.fromkeys((*EVENTS_CLOSE, *EVENTS_BLASTS), _unchanged),
    **dict.fromkeys(EVENTS_HAZARDS, evolve_hazards.evolve),
    **dict.fromkeys(EVENTS_THROWS, evolve_throws.evolve),
    **dict.fromkeys(EVENTS_INDIRECT, evolve_indirect.evolve),
    **dict.fromkeys(EVENTS_SURROUNDINGS, evolve_surroundings.evolve),
    **dict.fromkeys(EVENTS_MORALE, evolve_morale.evolve),
    **dict.fromkeys(EVENTS_SUPPRESSION, evolve_suppression.evolve),
    **dict.fromkeys(EVENTS_EQUIPMENT, evolve_equipment.evolve),
    **dict.fromkeys(EVENTS_VEHICLES, evolve_vehicles.evolve),
    **dict.fromkeys(EVENTS_MINES, evolve_mines.evolve),
    **dict.fromkeys(EVENTS_AMBUSH, evolve_ambush.evolve),
    **dict.fromkeys(EVENTS_OPERATIONS, evolve_operations.evolve),
    **dict.fromkeys(EVENTS_GRIPS, evolve_grips.evolve),
}
# Who listens to the events of others, after they have changed the scene.
_LISTENERS: tuple[Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]], ...] = (
    armor_wear.LISTENS,
    evolve_operations.LISTENS,
    evolve_ambush.LISTENS,
    evolve_mines.LISTENS,
    evolve_throws.LISTENS,
    riding.LISTENS,
    threats.LISTENS,
    evolve_suppression.LISTENS,
)
_HEARD = {kind: [each[kind] for each in _LISTENERS if kind in each] for one in _LISTENERS for kind in one}
_WORDS: Mapping[type[Event], Callable[[Event, Viewer], tuple[Line, ...]]] = {
    **dict.fromkeys(EVENTS_CLOSE, words_close.lines),
    **dict.fromkeys(EVENTS_HAZARDS, words_hazards.lines),
    **dict.fromkeys(EVENTS_BLASTS, words_blasts.lines),
    **dict.fromkeys(EVENTS_THROWS, words_throws.lines),
    **dict.fromkeys(EVENTS_INDIRECT, words_indirect.lines),
    **dict.fromkeys(EVENTS_SURROUNDINGS, words_surroundings.lines),
    **dict.fromkeys(EVENTS_MORALE, words_morale.lines),
    **dict.fromkeys(EVENTS_SUPPRESSION, words_suppression.lines),
    **dict.fromkeys(EVENTS_EQUIPMENT, words_equipment.lines),
    **dict.fromkeys(EVENTS_VEHICLES, words_vehicles.lines),
    **dict.fromkeys(EVENTS_MINES, words_mines.lines),
    **dict.fromkeys(EVENTS_AMBUSH, words_ambush.lines),
    **dict.fromkeys(EVENTS_OPERATIONS, words_operations.lines),
    **dict.fromkeys(EVENTS_GRIPS, words_grips.lines),
}


class Reflex:
    """The Reflex System with one set of tables."""

    key = "reflex"
    title = "Reflex System"
    version = 5
    events = (*FEATURES.events, *EVENTS)
    state_type: Any = State
    ground_type: Any = Ground
    shape = Shape()
    reports: Mapping[str, Callable[[ReflexScene, str, Viewer], tuple[Line, ...]]] = {
        "mines": words_mines.report,
        "ambushes": words_ambush.report,
        "morale": morale_report.morale,
    }
    chances = CHANCES
    prompts = PROMPTS
    moving = MOVING

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.sheet: SheetSpec = sheet_spec(tables)
        offered = [(spec, candidates) for specs_of, candidates in _OFFERED for spec in specs_of(tables)]
        self.actions: Mapping[str, ActionSpec] = {spec.name: specs_suppression.risking(spec) for spec, _ in offered}
        self._candidates: Mapping[str, Candidates] = {spec.name: candidates for spec, candidates in offered}
        self.options: Mapping[str, OptionSpec] = option_specs(tables)

    def ground(self) -> Ground:
        """The ground of an empty scene."""
        return Ground()

    def lasting(self, ground: Ground) -> Ground:
        """What lies in wait outlives a fight, and so do the weather, gas in the air and what burns."""
        mines = {key: lurking.lasting(mine) for key, mine in ground.mines.items()}
        return Ground(
            mines=mines,
            ambushes=ground.ambushes,
            wind=ground.wind,
            visibility=ground.visibility,
            clouds=gas.lasting(ground.clouds),
            blazes=ground.blazes,
        )

    def common_ground(self, scene: ReflexScene, viewer: Viewer) -> Ground:
        """Everybody knows the ground, but not what lies in wait on it, what is in the air and what the GM was told."""
        seen = seats.known_seats(scene, endgame.untold(minefields.known_ground(scene, viewer.user)))
        return gas.known_gas(scene, specs_suppression.known_areas(scene, flights.known_fire(scene, seen)))

    def enlist(self, sheet: Sheet, options: Mapping[str, Any]) -> State:
        """The state that a validated sheet makes."""
        return enlisted(self.tables.under(options), sheet)

    def amend(self, state: State, sheet: Sheet, options: Mapping[str, Any]) -> State:
        """The state after its sheet was edited."""
        return amended(self.tables.under(options), state, sheet)

    def project(self, combatant: Combatant[State]) -> Sheet:
        """The sheet as it stands now."""
        return projected(self.tables, combatant)

    def known(self, scene: ReflexScene, act: Act) -> Mapping[str, Any]:
        """What need not be said of a target."""
        return known(self.tables.under(scene.options), scene, act)

    def public(self, state: State) -> State:
        """What anyone can see of an enemy."""
        return seen(self.tables, state)

    def is_down(self, state: State) -> bool:
        """Whether somebody looks as if it could do nothing more."""
        return is_down(state)

    def book(self, options: Mapping[str, Any]) -> Book[Tables]:
        """What a campaign plays by."""
        return Book(self.tables.under(options), {**defaults(), **options})

    def decide(self, play: ReflexPlay, order: Act) -> None:
        """One action, what follows from its events, and whose will it breaks."""
        before, kinds = play.scene, self.actions[order.action].kinds
        morale.check_nerve(before, order, kinds)
        with play.following(_FOLLOWING):
            for rule in BEFORE:
                rule(play, order)
            if kinds:
                grips.maintain(play, order)
            suppression.braving(underway.timed(RULES[order.action]))(play, order)
            play.rule_ends()
            grips.slacken(play)
            self._passed(play)
            while timing.FINISH in {kind for slot in play.scene.entitled() for kind in slot.kinds}:
                underway.finished(play, RULES)
                self._passed(play)
        morale.settle(play, before)

    def _passed(self, play: ReflexPlay) -> None:
        """What time brings when somebody has acted."""
        timing.swept(play)
        before = play.scene
        if before.agenda:
            burn_down(play)
        if play.scene is not before:
            timing.swept(play)

    def evolve(self, scene: ReflexScene, event: Event) -> ReflexScene:
        """The scene after one of the system's own events."""
        change = _EVOLVE.get(type(event))
        scene = event.apply(scene) if change is None else change(scene, event)
        scene = FEATURES.heard(scene, event)
        for heard in _HEARD.get(type(event), ()):
            scene = heard(scene, event)
        return scene

    def open_round(self, play: ReflexPlay) -> None:
        """Combat begins with an exchange of fire."""
        before = play.scene
        timing.begin_exchange(play)
        morale.settle(play, before)

    def close_round(self, play: ReflexPlay) -> None:
        """What follows when nobody is left to act."""
        before = play.scene
        with play.following(_FOLLOWING):
            for rule in ENDING if before.ground.phase in timing.ACTED else ():
                rule(play)
            timing.close(play)
        morale.settle(play, before)

    def joined(self, play: ReflexPlay, actor: str) -> None:
        """The place in time of a newcomer."""
        before = play.scene
        timing.joined(play, actor)
        morale.settle(play, before)

    def period(self, scene: ReflexScene) -> Key:
        """The exchange of fire, the choice or the pause."""
        return timing.period(scene)

    def after_order(self, play: ReflexPlay) -> None:
        """Nothing happens by itself behind an order."""

    def returned(self, play: ReflexPlay, actor: str, away: Away[State]) -> None:
        """Who comes back has the tick that it left, or has waited since."""
        timing.returned(play, actor, away)

    def idle(self, scene: ReflexScene, slot: Slot) -> Act:
        """Wait, hold or rest."""
        return timing.default(slot)

    def candidates(self, scene: ReflexScene, action: str, key: str, given: Mapping[str, Any]) -> Sequence[Choice]:
        """What fits an input in this view of the scene."""
        areas = specs_suppression.areas(scene, action, key)
        if areas is not None:
            return areas
        return self._candidates[action](self.tables.under(scene.options), scene, action, key, given)

    def lines(self, event: Event, viewer: Viewer) -> tuple[Line, ...]:
        """The words for one of the system's own events."""
        told = _WORDS.get(type(event), FEATURES.lines)
        return told(event, viewer)

    def status(self, scene: ReflexScene, actor: str, viewer: Viewer) -> Line:
        """One line on a combatant of a view."""
        return status(scene, actor, viewer)

    def clock(self, scene: ReflexScene) -> Line:
        """One line on the moment."""
        return clock(scene)

    def describe(self, sheet: Sheet, options: Mapping[str, Any]) -> tuple[Line, ...]:
        """A sheet in words, with what follows from it."""
        tables = self.tables.under(options)
        return described(tables, enlisted(tables, sheet))

    def summary(self, scene: ReflexScene, events: Sequence[Event], viewer: Viewer) -> tuple[Line, ...]:
        """What a fight came to."""
        return summary(events, viewer)


def create(tables: Mapping[str, Mapping[str, Any]]) -> Reflex:
    """The ruleset with tables as the app read them: by table name, by row key, by field."""
    return Reflex(Tables(tables))
