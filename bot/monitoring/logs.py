"""How the bot's log lines look and what never gets into them: JSON or a terminal's words, secrets in neither."""

import logging
import re
import sys
from collections.abc import Iterable
from types import SimpleNamespace
from typing import TextIO

import aiohttp
import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.monitoring.routes import UNREACHED, route_of

# Below these levels the libraries quote what people wrote and whole rows, hidden combatants among them.
QUIETER = {
    "discord": logging.INFO,
    "aiohttp": logging.INFO,
    "aiosqlite": logging.INFO,
    "sqlalchemy": logging.WARNING,
    "psycopg": logging.ERROR,  # what it warns of is met where the statements are run
}
SHAPES_OF_TOKENS = (
    r"[\w-]{20,}\.[\w-]{6,}\.[\w-]{27,}",
    r"(?<=webhooks/)\d+/[\w.=-]+",
    r"(?<=interactions/)\d+/[\w.=-]+",
)

COMMON: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)

log = structlog.get_logger()


def configure_logging(level: str, secrets: Iterable[str] = (), stream: TextIO | None = None) -> None:
    """Send every log line of the process, ours and the libraries', to `stream` (standard error) from `level` upwards.

    `secrets` are words, such as the token, that no line may hold. Lines are JSON unless `stream` is a terminal.
    """
    target = sys.stderr if stream is None else stream
    handler = logging.StreamHandler(target)
    handler.setFormatter(_formatter(_renderers(target.isatty()), secrets))
    logging.basicConfig(handlers=[handler], level=level, force=True)
    for name, least in QUIETER.items():
        logging.getLogger(name).setLevel(max(least, logging.getLogger().level))
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *COMMON, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )


def with_requests_logged(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Have each request of a connection pool logged, in the context in which it was sent, for whoever looks closely."""
    trace.on_request_end.append(_answered)
    trace.on_request_exception.append(_broke)
    return trace


async def _answered(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
) -> None:
    log.debug("asked Discord", route=route_of(params.method, params.url.path), status=str(params.response.status))


async def _broke(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
) -> None:
    log.debug("asked Discord", route=route_of(params.method, params.url.path), status=UNREACHED)


def _renderers(terminal: bool) -> tuple[Processor, ...]:
    """Return what words a log line.

    Tracebacks stay plain: the pretty ones show local variables, and with them what was hidden.
    """
    if terminal:
        return (structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),)
    return (structlog.processors.format_exc_info, structlog.processors.JSONRenderer())


def _formatter(renderers: tuple[Processor, ...], secrets: Iterable[str]) -> structlog.stdlib.ProcessorFormatter:
    known = [re.escape(secret) for secret in secrets if secret]
    secret = re.compile("|".join([*known, *SHAPES_OF_TOKENS]))

    def hide(_logger: WrappedLogger, _method: str, rendered: EventDict | str) -> str:
        return secret.sub("[hidden]", str(rendered))

    return structlog.stdlib.ProcessorFormatter(
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderers, hide],
        foreign_pre_chain=[*COMMON, structlog.stdlib.ExtraAdder()],
    )
