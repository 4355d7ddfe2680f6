"""What a fight came to: which events count as rounds, attacks and hits, and whose."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from bot.core.events import Event
from bot.core.telling.tally import Deed, DeedCount, Tested
from bot.core.terms import total
from bot.rulesets.graydawn.aid.events import Treated
from bot.rulesets.graydawn.blasts.events import Thrown
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.checks.rolls import SIDES, faces_of
from bot.rulesets.graydawn.fire.events import Attacked
from bot.rulesets.graydawn.suppression.events import CoverFired, LaneBraved, LaneHeld, NerveTested
from bot.rulesets.graydawn.tables import GrayTables
from bot.rulesets.graydawn.wounds.events import Hit


def counts(event: Event) -> tuple[DeedCount, ...]:
    """Return what an event counts as: each round that strikes another is a hit; nobody is for lanes and blasts."""
    match event:
        case Attacked():
            return (event.actor, Deed.ROUNDS, event.fired), (event.actor, Deed.ATTACKS, 1)
        case CoverFired() | LaneHeld():
            return (event.actor, Deed.ROUNDS, event.fired), (event.actor, Deed.COVERED, 1)
        case NerveTested(held=False):
            return ((event.actor, Deed.SHAKEN, 1),)
        case Thrown():
            return ((event.actor, Deed.ATTACKS, 1),)
        case Hit() if event.actor == event.target:
            return ((event.target, Deed.TAKEN, 1),)
        case Hit():
            return (event.actor, Deed.HITS, 1), (event.target, Deed.TAKEN, 1)
        case _:
            return ()


def tested(tables: GrayTables, event: Event) -> Iterator[Tested]:
    """Yield the checks of an event whose number is known, as they fell before any luck.

    An attack that fumbled never came to a number, so one that did is judged among those that did not fumble.
    """
    match event:
        case Attacked() if not _fumbled(event.attack):
            number = event.number if event.defence is None else event.defence.total
            among = chance_of(tables, number - total(event.attack.terms)) / (1 - FUMBLE)
            yield Tested(event.actor, among, _reached(event.attack) >= number, attack=True)
        case Thrown() | Treated() | NerveTested() | LaneBraved():
            needed = event.number - total(event.check.terms)
            passed = not _fumbled(event.check) and _reached(event.check) >= event.number
            yield Tested(event.actor, chance_of(tables, needed), passed, attack=isinstance(event, Thrown))
        case _:
            return


FUMBLE: Final = Fraction(1, SIDES)


def _fumbled(made: Outcome) -> bool:
    return (made.before or made.rolls)[0].faces == (1,)


def _reached(made: Outcome) -> int:
    """Return what a check came to before luck changed it."""
    return total(made.terms) + faces_of(made.before or made.rolls)


def chance_of(tables: GrayTables, needed: int) -> Fraction:
    """Return how likely a die is to show ``needed`` without a fumble, which goes on after a ten (B1; 004-26)."""
    return sum((Fraction(1, SIDES) for face in range(2, SIDES) if face >= needed), _behind_tens(tables, needed, 1))


def _behind_tens(tables: GrayTables, needed: int, tens: int) -> Fraction:
    """Return how likely so many tens fall and what follows them is enough."""
    share, left = FUMBLE**tens, needed - SIDES * tens
    if left <= 0 or tens > tables.limits.explosions.value:
        return share if left <= 0 else Fraction()
    more = sum((share / SIDES for face in range(1, SIDES) if face >= left), Fraction())
    return more + _behind_tens(tables, needed, tens + 1)
