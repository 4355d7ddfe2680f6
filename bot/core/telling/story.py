"""What happened is told as a story: a headline, a sentence for each person whom it changed, and the sums behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

import msgspec

from bot.core.errors import AssemblyError
from bot.core.events import Event
from bot.core.narration import Parts, who
from bot.core.views import Viewer, hides, knows
from bot.core.wording import EXPLAINED, UNSEEN, Line, Span, bad, begun, line, mark_of, name

E = TypeVar("E", bound=Event)
F = TypeVar("F", bound=Callable[..., Any])


class Change(msgspec.Struct, frozen=True):
    """What became of somebody, said behind the name and a ``verb`` that several in a row share.

    One with the same ``key`` takes the place of the one before; ``fate`` is its word in a headline, empty where it is
    not worth one. It is about the ``actor`` of its event where it names nobody, and what is not ``told`` here the
    event's own words say.
    """

    told: Parts = ()
    verb: str = ""
    key: str = ""
    fate: str = ""
    actor: str = ""


@dataclass(frozen=True)
class Passage:
    """What followed from an event as one viewer may read it, and the last word on the fate of each person in it."""

    events: Sequence[Event]
    fates: Mapping[str, str]

    def of(self, kind: type[E]) -> list[E]:
        """Return what of one kind followed."""
        return [event for event in self.events if isinstance(event, kind)]

    def fate_of(self, actor: str) -> Parts:
        """Return what became of somebody as the end of a headline; nothing where that is not worth a word."""
        fate = self.fates.get(actor)
        return (", ", bad(fate)) if fate else ()


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

    def headline(self, *kinds: type[Event]) -> Callable[[F], F]:
        """Register the headline of all that follows from one kind of event or several."""

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
        """Register kinds of events whose own first line is the headline of all that follows from them."""
        self._add(dict.fromkeys(kinds), {})

    def as_told(self, *kinds: type[Event], fate: str = "") -> None:
        """Register kinds of events whose own first line says, behind the name, what became of somebody."""
        self._add({}, dict.fromkeys(kinds, lambda _event, _viewer: Change(fate=fate)))

    def explains(self, *kinds: type[Event]) -> None:
        """Register kinds of events that only explain the headline before them."""
        self._add({}, dict.fromkeys(kinds, lambda _event, _viewer: None))

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
        return whole


@dataclass
class _Page:
    """A passage while it is read: what opened it, and what followed, each with its words.

    In ``brief``, what explains it is no more than a mark.
    """

    heading: Heading | None
    opening: Event
    words: Sequence[Line]
    brief: bool
    following: list[Event] = field(default_factory=list)
    changes: list[tuple[Event, Change, Line]] = field(default_factory=list)
    explained: list[Line] = field(default_factory=list)

    def add(self, event: Event, words: Sequence[Line], change: Change | None) -> None:
        """Take in an event.

        What became of somebody is explained in one line with what else is said of the same one, and where the sentence
        has all that there is to say, not twice.
        """
        self.following.append(event)
        if change is not None:
            self.changes.append((event, change, words[0]))
            if not (change.told or words[1:]):
                return
        if self.brief:
            self.explained.append(EXPLAINED)
        elif change is not None and self.explained and self.explained[-1].spans[:1] == words[0].spans[:1]:
            first = begun(Line(_behind_the_name(words[0], ": ")))
            self.explained[-1] = _in_one((self.explained[-1], first, *words[1:]))
        else:
            self.explained.append(_in_one(words))

    def told(self, viewer: Viewer) -> Iterator[Line]:
        """Yield the headline, the sentences, and the explanation."""
        fates = {change.actor or event.actor: change.fate for event, change, _ in self.changes if change.fate}
        head = self.heading(self.opening, Passage(self.following, fates), viewer) if self.heading else self.words[0]
        yield _marked(self.opening, begun(head))
        yield from _sentences(self.changes, viewer)
        if behind := self.words if self.heading else self.words[1:]:
            yield EXPLAINED if self.brief else _in_one(behind)
        yield from self.explained


def told(
    story: Story,
    events: Iterable[Event],
    words_of: Callable[[Event], tuple[Line, ...]],
    viewer: Viewer,
    *,
    brief: bool = False,
) -> Iterator[Line]:
    """Yield what a viewer may read of events; what nothing sums up stands in its own words.

    In ``brief``, what explains a headline and its sentences is no more than a mark.
    """
    page: _Page | None = None
    for event in events:
        words, kind = words_of(event), type(event)
        if not words:
            continue
        if page and kind not in story.headings and (kind in story.changes or all(each.depth for each in words)):
            tells = kind in story.changes and not words[0].depth
            page.add(event, words, story.changes[kind](event, viewer) if tells else None)
            continue
        yield from page.told(viewer) if page else ()
        page = _Page(story.headings[kind], event, words, brief) if kind in story.headings else None
        yield from () if page else (_marked(event, each) for each in words)
    yield from page.told(viewer) if page else ()


def _marked(event: Event, words: Line) -> Line:
    """Return a line that names the actor of an event first, behind the mark of the actor's side."""
    first = words.spans[0] if words.spans else None
    if not event.side_number or words.depth or first != name(event.actor):
        return words
    return Line((Span("", mark_of(event.side_number - 1)), *words.spans))


def _sentences(changes: Iterable[tuple[Event, Change, Line]], viewer: Viewer) -> Iterator[Line]:
    """Yield one sentence for each person, in the order in which they first changed; who is unseen is one person.

    What an event's own words say of somebody else stands as it is.
    """
    people: dict[str, tuple[Span, dict[str, tuple[str, Parts]]]] = {}
    for at, (event, change, words) in enumerate(changes):
        actor = change.actor or event.actor
        name, key = who(event, actor, viewer), UNSEEN if hides(event, actor, viewer) else actor
        if not change.told and words.spans[0].text.casefold() != name.text.casefold():
            yield words
            continue
        _, said = people.setdefault(key, (name, {}))
        said[change.key or str(at)] = change.verb, change.told or _behind_the_name(words)
    for name, said in people.values():
        yield begun(line(name, " ", *_listed(_predicates(said.values())), "."))


def _behind_the_name(words: Line, blanks: str = " ") -> tuple[Span, ...]:
    """Return what a line says of whom it begins with, without its full stop and the ``blanks`` before it."""
    *before, last = words.spans[1:]
    spans = (*before, Span(last.text.removesuffix("."), last.mark))
    while len(spans) > 1 and not spans[0].text.strip(blanks):
        spans = spans[1:]
    first, *others = spans
    return (Span(first.text.lstrip(blanks), first.mark), *others)


def _predicates(said: Iterable[tuple[str, Parts]]) -> list[Parts]:
    """Return what is said of somebody, where it has a verb once behind that."""
    by_verb: dict[str, list[Parts]] = {}
    for at, (verb, parts) in enumerate(said):
        by_verb.setdefault(verb or str(at), []).append(parts)
    if len(by_verb) == 1:
        ((verb, several),) = by_verb.items()
        return [_with_verb(verb, _listed(several))]
    return [_with_verb(verb, _commas(parts)) for verb, parts in by_verb.items()]


def _with_verb(verb: str, parts: Parts) -> Parts:
    return parts if verb.isdigit() else (f"{verb} ", *parts)


def _listed(things: Sequence[Parts]) -> Parts:
    """Return things with commas between them, and "and" before the last."""
    *before, last = things
    return (*_commas(before), " and ", *last) if before else last


def _commas(things: Iterable[Parts]) -> Parts:
    return tuple([part for each in things for part in (", ", *each)][1:])


def _in_one(words: Sequence[Line]) -> Line:
    """Return lines as one of explanation."""
    spans: list[Span] = []
    for each in words:
        stop = "" if each.text.endswith((".", ":", "?", "!")) else "."
        spans += [Span(" ")] if spans else []
        spans += [*each.spans, Span(stop)] if stop else each.spans
    return Line(tuple(spans), 1)
