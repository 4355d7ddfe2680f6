"""The words for watching: of an enemy nobody learns what it waits for."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, spelled_place, who
from bot.core.telling.story import Story
from bot.core.views import Viewer, knows
from bot.core.wording import bad, line, number
from bot.rulesets.reflex.overwatch.events import WatchBegan, WatchBroken
from bot.rulesets.reflex.overwatch.places import watched_place

words = Words()
story = Story()
story.gathers_alike(WatchBegan, several="wait", one="waits")


@words(WatchBegan)
def _began(event: WatchBegan, viewer: Viewer) -> Lines:
    actor = actor_of(event, viewer)
    if not knows(event, event.actor, viewer):
        return (line(actor, " waits."),)
    where = spelled_place(event.place) if event.place else watched_place(event.overwatch)
    each, ticks = number(event.overwatch.each), f" tick{'' if event.overwatch.each == 1 else 's'} at a time."
    return (line(actor, f" watches {where} with the {event.overwatch.weapon}, ", each, ticks),)


@words(WatchBroken)
def _broken(event: WatchBroken, viewer: Viewer) -> Lines:
    actor, target = (who(event, each, viewer) for each in (event.actor, event.target))
    return (line(actor, bad(" has waited"), " for ", target, ", and acts on tick ", number(event.tick), "."),)
