"""The words for what else is done."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, target_of
from bot.core.views import Viewer
from bot.core.wording import bad, good, line, metres, note, the
from bot.rulesets.nighttripper.checks.wording import thrown_lines
from bot.rulesets.nighttripper.deeds.events import FightResolved, Moved, SkillTried, Talked, Worked

words = Words()


@words(Talked)
def _talked(event: Talked, viewer: Viewer) -> Lines:
    skill = (note(f" ({event.skill})"),) if event.skill else ()
    said = (f" says: “{event.words}”", *skill) if event.words else (" speaks a few words", *skill, ".")
    told = line(actor_of(event, viewer), *said)
    return (told, *thrown_lines(event, event.throw, viewer)) if event.throw else (told,)


@words(Moved)
def _moved(event: Moved, viewer: Viewer) -> Lines:
    where = (" away from " if event.away else " towards ", target_of(event, viewer)) if event.target else ()
    behind = f" behind {the(event.behind)}" if event.behind else ""
    return (line(actor_of(event, viewer), f" runs {metres(event.metres)}", *where, f"{behind}."),)


@words(Worked)
def _worked(event: Worked, viewer: Viewer) -> Lines:
    what = f": {event.what}" if event.what else " is busy"
    told = line(actor_of(event, viewer), f"{what}{f' ({event.skill})' if event.skill else ''}.")
    if event.throw:
        return (told, *thrown_lines(event, event.throw, viewer))
    return (told, line(bad("Hopeless for the untrained"), ".", depth=1)) if event.skill else (told,)


@words(SkillTried)
def _skill_tried(event: SkillTried, viewer: Viewer) -> Lines:
    told = line(actor_of(event, viewer), f" tries {event.skill}.")
    if event.throw:
        return (told, *thrown_lines(event, event.throw, viewer))
    return (told, line(bad("Hopeless for the untrained"), ".", depth=1))


@words(FightResolved)
def _fight_resolved(event: FightResolved, viewer: Viewer) -> Lines:
    result = good("wins") if event.won else bad("loses")
    told = line(actor_of(event, viewer), " ", result, f" a simple fight with the {event.weapon}, by a single throw.")
    return (told, *thrown_lines(event, event.throw, viewer))
