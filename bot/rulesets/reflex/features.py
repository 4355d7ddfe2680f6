"""The features of the Reflex System."""

from __future__ import annotations

from bot.core.features import Features
from bot.rulesets.reflex import (
    ambush,
    attacks,
    blasts,
    close,
    equipment,
    hazards,
    heart,
    indirect,
    mines,
    morale,
    movement,
    pauses,
    person,
    shots,
    suppression,
    surroundings,
    throws,
    time,
    vehicles,
    wounds,
)

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
    throws,
    indirect,
    movement,
    morale,
    suppression,
    person,
)
"""Where several hear of one event they do so in this order."""
