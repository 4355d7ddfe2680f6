"""What each question of the Reflex System is about, in words: nobody chooses blindly."""

from __future__ import annotations

from bot.core.events import Asked
from bot.core.narration import Prompts, actor_of, target_of
from bot.core.views import Viewer, hides, knows
from bot.core.wording import Line, line, note


def _block(event: Asked, viewer: Viewer) -> Line:
    """Return with what and how well, which give nobody unseen away. Events of older rules do not say whose it is."""
    if not event.target:
        return line(actor_of(event, viewer), " would be hit.")
    margin, _, weapon = event.question.detail.partition(" ")
    known = knows(event, event.target, viewer)
    how = () if hides(event, event.target, viewer) else (note(f" ({weapon}{f', margin {margin}' if known else ''})"),)
    return line(target_of(event, viewer), " would hit ", actor_of(event, viewer), *how, ".")


def _suppress(event: Asked, viewer: Viewer) -> Line:
    return line(actor_of(event, viewer), f" wants to suppress {event.question.detail}.")


def _forgo(event: Asked, viewer: Viewer) -> Line:
    return line(actor_of(event, viewer), f" would take no part in the exchange: {event.question.detail}.")


def _pursuit(event: Asked, viewer: Viewer) -> Line:
    return line(target_of(event, viewer), " leaves, seen by ", actor_of(event, viewer), ".")


def _hand_over(event: Asked, viewer: Viewer) -> Line:
    holds = (f" holds out the {event.question.detail} to ", actor_of(event, viewer), ".")
    return line(target_of(event, viewer), *holds)


PROMPTS: Prompts = {
    "block": _block,
    "suppress": _suppress,
    "forgo": _forgo,
    "pursuit": _pursuit,
    "hand_over": _hand_over,
}
