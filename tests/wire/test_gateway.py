"""Malformed events of the gateway: the bot passes them over, and answers whoever types next."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import aiohttp
import discord
import pytest
import pytest_asyncio
from discord.gateway import DiscordWebSocket

from bot.gateway import Gateway, install
from tests.wire.battle import BOT
from tests.wire.client import Wire
from tests.wire.gateway import HELLO, Line
from tests.wire.world import Json

SECRET = "The sniper hides"
TYPED: tuple[str, Json] = ("/roll", {"expression": "1d6"})
HUGE = "9" * 400

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def wire() -> AsyncIterator[Wire]:
    """One bot that hears all of it."""
    async with Wire() as wire:
        await wire.start_bot(BOT)
        yield wire


def line_of(wire: Wire) -> Line:
    """The one socket that the bot listens to."""
    (line,) = wire.standin.gateway.lines
    return line


def payload(wire: Wire, **changed: Any) -> Json:
    """A whole command as Discord sends it, but for some of its fields; one that is ... is left out."""
    whole = wire.standin.command(wire.guild, wire.person("ann"), wire.channel, *TYPED).payload
    return {key: value for key, value in {**whole, **changed}.items() if value is not ...}


async def dispatched(wire: Wire, event: str, data: Any) -> None:
    """Send an event to the bot, numbered like any other."""
    for session in wire.standin.gateway.sessions.values():
        await session.dispatch(event, data)


async def after(wire: Wire, doing: Awaitable[object]) -> str:
    """What the bot logs while something is done, and until it has answered somebody after it."""
    assert wire.bot is not None
    before = len(wire.bot.output)
    await doing
    answer = await wire.slash("ann", wire.channel, *TYPED)
    assert (answer.code, answer.ephemeral) == (0, False)
    assert wire.bot.running
    return wire.bot.output[before:]


EVENTS: list[tuple[str, Any]] = [
    ("INTERACTION_CREATE", {}),
    ("INTERACTION_CREATE", None),
    ("INTERACTION_CREATE", []),
    ("INTERACTION_CREATE", "x"),
    ("GUILD_CREATE", {"id": "x"}),
    ("GUILD_CREATE", {"id": "77", "channels": [{}], "roles": None, "members": [None]}),
    ("GUILD_CREATE", None),
    ("GUILD_UPDATE", {}),
    ("GUILD_ROLE_CREATE", {"guild_id": "1", "role": None}),
    ("GUILD_DELETE", {"id": None}),
    ("CHANNEL_UPDATE", {"id": "1", "type": None}),
    ("THREAD_CREATE", {"secret": SECRET}),
    ("THREAD_LIST_SYNC", None),
    ("MESSAGE_CREATE", {}),
    ("RESUMED", None),
    ("NOBODY_KNOWS", {"a": 1}),
    ("GUILD_MEMBER_UPDATE", {"user": None, "guild_id": "1"}),
]
CHANGES: list[dict[str, Any]] = [
    {"member": None},
    {"member": ...},
    {"member": {}},
    {"data": None},
    {"data": ...},
    {"data": []},
    {"data": {"name": 7}},
    {"data": {"name": "roll", "options": None}},
    {"data": {"name": "roll", "options": [None]}},
    {"data": {"name": "roll", "options": [{"name": "expression"}]}},
    {"data": {"name": "roll", "resolved": None, "options": []}},
    {"channel": None},
    {"channel": {}},
    {"channel": {"id": "1", "type": 0}},
    {"type": 99},
    {"type": None},
    {"type": 3, "data": {}},
    {"type": 3, "data": None},
    {"type": 5, "data": {"custom_id": "ft:fill:1.a"}},
    {"type": 4, "data": {"name": "roll", "options": []}},
    {"guild_id": None},
    {"guild_id": HUGE},
    {"id": HUGE},
    {"id": None},
    {"token": None},
    {"application_id": "x"},
    {"entitlements": [None]},
    {"context": "x"},
]
FRAMES = [
    b"[]",
    b"{}",
    b"null",
    b"7",
    b'"x"',
    b"no JSON",
    b"",
    b'{"op": 0}',
    b'{"op": 0, "t": "MESSAGE_CREATE", "s": "x", "d": {}}',
    b'{"op": 0, "t": "THREAD_CREATE", "s": 1e400, "d": {}}',
    b'{"op": 0, "t": "THREAD_CREATE", "s": -1, "d": {}}',
    b'{"op": 0, "t": 7, "s": null, "d": {}}',
    b'{"op": 0, "t": ["READY"], "d": {}}',
    b'{"op": ' + HUGE.encode() + b"}",
    b'{"op": 10, "d": null}',
    b'{"op": 10, "d": {"heartbeat_interval": "x"}}',
    b'{"op": 11, "d": 7}',
    b'{"op": 1, "d": []}',
    b'{"op": "x"}',
    b'{"op": 3, "d": {}}',
]


@pytest.mark.parametrize(("event", "data"), EVENTS, ids=[f"{event} {data}"[:40] for event, data in EVENTS])
async def test_an_event_that_is_malformed_is_passed_over(wire: Wire, event: str, data: Any) -> None:
    identified = wire.standin.gateway.identifies
    assert "Traceback" not in await after(wire, dispatched(wire, event, data))
    assert wire.standin.gateway.identifies == identified


@pytest.mark.parametrize("changed", CHANGES, ids=[str(change)[:40] for change in CHANGES])
async def test_a_command_that_is_malformed_stops_nobody_else(wire: Wire, changed: dict[str, Any]) -> None:
    output = await after(wire, dispatched(wire, "INTERACTION_CREATE", payload(wire, **changed)))
    assert "Traceback" not in output
    assert '"level": "error"' not in output


@pytest.mark.parametrize("frame", FRAMES, ids=[repr(frame)[:40] for frame in FRAMES])
async def test_a_frame_that_is_malformed_is_passed_over(wire: Wire, frame: bytes) -> None:
    identified = wire.standin.gateway.identifies
    assert "Traceback" not in await after(wire, line_of(wire).send(frame))
    assert wire.standin.gateway.identifies == identified


async def test_what_was_passed_over_is_logged_without_what_it_held(wire: Wire) -> None:
    event = {"id": SECRET, "guild_id": str(wire.guild.id), "type": 11}
    output = await after(wire, dispatched(wire, "THREAD_CREATE", event))
    told = [json.loads(line) for line in output.splitlines() if "could not be read" in line]
    assert told[-1]["event_type"] == "THREAD_CREATE"
    assert told[-1]["level"] == "warning"
    assert SECRET not in output


async def test_a_second_hello_begins_no_second_heartbeat(wire: Wire) -> None:
    line = line_of(wire)
    await after(wire, line.op(HELLO, {"heartbeat_interval": 1}))
    await after(wire, line.op(HELLO, {"heartbeat_interval": 41250}))
    beats = line.heartbeats
    for _ in range(20):
        await wire.slash("ann", wire.channel, *TYPED)
    assert line.heartbeats - beats <= 1  # one may have been on its way
    assert line_of(wire) is line


async def test_after_all_of_it_the_bot_resumes_where_it_was(wire: Wire) -> None:
    resumes = wire.standin.gateway.resumes
    wire.standin.gateway.cut()
    assert "Traceback" not in await after(wire, wire.until(lambda: wire.standin.gateway.resumes > resumes))


async def test_a_stream_that_breaks_is_resumed_and_nothing_is_lost(wire: Wire) -> None:
    resumes = wire.standin.gateway.resumes
    await line_of(wire).socket.send_bytes(b"no stream of zlib\x00\x00\xff\xff")
    answer = await wire.slash("ann", wire.channel, *TYPED)
    assert answer.code == 0
    assert wire.standin.gateway.resumes == resumes + 1


async def test_a_greeting_that_is_malformed_is_tried_again() -> None:
    async with Wire() as wire:
        greeting = wire.standin.gateway._greeting
        broken = iter([("READY", {"v": 10})])
        setattr(  # noqa: B010  mypy forbids the plain assignment
            wire.standin.gateway, "_greeting", lambda session: [*broken] or greeting(session)
        )
        await wire.start_bot(BOT, wait=False)
        output = await after(wire, wire.until(lambda: wire.standin.gateway.identifies == 2, timeout_s=30))
        assert "the connection broke" in output


async def test_a_guild_that_is_malformed_at_the_start_leaves_the_others_in_peace() -> None:
    async with Wire() as wire:
        greeting = wire.standin.gateway._greeting

        def with_a_bad_guild(session: Any) -> Any:
            ready, *guilds = greeting(session)
            yield ready
            yield "GUILD_CREATE", {"id": "5", "name": None, "channels": 7}
            yield from guilds

        setattr(wire.standin.gateway, "_greeting", with_a_bad_guild)  # noqa: B010
        await wire.start_bot(BOT)
        answer = await wire.slash("ann", wire.channel, *TYPED)
        assert (answer.code, answer.ephemeral) == (0, False)


async def test_somebody_whose_command_came_in_pieces_is_told(wire: Wire) -> None:
    form = wire.standin.command(wire.guild, wire.person("ann"), wire.channel, *TYPED)
    form.payload |= {"type": 5, "data": {"custom_id": "ft:fill:1.a"}}
    told = await wire._answer(form, 5.0)
    assert told.ephemeral
    assert told.words.startswith("⛔ Discord sent me only a part of that.")


@pytest.mark.parametrize("logger", ["discord.client", "discord.shard"])
async def test_a_discord_that_is_not_reached_is_logged_in_one_line(
    logger: str, caplog: pytest.LogCaptureFixture
) -> None:
    install()
    try:
        raise aiohttp.ServerDisconnectedError
    except aiohttp.ServerDisconnectedError:
        logging.getLogger(logger).exception("Attempting a reconnect in %.2fs", 1)
    (record,) = caplog.records
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    assert record.getMessage() == "Attempting a reconnect in 1.00s: ServerDisconnectedError('Server disconnected')"


async def test_a_shard_that_was_not_reached_for_a_while_goes_on_with_its_session(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The library would begin a new one, and what was sent meanwhile would be lost."""
    asked: list[dict[str, Any]] = []

    async def connected(of: type[Gateway], _: discord.Client, /, **options: Any) -> Gateway:
        asked.append(options)
        made = of(Any, loop=Any)  # type: ignore[arg-type]
        made.gateway = Gateway.DEFAULT_GATEWAY
        return made

    monkeypatch.setattr(DiscordWebSocket, "from_client", classmethod(connected))
    client = discord.AutoShardedClient(intents=discord.Intents.none())
    first = await Gateway.from_client(client, shard_id=2)
    first.session_id, first.sequence = "one", 5
    await Gateway.from_client(client, shard_id=3)
    second = await Gateway.from_client(client, shard_id=2)
    assert [options.get("resume", False) for options in asked] == [False, False, True]
    assert (asked[-1]["session"], asked[-1]["sequence"]) == ("one", 5)
    second.session_id = None
    await Gateway.from_client(client, shard_id=2)
    assert "resume" not in asked[-1]
