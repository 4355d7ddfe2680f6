"""Which GM is called where a fight waits for them: whoever acted last, and in sight of all nobody who is at it."""

from __future__ import annotations

from bot.core.views import PUBLIC
from bot.service.campaign_settings import laid_over
from bot.service.case import PlayedScene
from bot.service.ports import Unit
from bot.service.posting.pictures import out_of_sight
from bot.service.requests import Pinged
from bot.service.rows import AnyScene

LOOKED_AT = 24
"""Orders that everybody knows of, among which the last of a GM is looked for."""


def waits_for_gm_in_sight(seen: AnyScene) -> bool:
    """Tell whether everybody can see that a fight waits for the GM: for a question of theirs, or for people they play.

    Of those who are out of sight nobody learns that it is their turn by a call.
    """
    if seen.pending is not None:
        asked = seen.combatants.get(seen.pending.question.actor)
        return seen.asks_gm or (asked is not None and not asked.player)
    lost = out_of_sight(seen, PUBLIC)
    return any(not seen.combatants[slot.actor].player and slot.actor not in lost for slot in seen.entitled())


def gm_to_call(unit: Unit, played: PlayedScene) -> Pinged:
    """Return the GM who gave the last order of a GM that everybody knows of, else the roles of GMs; nobody where a GM
    gave the very last order, and so is at it."""
    row = played.row
    gms = set(unit.gms(row.id))
    latest = unit.page(row.id, row.numbered + 1, LOOKED_AT, gm=False)[::-1]
    if latest and latest[0].user_id in gms:
        return Pinged()
    found = next((order.user_id for order in latest if order.user_id in gms), 0)
    return Pinged(users=(found,)) if found else Pinged(roles=_roles(unit, played))


def gm_called_unseen(unit: Unit, played: PlayedScene) -> int:
    """Return the GM who gave the last order of a GM, whoever knows of it; 0 where nobody who is one still did."""
    gms = set(unit.gms(played.row.id))
    latest = unit.page(played.row.id, played.row.head + 1, LOOKED_AT, gm=True)[::-1]
    return next((order.user_id for order in latest if order.user_id in gms), 0)


def _roles(unit: Unit, played: PlayedScene) -> tuple[int, ...]:
    """Return the roles of GMs that the channel has, or else the server."""
    row = played.row
    found = unit.campaign(row.guild_id, row.channel_id)
    return tuple(map(int, laid_over(found.get(0), found.get(row.channel_id), row.ruleset, row.guild_id).gm_roles))
