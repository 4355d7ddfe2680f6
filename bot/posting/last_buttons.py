"""Buttons for the moment stand once in a GM's thread, under the last page that has any, until its fight is over."""

from __future__ import annotations

from typing import Final

import discord

from bot.posting.places import Places
from bot.render.log import is_card
from bot.service.outbox import Letter
from bot.service.requests import Verb

FOR_THE_MOMENT: Final = frozenset({Verb.SQUAD, Verb.ANSWER})
MOST_REMEMBERED: Final = 1000
"""Threads of which the page is known; in others it is looked for, as it is after a restart."""


class LastButtons:
    """Knows under which page of each thread buttons for the moment stand, 0 for none."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._pages: dict[int, int] = {}

    async def move(self, letter: Letter, thread: discord.Thread, message_id: int, *, crowded: bool) -> None:
        """Take the buttons from the page above where one with its own has just been posted, or the fight is over; in a
        crowd they stay, which is one request less."""
        has_own = bool(letter.buttons) and all(each.verb in FOR_THE_MOMENT for each in letter.buttons)
        if not (has_own or letter.over):
            return
        above = 0 if crowded else await self._page(thread, message_id)
        self._pages.pop(thread.id, None)
        self._pages[thread.id] = message_id if has_own and not is_card(letter.text) else 0
        if len(self._pages) > MOST_REMEMBERED:
            del self._pages[next(iter(self._pages))]
        if above:
            await self._places.take_buttons(thread.id, above)

    async def _page(self, thread: discord.Thread, below: int) -> int:
        """Return the page above another under which buttons for the moment stand, whoever has posted it; 0 for none."""
        if thread.id in self._pages:
            return self._pages[thread.id]
        shown = await self._places.recent(thread)
        above = (each for each in reversed(shown) if each.id < below)
        return next((each.id for each in above if each.verbs and each.verbs <= FOR_THE_MOMENT), 0)
