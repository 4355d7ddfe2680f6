"""The features of Endless Horizons, what they offer, and what happens around every action."""

from __future__ import annotations

from bot.core.around import THE_ACTION, After, Before, Since, Upon
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
    watch,
    wounds,
)
from bot.rulesets.horizons.checks.actions import CheckSkill, Contest, Rest
from bot.rulesets.horizons.conditions.actions import SetCondition, Surroundings, TellEffect
from bot.rulesets.horizons.equipment.actions import Clear, Draw, HideWeapon, Reload, Search
from bot.rulesets.horizons.fire.actions import Aim, Attack
from bot.rulesets.horizons.movement.actions import ChangePosture, GetBehind, Move, TakeCover
from bot.rulesets.horizons.person.actions import Correct
from bot.rulesets.horizons.play import WAIT
from bot.rulesets.horizons.suppression.actions import CoveringShot, Suppress
from bot.rulesets.horizons.suppression.lanes import clear_lanes
from bot.rulesets.horizons.suppression.rules import fall_silent, keep_firing, let_up, let_up_unarmed
from bot.rulesets.horizons.throws.actions import Blast, ThrowGrenade
from bot.rulesets.horizons.time.actions import KeepReaction, React, Wait
from bot.rulesets.horizons.time.rules import check_one_attack, check_turn, end_turn, give_up_slot, sweep
from bot.rulesets.horizons.time.slots import AIM, ATTACKS
from bot.rulesets.horizons.watch.actions import WatchArea
from bot.rulesets.horizons.watch.rules import clear_watches, meet_where_it_stops
from bot.rulesets.horizons.wounds.actions import Damage, Heal, Treat

FEATURES = Features(checks, conditions, time, movement, equipment, wounds, person, fire, suppression, throws, watch)
"""Where several hear of one event they do so in this order."""

OFFERED = (
    Attack,
    Aim,
    Reload,
    Draw,
    Clear,
    Wait,
    KeepReaction,
    React,
    WatchArea,
    Suppress,
    CoveringShot,
    ThrowGrenade,
    ChangePosture,
    Move,
    TakeCover,
    GetBehind,
    CheckSkill,
    Contest,
    HideWeapon,
    Search,
    Treat,
    Damage,
    Heal,
    Correct,
    Rest,
    TellEffect,
    SetCondition,
    Surroundings,
    Blast,
)
"""What can be done, in the order in which it is offered."""

_IN_TURN_IF_FIGHTING = ("hide", "search", "contest", "treat")
_INSTEAD_OF_FIRE = ("attack", AIM, "reload", "draw", "clear", "throw", "ready", "watch", *_IN_TURN_IF_FIGHTING)
_MOVES = ("move", "take_cover")
_OF_A_TURN = (WAIT, "suppress", *_INSTEAD_OF_FIRE)

AROUND = (
    Before(check_turn, "what takes a turn only in a fight has no kinds that would see to it", of=_IN_TURN_IF_FIGHTING),
    Before(check_one_attack, "behind whose turn it is: who may not act need not know of it", of=ATTACKS),
    THE_ACTION,
    Upon(meet_where_it_stops, "behind the move, as whoever comes out where somebody watches is met there", of=_MOVES),
    Upon(let_up, "before the others fire, since who lets up pays no rounds for its own action", of=_INSTEAD_OF_FIRE),
    Upon(end_turn, "before the others fire, which is told of a turn that is over", of=_OF_A_TURN),
    Upon(keep_firing, "before the slot is given up, since the fire is of the moment that is played", of=_OF_A_TURN),
    Upon(give_up_slot, "behind all else of the turn, since it may open the next moment", of=_OF_A_TURN),
    Since(let_up_unarmed, "whether somebody kept heads down is known of the scene before alone"),
    After(fall_silent, "whatever was done may have left a gun that fires no more"),
    After(clear_lanes, "behind all by which fire ends, and where it ends nobody is met by it", on_ground=True),
    After(clear_watches, "behind all by which a reaction is used or given up", on_ground=True),
    After(sweep, "any of this may have put somebody out of action, who loses what was still to come"),
)
