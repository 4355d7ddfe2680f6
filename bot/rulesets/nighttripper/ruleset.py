"""Night Tripper as one plug: which of its modules answers what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.core.events import Event
from bot.core.options import ActionSpec, Choice, OptionSpec, SheetSpec
from bot.core.orders import Act
from bot.core.play import Book
from bot.core.scene import Away, Combatant, Sheet
from bot.core.shapes import Shape
from bot.core.tables import Tables
from bot.core.timeline import Key, Slot
from bot.core.views import Viewer
from bot.core.wording import Line
from bot.rulesets.nighttripper import specs, status
from bot.rulesets.nighttripper.chances import CHANCES
from bot.rulesets.nighttripper.chronicle import summary
from bot.rulesets.nighttripper.deeds.events import Moved
from bot.rulesets.nighttripper.features import FEATURES
from bot.rulesets.nighttripper.options import defaults, option_specs
from bot.rulesets.nighttripper.person.sheet import amended, enlisted, projected, seen
from bot.rulesets.nighttripper.person.sheet_spec import sheet_spec
from bot.rulesets.nighttripper.play import NightPlay, NightScene
from bot.rulesets.nighttripper.prompts import PROMPTS
from bot.rulesets.nighttripper.state import Ground, State
from bot.rulesets.nighttripper.time.rules import PASS, begin_round, called, joined, swept


class NightTripper:
    """Night Tripper with one set of tables."""

    key = "nighttripper"
    title = "Night Tripper"
    version = 4
    events = FEATURES.events
    state_type: Any = State
    ground_type: Any = Ground
    shape = Shape()
    reports: Mapping[str, Callable[[NightScene, str, Viewer], tuple[Line, ...]]] = {}
    chances = CHANCES
    prompts = PROMPTS
    moving: frozenset[type[Event]] = frozenset({Moved})

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

    def common_ground(self, scene: NightScene, viewer: Viewer) -> Ground:
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
        return projected(combatant)

    def known(self, scene: NightScene, act: Act) -> Mapping[str, Any]:
        """Beside distances there is nothing to say of a target."""
        return {}

    def public(self, state: State) -> State:
        """What anyone can see of an enemy."""
        return seen(state)

    def is_down(self, state: State) -> bool:
        """Whether somebody looks as if it could do nothing more."""
        return state.dead

    def book(self, options: Mapping[str, Any]) -> Book[Tables]:
        """What a campaign plays by."""
        return Book(self.tables.under(options), {**defaults(), **options})

    def decide(self, play: NightPlay, order: Act) -> None:
        """One action; the dead lose what was still to come, and the next step is called."""
        FEATURES.rules[order.action](play, order)
        play.rule_ends()
        swept(play)
        called(play)

    def evolve(self, scene: NightScene, event: Event) -> NightScene:
        """The scene after one of the system's own events."""
        return FEATURES.evolve(scene, event)

    def open_round(self, play: NightPlay) -> None:
        """The first round."""
        begin_round(play)

    def close_round(self, play: NightPlay) -> None:
        """The next round."""
        begin_round(play)

    def joined(self, play: NightPlay, actor: str) -> None:
        """The place in the round of a newcomer."""
        joined(play, actor)

    def period(self, scene: NightScene) -> Key:
        """The round."""
        return (scene.ground.rounds,)

    def after_order(self, play: NightPlay) -> None:
        """Nothing happens by itself behind an order."""

    def returned(self, play: NightPlay, actor: str, away: Away[State]) -> None:
        """Who comes back has the steps that it left; one that opens with that is called."""
        called(play)

    def idle(self, scene: NightScene, slot: Slot) -> Act:
        """Pass."""
        return Act(actor=slot.actor, action=PASS)

    def candidates(self, scene: NightScene, action: str, key: str, given: Mapping[str, Any]) -> Sequence[Choice]:
        """What fits an input in this view of the scene."""
        return specs.candidates(scene, action, key, given)

    def lines(self, event: Event, viewer: Viewer) -> tuple[Line, ...]:
        """The words for one of the system's own events."""
        return FEATURES.lines(event, viewer)

    def status(self, scene: NightScene, actor: str, viewer: Viewer) -> Line:
        """One line on a combatant of a view."""
        return status.status(scene, actor, viewer)

    def clock(self, scene: NightScene) -> Line:
        """One line on the moment."""
        return status.clock(self.tables, scene)

    def describe(self, sheet: Sheet, options: Mapping[str, Any]) -> tuple[Line, ...]:
        """A sheet in words, with what follows from it."""
        tables = self.tables.under(options)
        return status.described(tables, enlisted(tables, sheet))

    def summary(self, scene: NightScene, events: Sequence[Event], viewer: Viewer) -> tuple[Line, ...]:
        """What a fight came to."""
        return summary(events, viewer)


def create(tables: Mapping[str, Mapping[str, Any]]) -> NightTripper:
    """The ruleset with tables as the app read them: by table name, by row key, by field."""
    return NightTripper(Tables(tables))
