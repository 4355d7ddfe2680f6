"""The GM settles what players have asked for, as it stands when they do."""

from __future__ import annotations

import msgspec

from bot.core import orders
from bot.core.errors import RuleViolation, absent
from bot.core.scene import Petition
from bot.service.case import Case, PlayedScene
from bot.service.claims.petitions import meant
from bot.service.orders.answers import Unworded, answer_to
from bot.service.orders.ledger import carry_out
from bot.service.playing.joining import entry
from bot.service.requests import Reply
from bot.service.sheets.sheets import edit_order


def settle(case: Case, argument: str, once: str) -> Reply | Unworded:
    """Allow or refuse what a player asked for, by its button."""
    case.check_gm("settle that")
    played = case.played()
    number, petition, allowed = meant(case, played, argument, once)
    then = _then(case, played, petition) if allowed else None
    return answer_to(case, carry_out(case, played, orders.Settle(number=number, then=then)))


def _then(case: Case, played: PlayedScene, petition: Petition) -> orders.Enlist | orders.EditSheet:
    """Return the order that was asked for.

    Raises:
        RuleViolation: it has become impossible.
    """
    if not petition.path:
        row = case.unit.sheet(case.request.guild_id, petition.sheet_id)
        if row is None or row.owner_id != petition.user:
            raise RuleViolation("That sheet is no longer theirs.", "Refuse it; they may ask with another.")
        case.unit.save_sheet(msgspec.structs.replace(row, moves=row.moves + 1))
        return entry(case, played, row, petition.side)
    found = played.scene.combatants.get(petition.actor)
    if found is None or found.sheet_id != petition.sheet_id:
        raise absent(petition.actor, "Refuse it; they may ask again.")
    return edit_order(played, petition.actor, petition.path, petition.value)
