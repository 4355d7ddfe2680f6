"""The features of Endless Horizons, and what happens around every action."""

from __future__ import annotations

from bot.core.around import THE_ACTION, After, Before, Upon
from bot.core.features import Features
from bot.rulesets.horizons import (
    checks,
    conditions,
    equipment,
    fire,
    movement,
    person,
    suppression,
    throws,
    time,
    wounds,
)
from bot.rulesets.horizons.play import check_able
from bot.rulesets.horizons.suppression.rules import keep_firing, let_up
from bot.rulesets.horizons.time.rules import AIM, end_turn, give_up_slot, sweep

FEATURES = Features(checks, conditions, time, movement, equipment, wounds, person, fire, suppression, throws)
"""Where several hear of one event they do so in this order."""

_OF_THE_GM = ("damage", "heal", "correct", "rest", "tell", "condition")
_INSTEAD_OF_FIRE = ("attack", AIM, "reload", "draw", "clear", "throw")
_OF_A_TURN = ("wait", "suppress", *_INSTEAD_OF_FIRE)

AROUND = (
    Before(
        check_able,
        "whoever is down is told so, and not what else is wrong",
        besides=("wait", "covering_shot", *_OF_THE_GM),
    ),
    THE_ACTION,
    Upon(let_up, "before the others fire, since who lets up pays no rounds for its own action", of=_INSTEAD_OF_FIRE),
    Upon(end_turn, "before the others fire, which is told of a turn that is over", of=_OF_A_TURN),
    Upon(keep_firing, "before the slot is given up, since the fire is of the moment that is played", of=_OF_A_TURN),
    Upon(give_up_slot, "behind all else of the turn, since it may open the next moment", of=_OF_A_TURN),
    After(sweep, "any of this may have put somebody out of action, who loses what was still to come"),
)
