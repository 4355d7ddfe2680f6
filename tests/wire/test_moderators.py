"""What the stand-in lets a bot do in channels and threads after people have changed them, and what it is told of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from discord import Permissions

from tests.wire.client import Wire
from tests.wire.gateway import Session
from tests.wire.test_standin import rest
from tests.wire.world import BOT_PERMISSIONS, PRIVATE_THREAD, PUBLIC_THREAD, Channel

HISTORY = Permissions(read_message_history=True)
VIEW = Permissions(view_channel=True)


class Ears(Session):
    """A session that remembers the names of events and what was in them, and has no socket."""

    def __init__(self) -> None:
        super().__init__("ears", intents=1, shard=(0, 1))
        self.heard: list[tuple[str, dict[str, Any]]] = []

    async def dispatch(self, event: str, data: dict[str, Any]) -> None:
        """Remember it."""
        self.heard.append((event, data))

    @property
    def names(self) -> list[str]:
        """The names of the events, in order."""
        return [event for event, _ in self.heard]


@pytest_asyncio.fixture
async def wire() -> AsyncIterator[Wire]:
    """A Discord that no bot is connected to."""
    async with Wire() as wire:
        yield wire


@pytest.fixture
def ears(wire: Wire) -> Ears:
    """Whoever hears what the bot would be told."""
    ears = Ears()
    wire.standin.gateway.sessions["ears"] = ears
    return ears


async def opened(wire: Wire, kind: int = PUBLIC_THREAD) -> Channel:
    """A thread of the bot's, with one message in it."""
    _, thread = await rest(wire, "POST", f"/channels/{wire.channel.id}/threads", {"name": "log", "type": kind})
    await rest(wire, "POST", f"/channels/{thread['id']}/messages", {"content": "one"})
    return wire.world.channel(int(thread["id"]))


async def said(wire: Wire, place: Channel, text: str = "more") -> int:
    """Discord's code for a message, 0 where it was taken."""
    status, answer = await rest(wire, "POST", f"/channels/{place.id}/messages", {"content": text})
    return 0 if status == 200 else int(answer["code"])


async def test_each_permission_is_needed_for_what_it_is_for(wire: Wire) -> None:
    log, secret = await opened(wire), await opened(wire, PRIVATE_THREAD)
    for name, codes in {
        "view_channel": (50001, 50001, 50001),
        "send_messages": (50013, 0, 0),
        "send_messages_in_threads": (0, 50013, 50013),
    }.items():
        wire.world.bot_permissions = BOT_PERMISSIONS & ~Permissions(**{name: True})
        assert (await said(wire, wire.channel), await said(wire, log), await said(wire, secret)) == codes, name
    wire.world.bot_permissions = BOT_PERMISSIONS
    assert await said(wire, log) == 0


@pytest.mark.parametrize(
    ("name", "kind"), [("create_public_threads", PUBLIC_THREAD), ("create_private_threads", PRIVATE_THREAD)]
)
async def test_threads_are_opened_by_whoever_may(wire: Wire, name: str, kind: int) -> None:
    path, body = f"/channels/{wire.channel.id}/threads", {"name": "log", "type": kind}
    await wire.standin.moderators.deny(wire.channel, Permissions(**{name: True}))
    status, error = await rest(wire, "POST", path, body)
    assert (status, error["code"]) == (403, 50013)
    await wire.standin.moderators.give_back(wire.channel)
    assert (await rest(wire, "POST", path, body))[0] == 201


async def test_without_the_history_a_list_is_empty_and_a_message_refused(wire: Wire) -> None:
    log = await opened(wire)
    path = f"/channels/{log.id}/messages"
    _, shown = await rest(wire, "GET", path)
    await wire.standin.moderators.deny(wire.channel, HISTORY)
    assert await rest(wire, "GET", path) == (200, [])
    status, error = await rest(wire, "GET", f"{path}/{shown[0]['id']}")
    assert (status, error["code"]) == (403, 50013)


async def test_what_is_denied_in_one_channel_is_allowed_in_another(wire: Wire) -> None:
    other = wire.world.add_channel(wire.guild, "elsewhere")
    await wire.standin.moderators.deny(wire.channel, VIEW)
    assert (await said(wire, wire.channel), await said(wire, other)) == (50001, 0)


async def test_a_private_thread_is_seen_by_its_members_alone(wire: Wire) -> None:
    secret = await opened(wire, PRIVATE_THREAD)
    secret.members.discard(wire.world.bot.id)
    assert await said(wire, secret) == 50001


async def test_the_bot_is_told_of_its_permissions_or_not(wire: Wire, ears: Ears) -> None:
    log = await opened(wire)
    ears.heard.clear()
    moderators = wire.standin.moderators
    await moderators.allow(BOT_PERMISSIONS & ~VIEW, tell=False)
    assert ears.names == []
    await moderators.allow(BOT_PERMISSIONS)
    assert ears.names == ["GUILD_ROLE_UPDATE"] * 3 + ["THREAD_LIST_SYNC"]
    assert [each["id"] for each in ears.heard[-1][1]["threads"]] == [str(log.id)]
    roles = {data["role"]["name"]: int(data["role"]["permissions"]) for _, data in ears.heard[:3]}
    assert Permissions(roles["@everyone"] | roles["Fireteam"]) == BOT_PERMISSIONS


async def test_an_overwrite_is_told_with_its_channel(wire: Wire, ears: Ears) -> None:
    await wire.standin.moderators.deny(wire.channel, VIEW)
    ((name, data),) = ears.heard
    assert name == "CHANNEL_UPDATE"
    overwrite = {"id": str(wire.guild.id), "type": 0, "allow": "0", "deny": str(VIEW.value)}
    assert data["permission_overwrites"] == [overwrite]


async def test_nothing_is_told_of_threads_that_cannot_be_seen(wire: Wire, ears: Ears) -> None:
    log = await opened(wire)
    await wire.standin.moderators.deny(wire.channel, VIEW)
    ears.heard.clear()
    await wire.standin.moderators.archive(log)
    await wire.standin.moderators.remove(log)
    assert ears.names == []


async def test_an_archived_thread_takes_no_edits_and_wakes_for_a_message(wire: Wire, ears: Ears) -> None:
    log = await opened(wire)
    line = list(log.messages)[-1]
    await wire.standin.moderators.archive(log)
    _, refusal = await rest(wire, "PATCH", f"/channels/{log.id}/messages/{line}", {"content": "two"})
    invited = f"/channels/{log.id}/thread-members/{wire.person('gm').id}"
    assert (refusal["code"], (await rest(wire, "PUT", invited))[1]["code"]) == (50083, 50083)
    assert await said(wire, log) == 0
    assert (log.archived, ears.names[-2:]) == (False, ["THREAD_UPDATE", "THREAD_MEMBER_UPDATE"])


async def test_a_locked_thread_takes_nothing_but_from_whoever_manages_threads(wire: Wire) -> None:
    log = await opened(wire)
    line = list(log.messages)[-1]
    await wire.standin.moderators.lock(log)
    _, refusal = await rest(wire, "PATCH", f"/channels/{log.id}/messages/{line}", {"content": "two"})
    assert (refusal["code"], await said(wire, log)) == (160005, 160005)
    wire.world.bot_permissions = BOT_PERMISSIONS | Permissions(manage_threads=True)
    assert await said(wire, log) == 0
    wire.world.bot_permissions = BOT_PERMISSIONS
    await wire.standin.moderators.lock(log, locked=False)
    assert await said(wire, log) == 0


@pytest.mark.parametrize("tell", [True, False])
async def test_a_channel_goes_with_its_threads_and_only_the_channel_is_told(wire: Wire, ears: Ears, tell: bool) -> None:
    log = await opened(wire)
    ears.heard.clear()
    await wire.standin.moderators.remove(wire.channel, tell=tell)
    assert (await said(wire, wire.channel), await said(wire, log)) == (10003, 10003)
    assert ears.names == ["CHANNEL_DELETE"] * tell


async def test_only_messages_of_its_own_are_for_the_bot_to_change(wire: Wire) -> None:
    log = await opened(wire)
    line = list(log.messages.values())[-1]
    line.author = wire.person("ann")
    path = f"/channels/{log.id}/messages/{line.id}"
    assert (await rest(wire, "PATCH", path, {"content": "two"}))[1]["code"] == 50005
    assert (await rest(wire, "DELETE", path))[1]["code"] == 50013


async def test_direct_messages_reach_whoever_takes_them(wire: Wire) -> None:
    gm = wire.person("gm")
    status, direct = await rest(wire, "POST", "/users/@me/channels", {"recipient_id": str(gm.id)})
    assert (status, direct["type"], direct["recipients"][0]["id"]) == (200, 1, str(gm.id))
    place = wire.world.direct(gm)
    assert (await said(wire, place, "It is gone."), place.lines) == (0, ["It is gone."])
    gm.reachable = False
    assert await said(wire, place) == 50007
    assert (await rest(wire, "POST", "/users/@me/channels", {"recipient_id": "7"}))[1]["code"] == 10013
