"""The campaign's switches: those of the whole system, and every single value of the tables."""

from __future__ import annotations

from bot.rulesets.reflex.options_combat import SWITCHES as SWITCHES_COMBAT
from bot.rulesets.reflex.options_morale import SWITCHES_MORALE

SWITCHES = (*SWITCHES_COMBAT, *SWITCHES_MORALE)
