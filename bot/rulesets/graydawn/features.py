"""The features of Gray Dawn; where several hear of one event they do so in this order."""

from __future__ import annotations

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

FEATURES = Features(checks, cover, wounds, time, equipment, deeds, aid, fire, suppression, blasts, person)
