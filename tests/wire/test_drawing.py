"""Pictures are drawn beside the bot: whatever becomes of what draws them, no order waits for one."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest_asyncio

from bot.posting.drawing_process import MODULE, DrawingProcess
from tests.bench.over_the_wire import attacked_bot, sound
from tests.bench.shooting import shooter_of
from tests.wire.client import Command, Wire
from tests.wire.world import Channel

FIGHTS = 3
MOVES = 8
LONGEST_S = 60.0


@dataclass
class Studio:
    """A bot with fights on grounds, and the pictures that hang on their trackers."""

    wire: Wire

    @property
    def channels(self) -> list[Channel]:
        """Where the fights are, in the order in which they began."""
        return [each for each in self.wire.world.channels.values() if each.name.startswith("fight-")]

    def hung(self) -> list[frozenset[str]]:
        """The pictures that hang on the tracker of each fight."""
        return [
            frozenset(each["id"] for message in self.wire.messages(channel) for each in message.attachments)
            for channel in self.channels
        ]

    @property
    def sent(self) -> int:
        """How many pictures have come to Discord."""
        return len(self.wire.world.files)

    def moves(self, count: int) -> Iterator[Command]:
        """So many moves in each fight, after which it looks another way."""
        for step in range(count):
            for number, channel in enumerate(self.channels):
                yield Command(
                    "gm", "/map place", {"who": shooter_of(number), "at": f"{10 + step},{10 + step}"}, channel
                )

    def drawing(self) -> int | None:
        """The process that draws for the bot."""
        assert self.wire.bot is not None
        return next((pid for pid in _children(self.wire.bot.pid) if MODULE in _command(pid)), None)


def _children(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        yield from map(int, (task / "children").read_text().split())


def _command(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().decode().replace("\0", " ")


def are_new(before: list[frozenset[str]], now: list[frozenset[str]]) -> list[bool]:
    """Whether another picture hangs on the tracker of each fight."""
    return [bool(found - known) for known, found in zip(before, now, strict=True)]


@pytest_asyncio.fixture
async def studio() -> AsyncIterator[Studio]:
    """Fights whose trackers have their pictures."""
    async with AsyncExitStack() as stack:
        made = Studio((await attacked_bot(stack, fights=FIGHTS, on_ground=True)).wire)
        await made.wire.until(lambda: all(made.hung()), LONGEST_S)
        yield made


async def test_orders_are_answered_while_what_draws_stands_still_and_it_is_replaced_once_it_ends(
    studio: Studio,
) -> None:
    drawing = studio.drawing()
    assert drawing is not None
    os.kill(drawing, signal.SIGSTOP)
    before = studio.sent
    sound(await studio.wire.flood(studio.moves(MOVES), in_flight=FIGHTS))
    assert studio.sent <= before + 1  # what was drawn by then
    stopped = studio.hung()
    os.kill(drawing, signal.SIGKILL)
    await studio.wire.until(lambda: all(are_new(stopped, studio.hung())), LONGEST_S)
    assert studio.drawing() not in (None, drawing)


async def test_of_many_orders_at_once_few_pictures_come(studio: Studio) -> None:
    hung, before, began_s = studio.hung(), studio.sent, time.monotonic()
    while time.monotonic() - began_s < DrawingProcess.rest_s:
        sound(await studio.wire.flood(studio.moves(MOVES), in_flight=4 * FIGHTS))
    most = 2 + (time.monotonic() - began_s) / DrawingProcess.rest_s
    assert studio.sent - before <= FIGHTS * most
    await studio.wire.until(lambda: all(are_new(hung, studio.hung())), LONGEST_S)
