"""The features of Eclipse Phase; where several hear of one event they do so in this order."""

from __future__ import annotations

from bot.core.features import Features
from bot.rulesets.eclipse import ambush, blasts, deeds, equipment, fire, person, suppression, time, wounds

FEATURES = Features(time, deeds, equipment, wounds, person, ambush, blasts, fire, suppression)
