"""Endless Horizons as one plug: which of its modules answers what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.core.events import Event
from bot.core.options import ActionSpec, Choice, OptionSpec, SheetSpec
from bot.core.orders import Act
from bot.core.play import Book
from bot.core.scene import Away, Combatant, Sheet
from bot.core.tables import Tables
from bot.core.timeline import Key, Slot
from bot.core.views import Viewer
from bot.core.wording import Line
from bot.rulesets.horizons import specs
from bot.rulesets.horizons.chances import CHANCES
from bot.rulesets.horizons.chronicle import summary
from bot.rulesets.horizons.course import carry_out
from bot.rulesets.horizons.features import FEATURES
from bot.rulesets.horizons.known import MOVING, known
from bot.rulesets.horizons.options import defaults, option_specs
from bot.rulesets.horizons.person.sheet import amended, enlisted, projected, seen
from bot.rulesets.horizons.person.sheet_spec import sheet_spec
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsScene
from bot.rulesets.horizons.prompts import PROMPTS
from bot.rulesets.horizons.shape import SHAPE
from bot.rulesets.horizons.state import Ground, State
from bot.rulesets.horizons.status import clock, described, status
from bot.rulesets.horizons.time.rules import begin_round, joined


class Horizons:
    """Endless Horizons with one set of tables."""

    key = "horizons"
    title = "Endless Horizons"
    version = 5
    events = FEATURES.events
    state_type: Any = State
    ground_type: Any = Ground
    shape = SHAPE
    reports: Mapping[str, Callable[[HorizonsScene, str, Viewer], tuple[Line, ...]]] = {}
    chances = CHANCES
    prompts = PROMPTS
    moving = MOVING

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.sheet: SheetSpec = sheet_spec(tables)
        self.actions: Mapping[str, ActionSpec] = {spec.name: spec for spec in specs.action_specs(tables)}
        self.options: Mapping[str, OptionSpec] = option_specs(tables)
        FEATURES.check_actions(self.actions)

    def ground(self) -> Ground:
        """The ground of an empty scene."""
        return Ground()

    def lasting(self, ground: Ground) -> Ground:
        """Nothing of the ground outlives a fight."""
        return Ground()

    def common_ground(self, scene: HorizonsScene, viewer: Viewer) -> Ground:
        """Everybody knows the ground."""
        return scene.ground

    def enlist(self, sheet: Sheet, options: Mapping[str, Any]) -> State:
        """The state that a validated sheet makes."""
        return enlisted(self.tables.under(options), sheet)

    def amend(self, state: State, sheet: Sheet, options: Mapping[str, Any]) -> State:
        """The state after its sheet was edited."""
        return amended(self.tables.under(options), state, sheet)

    def project(self, combatant: Combatant[State]) -> Sheet:
        """The sheet as it stands now."""
        return projected(self.tables, combatant)

    def known(self, scene: HorizonsScene, act: Act) -> Mapping[str, Any]:
        """What need not be said of a target."""
        return known(self.tables.under(scene.options), scene, act)

    def public(self, state: State) -> State:
        """What anyone can see of an enemy."""
        return seen(state)

    def is_down(self, state: State) -> bool:
        """Whether somebody looks as if it could do nothing more."""
        return not state.able

    def book(self, options: Mapping[str, Any]) -> Book[Tables]:
        """What a campaign plays by."""
        return Book(self.tables.under(options), {**defaults(), **options})

    def decide(self, play: HorizonsPlay, order: Act) -> None:
        """One action, and what happens behind it."""
        carry_out(play, order)

    def evolve(self, scene: HorizonsScene, event: Event) -> HorizonsScene:
        """The scene after one of the system's own events."""
        return FEATURES.evolve(scene, event)

    def open_round(self, play: HorizonsPlay) -> None:
        """The first round."""
        begin_round(play)

    def close_round(self, play: HorizonsPlay) -> None:
        """The next round."""
        begin_round(play)

    def joined(self, play: HorizonsPlay, actor: str) -> None:
        """The place in time of a newcomer."""
        joined(play, actor)

    def period(self, scene: HorizonsScene) -> Key:
        """The round."""
        return (scene.ground.rounds,)

    def after_order(self, play: HorizonsPlay) -> None:
        """Nothing happens by itself behind an order."""

    def returned(self, play: HorizonsPlay, actor: str, away: Away[State]) -> None:
        """Who comes back has the slots that it left."""

    def idle(self, scene: HorizonsScene, slot: Slot) -> Act:
        """Wait."""
        return Act(actor=slot.actor, action="wait")

    def candidates(self, scene: HorizonsScene, action: str, key: str, given: Mapping[str, Any]) -> Sequence[Choice]:
        """What fits an input in this view of the scene."""
        return specs.candidates(scene, action, key, given)

    def lines(self, event: Event, viewer: Viewer) -> tuple[Line, ...]:
        """The words for one of the system's own events."""
        return FEATURES.lines(event, viewer)

    def status(self, scene: HorizonsScene, actor: str, viewer: Viewer) -> Line:
        """One line on a combatant of a view."""
        return status(scene, actor, viewer)

    def clock(self, scene: HorizonsScene) -> Line:
        """One line on the moment."""
        return clock(scene)

    def describe(self, sheet: Sheet, options: Mapping[str, Any]) -> tuple[Line, ...]:
        """A sheet in words, with what follows from it."""
        return described(enlisted(self.tables.under(options), sheet))

    def summary(self, scene: HorizonsScene, events: Sequence[Event], viewer: Viewer) -> tuple[Line, ...]:
        """What a fight came to."""
        return summary(events, viewer)


def create(tables: Mapping[str, Mapping[str, Any]]) -> Horizons:
    """The ruleset with tables as the app read them: by table name, by row key, by field."""
    return Horizons(Tables(tables))
