"""The whole plug: what a rule system must offer to be played, and nothing of how it plays."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from bot.core.events import Event
from bot.core.ground.places import Place
from bot.core.ground.sight import Figure
from bot.core.narration import Prompts
from bot.core.options import ActionSpec, Choice, OptionSpec, SheetSpec
from bot.core.orders import Act
from bot.core.play import Book, Play
from bot.core.scene import Away, Combatant, Scene, Sheet
from bot.core.shapes import Shape
from bot.core.tables import OwnRow
from bot.core.telling.cards import Card
from bot.core.telling.story import Story
from bot.core.telling.tally import DeedCount, Tested
from bot.core.timeline import Key, Slot
from bot.core.views import Viewer
from bot.core.wording import Line

S = TypeVar("S")
G = TypeVar("G")


class Ruleset(Protocol[S, G]):
    """A rule system. Everything here is a pure function of its arguments.

    ``reports`` are what can be looked up beside the status, by topic, for an actor or for all: "". ``chances`` are what
    odds can be asked about: each names the outcome that an event means, or None while it is still open.
    """

    key: str
    title: str
    version: int
    sheet: SheetSpec
    actions: Mapping[str, ActionSpec]  # all there are, whatever a campaign has switched on
    options: Mapping[str, OptionSpec]  # the campaign switches that it knows
    open_rows: Mapping[str, tuple[str, ...]]  # rows of the tables to which a campaign may add others
    events: tuple[type[Event], ...]  # its own types
    state_type: Any  # with what the codec decodes a combatant's state
    scene_state_type: Any  # and with what the state of a scene
    shape: Shape  # the version of those two, with the lifts from older ones
    reports: Mapping[str, Callable[[Scene[S, G], str, Viewer], tuple[Line, ...]]]
    chances: Mapping[str, Callable[[Event], str | None]]
    hits: frozenset[str]  # the outcomes of the first question that are a hit
    harms: Mapping[type[Event], str]  # events by which somebody is hurt, where the field that is named holds something
    priced_in: str  # what actions cost so many of, where that has a name
    prompts: Prompts  # say what its questions are about
    moving: frozenset[type[Event]]  # events after which what was said of where their actor stands holds no longer
    most_stopped: int  # the most that may be said of what a thing stops; 0 where only words of a table can
    goes_on: bool  # ``after_order`` does something
    goes_on_with_areas: bool  # and nothing where no area lies on a ground

    def actions_under(self, options: Mapping[str, Any]) -> Mapping[str, ActionSpec]:
        """Return the actions that a campaign with these values plays with, each with the inputs it has there."""
        ...

    def empty_state(self) -> G:
        """Return the ruleset's own state of an empty scene."""
        ...

    def lasting(self, scene_state: G) -> G:
        """Return what of the scene's own state outlives a fight, such as mines."""
        ...

    def common_state(self, scene: Scene[S, G], viewer: Viewer) -> G:
        """Return what a player may know of the scene's own state: nothing hidden, nor anything of whoever is hidden."""
        ...

    def enlist(self, sheet: Sheet, options: Mapping[str, Any]) -> S:
        """Return the combatant state that a validated sheet makes."""
        ...

    @property
    def edits_interrupt(self) -> bool:
        """Tell whether an edited sheet ends what was under way with a weapon that is in hand no more."""
        ...

    def amend(self, state: S, sheet: Sheet, options: Mapping[str, Any], *, interrupts: bool) -> S:
        """Return the state after its sheet was edited: what the fight alone knows of it stays, but for what was under
        way where the edit ``interrupts``.
        """
        ...

    def own_rows(self, options: Mapping[str, Any]) -> tuple[OwnRow, ...]:
        """Return the rows that a campaign with these values adds to tables."""
        ...

    def project(self, combatant: Combatant[S], options: Mapping[str, Any]) -> Sheet:
        """Return the sheet as it stands now, with what a fight under these options did to it."""
        ...

    def facts(self, scene: Scene[S, G], act: Act) -> Mapping[str, Any]:
        """Return what this scene knows of inputs of ``act`` that are not the player's own, whatever was said of them.

        It is what counts where an input is left out. Whoever is named may not be here.
        """
        ...

    def as_met(self, scene: Scene[S, G], act: Act) -> Scene[S, G]:
        """Return the scene by which it is judged whether the actor of ``act`` sees whom it names."""
        ...

    def public(self, state: S) -> S:
        """Return what anyone can see of a combatant of the GM's side."""
        ...

    def public_to(self, state: S, known: Collection[str]) -> S:
        """Return the same with what it has to do with those who are ``known`` to all."""
        ...

    def is_down(self, state: S) -> bool:
        """Tell whether somebody looks as if it could do nothing more: dead or only out of it, it looks the same."""
        ...

    def looks_out(self, state: S) -> bool:
        """Tell whether somebody on a ground looks out for its side: that sees what it sees."""
        ...

    def is_thing(self, state: S) -> bool:
        """Tell whether it is a thing, such as a vehicle, which breaks piece by piece and is never hurt or down."""
        ...

    def is_attack(self, event: Event) -> bool:
        """Tell whether an event is an attack of its actor, on its target where it names one."""
        ...

    def figure(self, state: S, place: Place) -> Figure:
        """Return how high somebody is in a state, and its eye, where it stands: as anyone can see it."""
        ...

    def book(self, options: Mapping[str, Any]) -> Book[Any]:
        """Return what a campaign with these values plays by."""
        ...

    def decide(self, play: Play[S, G, Any], order: Act) -> None:
        """Carry out one action; its actor may act, and its inputs have the kinds its ActionSpec says.

        Raises:
            RuleViolation: the action is not possible; the play is thrown away, or goes back to where it was.
        """
        ...

    def evolve(self, scene: Scene[S, G], event: Event) -> Scene[S, G]:
        """Return the scene after one of the ruleset's own events."""
        ...

    def open_round(self, play: Play[S, G, Any]) -> None:
        """Begin a fight: lay the first agenda."""
        ...

    def close_round(self, play: Play[S, G, Any]) -> None:
        """End what ends with an agenda that is empty, and lay the next."""
        ...

    def joined(self, play: Play[S, G, Any], actor: str) -> None:
        """Give ``actor``, who enters an open fight, its place in the agenda."""
        ...

    def period(self, scene: Scene[S, G]) -> Key:
        """Return what stands for the round that is being played: no two of a fight have the same."""
        ...

    def late(self, state: S) -> tuple[str, ...]:
        """Return the kinds of what somebody in ``state`` may still do in an open fight whose moment has passed."""
        ...

    def moments(self, kinds: Iterable[str]) -> tuple[str, ...]:
        """Return what people call the moments of such kinds, each once; nothing of those that have no name."""
        ...

    def after_order(self, play: Play[S, G, Any]) -> None:
        """Let happen what does so by itself behind an order or the beginning of a round, such as the next turn.

        It is asked again until nothing changes.
        """
        ...

    def returned(self, play: Play[S, G, Any], actor: str, away: Away[S]) -> None:
        """Let ``actor`` come back into the round it left, in which it has what it had when it was ``away``.

        The slots that have passed meanwhile are not given back.
        """
        ...

    def leaving(self, play: Play[S, G, Any], actor: str) -> None:
        """Let happen what comes of it that a GM or its player is about to take somebody out of the scene."""
        ...

    def left(self, play: Play[S, G, Any]) -> None:
        """Let happen what comes of it that somebody has left, whom the fight may have waited for."""
        ...

    def placed(self, play: Play[S, G, Any], put: Sequence[str] = ()) -> None:
        """Let happen what comes of it that people were laid out or came in, or that a GM ``put`` some elsewhere."""
        ...

    def furnished(self, play: Play[S, G, Any]) -> None:
        """Let happen what comes of it that a GM set, changed or took a thing of the ground."""
        ...

    def shown(self, play: Play[S, G, Any], actor: str) -> None:
        """Let happen what comes of it that a GM revealed somebody or hid them."""
        ...

    def measured(self, play: Play[S, G, Any], one: str, other: str, before: Scene[S, G]) -> None:
        """Let happen what comes of it that a GM said how far apart two are, of whom that was not so ``before``."""
        ...

    def edited(self, play: Play[S, G, Any], before: Scene[S, G]) -> None:
        """Let happen what comes of it that somebody's sheet was edited, who was as in ``before``."""
        ...

    def idle(self, scene: Scene[S, G], slot: Slot) -> Act:
        """Return the default of somebody who may act on ``slot`` and is not waited for any longer."""
        ...

    def candidates(self, scene: Scene[S, G], action: str, key: str, given: Mapping[str, Any]) -> Sequence[Choice]:
        """Return what fits input ``key`` of ``action`` in a view of a scene; ``given`` holds ``actor`` and the rest."""
        ...

    def lines(self, event: Event, viewer: Viewer, *, brief: bool = False) -> tuple[Line, ...]:
        """Return the words for one of the ruleset's own events, as ``viewer`` may read them.

        In ``brief``, what explains them may be no more than a mark.
        """
        ...

    def kept_by(self, state: S) -> str:
        """Return what keeps somebody in a state from acting, as it is said behind the name; empty for nothing."""
        ...

    def noticed(self, state: S) -> S:
        """Return what somebody knows of its own state: not what the GM alone knows that it has come into."""
        ...

    def mended_by(self, state: S) -> str:
        """Return by which action what is in hand fires again: a jam is cleared, an empty weapon loaded.

        Empty where it fires, where it is nothing that fires, and where nothing helps.
        """
        ...

    def spare_arm(self, scene: Scene[S, G], actor: str) -> str:
        """Return the key of a weapon that somebody carries and that fires, where what is in hand does not.

        Empty where that one fires or an action would have it fire again, and where nothing else does.
        """
        ...

    def leading_to(self, scene: Scene[S, G], act: Act) -> Iterable[Act]:
        """Return what somebody under a standing order does before an act or in its place, the best first.

        Each is taken only where the rules let it be, such as a stance that is declared for what follows.
        """
        ...

    def moments_of(self, scene: Scene[S, G], act: Act) -> tuple[str, ...]:
        """Return of which kinds the moments are that an action is meant for as it is said; empty for all of its own."""
        ...

    @property
    def story(self) -> Story:
        """Return how the ruleset's events are summed up."""
        ...

    def status(self, scene: Scene[S, G], actor: str, viewer: Viewer) -> Line:
        """Return one line on a combatant of a view: what ``viewer`` may know of its time and condition."""
        ...

    def clock(self, scene: Scene[S, G]) -> Line:
        """Return one line on where in time the fight stands."""
        ...

    def clock_note(self, scene: Scene[S, G]) -> Line | None:
        """Return what explains the moment that the clock shows to whoever is new to the rules; None where it needs no
        words. Unlike the clock's own words no button hangs on them.
        """
        ...

    def describe(self, sheet: Sheet, options: Mapping[str, Any]) -> tuple[Line, ...]:
        """Return a sheet in words, with the values derived from it."""
        ...

    def card(self, state: S, options: Mapping[str, Any]) -> Card | None:
        """Return what a card tells of somebody in a state, None where the system has no words for that."""
        ...

    def counts(self, event: Event) -> tuple[DeedCount, ...]:
        """Return whom one of the ruleset's events counts for, and as what."""
        ...

    def tested(self, scene: Scene[S, G], event: Event) -> Iterable[Tested]:
        """Return whose dice fell in one of the ruleset's events, and with which chance, by what ``scene`` plays by."""
        ...
