"""Whom a user plays for others who are away, and how these are given back once that user is gone."""

from __future__ import annotations

from contextlib import suppress

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.service.case import Case, PlayedScene
from bot.service.orders.ledger import carry_out
from bot.service.rows import AnyScene


def entrusted_to(scene: AnyScene, user_id: int) -> list[str]:
    """Return whom a user plays for others who are away."""
    return [actor for actor, combatant in scene.combatants.items() if combatant.entrusted_to == user_id]


def given_back(case: Case, played: PlayedScene, user_id: int) -> PlayedScene:
    """Have whom a user plays for others played by their own players again; what a question holds up is left."""
    for actor in entrusted_to(played.scene, user_id):
        with suppress(RuleViolation):
            played = carry_out(case, played, orders.Entrust(actor=actor)).after
    return played
