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
from bot.figures import Figures
from bot.lookout import Watchers
from bot.service.ports import Backlog
from bot.watch import Pulse

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
DASHBOARD = json.loads((ROOT / "docs" / "fireteam-dashboard.json").read_text("utf-8"))
FOREIGN = {"Can't locate revision"}  # alembic's words


def spelled(path: Path) -> Iterator[str]:
    """Every string that a module can say, with its gaps left out."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def counted() -> set[str]:
    """The names of all that the bot tells Prometheus."""
    figures = Figures()
    store = SimpleNamespace(writer_busy_s=lambda: 0.0, look=lambda _work: Backlog(waiting=1, oldest_ms=1))
    sockets = {0: SimpleNamespace(open=True, session_id="one", latency=0.1)}
    bot: Any = SimpleNamespace(store=store, latency=0.1, guilds=[], sockets=sockets, shard_ids=None, shard_count=None)
    figures.registry.register(Watchers(bot, Pulse(lambda: 0.0)))
    suffixes = {"counter": ("_total",), "histogram": ("", "_bucket"), "info": ("_info",)}
    return {
        metric.name + suffix for metric in figures.registry.collect() for suffix in suffixes.get(metric.type, ("",))
    }


def test_every_message_that_is_explained_is_one_that_the_bot_says() -> None:
    explained = set(re.findall(r"(?m)^[|] `([^`]+)` [|] [A-Z`]", PAGE.partition("## 7.")[2]))
    said = [text for part in ("bot", "cogs") for path in (ROOT / part).rglob("*.py") for text in spelled(path)]
    assert len(explained) > 20
    assert {words for words in explained - FOREIGN if not any(words in text for text in said)} == set()


def test_every_refusal_to_start_is_explained() -> None:
    text = (ROOT / "bot" / "errands.py").read_text("utf-8")
    refusals = re.findall(r'return _given_up\(f?"(?:\{error\} )?([^"{:]+)', text)
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


@pytest.mark.parametrize("panel", DASHBOARD["panels"], ids=lambda panel: panel["title"])
def test_the_dashboard_shows_what_is_counted(panel: dict[str, Any]) -> None:
    asked = {name for each in panel["targets"] for name in re.findall(r"(?:fireteam|process)_[a-z_]+", each["expr"])}
    assert asked
    assert asked <= counted()
