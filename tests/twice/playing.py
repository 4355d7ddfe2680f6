"""One of two worlds: a bot on a stage of its own, whose truth may be looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from bot import app
from bot.core.telling.cards import WoundFigure
from bot.service.ports import Store
from bot.service.requests import GroundView
from bot.service.rows import AnyScene
from bot.service.systems import PlayableSystem
from bot.settings import Settings
from bot.simulated.blank_database import migrated
from bot.simulated.simulation import Simulation
from tests.monkeys import PLAYERS, store_of
from tests.twice.received import Received

T = TypeVar("T")

OPENS_AT: Final = datetime(2026, 1, 1, tzinfo=UTC)
ONLOOKER: Final = "dan"


class Described:
    """Instead of a picture what it would be drawn from, which says more."""

    rest_s = 0.0

    async def draw(self, view: GroundView | WoundFigure) -> bytes:
        """Return what would be drawn."""
        return msgspec.json.encode(view)

    def close(self) -> None:
        """There is nothing to end."""


class Playing:
    """One of the two worlds: a bot on a stage, in an event loop of its own, since simcord takes one in each."""

    def __init__(self, key: str, path: Path) -> None:
        self._key, self._runner = key, asyncio.Runner()
        path.write_bytes(migrated())  # with the keys by which messages get their names
        settings = Settings(database=path)
        self.stage = self.run(_on_stage(settings))
        self.received = Received(self.stage, ONLOOKER)

    def run(self, doing: Coroutine[Any, Any, T]) -> T:
        """Do something on this stage."""
        return self._runner.run(doing)

    def end(self) -> None:
        """Close the bot."""
        self.run(self.stage.__aexit__(None, None, None))
        self._runner.close()

    @property
    def store(self) -> Store:
        """Where it is kept."""
        return store_of(self.stage)

    @property
    def key(self) -> str:
        """What is played by now."""
        row = self.row()
        return row.ruleset if row else self._key

    @property
    def system(self) -> PlayableSystem:
        """The system of that."""
        return app.house().system(self.key)

    def scene(self) -> AnyScene | None:
        """The truth, None before anything was played."""
        row = self.row()
        return self.store.look(lambda unit: unit.state(row)) if row else None

    def row(self) -> Any:
        """The scene's row, None before anything was played."""
        return self.store.look(lambda unit: unit.scene_at(self.stage.channel.id))

    def numbered(self) -> int:
        """How many orders there were that all know of."""
        row = self.row()
        return row.numbered if row else 0

    def head(self) -> int:
        """How many orders there were."""
        row = self.row()
        return row.head if row else 0


async def _on_stage(settings: Settings) -> Simulation:
    made = partial(app.make_bot, settings, drawing=Described())
    stage = Simulation(made, players=(*PLAYERS, ONLOOKER), opens_at=OPENS_AT)
    return await stage.__aenter__()
