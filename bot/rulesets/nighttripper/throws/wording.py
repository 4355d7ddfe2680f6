"""What the words of several features have in common: who, the dice and their sum, and what is kept from most."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.core.events import Event
from bot.core.features import Lines
from bot.core.narration import who
from bot.core.terms import Term
from bot.core.views import Viewer, knows
from bot.core.wording import Mark, Span, bad, good, line, note, number, signed
from bot.rulesets.nighttripper.throws.events import Throw

E = TypeVar("E", bound=Event)

LABELS = {"told": "situation"}
DETAILS = {"skill": "{}", "wound": "{}", "condition": "{}"}


def actor_of(event: Event, viewer: Viewer) -> Span:
    return who(event, event.actor, viewer)


def target_of(event: Event, viewer: Viewer) -> Span:
    return who(event, event.target, viewer)


def thrown_lines(event: Event, throw: Throw, viewer: Viewer) -> Lines:
    """The dice for everybody, the sum behind them for those who may know it."""
    spans: list[str | Span] = ["Dice ", faces(throw.roll.faces)]
    for reroll in throw.rerolls:
        spans += [", one rerolled: ", faces(reroll.faces)]
    if throw.botched:
        return (line(*spans, "; ", bad("luck runs out: a failure"), ".", depth=1),)
    known = knows(event, event.actor, viewer)
    spans += [part for term in throw.terms for part in term_words(term)] if known else []
    spans += [" = " if known else ", in all ", number(throw.total)]
    result = good(f"impact {throw.impact}") if throw.impact else bad("fails")
    return (line(*spans, "; ", result, ".", depth=1),)


def faces(faces: tuple[int, ...]) -> Span:
    return Span(", ".join(str(face) for face in faces), Mark.DICE)


def term_words(term: Term) -> tuple[str | Span, ...]:
    label = LABELS.get(term.label, term.label)
    detail = (note(f" ({DETAILS.get(term.label, '{} m').format(term.detail)})"),) if term.detail else ()
    return (f", {label} ", signed(term.value), *detail)


def secretly(
    seen: str = "",
) -> Callable[[Callable[[E], tuple[str | Span, ...]]], Callable[[E, Viewer], Lines]]:
    """Words for those who may know the condition of whom it happened to; ``seen`` is what all others see of it."""

    def secret(told: Callable[[E], tuple[str | Span, ...]]) -> Callable[[E, Viewer], Lines]:
        def words(event: E, viewer: Viewer) -> Lines:
            parts = told(event) if knows(event, event.actor, viewer) else (bad(seen), ".") if seen else ()
            return (line(actor_of(event, viewer), *parts),) if parts else ()

        return words

    return secret
