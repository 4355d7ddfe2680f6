"""What an attack is follows from its mode and from what strikes: fire on an area, two guns, a shot or a blow."""

from __future__ import annotations

import msgspec

from bot.core.actions import read
from bot.core.features import Rules
from bot.core.orders import Act
from bot.rulesets.reflex.close.blow import LIKE_SHOTS, declared_blow, wielded
from bot.rulesets.reflex.close.strikes import strike
from bot.rulesets.reflex.fire.shooting import shoot
from bot.rulesets.reflex.fire.two_guns import volley
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.suppression.actions import Suppress
from bot.rulesets.reflex.suppression.rules import REQUEST, request

rules = Rules()
LIKE_STRIKES = {strike: shot for shot, strike in LIKE_SHOTS.items()}


@rules("attack")
def attack(play: ReflexPlay, order: Act) -> None:
    """Strike with a hand weapon or bare hands, shoot with anything else, or keep an area under fire.

    Raises:
        RuleViolation: the attack is not possible, or takes more ticks than are left.
    """
    if order.inputs.get("mode") == REQUEST:
        request(play, read(Suppress, order))
    elif order.inputs.get("both"):
        volley(play, _shot(order))
    elif arm := wielded(play, order):
        strike(play, declared_blow(play, order, arm))
    else:
        shoot(play, _shot(order))


def _shot(order: Act) -> Act:
    """Return the order for a shot, with the kinds of strike called as those of shots are."""
    mode = order.inputs.get("mode", "")
    named = {**order.inputs, "mode": LIKE_STRIKES[mode]} if mode in LIKE_STRIKES else order.inputs
    return msgspec.structs.replace(order, inputs=named)
