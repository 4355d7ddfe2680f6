"""What odds can be asked about in a brawl."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.core.events import Event
from tests.rulesets.toy.brawl.events import Hurt, Struck


def _hit(event: Event) -> str | None:
    return ("hit" if event.hit else "miss") if isinstance(event, Struck) else None


def _lost(event: Event) -> str | None:
    return f"{event.points} lost" if isinstance(event, Hurt) else "miss" if _hit(event) == "miss" else None


CHANCES: Mapping[str, Callable[[Event], str | None]] = {"hit": _hit, "hits lost": _lost}

HARMS: Mapping[type[Event], str] = {Hurt: "points"}
