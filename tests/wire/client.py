"""The driver: a stand-in, one bot process, and people who type commands and click buttons.

    async with Wire() as wire:
        await wire.start_bot(["-m", "tests.wire.echo"])
        answer = await wire.slash("ann", wire.channel, "/echo", {"text": "hello"})
        assert answer.words == "hello"

People are named (`gm`, `ann`, `bob`, `owner`); places are Channels (`wire.channel`, `wire.threads()[0]`). Waiting is
event-driven with a deadline everywhere. `wire.standin` has the faults and limits, `wire.world` all that Discord knows.
"""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from bot.settings import Database
from bot.simulated.blank_database import migrated
from tests.wire.bodies import nested
from tests.wire.launch import DICE
from tests.wire.process import ROOT, BotProcess, Cores
from tests.wire.standin import Standin
from tests.wire.typed import Focus, Impossible, Upload
from tests.wire.world import Attempt, Channel, Guild, Interaction, Json, Message, User, World

__all__ = ["Answer", "BotDied", "Choice", "Command", "Impossible", "Load", "Unanswered", "Upload", "Wire"]

ANSWER_TIMEOUT_S: Final = 10.0
READY_TIMEOUT_S: Final = 30.0


class Unanswered(Exception):  # noqa: N818 - an outcome the kill test lives on
    """No answer came in time, or the bot died first. `interaction_id` can be delivered again."""

    def __init__(self, interaction_id: int, why: str) -> None:
        super().__init__(f"interaction {interaction_id}: {why}")
        self.interaction_id = interaction_id


class BotDied(Exception):  # noqa: N818 - what happened
    """The bot process ended while it was needed; holds its exit status and the end of its output."""

    def __init__(self, status: int, output: str) -> None:
        super().__init__(f"the bot ended with status {status}:\n{output[-4000:]}")
        self.status, self.output = status, output


@dataclass(frozen=True, slots=True)
class Choice:
    """One completion on offer."""

    name: str
    value: str | int | float


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for one interaction.

    `kind` is the callback's type; `code` Discord's error for this attempt (40060: it had one already; 0: accepted).
    `latency_s` runs from delivery to the first response, `settled_s` to the last word of a deferred one. `message` is
    the answer as it stands; of a type 6 or 7 the clicked message; None for completions and modals.
    """

    id: int
    kind: int
    code: int
    latency_s: float
    settled_s: float
    data: Json
    message: Message | None
    followups: tuple[Message, ...]

    @property
    def content(self) -> str:
        """The text outside of embeds."""
        return self.message.content if self.message else ""

    @property
    def words(self) -> str:
        """Every word of the answer: content, embeds, buttons."""
        return self.message.words if self.message else ""

    @property
    def embeds(self) -> list[Json]:
        """The embeds as sent."""
        return self.message.embeds if self.message else []

    @property
    def flags(self) -> int:
        """The message's flags."""
        return self.message.flags if self.message else 0

    @property
    def ephemeral(self) -> bool:
        """Whether only the asker saw it."""
        return self.message is not None and self.message.ephemeral

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The completions offered, for a type 8."""
        return tuple(Choice(each["name"], each["value"]) for each in self.data.get("choices", ()))


@dataclass(frozen=True, slots=True)
class Command:
    """One slash command somebody is about to type."""

    user: str
    command: str
    options: Mapping[str, Any]
    channel: Channel | None = None


@dataclass(frozen=True, slots=True)
class Load:
    """A run of many commands: how long it took, and the latency of each, in the order they ended."""

    elapsed_s: float
    latencies_s: tuple[float, ...]
    answers: tuple[Answer, ...]

    @property
    def per_s(self) -> float:
        """Commands answered per second."""
        return len(self.latencies_s) / self.elapsed_s

    def quantile_s(self, share: float) -> float:
        """The latency that this share of commands stayed within: 0.5 for the median, 0.99."""
        ranked = sorted(self.latencies_s)
        return ranked[min(len(ranked) - 1, int(len(ranked) * share))]


class Wire:
    """A modelled guild with one channel, and whatever bot process is started against it.

    The world outlasts the bot: after kill or terminate, start_bot again finds the same channels, threads and messages.
    `python` runs the bot, of the checkout `root`; both are the driver's own where none is named.

    `beside` another is the next process of the same bot, on the same database and the same Discord, but with a guild of
    its own, which is of its `shard`.
    """

    def __init__(
        self,
        cores: Cores | None = None,
        python: Path = Path(sys.executable),
        database: Database | None = None,
        *,
        root: Path = ROOT,
        shard: tuple[int, int] = (0, 1),
        beside: Wire | None = None,
    ) -> None:
        self.standin: Standin = beside.standin if beside else Standin(World())
        self.world = self.standin.world
        self.guild: Guild = self.world.add_guild("The table", shard=shard)
        self.channel: Channel = self.world.add_channel(self.guild, "the-table")
        self.bot: BotProcess | None = None
        self.port = 0
        self.root, self.shard, self._beside = root, shard, beside
        self._cores = cores or Cores(None, None)
        self.python = python
        self._arguments: tuple[Sequence[str], Mapping[str, str]] = ((), {})
        self.folder = Path(tempfile.mkdtemp(prefix="wire-"))
        self.database: Database = database or (beside.database if beside else self.folder / "fireteam.db")

    async def __aenter__(self) -> Self:
        if self._beside:
            self.port = await self.standin.open_door()
        else:
            await self.standin.__aenter__()
            self.port = self.standin.port
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.bot is not None:
            await self.bot.kill()
        if not self._beside:
            await self.standin.__aexit__()
        shutil.rmtree(self.folder, ignore_errors=True)

    async def start_bot(
        self,
        arguments: Sequence[str],
        env: Mapping[str, str] | None = None,
        *,
        wait: bool = True,
        timeout_s: float = READY_TIMEOUT_S,
    ) -> float:
        """Start `python ARGUMENTS` (such as ["-m", "bot", "run"]) and wait until it is ready; seconds that took.

        FIRETEAM_TOKEN is set; `env` adds to it. The working folder is `wire.folder`, kept across restarts. Raises
        BotDied if it ends first, TimeoutError if it never gets there.
        """
        self._arguments = (arguments, env or {})
        if isinstance(self.database, Path) and not self.database.exists() and not self.aged:
            self.database.write_bytes(migrated())
        identified, began_s = self.standin.gateway.identified[self.port], time.perf_counter()
        kept = {"FIRETEAM_DATABASE": str(self.database)}
        shards = {"FIRETEAM_SHARDS": f"{self.shard[0]}/{self.shard[1]}"} if self.shard[1] > 1 else {}
        test = os.environ.get("PYTEST_CURRENT_TEST")  # in the same test dice fall alike every time
        dice = {DICE: f"{test} {next(self.standin.starts)}"} if test else {}
        settings = {"FIRETEAM_TOKEN": self.world.token, **kept, **shards, **dice, **(env or {})}
        self.bot = await BotProcess.start(
            self.port, arguments, settings, self.folder, self._cores.bot, self.python, self.root
        )
        self.bot.ended.add_done_callback(lambda _: self._wake_all())
        if wait:
            await self._while_alive(lambda: self._ready(identified), timeout_s)
        return time.perf_counter() - began_s

    @property
    def aged(self) -> bool:
        """Whether the bot is another release than the driver's."""
        return self.root != ROOT

    def renew(self) -> None:
        """Have the next bot be of the driver's own release."""
        self.root, self.python = ROOT, Path(sys.executable)

    async def restart(self) -> float:
        """Start the bot again as it was started before; seconds until it was ready."""
        return await self.start_bot(*self._arguments)

    async def kill(self) -> None:
        """SIGKILL the bot; whoever waits for an answer gets Unanswered."""
        await self._running().kill()
        await self.standin.drained(self.port)

    async def terminate(self, timeout_s: float = 15.0) -> int:
        """SIGTERM the bot and wait; its exit status."""
        return await self._running().terminate(timeout_s)

    async def ended(self, timeout_s: float = READY_TIMEOUT_S) -> int:
        """Wait until the bot ends by itself; its exit status."""
        async with asyncio.timeout(timeout_s):
            return await asyncio.shield(self._running().ended)

    async def slash(
        self,
        user: str,
        channel: Channel,
        command: str,
        options: Mapping[str, Any] | None = None,
        *,
        interaction_id: int | None = None,
        timeout_s: float = ANSWER_TIMEOUT_S,
    ) -> Answer:
        """Type a command and wait for its answer, deferred or not. Raises Unanswered, or Impossible.

        Users and roles are named, channels are Channels, files are Uploads; `/init start` names a subcommand.
        """
        guild = self._guild(channel)
        interaction = self.standin.command(guild, guild.people[user], channel, command, options or {})
        if interaction_id is not None:
            interaction.id, interaction.payload["id"] = interaction_id, str(interaction_id)
        return await self._answer(interaction, timeout_s)

    async def redeliver(self, interaction_id: int, timeout_s: float = ANSWER_TIMEOUT_S) -> Answer:
        """Deliver an interaction again, with the same id and token, and wait for the bot's next attempt to answer."""
        return await self._answer(self.world.interactions[interaction_id], timeout_s)

    async def complete(
        self,
        user: str,
        channel: Channel,
        command: str,
        option: str,
        partial: str = "",
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Choice, ...]:
        """The choices offered to someone who has typed `partial` into an option."""
        return (await self.completion(user, channel, command, Focus(option, partial), options)).choices

    async def completion(
        self,
        user: str,
        channel: Channel,
        command: str,
        focus: Focus,
        options: Mapping[str, Any] | None = None,
        *,
        timeout_s: float = ANSWER_TIMEOUT_S,
    ) -> Answer:
        """The whole answer to somebody who types into an option. Raises Unanswered, or Impossible."""
        guild = self._guild(channel)
        asked = self.standin.completion(guild, guild.people[user], channel, command, options or {}, focus)
        return await self._answer(asked, timeout_s)

    def forget(self, interaction_id: int) -> None:
        """Let go of an interaction that is over, so that a hundred thousand of them fit into memory."""
        interaction = self.world.interactions.pop(interaction_id, None)
        if interaction is not None:
            self.world.by_token.pop(interaction.token, None)
            for message in (interaction.original, *interaction.followups):
                if message is not None:
                    self.world.ephemeral.pop(message.id, None)

    async def click(
        self,
        user: str,
        message: Message,
        *,
        label: str = "",
        custom_id: str = "",
        values: Iterable[str] = (),
        timeout_s: float = ANSWER_TIMEOUT_S,
    ) -> Answer:
        """Click a component of a message, by label or custom id. Raises Impossible where there is none."""
        channel = self.world.channel(message.channel_id)
        guild = self._guild(channel)
        found = custom_id or self.buttons(message).get(label, "")
        clicked = self.standin.click(guild, guild.people[user], channel, message, found, list(values))
        return await self._answer(clicked, timeout_s)

    def buttons(self, message: Message) -> dict[str, str]:
        """Labels of a message's buttons and their custom ids."""
        every = nested(message.components)
        return {each["label"]: each["custom_id"] for each in every if each.get("label") and each.get("custom_id")}

    async def flood(self, commands: Iterable[Command], in_flight: int = 64, timeout_s: float = 60.0) -> Load:
        """Type all of these, at most so many unanswered at a time; latencies and throughput."""
        waiting = iter(commands)
        answers: list[Answer] = []

        async def person() -> None:
            for each in waiting:
                channel = each.channel or self.channel
                answers.append(await self.slash(each.user, channel, each.command, each.options, timeout_s=timeout_s))

        with _no_collector():
            began_s = time.perf_counter()
            async with asyncio.TaskGroup() as people:
                for _ in range(in_flight):
                    people.create_task(person())
            elapsed_s = time.perf_counter() - began_s
        return Load(elapsed_s, tuple(answer.latency_s for answer in answers), tuple(answers))

    async def until(self, condition: Callable[[], bool], timeout_s: float = ANSWER_TIMEOUT_S) -> None:
        """Wait until something holds in the world. Raises BotDied or TimeoutError."""
        await self._while_alive(condition, timeout_s)

    def threads(self, channel: Channel | None = None) -> list[Channel]:
        """The threads of a channel (of `wire.channel` if none is named), oldest first."""
        return self.world.threads(channel or self.channel)

    def messages(self, channel: Channel | None = None) -> list[Message]:
        """The messages of a channel or thread, oldest first."""
        return list((channel or self.channel).messages.values())

    def person(self, user: str) -> User:
        """Somebody of the guild by name."""
        return self.guild.people[user]

    def _ready(self, identified: int) -> bool:
        gateway = self.standin.gateway
        heard = gateway.hears(self.port) and gateway.identified[self.port] > identified
        return heard and any(self.world.commands.values())

    async def _while_alive(self, condition: Callable[[], bool], timeout_s: float) -> None:
        bot = self._running()
        await self.world.signal.until(lambda: condition() or not bot.running, timeout_s)
        if not condition():
            raise BotDied(bot.ended.result(), bot.output)

    async def _answer(self, interaction: Interaction, timeout_s: float) -> Answer:
        seen = len(interaction.attempts)
        bot = self._running()
        await self.standin.deliver(interaction)
        try:
            await interaction.signal.until(lambda: len(interaction.attempts) > seen or not bot.running, timeout_s)
            if len(interaction.attempts) > seen:  # a refused attempt may be followed by what an earlier one put off
                await interaction.signal.until(lambda: not interaction.waiting or not bot.running, timeout_s)
        except TimeoutError as error:
            raise Unanswered(interaction.id, f"nothing within {timeout_s} s") from error
        if len(interaction.attempts) == seen or interaction.waiting:
            raise Unanswered(interaction.id, "the bot died")
        return _answered(interaction, interaction.attempts[seen])

    def _wake_all(self) -> None:
        for interaction in self.world.interactions.values():
            interaction.signal.fire()
        self.world.signal.fire()

    def _running(self) -> BotProcess:
        if self.bot is None:
            raise RuntimeError("no bot was started")
        return self.bot

    def _guild(self, channel: Channel) -> Guild:
        return self.world.guilds[channel.guild_id]


@contextmanager
def _no_collector() -> Iterator[None]:
    """The driver's own garbage collections would count as the bot's latency."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _answered(interaction: Interaction, attempt: Attempt) -> Answer:
    return Answer(
        id=interaction.id,
        kind=attempt.kind,
        code=attempt.code,
        latency_s=attempt.at_s - interaction.sent_at_s,
        settled_s=time.perf_counter() - interaction.sent_at_s,
        data=attempt.data,
        message=interaction.original,
        followups=tuple(interaction.followups),
    )
