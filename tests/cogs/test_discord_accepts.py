"""Requests that Discord would turn down are found, also where its own description is silent."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.simulated.simulation import Simulation, Upload
from tests.cogs.discord_accepts import DATA, OPERATIONS, violations, watching
from tests.cogs.toy_bot import ToyBot

POST, EDIT = ("POST", "/channels/1/messages"), ("PATCH", "/channels/1/messages/2")
ANSWER = ("POST", "/interactions/1/token/callback")
COMMANDS = ("PUT", "/applications/1/commands")
QUIET: dict[str, Any] = {"allowed_mentions": {"parse": []}}
BUTTON = {"type": 2, "style": 1, "label": "Go"}


def post(**body: Any) -> list[str]:
    return violations(*POST, {**QUIET, **body})


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def button(name: str) -> dict[str, Any]:
    return {**BUTTON, "custom_id": name}


def select(name: str) -> dict[str, Any]:
    return {"type": 3, "custom_id": name, "options": [{"label": "a", "value": "a"}]}


def text(words: str) -> dict[str, Any]:
    return {"type": 10, "content": words}


def command(**more: Any) -> list[str]:
    return violations(*COMMANDS, [{"name": "attack", "description": "Shoot", "type": 1, **more}])


def option(name: str, **more: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "A word"} | more


def long_options() -> list[dict[str, Any]]:
    return [option(f"o{each}", choices=[{"name": "x" * 90, "value": "y" * 90}] * 5) for each in range(9)]


def modal(count: int) -> list[str]:
    inputs = [{"type": 4, "custom_id": str(each), "style": 1} for each in range(count)]
    labels = [{"type": 18, "label": "x", "component": each} for each in inputs]
    return violations(*ANSWER, {"type": 9, "data": {"custom_id": "m", "title": "t", "components": labels}})


def completion(count: int) -> list[str]:
    return violations(*ANSWER, {"type": 8, "data": {"choices": [{"name": "a", "value": "a"}] * count}})


def many_commands(count: int) -> list[str]:
    return violations(*COMMANDS, [{"name": f"c{each}", "description": "d"} for each in range(count)])


def layout(*components: dict[str, Any], **more: Any) -> list[str]:
    return post(flags=1 << 15, components=list(components), **more)


def thread(**body: Any) -> list[str]:
    return violations("POST", "/channels/1/threads", body)


GOOD: list[tuple[tuple[str, str], Any]] = [
    (POST, {**QUIET, "content": "hello", "nonce": 5, "enforce_nonce": True}),
    (POST, {**QUIET, "embeds": [{"title": "t", "fields": [{"name": "n", "value": "v"}]}]}),
    (POST, {**QUIET, "content": "x", "components": [row(button("a"), button("b")), row(select("c"))]}),
    (POST, {**QUIET, "flags": 1 << 15, "components": [{"type": 17, "components": [text("words"), row(button("a"))]}]}),
    (POST, {"content": "you", "allowed_mentions": {"parse": [], "users": [12, "13"]}}),
    (POST, {**QUIET, "attachments": [{"id": 0, "filename": "log.txt"}]}),
    (EDIT, {"content": None, "embeds": [], "components": []}),
    (ANSWER, {"type": 4, "data": {**QUIET, "content": "hello", "flags": 64}}),
    (ANSWER, {"type": 5, "data": {"flags": 64}}),
    (ANSWER, {"type": 6}),
    (COMMANDS, [{"name": "init", "description": "Fight", "options": [option("start", type=1, options=[option("a")])]}]),
    (("POST", "/channels/1/messages/2/threads"), {"name": "Fight", "auto_archive_duration": 1440}),
    (("POST", "/channels/1/threads"), {"name": "GM", "type": 12, "invitable": False}),
    (("PATCH", "/channels/1"), {"archived": False}),
    (("PATCH", "/webhooks/1/token/messages/@original"), {"content": "done"}),
    (("GET", "/channels/1/anything"), None),
    (("PUT", "/channels/1/thread-members/2"), None),
]
BAD: list[tuple[str, Callable[[], list[str]], str]] = [
    ("long content", lambda: post(content="x" * 2001), "more than 2000"),
    ("long edit", lambda: violations(*EDIT, {"content": "x" * 2001}), "more than 2000"),
    ("nothing", lambda: post(content=""), "empty"),
    ("unpinned pings", lambda: violations(*POST, {"content": "@everyone"}), "ping"),
    ("long title", lambda: post(embeds=[{"title": "x" * 257}]), "embeds\\[0\\].title.*too long"),
    ("26 fields", lambda: post(embeds=[{"fields": [{"name": "n", "value": "v"}] * 26}]), "fields.*too long"),
    ("embeds in all", lambda: post(embeds=[{"description": "x" * 3001}] * 2), "more than 6000"),
    ("11 embeds", lambda: post(embeds=[{"title": "x"}] * 11), "embeds.*too long"),
    ("long label", lambda: post(content="x", components=[row({**BUTTON, "label": "x" * 81})]), "label.*too long"),
    ("long id", lambda: post(content="x", components=[row(button("x" * 101))]), "custom_id.*too long"),
    ("equal ids", lambda: post(content="x", components=[row(button("a")), row(button("a"))]), "'a' occurs twice"),
    ("6 buttons", lambda: post(content="x", components=[row(*map(button, "abcdef"))]), "components.*too long"),
    ("6 rows", lambda: post(content="x", components=[row(button(each)) for each in "abcdef"]), "more than 5 rows"),
    ("shared row", lambda: post(content="x", components=[row(button("a"), select("b"))]), "shares its row"),
    ("no flag", lambda: post(components=[text("x")]), "without its flag"),
    ("layout and text", lambda: layout(text("x"), content="x"), "beside content"),
    ("41 components", lambda: layout({"type": 17, "components": [text("x")] * 40}), "more than 40"),
    ("4001 shown", lambda: layout(text("x" * 2001), text("x" * 2001)), "more than 4000"),
    ("unknown kind", lambda: post(content="x", components=[{"type": 99}]), "components\\[0\\]"),
    ("26 choices", lambda: completion(26), "choices.*too long"),
    ("6 inputs", lambda: modal(6), "a modal of more than 5"),
    ("capital name", lambda: command(name="Attack"), "is no name"),
    ("long description", lambda: command(description="x" * 101), "description.*too long"),
    ("equal options", lambda: command(options=[option("a"), option("a")]), "'a' occurs twice"),
    ("late required", lambda: command(options=[option("a"), option("b", required=True)]), "required option after"),
    ("8001 characters", lambda: command(options=long_options()), "of 8000"),
    ("101 commands", lambda: many_commands(101), "more than 100"),
    ("long thread name", lambda: thread(name="x" * 101), "name.*too long"),
    ("forum post", lambda: thread(name="x", message={"content": ""}), "empty"),
    ("unknown request", lambda: violations("POST", "/guilds/1/roles", {"name": "x"}), "add it to OPERATIONS"),
]  # fmt: skip


@pytest.fixture
def discord_accepts() -> None:
    """Here the violations are meant."""


@pytest.mark.parametrize(("operation", "body"), GOOD)
def test_discord_takes(operation: tuple[str, str], body: object) -> None:
    assert violations(*operation, body) == []


def test_discord_takes_what_is_just_within_its_limits() -> None:
    assert [*completion(25), *modal(5), *many_commands(100)] == []


@pytest.mark.parametrize(("request_of", "says"), [each[1:] for each in BAD], ids=[each[0] for each in BAD])
def test_discord_turns_down(request_of: Callable[[], list[str]], says: str) -> None:
    assert any(re.search(says, violation) for violation in request_of()), request_of()


async def test_everything_a_bot_sends_is_watched(tmp_path: Path) -> None:
    with watching() as found:
        async with Simulation(lambda: ToyBot(tmp_path / "toy.db")) as stage:
            await stage.slash("gm", "/duel start")
            assert found == []
            await stage.slash("ann", "/duel import", {"file": Upload("long.txt", b"x" * 2001)})
    assert "more than 2000" in found[-1]


def test_the_description_covers_what_is_watched() -> None:
    description = json.loads(DATA.read_text("utf-8"))
    assert description["bodies"].keys() == {f"{method} {path}" for method, path in OPERATIONS}
    assert description["info"]["license"] == {"name": "MIT", "identifier": "MIT"}
