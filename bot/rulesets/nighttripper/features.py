"""The features of Night Tripper; where several hear of one event they do so in this order."""

from __future__ import annotations

from bot.core.features import Features
from bot.rulesets.nighttripper import close, deeds, fire, person, throws, time, wounds

FEATURES = Features(time, deeds, throws, fire, close, wounds, person)
