"""The features of Eclipse Phase, what they offer, and what happens around every action."""

from __future__ import annotations

from bot.core.around import THE_ACTION, After, Since
from bot.core.features import Features
from bot.rulesets.eclipse import ambush, blasts, deeds, equipment, fire, grapple, person, suppression, time, wounds
from bot.rulesets.eclipse.ambush.actions import SpringAmbush, SurpriseSomebody
from bot.rulesets.eclipse.blasts.actions import Blast
from bot.rulesets.eclipse.deeds.actions import Aim, ChangeStance, FullDefence, Move
from bot.rulesets.eclipse.equipment.actions import Ready, Reload
from bot.rulesets.eclipse.fire.actions import Attack
from bot.rulesets.eclipse.grapple.actions import Grapple, Wrestle
from bot.rulesets.eclipse.person.actions import Correct
from bot.rulesets.eclipse.suppression.actions import FreeFire, Suppress
from bot.rulesets.eclipse.time.actions import HoldUntil, Pass
from bot.rulesets.eclipse.time.turns import delay_the_wounded, take_slots_of_the_unable
from bot.rulesets.eclipse.wounds.actions import Damage, Heal, RegainWits, Treat

FEATURES = Features(time, deeds, equipment, wounds, person, ambush, blasts, fire, grapple, suppression)
"""Where several hear of one event they do so in this order."""

OFFERED = (
    Attack,
    Pass,
    FullDefence,
    Aim,
    RegainWits,
    Reload,
    Ready,
    ChangeStance,
    Move,
    Grapple,
    Wrestle,
    Suppress,
    FreeFire,
    HoldUntil,
    Treat,
    Damage,
    Heal,
    Blast,
    SurpriseSomebody,
    SpringAmbush,
    Correct,
)
"""What can be done, in the order in which it is offered."""

AROUND = (
    THE_ACTION,
    Since(delay_the_wounded, "all wounds of the action are known by then, so that each slot moves back once"),
    After(take_slots_of_the_unable, "whoever can act no more loses what is still to come, wherever it was moved to"),
)
