"""What every rule system says alike is said here: a system is its title, its tables, its features."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, get_args, get_origin

import msgspec

from bot.core.actions import Action, specs_of
from bot.core.around import THE_ACTION, Closing, Steps, behind_every_action, procedures
from bot.core.assembly import check_people
from bot.core.errors import AssemblyError
from bot.core.events import Asked, Event
from bot.core.features import Features, Lines
from bot.core.ground.places import Place
from bot.core.ground.sight import Figure, figure_of
from bot.core.options import ActionSpec, Choice, Kind, OptionSpec, SheetSpec
from bot.core.orders import Act
from bot.core.play import EVERYBODY, Book, Hindrance, Play, Reading
from bot.core.scene import Away, Combatant, Scene, Sheet
from bot.core.shapes import Shape
from bot.core.tables import LIKE, OwnRow, Row, Tables, own_rows
from bot.core.telling.cards import Card
from bot.core.telling.story import Story
from bot.core.telling.tally import Deed, DeedCount, Tested, tallied
from bot.core.timeline import Key, Slot
from bot.core.views import Viewer
from bot.core.wording import Line

S = TypeVar("S")
G = TypeVar("G")
T = TypeVar("T", bound=Tables)

NOTHING: Mapping[str, Any] = MappingProxyType({})

MOST_CHAPTERS = 1024
"""Chapters of which it is remembered what their values came to."""

MOST_CAMPAIGNS = 64
"""Campaigns that are settled differently, of which it is kept what they play by."""

Report: TypeAlias = Callable[[Reading[S, G, T], str, Viewer], Lines]
"""What can be looked up on a view about an actor, or about all where the name is empty."""


class People(msgspec.Struct, Generic[S, T], frozen=True):
    """How a system deals with sheets: what they may hold, and how a state comes of a sheet and goes back onto it.

    ``down`` tells whether somebody looks as if it could do nothing more. ``starter`` is the ready-made sheet for
    players who name none. ``figure`` says how high somebody is in its state where it stands; without it everybody
    stands upright, or lies where it is down. ``interrupted`` is given a state before and after its sheet was edited,
    and returns it without what was under way with a weapon that is in hand no more; without it that goes on.
    """

    sheet_spec: Callable[[T], SheetSpec]
    enlisted: Callable[[T, Sheet], S]
    amended: Callable[[T, S, Sheet], S]
    projected: Callable[[T, Combatant[S]], Sheet]
    seen: Callable[[T, S], S]
    down: Callable[[S], bool]
    starter: str = ""
    figure: Callable[[S, Place], Figure] | None = None
    interrupted: Callable[[S, S], S] | None = None


class Turns(msgspec.Struct, Generic[S, G, T], frozen=True):
    """How a system deals with time: how a round begins, where a newcomer comes in, what is done by default.

    ``hindrance`` says in which states somebody may not act. It is asked before each action that is not the GM's alone;
    a rule asks it by ``play.check_able`` or ``play.hindrance`` between the parts of an action, and before a reaction.
    ``late`` names the kinds of what somebody may still do whose moment has passed, such as a quick action.
    ``end`` ends a round and begins the next, where that is more than to begin one. ``behind`` is carried out behind
    whatever of this was, and is given the scene before it. Where it ``opens_alone``, no rule follows what is told when
    a fight opens or somebody joins it. ``moments`` is what people call those of a kind, such as "a pause".
    ``leading_to`` says what one of a squad does before an act or in its place.
    """

    begin: Callable[[Play[S, G, T]], None]
    joined: Callable[[Play[S, G, T], str], None]
    period: Callable[[Scene[S, G]], Key]
    idle: Callable[[Slot], Act]
    hindrance: Hindrance[S] | None = None
    late: Callable[[S], tuple[str, ...]] | None = None
    end: Callable[[Play[S, G, T]], None] | None = None
    behind: Callable[[Play[S, G, T], Scene[S, G]], None] | None = None
    opens_alone: bool = False
    moments: Mapping[str, str] = msgspec.field(default_factory=dict)
    leading_to: Callable[[Reading[S, G, T], Act], Iterable[Act]] | None = None


class Displays(msgspec.Struct, Generic[S, G, T], frozen=True):
    """What a system shows: a line on somebody and on the moment, and a sheet in words.

    ``card`` says of a state what stands on a card, ``kept_by`` what keeps somebody in it from acting, ``mended_by`` by
    which action what is in hand fires again, ``spare_arm`` what else somebody carries that fires where that does not,
    ``noticed`` what of its own state somebody knows, ``clock_note`` what explains the moment.
    ``counts`` says of an event who attacked, who hit and who was hit by it, ``tested`` whose dice fell with which
    chance.
    """

    status: Callable[[Reading[S, G, T], str, Viewer], Line]
    clock: Callable[[Reading[S, G, T]], Line]
    described: Callable[[T, Sheet], Lines]
    counts: Callable[[Event], tuple[DeedCount, ...]]
    tested: Callable[[T, Event], Iterable[Tested]]
    kept_by: Callable[[S], str] | None = None
    card: Callable[[T, S], Card] | None = None
    mended_by: Callable[[S], str] | None = None
    spare_arm: Callable[[Reading[S, G, T], str], str] | None = None
    noticed: Callable[[S], S] | None = None
    clock_note: Callable[[Reading[S, G, T]], Line | None] | None = None


class _Settled(msgspec.Struct, Generic[T], frozen=True):
    """What a campaign's values come to: the book it plays by, its actions, and the rows that it adds."""

    book: Book[T]
    actions: Mapping[str, ActionSpec]
    own_rows: tuple[OwnRow, ...]


class System(Generic[S, G, T]):
    """A rule system with one set of tables: what it says here is data, and what only some say is a method they replace.

    Its types are those it names as ``System[State, Ground, Tables]``. ``offered`` are its actions in the order in which
    they are shown, and ``around`` what happens around each.
    ``topics`` are what can be looked up beside the status. The rest of the data is what ``Ruleset`` says of it.
    """

    key: str
    title: str
    version: int
    features: ClassVar[Features]
    offered: ClassVar[tuple[type[Action], ...]] = ()
    around: ClassVar[Steps] = (THE_ACTION,)
    tables_type: type[T]
    state_type: Any
    scene_state_type: Any
    shape: Shape = Shape()
    events: tuple[type[Event], ...]
    people: People[S, T]
    turns: Turns[S, G, T]
    displays: Displays[S, G, T]
    switches: tuple[OptionSpec, ...] = ()
    topics: Mapping[str, Report[S, G, T]] = {}
    chances: Mapping[str, Callable[[Event], str | None]] = {}
    hits: frozenset[str] = frozenset({"hit"})
    harms: Mapping[type[Event], str] = {}
    priced_in: str = ""
    prompts: Mapping[str, Callable[[Asked, Viewer], Line]] = {}
    moving: frozenset[type[Event]] = frozenset()
    most_stopped: int = 0
    goes_on = False
    goes_on_with_areas = False

    def __init_subclass__(cls) -> None:
        for base in (each for each in vars(cls).get("__orig_bases__", ()) if get_origin(each) is System):
            cls.state_type, cls.scene_state_type, cls.tables_type = get_args(base)
        if "features" in vars(cls):
            cls.events = cls.features.events
        if "after_order" in vars(cls):
            cls.goes_on = True

    def __init__(self, given: Mapping[str, Mapping[str, Row]]) -> None:
        """Put the system together with tables as they were read: by table, by row, by field.

        Raises:
            AssemblyError: something is missing, there twice, or named and not there.
        """
        self.tables = self.tables_type(given)
        self.sheet: SheetSpec = self.people.sheet_spec(self.tables)
        self.templates: Mapping[str, Sheet] = {key: row["sheet"] for key, row in self.tables.rows("npcs").items()}
        self.template_titles: Mapping[str, str] = {
            key: str(row["title"]) for key, row in self.tables.rows("npcs").items()
        }
        check_people(self.sheet, self.templates, self.people.starter)
        self.actions: Mapping[str, ActionSpec] = {spec.name: spec for spec in specs_of(self.offered, self.tables)}
        self.features.check_actions(self.actions)
        self._check_switches()
        self._procedures = procedures(self.around, self.features.rules, self.actions.values())
        self._behind_told, self._behind_placed = behind_every_action(self.around)
        self.options: Mapping[str, OptionSpec] = {spec.key: spec for spec in (*self.switches, *self.own_values())}
        self.open_rows: Mapping[str, tuple[str, ...]] = {each: tuple(given[each]) for each in self.tables.OPEN}
        self._defaults = {spec.key: spec.default for spec in self.switches}
        self._rules = {name: procedure.action for name, procedure in self._procedures.items()}
        self._known: dict[int, tuple[Mapping[str, Any], _Settled[T]]] = {}
        self._come_to = lru_cache(MOST_CAMPAIGNS)(self._worked_out)
        self.reports: Mapping[str, Callable[[Scene[S, G], str, Viewer], Lines]] = {
            topic: partial(self._report, report) for topic, report in self.topics.items()
        }

    def _check_switches(self) -> None:
        known = {spec.key for spec in self.switches}
        for spec in self.actions.values():
            words = (switch for item in spec.inputs for _, switch in item.switched)
            for switch in (spec.switch, *(item.switch for item in spec.inputs), *words):
                if switch and switch not in known:
                    raise AssemblyError(f"{spec.name} is played by the switch {switch}, which there is not")

    def actions_under(self, options: Mapping[str, Any]) -> Mapping[str, ActionSpec]:
        """Return the actions that a campaign with these values plays with, each with its inputs there."""
        return self._settled(options).actions

    def own_values(self) -> Iterable[OptionSpec]:
        """Return an option for each value that a campaign may replace: whole numbers, and all of rows of its own."""
        return (
            spec
            for spec in self.tables.own_values()
            if spec.kind is Kind.INT
            or (spec.source.startswith(LIKE) and spec.default in (spec.choices or (spec.default,)))
        )

    def own_rows(self, options: Mapping[str, Any]) -> tuple[OwnRow, ...]:
        """Return the rows that a campaign with these values adds."""
        return self._settled(options).own_rows

    def book(self, options: Mapping[str, Any]) -> Book[T]:
        """Return what a campaign with these values plays by."""
        return self._settled(options).book

    def _settled(self, options: Mapping[str, Any]) -> _Settled[T]:
        """Return what a campaign's values come to, asked at every order: those of a chapter stay the same object."""
        found = self._known.get(id(options))
        if found is None or found[0] is not options:
            if len(self._known) >= MOST_CHAPTERS:
                self._known.clear()
            found = options, self._come_to(frozenset(options.items()))
            self._known[id(options)] = found
        return found[1]

    def _worked_out(self, chosen: frozenset[tuple[str, Any]]) -> _Settled[T]:
        options = dict(chosen)
        values = {**self._defaults, **options}
        played = (spec for spec in self.actions.values() if not spec.switch or values[spec.switch])
        tables = self.tables.under(options)
        return _Settled(
            Book(tables, values, self._rules, self.features.adds, self.turns.hindrance),
            {spec.name: spec.under(values) for spec in played},
            own_rows(self.tables.given, self.tables.OPEN, options),
        )

    def reading(self, scene: Scene[S, G]) -> Reading[S, G, T]:
        """Return a scene with the book it is played by."""
        return Reading(scene, self.book(scene.options))

    def empty_state(self) -> G:
        """Return what the system keeps of an empty scene."""
        empty: G = self.scene_state_type()
        return empty

    def lasting(self, scene_state: G) -> G:
        """Return what outlives a fight of what the system keeps of the scene: nothing."""
        return self.empty_state()

    def common_state(self, scene: Scene[S, G], viewer: Viewer) -> G:
        """Return what a player may know of what the system keeps of the scene: all of it."""
        return scene.state

    def enlist(self, sheet: Sheet, options: Mapping[str, Any]) -> S:
        """Return the state that a checked sheet makes."""
        return self.people.enlisted(self.book(options).tables, sheet)

    @property
    def edits_interrupt(self) -> bool:
        """Tell whether an edited sheet ends what was under way with a weapon that is in hand no more."""
        return self.people.interrupted is not None

    def amend(self, state: S, sheet: Sheet, options: Mapping[str, Any], *, interrupts: bool) -> S:
        """Return the state after its sheet was edited, where that ``interrupts`` without what was under way."""
        amended = self.people.amended(self.book(options).tables, state, sheet)
        return self.people.interrupted(state, amended) if interrupts and self.people.interrupted else amended

    def project(self, combatant: Combatant[S], options: Mapping[str, Any] = NOTHING) -> Sheet:
        """Return the sheet as it stands, with what the fight did to it."""
        return self.people.projected(self.book(options).tables, combatant)

    def public(self, state: S) -> S:
        """Return what anyone can see of an enemy."""
        return self.people.seen(self.tables, state)

    def public_to(self, state: S, known: Collection[str]) -> S:
        """Return the same with what it has to do with those who are ``known`` to all."""
        return self.public(state)

    def is_down(self, state: S) -> bool:
        """Tell whether somebody looks as if it could do nothing more."""
        return self.people.down(state)

    def looks_out(self, state: S) -> bool:
        """Tell whether somebody looks out for its side: whoever is not down, where a system says no other."""
        return not self.is_down(state)

    def is_thing(self, _state: S) -> bool:
        """Tell whether it is a thing that is never hurt or down: there is none, where a system says no other."""
        return False

    def figure(self, state: S, place: Place) -> Figure:
        """Return how high somebody is in a state, and its eye, where it stands."""
        if self.people.figure is not None:
            return self.people.figure(state, place)
        return figure_of(place, lies=self.people.down(state))

    def facts(self, scene: Scene[S, G], act: Act) -> Mapping[str, Any]:
        """Return what the scene knows of an action's inputs, whatever was said of them: nothing."""
        return {}

    def as_met(self, scene: Scene[S, G], act: Act) -> Scene[S, G]:
        """Return the scene by which it is judged whether the actor of ``act`` sees whom it names: as it is now."""
        return scene

    def decide(self, play: Play[S, G, T], order: Act) -> None:
        """Carry out an action, and what happens around it in the order of the table.

        Raises:
            RuleViolation: the action is not possible, or its actor may not act.
        """
        if self.turns.hindrance is None:
            self._carry_out(play, order)
            return
        gm_only = self.actions[order.action].gm_only
        if not gm_only:
            play.check_able(order.actor, order.action)
        in_turn = not gm_only and order.actor in play.scene.opening
        before, play.doing = play.doing, order.actor if in_turn else EVERYBODY
        try:
            self._carry_out(play, order)
        finally:
            play.doing = before

    def _carry_out(self, play: Play[S, G, T], order: Act) -> None:
        procedure, before = self._procedures[order.action], play.scene
        play.follows = self.features.follows
        for check in procedure.before:
            check(play, order)
        rest, inputs, options = procedure.action, order.inputs, play.options
        grounded = play.scene.ground is not None
        for step in procedure.instead:
            if step.given in inputs or (step.switch and options[step.switch]) or (grounded and step.on_ground):
                rest = partial(_passed, step.do, rest)
        rest(play, order)
        if play.only_tried:
            return
        _close(play, procedure.after_placed if grounded else procedure.after_told, before)

    def evolve(self, scene: Scene[S, G], event: Event) -> Scene[S, G]:
        """Return the scene after one of the system's own events."""
        scene = event.apply(scene)
        for hearing in self.features.heard.get(type(event), ()):
            scene = hearing(scene, event)
        return scene

    def open_round(self, play: Play[S, G, T]) -> None:
        """Begin the first round of a fight."""
        self._spend_time(play, self.turns.begin, follows=not self.turns.opens_alone)

    def close_round(self, play: Play[S, G, T]) -> None:
        """End a round and begin the next."""
        self._spend_time(play, self.turns.end or self.turns.begin, follows=True)

    def joined(self, play: Play[S, G, T], actor: str) -> None:
        """Give a newcomer its place in the round."""
        self._spend_time(play, self.turns.joined, actor, follows=not self.turns.opens_alone)

    def _spend_time(self, play: Play[S, G, T], rule: Callable[..., None], *actor: str, follows: bool) -> None:
        before = play.scene
        play.follows = self.features.follows if follows else {}
        rule(play, *actor)
        if self.turns.behind is not None:
            self.turns.behind(play, before)

    def period(self, scene: Scene[S, G]) -> Key:
        """Return what stands for the round that is being played."""
        return self.turns.period(scene)

    def late(self, state: S) -> tuple[str, ...]:
        """Return the kinds of what somebody in a state may still do whose moment has passed."""
        return self.turns.late(state) if self.turns.late else ()

    def moments(self, kinds: Iterable[str]) -> tuple[str, ...]:
        """Return what people call the moments of such kinds, each once."""
        return tuple(dict.fromkeys(self.turns.moments[kind] for kind in kinds if kind in self.turns.moments))

    def after_order(self, play: Play[S, G, T]) -> None:
        """Carry out what happens by itself behind an order: nothing."""

    def returned(self, play: Play[S, G, T], actor: str, away: Away[S]) -> None:
        """Carry out what comes of somebody's return beside the slots that it left: nothing."""

    def leaving(self, play: Play[S, G, T], actor: str) -> None:
        """Carry out what comes of it that somebody is about to leave: nothing."""

    def left(self, play: Play[S, G, T]) -> None:
        """Carry out what comes of it that somebody has left: nothing."""

    def placed(self, play: Play[S, G, T], put: Sequence[str] = ()) -> None:
        """Carry out what comes of it that people stand elsewhere without having gone there: nothing."""

    def furnished(self, play: Play[S, G, T]) -> None:
        """Carry out what comes of it that a thing of the ground was set, changed or taken: nothing."""

    def shown(self, play: Play[S, G, T], actor: str) -> None:
        """Carry out what comes of it that somebody was revealed or hidden: nothing."""

    def measured(self, play: Play[S, G, T], one: str, other: str, before: Scene[S, G]) -> None:
        """Carry out what comes of it that two are as far apart as a GM said: nothing."""

    def edited(self, play: Play[S, G, T], before: Scene[S, G]) -> None:
        """Carry out what comes behind every action, since an edited sheet can do to somebody whatever an action can."""
        play.follows = self.features.follows
        _close(play, self._behind_placed if play.scene.ground else self._behind_told, before)

    def idle(self, scene: Scene[S, G], slot: Slot) -> Act:
        """Return what somebody does who is not waited for any longer."""
        return self.turns.idle(slot)

    def moments_of(self, scene: Scene[S, G], act: Act) -> tuple[str, ...]:
        """Return of which kinds the moments are that an action is meant for as it is said: all of its own."""
        return ()

    def candidates(self, scene: Scene[S, G], action: str, key: str, given: Mapping[str, Any]) -> Sequence[Choice]:
        """Return what fits an input in a view of the scene."""
        return self.features.candidates(self.reading(scene), action, key, given)

    def lines(self, event: Event, viewer: Viewer, *, brief: bool = False) -> Lines:
        """Return the words for one of the system's own events; in ``brief`` sums may be no more than a mark."""
        return self.features.lines(event, viewer, brief=brief)

    def kept_by(self, state: S) -> str:
        """Return what keeps somebody in a state from acting, as it is said behind the name; empty for nothing."""
        return self.displays.kept_by(state) if self.displays.kept_by else ""

    def noticed(self, state: S) -> S:
        """Return what somebody knows of its own state: all of it, unless the system says otherwise."""
        return self.displays.noticed(state) if self.displays.noticed else state

    def mended_by(self, state: S) -> str:
        """Return by which action what is in hand fires again; empty where it fires, or nothing helps."""
        return self.displays.mended_by(state) if self.displays.mended_by else ""

    def spare_arm(self, scene: Scene[S, G], actor: str) -> str:
        """Return what else somebody carries that fires, where what is in hand does not and nothing helps."""
        if self.displays.spare_arm is None or self.mended_by(scene.combatants[actor].state):
            return ""
        return self.displays.spare_arm(self.reading(scene), actor)

    def leading_to(self, scene: Scene[S, G], act: Act) -> Iterable[Act]:
        """Return what somebody under a standing order does before an act or in its place, the best first."""
        return self.turns.leading_to(self.reading(scene), act) if self.turns.leading_to else ()

    @property
    def story(self) -> Story:
        """Return how the system's events are summed up."""
        return self.features.story

    def status(self, scene: Scene[S, G], actor: str, viewer: Viewer) -> Line:
        """Return a line on a combatant of a view."""
        return self.displays.status(self.reading(scene), actor, viewer)

    def clock(self, scene: Scene[S, G]) -> Line:
        """Return a line on the moment."""
        return self.displays.clock(self.reading(scene))

    def clock_note(self, scene: Scene[S, G]) -> Line | None:
        """Return what explains the moment that the clock shows; None where it needs no words."""
        return self.displays.clock_note(self.reading(scene)) if self.displays.clock_note else None

    def describe(self, sheet: Sheet, options: Mapping[str, Any]) -> Lines:
        """Return a sheet in words, with what follows from it."""
        return self.displays.described(self.tables.under(options), sheet)

    def card(self, state: S, options: Mapping[str, Any]) -> Card | None:
        """Return what a card tells of somebody in a state, None where the system has no words for that."""
        return self.displays.card(self.tables.under(options), state) if self.displays.card else None

    def is_attack(self, event: Event) -> bool:
        """Tell whether an event counts as an attack, or as rounds, of its actor."""
        fired = (Deed.ATTACKS, Deed.ROUNDS)
        return any(who == event.actor and deed in fired for who, deed, _ in self.displays.counts(event))

    def summary(self, scene: Scene[S, G], events: Sequence[Event], viewer: Viewer) -> Lines:
        """Return a line for everybody who attacked or was hit, in the order in which they first did."""
        return tallied(events, viewer, self.displays.counts)

    def counts(self, event: Event) -> tuple[DeedCount, ...]:
        """Return whom an event counts for, and as what."""
        return self.displays.counts(event)

    def tested(self, scene: Scene[S, G], event: Event) -> Iterable[Tested]:
        """Return whose dice fell in an event with which chance."""
        return self.displays.tested(self.reading(scene).tables, event)

    def _report(self, report: Report[S, G, T], scene: Scene[S, G], actor: str, viewer: Viewer) -> Lines:
        return report(self.reading(scene), actor, viewer)


def _passed(step: Callable[..., None], rest: Callable[..., None], play: Any, order: Act) -> None:
    """Carry out a step that goes on with the rest by itself."""
    step(play, order, rest)


def _close(play: Any, closing: Iterable[Closing], before: Any) -> None:
    """Carry out what comes behind what was done, which for some is to be compared with the scene before it."""
    for close, compares in closing:
        if compares:
            close(play, before)
        else:
            close(play)
