"""Who is no longer a GM leaves the GM's threads, as soon as the bot learns of it."""

from __future__ import annotations

from bot.service.case import Case
from bot.service.ledger import promise
from bot.service.parcels import Post
from bot.service.ports import SceneRow, Unit


def is_let_in(case: Case) -> bool:
    """Whether the asker, who is no GM here, was let into one of the channel's GM's threads."""
    return not case.gm and bool(case.unit.let_in_at(case.channel_id, case.request.user_id))


def show_out(case: Case) -> None:
    """Show the asker out of the channel's GM's threads, if they are no GM here and were let in."""
    if case.gm:
        return
    for fight in case.unit.let_in_at(case.channel_id, case.request.user_id):
        row = case.unit.scene_at(case.channel_id)
        if row is not None:
            _out(case.unit, row, fight, case.request.user_id)


def show_all_out(case: Case, *, server: bool) -> None:
    """Show all but the asker out, since it is decided anew who is a GM: the next order of a GM lets them in again."""
    for row, fight, user_id in case.unit.let_in(case.request.guild_id):
        stays = case.gm and user_id == case.request.user_id
        if not stays and (server or row.channel_id == case.channel_id):
            _out(case.unit, row, fight, user_id)


def _out(unit: Unit, row: SceneRow, fight: int, user_id: int) -> None:
    unit.dismiss(row.id, fight, user_id)
    unit.post([promise(row, fight, Post.EXPEL, argument=user_id)])
    unit.touch(row.channel_id)
