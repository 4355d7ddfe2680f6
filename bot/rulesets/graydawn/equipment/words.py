"""The words for what is drawn, loaded and cleared."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of
from bot.core.views import Viewer, knows
from bot.core.wording import bad, good, line
from bot.rulesets.graydawn.checks.wording import against, plainly
from bot.rulesets.graydawn.equipment.events import Cleared, Drew, Reloaded
from bot.rulesets.graydawn.state import FISTS

words = Words()


@words(Reloaded)
def _reloaded(event: Reloaded, viewer: Viewer) -> Lines:
    known = knows(event, event.actor, viewer)
    works, fails = ("loaded", "not loaded") if known else ("done", "not done")
    result = good(works) if event.done else bad(fails)
    worse = bad(" and jammed") if event.jammed else bad(" and drops a spare") if event.roll else ""
    rounds = f", {event.loaded} in it, {event.spare} spare" if known else ""
    told = line(actor_of(event, viewer), f" reloads the {event.weapon}: ", result, worse, f"{rounds}.")
    return (told, *_reload_check(event, viewer))


def _reload_check(event: Reloaded, viewer: Viewer) -> Lines:
    if event.check is None:
        return ()
    rolled = against(event, event.actor, event.check, event.number, viewer)
    return (line("Reload ", *rolled, ".", depth=1),)


@words(Drew)
@plainly
def _drew(event: Drew) -> str:
    return " has both hands free." if event.weapon == FISTS else f" takes the {event.weapon} in hand."


@words(Cleared)
@plainly
def _cleared(event: Cleared) -> str:
    return f" clears the {event.weapon}."
