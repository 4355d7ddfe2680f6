"""Eclipse Phase as one plug: which of its modules answers what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.core.events import Asked, Event
from bot.core.options import ActionSpec, Choice, OptionSpec, SheetSpec
from bot.core.orders import Act
from bot.core.play import Book
from bot.core.scene import Away, Combatant, Sheet
from bot.core.shapes import Shape
from bot.core.timeline import Key, Slot
from bot.core.views import Viewer
from bot.core.wording import Line
from bot.rulesets.eclipse import specs, status
from bot.rulesets.eclipse.chances import CHANCES
from bot.rulesets.eclipse.chronicle import summary
from bot.rulesets.eclipse.deeds.events import Moved
from bot.rulesets.eclipse.features import FEATURES
from bot.rulesets.eclipse.options import laid_over, option_specs
from bot.rulesets.eclipse.person import sheet as paper
from bot.rulesets.eclipse.person.sheet_spec import sheet_spec
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.state import Ground, State
from bot.rulesets.eclipse.tables import Tables
from bot.rulesets.eclipse.time import turns


class Eclipse:
    """Eclipse Phase with one set of tables."""

    key = "eclipse"
    title = "Eclipse Phase (1st edition)"
    version = 5
    events = FEATURES.events
    state_type: Any = State
    ground_type: Any = Ground
    shape = Shape()
    reports: Mapping[str, Callable[[EclipseScene, str, Viewer], tuple[Line, ...]]] = {}
    chances = CHANCES
    prompts: Mapping[str, Callable[[Asked, Viewer], Line]] = {}
    moving: frozenset[type[Event]] = frozenset({Moved})

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.sheet: SheetSpec = sheet_spec(tables)
        self.options: Mapping[str, OptionSpec] = option_specs(tables)
        self.actions: Mapping[str, ActionSpec] = specs.action_specs(tables)
        FEATURES.check_actions(self.actions)

    def ground(self) -> Ground:
        """The ground of an empty scene."""
        return Ground()

    def lasting(self, ground: Ground) -> Ground:
        """Nothing of the ground outlives a fight."""
        return Ground()

    def common_ground(self, scene: EclipseScene, viewer: Viewer) -> Ground:
        """Everybody knows the ground."""
        return scene.ground

    def enlist(self, sheet: Sheet, options: Mapping[str, Any]) -> State:
        """The state that a validated sheet makes."""
        return paper.enlisted(self.tables.under(options), sheet)

    def amend(self, state: State, sheet: Sheet, options: Mapping[str, Any]) -> State:
        """The state after its sheet was edited."""
        return paper.amended(self.tables.under(options), state, sheet)

    def project(self, combatant: Combatant[State]) -> Sheet:
        """The sheet as it stands now."""
        return paper.projected(combatant)

    def known(self, scene: EclipseScene, act: Act) -> Mapping[str, Any]:
        """Return what the scene itself knows of a target, which outranks what a player says of it: how big it is."""
        target = scene.combatants.get(act.inputs.get("target", ""))
        return {"size": target.state.size} if target else {}

    def public(self, state: State) -> State:
        """What anyone can see of an enemy."""
        return paper.seen(state)

    def is_down(self, state: State) -> bool:
        """Whether somebody looks as if it could do nothing more."""
        return state.down

    def book(self, options: Mapping[str, Any]) -> Book[Tables]:
        """What a campaign plays by."""
        return Book(self.tables.under(options), laid_over(options))

    def decide(self, play: EclipsePlay, order: Act) -> None:
        """One action; those whom it put out of action lose what was still to come."""
        before = play.scene
        FEATURES.rules[order.action](play, order)
        play.rule_ends()
        turns.slowed(play, before)
        turns.swept(play)

    def evolve(self, scene: EclipseScene, event: Event) -> EclipseScene:
        """The scene after one of the system's own events."""
        return FEATURES.evolve(scene, event)

    def open_round(self, play: EclipsePlay) -> None:
        """A fight begins with a turn."""
        play.follows = FEATURES.follows
        turns.begin_turn(play)

    def close_round(self, play: EclipsePlay) -> None:
        """A turn follows a turn."""
        play.follows = FEATURES.follows
        turns.begin_turn(play)

    def joined(self, play: EclipsePlay, actor: str) -> None:
        """The place in time of a newcomer."""
        play.follows = FEATURES.follows
        turns.joined(play, actor)

    def period(self, scene: EclipseScene) -> Key:
        """The turn."""
        return (scene.ground.turn,)

    def after_order(self, play: EclipsePlay) -> None:
        """Nothing happens by itself behind an order."""

    def returned(self, play: EclipsePlay, actor: str, away: Away[State]) -> None:
        """Who comes back has the slots that it left."""

    def idle(self, scene: EclipseScene, slot: Slot) -> Act:
        """Pass."""
        return Act(actor=slot.actor, action="pass")

    def candidates(self, scene: EclipseScene, action: str, key: str, given: Mapping[str, Any]) -> Sequence[Choice]:
        """What fits an input in this view of the scene."""
        return specs.candidates(self.tables, scene, action, key, given)

    def lines(self, event: Event, viewer: Viewer) -> tuple[Line, ...]:
        """The words for one of the system's own events."""
        return FEATURES.lines(event, viewer)

    def status(self, scene: EclipseScene, actor: str, viewer: Viewer) -> Line:
        """One line on a combatant of a view."""
        return status.status(scene, actor, viewer)

    def clock(self, scene: EclipseScene) -> Line:
        """One line on the moment."""
        return status.clock(scene)

    def describe(self, sheet: Sheet, options: Mapping[str, Any]) -> tuple[Line, ...]:
        """A sheet in words, with what follows from it."""
        return status.described(paper.enlisted(self.tables.under(options), sheet))

    def summary(self, scene: EclipseScene, events: Sequence[Event], viewer: Viewer) -> tuple[Line, ...]:
        """What a fight came to."""
        return summary(events, viewer)


def create(tables: Mapping[str, Mapping[str, Any]]) -> Eclipse:
    """The ruleset with tables as the app read them: by table name, by row key, by field."""
    return Eclipse(Tables(tables))
