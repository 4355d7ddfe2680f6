"""The features of the Reflex System, and what they offer."""

from __future__ import annotations

from bot.core.features import Features
from bot.rulesets.reflex import (
    ambush,
    attacks,
    blasts,
    close,
    equipment,
    handing,
    hazards,
    heart,
    indirect,
    mines,
    morale,
    movement,
    objects,
    overwatch,
    pauses,
    person,
    shots,
    suppression,
    surroundings,
    throws,
    time,
    trials,
    vehicles,
    wounds,
)
from bot.rulesets.reflex.ambush import actions as ambushes
from bot.rulesets.reflex.blasts import actions as explosions
from bot.rulesets.reflex.close import actions as grips
from bot.rulesets.reflex.equipment import actions as things
from bot.rulesets.reflex.handing import actions as hands
from bot.rulesets.reflex.hazards import actions as dangers
from bot.rulesets.reflex.indirect import actions as missions
from bot.rulesets.reflex.mines import actions as mining
from bot.rulesets.reflex.morale import actions as nerves
from bot.rulesets.reflex.movement import actions as ways
from bot.rulesets.reflex.objects import actions as attacked
from bot.rulesets.reflex.overwatch import actions as watches
from bot.rulesets.reflex.pauses import actions as operations
from bot.rulesets.reflex.person.actions import Correct
from bot.rulesets.reflex.shots.actions import Attack, Throw
from bot.rulesets.reflex.suppression import actions as areas
from bot.rulesets.reflex.surroundings import actions as scenery
from bot.rulesets.reflex.throws.actions import Cook
from bot.rulesets.reflex.time import actions as ticks
from bot.rulesets.reflex.trials.actions import Try
from bot.rulesets.reflex.wounds.actions import Damage, Heal

FEATURES = Features(
    vehicles,
    heart,
    hazards,
    wounds,
    shots,
    blasts,
    surroundings,
    close,
    attacks,
    equipment,
    time,
    pauses,
    ambush,
    mines,
    objects,
    throws,
    handing,
    indirect,
    movement,
    morale,
    suppression,
    overwatch,
    person,
    trials,
)
"""Where several hear of one event they do so in this order."""

OFFERED = (
    Attack,
    Damage,
    Heal,
    ways.TakeCover,
    *ticks.ABOUT_TIME,
    *ways.OFFERED,
    *watches.OFFERED,
    *ticks.SMALL,
    Correct,
    *dangers.OFFERED,
    *explosions.OFFERED,
    *things.OFFERED,
    *attacked.OFFERED,
    Throw,
    Cook,
    *hands.OFFERED,
    *mining.OFFERED,
    *ambushes.OFFERED,
    *operations.OFFERED,
    *missions.OFFERED,
    *scenery.OFFERED,
    *grips.OFFERED,
    *nerves.OFFERED,
    *areas.OFFERED,
    Try,
)
"""What can be done, in the order in which it is offered."""
