"""What a fight came to is counted person by person, and all who could not be seen are one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from bot.core.events import Event
from bot.core.narration import who
from bot.core.views import Viewer, hides, may_read
from bot.core.wording import Line, Span, counted, line, often


class Deed(StrEnum):
    """What is counted: rounds and attacks of somebody, hits by it, hits it took; how often it laid down fire to keep
    heads down, and how often its own nerve gave way."""

    ROUNDS = "round"
    ATTACKS = "attack"
    HITS = "hit"
    TAKEN = "taken"
    COVERED = "suppression"
    SHAKEN = "nerve"


DeedCount: TypeAlias = tuple[str, Deed, int]
"""Who, what, and how often; who is the actor or the target of the event."""


class Tested(NamedTuple):
    """Dice of ``actor`` that had a known ``chance`` to succeed, as they first fell; ``attack`` says what they were for.

    What they had to reach is taken as it was, by whatever dice it came about: so all of them together succeed as often
    as their chances add up to, on average. Those that are ``secret`` are the GM's.
    """

    actor: str
    chance: Fraction
    passed: bool
    attack: bool = False
    secret: bool = False


def tallied(
    events: Sequence[Event], viewer: Viewer, counts: Callable[[Event], Iterable[DeedCount]]
) -> tuple[Line, ...]:
    """Return a line for everybody who attacked or was hit, in the order in which they first did."""
    tally: Counter[tuple[str, Deed]] = Counter()
    names: dict[str, Span] = {}
    for event in events:
        for actor, deed, count in counts(event) if may_read(event, viewer) else ():
            if actor and count:
                name = who(event, actor, viewer)
                key = name.text if hides(event, actor, viewer) else actor
                names.setdefault(key, name)
                tally[key, deed] += count
    told = {actor: "; ".join(_told(actor, tally)) for actor in names}
    return tuple(line(name, ": ", told[actor], ".") for actor, name in names.items() if told[actor])


def _told(actor: str, tally: Counter[tuple[str, Deed]]) -> Iterator[str]:
    rounds, attacks = tally[actor, Deed.ROUNDS], tally[actor, Deed.ATTACKS]
    fired = counted(rounds, Deed.ROUNDS)
    if attacks:
        spent = f"{fired} in " if rounds else ""
        yield f"{spent}{counted(attacks, Deed.ATTACKS)}, {counted(tally[actor, Deed.HITS], Deed.HITS)}"
    elif rounds:
        yield fired
    if taken := tally[actor, Deed.TAKEN]:
        yield f"hit {often(taken)}"
