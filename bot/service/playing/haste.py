"""Two who let time go on at once mean it once: who types just behind another cannot have read of what that one did."""

from __future__ import annotations

from bot.core import orders
from bot.service.case import Case
from bot.service.orders.history import last_live
from bot.service.orders.undoing import ANYBODY

UNREAD_MS = 900
"""So soon behind an order nobody has read of it and typed another (house)."""


def was_overtaken(case: Case) -> bool:
    """Tell whether somebody else let time go on, as far as everybody knows, while this was typed."""
    played = case.played()
    last = last_live(case.unit, played.row, case.unit.chapter(played.row.id, played.row.chapter), ANYBODY)
    if last is None or last.user_id == case.request.user_id or case.request.at_ms >= last.at_ms + UNREAD_MS:
        return False
    return isinstance(orders.parsed(last.payload), orders.GoOn | orders.Together)
