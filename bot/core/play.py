"""One order being carried out: the scene as it stands, dice and answers, and all that was told so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Generic, TypeAlias, TypeVar

from bot.core.dice import Ask, EnumeratingDice, Roll
from bot.core.errors import RuleViolation, absent
from bot.core.events import Audience, Event, Stood
from bot.core.ground.lost import sight_changes
from bot.core.ground.passing import NOBODY, after_stop, passing_behind, with_since
from bot.core.orders import Act
from bot.core.scene import Question, Scene
from bot.core.source import Meanwhile, Source, Stakes
from bot.core.terms import Term

S = TypeVar("S")
G = TypeVar("G")
T = TypeVar("T")
O = TypeVar("O")  # noqa: E741  an order, or one that is an action

Fold: TypeAlias = Callable[[Scene[S, G], Event, str | None], tuple[Event, Scene[S, G]]]
"""An event as it is kept, and what becomes of a scene by it, given who is doing it as ``Play.doing`` has it."""

WhatFollows: TypeAlias = Mapping[type[Event], Iterable[Callable[[Any, Any], None]]]
"""What each kind of event brings about at once: rules that are given the play and the event."""

Hindrance: TypeAlias = Callable[[S, str, str], RuleViolation | None]
"""Why somebody in a state may not act, None where it may: given the state, who it is, and what it would do.

What it would do is the name of an action, or "" for a free shot, a reaction, or what else goes on by itself.
"""

EVERYBODY = ""
"""Stands for the actor where what happens is at nobody's turn and counts for everybody at once."""


@dataclass(frozen=True, slots=True)
class Book(Generic[T]):
    """What a campaign plays by: the tables with its own values, the value of every switch, the rule of every action.

    ``adds`` are the summands that features add to numbers, by the type of what is judged. ``hindrance`` says who may
    not act; None in a system that asks by itself, where whatever happens at a moment is as if all did it together.
    """

    tables: T
    options: Mapping[str, Any]
    rules: Mapping[str, Callable[[Any, Act], None]] = field(default_factory=dict)
    adds: Mapping[type, Iterable[Callable[[Any, Any], Iterable[Term]]]] = field(default_factory=dict)
    hindrance: Hindrance[Any] | None = None


class Reading(Generic[S, G, T]):
    """A scene with the book it is played by: whoever has only this can tell nothing and roll nothing."""

    def __init__(self, scene: Scene[S, G], book: Book[T]) -> None:
        self.scene = scene
        self.book = book
        self.tables = book.tables
        self.options = book.options

    def at_opening(self, actor: str) -> S:
        """Return the state that an action of ``actor`` is judged by: without what others do at the same moment."""
        return self.scene.opening.get(actor, self.scene.combatants[actor].state)

    def as_seen(self, actor: str) -> S:
        """Return the state in which others find ``actor``: without what is done at the same moment, by itself too."""
        return self.scene.before.get(actor, self.scene.combatants[actor].state)

    def hindrance(self, actor: str, action: str = "") -> RuleViolation | None:
        """Return why somebody may not act; None where it may.

        An ``action`` of its own turn is judged with what others do at the same moment left out. What has a moment of
        its own, a free shot or a reaction, is judged as everybody stands.
        """
        combatant = self.scene.combatants.get(actor)
        if combatant is None:
            return absent(actor)
        state = self.at_opening(actor) if action else combatant.state
        return self.book.hindrance(state, actor, action) if self.book.hindrance else None

    def check_able(self, actor: str, action: str = "") -> None:
        """Raise RuleViolation where somebody may not act."""
        found = self.hindrance(actor, action)
        if found:
            raise found

    def distance(self, one: str, other: str) -> float | None:
        """Return the distance between two in metres, if it is known."""
        return self.scene.range_m(one, other)

    def added_to(self, judged: object) -> Iterator[Term]:
        """Yield what every feature adds to a number that is about ``judged``."""
        for adding in self.book.adds.get(type(judged), ()):
            yield from adding(self, judged)

    def price(self, cost: int | None) -> None:
        """Name what an action costs, None where nothing is counted, before it does anything.

        Nothing may refuse it after that: an action that is only tried goes no further.
        """

    def supposing(self, scene: Scene[S, G]) -> Reading[S, G, T]:
        """Return a scene that is not, read by the same book."""
        return Reading(scene, self.book)


class Play(Reading[S, G, T]):
    """One order being carried out: ``scene`` is always the newest, ``events`` are those told so far.

    ``moments`` say of each event what of the order's consequences it happened in, "" where not by itself. ``follows``
    are the rules that follow the events that are told; nothing follows from what those tell, unless the event halts
    an action. ``doing`` is who acts in its own turn, EVERYBODY where nobody who may act now does, None where a system
    does not tell these apart.
    ``roll``, ``ask``, ``about`` and ``by_itself`` are those of the ``source``. What is ``only_tried`` ends with the
    rule: what is around an action does not follow. ``passing`` are those who pause on their way where nobody looks.
    """

    only_tried = False
    passing = NOBODY

    def __init__(self, scene: Scene[S, G], book: Book[T], source: Source, fold: Fold[S, G]) -> None:
        super().__init__(scene, book)
        self.source = source
        self.events: list[Event] = []
        self.moments: list[str] = []
        self._fold = fold
        self.follows: WhatFollows = {}
        self.doing = EVERYBODY if book.hindrance else None
        source.scene = scene
        self.roll, self.ask, self.about, self.by_itself = source.roll, source.answer, source.about, source.by_itself

    def part(self, name: str) -> Meanwhile:
        """While this lasts, a part of an act is played, whose rolls are told from those of its other parts."""
        return self.source.part(name)

    def tell(self, event: Event) -> None:
        """Let something happen: the scene is the one after it, and what follows from it has happened too.

        Whoever pauses on its way where nobody has looked is looked for before anything of which all may know.
        """
        if isinstance(event, Stood):
            event = with_since(self.passing, self.scene.ground, event)
            self.passing = after_stop(self.passing, event)
        elif self.passing and event.audience is Audience.ALL:
            self._look()
        before = self.scene
        self._told(event)
        self.source.scene = self.scene
        if self.scene.ground is not before.ground:
            for change in sight_changes(before, self.scene):
                self._told(change)
        following = self.follows.get(type(event), ())
        if following and not (isinstance(event, Stood) and event.passing):
            self._let_follow(following, event)

    def _look(self) -> None:
        """Have those who are passing stand where they pause."""
        places = self.scene.ground.places if self.scene.ground else {}
        for actor, since in [*self.passing.items()]:
            self.tell(Stood(actor=actor, place=places.get(actor, since), came_from=since))

    def _told(self, event: Event) -> None:
        kept, self.scene = self._fold(self.scene, event, self.doing)
        self.events.append(kept)
        self.moments.append(self.source.moment)

    def _let_follow(self, following: Iterable[Callable[..., None]], event: Event) -> None:
        before, own = self.follows, type(event)
        self.follows = {kind: rules for kind, rules in before.items() if kind is not own} if event.halts else {}
        try:
            for follow in following:
                follow(self, event)
        finally:
            self.follows = before

    def turn_of(self, actor: str) -> Meanwhile:
        """Have what happens within be done by somebody who may act at the moment: at once with what the others do."""
        return Meanwhile(self, "doing", actor if self.book.hindrance else None)

    def own_moment(self) -> Meanwhile:
        """Have what happens within count at once, in a moment of its own, as a free shot or a reaction does."""
        return self.turn_of(EVERYBODY)

    def attempt(self) -> RefusablePart:
        """Return a part of the order that may be refused while the rest goes on."""
        return RefusablePart(self)

    def back_to(self, scene: Scene[S, G], told: int) -> None:
        """Take back all but the first ``told`` events; dice that fell have fallen."""
        self.scene = self.source.scene = scene
        del self.events[told:], self.moments[told:]
        self.passing = passing_behind(self.events)

    def tried(self, rule: Callable[[Play[S, G, T], O], None], order: O) -> int | None:
        """Return what an order would cost, as far as that shows before a roll or a question; None where it has none.

        Raises:
            RuleViolation: it is not possible, whatever falls and is answered.
        """
        try:
            rule(_Trial(self.scene, self.book, _Untouched(), self._fold), order)
        except _Tried as tried:
            return tried.cost
        return None


class RefusablePart:
    """A part of an order: where it is refused, what it has told is taken back, and ``refusal`` says why."""

    def __init__(self, play: Play[Any, Any, Any]) -> None:
        self._play = play
        self._scene = play.scene
        self._told = len(play.events)
        self.refusal: RuleViolation | None = None

    def __enter__(self) -> RefusablePart:
        return self

    def __exit__(self, kind: object, raised: BaseException | None, trace: TracebackType | None) -> bool:
        if not isinstance(raised, RuleViolation):
            return False
        self.refusal = raised
        self._play.back_to(self._scene, self._told)
        return True


class _Tried(BaseException):
    """An action that was only tried has come as far as that goes; no rule catches this."""

    def __init__(self, cost: int | None = None) -> None:
        super().__init__(cost)
        self.cost = cost


class _Untouched(Source):
    """The source of what is only tried: nothing is rolled, and nobody is asked."""

    def __init__(self) -> None:
        super().__init__(EnumeratingDice())

    def roll(self, ask: Ask) -> Roll:
        """Give no face away."""
        raise _Tried

    def answer(self, question: Question, stakes: Stakes | None = None) -> str:
        """Ask nobody."""
        raise _Tried


class _Trial(Play[S, G, T]):
    """A play in which nothing stays: it ends where dice, an answer or a price are called for."""

    only_tried = True

    def price(self, cost: int | None) -> None:
        raise _Tried(cost)
