"""What is kept of the local games: a database for each rule system, from which the stage sets its table again."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec

from bot import app
from bot.core.engine import DiceFor
from bot.posting.draftsman import Drawing
from bot.service.outbox import Stream
from bot.service.ports import Unit
from bot.settings import Settings
from bot.simulated.drawing_aside import DrawingAside
from bot.simulated.guide import FightGuide, Guide
from bot.simulated.ready_fights import FIGHTS, prepare
from bot.simulated.simulation import Simulation

BESIDE = ("", "-wal", "-shm")  # the files that SQLite keeps of one database


class KeptGame:
    """The game of one rule system, as it was left."""

    def __init__(self, folder: Path, system: str, drawing: Drawing | None = None, dice: DiceFor | None = None) -> None:
        self._system = system
        self._database = folder / f"{system}.db"
        self._drawing = drawing
        self._dice = dice
        self._is_new = True

    @property
    def title(self) -> str:
        """Return what the rule system is called."""
        return app.built(self._system).ruleset.title

    async def restore(self) -> None:
        """Have all that was posted of the newest fight posted anew: the Discord where it stood is gone."""
        self._is_new = not self._database.exists()
        if self._is_new:
            return
        store = app.open_store(self._settings, app.house())
        try:
            await store.write(_owe_anew)
        finally:
            await store.close()

    def forget(self) -> None:
        """Keep nothing of it."""
        for behind in BESIDE:
            self._database.with_name(self._database.name + behind).unlink(missing_ok=True)

    def stage(self) -> Simulation:
        """Return a Discord with the bot that plays it."""
        aside = DrawingAside(self._drawing) if self._drawing else None
        self._bot = app.make_bot(self._settings, self._dice, drawing=aside)
        stage = Simulation(lambda: self._bot, opens_at=datetime.now(UTC))
        if aside:
            aside.begin(stage.env)
        return stage

    async def prepare(self, stage: Simulation) -> None:
        """Set the table where nothing was kept."""
        if self._is_new:
            await prepare(stage, self._system)

    def guide(self, stage: Simulation) -> Guide:
        """Return who shows people around."""
        return FightGuide(stage, self._bot.store, FIGHTS[self._system])

    @property
    def _settings(self) -> Settings:
        return Settings(database=self._database)


def _owe_anew(unit: Unit) -> None:
    for scene_id in unit.scene_ids():
        row = unit.scene_row(scene_id)
        fight = unit.state(row).fights
        if not fight:
            continue
        known = unit.log_thread(scene_id, fight)
        lost = {"starter_id": 0, "thread_id": 0, "gm_thread_id": 0, "lost": known.lost + 1}
        unit.save_log_thread(msgspec.structs.replace(known, **lost))
        for stream in (Stream.LOG, Stream.GM):
            unit.owe_again(scene_id, fight, stream)
        post = unit.tracker_post(scene_id)
        if post is not None:
            unit.save_tracker_post(msgspec.structs.replace(post, message_id=0, version=-1, shown="", pinged=""))
        unit.touch(row.channel_id)
