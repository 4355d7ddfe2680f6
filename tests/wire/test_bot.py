"""The real bot over the wire: what no simulation shows, where sockets break, Discord refuses and processes end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from discord import Permissions

from tests.wire import ledger, process
from tests.wire.battle import BOT, Battle
from tests.wire.client import BotDied, Wire
from tests.wire.faults import Fault
from tests.wire.world import BOT_PERMISSIONS, FORUM, HAS_THREAD, PUBLIC_THREAD, Channel

POSTS = r"POST /channels/\d+/messages$"
NEXT: tuple[str, dict[str, Any]] = ("/npc add", {"template": "guard"})  # an order that everybody sees
CALLBACK = "POST /interactions/.*/callback"


@pytest_asyncio.fixture
async def battle() -> AsyncIterator[Battle]:
    """A fight that has begun, with everything posted."""
    async with Wire() as wire:
        battle = Battle(wire, seed=1)
        await battle.open()
        await posted(battle)
        yield battle


async def posted(battle: Battle) -> None:
    """Wait until the threads show everything, and see that they show it once and in order."""
    book = ledger.read(battle.wire.database)
    await battle.wire.until(lambda: ledger.complete(battle.wire, book), timeout_s=40)
    assert list(ledger.broken(battle.wire, battle.tries, book)) == []


async def told(wire: Wire, token: str) -> tuple[int, list[str]]:
    """The exit status of a bot that cannot start, and what it printed for people."""
    with pytest.raises(BotDied) as died:
        await wire.start_bot(BOT, {"FIRETEAM_TOKEN": token})
    return died.value.status, [line for line in died.value.output.splitlines() if not line.startswith("{")]


async def test_no_answer_is_sent_back_to_the_bot_that_gave_it(battle: Battle) -> None:
    before = battle.wire.standin.callbacks.sent_back
    answer = await battle.wire.slash("gm", battle.wire.channel, *NEXT)
    assert (answer.code, answer.kind) == (0, 4)
    assert "guard" in answer.words.lower()
    assert battle.wire.standin.callbacks.sent_back == before == 0


async def test_a_wrong_token_is_told_in_one_line() -> None:
    async with Wire() as wire:
        status, lines = await told(wire, "wrong")
    assert status == 2
    assert lines == ["Discord does not know this token: set FIRETEAM_TOKEN to the one on the bot's page."]


async def test_a_missing_token_is_told_in_one_line() -> None:
    async with Wire() as wire:
        status, lines = await told(wire, "")
    assert (status, len(lines)) == (2, 1)
    assert "FIRETEAM_TOKEN" in lines[0]


async def test_the_command_line_starts_and_stops_what_is_forked_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "forking", False)
    async with Wire() as wire:
        await wire.start_bot(BOT)
        assert wire.bot is not None
        typed = command_line(wire.bot.pid)
        answer = await wire.slash("gm", wire.channel, "/roll", {"expression": "1d6"})
        status = await wire.terminate()
    assert tuple(typed[-3:]) == BOT
    assert "1d6" in answer.words
    assert status == 0


def command_line(pid: int) -> list[str]:
    """The words that a process was started with."""
    return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").rstrip("\0").split("\0")


@pytest.mark.parametrize(("code", "words"), [(4014, "intents"), (4004, "token")])
async def test_a_closed_gateway_is_told_in_one_line(code: int, words: str) -> None:
    async with Wire() as wire:
        await wire.start_bot(BOT)
        await wire.standin.gateway.close_sockets(code)
        status = await wire.ended()
        assert wire.bot is not None
        last = wire.bot.output.splitlines()[-1]
    assert status == 2
    assert words in last
    assert not last.startswith("{")


async def test_the_invite_link_asks_for_what_the_log_needs(battle: Battle) -> None:
    assert battle.wire.bot is not None
    link = next(line for line in battle.wire.bot.output.splitlines() if "https://discord.com/oauth2/authorize" in line)
    asked = Permissions(int(link.rpartition("permissions=")[2].partition("&")[0]))
    assert asked.create_public_threads
    assert asked.send_messages_in_threads
    assert not asked.administrator


async def test_commands_are_registered_once(battle: Battle) -> None:
    writes = battle.wire.world.command_writes
    await battle.wire.terminate()
    await battle.wire.restart()
    assert writes == battle.wire.world.command_writes


async def test_a_command_that_comes_twice_acts_once_and_reads_the_same(battle: Battle) -> None:
    first = await battle.type("gm", *NEXT)
    assert first.answer is not None
    words = first.answer.words
    again = await battle.wire.redeliver(first.interaction_id)
    assert (again.code, again.words) == (40060, words)
    await posted(battle)
    assert len(ledger.read(battle.wire.database).entries) == 6


async def test_a_command_that_comes_twice_at_once_acts_once(battle: Battle) -> None:
    wire = battle.wire
    interaction = wire.standin.command(wire.guild, wire.person("gm"), wire.channel, *NEXT)
    await asyncio.gather(wire.standin.deliver(interaction), wire.standin.deliver(interaction))
    await interaction.signal.until(lambda: len(interaction.attempts) == 2)
    assert sorted(attempt.code for attempt in interaction.attempts) == [0, 40060]
    await posted(battle)
    assert len(ledger.read(wire.database).entries) == 6


async def test_an_answer_whose_connection_breaks_arrives_all_the_same(battle: Battle) -> None:
    fault = battle.wire.standin.plant(Fault(CALLBACK, abort=True))
    done = await battle.type("gm", *NEXT)
    assert done.label == "5"
    assert len(fault.seen) == 1


@pytest.mark.parametrize(
    "fault",
    [
        Fault(POSTS, status=429, times=3),
        Fault(POSTS, status=500, times=2),
        Fault(POSTS, status=502, times=1, applied=True),
    ],
    ids=["limited", "broken", "applied but unanswered"],
)
async def test_faults_delay_the_log_and_neither_lose_nor_double_it(battle: Battle, fault: Fault) -> None:
    battle.wire.standin.plant(fault)
    for _ in range(4):
        await battle.type("gm", *NEXT)
    await posted(battle)
    assert len(fault.seen) == fault.times


@pytest.mark.parametrize("applied", [False, True])
async def test_a_post_cut_off_is_looked_for_before_it_is_sent_again(battle: Battle, applied: bool) -> None:
    fault = battle.wire.standin.plant(Fault(POSTS, abort=True, applied=applied))
    await battle.type("gm", *NEXT)
    await battle.wire.until(lambda: bool(fault.seen))
    await battle.type("gm", *NEXT)
    await posted(battle)
    assert battle.wire.standin.called("GET /channels") >= 1


async def test_a_slow_log_is_posted_in_few_messages(battle: Battle) -> None:
    brought = next(each.answer for each in battle.tries if each.answer and each.options.get("hidden"))
    shown = await battle.type("gm", "/init show", {"actor": brought.words.split("**")[1]})
    assert shown.label  # a round in which somebody hidden acts first is told of late, between two pages
    await posted(battle)
    log = next(thread for thread in battle.wire.threads() if "(GM)" not in thread.name)
    before, gate = len(log.messages), asyncio.Event()
    held = battle.wire.standin.plant(Fault(rf"POST /channels/{log.id}/messages$", until=gate))
    await battle.type("gm", *NEXT)
    await battle.wire.until(lambda: bool(held.seen))
    for _ in range(6):
        await battle.type("gm", "/roll", {"expression": "1d6"})
        await battle.type("gm", *NEXT)
    gate.set()
    await posted(battle)
    assert len(log.messages) - before <= 3


async def test_going_down_cuts_nothing(battle: Battle) -> None:
    playing = asyncio.create_task(battle.play())
    await battle.wire.until(lambda: len(battle.tries) > 20)
    battle.enough()
    assert await battle.wire.terminate() == 0
    await playing
    book = ledger.read(battle.wire.database)
    assert [each for each in battle.tries if each.answer is None] == []
    assert list(ledger.broken(battle.wire, battle.tries, book)) == []
    assert ledger.complete(battle.wire, book)


async def test_a_thread_deleted_in_the_middle_is_opened_anew(battle: Battle) -> None:
    log = next(each for each in battle.wire.threads() if each.kind == PUBLIC_THREAD)
    await battle.wire.standin.moderators.remove(log)
    await battle.type("gm", *NEXT)
    anew = await opened(battle.wire, besides=log)
    await battle.wire.until(lambda: any("`#5`" in text for text in anew.lines))
    assert battle.wire.channel.messages[anew.id].flags & HAS_THREAD


async def opened(wire: Wire, besides: Channel | None = None) -> Channel:
    """The public thread of the fight, once there is one."""

    def found() -> list[Channel]:
        return [each for each in wire.threads() if each.kind == PUBLIC_THREAD and each is not besides]

    await wire.until(lambda: bool(found()))
    return found()[-1]


async def test_a_locked_thread_moves_the_log_to_the_channel(battle: Battle) -> None:
    wire = battle.wire
    log = await opened(wire)
    await wire.terminate()
    log.locked = True
    await wire.restart()
    await battle.type("gm", *NEXT)
    await wire.until(lambda: sum("`#5`" in text for text in wire.channel.lines) == 2)
    assert not any("`#5`" in text for text in log.lines)


async def test_an_archived_thread_goes_on(battle: Battle) -> None:
    log = await opened(battle.wire)
    log.archived = True
    await battle.type("gm", *NEXT)
    await posted(battle)
    assert not log.archived


async def test_without_the_permission_the_log_stays_in_the_channel_and_says_so() -> None:
    async with Wire() as wire:
        threads = Permissions(create_public_threads=True, create_private_threads=True)
        wire.world.bot_permissions = BOT_PERMISSIONS & ~threads
        battle = Battle(wire, seed=1)
        await battle.open()
        await wire.until(lambda: sum("`#4`" in text for text in wire.channel.lines) == 2)
        assert sum("may not create threads" in text for text in wire.channel.lines) == 1
        assert wire.threads() == []


async def test_a_forum_post_holds_its_own_log() -> None:
    async with Wire() as wire:
        forum = wire.world.add_channel(wire.guild, "games", FORUM)
        post = wire.world.add_channel(wire.guild, "the bridge", PUBLIC_THREAD)
        post.parent_id, post.owner_id = forum.id, wire.person("gm").id
        await wire.start_bot(BOT)
        await wire.slash("gm", post, "/npc add", {"template": "guard"})
        await wire.slash("gm", post, "/init start", {"now": True})
        await wire.until(lambda: any("`#2`" in text for text in post.lines))
        await wire.slash("gm", post, *NEXT)
        await wire.until(lambda: any("`#3`" in text for text in post.lines))
        assert sum("`#2`" in text for text in post.lines) == 1
        assert wire.threads(forum) == [post]
