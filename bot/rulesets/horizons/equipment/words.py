"""The words for weapons that are handled."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, who
from bot.core.views import Viewer
from bot.core.wording import bad, counted, good, line, note
from bot.rulesets.horizons.checks.wording import check_spans, is_told
from bot.rulesets.horizons.equipment.events import Cleared, Drew, Reloaded, Searched, WeaponHidden

words = Words()


@words(Reloaded)
def _reloaded(event: Reloaded, viewer: Viewer) -> Lines:
    done = event.worked == event.needed
    holds = f": {counted(event.loaded, 'round')}" if is_told(event, viewer) else ""
    return (line(actor_of(event, viewer), f" reloads {event.weapon}{holds if done else ', not done yet'}."),)


@words(Drew)
def _drew(event: Drew, viewer: Viewer) -> Lines:
    if event.drawn < event.needed:
        what = event.weapon if is_told(event, viewer) else "something"
        return (line(actor_of(event, viewer), f" reaches for {what}."),)
    return (line(actor_of(event, viewer), f" draws {event.weapon}."),)


@words(Cleared)
def _cleared(event: Cleared, viewer: Viewer) -> Lines:
    result = good("works again") if event.cleared == event.needed else note("not done yet")
    return (line(actor_of(event, viewer), f" clears {event.weapon}: ", result, "."),)


@words(WeaponHidden)
def _weapon_hidden(event: WeaponHidden, viewer: Viewer) -> Lines:
    said = line(actor_of(event, viewer), f" hides {event.weapon} on the body.")
    return (said, line(*check_spans(event.check, known=True), depth=1))


@words(Searched)
def _searched(event: Searched, viewer: Viewer) -> Lines:
    how = "searches" if event.by_hand else "looks over"
    found = good(", ".join(event.found)) if event.found else bad("nothing")
    said = line(actor_of(event, viewer), f" {how} ", who(event, event.target, viewer), " and finds ", found, ".")
    return (said, line(*check_spans(event.check, known=is_told(event, viewer)), depth=1))
