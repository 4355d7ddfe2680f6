"""How events are summed up: each kind opens a story under a headline, changes somebody, or explains that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec

from bot.core.errors import AssemblyError
from bot.core.events import (
    AreaGone,
    AreaMarked,
    Concealed,
    Enlisted,
    Entrusted,
    Event,
    FightEnded,
    GroundLaid,
    OutdatedCounted,
    PieceGone,
    PieceSet,
    Placed,
    RangeSet,
    Released,
    Renamed,
    Revealed,
    SheetEdited,
    SquadFormed,
    SquadOrdered,
)
from bot.core.narration import Parts
from bot.core.views import Viewer, hides, knows
from bot.core.wording import Line, bad

E = TypeVar("E", bound=Event)
F = TypeVar("F", bound=Callable[..., Any])

ASIDES: frozenset[type[Event]] = frozenset((RangeSet, OutdatedCounted))
"""What is said of the scene before somebody does something, and only of use for that."""

_COMING_AND_GOING: frozenset[type[Event]] = frozenset(
    (Enlisted, Released, Revealed, Concealed, Renamed, Entrusted, SheetEdited, SquadFormed, SquadOrdered, FightEnded)
)
_OF_THE_SCENE: frozenset[type[Event]] = frozenset(
    (RangeSet, GroundLaid, PieceSet, PieceGone, AreaMarked, AreaGone, Placed)
)
BESIDE = _COMING_AND_GOING | _OF_THE_SCENE
"""Who comes and goes, in whose hands, what a GM says of the scene, and its end: nobody does it, whatever was called."""


class Change(msgspec.Struct, frozen=True):
    """What became of somebody, said behind the name and a ``verb`` that several in a row share.

    One with the same ``key`` takes the place of the one before; ``fate`` is its word in a headline, empty where it is
    not worth one. It is about the ``actor`` of its event where it names nobody, and what is not ``told`` here the
    event's own words say. What somebody ``has`` by then is said behind the last of those that share its verb.
    """

    told: Parts = ()
    verb: str = ""
    key: str = ""
    fate: str = ""
    actor: str = ""
    has: Parts = ()


class Passage(msgspec.Struct, frozen=True):
    """What followed from an event as one viewer may read it, whom it ``changed``, and the last word on the fate of
    each person in it."""

    events: Sequence[Event]
    fates: Mapping[str, str]
    changed: frozenset[str] = frozenset()

    def of(self, kind: type[E]) -> list[E]:
        """Return what of one kind followed."""
        return [event for event in self.events if isinstance(event, kind)]

    def fate_of(self, actor: str) -> Parts:
        """Return what became of somebody as the end of a headline; nothing where that is not worth a word."""
        fate = self.fates.get(actor)
        return (", ", bad(fate)) if fate else ()

    def outcome_of(self, attack: Event, viewer: Viewer, *, hit: bool) -> Parts:
        """Return what became of whom an attack was meant for, as the end of its headline.

        Of somebody in sight whose condition the viewer may not know, and in whom a hit changes nothing that all see,
        that is said.
        """
        actor = attack.target
        secret = not (knows(attack, actor, viewer) or hides(attack, actor, viewer))
        return (", no effect seen",) if hit and secret and actor not in self.changed else self.fate_of(actor)


Heading: TypeAlias = Callable[[Any, Passage, Viewer], Line]
Changing: TypeAlias = Callable[[Any, Viewer], Change | None]


def falls(known: str, seen: str = "down") -> Changing:
    """Return the fate in an event's own words: for those who know the condition of whom it befell, and for others."""

    def fallen(event: Event, viewer: Viewer) -> Change:
        return Change(fate=known if knows(event, event.actor, viewer) else seen)

    return fallen


class Story:
    """How events are summed up: which open a passage under a headline, which change somebody, which only explain."""

    def __init__(self) -> None:
        self.headings: dict[type[Event], Heading | None] = {}
        self.changes: dict[type[Event], Changing] = {}
        self.rows: dict[type[Event], str] = {}
        self.alike: dict[type[Event], tuple[str, str]] = {}
        self.leads: set[type[Event]] = set()
        self.behind: set[type[Event]] = set(ASIDES)
        self.reasons: dict[type[Event], str] = {}
        self.announced: set[type[Event]] = set()
        self.turns: set[type[Event]] = set()
        self.answered: set[type[Event]] = set()

    def headline(self, *kinds: type[Event]) -> Callable[[F], F]:
        """Register the headline of all that follows from one kind of event or several, of which everybody is told."""

        def register(heading: F) -> F:
            self._add(dict.fromkeys(kinds, heading), {})
            return heading

        return register

    def change(self, *kinds: type[Event]) -> Callable[[F], F]:
        """Register what becomes of somebody by one kind of event or several; only what has words is asked about."""

        def register(changing: F) -> F:
            self._add({}, dict.fromkeys(kinds, changing))
            return changing

        return register

    def opens(self, *kinds: type[Event]) -> None:
        """Register kinds of events whose own first line, told to everybody, heads all that follows from them."""
        self._add(dict.fromkeys(kinds), {})

    def as_told(self, *kinds: type[Event], fate: str = "") -> None:
        """Register kinds of events whose own first line says, behind the name, what became of somebody."""
        self._add({}, dict.fromkeys(kinds, lambda _event, _viewer: Change(fate=fate)))

    def explains(self, *kinds: type[Event]) -> None:
        """Register kinds of events that only explain the headline before them."""
        self._add({}, dict.fromkeys(kinds, lambda _event, _viewer: None))

    def gathers(self, *kinds: type[Event], verb: str = "") -> None:
        """Register kinds of events that are told of several people in one line, a common ``verb`` only of the first."""
        self.rows |= dict.fromkeys(kinds, verb)

    def gathers_alike(self, *kinds: type[Event], several: str, one: str = "") -> None:
        """Register kinds of events of which the same is told of all: several people are named before it once.

        Where ``one`` is said, those only of which that is told are gathered, whichever of the kinds they are.
        """
        self.gathers(*kinds)
        self.alike |= dict.fromkeys(kinds, (several, one))

    def leads_to(self, *kinds: type[Event]) -> None:
        """Register kinds of events that begin the headline of what comes of them, where that has one."""
        self.leads |= {*kinds}

    def stands_behind(self, *kinds: type[Event]) -> None:
        """Register kinds of events that are said behind what comes of them, though they happen before."""
        self.behind |= {*kinds}

    def reason(self, *kinds: type[Event], why: str) -> None:
        """Register kinds of events that say ``why`` somebody changes next to those who may not read of them."""
        self.reasons |= dict.fromkeys(kinds, why)

    def announces(self, *kinds: type[Event]) -> None:
        """Register kinds of events that call out what may come, and are a story only with what is then done."""
        self.announced |= {*kinds}

    def begins_turns(self, *kinds: type[Event]) -> None:
        """Register kinds of quiet events with which somebody's turn begins: what came before ends with them."""
        self.turns |= {*kinds}

    def answers_alone(self, *kinds: type[Event]) -> None:
        """Register kinds of quiet events that are told whoever ordered them, and nobody else."""
        self.answered |= {*kinds}

    def is_heard(self, event: Event) -> bool:
        """Tell whether a story needs an event: for what is told of it, or since something ends with it."""
        return not event.quiet or type(event) in self.turns

    def _add(self, headings: Mapping[type[Event], Heading | None], changes: Mapping[type[Event], Changing]) -> None:
        for kind in (*headings, *changes):
            if kind in self.headings or kind in self.changes:
                raise AssemblyError(f"{kind.__name__} is summed up twice")
        self.headings |= headings
        self.changes |= changes

    @classmethod
    def of(cls, parts: Iterable[Story]) -> Story:
        """Return what several features register, each kind of event once."""
        whole = cls()
        for each in parts:
            whole._add(each.headings, each.changes)
            whole.rows |= each.rows
            whole.alike |= each.alike
            whole.leads |= each.leads
            whole.behind |= each.behind
            whole.reasons |= each.reasons
            whole.announced |= each.announced
            whole.turns |= each.turns
            whole.answered |= each.answered
        return whole
