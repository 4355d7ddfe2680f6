"""The features of Eclipse Phase, what they offer, and what happens around every action."""

from __future__ import annotations

from bot.core.around import THE_ACTION, After, Since, Upon
from bot.core.features import Features
from bot.rulesets.eclipse import (
    ambush,
    blasts,
    cover,
    deeds,
    equipment,
    fire,
    grapple,
    person,
    suppression,
    time,
    watch,
    wounds,
)
from bot.rulesets.eclipse.ambush.actions import SpringAmbush, SurpriseSomebody
from bot.rulesets.eclipse.blasts.actions import Blast, LayCharge
from bot.rulesets.eclipse.cover.actions import TakeCover
from bot.rulesets.eclipse.deeds.actions import ChangeStance, FullDefence, Move
from bot.rulesets.eclipse.deeds.rules import let_go, let_up_unarmed
from bot.rulesets.eclipse.equipment.actions import Ready, Reload
from bot.rulesets.eclipse.fire.actions import Aim, Attack, Throw
from bot.rulesets.eclipse.fire.sights import lift_aims, lose_aims_of_the_rearmed, lose_the_unseen
from bot.rulesets.eclipse.grapple.actions import Grapple, Wrestle
from bot.rulesets.eclipse.grapple.rules import end_what_is_over
from bot.rulesets.eclipse.person.actions import Correct
from bot.rulesets.eclipse.suppression.actions import FreeFire, Suppress
from bot.rulesets.eclipse.suppression.meeting import stay_under_fire
from bot.rulesets.eclipse.time.actions import HoldUntil, Pass
from bot.rulesets.eclipse.time.turns import delay_the_wounded, take_slots_of_the_unable
from bot.rulesets.eclipse.watch.actions import WatchPlace
from bot.rulesets.eclipse.watch.rules import meet_where_it_stops
from bot.rulesets.eclipse.wounds.actions import Damage, Heal, RegainWits, Treat

FEATURES = Features(time, deeds, equipment, cover, wounds, person, ambush, blasts, fire, grapple, suppression, watch)
"""Where several hear of one event they do so in this order."""

OFFERED = (
    Attack,
    Throw,
    Pass,
    FullDefence,
    Aim,
    RegainWits,
    Reload,
    Ready,
    ChangeStance,
    Move,
    TakeCover,
    Grapple,
    Wrestle,
    Suppress,
    FreeFire,
    WatchPlace,
    HoldUntil,
    Treat,
    Damage,
    Heal,
    Blast,
    LayCharge,
    SurpriseSomebody,
    SpringAmbush,
    Correct,
)
"""What can be done, in the order in which it is offered."""

MOVES = ("move", "take_cover")

AROUND = (
    THE_ACTION,
    Upon(meet_where_it_stops, "behind the move, as whoever comes out where somebody watches is met there", of=MOVES),
    Upon(stay_under_fire, "whether somebody stays out of cover is known once its action is over", in_turn=True),
    Since(delay_the_wounded, "all wounds of the action are known by then, so that each slot moves back once"),
    Since(let_up_unarmed, "whether somebody held a cone or a place is known of the scene before alone"),
    Since(lose_aims_of_the_rearmed, "by then somebody may have another weapon in hand, by an edited sheet, too"),
    After(take_slots_of_the_unable, "whoever can act no more loses what is still to come, wherever it was moved to"),
    After(let_go, "likewise; whoever was put out at the moment that it used may have begun something by then"),
    After(end_what_is_over, "likewise; whoever comes to again, or is back, is not in the grapple of before"),
    After(lose_the_unseen, "likewise of an aim: the other may have left"),
    After(lift_aims, "what has moved or shut in the order stands between then", on_ground=True),
)
