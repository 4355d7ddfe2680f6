"""What is counted of the bot, for Prometheus: what people ask, how long each stage of it takes, and what Discord says.

No label holds a user, a server or a channel: routes are cut down to their words, and kinds and outcomes are few.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Generic, TypeVar

import aiohttp
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
)

from bot import __version__
from bot.core.errors import NewerError
from bot.monitoring.routes import UNREACHED, route_of
from bot.service.ports import CrowdedError, StoppedError, Store, Unit, UnreachedError
from bot.service.requests import Reply
from bot.service.rows import FREE, Hold

T = TypeVar("T")
R = TypeVar("R")

BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """All that is counted; ``registry`` is what Prometheus is shown."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        Info("fireteam", "Which Fireteam this is.", registry=registry).info({"version": __version__})
        self.asked = Counter(
            "fireteam_asked",
            "What people asked: orders change something, looks read, studies read for long.",
            ("kind", "outcome"),
            registry=registry,
        )
        self.stages = Histogram(
            "fireteam_stage_seconds",
            "How long what people ask waits, is worked on, and then takes to be durable and handed back.",
            ("kind", "stage"),
            buckets=BUCKETS_S,
            registry=registry,
        )
        self.requests = Counter(
            "fireteam_discord_requests", "Requests to Discord.", ("route", "status"), registry=registry
        )
        self.request_s = Histogram(
            "fireteam_discord_request_seconds",
            "How long Discord takes to answer.",
            ("route",),
            buckets=BUCKETS_S,
            registry=registry,
        )

    def counting(self, store: Store) -> Store:
        """Return a store whose use is counted."""
        return _Counting(store, self)

    def trace(self, behind: aiohttp.TraceConfig | None = None) -> aiohttp.TraceConfig:
        """Return what counts the requests of a connection pool, behind whatever else has an eye on them."""
        trace = aiohttp.TraceConfig() if behind is None else behind
        trace.on_request_start.append(_began)
        trace.on_request_end.append(self._answered)
        trace.on_request_exception.append(self._broke)
        return trace

    async def _answered(
        self, _session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        self._count(context, route_of(params.method, params.url.path), str(params.response.status))

    async def _broke(
        self, _session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self._count(context, route_of(params.method, params.url.path), UNREACHED)

    def _count(self, context: SimpleNamespace, route: str, status: str) -> None:
        self.requests.labels(route, status).inc()
        self.request_s.labels(route).observe(time.perf_counter() - context.began_s)


async def _began(
    _session: aiohttp.ClientSession, context: SimpleNamespace, _params: aiohttp.TraceRequestStartParams
) -> None:
    context.began_s = time.perf_counter()


class _Timed(Generic[T]):
    """Work that notes when it ran; where it runs again, its last time counts, and the others were waiting."""

    def __init__(self, work: Callable[[Unit], T]) -> None:
        self._work = work
        self.asked_s = self.began_s = self.ended_s = time.perf_counter()

    def __call__(self, unit: Unit) -> T:
        self.began_s = time.perf_counter()
        try:
            return self._work(unit)
        finally:
            self.ended_s = time.perf_counter()


class _Counting:
    """A store that counts what it is asked, and asks another."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self.look = store.look
        self.unposted_channels = store.unposted_channels
        self.subscribe = store.subscribe

    async def write(self, work: Callable[[Unit], T], hold: Hold = FREE) -> T:
        """See ports.Store."""
        timed = _Timed(work)
        return await self._counted("order", timed, self._store.write(timed, hold))

    async def write_and_finish(self, work: Callable[[Unit], T], finish: Callable[[T], R], hold: Hold = FREE) -> R:
        """See ports.Store."""
        timed = _Timed(work)
        return await self._counted("order", timed, self._store.write_and_finish(timed, finish, hold))

    async def read(self, work: Callable[[Unit], T]) -> T:
        """See ports.Store."""
        timed = _Timed(work)
        return await self._counted("look", timed, self._store.read(timed))

    async def study(self, asker: int, work: Callable[[Unit], T]) -> T:
        """See ports.Store."""
        timed = _Timed(work)
        return await self._counted("study", timed, self._store.study(asker, timed))

    async def _counted(self, kind: str, timed: _Timed[T], coming: Awaitable[R]) -> R:
        outcome = "failed"
        try:
            result = await coming
            outcome = "refused" if isinstance(result, Reply) and result.refusal else "answered"
        except (CrowdedError, StoppedError):
            outcome = "refused"
            raise
        except UnreachedError:
            outcome = "unreached"
            raise
        except NewerError:
            outcome = "left"
            raise
        except asyncio.CancelledError:
            outcome = "given_up"
            raise
        finally:
            self._metrics.asked.labels(kind, outcome).inc()
        self._note(kind, timed)
        return result

    def _note(self, kind: str, timed: _Timed[T]) -> None:
        stage_s = self._metrics.stages.labels
        stage_s(kind, "waited").observe(timed.began_s - timed.asked_s)
        stage_s(kind, "worked").observe(timed.ended_s - timed.began_s)
        stage_s(kind, "settled").observe(time.perf_counter() - timed.ended_s)
