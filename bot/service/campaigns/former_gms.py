"""Who is no longer a GM leaves the GM's threads, as soon as the bot learns of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from bot.service.case import Case, opened
from bot.service.orders.ledger import promise
from bot.service.outbox import Letter, Post
from bot.service.ports import Unit
from bot.service.requests import Request, Standing
from bot.service.rows import SceneRow
from bot.service.systems import House


def is_let_in(case: Case) -> bool:
    """Tell whether the asker, who is no GM here, was let into one of the channel's GM's threads."""
    return not case.gm and bool(case.unit.let_in_at(case.channel_id, case.request.user_id))


def show_out(case: Case) -> None:
    """Show the asker out of the channel's GM's threads, if they are no GM here and were let in."""
    if case.gm:
        return
    for fight in case.unit.let_in_at(case.channel_id, case.request.user_id):
        row = case.unit.scene_at(case.channel_id)
        if row is not None:
            out_of(case.unit, row, fight, case.request.user_id)


def show_all_out(case: Case, *, server: bool) -> None:
    """Show all but the asker out, since it is decided anew who is a GM: the next order of a GM lets them in again."""
    for row, fight, user_id in case.unit.let_in(case.request.guild_id):
        stays = case.gm and user_id == case.request.user_id
        if not stays and (server or row.channel_id == case.channel_id):
            out_of(case.unit, row, fight, user_id)


def no_gms(unit: Unit, house: House, letter: Letter, members: Mapping[int, Standing], parent_id: int) -> list[int]:
    """Return those of the members of a server who are no GM where a letter comes from: a thread of ``parent_id``, or
    that channel itself."""
    row = unit.scene_at(letter.channel_id)
    if row is None:
        return []
    above = parent_id if parent_id != row.channel_id else 0
    return [each for each, standing in members.items() if not _is_gm(unit, house, row, above, each, standing)]


def shown_out(unit: Unit, letter: Letter, user_ids: Iterable[int]) -> None:
    """Note who has been shown out of a letter's thread; they are let in again once they are GMs."""
    for user_id in user_ids:
        unit.dismiss(letter.log.scene_id, letter.log.fight, user_id)


def _is_gm(unit: Unit, house: House, row: SceneRow, parent_id: int, user_id: int, standing: Standing) -> bool:
    asker = Request(
        interaction_id=0,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        parent_id=parent_id,
        user_id=user_id,
        now=datetime.now(UTC),
        role_ids=standing.role_ids,
        manages_server=standing.manages_server,
    )
    return opened(unit, asker, house).gm


def out_of(unit: Unit, row: SceneRow, fight: int, user_id: int) -> None:
    """Show somebody out of the GM's thread of a fight."""
    unit.dismiss(row.id, fight, user_id)
    unit.post([promise(row, fight, Post.EXPEL, argument=user_id)])
    unit.touch(row.channel_id)
