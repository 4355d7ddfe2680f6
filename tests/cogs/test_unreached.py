"""Where Discord is not reached, nothing of ours is wrong: what can still arrive does, and the rest is let go."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import aiohttp
import pytest
from simcord.http import router

from bot.core.options import Choice
from bot.core.wording import line
from bot.service.requests import Reply, Request, StoryForm
from bot.simulated.simulation import Simulation, Upload
from cogs import _reply
from tests.cogs.fake_referee import CogBot, FakeReferee

SLOW_S = 0.05
PATIENCE_S = 0.03  # the simulated clock keeps the order of the two, however busy the machine is
CALLBACK = "/interactions/*/*/callback"


class SlowReferee(FakeReferee):
    """Takes longer to answer than Discord waits; remembers what was cancelled and what was done."""

    def __init__(self) -> None:
        super().__init__()
        self.cancelled: list[str] = []
        self.done: list[str] = []

    async def _slow(self, what: str, reply: Reply) -> Reply:
        try:
            await asyncio.sleep(SLOW_S)
        except asyncio.CancelledError:
            self.cancelled.append(what)
            raise
        self.done.append(what)
        return reply

    async def init_status(self, request: Request) -> Reply:
        return await self._slow("status", Reply(lines=(line("Where it stands"),), ephemeral=True))

    async def redo(self, request: Request) -> Reply:
        return await self._slow("redo", Reply(lines=(line("Redone"),)))

    async def odds(self, request: Request, *_: Any) -> Reply:
        return await self._slow("odds", Reply(lines=(line("1 in 6"),), ephemeral=True))

    async def log_verify(self, request: Request) -> Reply:
        return await self._slow("verify", Reply(lines=(line("Fair"),), ephemeral=True))

    async def log_export(self, request: Request, form: StoryForm) -> Reply:
        return await self._slow("export", Reply(lines=(line("The log"),), ephemeral=True))


@pytest.fixture
def referee(monkeypatch: pytest.MonkeyPatch) -> SlowReferee:
    monkeypatch.setattr(_reply, "PATIENCE_S", PATIENCE_S)
    return SlowReferee()


@pytest.fixture
async def stage(referee: SlowReferee) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: CogBot(referee)) as stage:
        yield stage


@contextmanager
def losing(method: str, end: str, *, applied: bool, times: int = 1) -> Iterator[list[str]]:
    """The connection ends on requests whose path ends so, after or before Discord took them; those that were lost."""
    plain, lost = router.dispatch, list[str]()

    def dispatch(backend: Any, asked: str, path: str, **request: Any) -> Any:
        broken = asked == method and path.endswith(end) and len(lost) < times
        result = plain(backend, asked, path, **request) if applied or not broken else None
        if broken:
            lost.append(path)
            raise aiohttp.ServerDisconnectedError
        return result

    with patch.object(router, "dispatch", dispatch):
        yield lost


def mistakes(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged as a mistake."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("applied", [True, False])
async def test_a_late_answer_survives_a_lost_connection(
    stage: Simulation, caplog: pytest.LogCaptureFixture, applied: bool
) -> None:
    with losing("PATCH", "/messages/@original", applied=applied) as lost:
        await stage.slash("ann", "/init status")
        await stage.advance(SLOW_S)
    assert len(lost) == 1
    assert "Where it stands" in stage.seen_by("ann")
    assert "my fault" not in stage.seen_by("ann")
    assert mistakes(caplog) == []


async def test_a_late_public_answer_follows_though_the_wait_was_not_ended(
    stage: Simulation, caplog: pytest.LogCaptureFixture
) -> None:
    with losing("PATCH", "/messages/@original", applied=True):
        await stage.slash("ann", "/redo")
        await stage.advance(SLOW_S)
    assert "Redone" in stage.seen_by("bob")
    assert mistakes(caplog) == []


async def test_a_late_answer_that_never_arrives_is_no_mistake(
    stage: Simulation, caplog: pytest.LogCaptureFixture
) -> None:
    with losing("PATCH", "/messages/@original", applied=False, times=9) as lost:
        await stage.slash("ann", "/init status")
        await stage.advance(SLOW_S)
    assert len(lost) == 2
    assert mistakes(caplog) == []
    assert any("the answer did not arrive" in record.getMessage() for record in caplog.records)


async def test_a_file_is_read_though_discord_was_not_reached_before(
    stage: Simulation, referee: SlowReferee, caplog: pytest.LogCaptureFixture
) -> None:
    with losing("POST", "/callback", applied=False):
        outcome = await stage.slash("ann", "/sheet import", {"file": Upload("ann.json", b"{}")})
    assert referee.last.args == (b"{}", None)
    assert (outcome.reply, mistakes(caplog)) == ("Done.", [])


async def test_a_completion_that_discord_does_not_take_is_no_mistake(
    stage: Simulation, referee: SlowReferee, caplog: pytest.LogCaptureFixture
) -> None:
    referee.choices = [Choice("Guard")]
    with losing("POST", "/callback", applied=False, times=9) as lost:
        assert await stage.complete("ann", "/attack", "target", "g") == []
    assert lost
    assert mistakes(caplog) == []


@pytest.mark.parametrize(("command", "what"), [("/odds", "odds"), ("/log verify", "verify"), ("/log export", "export")])
async def test_a_study_whose_asker_has_gone_is_given_up(
    stage: Simulation, referee: SlowReferee, caplog: pytest.LogCaptureFixture, command: str, what: str
) -> None:
    stage.env.inject_error("POST", CALLBACK, status=404, code=10062, message="Unknown interaction", times=None)
    await stage.slash("ann", command)
    await stage.advance(SLOW_S)
    assert (referee.cancelled, referee.done, mistakes(caplog)) == ([what], [], [])


@pytest.mark.parametrize(("status", "code"), [(400, 40060), (500, 0), (404, 10015)])
async def test_a_study_that_could_not_be_put_off_is_finished_all_the_same(
    stage: Simulation, referee: SlowReferee, status: int, code: int
) -> None:
    stage.env.inject_error("POST", CALLBACK, status=status, code=code, message="No")
    await stage.slash("ann", "/odds")
    await stage.advance(SLOW_S)
    assert (referee.cancelled, referee.done) == ([], ["odds"])


async def test_an_order_whose_asker_has_gone_is_carried_out(stage: Simulation, referee: SlowReferee) -> None:
    stage.env.inject_error("POST", CALLBACK, status=404, code=10062, message="Unknown interaction", times=None)
    await stage.slash("ann", "/redo")
    await stage.advance(SLOW_S)
    assert (referee.cancelled, referee.done) == ([], ["redo"])


async def test_a_study_that_is_waited_for_is_answered(stage: Simulation, referee: SlowReferee) -> None:
    await stage.slash("ann", "/odds")
    await stage.advance(SLOW_S)
    assert "1 in 6" in stage.seen_by("ann")
    assert referee.cancelled == []
