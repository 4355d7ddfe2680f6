"""Gray Dawn as one plug: which of its modules answers what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

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
from bot.rulesets.graydawn import specs, status
from bot.rulesets.graydawn.chances import CHANCES
from bot.rulesets.graydawn.chronicle import summary
from bot.rulesets.graydawn.features import FEATURES
from bot.rulesets.graydawn.known import MOVING, known
from bot.rulesets.graydawn.options import defaults, option_specs
from bot.rulesets.graydawn.person.biography import character_lines
from bot.rulesets.graydawn.person.sheet import amended, enlisted, projected, seen
from bot.rulesets.graydawn.person.sheet_spec import sheet_spec
from bot.rulesets.graydawn.play import DawnPlay, DawnScene
from bot.rulesets.graydawn.prompts import PROMPTS
from bot.rulesets.graydawn.state import Ground, State
from bot.rulesets.graydawn.suppression.report import morale
from bot.rulesets.graydawn.time.initiative import begin_round, joined
from bot.rulesets.graydawn.time.rules import PASS
from bot.rulesets.graydawn.time.slots import NERVE
from bot.rulesets.graydawn.time.turns import settled


class GrayDawn:
    """Gray Dawn with one set of tables."""

    key = "graydawn"
    title = "X-Com: Gray Dawn"
    version = 5
    events = FEATURES.events
    state_type: Any = State
    ground_type: Any = Ground
    shape = Shape()
    chances: Mapping[str, Callable[[Event], str | None]] = CHANCES
    prompts = PROMPTS
    moving = MOVING

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.reports: Mapping[str, Callable[[DawnScene, str, Viewer], tuple[Line, ...]]] = {
            "morale": partial(morale, tables)
        }
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

    def common_ground(self, scene: DawnScene, viewer: Viewer) -> Ground:
        """Everybody knows the ground, but for the lanes of the hidden."""
        return msgspec.structs.replace(scene.ground, lanes=scene.ground.known_lanes())

    def enlist(self, sheet: Sheet, options: Mapping[str, Any]) -> State:
        """The state that a validated sheet makes."""
        return enlisted(self.tables.under(options), sheet)

    def amend(self, state: State, sheet: Sheet, options: Mapping[str, Any]) -> State:
        """The state after its sheet was edited."""
        return amended(self.tables.under(options), state, sheet)

    def project(self, combatant: Combatant[State]) -> Sheet:
        """The sheet as it stands now."""
        return projected(combatant)

    def known(self, scene: DawnScene, act: Act) -> Mapping[str, Any]:
        """What need not be said of a target."""
        return known(scene, act)

    def public(self, state: State) -> State:
        """What anyone can see of an enemy."""
        return seen(state)

    def is_down(self, state: State) -> bool:
        """Whether somebody looks as if it could do nothing more."""
        return not state.able

    def book(self, options: Mapping[str, Any]) -> Book[Tables]:
        """What a campaign plays by."""
        return Book(self.tables.under(options), {**defaults(), **options})

    def decide(self, play: DawnPlay, order: Act) -> None:
        """One action."""
        FEATURES.rules[order.action](play, order)

    def evolve(self, scene: DawnScene, event: Event) -> DawnScene:
        """The scene after one of the system's own events."""
        return FEATURES.evolve(scene, event)

    def open_round(self, play: DawnPlay) -> None:
        """The first round."""
        begin_round(play)

    def close_round(self, play: DawnPlay) -> None:
        """The next round."""
        begin_round(play)

    def joined(self, play: DawnPlay, actor: str) -> None:
        """The initiative of a newcomer."""
        joined(play, actor)

    def period(self, scene: DawnScene) -> Key:
        """The round."""
        return (scene.ground.rounds,)

    def returned(self, play: DawnPlay, actor: str, away: Away[State]) -> None:
        """Who comes back has the initiative that it left."""

    def after_order(self, play: DawnPlay) -> None:
        """The turn of whoever's initiative has come up begins."""
        settled(play)

    def idle(self, scene: DawnScene, slot: Slot) -> Act:
        """Test nerve where it must be tested, else pass."""
        return Act(actor=slot.actor, action="nerve" if NERVE in slot.kinds else PASS)

    def candidates(self, scene: DawnScene, action: str, key: str, given: Mapping[str, Any]) -> Sequence[Choice]:
        """What fits an input in this view of the scene."""
        return specs.candidates(self.tables, scene, action, key, given)

    def lines(self, event: Event, viewer: Viewer) -> tuple[Line, ...]:
        """The words for one of the system's own events."""
        return FEATURES.lines(event, viewer)

    def status(self, scene: DawnScene, actor: str, viewer: Viewer) -> Line:
        """One line on a combatant of a view."""
        return status.status(self.tables, scene, actor, viewer)

    def clock(self, scene: DawnScene) -> Line:
        """One line on the moment."""
        return status.clock(scene)

    def describe(self, sheet: Sheet, options: Mapping[str, Any]) -> tuple[Line, ...]:
        """A sheet in words, with what follows from it."""
        tables = self.tables.under(options)
        return (*status.described(tables, enlisted(tables, sheet)), *character_lines(tables, sheet))

    def summary(self, scene: DawnScene, events: Sequence[Event], viewer: Viewer) -> tuple[Line, ...]:
        """What a fight came to."""
        return summary(events, viewer)


def create(tables: Mapping[str, Mapping[str, Any]]) -> GrayDawn:
    """The ruleset with tables as the app read them: by table name, by row key, by field."""
    return GrayDawn(Tables(tables))
