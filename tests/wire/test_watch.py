"""A bot that stands still ends itself with an error and says where it stood; one that lives shows it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from bot.processes.watchdog import HEARTBEAT_S, STOOD_STILL
from tests.wire.battle import BOT
from tests.wire.client import Unanswered, Wire
from tests.wire.process import ROOT
from tests.wire.world import Json

ROLL: tuple[str, Json] = ("/roll", {"expression": "1d6"})
BY_FAULTHANDLER = 1


async def brought_to_a_stand(wire: Wire, what: str, limit_s: float) -> None:
    """Start the bot that /roll stops, and roll; whoever rolls hears nothing."""
    await wire.start_bot(["-m", "tests.wire.stuck", what, str(limit_s)])
    with pytest.raises(Unanswered):
        await wire.slash("ann", wire.channel, *ROLL, timeout_s=0.5)


@pytest.mark.parametrize(
    ("what", "words", "status"),
    [
        ("loop", "the event loop has stood still", STOOD_STILL),
        ("writer", "the writer has stood still", STOOD_STILL),
        ("interpreter", "Timeout", BY_FAULTHANDLER),
    ],
)
async def test_whatever_stands_still_ends_the_bot_which_says_where(what: str, words: str, status: int) -> None:
    async with Wire() as wire:
        await brought_to_a_stand(wire, what, limit_s=3.0)
        assert await wire.ended() == status
        assert wire.bot is not None
        said = wire.bot.output
    assert words in said
    assert 'stuck.py", line' in said
    assert ("hold_the_interpreter" if what == "interpreter" else "wait_for_itself") in said


async def test_a_bot_that_stands_still_leaves_when_it_is_told_to() -> None:
    async with Wire() as wire:
        await brought_to_a_stand(wire, "loop", limit_s=30.0)
        assert await wire.terminate(timeout_s=10.0) == 0
        assert wire.bot is not None
        assert "in good order is over" in wire.bot.output


async def health(folder: Path) -> tuple[int, str]:
    """The status of `python -m bot health` in a folder, and what it prints."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "health"),
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


async def test_health_is_told_while_the_bot_lives_and_not_before_or_after() -> None:
    async with Wire() as wire:
        alive = wire.folder / "fireteam.db.alive"
        assert (await health(wire.folder))[0] == 1
        await wire.start_bot(BOT)
        async with asyncio.timeout(HEARTBEAT_S + 5):
            while not alive.exists():  # noqa: ASYNC110  no event tells of a file
                await asyncio.sleep(0)
        assert await health(wire.folder) == (0, "The bot is well.\n")
        await wire.terminate()
        status, said = await health(wire.folder)
    assert status == 1
    assert "no sign of life" in said
