"""One world: the whole bot over a database of its own, on a Discord that remembers what everybody saw."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
from discord import app_commands
from discord.app_commands.transformers import CommandParameter, EnumValueTransformer
from discord.components import _component_factory
from msgspec.structs import replace

from bot import app
from bot.client import Fireteam
from bot.core.engine import OF_A_ROUND
from bot.core.events import Event
from bot.core.views import PUBLIC
from bot.posting.postman import Postman
from bot.posting.publisher import Publisher
from bot.posting.tracker import Trackers
from bot.render.markdown import line_text
from bot.render.press import MarkdownPress
from bot.service.orders.order_words import told
from bot.service.posting.postbox import Postbox
from bot.service.referee import Referee
from bot.service.rows import AnyScene
from bot.service.systems import House, PlayableSystem
from bot.simulated.blank_database import migrated
from bot.storage.codec import with_codecs
from bot.storage.sqlite import SqliteStore
from cogs import ALL_COGS
from cogs.clicks import Clicks
from tests.worlds.places import TRACKER, Board, Message
from tests.worlds.talk import Answer, Interaction, Person, Typed

CHANNEL = 100
PEOPLE = {"ann": 1, "bob": 2, "cat": 3, "gm": 9}
OPENS_AT = datetime(2026, 1, 1, tzinfo=UTC)
A_STEP = timedelta(seconds=7)


@cache
def house() -> House:
    """Every system, put together once in each process."""
    return app.house()


class Secrets:
    """Secrets that are the same in both worlds: each follows from the seed, the moment, and how many were drawn in it.

    What is done ``unseen`` draws from others, so that it leaves those that follow as they are.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn: Counter[str] = Counter()
        self.moment = ""

    def __call__(self) -> bytes:
        self._drawn[self.moment] += 1
        return hashlib.sha256(f"{self._seed} {self.moment} {self._drawn[self.moment]}".encode()).digest()


@dataclass
class World:
    """People around a bot; ``steps`` moves the clock, the same in both worlds."""

    key: str
    secrets: Secrets
    store: SqliteStore
    bot: Fireteam
    board: Board
    publisher: Publisher
    steps: int = 0
    people: dict[str, Person] = field(default_factory=lambda: {n: Person(i, n.title()) for n, i in PEOPLE.items()})

    def begins(self, *, unseen: bool) -> None:
        """Let a moment go by, unless what is done now is seen in one world alone."""
        self.steps += not unseen
        self.secrets.moment = f"{self.steps} {'unseen' if unseen else ''}"

    @property
    def system(self) -> PlayableSystem:
        """The system that is played."""
        return house().system(self.key)

    def scene(self) -> AnyScene | None:
        """The truth about the channel, None before anything was played."""

        def look(unit: Any) -> AnyScene | None:
            row = unit.scene_at(CHANNEL)
            return unit.state(row) if row else None

        return self.store.look(look)

    def of_a_round(self) -> list[str]:
        """What the last order has told of a round that it began, line by line."""

        def look(unit: Any) -> list[str]:
            row = unit.scene_at(CHANNEL)
            order = unit.order(row.id, row.head)
            events = unit.events(row.id, row.head, row.head, row.ruleset).get(row.head, [])
            begun = [event for event, how in zip(events, order.course, strict=False) if how == OF_A_ROUND]
            ruleset = house().system(row.ruleset).ruleset
            return [line_text(line) for line in told(ruleset, begun, PUBLIC) if not line.depth]

        return self.store.look(look)

    def events(self) -> list[Event]:
        """All that has happened."""

        def look(unit: Any) -> list[Event]:
            row = unit.scene_at(CHANNEL)
            orders = unit.events(row.id, 1, row.head, row.ruleset)
            return [event for number in sorted(orders) for event in orders[number]]

        return self.store.look(look)

    def out_of_sight(self, number: int) -> list[str]:
        """What an order told the GM alone that dice had fallen for; nothing for one that others read of as well."""

        def look(unit: Any) -> list[str]:
            row = unit.scene_at(CHANNEL)
            if not row or not number or not unit.order(row.id, number).gm_only:
                return []
            events = unit.events(row.id, number, number, row.ruleset).get(number, [])
            return [str(event) for event in events if "Roll(" in str(event)]

        return self.store.look(look)

    def head(self) -> int:
        """How many orders there were, 0 before anything was played."""
        row = self.row()
        return row.head if row else 0

    def numbered(self) -> int:
        """How many orders there were that all know of."""
        row = self.row()
        return row.numbered if row else 0

    def row(self) -> Any:
        """The scene's row."""
        return self.store.look(lambda unit: unit.scene_at(CHANNEL))

    def _interaction(self, user: str) -> Interaction:
        now = OPENS_AT + A_STEP * self.steps
        return Interaction(self.bot, CHANNEL, self.people[user], now, gm=user == "gm")

    async def types(self, user: str, command: str, options: Mapping[str, Any]) -> list[Answer]:
        """Type a command; everything is posted before this ends."""
        found = self.command(command)
        interaction = self._interaction(user)
        interaction.command, interaction.namespace = found, Typed(options)
        parameters = {each.display_name: each for each in found.parameters}
        given = {each.name: options.get(shown, each.default) for shown, each in parameters.items()}
        given = {name: _chosen(found._params[name], value) for name, value in given.items()}
        await found._do_call(interaction, given)  # type: ignore[arg-type]
        await self.publisher.flush()
        return interaction.answers

    async def clicks(self, user: str, custom_id: str) -> list[Answer]:
        """Press a button, or choose from a menu."""
        interaction = self._interaction(user)
        interaction.type = discord.InteractionType.component
        key, is_menu, value = custom_id.partition("=")
        interaction.data = {"custom_id": key, "values": [value]} if is_menu else {"custom_id": custom_id}
        shown: Any = _component_factory
        panel = [shown(each) for each in self.people[user].panel]
        interaction.message = SimpleNamespace(id=0, components=panel, flags=discord.MessageFlags(ephemeral=True))
        cog: Any = self.bot.get_cog("Clicks")
        assert isinstance(cog, Clicks)
        await cog.take(interaction)  # type: ignore[arg-type]
        await self.publisher.flush()
        return interaction.answers

    async def completes(
        self, user: str, command: str, option: str, partial: str, options: Mapping[str, Any]
    ) -> list[tuple[str, str]]:
        """What is offered to somebody who types into an option."""
        found = self.command(command)
        interaction = self._interaction(user)
        interaction.type = discord.InteractionType.autocomplete
        interaction.command, interaction.namespace = found, Typed({**options, option: partial})
        parameter = next(each for each in found._params.values() if each.display_name == option)
        offering: Any = parameter.autocomplete
        return [(choice.name, choice.value) for choice in await offering(interaction, partial)]

    def command(self, path: str) -> app_commands.Command[Any, ..., Any]:
        """A command by its whole name."""
        root, *rest = path.removeprefix("/").split()
        node: Any = self.bot.tree.get_command(root)
        for name in rest:
            node = node.get_command(name)
        assert isinstance(node, app_commands.Command), path
        return node

    def offering(self) -> Iterator[tuple[str, str]]:
        """Every option of every command that is completed."""
        for command in self.bot.tree.walk_commands():
            if isinstance(command, app_commands.Command):
                for parameter in command._params.values():
                    if callable(parameter.autocomplete):
                        yield command.qualified_name, str(parameter.display_name)

    def tracker(self) -> Message | None:
        """The tracker as it stands."""
        found = [message for message in self.board.messages.values() if message.lane == TRACKER]
        return found[-1] if found else None


def _chosen(parameter: CommandParameter, typed: Any) -> Any:
    """What Discord makes of what was typed: one of the values of an enumeration, where only those may be typed."""
    kind = parameter._annotation
    return kind._enum(typed) if isinstance(kind, EnumValueTransformer) else typed


@asynccontextmanager
async def opened(key: str, seed: str, folder: Path, name: str) -> AsyncIterator[World]:
    """A world in which nothing has been played."""
    path = folder / f"{name}.db"
    path.write_bytes(migrated())
    secrets = Secrets(seed)
    played = replace(house(), secret=secrets)
    store = SqliteStore(path, with_codecs(played.systems))
    try:
        yield await _staffed(key, secrets, store, played)
    finally:
        await store.close()
        path.unlink()


async def _staffed(key: str, secrets: Secrets, store: SqliteStore, played: House) -> World:
    postbox, board = Postbox(store, played, MarkdownPress()), Board(CHANNEL)
    bot = Fireteam(Referee(store, played), postbox, store)
    for cog in ALL_COGS:
        await bot.add_cog(cog(bot))
    publisher = Publisher(Postman(board, postbox), postbox, Trackers(board.of_trackers(), postbox).show)
    bot.publisher = publisher
    await publisher.start()
    return World(key, secrets, store, bot, board, publisher)
