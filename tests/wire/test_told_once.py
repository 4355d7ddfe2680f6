"""Over the wire: what came of an order stands in the channel once and in each log once, wherever it was given."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio
from discord import Permissions

from tests.wire import ledger
from tests.wire.battle import BOT, Battle
from tests.wire.client import Wire
from tests.wire.world import PRIVATE_THREAD, PUBLIC_THREAD, Channel, Message

GUARD = ("/npc add", {"template": "guard"})  # an order that everybody sees
GUNNER = {
    "name": "Keith",
    "attributes": {"muscle": 20, "coordination": 12},
    "skills": {"support weapons": 8},
    "weapons": [{"kind": "m249"}],
}


@pytest_asyncio.fixture
async def battle() -> AsyncIterator[Battle]:
    """A fight that has begun, with everything posted."""
    async with Wire() as wire:
        battle = Battle(wire, seed=1)
        await battle.open()
        await posted(wire)
        yield battle


async def posted(wire: Wire) -> None:
    """Wait until the logs show everything."""
    book = ledger.read(wire.database)
    await wire.until(lambda: ledger.complete(wire, book))


def thread(wire: Wire, kind: int) -> Channel:
    """The newest thread of a kind."""
    return [each for each in wire.threads() if each.kind == kind][-1]


def times(place: Channel, label: str) -> int:
    """How often a place shows the number of an order at the beginning of its words."""
    return sum(len(re.findall(rf"^(?:-# )?`#{label}` ", text, re.MULTILINE)) for text in place.lines)


async def check_stands_once(wire: Wire, label: str) -> None:
    """Wait until an order stands where it must, and see that it stands there once."""
    await posted(wire)
    await wire.until(lambda: times(wire.channel, label) > 0)
    places = (wire.channel, thread(wire, PUBLIC_THREAD), thread(wire, PRIVATE_THREAD))
    assert [times(place, label) for place in places] == [1, 1, 1]


@pytest.mark.parametrize("kind", [None, PUBLIC_THREAD, PRIVATE_THREAD])
async def test_a_command_is_told_once_wherever_it_is_typed(battle: Battle, kind: int | None) -> None:
    wire = battle.wire
    place = thread(wire, kind) if kind else wire.channel
    answer = await wire.slash("gm", place, *GUARD)
    assert answer.ephemeral is (kind is not None)
    await check_stands_once(wire, "5")


async def test_what_is_undone_in_the_thread_is_told_once(battle: Battle) -> None:
    wire = battle.wire
    await wire.slash("gm", wire.channel, *GUARD)
    await wire.slash("gm", thread(wire, PUBLIC_THREAD), "/undo")
    await check_stands_once(wire, "6")


async def test_what_a_gm_allows_in_the_gms_thread_is_told_once() -> None:
    async with Wire() as wire:
        await wire.start_bot(BOT, {"FIRETEAM_LOG": "WARNING"})
        await wire.slash("ann", wire.channel, "/sheet import", {"text": json.dumps(GUNNER)})
        await wire.slash("gm", wire.channel, "/npc add", {"template": "guard"})
        await wire.slash("ann", wire.channel, "/init join")
        await wire.slash("gm", wire.channel, "/init start", {"now": True})
        request = {"target": "Guard", "mode": "suppress", "rounds": 9, "range_m": 30, "with": "area=door"}
        for _ in range(30):
            answer = await wire.slash("ann", wire.channel, "/attack", request)
            if not answer.ephemeral:
                break
            await wire.slash("gm", wire.channel, "/init next")
        await posted(wire)
        asked = next(each for each in wire.messages(thread(wire, PRIVATE_THREAD)) if "allow" in wire.buttons(each))
        allowed = await wire.click("gm", asked, label="allow")
        assert allowed.ephemeral
        found = re.search(r"`#(\d+)`", allowed.words)
        assert found is not None
        await check_stands_once(wire, found[1])


async def test_a_new_thread_of_the_gm_lets_every_gm_in_and_tells_everything(battle: Battle) -> None:
    wire = battle.wire
    gone = thread(wire, PRIVATE_THREAD)
    await wire.standin.moderators.remove(gone)
    await wire.slash("gm", wire.channel, *GUARD)
    await wire.until(lambda: any(each.kind == PRIVATE_THREAD for each in wire.threads()))
    anew = thread(wire, PRIVATE_THREAD)
    await wire.until(lambda: wire.person("gm").id in anew.members and times(anew, "5") == 1)
    assert [times(anew, str(number)) for number in range(2, 6)] == [1, 1, 1, 1]


async def test_who_lost_the_role_of_a_gm_is_shown_out_of_the_gms_thread(battle: Battle) -> None:
    wire, secrets = battle.wire, thread(battle.wire, PRIVATE_THREAD)
    bob, gm = wire.person("bob"), wire.person("gm")
    was, bob.roles, bob.permissions = (bob.roles, bob.permissions), gm.roles, gm.permissions
    await wire.slash("bob", wire.channel, *GUARD)
    await wire.until(lambda: bob.id in secrets.members)
    bob.roles, bob.permissions = was
    await wire.kill()
    await wire.restart()
    await wire.slash("gm", wire.channel, "/npc add", {"template": "guard", "hidden": True})
    await wire.until(lambda: bob.id not in secrets.members)
    await posted(wire)
    assert gm.id in secrets.members


async def test_a_new_log_tells_everything(battle: Battle) -> None:
    wire = battle.wire
    gone = thread(wire, PUBLIC_THREAD)
    await wire.kill()
    del wire.world.channels[gone.id]
    await wire.restart()
    await wire.slash("gm", wire.channel, *GUARD)
    await wire.until(lambda: any(each.kind == PUBLIC_THREAD for each in wire.threads()))
    anew = thread(wire, PUBLIC_THREAD)
    await wire.until(lambda: times(anew, "5") == 1)
    assert [times(anew, str(number)) for number in range(2, 6)] == [1, 1, 1, 1]
    assert [line for line in anew.lines if "sha256" in line or "Dice sealed" in line]


async def test_a_tracker_that_a_crash_left_behind_is_removed(battle: Battle) -> None:
    wire = battle.wire
    await wire.slash("gm", wire.channel, *GUARD)
    await posted(wire)
    await wire.until(lambda: len(trackers(wire)) == 1)
    shown = trackers(wire)[0]
    await wire.kill()
    stray = wire.world.ids.next()
    wire.channel.messages[stray] = replace(shown, id=stray)
    await wire.restart()
    await wire.slash("gm", wire.channel, *GUARD)
    await posted(wire)
    await wire.until(lambda: len(trackers(wire)) == 1)
    assert shown.id not in wire.channel.messages  # the newest is taken for it


def trackers(wire: Wire) -> list[Message]:
    """The trackers that stand in the channel."""
    return [each for each in wire.messages() if any(map(_goes_on, wire.buttons(each))) and each.kind == 0]


def _goes_on(label: str) -> bool:
    return label.startswith(("Wait (", "Default: "))


async def test_who_is_no_gm_any_more_is_removed_from_the_gms_thread(battle: Battle) -> None:
    wire = battle.wire
    bob = wire.person("bob")
    was = bob.permissions
    bob.permissions = was | Permissions(manage_guild=True)
    await wire.slash("bob", wire.channel, *GUARD)
    secret = thread(wire, PRIVATE_THREAD)
    await wire.until(lambda: bob.id in secret.members)
    bob.permissions = was
    await wire.slash("bob", wire.channel, "/init status")
    await wire.until(lambda: bob.id not in secret.members)
    assert wire.person("gm").id in secret.members
