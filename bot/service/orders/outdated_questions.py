"""A question that other rules asked is not decided anew: its order is taken back, and its owner gives it again."""

from __future__ import annotations

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import Answered
from bot.service.case import Case, PlayedScene
from bot.service.orders.history import last_live, live_orders
from bot.service.ports import Unit
from bot.service.rows import OrderRow

RULES = b"rules"  # the payload of a row that takes back what was asked by other rules


class OtherRulesError(RuleViolation):
    """Nothing can be ordered before the open question is taken back."""

    def __init__(self) -> None:
        super().__init__("A question of other rules is open.", "Have it taken back, and give its order again.")


def check_rules(case: Case, played: PlayedScene, order: orders.Order) -> None:
    """Raise OtherRulesError where other rules asked what is open, unless ``order`` is refused without a word of it."""
    if played.scene.pending is None or outdated(case.unit, played) is None:
        return
    goes_on = isinstance(order, orders.Answer | orders.GoOn)
    if goes_on or case.gm or played.seen_by(case.viewer).pending:
        raise OtherRulesError


def outdated(unit: Unit, played: PlayedScene) -> OrderRow | None:
    """Return the order whose question is open, if other rules asked it."""
    chapter = unit.chapter(played.row.id, played.row.chapter)
    last = last_live(unit, played.row, chapter)
    if last is None or last.ruleset_version == played.system.ruleset.version:
        return None
    live = live_orders(unit.orders(played.row.id, chapter.first, played.row.head))
    return next(order for order in reversed(live) if not _answers(unit, played, order))


def _answers(unit: Unit, played: PlayedScene, order: OrderRow) -> bool:
    """Tell whether an order answered a question, and so goes on with the order that asked it."""
    events = unit.events(order.scene_id, order.ordinal, order.ordinal, played.system.ruleset.key)
    return isinstance(next(iter(events.get(order.ordinal, ())), None), Answered)
