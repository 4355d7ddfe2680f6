"""Ticks count down, keys count up: what ends on a tick comes before whatever begins on it."""

from __future__ import annotations

from bot.core.timeline import Key


def tick_of(key: Key) -> int:
    """Return the tick of a key: (-tick,) for what begins on it, (-tick - 1, 1) for what ends on it."""
    return -key[0] - (len(key) - 1)


def ending(tick: int) -> Key:
    """Return the key of what ends on a tick."""
    return (-tick - 1, 1)
