"""The words for ambushes: while one lies in wait only the GM reads of it, and once it is sprung everybody does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.core.events import Event
from bot.core.narration import who
from bot.core.views import Viewer, knows
from bot.core.wording import Line, bad, counted, good, line, name, note, number
from bot.rulesets.reflex.ambush import events as happened
from bot.rulesets.reflex.checks.wording import check_line
from bot.rulesets.reflex.lurking import Ambush
from bot.rulesets.reflex.play import ReflexScene

Lines = tuple[Line, ...]


def lines(event: Event, viewer: Viewer) -> Lines:
    """The words for one event of EVENTS_AMBUSH."""
    return _LINES[type(event)](event, viewer)


def _set(event: happened.AmbushSet, viewer: Viewer) -> Lines:
    told = (f" prepares a {event.ambush.kind} ambush", _against(event.ambush), note(_time(event.ambush)), ": ")
    well = good("well hidden") if event.outcome.succeeded else bad("anybody who looks will notice")
    return (line(who(event, event.actor, viewer), *told, well, "."), check_line(event.outcome, knows=True))


def _against(ambush: Ambush) -> str:
    meant = ambush.target or ambush.against
    return f" for {meant}" if meant else ""


def _time(ambush: Ambush) -> str:
    return f" ({counted(ambush.minutes, 'minute')})"


def _watched(event: happened.AmbushWatched, viewer: Viewer) -> Lines:
    found = good("notices") if event.noticed else bad("does not notice")
    what = " the ambush of ", who(event, event.target, viewer), " in time to stay away or to fight."
    told = line(who(event, event.actor, viewer), ", on the watch, ", found, *what)
    return (told, check_line(event.outcome, knows=True))


def _sprung(event: happened.AmbushSprung, viewer: Viewer) -> Lines:
    if not event.actor:
        return (line(bad("An ambush!")),)
    return (line(bad("An ambush! "), who(event, event.actor, viewer), " springs it."),)


def _met(event: happened.AmbushMet, viewer: Viewer) -> Lines:
    actor = who(event, event.actor, viewer)
    if event.surprised:
        late = () if event.initiative is None else (" and acts from tick ", number(event.initiative))
        told = line(actor, bad(" is taken by surprise"), *late, ".")
    else:
        told = line(
            actor, good(" has noticed it in time" if event.outcome is None else " notices it just in time"), "."
        )
    if event.outcome is None or not knows(event, event.actor, viewer):
        return (told,)
    return (told, check_line(event.outcome, knows=True))


def _dropped(event: happened.AmbushDropped, viewer: Viewer) -> Lines:
    return (line("The ambush of ", who(event, event.actor, viewer), " is called off."),)


def report(scene: ReflexScene, actor: str, viewer: Viewer) -> Lines:
    """The ambushes that lie in wait, for the GM; those that ``actor`` leads where somebody is named."""
    waiting = scene.ground.ambushes.values() if viewer.gm else ()
    return tuple(_listed(ambush) for ambush in waiting if actor in ("", ambush.leader))


def _listed(ambush: Ambush) -> Line:
    hidden = "any success notices it" if ambush.margin is None else f"noticed by more than a margin of {ambush.margin}"
    aware = f"; noticed by {', '.join(ambush.aware)}" if ambush.aware else ""
    told = f": {ambush.kind} ambush{_against(ambush)}{_time(ambush)}, {hidden}{aware}."
    return line(name(ambush.leader), told)


_LINES: Mapping[type[Event], Callable[[Any, Viewer], Lines]] = {
    happened.AmbushSet: _set,
    happened.AmbushWatched: _watched,
    happened.AmbushSprung: _sprung,
    happened.AmbushMet: _met,
    happened.AmbushDropped: _dropped,
}
