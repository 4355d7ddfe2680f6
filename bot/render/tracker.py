"""The live tracker as one message: where time stands, who is here, and the one ping of whoever is to act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.core.wording import Line, Mark, Span, lettered, line, mark_of, note
from bot.render.limits import CARD, DISPLAYED, MESSAGE
from bot.render.markdown import escaped, line_text, mentions
from bot.render.pages import pages
from bot.render.picture_words import picture_words
from bot.service.outbox import TrackerText
from bot.service.requests import GroundView, Pinged, TrackedPerson, TrackerView

ELSEWHERE = "-# … more: /init status"
MOST_SUMMED = 8
SUM = 60
"""Sides of which it is said how many more there are, and characters that each of them takes at most."""


def tracker_text(tracker: TrackerView, ping: Pinged) -> TrackerText:
    """Return what a tracker says; the first of those in ``ping`` are mentioned in it, all others are named only."""
    head = f"{tracker_head(tracker)}{mentions(ping)}"
    return _words_alone(tracker, head) if tracker.plain else _card(tracker, head)


def _words_alone(tracker: TrackerView, head: str) -> TrackerText:
    told = (*tracker.lines, *tracker.asked, *map(lettered, (*_legend(tracker), *_people(tracker))))
    below = pages(told, MESSAGE - len(head) - len(ELSEWHERE) - 2)
    more = [ELSEWHERE] if len(below) > 1 else []
    return TrackerText(("\n".join([head, *below[:1], *more]),), len(below) < 2)


def _card(tracker: TrackerView, head: str) -> TrackerText:
    """Return the head of a card and what stands below its picture: everybody, or those who act next and how many
    more, and by the buttons what these answer."""
    top = "\n".join([head, *map(line_text, (*tracker.lines, *_legend(tracker)))])[: CARD // 2]
    people = [line_text(each) for each in _people(tracker)]
    asked = "\n".join(map(line_text, tracker.asked))[: CARD // 4]
    room = CARD - len(top) - len(asked) - 1
    if len("\n".join(people)) <= room:
        return TrackerText(_blocks(top, people, asked), whole=True)
    whole = _fitting(people, room - (MOST_SUMMED + 1) * SUM)
    return TrackerText(_blocks(top, [*people[:whole], *_sums(tracker, tracker.people[whole:])], asked), whole=False)


def _blocks(top: str, people: Sequence[str], asked: str) -> tuple[str, ...]:
    return tuple(filter(None, (top, "\n".join(filter(None, (*people, asked))))))


def _people(tracker: TrackerView) -> list[Line]:
    """Return how everybody is, behind the mark of their side where there are several."""
    if len(_here(tracker)) < 2:
        return [each.line for each in tracker.people]
    return [Line((_mark(each.side), *each.line.spans)) for each in tracker.people]


def _legend(tracker: TrackerView) -> tuple[Line, ...]:
    """Return which side has which mark; nothing where there is but one."""
    here = _here(tracker)[:MOST_SUMMED]
    if len(here) < 2:
        return ()
    named = [(" · ", _mark(side), tracker.sides[side]) for side in here]
    return (line(*[part for each in named for part in each][1:], depth=1),)


def _here(tracker: TrackerView) -> list[int]:
    """Return the numbers of the sides that have anybody here."""
    return sorted({each.side for each in tracker.people})


def _mark(side: int) -> Span:
    return Span("", mark_of(side))


def _fitting(texts: Sequence[str], room: int) -> int:
    """Return how many of the texts fit, one below the other."""
    for count, text in enumerate(texts):
        room -= len(text) + 1
        if room < 0:
            return count
    return len(texts)


def _sums(tracker: TrackerView, others: Sequence[TrackedPerson]) -> Iterator[str]:
    """Yield how many of each side there are beside those who are named, and how many of them are down."""
    sides = [*dict.fromkeys(each.side for each in others)]
    for side in sides[:MOST_SUMMED]:
        those = [each for each in others if each.side == side]
        yield line_text(line(_mark(side), f"{tracker.sides[side]}: ")) + f" {_counted(those)}"
    if left := [each for each in others if each.side in sides[MOST_SUMMED:]]:
        yield f"others: {_counted(left)}"


def _counted(people: Sequence[TrackedPerson]) -> str:
    kinds = {_kind(each.name) for each in people}
    what = f"{len(people)} × {escaped(kinds.pop())}" if len(kinds) == 1 else f"{len(people)} more"
    down = sum(each.down for each in people)
    return f"{what}, {down} down" if down else what


def _kind(name: str) -> str:
    """Return what somebody is called without what tells them from others of their kind."""
    words = name.partition("#")[0].split()
    return " ".join(words[:-1] or words)[: SUM // 4]


def with_words(blocks: Sequence[str], view: GroundView, *, plain: bool) -> tuple[str, ...]:
    """Return what a tracker says with the picture of its ground in words, where no file can be sent."""
    words = line_text(line(note(picture_words(view))))
    most = MESSAGE if plain else DISPLAYED
    return tuple(blocks) if sum(map(len, blocks)) + len(words) >= most else (*blocks, words)


def tracker_head(tracker: TrackerView) -> str:
    """Return what the tracker's content begins with, before any mention."""
    title = f": {tracker.title}" if tracker.title else ""
    return line_text(line(Span(f"Fight {tracker.fight}{title}", Mark.HEADING)))
