"""The picture on a tracker: the newest alone, seldom, behind all that people wait for, by a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from structlog.testing import capture_logs

from bot import app
from bot.core.telling.cards import WoundFigure
from bot.posting.draftsman import NAME, Draftsman, Hanging
from bot.posting.drawing_process import DrawingProcess
from bot.posting.places import GoneError, words_of
from bot.render.easel import LEAST_URGENT
from bot.render.picture import drawn
from bot.render.picture_words import picture_words
from bot.render.tracker import with_words
from bot.render.wound_figure import drawn_figure
from bot.service.requests import GroundMark, GroundView
from bot.settings import Settings
from bot.simulated.simulation import Simulation

ALONE = GroundView(("party",), (GroundMark("A", 0, 0, 0, name="Ann"),))


def view(east_cm: int) -> GroundView:
    return GroundView(("party",), (GroundMark("A", 0, east_cm, 0, name="Ann"),))


@dataclass
class Studio:
    """Places whose messages take files, and a hand that draws them at once."""

    drew: list[GroundView | WoundFigure] = field(default_factory=list)
    hung: list[tuple[int, discord.File]] = field(default_factory=list)
    busy: bool = False
    fails: Exception | None = None
    closed: bool = False
    rest_s: float = 0
    slow: asyncio.Event | None = None
    ends: int = 0

    async def draw(self, view: GroundView | WoundFigure) -> bytes:
        self.drew.append(view)
        if self.slow:
            await self.slow.wait()
        if self.ends:
            self.ends -= 1
            raise ConnectionError
        return b"picture"

    def close(self) -> None:
        self.closed = True

    async def message(self, channel_id: int, message_id: int) -> Any:
        async def edit(*, attachments: list[discord.File]) -> None:
            if self.fails:
                raise self.fails
            self.hung.append((message_id, attachments[0]))

        return SimpleNamespace(edit=edit)

    def draftsman(self) -> Draftsman:
        places: Any = self
        return Draftsman(places, self, lambda: self.busy, look_s=0)


async def rested() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_a_picture_hangs_on_its_message_with_the_same_in_words() -> None:
    studio = Studio()
    draftsman = studio.draftsman()
    draftsman.show(1, Hanging(5, 6, ALONE))
    await rested()
    ((message_id, file),) = studio.hung
    assert (message_id, file.filename, file.description) == (6, NAME, picture_words(ALONE))
    draftsman.show(1, Hanging(5, 6, ALONE))
    await rested()
    assert studio.drew == [ALONE]
    draftsman.show(1, Hanging(5, 7, ALONE))  # another message is bare
    await rested()
    assert [where for where, _ in studio.hung] == [6, 7]


async def test_only_the_newest_is_drawn_and_none_while_somebody_waits() -> None:
    studio = Studio(busy=True)
    draftsman = studio.draftsman()
    for east_cm in (100, 200, 300):
        draftsman.show(1, Hanging(5, 6, view(east_cm)))
        await rested()
    assert studio.drew == []
    studio.busy = False
    await rested()
    assert studio.drew == [view(300)]


async def test_between_two_pictures_is_a_rest() -> None:
    studio = Studio()
    studio.rest_s = 3_600
    draftsman = studio.draftsman()
    draftsman.show(1, Hanging(5, 6, view(100)))
    await rested()
    draftsman.show(1, Hanging(5, 6, view(200)))
    draftsman.show(2, Hanging(8, 9, view(300)))  # another fight does not wait for this one
    await rested()
    assert studio.drew == [view(100), view(300)]
    draftsman.close()
    await rested()
    assert studio.closed
    assert studio.drew == [view(100), view(300)]


async def test_what_is_seen_again_before_it_was_drawn_is_not_drawn_anew() -> None:
    studio = Studio()
    draftsman = studio.draftsman()
    draftsman.show(1, Hanging(5, 6, view(100)))
    await rested()
    studio.busy = True
    draftsman.show(1, Hanging(5, 6, view(200)))
    draftsman.show(1, Hanging(5, 6, view(100)))
    studio.busy = False
    await rested()
    assert studio.drew == [view(100)]
    draftsman.forget(1)
    draftsman.show(1, Hanging(5, 6, view(100)))
    await rested()
    assert studio.drew == [view(100)] * 2


@pytest.mark.parametrize("failure", [OSError("away"), GoneError(5), ValueError("strange")])
async def test_a_picture_that_cannot_hang_is_only_missing(failure: Exception) -> None:
    studio = Studio(fails=failure)
    draftsman = studio.draftsman()
    with capture_logs() as logged:
        draftsman.show(1, Hanging(5, 6, view(100)))
        await rested()
    assert [each["log_level"] for each in logged] == ["warning" if isinstance(failure, ValueError) else "info"]
    studio.fails = None
    draftsman.show(1, Hanging(5, 6, view(100)))
    await rested()
    assert len(studio.hung) == 1


async def test_what_was_being_drawn_as_the_drawing_ended_is_drawn_once_more() -> None:
    studio = Studio(ends=1)
    draftsman = studio.draftsman()
    draftsman.show(1, Hanging(5, 6, view(100)))
    await rested()
    assert studio.drew == [view(100)] * 2
    assert len(studio.hung) == 1
    studio.ends = 3
    draftsman.show(1, Hanging(5, 6, view(200)))
    await rested()
    assert studio.drew[2:] == [view(200)] * 2  # a picture that ends whatever draws it is not drawn for ever
    draftsman.show(1, Hanging(5, 6, view(300)))
    await rested()
    assert len(studio.hung) == 1
    draftsman.show(1, Hanging(5, 6, view(400)))
    await rested()
    assert len(studio.hung) == 2


async def test_a_tracker_that_is_posted_anew_has_its_own_second_try() -> None:
    studio = Studio(ends=3)
    draftsman = studio.draftsman()
    draftsman.show(1, Hanging(5, 7, ALONE))
    await rested()
    draftsman.forget(1)
    draftsman.show(1, Hanging(5, 8, ALONE))
    await rested()
    assert (len(studio.drew), [at for at, _ in studio.hung]) == (4, [8])


async def test_what_is_wanted_by_then_is_drawn_instead() -> None:
    studio, finished = Studio(ends=1), asyncio.Event()
    studio.slow = finished
    draftsman = studio.draftsman()
    draftsman.show(1, Hanging(5, 6, view(100)))
    await rested()
    draftsman.show(1, Hanging(5, 6, view(200)))
    finished.set()
    await rested()
    assert studio.drew == [view(100), view(200)]


async def test_what_waits_for_another_fights_picture_is_drawn_as_it_is_then() -> None:
    finished = asyncio.Event()
    studio = Studio(slow=finished)
    draftsman = studio.draftsman()
    draftsman.show(1, Hanging(5, 6, view(100)))
    draftsman.show(2, Hanging(8, 9, view(200)))
    await rested()
    draftsman.show(2, Hanging(8, 9, view(300)))
    draftsman.show(3, Hanging(8, 9, view(400)))
    draftsman.forget(3)
    finished.set()
    await rested()
    assert studio.drew == [view(100), view(300)]


async def begun(process: DrawingProcess) -> asyncio.subprocess.Process:
    """The process behind it, once it has drawn."""
    assert await process.draw(ALONE) == drawn(ALONE)
    assert process._child is not None
    return process._child


async def test_the_process_draws_the_same_and_ends() -> None:
    process = DrawingProcess()
    child = await begun(process)
    assert os.getpriority(os.PRIO_PROCESS, child.pid) == LEAST_URGENT
    process.close()
    process.close()
    assert await child.wait() == -signal.SIGKILL


async def test_a_process_that_died_is_replaced_by_the_next_picture() -> None:
    process = DrawingProcess()
    child = await begun(process)
    child.kill()
    await child.wait()
    with pytest.raises(ConnectionError):
        await process.draw(ALONE)
    other = await begun(process)
    process.close()
    await other.wait()


async def test_what_draws_for_one_bot_ends_without_the_pictures_of_another() -> None:
    one, other = DrawingProcess(), DrawingProcess()
    child, kept = await begun(one), await begun(other)
    drawing = asyncio.create_task(one.draw(ALONE))
    child.kill()
    assert await begun(other) is kept
    with pytest.raises(ConnectionError):
        await drawing
    await child.wait()
    other.close()
    await kept.wait()


async def test_a_process_that_stands_still_is_ended() -> None:
    process = DrawingProcess()
    child = await begun(process)
    os.kill(child.pid, signal.SIGSTOP)
    process._patience_s = 0
    with pytest.raises(TimeoutError):
        await process.draw(ALONE)
    assert await child.wait() == -signal.SIGKILL


DRAWS_FOR_EVER = """
import asyncio
from bot.posting.drawing_process import DrawingProcess
from bot.service.requests import GroundView

async def main():
    process = DrawingProcess()
    await process.draw(GroundView(("party",), ()))
    print("drew", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


async def test_it_ends_with_a_bot_that_is_killed() -> None:
    """Both hold the same pipe of errors: it ends when the last of them is gone."""
    pipe = asyncio.subprocess.PIPE
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", DRAWS_FOR_EVER, stdout=pipe, stderr=pipe)
    assert bot.stdout is not None
    assert bot.stderr is not None
    assert await bot.stdout.readline() == b"drew\n"
    bot.kill()
    async with asyncio.timeout(60):
        assert await bot.stderr.read() == b""
    await bot.wait()


def test_where_no_file_can_be_sent_the_tracker_says_it_in_words() -> None:
    assert with_words(("**Fight 1**",), ALONE, plain=True) == ("**Fight 1**", "*party: Ann (A) at A1.*")
    long = ("x" * 1_990,)
    assert with_words(long, ALONE, plain=True) == long
    assert with_words(long, ALONE, plain=False) == (*long, "*party: Ann (A) at A1.*")
    assert with_words(long * 2, ALONE, plain=False) == long * 2


class Inline:
    """Draws at once, in the process that asks."""

    rest_s = 0.0

    async def draw(self, view: GroundView | WoundFigure) -> bytes:
        return drawn(view) if isinstance(view, GroundView) else drawn_figure(view)

    def close(self) -> None:
        """There is nothing to end."""


async def fought(folder: Path, *, files: bool) -> discord.Message:
    """The tracker of a fight on a ground, in a channel where the bot may attach files or not."""
    settings = Settings(database=folder / "table.db")
    async with Simulation(lambda: app.make_bot(settings, drawing=Inline())) as stage:
        denied = discord.PermissionOverwrite(attach_files=None if files else False)
        where = stage.guild.create_text_channel("the-field", overwrites={stage.guild.roles["@everyone"]: denied})
        await stage.slash("ann", "/sheet create", {"name": "Ann"}, where=where)
        await stage.slash("gm", "/init start", {"now": True, "range_m": 60.0}, where=where)
        await stage.slash("ann", "/init join", where=where)
        await stage.slash("gm", "/npc add", {"template": "guard"}, where=where)
        channel = stage.bot.get_channel(where.id)
        assert isinstance(channel, discord.TextChannel)
        for _ in range(40):
            await asyncio.sleep(0)
        return next(iter([each async for each in channel.history() if words_of(each).startswith("**Fight 1")]))


async def test_the_tracker_of_a_fight_carries_its_picture(tmp_path: Path) -> None:
    tracker = await fought(tmp_path, files=True)
    (file,) = tracker.attachments
    assert file.filename == NAME
    assert "Ann (A)" not in words_of(tracker)
    (card,) = tracker.components
    assert isinstance(card, discord.Container)
    (gallery,) = [each for each in card.children if isinstance(each, discord.MediaGalleryComponent)]
    assert gallery.items[0].description == file.description
    assert "Ann (A) at K11" in (file.description or "")


async def test_where_the_bot_may_attach_nothing_the_fight_goes_on_in_words(tmp_path: Path) -> None:
    tracker = await fought(tmp_path, files=False)
    assert not tracker.attachments
    assert "Ann (A) at K11" in words_of(tracker)
