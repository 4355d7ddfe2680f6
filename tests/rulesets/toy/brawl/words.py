"""The words for a brawl."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.events import Event
from bot.core.features import Words
from bot.core.narration import who
from bot.core.terms import Term
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Mark, Span, bad, good, line, note, number, signed
from tests.rulesets.toy.brawl.events import (
    Blocked,
    Downed,
    Hastened,
    Held,
    Hurt,
    Pounced,
    Rested,
    RoundBegan,
    Struck,
    Treated,
)

words = Words()


@words(RoundBegan)
def _round(event: RoundBegan, viewer: Viewer) -> tuple[Line, ...]:
    return (line(Span(f"Round {event.number}", Mark.HEADING)),)


@words(Hastened)
def _hastened(event: Hastened, viewer: Viewer) -> tuple[Line, ...]:
    actor = who(event, event.actor, viewer)
    return (line(actor, " acts at ", number(event.haste), "."), *_explained(event, event.terms, viewer))


@words(Struck)
def _struck(event: Struck, viewer: Viewer) -> tuple[Line, ...]:
    actor, target = (who(event, one, viewer) for one in (event.actor, event.target))
    result = good("hit") if event.hit else bad("miss")
    dice = Span(", ".join(map(str, event.roll.faces)), Mark.DICE)
    what = line(actor, " strikes at ", target, f" with {event.weapon}: ", result, ".")
    rolled = line("rolled ", dice, " against ", number(event.target_number), depth=1)
    return (what, rolled, *_explained(event, event.terms, viewer))


def _explained(event: Event, terms: Iterable[Term], viewer: Viewer) -> tuple[Line, ...]:
    if not knows(event, event.actor, viewer):
        return ()
    summands = [span for term in terms for span in (note(f" {term.label} "), signed(term.value))]
    return (line(*summands, depth=1),)


@words(Blocked)
def _blocked(event: Blocked, viewer: Viewer) -> tuple[Line, ...]:
    outcome = good("stopped") if event.stopped else bad("not enough")
    return (line(who(event, event.actor, viewer), " raises the shield: ", outcome, "."),)


@words(Hurt)
def _hurt(event: Hurt, viewer: Viewer) -> tuple[Line, ...]:
    points = (": ", number(event.points)) if knows(event, event.actor, viewer) else ()
    return (line(who(event, event.actor, viewer), " is hurt", *points, "."),)


@words(Downed)
def _downed(event: Downed, viewer: Viewer) -> tuple[Line, ...]:
    return (line(who(event, event.actor, viewer), bad(" goes down"), "."),)


@words(Rested)
def _rested(event: Rested, viewer: Viewer) -> tuple[Line, ...]:
    return (line(who(event, event.actor, viewer), " rests."),)


@words(Held)
def _held(event: Held, viewer: Viewer) -> tuple[Line, ...]:
    return (line(who(event, event.actor, viewer), " holds until ", number(event.haste), "."),)


@words(Pounced)
def _pounced(event: Pounced, viewer: Viewer) -> tuple[Line, ...]:
    return (line(who(event, event.actor, viewer), " pounces!"),)


@words(Treated)
def _treated(event: Treated, viewer: Viewer) -> tuple[Line, ...]:
    return (line(who(event, event.actor, viewer), " binds a wound of ", who(event, event.target, viewer), "."),)
