"""The words for ambushes: while one lies in wait only the GM reads of it, and once it is sprung everybody does."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, target_of
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Span, bad, counted, good, line, name, note, number
from bot.rulesets.reflex.ambush.events import (
    AmbushApproached,
    AmbushDropped,
    AmbushMet,
    AmbushSet,
    AmbushSprung,
    AmbushWatched,
    LeaderLeft,
)
from bot.rulesets.reflex.checks.wording import check_line
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.traps import Ambush

words = Words()


@words(AmbushSet)
def _set(event: AmbushSet, viewer: Viewer) -> Lines:
    told = (f" prepares a {event.ambush.kind} ambush", _against(event.ambush), note(_time(event.ambush)), ": ")
    well = good("well hidden") if event.outcome.succeeded else bad("anybody who looks will notice")
    return (line(actor_of(event, viewer), *told, well, "."), check_line(event.outcome, knows=True))


def _against(ambush: Ambush) -> str:
    meant = ambush.target or ambush.against
    return f" for {meant}" if meant else ""


def _time(ambush: Ambush) -> str:
    return f" ({counted(ambush.minutes, 'minute')})"


@words(AmbushWatched)
def _watched(event: AmbushWatched, viewer: Viewer) -> Lines:
    found = good("notices") if event.noticed else bad("does not notice")
    what = " the ambush of ", target_of(event, viewer), " in time to stay away or to fight."
    told = line(actor_of(event, viewer), ", on the watch, ", found, *what)
    return (told, check_line(event.outcome, knows=True))


@words(AmbushApproached)
def _approached(event: AmbushApproached, viewer: Viewer) -> Lines:
    found = good("notices it") if event.noticed else bad("does not notice it")
    come = " comes onto the ground of the ambush of ", target_of(event, viewer), " and "
    told = line(actor_of(event, viewer), *come, found, ".")
    return (told, check_line(event.outcome, knows=True))


@words(AmbushSprung)
def _sprung(event: AmbushSprung, viewer: Viewer) -> Lines:
    if not event.actor:
        return (line(bad("An ambush!")),)
    return (line(bad("An ambush! "), actor_of(event, viewer), " springs it."),)


@words(AmbushMet)
def _met(event: AmbushMet, viewer: Viewer) -> Lines:
    actor = actor_of(event, viewer)
    if event.surprised:
        told = line(actor, bad(" is taken by surprise"), *_late(event.initiative), ".")
    else:
        told = line(
            actor, good(" has noticed it in time" if event.outcome is None else " notices it just in time"), "."
        )
    if event.outcome is None or not knows(event, event.actor, viewer):
        return (told,)
    return (told, check_line(event.outcome, knows=True))


def _late(initiative: int | None) -> tuple[str | Span, ...]:
    """Return what is left of an initiative that was rolled before, None where none was."""
    if initiative is None:
        return ()
    return (" and acts from tick ", number(initiative)) if initiative else (" and does not act in this exchange",)


@words(LeaderLeft)
def _leader_left(event: LeaderLeft, viewer: Viewer) -> Lines:
    return (line("The ambush of ", actor_of(event, viewer), " waits on without a leader."),)


@words(AmbushDropped)
def _dropped(event: AmbushDropped, viewer: Viewer) -> Lines:
    return (line("The ambush of ", actor_of(event, viewer), " is called off."),)


def report(reading: ReflexReading, actor: str, viewer: Viewer) -> Lines:
    """Return the ambushes that lie in wait, for the GM; those that ``actor`` leads where somebody is named."""
    waiting = reading.scene.state.ambushes.values() if viewer.gm else ()
    return tuple(_listed(ambush) for ambush in waiting if actor in ("", ambush.leader))


def _listed(ambush: Ambush) -> Line:
    hidden = "any success notices it" if ambush.margin is None else f"noticed by more than a margin of {ambush.margin}"
    aware = f"; noticed by {', '.join(ambush.aware)}" if ambush.aware else ""
    told = f": {ambush.kind} ambush{_against(ambush)}{_time(ambush)}, {hidden}{aware}."
    return line(name(ambush.leader), told)
