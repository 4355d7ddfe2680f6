"""Every event type of the Reflex System, for the codec."""

from __future__ import annotations

from bot.core.events import Event
from bot.rulesets.reflex.ambush.events import EVENTS_AMBUSH
from bot.rulesets.reflex.blasts.events import EVENTS_BLASTS
from bot.rulesets.reflex.close.events import EVENTS_CLOSE
from bot.rulesets.reflex.close.events_grips import EVENTS_GRIPS
from bot.rulesets.reflex.equipment.events import EVENTS_EQUIPMENT
from bot.rulesets.reflex.hazards.events import EVENTS_HAZARDS
from bot.rulesets.reflex.indirect.events import EVENTS_INDIRECT
from bot.rulesets.reflex.mines.events import EVENTS_MINES
from bot.rulesets.reflex.morale.events import EVENTS_MORALE
from bot.rulesets.reflex.pauses.events import EVENTS_OPERATIONS
from bot.rulesets.reflex.suppression.events import EVENTS_SUPPRESSION
from bot.rulesets.reflex.surroundings.events import EVENTS_SURROUNDINGS
from bot.rulesets.reflex.throws.events import EVENTS_THROWS
from bot.rulesets.reflex.vehicles.events import EVENTS_VEHICLES

EVENTS: tuple[type[Event], ...] = (
    *EVENTS_HAZARDS,
    *EVENTS_BLASTS,
    *EVENTS_EQUIPMENT,
    *EVENTS_THROWS,
    *EVENTS_INDIRECT,
    *EVENTS_SURROUNDINGS,
    *EVENTS_CLOSE,
    *EVENTS_VEHICLES,
    *EVENTS_OPERATIONS,
    *EVENTS_MINES,
    *EVENTS_AMBUSH,
    *EVENTS_GRIPS,
    *EVENTS_MORALE,
    *EVENTS_SUPPRESSION,
)
