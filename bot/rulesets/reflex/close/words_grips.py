"""The words for grips: who has hold of whom and how firmly, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.core.events import Event
from bot.core.narration import who
from bot.core.views import Viewer, knows
from bot.core.wording import Line, bad, counted, good, line, note
from bot.rulesets.reflex.checks.wording import check_line
from bot.rulesets.reflex.close import events_grips as happened
from bot.rulesets.reflex.close.events_grips import Ended

Lines = tuple[Line, ...]


def lines(event: Event, viewer: Viewer) -> Lines:
    """The words for one event of EVENTS_GRIPS."""
    return _LINES[type(event)](event, viewer)


def _control_set(event: happened.ControlSet, viewer: Viewer) -> Lines:
    if event.ended is None:
        return _gained(event, viewer)
    return _escaped(event, viewer) if event.ended is Ended.ESCAPED else _let_go(event, viewer)


def _gained(event: happened.ControlSet, viewer: Viewer) -> Lines:
    holder, held = who(event, event.actor, viewer), who(event, event.target, viewer)
    if event.control == event.before:
        return (line(holder, " touches ", held, " but wins no Control", note(" (margin zero)"), "."),)
    told = line(holder, " has ", held, " in a grip: ", good(f"Control {event.control}"), ".")
    parts = [f"margin {event.margin}", *([f"dive +{event.dive}"] if event.dive else [])]
    before = f"{event.before} before, " if event.before else ""
    return (told, line(f"{before}{', '.join(parts)}.", depth=1))


def _escaped(event: happened.ControlSet, viewer: Viewer) -> Lines:
    holder, held = who(event, event.actor, viewer), who(event, event.target, viewer)
    if not event.control:
        return (line(held, good(" breaks free"), " from ", holder, "."),)
    left = note(f" (Control {event.before} to {event.control})")
    return (line(held, " loosens the grip of ", holder, left, "."),)


_LET_GO = {
    Ended.LET_GO: (" lets go of ", "."),
    Ended.OTHER_ACTION: (" lets go of ", " to do something else."),
    Ended.UNABLE: (" can no longer hold ", "."),
}


def _let_go(event: happened.ControlSet, viewer: Viewer) -> Lines:
    verb, why = _LET_GO[event.ended or Ended.LET_GO]
    return (line(who(event, event.actor, viewer), verb, who(event, event.target, viewer), why),)


def _struggled(event: happened.Struggled, viewer: Viewer) -> Lines:
    told = line(who(event, event.actor, viewer), " struggles against the grip.")
    return (told, check_line(event.outcome, knows=knows(event, event.actor, viewer)))


def _grip_strained(event: happened.GripStrained, viewer: Viewer) -> Lines:
    holder, held = who(event, event.actor, viewer), who(event, event.target, viewer)
    free = good(f" drags along by up to {counted(event.net, 'metre')}")
    told = line(held, free, ", held by ", holder, ".") if event.net > 0 else line(holder, " holds ", held, " in place.")
    return (told, check_line(event.outcome, knows=knows(event, event.actor, viewer)))


def _coerced(event: happened.Coerced, viewer: Viewer) -> Lines:
    threats = note(f" ({counted(event.threats, 'threat condition')})")
    return (line(who(event, event.actor, viewer), bad(" feels the hold"), threats, "."),)


def _disarm_resisted(event: happened.DisarmResisted, viewer: Viewer) -> Lines:
    result = good(" keeps hold") if event.net < 0 else bad(" cannot keep hold")
    told = line(who(event, event.actor, viewer), result, note(f" (margin left {event.net})"), ".")
    return (told, check_line(event.outcome, knows=knows(event, event.actor, viewer)))


def _choke_began(event: happened.ChokeBegan, viewer: Viewer) -> Lines:
    ticks = note(f" ({counted(event.cost_ticks, 'tick')})")
    return (line(who(event, event.actor, viewer), " begins to choke ", who(event, event.target, viewer), ticks, "."),)


def _choke_slipped(event: happened.ChokeSlipped, viewer: Viewer) -> Lines:
    held = who(event, event.target, viewer)
    return (line(who(event, event.actor, viewer), " has not enough Control of ", held, " to choke it out."),)


def _choke_ended(event: happened.ChokeEnded, viewer: Viewer) -> Lines:
    holder, held = who(event, event.actor, viewer), who(event, event.target, viewer)
    if event.firm:
        return (line(holder, bad(" cuts off"), " the blood to the head of ", held, "."),)
    if event.control:
        return (line(holder, " chokes ", held, ", but ", bad("not firmly enough"), "."),)
    return (line(holder, " has lost hold of ", held, ": nothing comes of the choke."),)


def _blackout(event: happened.Blackout, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    result = bad("blacks out") if event.outcome.succeeded else bad("does not come back")
    told = line(who(event, event.actor, viewer), " ", result, ".")
    return (told, check_line(event.outcome, knows=True))


_LINES: Mapping[type[Event], Callable[[Any, Viewer], Lines]] = {
    happened.ControlSet: _control_set,
    happened.Struggled: _struggled,
    happened.GripStrained: _grip_strained,
    happened.Coerced: _coerced,
    happened.DisarmResisted: _disarm_resisted,
    happened.ChokeBegan: _choke_began,
    happened.ChokeSlipped: _choke_slipped,
    happened.ChokeEnded: _choke_ended,
    happened.Blackout: _blackout,
}
