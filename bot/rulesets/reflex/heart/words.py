"""The words for hearts that are taken: only those who may know the numbers read of them."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of
from bot.core.views import Viewer, knows
from bot.core.wording import line, signed
from bot.rulesets.reflex.heart.events import TookHeart

words = Words()


@words(TookHeart)
def _took_heart(event: TookHeart, viewer: Viewer) -> Lines:
    untold = bool(event.knowers) and not (viewer.gm or viewer.user in event.knowers)
    if untold or not knows(event, event.actor, viewer):
        return ()
    told = (": CUF ", signed(event.value), " in all for enemies put down.")
    return (line(actor_of(event, viewer), *told, depth=1),)
