"""Log lines are machine-readable where no person looks on, and hold no secret."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from bot.monitoring.logs import configure_logging

TOKEN = "MTAxMjM0NTY3ODkwMTIzNDU2Nw.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"


class Terminal(io.StringIO):
    """A stream that says a person reads it."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name in ("discord", "aiohttp", "aiosqlite", "sqlalchemy"):
        logging.getLogger(name).setLevel(logging.NOTSET)
    structlog.reset_defaults()


def logged(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def configured(level: str = "INFO", secrets: tuple[str, ...] = ()) -> io.StringIO:
    stream = io.StringIO()
    configure_logging(level, secrets, stream)
    return stream


def test_our_lines_are_json_with_their_context() -> None:
    stream = configured()
    structlog.get_logger("bot.test").info("order committed", guild=7, order=12)
    (line,) = logged(stream)
    assert {key: line[key] for key in ("event", "level", "logger", "guild", "order")} == {
        "event": "order committed",
        "level": "info",
        "logger": "bot.test",
        "guild": 7,
        "order": 12,
    }
    assert line["timestamp"].endswith("Z")


def test_lines_of_libraries_have_the_same_form() -> None:
    stream = configured()
    logging.getLogger("discord.gateway").warning("Shard ID %s heartbeat blocked", 3)
    (line,) = logged(stream)
    assert (line["event"], line["level"]) == ("Shard ID 3 heartbeat blocked", "warning")


def test_lines_below_the_level_are_left_out() -> None:
    stream = configured("WARNING")
    structlog.get_logger("bot.test").info("quiet")
    logging.getLogger("discord").info("quiet")
    assert stream.getvalue() == ""


def test_libraries_never_get_as_far_as_quoting_people() -> None:
    stream = configured("DEBUG")
    for name in ("discord.http", "aiosqlite", "sqlalchemy.engine", "aiohttp.client"):
        logging.getLogger(name).debug("the sniper hides on the roof")
    logging.getLogger("sqlalchemy.engine").info("the sniper hides on the roof")
    assert stream.getvalue() == ""


@pytest.mark.parametrize(
    "words",
    [
        f"logging in with {TOKEN}",
        "odd-token in use",
        "429 on https://discord.com/api/v10/webhooks/10/odd_interaction_token-1/messages/@original",
        "404 on webhooks/10/odd_interaction_token-1",
        "404 on /interactions/11/odd_interaction_token-1/callback",
    ],
)
def test_no_line_holds_a_secret(words: str) -> None:
    stream = configured(secrets=("odd-token", ""))
    logging.getLogger("discord").error(words)
    structlog.get_logger("bot.test").error("failed", reason=words)
    assert not any(secret in stream.getvalue() for secret in (TOKEN, "odd-token", "odd_interaction_token"))
    assert all("[hidden]" in json.dumps(line) for line in logged(stream))


def test_a_traceback_shows_neither_secrets_nor_local_variables() -> None:
    stream = configured(secrets=("odd-token",))
    try:
        hidden_name = "Sniper".upper()
        raise ValueError("odd-token", len(hidden_name))
    except ValueError:
        structlog.get_logger("bot.test").exception("failed")
    (line,) = logged(stream)
    assert "ValueError: ('[hidden]', 6)" in line["exception"]
    assert "SNIPER" not in stream.getvalue()


def test_a_person_at_a_terminal_reads_words() -> None:
    stream = Terminal()
    configure_logging("INFO", (TOKEN,), stream)
    structlog.get_logger("bot.test").info("ready", token=TOKEN)
    assert "ready" in stream.getvalue()
    assert TOKEN not in stream.getvalue()
    assert not stream.getvalue().startswith("{")
