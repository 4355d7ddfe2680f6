"""What a fight came to: which events count as rounds, attacks and hits, and whose."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bot.core.events import Event
from bot.core.telling.tally import Deed, DeedCount, Tested
from bot.core.terms import total
from bot.rulesets.horizons.checks.events import Checked, Outcome
from bot.rulesets.horizons.checks.rules import SIDES, meets
from bot.rulesets.horizons.fire.events import BarrelBurst, ShotFired
from bot.rulesets.horizons.fire.rules import STUCK
from bot.rulesets.horizons.suppression.events import Suppressing, SuppressionFired
from bot.rulesets.horizons.throws.events import Blasted, GrenadeThrown
from bot.rulesets.horizons.wounds.events import Hit, Treated

STUCK_BEHIND_ONE = Fraction(1, SIDES) * Fraction(SIDES - 1, SIDES)
"""How likely the two dice behind a one are a second one, and no ten, which would leave a jam alone (000-11)."""


def counts(event: Event) -> tuple[DeedCount, ...]:
    """Return the rounds, attacks and hits that an event is: a hit for each bullet, and for each caught in a blast."""
    match event:
        case ShotFired():
            return (event.actor, Deed.ROUNDS, event.fired), (event.actor, Deed.ATTACKS, 1)
        case BarrelBurst():
            return (event.actor, Deed.ROUNDS, 1), (event.actor, Deed.ATTACKS, 1)
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
    """Yield the check of an event that had a difficulty; the first bullet of a burst is the one that must hit.

    A bullet that does not leave the barrel hits nobody, whatever the check reached.
    """
    match event:
        case ShotFired():
            yield _shot(event.actor, event.check, event.difficulty)
        case GrenadeThrown():
            yield _tested(event.actor, event.check, event.difficulty, attack=True)
        case Checked() | Treated():
            yield _tested(event.actor, event.check, event.difficulty, attack=False)
        case _:
            return


def _tested(actor: str, made: Outcome, difficulty: int, *, attack: bool) -> Tested:
    passed = meets(made.result, difficulty)
    return Tested(actor, chance_of(total(made.terms), difficulty), passed, attack=attack, secret=made.roll.secret)


def _shot(actor: str, made: Outcome, difficulty: int) -> Tested:
    """Return a shot as its dice say it, not as a GM spares somebody the worst mishap."""
    hit = meets(made.result, difficulty) and made.side > STUCK
    return Tested(actor, _hit_chance(total(made.terms), difficulty), hit, attack=True, secret=made.roll.secret)


def _hit_chance(added: int, difficulty: int) -> Fraction:
    """Return how likely a die with so much ``added`` hits: behind a one that does, the bullet may be stuck."""
    stuck = STUCK_BEHIND_ONE / SIDES if meets(added + 1, difficulty) else 0
    return chance_of(added, difficulty) - stuck


def chance_of(added: int, difficulty: int) -> Fraction:
    """Return how likely a die with so much ``added`` is to meet a difficulty."""
    return Fraction(sum(meets(added + face, difficulty) for face in range(1, SIDES + 1)), SIDES)
