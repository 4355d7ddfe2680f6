"""What each question of the Reflex System is about, in words: nobody chooses blindly."""

from __future__ import annotations

from bot.core.events import Asked
from bot.core.narration import Prompts, who
from bot.core.views import Viewer, hides, knows
from bot.core.wording import Line, line, note


def _block(event: Asked, viewer: Viewer) -> Line:
    """Return with what and how well, which give nobody unseen away. Events of older rules do not say whose it is."""
    if not event.target:
        return line(who(event, event.actor, viewer), " would be hit.")
    margin, _, weapon = event.question.detail.partition(" ")
    known = knows(event, event.target, viewer)
    how = () if hides(event, event.target, viewer) else (note(f" ({weapon}{f', margin {margin}' if known else ''})"),)
    return line(who(event, event.target, viewer), " would hit ", who(event, event.actor, viewer), *how, ".")


def _suppress(event: Asked, viewer: Viewer) -> Line:
    return line(who(event, event.actor, viewer), f" wants to suppress {event.question.detail}.")


def _forgo(event: Asked, viewer: Viewer) -> Line:
    return line(who(event, event.actor, viewer), f" would take no part in the exchange: {event.question.detail}.")


def _pursuit(event: Asked, viewer: Viewer) -> Line:
    return line(who(event, event.target, viewer), " leaves, seen by ", who(event, event.actor, viewer), ".")


def _hand_over(event: Asked, viewer: Viewer) -> Line:
    holds = (f" holds out the {event.question.detail} to ", who(event, event.actor, viewer), ".")
    return line(who(event, event.target, viewer), *holds)


PROMPTS: Prompts = {
    "block": _block,
    "suppress": _suppress,
    "forgo": _forgo,
    "pursuit": _pursuit,
    "hand_over": _hand_over,
}
