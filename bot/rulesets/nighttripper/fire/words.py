"""The words for an attack."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, at_range, headline, result, target_of
from bot.core.telling.story import Passage, Story
from bot.core.views import Viewer, hides
from bot.core.wording import Line, Span, bad, good, line, metres, note, number
from bot.rulesets.nighttripper.checks.wording import faces, thrown_lines
from bot.rulesets.nighttripper.fire.events import Attacked, Drew, Hit
from bot.rulesets.nighttripper.person.sheet import FISTS
from bot.rulesets.nighttripper.wounds.words import stopped

words = Words()
story = Story()
story.explains(Hit)


@story.headline(Attacked)
def _attack(event: Attacked, passage: Passage, viewer: Viewer) -> Line:
    unseen = hides(event, event.actor, viewer)
    far = at_range(event, event.range_m, viewer)
    how = f"{'a blow' if event.range_m is None else 'a shot'}{'' if unseen else f' with the {event.weapon}'}{far}"
    found = (*result(int(event.hit)), *stopped(passage), *passage.outcome_of(event, viewer, hit=event.hit))
    return headline(actor_of(event, viewer), (target_of(event, viewer),), how, found)


@words(Attacked)
def _attacked(event: Attacked, viewer: Viewer) -> Lines:
    result = (good("hit") if event.hit else bad("miss"), ".")
    verb = " strikes at " if event.range_m is None else " fires at "
    told = line(actor_of(event, viewer), verb, target_of(event, viewer), *_how(event, viewer), *result)
    return (told, *thrown_lines(event, event.throw, viewer))


def _how(event: Attacked, viewer: Viewer) -> tuple[str | Span, ...]:
    """Return with what and from how far; neither gives the unseen away."""
    if hides(event, event.actor, viewer):
        return (": ",)
    unknown = hides(event, event.target, viewer)
    far = "" if unknown or event.range_m is None else f", {metres(event.range_m)}"
    return (f" with the {event.weapon}", note(f" ({event.title}{far})"), ": ")


@words(Drew)
def _drew(event: Drew, viewer: Viewer) -> Lines:
    what = "puts away what was in hand" if event.weapon == FISTS else f"takes the {event.weapon} in hand"
    return (line(actor_of(event, viewer), f" {what}."),)


@words(Hit)
def _hit(event: Hit, viewer: Viewer) -> Lines:
    where = f"{event.side} {event.place}" if event.side else event.place
    told = line(target_of(event, viewer), " is hit: ", bad(where), ", impact ", number(event.impact), ".")
    if event.roll is None:
        return (told,)
    return (told, line("Side ", faces(event.roll.faces), note(" (odd is left)"), ".", depth=1))
