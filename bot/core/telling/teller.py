"""What happened is told as a story: a headline, a sentence for each person whom it changed, and the sums behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from bot.core.events import Event, LostSight, RangeSet
from bot.core.telling.sentences import (
    all_alike,
    behind_the_name,
    in_a_row,
    in_one,
    marked,
    named_once,
    said_of_all,
    sentences,
)
from bot.core.telling.story import BESIDE, Change, Heading, Passage, Story
from bot.core.views import Viewer, hides
from bot.core.wording import EXPLAINED, Line, Span, bad, begun


class _Page(msgspec.Struct):
    """A passage while it is read: what opened it, and what followed, each with its words.

    One that begins with what became of somebody has no ``words`` to open it; where nothing follows, that is told
    ``alone`` in the event's own. ``led`` are those that its headline begins with, ``asides`` what was said before that
    is only of use for it, and who was lost from sight meanwhile. In ``brief``, what explains it is no more than a mark.
    """

    heading: Heading | None
    opening: Event
    words: Sequence[Line]
    brief: bool
    led: Sequence[Line] = ()
    asides: Sequence[Line] = ()
    alone: Sequence[Line] = ()
    following: list[Event] = msgspec.field(default_factory=list)
    changes: list[tuple[Event, Change, Line]] = msgspec.field(default_factory=list)
    explained: list[Line] = msgspec.field(default_factory=list)

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
            first = begun(Line(behind_the_name(words[0], ": ")))
            self.explained[-1] = in_one((self.explained[-1], first, *words[1:]))
        else:
            self.explained.append(in_one(words))

    def told(self, viewer: Viewer) -> Iterator[Line]:
        """Yield the headline, the sentences, and the explanation."""
        if self.alone and len(self.following) == 1:
            yield from (marked(self.opening, each) for each in (*self.led, *self.alone, *self.asides))
            return
        fates = {change.actor or event.actor: change.fate for event, change, _ in self.changes if change.fate}
        headed = ""
        lead = [span for each in self.led if not each.depth for span in (*each.spans, Span(" "))]
        if self.heading or self.words:
            changed = frozenset(change.actor or event.actor for event, change, _ in self.changes)
            passage = Passage(self.following, fates, changed)
            head = self.heading(self.opening, passage, viewer) if self.heading else self.words[0]
            yield marked(self.opening, Line((*lead, *begun(head).spans)))
            headed = "".join(each for each in fates.values() if len(fates) == 1 and bad(each) in head.spans)
        yield from sentences(self.changes, viewer, headed)
        yield from (each for each in self.asides if not each.depth)
        if small := [each for each in self.led if each.depth]:
            yield in_one(small)
        if behind := self.words if self.heading else self.words[1:]:
            yield EXPLAINED if self.brief else in_one(behind)
        yield from self.explained if self.brief else named_once(self.explained)
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


class _Teller(msgspec.Struct):
    """A story while it is told: the passage that is open or the people who stand in a row, and what waits for more."""

    story: Story
    viewer: Viewer
    brief: bool
    page: _Page | None = None
    row: list[tuple[Event, Sequence[Line]]] = msgspec.field(default_factory=list)
    below: list[tuple[Event, Sequence[Line]]] = msgspec.field(default_factory=list)
    led: list[Line] = msgspec.field(default_factory=list)
    asides: list[tuple[Event, Sequence[Line]]] = msgspec.field(default_factory=list)
    reasons: dict[str, str] = msgspec.field(default_factory=dict)
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
        if self.announcing and type(event) not in BESIDE:
            yield from self.closed()
            yield from self.announcing
            self.announcing = ()
        yield from self._taken(event, words)

    def before_turn(self, began: Event) -> Iterator[Line]:
        """Yield the passage that ends as a turn begins; the turn of somebody whom the viewer does not see ends none."""
        if self.page and not hides(began, began.actor, self.viewer):
            yield from self.closed()

    def _taken(self, event: Event, words: Sequence[Line]) -> Iterator[Line]:
        kind, small = type(event), not [each for each in words if not each.depth]
        changes = kind in self.story.changes
        if self.page and kind is LostSight:
            self.page.asides = (*self.page.asides, *(marked(event, each) for each in words))
            return
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
        said = {said_of_all(each) for _, each in (first, (event, words))}
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
        yield from (marked(event, each) for each in words)
        yield from self.held()

    def closed(self) -> Iterator[Line]:
        """Yield the passage or the row that is open, which ends with that."""
        page, row, below, self.page, self.row, self.below = self.page, self.row, self.below, None, [], []
        if page:
            yield from page.told(self.viewer)
        elif len(row) > 1:
            kind = type(row[0][0])
            several, _ = self.story.alike.get(kind, ("", ""))
            yield from all_alike(row, several) if several else in_a_row(row, self.story.rows[kind])
        else:
            yield from (marked(event, each) for event, words in row for each in words)
        if row:
            last = row[-1][0].actor
            below += [each for each in self.asides if each[0].actor == last]
            self.asides = [each for each in self.asides if each[0].actor != last]
        small = [each for _, words in below for each in words]
        yield from [in_one(small)] if len(row) > 1 and small else small

    def held(self) -> Iterator[Line]:
        """Yield what has waited for more, and nothing came of it."""
        asides, led, self.asides, self.led = self.asides, self.led, [], []
        yield from (each for _, words in asides for each in words)
        yield from led


def _aside(event: Event, words: Sequence[Line]) -> Line:
    """Return what was said beforehand: a claim for all to read, and what is known small."""
    return words[0] if isinstance(event, RangeSet) and event.said_by else in_one(words)
