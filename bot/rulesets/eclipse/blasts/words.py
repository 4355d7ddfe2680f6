"""The words for blasts."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import spelled_place, target_of, who
from bot.core.telling.story import Story
from bot.core.views import Viewer
from bot.core.wording import line, name, note, number, rounded_m, sentence, signed, with_article
from bot.rulesets.eclipse.blasts.events import ChargeLaid, Exploded, Scattered, Unplaced, WentOff

words = Words()
story = Story()
story.opens(ChargeLaid, WentOff)
story.explains(Exploded, Scattered)


@words(Scattered)
def _scattered(event: Scattered, viewer: Viewer) -> Lines:
    dial = note(" (1 is straight on, the others clockwise)")
    way = f" m from where it was meant to go, direction {event.direction} of 10"
    there = f", to {spelled_place(event.place)}" if event.place else ""
    return (line("It goes astray: ", number(rounded_m(event.metres)), way, dial, f"{there}."),)


@words(ChargeLaid)
def _charge_laid(event: ChargeLaid, _: Viewer) -> Lines:
    what, where = sentence(with_article(event.title)), spelled_place(event.place)
    return (line(f"{what} lies at {where}; it goes off within {event.trigger_m} m."),)


@words(WentOff)
def _went_off(event: WentOff, viewer: Viewer) -> Lines:
    told = f"{sentence(with_article(event.title))} goes off"
    if event.target:
        return (line(f"{told} where ", target_of(event, viewer), " is."),)
    return (line(f"{told} at {spelled_place(event.place)}." if event.place else f"{told}."),)


@words(Exploded)
def _exploded(event: Exploded, viewer: Viewer) -> Lines:
    about, whom = "about " if event.about else "", who(event, event.target, viewer)
    away = [about, number(rounded_m(event.metres)), " m from "] if event.metres or about else ["right beside "]
    told = line(f"The {event.title} goes off ", *away, whom, ".")
    return (told, line("distance ", signed(-event.lost), depth=1)) if event.lost else (told,)


@words(Unplaced)
def _unplaced(event: Unplaced, _: Viewer) -> Lines:
    names = [part for actor in event.actors for part in (", ", name(actor))][1:]
    how = line('Who is near is caught with /act action:blast and others="name metres".', depth=1)
    return (line("Not caught, since their distance is not known: ", *names, "."), how)
