"""While there is a crowd nobody is called again within a minute, in however many fights it is their turn."""

from __future__ import annotations

import msgspec

from bot.service.outbox import Mail
from bot.service.requests import Pinged

MINUTE_S = 60.0
SENT_WITHIN_S = 5.0  # of two calls the first may be sent so much later than it was let go
APART_S = MINUTE_S + SENT_WITHIN_S
MOST_REMEMBERED = 10_000

_replace = msgspec.structs.replace


class Calls:
    """Who was called when; users and roles alike."""

    def __init__(self) -> None:
        self._called_s: dict[int, float] = {}
        self._crowded_until_s = 0.0

    def due(self, mail: Mail, now_s: float, *, crowded: bool) -> tuple[Mail, float]:
        """Return what is to go out with those calls alone that do not come too soon, and after how many seconds the
        others may come; 0 where there are none.

        For a while it counts as ``crowded`` after it was.
        """
        if crowded:
            self._crowded_until_s = now_s + APART_S
        apart_s = APART_S if now_s < self._crowded_until_s else 0.0
        wait_s, letters = 0.0, []
        for letter in mail.letters:
            wait_s = max(wait_s, early_s := self._early_s(letter.ping, now_s, apart_s))
            letters.append(_replace(letter, ping=Pinged()) if early_s else letter)
        tracker = mail.tracker
        if tracker is not None:
            wait_s = max(wait_s, early_s := self._early_s(tracker.ping, now_s, apart_s))
            tracker = _replace(tracker, ping=Pinged()) if early_s else tracker
        return _replace(mail, letters=tuple(letters), tracker=tracker), wait_s

    def _early_s(self, ping: Pinged, now_s: float, apart_s: float) -> float:
        """Return for how many seconds a call comes too early; one that does not is noted."""
        people = (*ping.users, *ping.roles)
        early_s = max((self._called_s.get(each, -apart_s) + apart_s - now_s for each in people), default=0.0)
        if early_s > 0:
            return early_s
        self._called_s |= dict.fromkeys(people, now_s)
        if len(self._called_s) > MOST_REMEMBERED:
            self._called_s = {each: at_s for each, at_s in self._called_s.items() if at_s > now_s - APART_S}
        return 0.0
