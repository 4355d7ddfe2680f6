"""The words for what happens to nerves: all see who breaks, the sums behind it only those who may know them."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, target_of
from bot.core.telling.story import Change, Story
from bot.core.terms import Term, total
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Mark, Span, bad, counted, good, line, note, number, signed
from bot.rulesets.reflex.checks.wording import check_line, said, sum_spans
from bot.rulesets.reflex.morale.events import (
    Broke,
    CasualtyLeft,
    Commanded,
    DarknessMet,
    Intimidated,
    OddsCounted,
    PainEased,
    PanicFired,
    Rallied,
    Threatened,
)

words = Words()
story = Story()
story.opens(PanicFired, Intimidated)
story.as_told(Broke, fate="broken")
story.as_told(Rallied)


@story.change(Threatened)
def _faces(event: Threatened, _viewer: Viewer) -> Change | None:
    if not event.amount:
        return None
    return Change((bad(said(event.kind)), note(f" (threat {signed(event.amount).text})")), verb="faces", key=event.kind)


@words(OddsCounted)
def _odds_counted(_event: OddsCounted, _viewer: Viewer) -> Lines:
    """Say nothing: who came or went is told."""
    return ()


@words(CasualtyLeft)
def _casualty_left(_event: CasualtyLeft, _viewer: Viewer) -> Lines:
    """Say nothing: who left is told."""
    return ()


@words(DarknessMet)
def _darkness_met(_event: DarknessMet, _viewer: Viewer) -> Lines:
    """Say nothing: who goes where is told, and which light is set."""
    return ()


@words(Threatened)
def _threatened(event: Threatened, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    actor = actor_of(event, viewer)
    if not event.amount:
        return (line(actor, ": ", good(f"{said(event.kind)} no longer threatens"), "."),)
    dice = (" on ", Span(", ".join(map(str, event.roll.faces)), Mark.DICE)) if event.roll else ()
    return (line(actor, ": ", bad(said(event.kind)), ", threat ", signed(event.amount), *dice, "."),)


@words(PainEased)
def _pain_eased(event: PainEased, viewer: Viewer) -> Lines:
    told = " is given a strong painkiller." if event.eased else " feels every wound again."
    return (line(actor_of(event, viewer), told),)


@words(Broke)
def _broke(event: Broke, viewer: Viewer) -> Lines:
    told = line(actor_of(event, viewer), bad(" is broken and has no fight left."))
    if not event.threats or not knows(event, event.actor, viewer):
        return (told,)
    return (told, balance_line(event.threats, event.coolness))


def balance_line(threats: tuple[Term, ...], coolness: tuple[Term, ...]) -> Line:
    """Return threats against CUF in one explaining line."""
    first, *rest = threats
    cuf, *heart = coolness
    against = sum_spans(cuf, heart, total(coolness))
    return line(*sum_spans(first, rest, total(threats)), note(" against "), *against, depth=1)


@words(Rallied)
def _rallied(event: Rallied, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), good(" pulls together again.")),)


@words(Commanded)
def _commanded(event: Commanded, viewer: Viewer) -> Lines:
    told = line(actor_of(event, viewer), " calls on ", target_of(event, viewer), " to stand.")
    check = check_line(event.outcome, knows=knows(event, event.actor, viewer))
    if not event.value or not knows(event, event.target, viewer):
        return (told, check)
    gained = line(target_of(event, viewer), ": CUF ", signed(event.value), " until the next pause.", depth=1)
    return (told, check, gained)


@words(PanicFired)
def _panic_fired(event: PanicFired, viewer: Viewer) -> Lines:
    actor = actor_of(event, viewer)
    ticks = note(f" ({counted(event.cost_ticks, 'tick')})")
    rounds = " round at nothing." if event.spent == 1 else " rounds at nothing."
    told = line(actor, " fires wildly", ticks, ", ", number(event.spent), rounds)
    if not knows(event, event.actor, viewer):
        return (told,)
    return (told, line("CUF ", signed(event.value), " for this exchange.", depth=1))


@words(Intimidated)
def _intimidated(event: Intimidated, viewer: Viewer) -> Lines:
    target, outcome = target_of(event, viewer), event.outcome
    manner = "by strength" if outcome.check.attribute.label == "muscle" else "with words"
    taken = f", {counted(event.minutes, 'minute')}" if event.minutes else ""
    made = bad("makes an impression") if outcome.succeeded else good("makes no impression")
    told = line(actor_of(event, viewer), " threatens ", target, note(f" ({manner}{taken})"), " and ", made, ".")
    check = check_line(outcome, knows=knows(event, event.actor, viewer))
    if not event.threats or not knows(event, event.target, viewer):
        return (told, check)
    first, *rest = event.threats
    left = line(target, ": ", bad(f"all checks −{event.cowed}") if event.cowed else good("unmoved"), ".")
    sums = (*sum_spans(first, rest, total(event.threats)), note(" against Resolve "), number(event.resolve.value))
    result = bad(f"short by {event.short}") if event.short else good("enough")
    return (told, check, left, line(*sums, ": ", result, ".", depth=1))
