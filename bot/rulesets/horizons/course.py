"""The course of every action: what happens behind it stands in one table, in its order and with the reason for it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.orders import Act
from bot.rulesets.horizons.features import FEATURES
from bot.rulesets.horizons.play import HorizonsPlay, RuleOf
from bot.rulesets.horizons.suppression.rules import keep_firing, let_up
from bot.rulesets.horizons.time.rules import AIM, end_turn, give_up_slot, sweep

_GOING_ON = frozenset({"suppress", "wait"})
_DOING_ELSE = frozenset({"attack", AIM, "reload", "draw", "clear", "throw"})
_TURN = _GOING_ON | _DOING_ELSE
_ANY = None


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happens behind some actions, or behind any where they are None, and why it stands there."""

    happen: RuleOf
    behind: frozenset[str] | None
    reason: str


BEHIND: tuple[Step, ...] = (
    Step(let_up, _DOING_ELSE, "first, since whoever lets up pays no rounds for its own action"),
    Step(end_turn, _TURN, "before the fire of others, which is told of a turn that is over"),
    Step(keep_firing, _TURN, "before the slot is given up, since the fire is of the moment that is played"),
    Step(give_up_slot, _TURN, "behind all that is of the turn, since it may open the next moment"),
    Step(sweep, _ANY, "last, since any of this may have put somebody out of action"),
)


def carry_out(play: HorizonsPlay, order: Act) -> None:
    """Carry out an action, and let happen what happens behind it.

    The rule of the action is first, so that a refusal finds nothing told; an action that is only tried ends with it.
    """
    FEATURES.rules[order.action](play, order)
    play.rule_ends()
    for step in BEHIND:
        if step.behind is None or order.action in step.behind:
            step.happen(play, order)
