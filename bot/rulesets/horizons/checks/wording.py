"""What the words of several features have in common: the dice, their sum, and who is told of it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.narration import untold
from bot.core.terms import Term
from bot.core.views import Viewer, knows
from bot.core.wording import Mark, Span, note, number, signed
from bot.rulesets.horizons.checks.events import Outcome


def is_told(event: Event, viewer: Viewer) -> bool:
    return knows(event, event.actor, viewer)


def term_spans(terms: Iterable[Term]) -> list[str | Span]:
    """Return terms as "base 5, size and range +8 (small, far)", the first as a plain number."""
    spans: list[str | Span] = []
    for place, term in enumerate(terms):
        spans += [f", {term.label} ", signed(term.value)] if place else [f"{term.label} ", number(term.value)]
        spans += [note(f" ({term.detail})")] if place and term.detail not in ("", term.label) else []
    return spans


def die(roll: Roll) -> Span:
    return Span(", ".join(map(str, roll.faces)), Mark.DICE)


def check_spans(check: Outcome, *, known: bool) -> list[str | Span]:
    """Return the die and the total of a check, and its terms to whoever may know them."""
    terms = [span for term in check.terms for span in (f", {term.label} ", signed(term.value))]
    further = [span for roll in check.further for span in (note(" (then "), die(roll), note(")"))]
    found = terms if known else untold(check.terms)
    return ["1d10 ", die(check.roll), *further, *found, " = ", number(check.result)]
