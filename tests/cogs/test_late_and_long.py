"""Answers that take long, or are long, still arrive: in time, before the right eyes, and whole."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.core.building import Blank
from bot.core.wording import line
from bot.render.limits import FILE_BYTES
from bot.service.requests import Attachment, Form, Reply, Request
from bot.simulated.simulation import Simulation, Upload
from cogs import _reply
from tests.cogs.fake_referee import CogBot, FakeReferee

SLOW_S = 0.05
PATIENCE_S = 0.03  # the simulated clock keeps the order of the two, however busy the machine is


class SlowReferee(FakeReferee):
    """Takes longer to answer than Discord waits."""

    async def init_status(self, request: Request) -> Reply:
        await asyncio.sleep(SLOW_S)
        return Reply(lines=(line("Where it stands"),), ephemeral=True)

    async def redo(self, request: Request) -> Reply:
        await asyncio.sleep(SLOW_S)
        return Reply(lines=(line("Redone"),))

    async def npc_importable(self, request: Request, count: int = 1) -> Reply:
        await asyncio.sleep(SLOW_S)
        return Reply()

    async def sheet_improve(self, request: Request, what: str | None, name: str | None) -> Reply:
        await asyncio.sleep(SLOW_S)
        return Reply(form=Form("Learn", "1.learn", (Blank("name", "Which skill?"),)), ephemeral=True)


@pytest.fixture
def referee(monkeypatch: pytest.MonkeyPatch) -> FakeReferee:
    monkeypatch.setattr(_reply, "PATIENCE_S", PATIENCE_S)
    return SlowReferee()


@pytest.fixture
async def stage(referee: FakeReferee) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: CogBot(referee)) as stage:
        yield stage


async def test_a_slow_private_answer_arrives_in_private(stage: Simulation) -> None:
    await stage.slash("ann", "/init status")
    await stage.advance(SLOW_S)
    assert "Where it stands" in stage.seen_by("ann")
    assert "Where it stands" not in stage.seen_by("bob")


async def test_a_slow_public_answer_arrives_in_public(stage: Simulation) -> None:
    await stage.slash("ann", "/redo")
    await stage.advance(SLOW_S)
    assert "Redone" in stage.seen_by("bob")
    assert "took a moment" not in stage.seen_by("bob")


async def test_a_form_cannot_open_late_and_says_so(stage: Simulation) -> None:
    await stage.slash("ann", "/sheet improve")
    await stage.advance(SLOW_S)
    assert "Choose it once more" in stage.seen_by("ann")
    assert "Which skill?" not in stage.seen_by("ann")


async def test_a_file_is_fetched_however_long_it_took_whether_it_may_be(
    stage: Simulation, referee: FakeReferee
) -> None:
    referee.outcome = Reply(lines=(line("Axel has come"),))
    await stage.slash("gm", "/npc import", {"file": Upload("a.json", b"{}")})
    await stage.advance(SLOW_S)
    assert "Axel has come" in stage.seen_by("bob")


async def test_what_is_too_long_for_messages_comes_as_a_file(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = Reply(lines=tuple(line(f"line {number} {'x' * 900}") for number in range(12)), ephemeral=True)
    outcome = await stage.slash("ann", "/log show")
    assert outcome.followups == ()
    assert outcome.reply.endswith("answer.txt")
    assert all(f"line {number} " in stage.seen_by("ann") for number in range(12))


async def test_a_file_that_discord_would_not_take_is_compressed(stage: Simulation, referee: FakeReferee) -> None:
    big = Attachment("log.json", b"x" * (FILE_BYTES + 1))
    referee.outcome = Reply(lines=(line("The log."),), ephemeral=True, attachment=big)
    outcome = await stage.slash("ann", "/log export")
    assert (outcome.reply, outcome.faults) == ("The log.\nlog.json.gz", ())


async def test_a_file_of_its_own_is_not_replaced(stage: Simulation, referee: FakeReferee) -> None:
    own = Attachment("log.json", b"[]")
    referee.outcome = Reply(lines=tuple(line("x" * 1900) for _ in range(9)), ephemeral=True, attachment=own)
    outcome = await stage.slash("ann", "/log export")
    assert outcome.reply.endswith("log.json")
