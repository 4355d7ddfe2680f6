"""The words for aim, shots and what goes wrong with guns."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import Parts, actor_of, headline, result, who
from bot.core.telling.story import Passage, Story
from bot.core.views import Viewer
from bot.core.wording import Line, Span, bad, good, line, note, number, spelled_count
from bot.rulesets.horizons.checks.rules import meets
from bot.rulesets.horizons.checks.wording import check_spans, is_told, term_spans
from bot.rulesets.horizons.fire.events import Aimed, BarrelBurst, Malfunctioned, ShotFired
from bot.rulesets.horizons.state import BURST_BARREL, JAM, SQUIB
from bot.rulesets.horizons.wounds.words import stopped

words = Words()
story = Story()
story.as_told(Malfunctioned, BarrelBurst)


@story.headline(ShotFired)
def _shot(event: ShotFired, passage: Passage, viewer: Viewer) -> Line:
    how = f"{spelled_count(event.fired, 'round')} with {_what(event)}"
    found = (
        *(result(event.hits, event.fired) if event.hits or not _is_met(event) else _STUCK),
        *stopped(passage),
        *passage.outcome_of(event, viewer, hit=event.hits > 0),
    )
    return headline(actor_of(event, viewer), (who(event, event.target, viewer),), how, found)


def _what(event: ShotFired) -> str:
    """Return with what somebody shot, and what part it aimed at."""
    return event.weapon + (f", called on {event.called}" if event.called else "")


_STUCK: Parts = (bad("no hit"), ", as the bullet does not leave the barrel")


def _is_met(event: ShotFired) -> bool:
    """Tell whether a check was good enough to hit, whatever the weapon then did."""
    return meets(event.check.result, event.difficulty)


_WHAT_IT_DOES = {JAM: "jams", SQUIB: "has a bullet stuck in its barrel", BURST_BARREL: "has a burst barrel"}


@words(ShotFired)
def _shot_fired(event: ShotFired, viewer: Viewer) -> Lines:
    rounds = f"{event.fired} round{'' if event.fired == 1 else 's'}"
    target = who(event, event.target, viewer)
    known = is_told(event, viewer)
    what = line(actor_of(event, viewer), f" fires {rounds} at ", target, f" with {_what(event)}: ", *_found(event), ".")
    terms = [*term_spans(event.terms), " = "] if known else []
    hard = line("Difficulty ", *terms, number(event.difficulty), *_recoil(event), depth=1)
    return (what, hard, line(*check_spans(event.check, known=known), depth=1))


def _found(event: ShotFired) -> Parts:
    if event.hits:
        return (good(f"{event.hits} hit{'' if event.hits == 1 else 's'}"),)
    return _STUCK if _is_met(event) else (bad("miss"),)


def _recoil(event: ShotFired) -> list[str | Span]:
    return [note(f", each further round +{event.recoil}")] if event.fired > 1 else []


@words(Malfunctioned)
def _malfunctioned(event: Malfunctioned, viewer: Viewer) -> Lines:
    return (line(f"{event.weapon} of ", actor_of(event, viewer), " ", bad(_WHAT_IT_DOES[event.fault]), "."),)


@words(BarrelBurst)
def _barrel_burst(event: BarrelBurst, viewer: Viewer) -> Lines:
    return (line(f"{event.weapon} of ", actor_of(event, viewer), " ", bad("bursts"), "."),)


@words(Aimed)
def _aimed(event: Aimed, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " takes aim (", number(event.actions), ")."),)
