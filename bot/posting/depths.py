"""How far down a channel something stands: how much the bot itself has said there since, whatever people write."""

from __future__ import annotations


class Depths:
    """Counts what the bot says in channels in which something stands that is to stay in sight."""

    def __init__(self) -> None:
        self._said: dict[int, int] = {}

    def put(self, channel_id: int) -> None:
        """Begin to count: it stands at the bottom."""
        self._said[channel_id] = 0

    def forget(self, channel_id: int) -> None:
        """Count no more."""
        self._said.pop(channel_id, None)

    def said(self, channel_id: int) -> None:
        """Note that the bot has said something there."""
        if channel_id in self._said:
            self._said[channel_id] += 1

    def below(self, channel_id: int) -> int:
        """Return how much stands below it; 0 where that is not known."""
        return self._said.get(channel_id, 0)
