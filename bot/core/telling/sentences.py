"""Lines on several events become one: of all who stand in a row, of each person, of all that explains the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bot.core.events import Event
from bot.core.narration import Parts, who
from bot.core.telling.story import Change
from bot.core.views import Viewer, hides
from bot.core.wording import UNSEEN, Line, Mark, Span, begun, going_on, line, mark_of, name, stopped

MANY = 3
"""Behind how many more explanations of one person in a row the name stands before the first alone (house)."""


def in_a_row(row: Sequence[tuple[Event, Sequence[Line]]], verb: str) -> Iterator[Line]:
    """Yield what is told of several people in one line, and each one's explanation."""
    spans: list[Span] = []
    for at, (event, words) in enumerate(row):
        own = marked(event, words[0]).spans
        named = own[: len(own) - len(words[0].spans) + 1]
        behind = behind_the_name(words[0])
        first = behind[0].text.removeprefix(f"{verb} ") if at and verb else behind[0].text
        spans += [Span(", ")] if at else []
        spans += [*named, Span("" if first.startswith(":") else " "), Span(first, behind[0].mark), *behind[1:]]
    yield Line((*spans, Span(".")))
    for _, words in row:
        if words[1:]:
            yield in_one((Line((words[0].spans[0], Span(": "), *going_on(words[1]).spans), 1), *words[2:]))


def all_alike(row: Sequence[tuple[Event, Sequence[Line]]], several: str) -> Iterator[Line]:
    """Yield what is told of several people, the same of all, in one line."""
    names = [marked(event, line(words[0].spans[0])).spans for event, words in row]
    yield line(*_listed(names), f" {several}.")


def said_of_all(words: Sequence[Line]) -> str:
    """Return all that is said of somebody behind the name, "" where there is more to it than that."""
    return "".join(each.text for each in behind_the_name(words[0])) if len(words) == 1 else ""


def marked(event: Event, words: Line) -> Line:
    """Return a line that names the actor of an event first, behind the mark of the actor's side."""
    first = words.spans[0] if words.spans else None
    if not event.side_number or words.depth or first != name(event.actor):
        return words
    return Line((Span("", mark_of(event.side_number - 1)), *words.spans))


def sentences(changes: Iterable[tuple[Event, Change, Line]], viewer: Viewer, headed: str = "") -> Iterator[Line]:
    """Yield one sentence for each person, in the order in which they first changed; who is unseen is one person.

    What an event's own words say of somebody else stands as it is. A fate that is ``headed`` is not said a second time
    of whom nothing else became.
    """
    people: dict[str, tuple[Span, dict[str, tuple[str, Parts, Parts]]]] = {}
    for at, (event, change, words) in enumerate(changes):
        actor = change.actor or event.actor
        name, key = who(event, actor, viewer), UNSEEN if hides(event, actor, viewer) else actor
        if not change.told and words.spans[0].text.casefold() != name.text.casefold():
            yield words
            continue
        _, said = people.setdefault(key, (name, {}))
        said[change.key or str(at)] = change.verb, change.told or behind_the_name(words), change.has
    for name, said in people.values():
        told = line(name, " ", *_listed(_predicates(said.values())), ".")
        if not headed or told.text not in {f"{name.text} {verb} {headed}." for verb in ("is", "goes")}:
            yield begun(told)


def named_once(explained: Iterable[Line]) -> Iterator[Line]:
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


def behind_the_name(words: Line, blanks: str = " ") -> tuple[Span, ...]:
    """Return what a line says of whom it begins with, without its full stop and the ``blanks`` before it."""
    *before, last = words.spans[1:]
    spans = (*before, Span(last.text.removesuffix("."), last.mark))
    while len(spans) > 1 and not spans[0].text.strip(blanks):
        spans = spans[1:]
    first, *others = spans
    return (Span(first.text.lstrip(blanks), first.mark), *others)


def _predicates(said: Iterable[tuple[str, Parts, Parts]]) -> list[Parts]:
    """Return what is said of somebody, where it has a verb once behind that, and then what somebody has by then."""
    by_verb: dict[str, tuple[list[Parts], Parts]] = {}
    for at, (verb, parts, has) in enumerate(said):
        told, _ = by_verb.get(verb or str(at), ([], ()))
        by_verb[verb or str(at)] = [*told, parts], has
    if len(by_verb) == 1:
        ((verb, (several, has)),) = by_verb.items()
        return [_with_verb(verb, (*_listed(several), *has))]
    return [_with_verb(verb, (*_commas(parts), *has)) for verb, (parts, has) in by_verb.items()]


def _with_verb(verb: str, parts: Parts) -> Parts:
    return parts if verb.isdigit() else (f"{verb} ", *parts)


def _listed(things: Sequence[Parts]) -> Parts:
    """Return things with commas between them, and "and" before the last."""
    *before, last = things
    return (*_commas(before), " and ", *last) if before else last


def _commas(things: Iterable[Parts]) -> Parts:
    return tuple([part for each in things for part in (", ", *each)][1:])


def in_one(words: Sequence[Line]) -> Line:
    """Return lines as one of explanation."""
    spans: list[Span] = []
    for each in words:
        spans += [Span(" ")] if spans else []
        spans += stopped(each).spans
    return Line(tuple(spans), 1)
