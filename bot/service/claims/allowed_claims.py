"""A claim that did not count is allowed later: its order is taken back and given with it, and what followed again."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core import orders
from bot.core.engine import Kept
from bot.core.errors import RuleViolation
from bot.core.scene import Claim
from bot.service.case import Case, PlayedScene
from bot.service.orders.answers import Unworded, answer_to
from bot.service.orders.given_again import ChangedError, given_again
from bot.service.orders.history import live_orders
from bot.service.orders.ledger import carry_out
from bot.service.orders.order_words import label
from bot.service.orders.undoing import voided
from bot.service.requests import Reply
from bot.service.rows import OrderRow


def allow(case: Case, played: PlayedScene, claim: Claim) -> Reply | Unworded:
    """Let what a player claimed count in its order after all; what has followed stands again as it was.

    Raises:
        RuleViolation: something that followed would not be the same.
    """
    unit, row = case.unit, played.row
    chapter = unit.chapter(row.id, row.chapter)
    live = live_orders(unit.orders(row.id, chapter.first, row.head))
    first = _counted(played, live)[claim.position]
    others = live[live.index(first) + 1 :]
    order = _with_claims(first)
    before, _ = voided(
        case, played, chapter, first.ordinal, gm_only=first.gm_only, user_id=case.request.user_id, redo=False
    )
    recorded = carry_out(case, before, order)
    try:
        after = given_again(case, recorded.after, others)
    except ChangedError:
        raise _too_late(first) from None
    case.passed.clear()  # what has followed stands already
    unit.save(after.row, None, after.scene)
    return answer_to(case, recorded)


def _counted(played: PlayedScene, live: Sequence[OrderRow]) -> Sequence[OrderRow]:
    """Return the live orders that the place of a claim counts."""
    return [order for order in live if order.kept == Kept.NOTICED] if played.scene.apart else live


def _with_claims(row: OrderRow) -> orders.Claimed:
    """Return the order in which all that a player claimed counts.

    Raises:
        RuleViolation: it was an answer that led to it.
    """
    order = orders.parsed(row.payload)
    if not isinstance(order, orders.Claimed):
        raise _too_late(row)
    return orders.Claimed(act=order.act, said=(*order.said, *order.claims))


def _too_late(row: OrderRow) -> RuleViolation:
    return RuleViolation(
        "Too much has followed for that.", f"/undo to:{label(row)} takes all of it back, to be given again."
    )
