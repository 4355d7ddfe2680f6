"""What happened is told as a story: a headline, a sentence for each person whom it changed, and the sums behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, TypeAlias, TypeVar

import msgspec

from bot.core.errors import AssemblyError
from bot.core.events import Event, OutdatedCounted, RangeSet
from bot.core.narration import Parts, who
from bot.core.views import Viewer, hides, knows
from bot.core.wording import EXPLAINED, UNSEEN, Line, Mark, Span, bad, begun, going_on, line, mark_of, name

E = TypeVar("E", bound=Event)
F = TypeVar("F", bound=Callable[..., Any])

MANY = 3
"""Behind how many more explanations of one person in a row the name stands before the first alone (house)."""

ASIDES: frozenset[type[Event]] = frozenset((RangeSet, OutdatedCounted))
"""What is said of the scene before somebody does something, and only of use for that."""


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
        """Register kinds of events that call out what may come, and are a story only with what then comes."""
        self.announced |= {*kinds}

    def begins_turns(self, *kinds: type[Event]) -> None:
        """Register kinds of quiet events with which somebody's turn begins: what came before ends with them."""
        self.turns |= {*kinds}

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
        return whole


@dataclass
class _Page:
    """A passage while it is read: what opened it, and what followed, each with its words.

    One that begins with what became of somebody has no ``words`` to open it; where nothing follows, that is told
    ``alone`` in the event's own. ``led`` are those that its headline begins with, ``asides`` what was said before that
    is only of use for it. In ``brief``, what explains it is no more than a mark.
    """

    heading: Heading | None
    opening: Event
    words: Sequence[Line]
    brief: bool
    led: Sequence[Line] = ()
    asides: Sequence[Line] = ()
    alone: Sequence[Line] = ()
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
        if self.alone and len(self.following) == 1:
            yield from (_marked(self.opening, each) for each in (*self.led, *self.alone, *self.asides))
            return
        fates = {change.actor or event.actor: change.fate for event, change, _ in self.changes if change.fate}
        headed = ""
        lead = [span for each in self.led if not each.depth for span in (*each.spans, Span(" "))]
        if self.heading or self.words:
            changed = frozenset(change.actor or event.actor for event, change, _ in self.changes)
            passage = Passage(self.following, fates, changed)
            head = self.heading(self.opening, passage, viewer) if self.heading else self.words[0]
            yield _marked(self.opening, Line((*lead, *begun(head).spans)))
            headed = "".join(each for each in fates.values() if len(fates) == 1 and bad(each) in head.spans)
        yield from _sentences(self.changes, viewer, headed)
        yield from (each for each in self.asides if not each.depth)
        if small := [each for each in self.led if each.depth]:
            yield _in_one(small)
        if behind := self.words if self.heading else self.words[1:]:
            yield EXPLAINED if self.brief else _in_one(behind)
        yield from self.explained if self.brief else _named_once(self.explained)
        yield from (each for each in self.asides if each.depth)


def told(
    story: Story,
    events: Iterable[Event],
    words_of: Callable[[Event], tuple[Line, ...]],
    viewer: Viewer,
    *,
    brief: bool = False,
) -> Iterator[Line]:
    """Yield what a viewer may read of events; what nothing sums up stands in its own words.

    In ``brief``, what explains a headline and its sentences is no more than a mark, and what is announced last is said.
    """
    teller = _Teller(story, viewer, brief)
    for event in events:
        if type(event) in story.turns:
            yield from teller.before_turn(event)
        elif words := words_of(event):
            yield from teller.take(event, teller.with_reason(event, words))
        elif type(event) in story.reasons:
            teller.reasons[event.actor] = story.reasons[type(event)]
    yield from teller.closed()
    yield from teller.held()
    yield from teller.announcing if brief else ()


@dataclass
class _Teller:
    """A story while it is told: the passage that is open or the people who stand in a row, and what waits for more."""

    story: Story
    viewer: Viewer
    brief: bool
    page: _Page | None = None
    row: list[tuple[Event, Sequence[Line]]] = field(default_factory=list)
    below: list[tuple[Event, Sequence[Line]]] = field(default_factory=list)
    led: list[Line] = field(default_factory=list)
    asides: list[tuple[Event, Sequence[Line]]] = field(default_factory=list)
    reasons: dict[str, str] = field(default_factory=dict)
    announcing: Sequence[Line] = ()

    def with_reason(self, event: Event, words: Sequence[Line]) -> Sequence[Line]:
        """Return what is told of a change with the reason for it, where the viewer has not read that."""
        if event.actor not in self.reasons or self._change(event, words) is None:
            return words
        reason = self.reasons.pop(event.actor)
        first, *others = words
        *before, last = first.spans
        return (
            Line((*before, Span(last.text.removesuffix("."), last.mark), Span(f" {reason}.")), first.depth),
            *others,
        )

    def take(self, event: Event, words: Sequence[Line]) -> Iterator[Line]:
        """Take in an event, and yield what is whole before it."""
        if type(event) in self.story.announced:
            yield from self.closed()
            yield from self.held()
            self.announcing = words
            return
        announced, self.announcing = self.announcing, ()
        yield from announced
        yield from self._taken(event, words)

    def before_turn(self, began: Event) -> Iterator[Line]:
        """Yield the passage that ends as a turn begins; the turn of somebody whom the viewer does not see ends none."""
        if self.page and not hides(began, began.actor, self.viewer):
            yield from self.closed()

    def _taken(self, event: Event, words: Sequence[Line]) -> Iterator[Line]:
        kind, small = type(event), not [each for each in words if not each.depth]
        changes = kind in self.story.changes
        if self.page and kind not in self.story.headings and (changes or small):
            self.page.add(event, words, self._change(event, words))
            return
        if self._joins(event, words):
            self.row.append((event, words))
            self.below, self.asides = [*self.below, *self.asides], []
            return
        if self.row and small and kind in self.story.behind:
            self.asides.append((event, words))
            return
        yield from self.closed()
        if kind in self.story.leads or (self.led and small):
            self.led += words
        elif kind in self.story.behind:
            self.asides.append((event, words))
        elif kind in self.story.headings or (changes and not small):
            self._open(event, words)
        else:
            yield from self._alone(event, words)

    def _joins(self, event: Event, words: Sequence[Line]) -> bool:
        """Tell whether an event stands in the row that is open."""
        if not self.row:
            return False
        first, kind = self.row[0], type(event)
        several, one = self.story.alike.get(kind, ("", ""))
        if not one:
            return type(first[0]) is kind
        said = {_said_of_all(each) for _, each in (first, (event, words))}
        return self.story.alike.get(type(first[0])) == (several, one) and said == {one}

    def _change(self, event: Event, words: Sequence[Line]) -> Change | None:
        tells = type(event) in self.story.changes and not words[0].depth
        return self.story.changes[type(event)](event, self.viewer) if tells else None

    def _open(self, event: Event, words: Sequence[Line]) -> None:
        heading, change = self.story.headings.get(type(event)), None
        if type(event) not in self.story.headings:
            change = self._change(event, words)
        asides = tuple(_aside(*each) for each in self.asides)
        own, alone = ((), words) if change else (words, ())
        self.page = _Page(heading, event, own, self.brief, tuple(self.led), asides, alone)
        self.led, self.asides = [], []
        if change:
            self.page.add(event, words, change)

    def _alone(self, event: Event, words: Sequence[Line]) -> Iterator[Line]:
        """Yield what stands in its own words, or begin a row with it."""
        its_own = not self.led and all(each.actor == event.actor for each, _ in self.asides)
        if not its_own:
            yield from self.held()
        if type(event) in self.story.rows:
            self.row, self.below, self.asides = [(event, words)], self.asides, []
            return
        yield from (_marked(event, each) for each in words)
        yield from self.held()

    def closed(self) -> Iterator[Line]:
        """Yield the passage or the row that is open, which ends with that."""
        page, row, below, self.page, self.row, self.below = self.page, self.row, self.below, None, [], []
        if page:
            yield from page.told(self.viewer)
        elif len(row) > 1:
            kind = type(row[0][0])
            several, _ = self.story.alike.get(kind, ("", ""))
            yield from _all_alike(row, several) if several else _in_a_row(row, self.story.rows[kind])
        else:
            yield from (_marked(event, each) for event, words in row for each in words)
        if row:
            last = row[-1][0].actor
            below += [each for each in self.asides if each[0].actor == last]
            self.asides = [each for each in self.asides if each[0].actor != last]
        small = [each for _, words in below for each in words]
        yield from [_in_one(small)] if len(row) > 1 and small else small

    def held(self) -> Iterator[Line]:
        """Yield what has waited for more, and nothing came of it."""
        asides, led, self.asides, self.led = self.asides, self.led, [], []
        yield from (each for _, words in asides for each in words)
        yield from led


def _aside(event: Event, words: Sequence[Line]) -> Line:
    """Return what was said beforehand: a claim for all to read, and what is known small."""
    return words[0] if isinstance(event, RangeSet) and event.said_by else _in_one(words)


def _in_a_row(row: Sequence[tuple[Event, Sequence[Line]]], verb: str) -> Iterator[Line]:
    """Yield what is told of several people in one line, and each one's explanation."""
    spans: list[Span] = []
    for at, (event, words) in enumerate(row):
        own = _marked(event, words[0]).spans
        named = own[: len(own) - len(words[0].spans) + 1]
        behind = _behind_the_name(words[0])
        first = behind[0].text.removeprefix(f"{verb} ") if at and verb else behind[0].text
        spans += [Span(", ")] if at else []
        spans += [*named, Span("" if first.startswith(":") else " "), Span(first, behind[0].mark), *behind[1:]]
    yield Line((*spans, Span(".")))
    for _, words in row:
        if words[1:]:
            yield _in_one((Line((words[0].spans[0], Span(": "), *going_on(words[1]).spans), 1), *words[2:]))


def _all_alike(row: Sequence[tuple[Event, Sequence[Line]]], several: str) -> Iterator[Line]:
    """Yield what is told of several people, the same of all, in one line."""
    names = [_marked(event, line(words[0].spans[0])).spans for event, words in row]
    yield line(*_listed(names), f" {several}.")


def _said_of_all(words: Sequence[Line]) -> str:
    """Return all that is said of somebody behind the name, "" where there is more to it than that."""
    return "".join(each.text for each in _behind_the_name(words[0])) if len(words) == 1 else ""


def _marked(event: Event, words: Line) -> Line:
    """Return a line that names the actor of an event first, behind the mark of the actor's side."""
    first = words.spans[0] if words.spans else None
    if not event.side_number or words.depth or first != name(event.actor):
        return words
    return Line((Span("", mark_of(event.side_number - 1)), *words.spans))


def _sentences(changes: Iterable[tuple[Event, Change, Line]], viewer: Viewer, headed: str = "") -> Iterator[Line]:
    """Yield one sentence for each person, in the order in which they first changed; who is unseen is one person.

    What an event's own words say of somebody else stands as it is. A fate that is ``headed`` is not said a second time
    of whom nothing else became.
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
        told = line(name, " ", *_listed(_predicates(said.values())), ".")
        if not headed or told.text not in {f"{name.text} {verb} {headed}." for verb in ("is", "goes")}:
            yield begun(told)


def _named_once(explained: Iterable[Line]) -> Iterator[Line]:
    """Yield explanations; where many in a row are about one person, all but the first without the name."""
    for named, group in groupby(_together(explained), _named_first):
        first, *others = group
        yield first
        many = named is not None and len(others) >= MANY
        yield from (_without_name(each) if many else each for each in others)


def _named_first(words: Line) -> Span | None:
    """Return whose name a line begins with; None where it begins with something else."""
    first = words.spans[0] if words.spans else None
    return first if first and first.mark is Mark.NAME else None


def _without_name(words: Line) -> Line:
    _, then, *rest = words.spans
    return Line((Span("– "), *going_on(Line((Span(then.text.lstrip(": "), then.mark), *rest))).spans), 1)


def _together(explained: Iterable[Line]) -> Iterator[Line]:
    """Yield explanations, those in a row that differ in nothing but one thing that hurts as one with all of these."""
    alike: list[Line] = []
    for each in explained:
        at = _differ_at(alike[-1], each) if alike else 0
        if alike and not (at and at == (_differ_at(*alike[:2]) if alike[1:] else at)):
            yield _of_each(alike)
            alike = []
        alike.append(each)
    if alike:
        yield _of_each(alike)


def _differ_at(one: Line, other: Line) -> int:
    """Return where alone two explanations differ, in one thing that hurts; 0 where they are not so alike."""
    if len(one.spans) != len(other.spans):
        return 0
    found = [at for at, pair in enumerate(zip(one.spans, other.spans, strict=True)) if pair[0] != pair[1]]
    hurts = len(found) == 1 and one.spans[found[0]].mark is other.spans[found[0]].mark is Mark.BAD
    return found[0] if hurts else 0


def _of_each(alike: Sequence[Line]) -> Line:
    """Return explanations that are alike as one."""
    first = alike[0]
    if len(alike) == 1:
        return first
    at = _differ_at(*alike[:2])
    things = _listed([(each.spans[at],) for each in alike])
    return Line((*first.spans[:at], *line(*things).spans, Span(" each"), *first.spans[at + 1 :]), 1)


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
