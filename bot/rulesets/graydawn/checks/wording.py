"""What the words of several features have in common: the dice and their sum, and what anybody can see."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.features import Lines
from bot.core.narration import Parts, actor_of, untold
from bot.core.terms import Term, total
from bot.core.views import Viewer, knows
from bot.core.wording import Mark, Span, line, note, number, signed
from bot.rulesets.graydawn.checks.events import Outcome

E = TypeVar("E", bound=Event)


LABELS = {
    "told": "situation",
    "value": "range",
    "class": "weapon",
    "rush": "extra actions",
    "on_the_move": "on the move",
    "hurry": "lightning start",
    "quick": "lightning start",
    "fast_draw": "fast draw",
    "moving_target": "moving target",
    "running_shooter": "running",
    "sprint": "sprinting",
    "build": "body type",
    "auto": "full automatic",
    "called": "called shot",
    "further": "further shell",
    "narrow": "narrow hit",
    "placed": "well placed",
    "blend": "average",
    "shelter": "cover",
    "armor": "armour on the torso",
    "covering": "covering fire",
}


def faces(rolls: Iterable[Roll]) -> Span:
    """Return all faces that fell, in their order."""
    return Span(", ".join(str(face) for roll in rolls for face in roll.faces), Mark.DICE)


def summed(event: Event, actor: str, made: Outcome, viewer: Viewer) -> Parts:
    """Return a check: its dice for everybody, the sum behind them and its luck for those who may know it."""
    again = (note(" (again, after "), faces(made.before), note(")")) if made.before else ()
    first, *others = (face for roll in made.rolls for face in roll.faces)
    sign = -1 if made.total < total(made.terms) + first else 1
    further = [part for face in others for part in (", further die ", signed(sign * face))]
    dice = (number(first), *again, *further)
    if not knows(event, actor, viewer):
        return (*dice, *untold(made.terms, made.raised), " = ", number(made.total))
    terms = tuple(part for term in made.terms for part in _term_words(term))
    raised = (", luck ", signed(made.raised)) if made.raised else ()
    paid = (note(f" ({made.luck} luck)"),) if made.luck else ()
    return (*dice, *terms, *raised, *paid, " = ", number(made.total))


def against(event: Event, actor: str, made: Outcome, needed: int, viewer: Viewer, reasons: Parts = ()) -> Parts:
    """Return a check and the number that it has to reach, which a one does not, whatever the sum (B1; 004-26).

    ``reasons`` say what the number is the sum of.
    """
    fails = (note(": a one fails"),) if made.fumble and made.total >= needed else ()
    return (*summed(event, actor, made, viewer), " against ", number(needed), *reasons, *fails)


def _term_words(term: Term) -> Parts:
    label = LABELS.get(term.label, term.label.replace("_", " "))
    detail = (note(f" ({term.detail.replace('_', ' ')})"),) if term.detail else ()
    return (f", {label} ", signed(term.value), *detail)


def plainly(told: Callable[[E], str]) -> Callable[[E, Viewer], Lines]:
    """Make words for what anybody can see somebody do of what is said behind its name."""

    def words(event: E, viewer: Viewer) -> Lines:
        return (line(actor_of(event, viewer), told(event)),)

    return words
