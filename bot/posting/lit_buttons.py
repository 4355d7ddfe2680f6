"""Which posted messages have buttons that will do nothing one day, and which of these that day has come for."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from bot.render.log import is_card
from bot.service.outbox import Buttons, Letter
from bot.service.requests import Verb

MOST_KEPT = 4  # of a channel: what is older has been scrolled away, or tapped
LIT_FOR_A_WHILE = (Verb.ANSWER, Verb.SQUAD)


class _Lit(msgspec.Struct, frozen=True):
    """A message with buttons, posted behind the order ``head``; ``question`` is the key of the one that it asks."""

    place_id: int
    message_id: int
    head: int
    question: str


class LitButtons:
    """The newest messages of each channel whose buttons hold for a question or a fight, as this process posted them."""

    def __init__(self) -> None:
        self._of: defaultdict[int, list[_Lit]] = defaultdict(list)

    def posted(self, letter: Letter, place_id: int, message_id: int, head: int) -> None:
        """Note what a letter has become; cards are left as they are, since their words stand among their buttons."""
        verbs = {button.verb: button.once for button in letter.buttons if button.verb in LIT_FOR_A_WHILE}
        if verbs and message_id and not is_card(letter.text):
            lit = _Lit(place_id, message_id, head, verbs.get(Verb.ANSWER, ""))
            self._of[letter.channel_id] = [*self._of[letter.channel_id], lit][-MOST_KEPT:]

    def gone_out(self, channel_id: int, now: Buttons) -> list[tuple[int, int]]:
        """Return the messages, each with its place, whose buttons do nothing any more; they are returned once.

        What was posted behind a later order than is known ``now`` is left alone.
        """
        known = self._of.pop(channel_id, [])
        dark = [lit for lit in known if lit.head <= now.head and _is_dark(lit, now)]
        if left := [lit for lit in known if lit not in dark]:
            self._of[channel_id] = left
        return [(lit.place_id, lit.message_id) for lit in dark]


def _is_dark(lit: _Lit, now: Buttons) -> bool:
    return lit.question != now.question if lit.question else not now.in_fight
