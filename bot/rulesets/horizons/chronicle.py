"""What a fight came to: which events count as rounds, attacks and hits, and whose."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bot.core.events import Event
from bot.core.telling.tally import Deed, DeedCount, Tested
from bot.core.terms import total
from bot.rulesets.horizons.checks.events import Checked, Outcome
from bot.rulesets.horizons.checks.rules import SIDES, meets
from bot.rulesets.horizons.fire.events import ShotFired
from bot.rulesets.horizons.suppression.events import Suppressing, SuppressionFired
from bot.rulesets.horizons.throws.events import Blasted, GrenadeThrown
from bot.rulesets.horizons.wounds.events import Hit, Treated


def counts(event: Event) -> tuple[DeedCount, ...]:
    """Return the rounds, attacks and hits that an event is: a hit for each bullet, and for each caught in a blast."""
    match event:
        case ShotFired():
            return (event.actor, Deed.ROUNDS, event.fired), (event.actor, Deed.ATTACKS, 1)
        case SuppressionFired():
            return ((event.actor, Deed.ROUNDS, event.rounds),)
        case Suppressing():
            return ((event.actor, Deed.COVERED, 1),)
        case GrenadeThrown():
            return (event.actor, Deed.ATTACKS, 1), (event.actor, Deed.HITS, int(event.landed))
        case Hit():
            return (event.actor, Deed.HITS, 1), (event.target, Deed.TAKEN, 1)
        case Blasted():
            return ((event.actor, Deed.TAKEN, 1),)
        case _:
            return ()


def tested(_: object, event: Event) -> Iterator[Tested]:
    """Yield the check of an event that had a difficulty; the first bullet of a burst is the one that must hit."""
    match event:
        case ShotFired() | GrenadeThrown():
            yield _tested(event.actor, event.check, event.difficulty, attack=True)
        case Checked() | Treated():
            yield _tested(event.actor, event.check, event.difficulty, attack=False)
        case _:
            return


def _tested(actor: str, made: Outcome, difficulty: int, *, attack: bool) -> Tested:
    passed = meets(made.result, difficulty)
    return Tested(actor, chance_of(total(made.terms), difficulty), passed, attack=attack, secret=made.roll.secret)


def chance_of(added: int, difficulty: int) -> Fraction:
    """Return how likely a die with so much ``added`` is to meet a difficulty."""
    return Fraction(sum(meets(added + face, difficulty) for face in range(1, SIDES + 1)), SIDES)
