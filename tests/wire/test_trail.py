"""One id leads through the log lines of the running bot, from what somebody typed to the last message about it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tests.wire import ledger
from tests.wire.battle import ANN, BOT, Battle, Try
from tests.wire.client import Wire
from tests.wire.faults import Fault

CALLBACK = "POST /interactions/{id}/{token}/callback"
POSTS = "POST /channels/{id}/messages"
CLOSELY = {"FIRETEAM_LOG": "DEBUG"}


def lines(battle: Battle) -> list[dict[str, Any]]:
    assert battle.wire.bot is not None
    return [json.loads(line) for line in battle.wire.bot.output.splitlines() if line.startswith("{")]


def about(battle: Battle, done: Try) -> list[dict[str, Any]]:
    """The lines that name what somebody typed."""
    return [line for line in lines(battle) if str(done.interaction_id) in line.get("interaction", "").split()]


async def posted(battle: Battle) -> None:
    book = ledger.read(battle.wire.database)
    await battle.wire.until(lambda: ledger.complete(battle.wire, book), timeout_s=40)


async def attacked(battle: Battle) -> Try:
    """An attack of Ann's that counts, as soon as it is her turn."""
    for _ in range(40):
        done = await battle.type("ann", "/attack", {"target": "Guard 1", "range_m": 40.0})
        if done.label:
            return done
        await battle.type("gm", "/init next", {})
    raise AssertionError(f"{ANN} never had a turn")


async def test_an_attack_is_followed_from_the_command_to_its_posts() -> None:
    async with Wire() as wire:
        battle = Battle(wire, seed=1)
        await battle.open()
        await wire.terminate()
        await wire.start_bot(BOT, CLOSELY)
        done = await attacked(battle)
        await posted(battle)
        await wire.terminate()
        found = about(battle, done)
        everything = lines(battle)
    events = [line["event"] for line in found]
    assert [line["asked"] for line in found if line["event"] == "answered"] == ["/attack"]
    assert [line["status"] for line in found if line.get("route") == CALLBACK] == ["204"]
    assert {line["kind"] for line in found if line["event"] == "posted"} == {"order", "gm"}
    assert [line["status"] for line in found if line.get("route") == POSTS].count("200") >= 2
    assert "tracker shown" in events
    assert events.index("answered") < events.index("posted")
    told = ("answered", "refused", "posted", "tracker shown")
    assert [line for line in everything if line["event"] in told and "interaction" not in line] == []


async def test_what_was_typed_before_a_crash_is_posted_under_its_own_id() -> None:
    async with Wire() as wire:
        battle = Battle(wire, seed=2)
        await battle.open()
        await posted(battle)
        held = wire.standin.plant(Fault(r"POST /channels/\d+/messages$", times=99, until=asyncio.Event()))
        done = await attacked(battle)
        await wire.kill()
        held.lift()
        await wire.start_bot(BOT, CLOSELY)
        await posted(battle)
        await wire.terminate()
        found = about(battle, done)
    assert {line["kind"] for line in found if line["event"] == "posted"} == {"order", "gm"}
    assert [line for line in found if line["event"] == "answered"] == []
