"""The features of Night Tripper, and what happens around every action."""

from __future__ import annotations

from bot.core.around import THE_ACTION, After
from bot.core.features import Features
from bot.rulesets.nighttripper import close, deeds, fire, person, throws, time, wounds
from bot.rulesets.nighttripper.time.rules import called, swept

FEATURES = Features(time, deeds, throws, fire, close, wounds, person)
"""Where several hear of one event they do so in this order."""

AROUND = (
    THE_ACTION,
    After(swept, "the dead lose what was still to come, which may leave a step with nobody in it"),
    After(called, "the next step is called once it is known who is left to act in it"),
)
