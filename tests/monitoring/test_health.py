"""How the bot is can be asked at an address, and no answer names anybody."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from prometheus_client import generate_latest

from bot import __version__
from bot.__main__ import main
from bot.client import Fireteam
from bot.monitoring import metrics
from bot.monitoring.health import HealthServer
from bot.monitoring.metrics import Metrics
from bot.monitoring.routes import route_of
from bot.processes.watchdog import Pulse
from bot.service.ports import StoppedError, Unit, UnreachedError
from bot.service.referee import Referee
from bot.service.rows import Backlog
from bot.settings import Address, SettingsError
from tests.service.table import ANN, GM, Table, agreed, ask, refused


def a_socket(*, open: bool = True, session_id: str | None = "one", latency: float = 0.04) -> SimpleNamespace:  # noqa: A002
    return SimpleNamespace(open=open, session_id=session_id, latency=latency)


@dataclass
class Bot:
    """A bot of which only what is looked at is there."""

    store: Any
    latency: float = 0.04
    guilds: list[int] = field(default_factory=lambda: [1, 2, 3])
    sockets: Any = field(default_factory=lambda: {0: a_socket()})
    shard_ids: list[int] | None = None
    shard_count: int | None = 1
    tenure: Any = None


class Hands:
    """A clock that is put forward by hand."""

    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@pytest.fixture
def figures() -> Metrics:
    return Metrics()


@pytest.fixture
async def table(tmp_path: Path, figures: Metrics) -> AsyncIterator[Table]:
    """A table whose referee is counted."""
    made = Table(tmp_path / "table.db")
    made.referee = Referee(figures.counting(made.store), made.house)
    yield made
    await made.store.close()


@contextmanager
def seen(bot: Bot, figures: Metrics, clock: Hands | None = None) -> Iterator[str]:
    port = free_port()
    with HealthServer(Address("127.0.0.1", port), figures, bot, Pulse(clock or Hands())):
        yield f"http://127.0.0.1:{port}"


def got(address: str) -> tuple[int, str]:
    host, _, path = address.removeprefix("http://").partition("/")
    connection = http.client.HTTPConnection(host, timeout=10)
    try:
        connection.request("GET", f"/{path}")
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def health(address: str) -> tuple[int, Any]:
    status, text = got(f"{address}/healthz")
    return status, json.loads(text)


async def test_all_is_well(table: Table, figures: Metrics) -> None:
    with seen(Bot(table.store), figures) as address:
        status, said = await asyncio.to_thread(health, address)
    assert status == 200
    assert said["wrong"] == []
    assert (said["servers"], said["gateway_connected"], said["gateway_latency_s"]) == (3, True, 0.04)
    assert (said["posts_waiting"], said["oldest_post_s"]) == (0, 0)


class Standing:
    """A store whose writer has stood still, or whose database is away."""

    def __init__(self, still_s: float = 0.0, *, away: bool = False) -> None:
        self.still_s, self.away = still_s, away

    def writer_busy_s(self) -> float:
        return self.still_s

    def look(self, work: Any) -> Backlog:
        if self.away:
            raise OSError("no way")
        return Backlog(waiting=2, oldest_ms=1)


@pytest.mark.parametrize(
    ("bot", "loop_s", "words"),
    [
        (Bot(Standing()), 11.0, "event loop has stood still for 11 s"),
        (Bot(Standing(12.0)), 0.0, "writer has been at one piece of work for 12 s"),
        (Bot(Standing(), sockets={0: a_socket(session_id=None)}), 0.0, "no connection to Discord"),
        (Bot(Standing(), sockets={}, shard_count=None, latency=float("nan")), 0.0, "no connection to Discord"),
        (
            Bot(Standing(), sockets={0: a_socket(open=False)}, latency=float("inf")),
            0.0,
            "no connection to Discord",
        ),
        (Bot(Standing(away=True)), 0.0, "database does not answer"),
    ],
)
def test_what_is_wrong_is_said_with_a_status_of_its_own(bot: Bot, loop_s: float, words: str, figures: Metrics) -> None:
    clock = Hands()
    with seen(bot, figures, clock) as address:
        clock.now_s += loop_s
        status, said = health(address)
        metrics_status, shown = got(f"{address}/metrics")
    assert (status, metrics_status) == (503, 200)
    assert f"fireteam_loop_still_seconds {loop_s}\n" in shown
    assert f"fireteam_writer_busy_seconds {bot.store.still_s}\n" in shown
    assert ("fireteam_posts_waiting" in shown) is not bot.store.away
    (wrong,) = said["wrong"]
    assert words in wrong


GIVEN = {
    0: a_socket(latency=0.1),
    2: a_socket(latency=float("inf")),
    5: a_socket(open=False, latency=0.2),
}


def test_each_shard_that_was_given_is_told_of(figures: Metrics) -> None:
    bot = Bot(Standing(), latency=float("nan"), sockets=GIVEN, shard_ids=[0, 2, 5, 7], shard_count=8)
    with seen(bot, figures) as address:
        status, said = health(address)
        _, shown = got(f"{address}/metrics")
    assert status == 503
    assert said["wrong"] == ["There is no connection to Discord for shard 5, 7, and none for its servers."]
    assert said["shards"] == [
        {"id": 0, "connected": True, "latency_s": 0.1},
        {"id": 2, "connected": True, "latency_s": None},
        {"id": 5, "connected": False, "latency_s": None},
        {"id": 7, "connected": False, "latency_s": None},
    ]
    for line in ('connected{shard="0"} 1.0', 'connected{shard="7"} 0.0', 'latency_seconds{shard="0"} 0.1'):
        assert f"fireteam_shard_{line}\n" in shown
    assert shown.count("fireteam_shard_latency_seconds{") == 1


def test_the_leases_that_are_held_are_told(figures: Metrics) -> None:
    bot = Bot(Standing())
    with seen(bot, figures) as address:
        _, without = health(address)
        _, shown = got(f"{address}/metrics")
        assert (without["leases"], "fireteam_leases_held" in shown) == (None, False)
        bot.tenure = SimpleNamespace(held=(2, 5))
        status, said = health(address)
        _, shown = got(f"{address}/metrics")
        bot.tenure.held = ()
        none_held, _ = health(address)
    assert (status, said["leases"], none_held) == (200, [2, 5], 200)
    assert "fireteam_leases_held 2.0\n" in shown


def test_all_shards_are_meant_where_none_were_given(figures: Metrics) -> None:
    bot = Bot(Standing(), sockets={0: a_socket()}, shard_count=2)
    with seen(bot, figures) as address:
        status, said = health(address)
        bot.sockets[1] = a_socket()
        later, _ = health(address)
    assert (status, later) == (503, 200)
    assert said["wrong"] == ["There is no connection to Discord for shard 1, and none for its servers."]


def test_a_late_log_is_told_but_is_nothing_wrong(figures: Metrics) -> None:
    with seen(Bot(Standing()), figures) as address:
        status, said = health(address)
    assert (status, said["posts_waiting"]) == (200, 2)
    assert said["oldest_post_s"] > 1_000_000


async def test_orders_refusals_and_looks_are_counted(table: Table, figures: Metrics) -> None:
    agreed(await table.referee.npc_add(ask(GM), "thug"))
    refused(await table.referee.npc_add(ask(GM), "no such thing"))
    agreed(await table.referee.help(ask(ANN)))
    with seen(Bot(table.store), figures) as address:
        _, shown = await asyncio.to_thread(got, f"{address}/metrics")
    assert 'fireteam_asked_total{kind="order",outcome="answered"} 1.0' in shown
    assert 'fireteam_asked_total{kind="order",outcome="refused"} 1.0' in shown
    assert 'fireteam_asked_total{kind="look",outcome="answered"} 1.0' in shown
    for stage in ("waited", "worked", "settled"):
        assert f'fireteam_stage_seconds_count{{kind="order",stage="{stage}"}} 2.0' in shown


async def test_each_stage_is_told_as_long_as_it_took(figures: Metrics, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that is run again has waited until its last run began."""
    clock = Hands()
    monkeypatch.setattr(metrics, "time", SimpleNamespace(perf_counter=clock))

    def work(_unit: Unit) -> None:
        clock.now_s += 2

    class Twice:
        look = unposted_channels = subscribe = None

        async def write(self, work: Any, _hold: Any) -> None:
            for waited_s in (5, 10):
                clock.now_s += waited_s
                work(None)
            clock.now_s += 3

    twice: Any = Twice()
    await figures.counting(twice).write(work)
    told = {
        stage: figures.registry.get_sample_value("fireteam_stage_seconds_sum", {"kind": "order", "stage": stage})
        for stage in ("waited", "worked", "settled")
    }
    assert told == {"waited": 17, "worked": 2, "settled": 3}


async def test_what_fails_or_is_given_up_is_counted_as_that(table: Table, figures: Metrics) -> None:
    store = figures.counting(table.store)

    def broken(_unit: Unit) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store.write(broken)

    def away(_unit: Unit) -> None:
        raise UnreachedError("away")

    with pytest.raises(UnreachedError):
        await store.write(away)
    waiting = asyncio.ensure_future(store.read(lambda unit: unit.scene_ids()))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await store.study(ANN, lambda unit: unit.scene_ids())
    await table.store.stop_studies()
    with pytest.raises(StoppedError):
        await store.study(ANN, lambda unit: unit.scene_ids())
    counted = {
        (kind, outcome): figures.registry.get_sample_value("fireteam_asked_total", {"kind": kind, "outcome": outcome})
        for kind, outcome in (
            ("order", "failed"),
            ("order", "unreached"),
            ("look", "given_up"),
            ("study", "answered"),
            ("study", "refused"),
        )
    }
    assert set(counted.values()) == {1.0}, counted


async def test_how_it_is_stands_in_the_metrics(table: Table, figures: Metrics) -> None:
    await table.fight()
    with seen(Bot(table.store), figures) as address:
        _, shown = await asyncio.to_thread(got, f"{address}/metrics")
    values = dict(line.rsplit(" ", 1) for line in shown.splitlines() if not line.startswith("#"))
    assert float(values["fireteam_posts_waiting"]) > 0
    assert float(values["fireteam_oldest_post_seconds"]) > 0
    assert float(values["fireteam_servers"]) == 3
    assert float(values["fireteam_gateway_connected"]) == 1
    assert float(values["fireteam_gateway_latency_seconds"]) == 0.04
    assert float(values["process_resident_memory_bytes"]) > 1_000_000
    assert {"fireteam_loop_still_seconds", "fireteam_writer_busy_seconds"} <= values.keys()
    assert f'fireteam_info{{version="{__version__}"}}' in values


TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OmFiY2RlZmdoaWprbG1ub3A"


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/channels/123456789012345678/messages", "/channels/{id}/messages"),
        (f"/api/v10/interactions/123456789012345678/{TOKEN}/callback", "/interactions/{id}/{token}/callback"),
        (f"/api/v10/webhooks/1234567890/{TOKEN}/messages/@original", "/webhooks/{id}/{token}/messages/@original"),
        ("/api/v10/channels/12345/thread-members/67890", "/channels/{id}/thread-members/{id}"),
        ("/api/v10/channels/12345/thread-members/@me", "/channels/{id}/thread-members/@me"),
        ("/", "/"),
    ],
)
def test_a_route_has_no_ids(path: str, route: str) -> None:
    assert route_of("POST", path) == f"POST {route}"


async def test_requests_to_discord_are_counted_by_route_and_status(figures: Metrics) -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=429 if "guilds" in request.path else 200)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    port = free_port()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    async with aiohttp.ClientSession(trace_configs=[figures.trace()]) as session:
        for path in ("channels/1/messages", "channels/2/messages", "guilds/3"):
            await (await session.get(f"http://127.0.0.1:{port}/api/v10/{path}")).read()
        await runner.cleanup()
        with pytest.raises(aiohttp.ClientError):
            await session.get(f"http://127.0.0.1:{port}/api/v10/guilds/3")
    shown = generate_latest(figures.registry).decode()
    assert 'fireteam_discord_requests_total{route="GET /channels/{id}/messages",status="200"} 2.0' in shown
    assert 'fireteam_discord_requests_total{route="GET /guilds/{id}",status="429"} 1.0' in shown
    assert 'fireteam_discord_requests_total{route="GET /guilds/{id}",status="unreached"} 1.0' in shown
    assert 'fireteam_discord_request_seconds_count{route="GET /channels/{id}/messages"} 2.0' in shown


def test_there_is_nothing_else_to_be_had(figures: Metrics) -> None:
    with seen(Bot(Standing()), figures) as address:
        assert got(f"{address}/")[0] == 404
        assert got(f"{address}/metrics?name=x")[0] == 200


def test_an_address_that_is_taken_is_a_matter_of_the_settings(figures: Metrics) -> None:
    with seen(Bot(Standing()), figures) as address:
        port = int(address.rpartition(":")[2])
        with pytest.raises(SettingsError, match=f"FIRETEAM_METRICS: 127.0.0.1:{port} cannot be had"):
            HealthServer(Address("127.0.0.1", port), Metrics(), Bot(Standing()), Pulse(Hands()))


def test_run_answers_at_the_address_while_it_runs_and_nowhere_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []

    async def played(bot: Fireteam, *_: object) -> None:
        try:
            said = await asyncio.to_thread(health, f"http://127.0.0.1:{port}")
        finally:
            await bot.store.close()
        told.append((_counts(bot), said))

    port = free_port()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.client.play", played)
    for name, value in {"TOKEN": "a.b.c", "DATABASE": "a.db", "METRICS": str(port)}.items():
        monkeypatch.setenv(f"FIRETEAM_{name}", value)
    assert main(["run"]) == 0
    ((counts, (status, said)),) = told
    assert counts
    assert (status, said["wrong"]) == (503, ["There is no connection to Discord."])
    monkeypatch.delenv("FIRETEAM_METRICS")
    with pytest.raises(ConnectionRefusedError):
        main(["run"])


def _counts(bot: Fireteam) -> bool:
    """Whether the bot's requests are counted."""
    return any(isinstance(getattr(each, "__self__", None), Metrics) for each in bot.requests.on_request_end)
