"""The features of Endless Horizons; where several hear of one event they do so in this order."""

from __future__ import annotations

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

FEATURES = Features(checks, conditions, time, movement, equipment, wounds, person, fire, suppression, throws)
