"""The features of Gray Dawn, what happens around every action, and what happens by itself."""

from __future__ import annotations

from bot.core.around import THE_ACTION, After, Before, Instead, Upon
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
from bot.rulesets.graydawn.aid.actions import Heal, Rest, Treat
from bot.rulesets.graydawn.blasts.actions import Blast, ThrowGrenade
from bot.rulesets.graydawn.checks.actions import NewSession
from bot.rulesets.graydawn.checks.behind import ask_behind
from bot.rulesets.graydawn.cover.actions import SetCover
from bot.rulesets.graydawn.cover.rules import leave_cover
from bot.rulesets.graydawn.deeds.actions import Move, SkillTry, TakeCover, Work
from bot.rulesets.graydawn.deeds.movement import end_move
from bot.rulesets.graydawn.equipment.actions import Chamber, Clear, Draw, Reload
from bot.rulesets.graydawn.fire.actions import Aim, Attack
from bot.rulesets.graydawn.fire.aiming import lose_aims, take_aim
from bot.rulesets.graydawn.options import ENEMY_LUCK, LUCK
from bot.rulesets.graydawn.person.actions import Correct
from bot.rulesets.graydawn.suppression.actions import Brave, Calm, Suppress, TestNerve, Threaten
from bot.rulesets.graydawn.suppression.crossing import out_of_cover
from bot.rulesets.graydawn.suppression.laid_lanes import show_or_hide_lanes
from bot.rulesets.graydawn.suppression.lanes import end_lanes
from bot.rulesets.graydawn.time.actions import Declare, Delay, Pass, Quick
from bot.rulesets.graydawn.time.settled import IN_STEPS, MOVEMENT
from bot.rulesets.graydawn.time.turns import begin_action, begin_move, begin_turn, end_action, give_up_places
from bot.rulesets.graydawn.wounds.actions import Damage

FEATURES = Features(checks, cover, wounds, time, equipment, deeds, aid, fire, suppression, blasts, person)
"""Where several hear of one event they do so in this order."""

OFFERED = (
    *(Attack, Declare, Move, TakeCover, Delay, TestNerve, Pass, Quick),
    *(Suppress, Brave, Threaten, Calm),
    *(ThrowGrenade, Blast, Reload, Chamber, Clear, Draw, Aim, Work, SkillTry),
    *(Treat, Damage, Heal, Rest, SetCover, NewSession, Correct),
)
"""What can be done, in the order in which it is offered."""

_BY_A_GM = tuple(action.offer.name for action in OFFERED if action.offer.gm_only)

AROUND = (
    Before(begin_move, "what was declared is a term of what is rolled, so it stands before any sum", of=MOVEMENT),
    Before(begin_action, "likewise; the two count different actions of those that were declared", of=IN_STEPS),
    Instead(
        ask_behind, "luck knows all that was rolled, and nothing but dice has changed", besides=_BY_A_GM, switch=LUCK
    ),
    Instead(ask_behind, "likewise of enemies; one asks for both", besides=_BY_A_GM, switch=ENEMY_LUCK),
    THE_ACTION,
    Upon(end_move, "an action is judged by the number it is done at, so the slot moves behind it", of=MOVEMENT),
    Upon(end_action, "likewise; behind a move alone another action may follow at the same number", of=IN_STEPS),
    Upon(out_of_cover, "one shows in a lane once the stance is known", of=(Declare.offer.name,)),
    Upon(take_aim, "with the end of any action an aim is lost, so the next is taken behind it", of=(Aim.offer.name,)),
)

BY_ITSELF = (
    After(leave_cover, "what a GM has moved or taken away is no cover for what comes by itself"),
    After(give_up_places, "the dead have no turn, so that they are gone before one begins"),
    After(end_lanes, "who lies dead or gave way holds no lane, before anybody else ventures into it"),
    After(show_or_hide_lanes, "what holds no longer shows to nobody; whoever acts next is told of what lies there"),
    After(lose_aims, "whom a GM hid or something hides by now is in nobody's sights, before anybody else acts"),
    After(begin_turn, "who lives saves before it acts, and tests nerve only if that leaves it able"),
)
"""What happens behind every order, again and again until nothing changes."""
