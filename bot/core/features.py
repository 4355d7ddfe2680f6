"""A rule system put together from its features; what one leaves out, or two say, is found before anything is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, TypeGuard, TypeVar

import msgspec

from bot.core.actions import Action, Given, carrying_out, fitting
from bot.core.errors import AssemblyError
from bot.core.events import CORE_EVENTS, AtOnce, Event, Personal, type_of
from bot.core.options import Choice
from bot.core.orders import Act
from bot.core.play import Reading
from bot.core.telling.story import Story
from bot.core.terms import Term
from bot.core.views import Viewer
from bot.core.wording import EXPLAINED, Line

A = TypeVar("A", bound=Action)
E = TypeVar("E", bound=Event)
F = TypeVar("F", bound=Callable[..., Any])
K = TypeVar("K")
P = TypeVar("P")
V = TypeVar("V")
T = TypeVar("T")

Lines = tuple[Line, ...]
Telling = Callable[[Any, Viewer], Lines]
Explaining = tuple[Telling, Callable[[Any, Viewer], bool] | None]
"""What explains an event, and whether it does: always where nothing tells that."""

Rule = Callable[[Any, Act], None]
"""Carries out an action on a play."""

Hearing = Callable[[Any, Any], Any]
"""The scene after an event of another feature, of which this one keeps something."""

FollowingRule = Callable[[Any, Any], None]
"""Carries out, on a play, what an event brings about at once."""

Adding = Callable[[Any, Any], Iterable[Term]]
"""Returns the terms that a feature adds, given a reading and what the number is about."""


class Rules:
    """The rules of a feature by the actions that they carry out: ``@rules(Move)``."""

    def __init__(self) -> None:
        self.by_action: dict[str, Rule] = {}

    def __call__(self, *kinds: type[A]) -> Callable[[Callable[[P, A], None]], Callable[[P, A], None]]:
        """Register a function for one kind of action or several; it is given the play and the action."""

        def register(rule: Callable[[P, A], None]) -> Callable[[P, A], None]:
            for kind in kinds:
                _put(self.by_action, kind.offer.name, carrying_out(kind, rule))
            return rule

        return register


class Words:
    """The words of a feature by the kinds of events that they tell of: ``@words(Moved)``."""

    def __init__(self) -> None:
        self.by_event: dict[type[Event], Telling] = {}
        self.explaining: dict[type[Event], Explaining] = {}

    def __call__(self, kind: type[E]) -> Callable[[Callable[[E, Viewer], Lines]], Callable[[E, Viewer], Lines]]:
        """Register the words for a kind of event: what a viewer may read of it."""
        return partial(_registered, self.by_event, kind)

    def explain(
        self, kind: type[E], where: Callable[[E, Viewer], bool] | None = None
    ) -> Callable[[Callable[[E, Viewer], Lines]], Callable[[E, Viewer], Lines]]:
        """Register what explains a kind of event, a line at least: it is worked out only for those who read sums.

        Where not every event of the kind is explained to everybody, ``where`` tells whether one is.
        """

        def register(words: Callable[[E, Viewer], Lines]) -> Callable[[E, Viewer], Lines]:
            _put(self.explaining, kind, (words, where))
            return words

        return register


def _registered(
    found: dict[type[Event], Telling], kind: type[Event], words: Callable[[E, Viewer], Lines]
) -> Callable[[E, Viewer], Lines]:
    _put(found, kind, words)
    return words


class Hears:
    """What a feature keeps of the events of others: ``@hears(TimeSpent)``."""

    def __init__(self) -> None:
        self.by_event: dict[type[Event], Hearing] = {}

    def __call__(self, *kinds: type[Event]) -> Callable[[F], F]:
        """Register what becomes of a scene by one kind of event or several, once each has applied itself."""

        def register(hearing: F) -> F:
            for kind in kinds:
                _put(self.by_event, kind, hearing)
            return hearing

        return register


class Follows:
    """What a feature does at once when something happens, before the rule that told it goes on: ``@follows(Hit)``."""

    def __init__(self) -> None:
        self.by_event: dict[type[Event], FollowingRule] = {}

    def __call__(self, *kinds: type[Event]) -> Callable[[F], F]:
        """Register what one kind of event or several bring about."""

        def register(follow: F) -> F:
            for kind in kinds:
                _put(self.by_event, kind, follow)
            return follow

        return register


class Adds:
    """What a feature adds to a number that another adds up: ``@adds(Shot)``, by the type that the number is about."""

    def __init__(self) -> None:
        self.by_kind: dict[type, Adding] = {}

    def __call__(
        self, kind: type[V]
    ) -> Callable[[Callable[[Any, V], Iterable[Term]]], Callable[[Any, V], Iterable[Term]]]:
        """Register the terms added to numbers about one kind of thing, given a reading and the thing itself."""

        def register(adding: Callable[[Any, V], Iterable[Term]]) -> Callable[[Any, V], Iterable[Term]]:
            _put(self.by_kind, kind, adding)
            return adding

        return register


_REGISTERS = (Rules, Words, Hears, Follows, Adds, Story)


class Feature(msgspec.Struct, frozen=True):
    """A room of a system: what happens in it, what can be done, in which words, and what it hears of other rooms."""

    events: tuple[type[Event], ...]
    actions: tuple[type[Action], ...]
    rules: tuple[Rules, ...]
    words: tuple[Words, ...]
    hears: tuple[Hears, ...]
    follows: tuple[Follows, ...]
    adds: tuple[Adds, ...]
    stories: tuple[Story, ...]

    @classmethod
    def of(cls, package: ModuleType) -> Feature:
        """Return what the modules of a package define: its kinds of events, and what is registered in them."""
        modules = [import_module(f"{package.__name__}.{each.name}") for each in iter_modules(package.__path__)]
        defined = [value for module in modules for value in _defined(module)]
        return cls(
            events=tuple(each for each in defined if isinstance(each, type) and issubclass(each, Event)),
            actions=tuple(each for each in defined if _is_offered(each)),
            rules=tuple(each for each in defined if isinstance(each, Rules)),
            words=tuple(each for each in defined if isinstance(each, Words)),
            hears=tuple(each for each in defined if isinstance(each, Hears)),
            follows=tuple(each for each in defined if isinstance(each, Follows)),
            adds=tuple(each for each in defined if isinstance(each, Adds)),
            stories=tuple(each for each in defined if isinstance(each, Story)),
        )


def _defined(module: ModuleType) -> Iterator[object]:
    """Yield the types that a module defines itself, in the order in which they are written, and what it registers."""
    for value in vars(module).values():
        if isinstance(value, _REGISTERS) or (isinstance(value, type) and value.__module__ == module.__name__):
            yield value


def _is_offered(value: object) -> TypeGuard[type[Action]]:
    """Tell whether something is an action, and not only what several have in common."""
    return isinstance(value, type) and issubclass(value, Action) and "offer" in vars(value)


class Features:
    """The features of a system put together; events are heard, and numbers added up, in the order of the list."""

    def __init__(self, *packages: ModuleType) -> None:
        """Put the features together that these packages are.

        Raises:
            AssemblyError: an action without a rule or with two, an event without effect or words, or words for what
                never happens.
        """
        features = [Feature.of(package) for package in packages]
        self.actions: Mapping[str, type[Action]] = _joined(
            {kind.offer.name: kind} for each in features for kind in each.actions
        )
        self.events: tuple[type[Event], ...] = tuple(kind for each in features for kind in each.events)
        self.rules: Mapping[str, Rule] = _joined(part.by_action for each in features for part in each.rules)
        self._words: Mapping[type[Event], Telling] = _joined(part.by_event for each in features for part in each.words)
        self._explaining: Mapping[type[Event], Explaining] = _joined(
            part.explaining for each in features for part in each.words
        )
        self.heard: Mapping[type[Event], tuple[Hearing, ...]] = _listed(
            part.by_event for each in features for part in each.hears
        )
        self.follows: Mapping[type[Event], tuple[FollowingRule, ...]] = _listed(
            part.by_event for each in features for part in each.follows
        )
        self.adds: Mapping[type, tuple[Adding, ...]] = _listed(part.by_kind for each in features for part in each.adds)
        self.story = Story.of(part for each in features for part in each.stories)
        self._check()

    def lines(self, event: Event, viewer: Viewer, *, brief: bool = False) -> Lines:
        """Return the words for an event of the system; in ``brief``, what explains it is no more than a mark."""
        words, found = self._words[type(event)](event, viewer), self._explaining.get(type(event))
        if not words or found is None:
            return words
        explaining, where = found
        if not brief:
            return (*words, *explaining(event, viewer))
        return (*words, EXPLAINED) if where is None or where(event, viewer) else words

    def candidates(self, reading: Reading[Any, Any, Any], action: str, key: str, given: Given) -> Sequence[Choice]:
        """Return what of a view of the scene fits an input of one of the actions."""
        return fitting(self.actions[action], reading, key, given)

    def check_actions(self, actions: Iterable[str]) -> None:
        """Raise AssemblyError where an action that is offered has no rule, or a rule is of nothing that is offered."""
        for action in set(actions) ^ set(self.rules):
            raise AssemblyError(f"action {action} is {'not offered' if action in self.rules else 'without a rule'}")

    def _check(self) -> None:
        for action in self.actions:
            if action not in self.rules:
                raise AssemblyError(f"action {action} is without a rule")
        for kind in self.events:
            if not _has_effect(kind):
                raise AssemblyError(f"{type_of(kind)} says nothing of the scene behind it")
            if kind not in self._words:
                raise AssemblyError(f"{type_of(kind)} is without words")
        followed = (kind for kind in self.follows if kind not in CORE_EVENTS)
        for kind in (*self._words, *self._explaining, *self.heard, *followed):
            if kind not in self.events:
                raise AssemblyError(f"{type_of(kind)} is told, heard or followed, and happens in no feature")


def _has_effect(kind: type[Event]) -> bool:
    """Tell whether a kind of event says what becomes of a scene by it."""
    if issubclass(kind, Personal) and kind.apply in (Personal.apply, AtOnce.apply):
        return kind.changed is not Personal.changed
    return kind.apply is not Event.apply


def _joined(parts: Iterable[Mapping[K, V]]) -> dict[K, V]:
    """Return all that is registered, each thing once."""
    found: dict[K, V] = {}
    for part in parts:
        for key, value in part.items():
            _put(found, key, value)
    return found


def _listed(parts: Iterable[Mapping[K, V]]) -> dict[K, tuple[V, ...]]:
    """Return all that is registered, in order, where many may register for one thing."""
    found: dict[K, tuple[V, ...]] = {}
    for part in parts:
        for key, value in part.items():
            found[key] = (*found.get(key, ()), value)
    return found


def _put(found: dict[Any, Any], key: object, value: object) -> None:
    if key in found:
        places = " and ".join(str(getattr(each, "__module__", each)) for each in (found[key], value))
        raise AssemblyError(f"{getattr(key, '__name__', key)} is there twice, in {places}")
    found[key] = value
