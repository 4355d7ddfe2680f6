"""What is left of a channel that is gone: nothing is owed to it, and nobody is held in its fight any more."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.service.case import PlayedScene, played_scene, unasked
from bot.service.orders.ledger import carry_out
from bot.service.outbox import Abandoned, TrackerPost
from bot.service.ports import Unit
from bot.service.rows import NOBODY, AnyScene, SceneRow
from bot.service.systems import House


def give_up(unit: Unit, channel_id: int, house: House) -> Abandoned | None:
    """Owe nothing to a channel that is gone, and have everybody leave; what it leaves behind, None where nothing was
    owed to it."""
    row = unit.scene_at(channel_id)
    promises = unit.give_up(channel_id)
    if row is None:
        return None
    played = played_scene(unit, row, house)
    row = _left_by_all(unit, played, house)
    unit.give_up(channel_id)  # nobody reads there who has left
    unit.save_tracker_post(TrackerPost(scene_id=row.id, tracker=None, channel_id=channel_id, version=row.head))
    return Abandoned(promises, _title(played.scene), tuple(unit.gms(row.id))) if promises else None


def _left_by_all(unit: Unit, played: PlayedScene, house: House) -> SceneRow:
    """Have everybody leave who came with a sheet, which they can play elsewhere then; the scene's row behind that.

    Nobody could type it there. Who cannot leave stays.
    """
    case = unasked(unit, played.row, house, NOBODY, datetime.now(UTC))
    with suppress(RuleViolation):
        while order := _next(played.scene):
            played = carry_out(case, played, order).after
    return played.row


def _next(scene: AnyScene) -> orders.Order | None:
    """Return what has the next one leave: an open question, which keeps everybody, goes by its default first."""
    with_sheets = (actor for actor, each in scene.combatants.items() if each.sheet_id)
    leaving = next(with_sheets, None)
    if leaving is None:
        return None
    return orders.GoOn() if scene.pending else orders.Release(actor=leaving)


def _title(scene: AnyScene) -> str:
    """Return the name of the open fight or, between fights, of the last."""
    title = f": {scene.fight.title}" if scene.fight and scene.fight.title else ""
    return f"Fight {scene.fights}{title}"
