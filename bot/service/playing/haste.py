"""Two who let time go on or undo at once mean it once: who types just behind another cannot have read of what that one
did."""

from __future__ import annotations

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.service.case import Case
from bot.service.orders.history import last_live
from bot.service.orders.undoing import ANYBODY, undo
from bot.service.requests import Reply

UNREAD_MS = 900
"""So soon behind an order nobody has read of it and typed another (house)."""


def was_overtaken(case: Case) -> bool:
    """Tell whether somebody else let time go on, as far as everybody knows, while this was typed."""
    played = case.played()
    last = last_live(case.unit, played.row, case.unit.chapter(played.row.id, played.row.chapter), ANYBODY)
    if last is None or last.user_id == case.request.user_id or case.request.at_ms >= last.at_ms + UNREAD_MS:
        return False
    return isinstance(orders.parsed(last.payload), orders.GoOn | orders.Together)


def undo_as_typed(case: Case, to: str | None) -> Reply:
    """Take back the last order, or all from number ``to`` on.

    Raises:
        RuleViolation: no number is said, and another GM has been faster in taking one back.
    """
    row, request = case.played().row, case.request
    newest = case.unit.page(row.id, row.head + 1, 1, gm=True) if case.gm and not to else []
    undone = [each for each in newest if each.voids and each.user_id != request.user_id]
    if any(abs(each.at_ms - request.at_ms) < UNREAD_MS for each in undone):
        raise RuleViolation(
            "An order was taken back in this very moment.",
            "See /log show for which, and type it again if you mean the one before, too.",
        )
    return undo(case, to)
