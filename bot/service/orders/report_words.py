"""What a fight came to, line by line: how long, who did what to whom, when it turned, and how lucky its dice were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.core.wording import Line, Mark, Span, begun, counted, line, mark_of, name, note, number, often
from bot.service.report_view import Dealing, FightReport, PersonReport, Share, TurningPoint

MINUTE_MS = 60_000
SPANS = (("day", 24 * 60), ("hour", 60), ("minute", 1))


def report_lines(report: FightReport) -> tuple[Line, ...]:
    """Return the whole report."""
    head = line(f"{report.system}: {report.ordered} in {lasted(report)}{'' if report.over else ', so far'}.")
    told = (
        head,
        *(
            line(*_side(report, each), name(each.name), ": ", *did(each), ".")
            for each in report.people
            if any(did(each))
        ),
        *statuses(each.status for each in report.people if each.status.spans and not each.left),
        *_section("Who did what to whom", (_dealt(each) for each in report.dealings)),
        *turned_and_lucky(report),
    )
    return tuple(map(begun, told))


def _side(report: FightReport, person: PersonReport) -> Iterator[Span]:
    """Yield the mark of somebody's side, where players know of it."""
    if person.side in report.sides:
        yield Span("", mark_of(report.sides.index(person.side)))


def statuses(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield how people are, each line of which begins with a name; those of whom the same is said in one line."""
    names: dict[tuple[Span, ...], list[Span]] = {}
    for each in lines:
        names.setdefault(each.spans[1:], []).append(each.spans[0])
    for said, (first, *others) in names.items():
        yield Line((first, *(span for other in others for span in (Span(", "), other)), *said))


def turned_and_lucky(report: FightReport) -> tuple[Line, ...]:
    """Return when the fight turned, and how lucky its dice were."""
    return (
        *_section("Turning points", map(_turned, report.turning_points)),
        *_section("Luck: what the dice did, and what they should have done", _lucky(report)),
    )


def lasted(report: FightReport) -> str:
    """Return how long a fight took at the table, in its largest unit."""
    minutes = max(1, (report.ended_at_ms - report.began_at_ms) // MINUTE_MS)
    unit, size = next((unit, size) for unit, size in SPANS if minutes >= size)
    return counted(minutes // size, unit)


def did(person: PersonReport) -> tuple[str, ...]:
    """Return in words what somebody did and suffered; nothing where it was nothing."""
    fired = counted(person.rounds, "round")
    attacked = f"{fired} in {counted(person.attacks, 'attack')}" if person.rounds else counted(person.attacks, "attack")
    said = (
        (person.attacks, f"{attacked}, {counted(person.hits, 'hit')}"),
        (person.rounds and not person.attacks, fired),
        (person.covered, f"laid down suppressing fire {often(person.covered)}"),
        (person.taken, f"hit {often(person.taken)}"),
        (person.shaken, f"lost its nerve {often(person.shaken)}"),
    )
    return ("; ".join(words for counts, words in said if counts),)


def _section(title: str, lines: Iterator[Line]) -> Iterator[Line]:
    found = list(lines)
    return iter([line(Span(title, Mark.HEADING)), *found] if found else [])


def _dealt(dealing: Dealing) -> Line:
    parts = ((dealing.attacks, "attack"), (dealing.rounds, "round"), (dealing.hits, "hit"))
    return line(
        name(dealing.who), " → ", name(dealing.whom), ": ", ", ".join(counted(*each) for each in parts if each[0])
    )


def _turned(point: TurningPoint) -> Line:
    when = f"#{point.order} · {point.clock}" if point.order else point.clock
    return Line((note(f"{when}: "), *point.told.spans))


def _lucky(report: FightReport) -> Iterator[Line]:
    for person in report.people:
        shares = (("attacks", person.attack_luck), ("other dice", person.other_luck))
        told = [part for what, share in shares if share for part in _share(what, share)]
        if told:
            yield line(name(person.name), ": ", *told[:-1], ".")


def _share(what: str, share: Share) -> tuple[str | Span, ...]:
    return (
        f"{what} ",
        number(share.succeeded),
        f" of {share.fell}, ",
        number(share.expected),
        " to be expected",
        "; ",
    )
