"""A bot with one made-up duel, to try the stage on: a writer thread, a draining log, threads, buttons, refusals."""

import asyncio
import io
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from re import Match
from typing import Any, Self, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
Talk = discord.Interaction[Any]

UNPOSTED = "select id, words, thread from shots where not posted order by id"
DONE = "update shots set posted = 1 where id = ?"
TABLES = """
create table if not exists shots(id integer primary key, words text, thread integer, posted integer default 0);
create table if not exists logs(channel integer primary key, thread integer)
"""


class Refused(Exception):  # noqa: N818
    """An order that the bot turns down in words."""


class Writer:
    """One SQLite connection on one thread of its own."""

    def __init__(self, path: Path) -> None:
        self._jobs: SimpleQueue[tuple[Work[Any], Future[Any]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._serve, args=(path,))
        self._thread.start()

    def _serve(self, path: Path) -> None:
        connection = sqlite3.connect(path, isolation_level=None)
        connection.executescript(TABLES)
        while (job := self._jobs.get()) is not None:
            work, future = job
            future.set_result(work(connection))
        connection.close()

    async def query(self, sql: str, *values: Any) -> list[Any]:
        future: Future[list[Any]] = Future()
        self._jobs.put((lambda connection: connection.execute(sql, values).fetchall(), future))
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        self._jobs.put(None)
        self._thread.join()


class ToyBot(commands.Bot):
    def __init__(self, path: Path) -> None:
        super().__init__(
            commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.writer = Writer(path)
        self.draining: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        await self.add_cog(Duel(self))
        self.add_dynamic_items(Answer)
        self.tree.error(refuse)
        await self.tree.sync()

    def publish(self) -> None:
        if self.draining is None or self.draining.done():
            self.draining = asyncio.create_task(self._drain())

    async def _drain(self) -> None:
        while rows := await self.writer.query(UNPOSTED):
            for row, words, thread in rows:
                await self.get_partial_messageable(thread).send(words)
                await self.writer.query(DONE, row)

    async def close(self) -> None:
        await super().close()
        self.writer.close()


async def refuse(interaction: Talk, error: app_commands.AppCommandError) -> None:
    cause = getattr(error, "original", error)
    if not isinstance(cause, Refused):
        raise error
    await interaction.response.send_message(f"⛔ {cause}", ephemeral=True)


class Answer(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"answer:(?P<word>\w+)"):
    def __init__(self, word: str) -> None:
        super().__init__(discord.ui.Button(label=word.title(), custom_id=f"answer:{word}"))
        self.word = word

    @classmethod
    async def from_custom_id(cls, interaction: Talk, item: Any, match: Match[str]) -> Self:  # noqa: ARG003
        return cls(match["word"])

    async def callback(self, interaction: Talk) -> None:
        if self.word == "crash":
            raise RuntimeError("the button fell over")
        await interaction.response.edit_message(content=f"{interaction.user.name} answered {self.word}", view=None)


class Duel(commands.Cog):
    duel = app_commands.Group(name="duel", description="A duel", guild_only=True)

    def __init__(self, bot: ToyBot) -> None:
        self.bot = bot

    @duel.command(description="Open a duel with its log")
    async def start(self, interaction: Talk) -> None:
        await interaction.response.defer()
        channel: Any = interaction.channel
        starter = await channel.send("The duel begins")
        thread = await starter.create_thread(name="Duel log")
        await self.bot.writer.query("insert or replace into logs values (?, ?)", channel.id, thread.id)
        secret = await channel.create_thread(name="GM log", type=discord.ChannelType.private_thread)
        await secret.add_user(interaction.user)
        await secret.send("the sniper hides")
        await interaction.followup.send("Duel opened")

    @duel.command(description="Shoot at somebody")
    async def shoot(
        self,
        interaction: Talk,
        target: str,
        rounds: app_commands.Range[int, 1, 30] = 1,
        by: discord.Member | None = None,
    ) -> None:
        if target == "nobody":
            raise Refused("Nobody is not here: shoot at the guard")
        words = f"{(by or interaction.user).name} shot {target} {rounds} times"
        await self.bot.writer.query("insert into shots(words, thread) select ?, thread from logs", words)
        view = discord.ui.View(timeout=None).add_item(Answer("block")).add_item(Answer("crash"))
        embed = discord.Embed(title="A shot").add_field(name="rolled", value="4, 15")
        await interaction.response.send_message(words, embed=embed, view=view)
        self.bot.publish()

    @shoot.autocomplete("target")
    async def targets(self, interaction: Talk, current: str) -> list[app_commands.Choice[str]]:
        shots = await self.bot.writer.query("select count(*) from shots")
        names = ("guard", "goblin", f"the {shots[0][0]} already shot at")
        return [app_commands.Choice(name=name, value=name) for name in names if name.startswith(current)]

    @duel.command(name="import", description="Read a file back")
    async def import_file(self, interaction: Talk, file: discord.Attachment, to: discord.Role | None = None) -> None:
        text = (await file.read()).decode()
        await interaction.response.send_message(f"{to} gets {text}", ephemeral=True)

    @duel.command(description="Hand out a file")
    async def export(self, interaction: Talk) -> None:
        rows = await self.bot.writer.query("select words from shots")
        file = discord.File(io.BytesIO(repr(rows).encode()), "shots.txt")
        await interaction.response.send_message(file=file, ephemeral=True)

    @duel.command(description="Call somebody")
    async def call(self, interaction: Talk, whom: discord.Member) -> None:
        pinged = discord.AllowedMentions(everyone=False, roles=False, users=[whom])
        await interaction.response.send_message(whom.mention, allowed_mentions=pinged)

    @duel.command(description="Fall over")
    async def crash(self, interaction: Talk) -> None:
        raise RuntimeError("the command fell over")

    @duel.command(description="Say something in a minute")
    async def later(self, interaction: Talk) -> None:
        await interaction.response.send_message("wait a minute")
        await asyncio.sleep(60)
        await interaction.followup.send("a minute has passed")
