"""The words for what else is done."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.features import Lines, Words
from bot.core.narration import Parts, actor_of, target_of
from bot.core.views import Viewer
from bot.core.wording import bad, good, line, metres, note, the
from bot.rulesets.nighttripper.checks.events import Outcome
from bot.rulesets.nighttripper.checks.wording import thrown_lines
from bot.rulesets.nighttripper.deeds.events import FightResolved, Moved, SkillTried, Talked, Worked

words = Words()

_HOPELESS = line(bad("Hopeless for the untrained"), ".", depth=1)


@words(Talked)
def _talked(event: Talked, viewer: Viewer) -> Lines:
    said = f" says: “{event.words}”" if event.words else " speaks a few words"
    if event.throw:
        return _tested(event, (said, note(f" ({event.skill})")), event.throw, viewer)
    return (line(actor_of(event, viewer), said, "" if event.words else "."),)


@words(Moved)
def _moved(event: Moved, viewer: Viewer) -> Lines:
    where = (" away from " if event.away else " towards ", target_of(event, viewer)) if event.target else ()
    behind = f" behind {the(event.behind)}" if event.behind else ""
    return (line(actor_of(event, viewer), f" runs {metres(event.metres)}", *where, f"{behind}."),)


@words(Worked)
def _worked(event: Worked, viewer: Viewer) -> Lines:
    busy = f": {event.what}" if event.what else " is busy"
    if event.skill:
        return _tested(event, (busy, f" ({event.skill})"), event.throw, viewer)
    return (line(actor_of(event, viewer), f"{busy}."),)


@words(SkillTried)
def _skill_tried(event: SkillTried, viewer: Viewer) -> Lines:
    return _tested(event, (f" tries {event.skill}",), event.throw, viewer)


def _tested(event: Event, told: Parts, throw: Outcome | None, viewer: Viewer) -> Lines:
    """Return what somebody did and how that went, with the throw; no throw is hopeless."""
    result = good("succeeds") if throw and throw.impact else bad("fails")
    first = line(actor_of(event, viewer), *told, ": ", result, ".")
    return (first, *(thrown_lines(event, throw, viewer) if throw else (_HOPELESS,)))


@words(FightResolved)
def _fight_resolved(event: FightResolved, viewer: Viewer) -> Lines:
    result = good("wins") if event.won else bad("loses")
    told = line(actor_of(event, viewer), " ", result, f" a simple fight with the {event.weapon}, by a single throw.")
    return (told, *thrown_lines(event, event.throw, viewer))
