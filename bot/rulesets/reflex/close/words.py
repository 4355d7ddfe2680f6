"""The words for close combat: what anybody sees of a blow, and the sums behind it for those who may know them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.narration import who
from bot.core.views import Viewer, hides, knows
from bot.core.wording import Line, Mark, Span, bad, good, line, note
from bot.rulesets.reflex.checks.wording import check_line, sum_spans
from bot.rulesets.reflex.close import events as happened
from bot.rulesets.reflex.state import Pace

Lines = tuple[Line, ...]


def lines(event: Event, viewer: Viewer) -> Lines:
    """The words for one event of EVENTS_CLOSE."""
    return _LINES[type(event)](event, viewer)


def _struck(event: happened.Struck, viewer: Viewer) -> Lines:
    known = knows(event, event.actor, viewer)
    at = who(event, event.target, viewer)
    whom = (f"the {event.called} of ", at) if event.called else (at,)
    told = line(who(event, event.actor, viewer), f" {_verb(event)} ", *whom, *_how(event, viewer))
    summed = len(event.costs) > 1 and known
    costs = (line(*sum_spans(event.costs[0], event.costs[1:], event.cost_ticks), " ticks.", depth=1),)
    return (told, check_line(event.outcome, knows=known), *(costs if summed else ()))


_VERBS = {
    "grapple": "grabs at",
    "comply": "puts a painful hold on",
    "disarm": "wrenches at what is held by",
    "wrench": "uses the grip to hurt",
    "escape": "tries to break loose from",
}


def _verb(event: happened.Struck) -> str:
    dives = event.dive is not Pace.STILL
    if event.use == "grapple" and dives:
        return "dives to grab"
    return _VERBS[event.use] if event.use else "dives at" if dives else "strikes at"


def _footing_tested(event: happened.FootingTested, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    result = good("keeps upright") if event.stands else bad("cannot keep upright")
    needed = f" (margin {event.needed} needed)" if event.needed else ""
    told = line(who(event, event.actor, viewer), " ", result, note(needed), ".")
    return (told, check_line(event.outcome, knows=True))


def _how(event: happened.Struck, viewer: Viewer) -> tuple[str | Span, ...]:
    """With what and with what result; the weapon does not give the unseen away."""
    result = (good("on target") if event.margin >= 0 else bad("miss"), ".")
    if hides(event, event.actor, viewer):
        return (": ", *result)
    return (f" with the {event.title}", note(f" ({event.mode}, {_ticks(event.cost_ticks)}): "), *result)


def _ticks(count: int) -> str:
    return f"{count} tick" if count == 1 else f"{count} ticks"


def _blocked(event: happened.Blocked, viewer: Viewer) -> Lines:
    result = good("stopped") if event.net < 0 else bad(f"margin {event.net} gets through")
    verb = "blocks to grapple" if event.grapples else "blocks"
    how = (f" {verb} with the {event.title}", note(f" ({_ticks(event.cost_ticks)}): "), result, ".")
    told = line(who(event, event.actor, viewer), *how)
    return (told, check_line(event.outcome, knows=knows(event, event.actor, viewer)))


def _block_tested(event: happened.BlockTested, viewer: Viewer) -> Lines:
    actor = who(event, event.actor, viewer)
    met = bad(f" meets the weapon with the {event.place}") if event.place else " meets the weapon unharmed"
    told = line(actor, met, ".")
    return (told, line("Hurt on 50 or less on d100: ", _faces(event.roll), ".", depth=1))


def _faces(roll: Roll) -> Span:
    return Span(", ".join(str(face) for face in roll.faces), Mark.DICE)


_LINES: Mapping[type[Event], Callable[[Any, Viewer], Lines]] = {
    happened.Struck: _struck,
    happened.Blocked: _blocked,
    happened.BlockTested: _block_tested,
    happened.FootingTested: _footing_tested,
}
