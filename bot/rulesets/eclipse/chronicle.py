"""What a fight came to: which events count as rounds, attacks and hits, and whose."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bot.core.events import Event
from bot.core.telling.tally import Deed, DeedCount, Tested
from bot.rulesets.eclipse.blasts.events import Exploded
from bot.rulesets.eclipse.checks.rules import SIDES, WORST, Outcome
from bot.rulesets.eclipse.fire.events import Attacked, Resolved
from bot.rulesets.eclipse.suppression.events import Suppressed


def counts(event: Event) -> tuple[DeedCount, ...]:
    """Return the rounds, attacks and hits that an event is; a blast hits whom it catches, whatever armour stops."""
    match event:
        case Attacked():
            return (event.actor, Deed.ROUNDS, event.spent), (event.actor, Deed.ATTACKS, 1)
        case Suppressed():
            return (event.actor, Deed.ROUNDS, event.spent), (event.actor, Deed.COVERED, 1)
        case Resolved() if event.hit:
            return (event.actor, Deed.HITS, 1), (event.target, Deed.TAKEN, 1)
        case Exploded():
            return (event.actor, Deed.HITS, 1), (event.target, Deed.TAKEN, 1)
        case _:
            return ()


def tested(_: object, event: Event) -> Iterator[Tested]:
    """Yield the checks of an event: of whoever made it, and the defence of whom it was against."""
    made = getattr(event, "outcome", None)
    if isinstance(made, Outcome):
        yield _tested(event.actor, made, attack=isinstance(event, Attacked))
    if isinstance(event, Resolved) and event.defence is not None:
        yield _tested(event.target, event.defence, attack=False)


def _tested(actor: str, made: Outcome, *, attack: bool) -> Tested:
    return Tested(actor, chance_of(made.target), made.succeeded, attack=attack, secret=made.roll.secret)


def chance_of(target: int) -> Fraction:
    """Return how likely a check against ``target`` is to succeed: 00 always does and 99 never (C1)."""
    return Fraction(max(0, min(WORST - 1, target)) + 1, SIDES)
