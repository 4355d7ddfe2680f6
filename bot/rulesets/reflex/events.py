"""Every event type of the Reflex System, for the codec."""

from __future__ import annotations

from bot.core.events import Event
from bot.rulesets.reflex.events_ambush import EVENTS_AMBUSH
from bot.rulesets.reflex.events_blasts import EVENTS_BLASTS
from bot.rulesets.reflex.events_close import EVENTS_CLOSE
from bot.rulesets.reflex.events_combat import EVENTS_COMBAT
from bot.rulesets.reflex.events_equipment import EVENTS_EQUIPMENT
from bot.rulesets.reflex.events_grips import EVENTS_GRIPS
from bot.rulesets.reflex.events_hazards import EVENTS_HAZARDS
from bot.rulesets.reflex.events_indirect import EVENTS_INDIRECT
from bot.rulesets.reflex.events_mines import EVENTS_MINES
from bot.rulesets.reflex.events_morale import EVENTS_MORALE
from bot.rulesets.reflex.events_operations import EVENTS_OPERATIONS
from bot.rulesets.reflex.events_suppression import EVENTS_SUPPRESSION
from bot.rulesets.reflex.events_surroundings import EVENTS_SURROUNDINGS
from bot.rulesets.reflex.events_throws import EVENTS_THROWS
from bot.rulesets.reflex.events_time import EVENTS_TIME
from bot.rulesets.reflex.events_underway import EVENTS_UNDERWAY
from bot.rulesets.reflex.events_vehicles import EVENTS_VEHICLES

EVENTS: tuple[type[Event], ...] = (
    *EVENTS_TIME,
    *EVENTS_COMBAT,
    *EVENTS_HAZARDS,
    *EVENTS_BLASTS,
    *EVENTS_EQUIPMENT,
    *EVENTS_THROWS,
    *EVENTS_INDIRECT,
    *EVENTS_SURROUNDINGS,
    *EVENTS_CLOSE,
    *EVENTS_VEHICLES,
    *EVENTS_UNDERWAY,
    *EVENTS_OPERATIONS,
    *EVENTS_MINES,
    *EVENTS_AMBUSH,
    *EVENTS_GRIPS,
    *EVENTS_MORALE,
    *EVENTS_SUPPRESSION,
)
