"""One order being carried out: the scene as it stands, dice and answers, and all that was told so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

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
"""Given a scene, an event and who acts (``Play.doing``), returns the event as it is kept and the scene after it."""

WhatFollows: TypeAlias = Mapping[type[Event], Iterable[Callable[[Any, Any], None]]]
"""The rules that are carried out as soon as an event of a kind is told; each is given the play and the event."""

Hindrance: TypeAlias = Callable[[S, str, str], RuleViolation | None]
"""Given a state, whose it is and what that person would do, returns why it may not; None where it may.

What it would do is the name of an action, or "" for a free shot, a reaction, or what else goes on by itself.
"""

EVERYBODY = ""
"""Stands for the actor where something happens outside everybody's turn, and counts for everybody at once."""


class Book(msgspec.Struct, Generic[T], frozen=True):
    """What a campaign plays by: the tables with its own values, the value of every switch, the rule of every action.

    ``adds`` has the functions by which features add terms to a number, by the type of what the number is about.
    ``hindrance`` tells why somebody may not act. It is None in a system whose own rules check that; there nobody who
    acts at a moment is affected by what the others do at it.
    """

    tables: T
    options: Mapping[str, Any]
    rules: Mapping[str, Callable[[Any, Act], None]] = msgspec.field(default_factory=dict)
    adds: Mapping[type, Iterable[Callable[[Any, Any], Iterable[Term]]]] = msgspec.field(default_factory=dict)
    hindrance: Hindrance[Any] | None = None


class Reading(Generic[S, G, T]):
    """A scene with the book it is played by, to look at: a reading has no way to tell an event or to roll dice."""

    def __init__(self, scene: Scene[S, G], book: Book[T]) -> None:
        self.scene = scene
        self.book = book
        self.tables = book.tables
        self.options = book.options

    def at_opening(self, actor: str) -> S:
        """Return the state that an action of ``actor`` is judged by: without what others do at the same moment."""
        return self.scene.opening.get(actor, self.scene.combatants[actor].state)

    def as_seen(self, actor: str) -> S:
        """Return the state in which others find ``actor``: without what anybody, ``actor`` too, does at this moment."""
        return self.scene.before.get(actor, self.scene.combatants[actor].state)

    def hindrance(self, actor: str, action: str = "", *, in_turn: bool = False) -> RuleViolation | None:
        """Return why somebody may not act; None where it may.

        An ``action`` of its own turn, and what goes on ``in_turn``, is judged with what others do at the same moment
        left out. What has a moment of its own, a free shot or a reaction, is judged as everybody stands.
        """
        combatant = self.scene.combatants.get(actor)
        if combatant is None:
            return absent(actor)
        state = self.at_opening(actor) if action or in_turn else combatant.state
        return self.book.hindrance(state, actor, action) if self.book.hindrance else None

    def check_able(self, actor: str, action: str = "") -> None:
        """Raise RuleViolation where somebody may not act."""
        found = self.hindrance(actor, action)
        if found:
            raise found

    def distance(self, one: str, other: str) -> float | None:
        """Return the distance between two in metres, if it is known."""
        return self.scene.range_m(one, other)

    def added_terms(self, subject: object) -> Iterator[Term]:
        """Yield the terms that all features add to a number about ``subject``, such as how hard a shot is."""
        for adding in self.book.adds.get(type(subject), ()):
            yield from adding(self, subject)

    def price(self, cost: int | None) -> None:
        """State what an action costs before it does anything; None where no cost is counted.

        A rule must not refuse the action after this call, because an action that is only tried ends here.
        """

    def supposing(self, scene: Scene[S, G]) -> Reading[S, G, T]:
        """Return a reading of another scene, such as one that is only supposed, with the same book."""
        return Reading(scene, self.book)


class Play(Reading[S, G, T]):
    """One order being carried out: ``scene`` is always the newest, ``events`` are those told since it ``began``.

    ``moments`` has one entry for each event: what was happening by itself when it was told, such as a round's end, or
    "" where it is the order's own. ``follows`` has the rules that are carried out when an event is told. While they
    are, no further rules follow from what they tell, unless the event halts an action. ``doing`` is who acts in its own
    turn, EVERYBODY where nobody does, and None in a system that does not distinguish these.
    ``roll``, ``ask``, ``about`` and ``by_itself`` are those of the ``source``. Where a play is ``only_tried``, the rule
    of an action is run without what happens around it. ``passing`` are those who pause on their way where nobody looks.
    """

    only_tried = False
    passing = NOBODY

    def __init__(self, scene: Scene[S, G], book: Book[T], source: Source, fold: Fold[S, G]) -> None:
        super().__init__(scene, book)
        self.began = scene
        self.source = source
        self.events: list[Event] = []
        self.moments: list[str] = []
        self._fold = fold
        self.follows: WhatFollows = {}
        self.doing = EVERYBODY if book.hindrance else None
        source.scene = scene
        self.roll, self.ask, self.about, self.by_itself = source.roll, source.answer, source.about, source.by_itself

    def part(self, name: str) -> Meanwhile:
        """Play a part of an act within this; its rolls are kept apart from those of the other parts."""
        return self.source.part(name)

    def tell(self, event: Event) -> None:
        """Let an event happen: on return ``scene`` is the one after it, and the rules that follow it are carried out.

        Those who have paused on their way where nobody looks come to stand there before an event that all may know of.
        """
        if isinstance(event, Stood):
            event = with_since(self.passing, self.scene.ground, event)
            self.passing = after_stop(self.passing, event)
        elif self.passing and event.audience is Audience.ALL:
            self._look()
        before = self.scene
        self._fold_in(event)
        self.source.scene = self.scene
        if self.scene.ground is not before.ground:
            for change in sight_changes(before, self.scene):
                self._fold_in(change)
        following = self.follows.get(type(event), ())
        if following and not (isinstance(event, Stood) and event.passing):
            self._let_follow(following, event)

    def _look(self) -> None:
        """Tell that those who are passing stand where they have paused, so that it is looked who sees them there."""
        places = self.scene.ground.places if self.scene.ground else {}
        for actor, since in [*self.passing.items()]:
            self.tell(Stood(actor=actor, place=places.get(actor, since), came_from=since))

    def _fold_in(self, event: Event) -> None:
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
        """Let events told within this be of the turn of ``actor``, who acts at once with the others on its key."""
        return Meanwhile(self, "doing", actor if self.book.hindrance else None)

    def own_moment(self) -> Meanwhile:
        """Let events told within this count for everybody at once, as those of a free shot or a reaction do."""
        return self.turn_of(EVERYBODY)

    def attempt(self) -> RefusablePart:
        """Return a block for ``with``: a refusal within it takes back what was told there, and the order goes on."""
        return RefusablePart(self)

    def back_to(self, scene: Scene[S, G], left: int) -> None:
        """Take back all events but the first ``left``, which led to ``scene``; dice that have fallen stay so."""
        self.scene = self.source.scene = scene
        del self.events[left:], self.moments[left:]
        self.passing = passing_behind(self.events)

    def tried(self, rule: Callable[[Play[S, G, T], O], None], order: O) -> int | None:
        """Run a rule on a trial of this scene, up to its first price, roll or question, and return the price.

        None is returned where a roll, a question or the rule's end comes before a price, or no cost is counted.

        Raises:
            RuleViolation: the order is not possible, whatever the dice and the answers would be.
        """
        try:
            rule(_Trial(self.scene, self.book, _Untouched(), self._fold), order)
        except _Tried as tried:
            return tried.cost
        return None


class RefusablePart:
    """A part of an order. Where it is refused, the events told in it are taken back, and ``refusal`` says why."""

    def __init__(self, play: Play[Any, Any, Any]) -> None:
        self._play = play
        self._scene = play.scene
        self._events_before = len(play.events)
        self.refusal: RuleViolation | None = None

    def __enter__(self) -> RefusablePart:
        return self

    def __exit__(self, kind: object, raised: BaseException | None, trace: TracebackType | None) -> bool:
        if not isinstance(raised, RuleViolation):
            return False
        self.refusal = raised
        self._play.back_to(self._scene, self._events_before)
        return True


class _Tried(BaseException):
    """Ends a trial at its first price, roll or question. A BaseException, so that no rule catches it."""

    def __init__(self, cost: int | None = None) -> None:
        super().__init__(cost)
        self.cost = cost


class _Untouched(Source):
    """The source of a trial, which ends instead of rolling dice or asking a question."""

    def __init__(self) -> None:
        super().__init__(EnumeratingDice())

    def roll(self, ask: Ask) -> Roll:
        """End the trial."""
        raise _Tried

    def answer(self, question: Question, stakes: Stakes | None = None) -> str:
        """End the trial."""
        raise _Tried


class _Trial(Play[S, G, T]):
    """A play that is thrown away: it ends at the first price, roll or question."""

    only_tried = True

    def price(self, cost: int | None) -> None:
        raise _Tried(cost)
