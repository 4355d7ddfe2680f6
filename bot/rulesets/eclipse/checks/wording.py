"""What the words of several features have in common: labels, terms, and what came of a check."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.core.events import Event
from bot.core.features import Lines
from bot.core.narration import who
from bot.core.terms import Term
from bot.core.views import Viewer
from bot.core.wording import Line, Mark, Span, bad, good, line, note, number, signed
from bot.rulesets.eclipse.checks.rules import Outcome

LABELS = {
    "SA": "semi-automatic",
    "BF": "burst",
    "FA": "full automatic",
    "half_fray": "half of Fray",
    "som_3": "three times Somatics",
    "wil_3": "three times Willpower",
    "durability_left": "Durability left",
    "ap": "AP",
    "cap": "most that counts either way",
    "told": "situation",
    "bands": "range",
    "sizes": "size",
    "aim_quick": "quick aim",
    "aim_complex": "full aim",
    "unseen": "hidden target",
    "running_otherwise": "running",
    "layer": "layers of armour",
}


def in_words(label: str) -> str:
    """Return a label in words."""
    return LABELS.get(label, label.replace("_", " "))


def term_spans(terms: Iterable[Term]) -> list[str | Span]:
    """Return terms in words, such as "short range +0 (…), wounds −10"."""
    spans: list[str | Span] = []
    for term in terms:
        spans += [", " if spans else "", f"{in_words(term.label)} ", signed(term.value)]
        spans += [note(f" ({in_words(term.detail)})")] if term.detail else []
    return spans


def _target_spans(outcome: Outcome) -> list[str | Span]:
    """Return the sum of a target; a single term that is all of it is a plain number."""
    spans = term_spans(outcome.terms)
    if len(outcome.terms) == 1 and outcome.terms[0].value == outcome.target:
        _, label, _, *detail = spans
        return [label, number(outcome.target), *detail]
    return [*spans, " = ", number(outcome.target)]


def _always(outcome: Outcome) -> list[str | Span]:
    """Return why a check came out against its sum: 00 always succeeds and 99 never does (C1)."""
    if outcome.succeeded == (outcome.value <= outcome.target):
        return []
    return [note(f" ({outcome.value:02} always {'succeeds' if outcome.succeeded else 'fails'})")]


def outcome_line(outcome: Outcome, *, known: bool, of: str = "") -> Line:
    """Return the sum behind a check ``of`` something, for those who may know it, and what fell."""
    target = [*_target_spans(outcome), "; "] if known else []
    result = ("critical " if outcome.critical else "") + ("success" if outcome.succeeded else "failure")
    margin: list[str | Span] = [", margin ", number(outcome.margin), *_always(outcome)] if known else []
    rolled = Span(f"{outcome.value:02}", Mark.DICE)
    return line(*target, f"{of}rolled ", rolled, ": ", (good if outcome.succeeded else bad)(result), *margin, depth=1)


def to_everybody(text: str) -> Callable[[Event, Viewer], Lines]:
    """Return words that say the same to everybody."""

    def told(event: Event, viewer: Viewer) -> Lines:
        return (line(who(event, event.actor, viewer), f" {text}."),)

    return told
