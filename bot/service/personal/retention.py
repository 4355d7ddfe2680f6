"""What is let go of with nobody asking for it: answers of yesterday, servers that the bot was removed from, wishes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial

from bot.core.errors import NewerError
from bot.service.outbox import TrackerPost
from bot.service.personal.erasing import fulfil
from bot.service.ports import Store, Unit
from bot.service.rows import FREE, Hold
from bot.service.systems import House

ANSWERS_MS = 24 * 3600 * 1000  # Discord delivers no interaction again after a quarter of an hour
DAY_MS = 24 * 3600 * 1000
MOST_ROUNDS = 1_000  # of letting go of answers, so that a rush cannot keep one at it


class Custody:
    """What is kept is kept for as long as it is good for; a server that left for ``retention_days`` longer."""

    def __init__(self, store: Store, house: House, retention_days: int) -> None:
        self._store = store
        self._house = house
        self._retention_ms = retention_days * DAY_MS

    async def left(self, guild_id: int, at_ms: int) -> list[int]:
        """Return the bot was removed from a server: its channels, to which nothing is owed from here on."""
        return await self._store.write(
            partial(_leave, guild_id=guild_id, at_ms=at_ms), Hold(guild_id=guild_id, alone=True)
        )

    async def joined(self, guild_id: int) -> None:
        """Note that the bot is on a server: all that is kept of it stays."""
        await self._store.write(partial(_join, guild_id=guild_id), Hold(guild_id=guild_id, alone=True))

    async def present(self, guild_ids: Collection[int], is_ours: Callable[[int], bool], at_ms: int) -> None:
        """Compare the servers that the bot is on with those that are kept, as far as they are this process's to know.

        Nobody tells a bot that was not there that it was removed.
        """
        known, departed = await self._store.read(lambda unit: (unit.guilds(), unit.departed()))
        gone = {each.guild_id for each in departed}
        for guild_id in known:
            if is_ours(guild_id) and guild_id not in guild_ids and guild_id not in gone:
                await self.left(guild_id, at_ms)
        for guild_id in gone & set(guild_ids):
            await self.joined(guild_id)

    async def tidy(self, now_ms: int) -> None:
        """Let go of what need not be kept any longer, and go on with wishes that were not fulfilled."""
        await self._forget_answers(now_ms - ANSWERS_MS)
        for wish in await self._store.read(lambda unit: unit.wishes()):
            await fulfil(self._store, self._house, wish.user_id)
        for departure in await self._store.read(lambda unit: unit.departed()):
            if departure.at_ms <= now_ms - self._retention_ms:
                await self._forget(departure.guild_id)

    async def _forget_answers(self, before_ms: int) -> None:
        for _ in range(MOST_ROUNDS):
            if not await self._store.write(lambda unit: unit.forget(before_ms), FREE):
                return

    async def _forget(self, guild_id: int) -> None:
        """Forget a server scene by scene, unless the bot is back meanwhile."""
        scenes = await self._store.read(lambda unit: [row.id for row in unit.scenes_in(guild_id)])
        for scene_id in scenes:
            step = partial(_forget_scene, guild_id=guild_id, scene_id=scene_id)
            await self._store.write(step, Hold(guild_id=guild_id, alone=True))
        await self._store.write(partial(_forget_guild, guild_id=guild_id), Hold(guild_id=guild_id, alone=True))


def _leave(unit: Unit, guild_id: int, at_ms: int) -> list[int]:
    unit.depart(guild_id, at_ms)
    rows = unit.scenes_in(guild_id)
    for row in rows:
        unit.give_up(row.channel_id)
        unit.save_tracker_post(TrackerPost(scene_id=row.id, tracker=None, channel_id=row.channel_id, version=row.head))
    return [row.channel_id for row in rows]


def _join(unit: Unit, guild_id: int) -> None:
    """Show where a fight stands anew: its tracker was given up."""
    if unit.come_back(guild_id):
        for row in unit.scenes_in(guild_id):
            unit.touch(row.channel_id)


def _is_gone(unit: Unit, guild_id: int) -> bool:
    return any(each.guild_id == guild_id for each in unit.departed())


def _forget_scene(unit: Unit, guild_id: int, scene_id: int) -> None:
    if _is_gone(unit, guild_id):
        with suppress(NewerError):  # what newer rules made of sheets goes unread, with the server
            unit.settle_sheets(scene_id)  # which stay if the bot comes back before its last scene is forgotten
        unit.forget_scene(scene_id)


def _forget_guild(unit: Unit, guild_id: int) -> None:
    if _is_gone(unit, guild_id) and not unit.scenes_in(guild_id):
        unit.forget_guild(guild_id)
