"""What the words of several features have in common: the dice and their sum."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.features import Lines
from bot.core.narration import untold
from bot.core.terms import Term
from bot.core.views import Viewer, knows
from bot.core.wording import Mark, Span, bad, enumerated, good, line, metres, note, number, signed
from bot.rulesets.nighttripper.checks.events import Outcome

LABELS = {"told": "situation"}
ABOUT_SOMEBODY = ("skill", "wound", "condition")


def in_words(key: str) -> str:
    """Return what a row of the tables is called by its key."""
    return key.replace("_", " ")


def thrown_lines(event: Event, throw: Outcome, viewer: Viewer) -> Lines:
    """Return the dice for everybody, the sum behind them for those who may know it."""
    spans: list[str | Span] = ["Dice ", faces(throw.roll.faces)]
    for reroll in throw.rerolls:
        spans += [", one rerolled: ", faces(reroll.faces)]
    if throw.botched:
        return (line(*spans, "; ", bad("a 1 fails"), ", and the most luck falls to what is left", ".", depth=1),)
    if throw.rerolls:
        spans.append(f" ({enumerated([str(face) for face in throw.faces])} count)")
    known = knows(event, event.actor, viewer)
    spans += [part for term in throw.terms for part in term_words(term)] if known else untold(throw.terms)
    spans += [" = ", number(throw.total)]
    spans += [" against ", number(throw.needed)] if throw.needed else []
    result = good(f"impact {throw.impact}") if throw.impact else bad("fails")
    return (line(*spans, "; ", result, ".", depth=1),)


def faces(faces: tuple[int, ...]) -> Span:
    return Span(", ".join(str(face) for face in faces), Mark.DICE)


def term_words(term: Term) -> tuple[str | Span, ...]:
    label = LABELS.get(term.label, term.label)
    detail = (note(f" ({_detail_words(term)})"),) if term.detail else ()
    return (f", {label} ", signed(term.value), *detail)


def _detail_words(term: Term) -> str:
    """Return what a term is about; from how many metres is said as everywhere."""
    is_range = term.label not in ABOUT_SOMEBODY and term.detail.replace(".", "", 1).isdecimal()
    return metres(float(term.detail)) if is_range else term.detail
