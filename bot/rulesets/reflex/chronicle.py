"""What a fight came to: who attacked how much, who was hit how often, and how those a viewer may know of fare."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bot.core.events import Event
from bot.core.telling.tally import Deed, DeedCount, Tested
from bot.rulesets.reflex.checks.check import LOWEST, SIDES, Check, Outcome
from bot.rulesets.reflex.close.events import Struck
from bot.rulesets.reflex.indirect.events import IndirectFired
from bot.rulesets.reflex.morale.events import Broke
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.suppression.events import AreaSuppressed
from bot.rulesets.reflex.throws.events import Thrown
from bot.rulesets.reflex.trials.events import Tried
from bot.rulesets.reflex.vehicles.events import VehicleHit
from bot.rulesets.reflex.wounds.events import Hit


def counts(event: Event) -> tuple[DeedCount, ...]:
    """Return whom an event counts for, and as what."""
    match event:
        case ShotFired():
            return (event.actor, Deed.ROUNDS, event.spent), (event.actor, Deed.ATTACKS, 1)
        case Struck():
            return ((event.actor, Deed.ATTACKS, 1),)
        case Hit() | VehicleHit():
            return (event.actor, Deed.HITS, 1), (event.target, Deed.TAKEN, 1)
        case AreaSuppressed():
            return ((event.actor, Deed.COVERED, 1),)
        case Broke():
            return ((event.actor, Deed.SHAKEN, 1),)
        case _:
            return ()


def tested(_: object, event: Event) -> Iterator[Tested]:
    """Yield the checks of an event, of whoever made it and of whoever stood against it."""
    attack = isinstance(event, ShotFired | Struck | Thrown | IndirectFired)
    made = getattr(event, "outcome", None)
    if isinstance(made, Outcome):
        yield _tested(event.actor, made, attack=attack)
    if isinstance(event, Tried) and event.opposing is not None and event.target:
        yield _tested(event.target, event.opposing, attack=False)


def _tested(actor: str, made: Outcome, *, attack: bool) -> Tested:
    return Tested(actor, chance_of(made.check), made.succeeded, attack=attack, secret=made.roll.secret)


def chance_of(check: Check) -> Fraction:
    """Return how likely a check is to succeed: the lowest of its dice must not exceed the target, or the highest."""
    low = Fraction(max(0, min(SIDES, check.target)), SIDES)
    return 1 - (1 - low) ** check.pool.dice if check.pool.keep == LOWEST else low**check.pool.dice
