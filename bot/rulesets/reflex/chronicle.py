"""What a fight came to: who fired how much, who was hit how often, and how those a viewer may know of fare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.core.events import Event
from bot.core.narration import who
from bot.core.views import Viewer, hides, may_read
from bot.core.wording import Line, Span, line, number
from bot.rulesets.reflex.events_combat import Hit, ShotFired


def summary(events: Sequence[Event], viewer: Viewer) -> tuple[Line, ...]:
    """A line for everybody who fired or was hit, in the order in which they first did."""
    tally: Counter[tuple[str, str]] = Counter()
    names: dict[str, Span] = {}
    for event in events:
        if may_read(event, viewer):
            _count(event, tally, names, viewer)
    return tuple(line(name, ": ", *_told(actor, tally), ".") for actor, name in names.items())


def _count(event: Event, tally: Counter[tuple[str, str]], names: dict[str, Span], viewer: Viewer) -> None:
    match event:
        case ShotFired():
            _add(event, event.actor, {"rounds": event.spent, "attacks": 1}, tally, names, viewer)
        case Hit():
            _add(event, event.actor, {"hits": 1}, tally, names, viewer)
            _add(event, event.target, {"taken": 1}, tally, names, viewer)
        case _:
            return


def _add(
    event: Event,
    actor: str,
    counts: dict[str, int],
    tally: Counter[tuple[str, str]],
    names: dict[str, Span],
    viewer: Viewer,
) -> None:
    """Count for ``actor``; all who could not be seen count as one."""
    name = who(event, actor, viewer)
    key = name.text if hides(event, actor, viewer) else actor
    if actor:
        names.setdefault(key, name)
        tally.update({(key, what): count for what, count in counts.items()})


def _told(actor: str, tally: Counter[tuple[str, str]]) -> Iterator[str | Span]:
    attacks, rounds = tally[actor, "attacks"], tally[actor, "rounds"]
    if attacks:
        yield number(rounds)
        yield f" round{_s(rounds)} in "
        yield number(attacks)
        yield f" attack{_s(attacks)}, "
        yield number(tally[actor, "hits"])
        yield f" hit{_s(tally[actor, 'hits'])}"
    if attacks and tally[actor, "taken"]:
        yield "; "
    if tally[actor, "taken"]:
        yield "hit "
        yield number(tally[actor, "taken"])
        yield f" time{_s(tally[actor, 'taken'])}"


def _s(count: int) -> str:
    return "" if count == 1 else "s"
