"""The words for what else is done."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import Parts, actor_of, target_of
from bot.core.views import Viewer
from bot.core.wording import bad, good, line, metres, the
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.checks.wording import against, summed
from bot.rulesets.graydawn.deeds.events import CoverTaken, Moved, StolenPast, Worked

words = Words()


@words(Moved)
def _moved(event: Moved, viewer: Viewer) -> Lines:
    where: Parts = (" away from " if event.away else " towards ", target_of(event, viewer)) if event.target else ()
    behind = f", {'wholly ' if event.full else ''}behind cover of level {event.level}" if event.cover else ""
    return (line(actor_of(event, viewer), f" moves {metres(event.metres)}", *where, f"{behind}."),)


@words(CoverTaken)
def _cover_taken(event: CoverTaken, viewer: Viewer) -> Lines:
    how = "wholly behind" if event.full else "behind"
    return (line(actor_of(event, viewer), f" takes cover {how} {the(event.thing)}, level {event.level}."),)


@words(StolenPast)
def _stolen_past(event: StolenPast, viewer: Viewer) -> Lines:
    result = good("unnoticed") if event.unnoticed else bad("noticed")
    told = line(actor_of(event, viewer), " steals past ", target_of(event, viewer), ": ", result, ".")
    stealth = line("Stealth ", *summed(event, event.actor, event.check, viewer), ".", depth=1)
    if event.against is None:
        return (told, stealth)
    tie = ": a tie, in which nothing is noticed." if event.unnoticed and _is_tie(event.check, event.against) else "."
    return (told, stealth, line("Awareness ", *summed(event, event.target, event.against, viewer), tie, depth=1))


def _is_tie(one: Outcome, other: Outcome) -> bool:
    return not other.fumble and one.total == other.total


@words(Worked)
def _worked(event: Worked, viewer: Viewer) -> Lines:
    told = f": {event.what}" if event.what else " is busy"
    if event.check is None:
        return (line(actor_of(event, viewer), f"{told}."),)
    result = good("succeeds") if event.done else bad("fails")
    rolled = against(event, event.actor, event.check, event.number, viewer)
    first = line(actor_of(event, viewer), f"{told}: ", result, ".")
    return (first, line("Check ", *rolled, ".", depth=1))
