"""The words for what explodes."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import Parts, actor_of, spelled_place, target_of
from bot.core.telling.story import Story
from bot.core.views import Viewer
from bot.core.wording import bad, good, line, sentence, with_article
from bot.rulesets.graydawn.blasts.events import Exploded, Thrown
from bot.rulesets.graydawn.checks.wording import against, faces

words = Words()
story = Story()
story.opens(Thrown, Exploded)


@words(Thrown)
def _thrown(event: Thrown, viewer: Viewer) -> Lines:
    where: Parts = (good("right there") if event.hit else bad(f"{event.off_m} m off"),)
    if event.scatter is not None and event.landed is not None:
        where = (*where, ", at ", spelled_place(event.landed), ", scatter ", faces((event.scatter,)))
    goal: Parts = (" at ", target_of(event, viewer))
    if event.aim and not event.target:
        goal = (" to ", spelled_place(event.aim))
    last = " where it was seen last" if event.lost else ""
    told = line(actor_of(event, viewer), f" throws {with_article(event.weapon)}", *goal, f"{last}: ", *where, ".")
    rolled = against(event, event.actor, event.check, event.number, viewer)
    return (told, line("Throw ", *rolled, ".", depth=1))


@words(Exploded)
def _exploded(event: Exploded, viewer: Viewer) -> Lines:
    dice: Parts = (": ", faces((event.dice,))) if event.dice else ()
    where = f" at {spelled_place(event.place)}" if event.place else ""
    return (line(bad(f"{sentence(with_article(event.title))} goes off"), where, *dice, "."),)
