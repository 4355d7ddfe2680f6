"""What the page on hosting promises whoever hosts the bot is what the bot says, counts and asks for."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.client import PERMISSIONS
from bot.monitoring.health import HealthCollector, Look
from bot.monitoring.metrics import Metrics
from bot.processes.watchdog import Pulse
from bot.service.rows import Backlog

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
DASHBOARD = json.loads((ROOT / "docs" / "fireteam-dashboard.json").read_text("utf-8"))
FOREIGN = {"We are being rate limited", "heartbeat blocked", "Can't keep up"}  # discord.py's
LOUD = {"warning", "error", "exception", "critical"}
LAST_WORDS = {"SettingsError", "CopyError", "OutdatedError", "_given_up"}
EXPLAINED = {
    words
    for cell in re.findall(r"(?m)^[|] ((?:`[^`]+`(?:, )?)+) [|] [A-Z`]", PAGE.partition("## 7.")[2])
    for words in re.findall(r"`([^`]+)`", cell)
}
MODULES = [path for part in ("bot", "cogs") for path in sorted((ROOT / part).rglob("*.py"))]


def spelled(path: Path) -> Iterator[str]:
    """Every string that a module can say, with its gaps left out."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def counted() -> set[str]:
    """The names of all that the bot tells Prometheus."""
    figures = Metrics()
    store = SimpleNamespace(writer_busy_s=lambda: 0.0, look=lambda _work: Backlog(waiting=1, oldest_ms=1))
    sockets = {0: SimpleNamespace(open=True, session_id="one", latency=0.1)}
    bot: Any = SimpleNamespace(
        store=store,
        latency=0.1,
        guilds=[],
        sockets=sockets,
        shard_ids=None,
        shard_count=None,
        tenure=SimpleNamespace(held=(0,)),
    )
    figures.registry.register(HealthCollector(bot, Pulse(lambda: 0.0)))
    suffixes = {"counter": ("_total",), "histogram": ("", "_bucket"), "info": ("_info",)}
    return {
        metric.name + suffix for metric in figures.registry.collect() for suffix in suffixes.get(metric.type, ("",))
    }


def test_every_message_that_is_explained_is_one_that_the_bot_says() -> None:
    said = [text for path in MODULES for text in spelled(path)]
    assert len(EXPLAINED) > 40
    assert {words for words in EXPLAINED - FOREIGN if not any(words in text for text in said)} == set()


def loud(path: Path) -> Iterator[str]:
    """What a module tells whoever hosts the bot: lines that are more than information, and what it gives up with."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="log"), attr=name), args=[what, *_]) if name in LOUD:
                yield words_of(what)
            case ast.Call(func=ast.Name(id=name), args=[what, *_]) if name in LAST_WORDS:
                yield words_of(what)


def words_of(what: ast.expr) -> str:
    """What is said, with a gap for each value."""
    return "…".join(
        node.value for node in ast.walk(what) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def test_every_message_is_explained() -> None:
    told = [words for path in MODULES for words in loud(path) if words.strip("%s")]
    assert len(told) > 10
    assert [words for words in told if not any(known in words for known in EXPLAINED)] == []


def test_whatever_is_found_wrong_is_explained() -> None:
    wrong = Look(
        loop_still_s=100,
        writer_busy_s=100,
        gateway_connected=False,
        gateway_latency_s=None,
        shards=(),
        leases=None,
        servers=0,
        posts_waiting=None,
        oldest_post_s=None,
    ).wrong()
    assert len(wrong) >= 4
    assert [words for words in wrong if not any(known in words for known in EXPLAINED)] == []


def test_every_refusal_to_start_is_explained() -> None:
    text = "".join((ROOT / "bot" / each).read_text("utf-8") for each in ("command_line/commands.py", "settings.py"))
    refusals = re.findall(r'return _given_up\(f?"(?:\{error\} )?([^"{:]+)', text)
    refusals += re.findall(r'SettingsError\(f"(There is [^"{:]+)', text)
    assert len(refusals) >= 6
    assert [words for words in refusals if words.strip() not in PAGE] == []


def test_the_permissions_are_those_that_are_asked_for() -> None:
    (value,) = re.findall(r"permissions=(\d+)", PAGE)
    assert discord.Permissions(int(value)) == PERMISSIONS
    table = PAGE.partition("| Permission |")[2].partition("\n\n")[0].casefold().replace("channels", "channel")
    asked = {"view channel" if name == "read_messages" else name.replace("_", " ") for name, on in PERMISSIONS if on}
    assert {name for name in asked if name not in table} == set()


def test_every_metric_is_explained_and_none_that_is_not_there() -> None:
    named = set(re.findall(r"(?:fireteam|process)_[a-z_]+", PAGE))
    assert named <= counted()
    assert {name for name in counted() if name.startswith("fireteam") and not name.endswith("_bucket")} <= named


def test_every_outcome_is_named() -> None:
    text = (ROOT / "bot" / "monitoring" / "metrics.py").read_text("utf-8")
    outcomes = {word for line in re.findall(r"outcome = (.+)", text) for word in re.findall(r'"(\w+)"', line)}
    assert len(outcomes) > 4
    assert {name for name in outcomes if f"`{name}`" not in PAGE} == set()


@pytest.mark.parametrize("panel", DASHBOARD["panels"], ids=lambda panel: panel["title"])
def test_the_dashboard_shows_what_is_counted(panel: dict[str, Any]) -> None:
    asked = {name for each in panel["targets"] for name in re.findall(r"(?:fireteam|process)_[a-z_]+", each["expr"])}
    assert asked
    assert asked <= counted()
