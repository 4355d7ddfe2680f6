"""Every event type of the Reflex System, for the codec."""

from __future__ import annotations

from bot.core.events import Event
from bot.rulesets.reflex.blasts.events import EVENTS_BLASTS
from bot.rulesets.reflex.close.events import EVENTS_CLOSE
from bot.rulesets.reflex.close.events_grips import EVENTS_GRIPS
from bot.rulesets.reflex.equipment.events import EVENTS_EQUIPMENT
from bot.rulesets.reflex.hazards.events import EVENTS_HAZARDS
from bot.rulesets.reflex.indirect.events import EVENTS_INDIRECT
from bot.rulesets.reflex.surroundings.events import EVENTS_SURROUNDINGS
from bot.rulesets.reflex.throws.events import EVENTS_THROWS

EVENTS: tuple[type[Event], ...] = (
    *EVENTS_HAZARDS,
    *EVENTS_BLASTS,
    *EVENTS_EQUIPMENT,
    *EVENTS_THROWS,
    *EVENTS_INDIRECT,
    *EVENTS_SURROUNDINGS,
    *EVENTS_CLOSE,
    *EVENTS_GRIPS,
)
