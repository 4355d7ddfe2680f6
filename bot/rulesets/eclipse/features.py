"""The features of Eclipse Phase, and what happens around every action."""

from __future__ import annotations

from bot.core.around import THE_ACTION, After, Since
from bot.core.features import Features
from bot.rulesets.eclipse import ambush, blasts, deeds, equipment, fire, person, suppression, time, wounds
from bot.rulesets.eclipse.time.turns import slowed, swept

FEATURES = Features(time, deeds, equipment, wounds, person, ambush, blasts, fire, suppression)
"""Where several hear of one event they do so in this order."""

AROUND = (
    THE_ACTION,
    Since(slowed, "all wounds of the action are known by then, so that each slot moves back once"),
    After(swept, "whoever can act no more loses what was still to come, wherever it has been moved to"),
)
