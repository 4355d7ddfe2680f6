"""What stands in a database, seen through the bot's own store and in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from bot import app
from bot.service.orders.audit import audit
from bot.service.ports import Unit
from bot.service.systems import House
from bot.settings import Settings

T = TypeVar("T")


async def looked(database: Path, look: Callable[[Unit, House], T]) -> T:
    """Return what there is to see in a database, brought up to date."""
    house = app.house()
    store = app.open_store(Settings(database=database), house)
    try:
        return store.look(lambda unit: look(unit, house))
    finally:
        await store.close()


def problems(unit: Unit, house: House) -> list[str]:
    """Return what is wrong with any scene, as `python -m bot audit` finds it."""
    return [words for scene_id in unit.scene_ids() for _, words in audit(unit, house, scene_id).problems]
