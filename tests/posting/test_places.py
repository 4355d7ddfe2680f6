"""Where the GM's thread of a fight in a thread is looked for and opened, and what is gone with its channel."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.posting.places import ClosedError, GoneError, Places
from bot.service.outbox import LogThread

PARENT, FOUGHT_IN = 1, 2
KNOWN = LogThread(scene_id=1, fight=3, in_place=True)
ANSWER: Any = SimpleNamespace(status=404, reason="gone")


class PaperThread(discord.Thread):
    """A thread that people have opened."""

    def __init__(self, thread_id: int, kind: Any) -> None:
        self.id, self.parent_id, self._type = thread_id, PARENT, kind


class PaperChannel(discord.TextChannel):
    """A channel that opens threads, or fails to."""

    def __init__(self, failure: Exception | None = None, rights: int = discord.Permissions.all().value) -> None:
        self.id, self._type, self._failure, self._rights = PARENT, discord.ChannelType.text.value, failure, rights
        self.guild: Any = SimpleNamespace(me=SimpleNamespace(id=9), _threads={})
        self.names: list[str] = []

    def permissions_for(self, obj: object, /) -> discord.Permissions:
        """What the bot may do."""
        return discord.Permissions(self._rights)

    async def create_thread(self, **given: Any) -> Any:
        """Open a private thread."""
        self.names.append(given["name"])
        if self._failure:
            raise self._failure
        return SimpleNamespace(id=7, send=self._said)

    async def _said(self, content: str, **_: Any) -> Any:
        self.names.append(content)
        flags = discord.MessageFlags()
        return SimpleNamespace(id=8, channel=SimpleNamespace(id=7), content=content, flags=flags)


class Client:
    """A client that knows these channels, and finds no others."""

    def __init__(self, *known: Any) -> None:
        self._known = {each.id: each for each in known}

    def get_channel(self, channel_id: int) -> Any:
        """What is known."""
        return self._known.get(channel_id)

    async def fetch_channel(self, channel_id: int) -> Any:
        """Nothing."""
        raise discord.NotFound(ANSWER, "Unknown Channel")


async def opened(*known: Any) -> Any:
    """The GM's thread of a fight in a thread."""
    client: Any = Client(*known)
    return await Places(client).gm_place(FOUGHT_IN, KNOWN, "Fight 3: The mill")


def thread(kind: discord.ChannelType = discord.ChannelType.public_thread) -> PaperThread:
    """The thread that is fought in."""
    return PaperThread(FOUGHT_IN, kind)


async def test_beside_a_public_thread_it_has_the_title_of_the_fight_and_begins_with_where_that_is() -> None:
    channel = PaperChannel()
    await opened(thread(), channel)
    name, said = channel.names
    assert name.startswith("Fight 3: The mill (GM ")
    assert f"<#{FOUGHT_IN}>" in said


async def test_beside_a_private_thread_its_name_tells_nothing() -> None:
    channel = PaperChannel()
    await opened(thread(discord.ChannelType.private_thread), channel)
    assert channel.names[0].startswith("GM thread ")
    assert "3:" not in channel.names[0]
    assert "mill" not in channel.names[0]


async def test_a_thread_whose_channel_is_gone_is_gone_with_it() -> None:
    with pytest.raises(GoneError) as gone:
        await opened(thread())
    assert gone.value.place_id == FOUGHT_IN


async def test_so_it_is_where_that_shows_as_its_gms_thread_is_opened() -> None:
    with pytest.raises(GoneError) as gone:
        await opened(thread(), PaperChannel(discord.NotFound(ANSWER, "Unknown Channel")))
    assert gone.value.place_id == FOUGHT_IN


@pytest.mark.parametrize("channel", [PaperChannel(rights=0), PaperChannel(discord.Forbidden(ANSWER, "no"))])
async def test_without_the_right_to_open_one_that_is_said(channel: PaperChannel) -> None:
    with pytest.raises(ClosedError, match="Create Private Threads"):
        await opened(thread(), channel)


async def test_an_announcement_channel_has_none() -> None:
    channel = PaperChannel()
    channel._type = discord.ChannelType.news.value
    assert await opened(thread(), channel) is None
    assert channel.names == []
