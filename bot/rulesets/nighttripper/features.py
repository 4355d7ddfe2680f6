"""The features of Night Tripper, what they offer, and what happens around every action."""

from __future__ import annotations

from bot.core.around import THE_ACTION, After, Since
from bot.core.features import Features
from bot.rulesets.nighttripper import checks, close, deeds, fire, person, time, wounds
from bot.rulesets.nighttripper.close.actions import Quarters, Reach
from bot.rulesets.nighttripper.close.parting import part_who_went
from bot.rulesets.nighttripper.deeds.actions import GetBehind, Move, Resolve, Talk, TrySkill, Work
from bot.rulesets.nighttripper.fire.actions import Attack, AwaitAttack, Draw
from bot.rulesets.nighttripper.fire.steps_passed_over import clear_places_of_the_dead
from bot.rulesets.nighttripper.person.actions import Correct
from bot.rulesets.nighttripper.time.actions import Pass
from bot.rulesets.nighttripper.wounds.actions import Ail, Damage, Heal, Recover

FEATURES = Features(time, deeds, checks, fire, close, wounds, person)
"""Where several hear of one event they do so in this order."""

OFFERED = (
    Attack,
    AwaitAttack,
    Draw,
    Pass,
    Talk,
    Move,
    GetBehind,
    Work,
    TrySkill,
    Resolve,
    Ail,
    Damage,
    Heal,
    Reach,
    Quarters,
    Recover,
    Correct,
)
"""What can be done, in the order in which it is offered."""

AROUND = (
    THE_ACTION,
    Since(part_who_went, "how far apart two are is known only behind the action that took one of them away"),
    After(clear_places_of_the_dead, "the dead lose what was still to come, which may leave a step with nobody in it"),
)
