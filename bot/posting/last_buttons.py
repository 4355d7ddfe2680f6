"""Buttons for the moment stand once in a GM's thread, under the last page that has any, until its fight is over."""

from __future__ import annotations

from typing import Final

from bot.posting.places import Places
from bot.render.log import is_card
from bot.service.outbox import Letter
from bot.service.requests import Verb

FOR_THE_MOMENT: Final = frozenset({Verb.SQUAD, Verb.ANSWER})
MOST_REMEMBERED: Final = 1000
"""Threads of which the page is known; the buttons of others stay where they are, as they do after a restart."""


class LastButtons:
    """Knows under which page of each thread buttons for the moment stand."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._pages: dict[int, int] = {}

    async def move(self, letter: Letter, thread_id: int, message_id: int, *, crowded: bool) -> None:
        """Take the buttons from the page above where one with its own has just been posted, or the fight is over; in a
        crowd they stay, which is one request less."""
        has_own = bool(letter.buttons) and all(each.verb in FOR_THE_MOMENT for each in letter.buttons)
        if not (has_own or letter.over):
            return
        above = self._pages.pop(thread_id, 0)
        if has_own and not is_card(letter.text):
            self._pages[thread_id] = message_id
        if len(self._pages) > MOST_REMEMBERED:
            del self._pages[next(iter(self._pages))]
        if above and not crowded:
            await self._places.take_buttons(thread_id, above)
