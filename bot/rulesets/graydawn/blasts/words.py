"""The words for what explodes."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import Parts, actor_of, target_of
from bot.core.views import Viewer
from bot.core.wording import bad, good, line, number
from bot.rulesets.graydawn.blasts.events import Exploded, Thrown
from bot.rulesets.graydawn.checks.wording import faces, summed

words = Words()


@words(Thrown)
def _thrown(event: Thrown, viewer: Viewer) -> Lines:
    where = good("right there") if event.hit else bad(f"{event.off_m} m off")
    told = line(actor_of(event, viewer), f" throws a {event.weapon} to ", target_of(event, viewer), ": ", where, ".")
    rolled = summed(event, event.actor, event.check, viewer)
    return (told, line("Throw ", *rolled, " against ", number(event.number), ".", depth=1))


@words(Exploded)
def _exploded(event: Exploded, viewer: Viewer) -> Lines:
    dice: Parts = (": ", faces((event.dice,))) if event.dice else ()
    return (line(bad(f"A {event.title} goes off"), *dice, "."),)
