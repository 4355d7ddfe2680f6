"""How the bot is, told to whoever asks at an address of this machine: /healthz in words, /metrics for Prometheus.

A thread of its own answers, and asks the event loop for nothing: it answers where the loop stands still, too, which is
when people want to know most. What waits to be posted is looked up at most once at a time, on a snapshot.
"""

from __future__ import annotations

import math
import socket
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from types import TracebackType
from typing import Any, Protocol, Self

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.monitoring.metrics import Metrics
from bot.processes.watchdog import LIVELY_S, Pulse
from bot.service.ports import OutdatedError
from bot.service.rows import Backlog
from bot.settings import Address, SettingsError

__all__ = ["HealthServer", "Metrics"]

PATIENCE_S = 5.0  # with whoever asks, and with the database


class Seen(Protocol):
    """The bot, as far as it is looked at."""

    @property
    def store(self) -> Any:
        """Return where it keeps everything."""
        ...

    @property
    def latency(self) -> float:
        """Return the seconds between a heartbeat and its answer; no finite number while there is none."""
        ...

    @property
    def guilds(self) -> Any:
        """Return the servers it is in."""
        ...

    @property
    def sockets(self) -> Mapping[int, Any]:
        """Return the socket of each shard that has been connected."""
        ...

    @property
    def shard_ids(self) -> Any:
        """Return the shards that it was given; None for all."""
        ...

    @property
    def shard_count(self) -> Any:
        """Return how many shards there are in all; None where Discord has not said yet."""
        ...

    @property
    def tenure(self) -> Any:
        """Return its leases of shards; None where it needs none."""
        ...


class Shard(msgspec.Struct, frozen=True, kw_only=True):
    """One of the shards that a process is to connect."""

    id: int
    connected: bool
    latency_s: float | None


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """How the bot is at one moment; None is what could not be found out."""

    loop_still_s: float
    writer_busy_s: float
    gateway_connected: bool
    gateway_latency_s: float | None
    shards: tuple[Shard, ...]
    leases: tuple[int, ...] | None
    servers: int
    posts_waiting: int | None
    oldest_post_s: float | None
    outdated: str = ""

    def wrong(self) -> list[str]:
        """Return what somebody should look after; a log that is late is none of it, since people may have closed a
        channel."""
        said = {
            f"The event loop has stood still for {self.loop_still_s:.0f} s.": self.loop_still_s >= LIVELY_S,
            f"The writer has been at one piece of work for {self.writer_busy_s:.0f} s.": self.writer_busy_s >= LIVELY_S,
            self._lacking(): not self.gateway_connected,
            "The database does not answer.": self.posts_waiting is None and not self.outdated,
            self.outdated: bool(self.outdated),
        }
        return [words for words, holds in said.items() if holds]

    def _lacking(self) -> str:
        """Return which connections to Discord there should be and are not, where there are some."""
        lacking = [str(shard.id) for shard in self.shards if not shard.connected]
        if len(lacking) == len(self.shards):
            return "There is no connection to Discord."
        return f"There is no connection to Discord for shard {', '.join(lacking)}, and none for its servers."


class HealthCollector(Collector):
    """Looks at a bot for both pages."""

    def __init__(self, bot: Seen, loop: Pulse) -> None:
        self._bot = bot
        self._loop = loop
        self._looking = threading.Lock()

    def look(self) -> Look:
        """Return how the bot is now."""
        latency_s, shards = self._bot.latency, _shards(self._bot)
        outdated, backlog = "", None
        try:
            backlog = self._backlog()
        except OutdatedError as error:
            outdated = str(error)
        return Look(
            loop_still_s=self._loop.still_s(),
            writer_busy_s=self._bot.store.writer_busy_s(),
            gateway_connected=bool(shards) and all(each.connected for each in shards),
            gateway_latency_s=_finite(latency_s),
            shards=shards,
            leases=None if self._bot.tenure is None else self._bot.tenure.held,
            servers=len(self._bot.guilds),
            posts_waiting=None if backlog is None else backlog.waiting,
            oldest_post_s=None if backlog is None else _age_s(backlog.oldest_ms),
            outdated=outdated,
        )

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the same, for Prometheus."""
        look = self.look()
        said = {
            "fireteam_loop_still_seconds": ("Since the event loop last went round.", look.loop_still_s),
            "fireteam_writer_busy_seconds": ("Since the writer took up its present work.", look.writer_busy_s),
            "fireteam_gateway_connected": ("Whether Discord is connected.", float(look.gateway_connected)),
            "fireteam_gateway_latency_seconds": ("From a heartbeat to its answer.", look.gateway_latency_s),
            "fireteam_leases_held": (
                "Shards for whose servers this process posts.",
                None if look.leases is None else float(len(look.leases)),
            ),
            "fireteam_servers": ("Discord servers that the bot is in.", float(look.servers)),
            "fireteam_posts_waiting": ("Lines that wait to be posted.", look.posts_waiting),
            "fireteam_oldest_post_seconds": ("Age of the oldest line that waits to be posted.", look.oldest_post_s),
        }
        for name, (words, value) in said.items():
            if value is not None:
                yield GaugeMetricFamily(name, words, value=value)
        yield from _of_shards(look.shards)

    def _backlog(self) -> Backlog | None:
        """Return what waits to be posted; None where the database does not say, or somebody still waits for its answer.

        Raises:
            OutdatedError: this version of the bot may not ask it any longer.
        """
        if not self._looking.acquire(timeout=PATIENCE_S):
            return None
        try:
            backlog: Backlog = self._bot.store.look(lambda unit: unit.backlog())
        except OutdatedError:
            raise
        except Exception:  # whatever it was, the database did not say
            return None
        finally:
            self._looking.release()
        return backlog


def _shards(bot: Seen) -> tuple[Shard, ...]:
    """Return every shard that is to be connected, those that have yet to be too."""
    given = bot.shard_ids if bot.shard_ids is not None else range(bot.shard_count or 0)
    known = dict(bot.sockets)  # at once: the event loop's thread may add one meanwhile
    return tuple(_shard(shard_id, known.get(shard_id)) for shard_id in sorted({*given, *known}))


def _shard(shard_id: int, socket: Any) -> Shard:
    """Return a shard: connected where Discord has taken up its session; commands come then, before all servers have."""
    connected = socket is not None and socket.open and socket.session_id is not None
    return Shard(id=shard_id, connected=connected, latency_s=_finite(socket.latency) if connected else None)


def _of_shards(shards: Sequence[Shard]) -> Iterator[GaugeMetricFamily]:
    """Yield each shard, for Prometheus; one that is not connected has no latency."""
    connected = GaugeMetricFamily(
        "fireteam_shard_connected", "Whether a shard that is to be connected is.", labels=("shard",)
    )
    latency = GaugeMetricFamily(
        "fireteam_shard_latency_seconds", "From a shard's heartbeat to its answer.", labels=("shard",)
    )
    for shard in shards:
        connected.add_metric((str(shard.id),), float(shard.connected))
        if shard.latency_s is not None:
            latency.add_metric((str(shard.id),), shard.latency_s)
    yield from (connected, latency)


def _finite(latency_s: float) -> float | None:
    """Return a latency, None where there was no heartbeat yet."""
    return latency_s if math.isfinite(latency_s) else None


def _age_s(at_ms: int) -> float:
    """Return the seconds since a moment of the wall clock, 0 where there was none."""
    return max(0.0, time.time() - at_ms / 1000) if at_ms else 0.0


class HealthServer:
    """Answers at an address while it is entered."""

    def __init__(self, at: Address, metrics: Metrics, bot: Seen, loop: Pulse) -> None:
        """Take the address.

        Raises:
            SettingsError: it cannot be had.
        """
        collector = HealthCollector(bot, loop)
        metrics.registry.register(collector)
        try:
            self._server = _server(at, metrics, collector)
        except OSError as error:
            raise SettingsError(f"FIRETEAM_METRICS: {at.host}:{at.port} cannot be had: {error.strerror}.") from error
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, name="lookout", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


def _server(at: Address, metrics: Metrics, collector: HealthCollector) -> ThreadingHTTPServer:
    class Server(ThreadingHTTPServer):
        address_family = socket.AF_INET6 if ":" in at.host else socket.AF_INET

        def server_bind(self) -> None:
            """Take the address, and ask nobody for its name, which may take long."""
            TCPServer.server_bind(self)
            self.server_name, self.server_port = at.host, at.port

        def handle_error(self, request: Any, client_address: Any) -> None:
            """Say nothing: whoever asked went away."""

    class Handler(BaseHTTPRequestHandler):
        timeout = PATIENCE_S
        server_version, sys_version = "Fireteam", ""

        def do_GET(self) -> None:
            """Answer one of the two pages."""
            self._say(*_page(self.path.partition("?")[0], metrics, collector))

        def _say(self, status: HTTPStatus, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Say nothing: somebody asks every few seconds."""

    return Server(at, Handler)


def _page(path: str, metrics: Metrics, collector: HealthCollector) -> tuple[HTTPStatus, str, bytes]:
    match path:
        case "/metrics":
            return HTTPStatus.OK, CONTENT_TYPE_LATEST, generate_latest(metrics.registry)
        case "/healthz":
            look = collector.look()
            wrong = look.wrong()
            status = HTTPStatus.SERVICE_UNAVAILABLE if wrong else HTTPStatus.OK
            return status, "application/json", msgspec.json.encode({"wrong": wrong, **msgspec.to_builtins(look)})
        case _:
            return HTTPStatus.NOT_FOUND, "text/plain", b"There are /healthz and /metrics.\n"
