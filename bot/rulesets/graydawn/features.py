"""The features of Gray Dawn, what happens around every action, and what happens by itself."""

from __future__ import annotations

from bot.core.around import THE_ACTION, After, Before, Upon
from bot.core.features import Features
from bot.rulesets.graydawn import (
    aid,
    blasts,
    checks,
    cover,
    deeds,
    equipment,
    fire,
    person,
    suppression,
    time,
    wounds,
)
from bot.rulesets.graydawn.fire.aiming import AIM, take_aim
from bot.rulesets.graydawn.time.slots import MOVE
from bot.rulesets.graydawn.time.turns import begin_action, begin_turn, end_action, give_up_places

FEATURES = Features(checks, cover, wounds, time, equipment, deeds, aid, fire, suppression, blasts, person)
"""Where several hear of one event they do so in this order."""

_IN_STEPS = (MOVE, "attack", AIM, "throw", "suppress", "reload", "clear", "draw", "treat", "work")
"""The actions that are counted, and after which the next comes five later; to chamber a shell has its own time."""

AROUND = (
    Before(begin_action, "what was declared is a term of what is rolled, so it stands before any sum", of=_IN_STEPS),
    THE_ACTION,
    Upon(end_action, "an action is judged by the number it is done at, so the slot moves behind it", of=_IN_STEPS),
    Upon(take_aim, "with the end of any action an aim is lost, so the next is taken behind it", of=(AIM,)),
)

BY_ITSELF = (
    After(give_up_places, "the dead have no turn, so that they are gone before one begins"),
    After(begin_turn, "who lives saves before it acts, and tests nerve only if that leaves it able"),
)
"""What happens behind every order, again and again until nothing changes."""
