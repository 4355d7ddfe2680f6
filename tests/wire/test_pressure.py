"""The bot itself where Discord takes little: nobody waits for an answer, and the logs are whole in few messages."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.over_the_wire import sound
from tests.wire.battle import BOT
from tests.wire.client import Command, Wire
from tests.wire.words import Words
from tests.wire.world import TEXT_DISPLAY, Channel

FIGHTS, ORDERS = 4, 100
PER_S = 10


async def test_a_crowd_is_answered_at_once_and_told_in_few_pages() -> None:
    async with Wire() as wire:
        channels = [wire.world.add_channel(wire.guild, f"fight-{number}") for number in range(FIGHTS)]
        wire.standin.limits.set_as_discord_does(PER_S / 50)
        await wire.start_bot(BOT, {"FIRETEAM_LOG": "WARNING", "FIRETEAM_REQUESTS_PER_SECOND": str(PER_S)})
        for channel in channels:
            await wire.slash("gm", channel, "/npc add", {"template": "guard", "count": 12})
            await wire.slash("gm", channel, "/init start", {"now": True, "title": channel.name})
        words = Words(wire.database)
        sound(await wire.flood(orders(channels), in_flight=8))
        ends = await words.ends()
        await wire.until(lambda: words.stand(wire, ends), timeout_s=120)
        assert await words.wrong(wire, whole=True) == []
        assert wire.standin.limits.hits < ORDERS / 4  # a machine that is busy lets requests arrive in bunches
        assert posts(wire) < ORDERS
        assert any(each["type"] != TEXT_DISPLAY for each in cards(wire))


def orders(channels: list[Channel]) -> Iterator[Command]:
    """So many orders, in all channels in turns."""
    for number in range(ORDERS):
        yield Command("gm", "/init next", {}, channels[number % len(channels)])


def posts(wire: Wire) -> int:
    """How many messages the logs have come to."""
    return sum(len(thread.messages) for thread in wire.world.opened.values())


def cards(wire: Wire) -> list[dict[str, object]]:
    """The cards among them."""
    places = wire.world.opened.values()
    return [part for place in places for message in place.messages.values() for part in message.components]
