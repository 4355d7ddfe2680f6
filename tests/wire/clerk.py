"""A bare bot on the same client that does what any referee must: /echo is written down before it is said again, and
told behind it in a log.

It has no rules and words nothing. What each command costs on it is spent on discord.py, SQLite and the disk before
anything of ours: a few rows at synchronous=FULL on a thread of their own, those that wait together in one transaction,
and in each channel, as often as Discord takes them, one message more and one that is edited.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
from typing import Final

import discord
from discord import app_commands

from tests.wire.echo import Echo

WRITTEN: Final = {"claim": 600, "chosen": 300, "event": 1800, "scene": 900, "shooter": 900, "target": 900}
"""What is written of one command, and how many bytes each has: about as many as an attack among six people."""

TABLE: Final = "CREATE TABLE kept (channel INTEGER, what TEXT, number INTEGER, body BLOB, PRIMARY KEY (channel, what))"
KEEP: Final = "INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)"
FILE: Final = "clerk.db"
POSTS_PER_S: Final = 45.0  # of the 50 requests that Discord takes
AT_ONCE: Final = 2  # a message, and an edit
LONGEST: Final = 2000

Waiting = tuple[int, str, asyncio.Future[None]]


class Clerk(Echo):
    """A client whose one command is written down; what it said is owed to its channel."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: queue.SimpleQueue[Waiting] = queue.SimpleQueue()
        self._owed: dict[int, list[str]] = {}
        self._trackers: dict[int, discord.PartialMessage] = {}
        self._posting: asyncio.Task[None] | None = None
        self.loop_of_asking: asyncio.AbstractEventLoop | None = None

    async def setup_hook(self) -> None:
        """Register the command, and begin to write and to post."""
        self.tree.add_command(echo)
        await self.tree.sync()
        self.loop_of_asking = asyncio.get_running_loop()
        threading.Thread(target=self._serve, name="writer", daemon=True).start()
        self._posting = asyncio.create_task(self._post())

    async def keep(self, channel_id: int, text: str) -> None:
        """Return once it is on the disk."""
        written = asyncio.get_running_loop().create_future()
        self._waiting.put((channel_id, text, written))
        await written

    def owe(self, channel_id: int, text: str) -> None:
        """Have it told in its channel when it is the turn of that."""
        self._owed.setdefault(channel_id, []).append(text)

    def _serve(self) -> None:
        connection = sqlite3.connect(FILE, isolation_level=None)
        for said in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", TABLE):
            connection.execute(said)
        number = 0
        while True:
            group = [self._waiting.get()]
            while not self._waiting.empty():
                group.append(self._waiting.get())
            connection.execute("BEGIN IMMEDIATE")
            for channel_id, text, _ in group:
                number += 1
                for what, size in WRITTEN.items():
                    connection.execute(KEEP, (channel_id, what, number, text.encode().ljust(size, b"-")))
            connection.execute("COMMIT")
            if self.loop_of_asking is not None:
                self.loop_of_asking.call_soon_threadsafe(_written, group)

    async def _post(self) -> None:
        """Tell each channel in its turn what it is owed, all of it in one message."""
        while True:
            await asyncio.sleep(AT_ONCE / POSTS_PER_S)
            if self._owed:
                channel_id, lines = next(iter(self._owed.items()))
                del self._owed[channel_id]
                await self._told(channel_id, "\n".join(lines)[:LONGEST])

    async def _told(self, channel_id: int, text: str) -> None:
        channel = self.get_channel(channel_id)
        if isinstance(channel, discord.TextChannel):
            posted = await channel.send(text)
            tracker = self._trackers.setdefault(channel_id, channel.get_partial_message(posted.id))
            if tracker.id != posted.id:
                await tracker.edit(content=text)


def _written(group: list[Waiting]) -> None:
    for _, _, written in group:
        if not written.cancelled():
            written.set_result(None)


@app_commands.command()
async def echo(interaction: discord.Interaction[Clerk], text: str) -> None:
    """Say it again, once it is written down."""
    await interaction.client.keep(interaction.channel_id or 0, text)
    await interaction.response.send_message(text)
    interaction.client.owe(interaction.channel_id or 0, text)


if __name__ == "__main__":
    Clerk().run(os.environ["FIRETEAM_TOKEN"], log_handler=None)
