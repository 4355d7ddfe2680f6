"""While people play, no function of the service or the rules runs in the event loop's thread."""

from __future__ import annotations

import gc
import inspect
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

import pytest

import bot.render
import bot.rulesets
import bot.service
from bot import app
from bot.client import Fireteam
from bot.service import incoming, requests
from bot.service.personal.retention import Custody
from bot.service.posting import leases
from bot.settings import Settings
from bot.simulated.simulation import Simulation, Value

WATCHED = tuple(str(Path(str(package.__file__)).parent) for package in (bot.service, bot.rulesets))
WORDS = str(Path(str(bot.render.__file__)).parent / "log.py"), str(Path(str(bot.render.__file__)).parent / "tracker.py")
PLAIN = (str(requests.__file__), str(incoming.__file__), str(leases.__file__))  # plain values may be looked at anywhere
LOOKS = (
    "Postbox.check",  # which only asks what this process knows of its leases
    *("is_card", "_with_strokes", "with_call", "without_call"),  # which only measure a page, or add or take a line
)
FACES = (
    "referee.py",
    "asking.py",
    "postbox.py",
    "personal/retention.py",
    "erasing.py",
)  # whose coroutines hand plain functions to threads


@contextmanager
def watched() -> Iterator[set[str]]:
    """The functions of service and rules, and those that word what is posted, that this thread runs meanwhile.

    No garbage is collected, since to close a generator that another thread or test began looks like running it.
    """
    seen: dict[CodeType, None] = {}

    def note(frame: FrameType, what: str, _: object) -> None:
        if what == "call":
            seen.setdefault(frame.f_code)

    found = set[str]()
    gc.disable()
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(None)
        gc.enable()
        found.update(f"{Path(code.co_filename).name}:{code.co_qualname}" for code in seen if _is_work(code))


def _is_work(code: CodeType) -> bool:
    where = code.co_filename
    if not where.startswith((*WATCHED, *WORDS)) or where in PLAIN:
        return False
    hands_over = code.co_flags & inspect.CO_COROUTINE and where.endswith(FACES)
    return not hands_over and code.co_qualname not in LOOKS


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"))) as stage:
        yield stage


def custody_of(stage: Simulation) -> Custody:
    """What the bot on the stage lets go of things by."""
    assert isinstance(stage.bot, Fireteam)
    return Custody(stage.bot.store, app.house(), 30)


async def test_the_loop_only_hands_work_to_threads(stage: Simulation) -> None:
    custody = custody_of(stage)
    with watched() as found:
        await stage.slash("gm", "/npc add", {"template": "guard", "count": 2})
        await stage.slash("gm", "/npc add", {"template": "sniper", "hidden": True})
        await stage.slash("ann", "/sheet import", {"text": '{"name": "Ann", "weapons": [{"kind": "ak47"}]}'})
        await stage.slash("ann", "/init join")
        await stage.slash("gm", "/init start", {"now": True})
        await stage.complete("ann", "/attack", "target", "g")
        await stage.complete("ann", "/attack", "with", "")
        await stage.complete("gm", "/init set", "what", "")
        shot: dict[str, Value] = {
            "target": "Guard 1",
            "attacker": "Ann",
            "weapon": "AK-47",
            "mode": "snap",
            "range_m": 40,
        }
        await stage.slash("ann", "/odds", shot)
        await stage.slash("gm", "/init next")
        await stage.slash("ann", "/attack", shot)
        await stage.slash("gm", "/undo")
        for command in ("/redo", "/init status", "/log show", "/log verify", "/log export", "/help", "/init end"):
            await stage.slash("gm", command)
        for command in ("/mydata export", "/mydata delete"):
            await stage.slash("ann", command)
        await stage.click("ann", "Delete what is kept of me")
        await custody.tidy(0)
    assert found == set()


async def test_work_in_the_loop_would_be_seen(stage: Simulation) -> None:
    with watched() as found:
        app.house().system("reflex").template("guard")
    assert "systems.py:PlayableSystem.template" in found
