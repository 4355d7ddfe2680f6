"""SIGTERM while people type on: what was typed before is answered, and the bot is gone within ten seconds."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from tests.wire import ledger
from tests.wire.battle import BOT, Battle
from tests.wire.client import Unanswered, Wire
from tests.wire.faults import ALWAYS, Fault
from tests.wire.logbook import Logbook
from tests.wire.world import Interaction, Json

PATIENCE_S = 10.0
TABLES = 4  # of four people each, all in one channel
CALLBACK = "POST /interactions/.*/callback"
ROLL: tuple[str, Json] = ("/roll", {"expression": "1d6"})


def answered_once(interaction: Interaction) -> bool:
    """Whether somebody has one answer and is left waiting for nothing."""
    taken = [attempt for attempt in interaction.attempts if not attempt.code]
    return len(taken) == 1 and not interaction.waiting


async def unanswered(wire: Wire, timeout_s: float) -> None:
    """Type something that nobody answers."""
    with pytest.raises(Unanswered):
        await wire.slash("ann", wire.channel, *ROLL, timeout_s=timeout_s)


@pytest.mark.parametrize("seed", range(2))
async def test_what_was_typed_before_is_answered_once_and_nothing_else_is_half_done(seed: int) -> None:
    async with Wire() as wire:
        battle = Battle(wire, seed)
        await battle.open()
        playing = asyncio.gather(*(battle.play() for _ in range(TABLES)))
        await wire.until(lambda: len(battle.tries) > 60 + 10 * seed, timeout_s=30)
        before = list(wire.world.interactions.values())
        assert await wire.terminate(PATIENCE_S) == 0
        await playing
        book = ledger.read(wire.database)
        assert [each.id for each in before if not answered_once(each)] == []
        people = Counter(
            (each.user.id, ledger.created_ms(each.id))
            for each in wire.world.interactions.values()
            if answered_once(each)
        )
        assert Counter((entry.user_id, entry.at_ms) for entry in book.entries) <= people
        assert list(ledger.broken(wire, battle.tries, book)) == []


async def test_a_long_study_ends_with_a_word_to_its_asker() -> None:
    async with Wire() as wire:
        await wire.start_bot(["-m", "tests.wire.stuck", "study", "30"])
        studies = [asyncio.create_task(wire.slash(user, wire.channel, "/odds")) for user in ("ann", "ann", "bob", "gm")]
        await wire.until(lambda: len(wire.world.interactions) == len(studies))
        assert await wire.terminate(PATIENCE_S) == 0
        told = [await study for study in studies]
    assert [each.ephemeral and each.words.startswith("⛔") for each in told] == [True] * len(studies)


async def test_a_discord_that_answers_no_heartbeat_holds_nobody_up() -> None:
    async with Wire() as wire:
        await wire.start_bot(BOT)
        wire.standin.gateway.mute_heartbeats = True
        assert (await wire.slash("ann", wire.channel, *ROLL)).code == 0
        assert await wire.terminate(PATIENCE_S) == 0


async def test_an_answer_that_discord_never_takes_holds_nobody_up() -> None:
    async with Wire() as wire:
        await wire.start_bot(BOT)
        never = asyncio.Event()
        held = wire.standin.plant(Fault(CALLBACK, until=never, times=9))
        waiting = asyncio.create_task(unanswered(wire, timeout_s=PATIENCE_S))
        await wire.until(lambda: bool(held.seen))
        assert await wire.terminate(PATIENCE_S) == 0
        await waiting
        never.set()


async def test_a_discord_that_wants_an_hour_of_rest_delays_the_log_alone_and_holds_nobody_up() -> None:
    async with Wire() as wire:
        await wire.start_bot(BOT)
        await wire.slash("gm", wire.channel, "/init start", {"now": True})
        await wire.until(lambda: len(wire.threads(wire.channel)) == 2)
        rest = wire.standin.plant(Fault("^(POST|PATCH) /channels/", 429, times=ALWAYS, retry_after_s=3600.0))
        for _ in range(5):
            told = await wire.slash("gm", wire.channel, "/npc add", {"template": "guard"})
            assert "joins" in told.words
        await wire.until(lambda: bool(rest.seen))
        assert await wire.terminate(PATIENCE_S) == 0
        rest.lift()
        await wire.start_bot(BOT)
        book = Logbook(wire, wire.channel)
        await book.export()
        await wire.until(lambda: not book.amiss(), timeout_s=60)


async def test_a_bot_that_is_still_logging_in_leaves_at_once() -> None:
    async with Wire() as wire:
        never = asyncio.Event()
        held = wire.standin.plant(Fault("GET /users/@me", until=never))
        await wire.start_bot(BOT, wait=False)
        await wire.until(lambda: bool(held.seen), timeout_s=30)
        assert await wire.terminate(PATIENCE_S) == 0
        never.set()


async def test_a_bot_whose_line_is_down_leaves() -> None:
    async with Wire() as wire:
        await wire.start_bot(BOT)
        for line in list(wire.standin.gateway.lines):
            line.abort()
        assert await wire.terminate(PATIENCE_S) == 0
