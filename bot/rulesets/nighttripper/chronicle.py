"""What a skirmish came to: which events count as attacks and hits, and whose."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from bot.core.events import Event
from bot.core.telling.tally import Deed, DeedCount, Tested
from bot.core.terms import total
from bot.rulesets.nighttripper.checks.events import Outcome
from bot.rulesets.nighttripper.fire.events import Attacked, Hit
from bot.rulesets.nighttripper.tables import NightTables


def counts(event: Event) -> tuple[DeedCount, ...]:
    """Return the attacks and hits that an event is: nobody counts rounds, and a hit is one whatever stopped it."""
    match event:
        case Attacked():
            return ((event.actor, Deed.ATTACKS, 1),)
        case Hit():
            return (event.actor, Deed.HITS, 1), (event.target, Deed.TAKEN, 1)
        case _:
            return ()


def tested(tables: NightTables, event: Event) -> Iterator[Tested]:
    """Yield the throw of an event as it first fell, before any luck changed it."""
    made = getattr(event, "throw", None)
    if isinstance(made, Outcome):
        needed = tables.limits.success.value - total(made.terms)
        passed = sum(made.roll.faces) >= needed
        yield Tested(event.actor, chance_of(needed), passed, isinstance(event, Attacked), made.roll.secret)


def chance_of(needed: int) -> Fraction:
    """Return how likely two dice are to show ``needed``."""
    return Fraction(sum(sum(faces) >= needed for faces in product(range(1, 7), repeat=2)), 36)
