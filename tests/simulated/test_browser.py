"""The local game shows channel and threads on 127.0.0.1, keeps them up to date and closes in good order."""

import asyncio
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag

import aiohttp
import pytest

from bot.simulated.browser import HOST, play
from bot.simulated.simulation import Simulation
from tests.cogs.toy_bot import ToyBot

PROGRAM = """
import asyncio, pathlib, sys
from bot.simulated.browser import serve
from bot.simulated.simulation import Simulation
from tests.cogs.toy_bot import ToyBot

async def prepare(stage: Simulation) -> None:
    await stage.slash("gm", "/duel start")
    await stage.slash("ann", "/duel shoot", {"target": "guard"})

make = lambda: ToyBot(pathlib.Path(sys.argv[1]))
asyncio.run(serve(make, prepare=prepare, guide="", port=0, say=lambda text: print(text, flush=True)))
"""


class Browser:
    """What the pages in a browser ask for, without one."""

    def __init__(self, session: aiohttp.ClientSession, home: str) -> None:
        self.session = session
        self.home = home

    async def text(self, path: str, **headers: str) -> tuple[int, str]:
        async with self.session.get(self.home + path, headers=headers) as response:
            return response.status, await response.text()

    async def places(self) -> dict[str, Any]:
        async with self.session.get(self.home + "places") as response:
            return {place["name"]: place for place in await response.json()}

    async def until(self, name: str) -> dict[str, Any]:
        """The place of that name, as soon as it is there."""
        while True:
            places = await self.places()
            if name in places:
                return dict(places[name])

    async def open(self, place: dict[str, Any]) -> "Pane":
        url, key = urldefrag(place["url"])
        async with self.session.get(url) as response:
            policy = response.headers["Content-Security-Policy"]
        headers = {"X-Simcord-Capability": key}
        async with self.session.post(f"{url}api/pages", json={}, headers=headers) as response:
            page = await response.json()
        return Pane(self.session, url, headers | {"X-Simcord-Context": page["context"]["id"]}, policy)


class Pane:
    """One preview, as its page talks to it."""

    def __init__(self, session: aiohttp.ClientSession, url: str, headers: dict[str, str], policy: str) -> None:
        self.session = session
        self.url = url
        self.headers = headers
        self.policy = policy

    async def state(self) -> dict[str, Any]:
        async with self.session.get(f"{self.url}api/state", headers=self.headers) as response:
            return dict(await response.json())

    async def says(self) -> list[str]:
        state = await self.state()
        return [state["messages"][number]["content"] for number in state["timeline"]]

    async def act(self, kind: str, sequence: int = 1, **details: object) -> dict[str, Any]:
        state = await self.state()
        body = {
            "kind": kind,
            "protocol_version": 3,
            "sequence": sequence,
            "request_id": f"{kind}-{sequence}",
            "generation": state["context"]["generation"],
            "bot_generation": state["botGeneration"],
            "published_revision": state["publishedRevision"],
            **details,
        }
        async with self.session.post(f"{self.url}api/action", json=body, headers=self.headers) as response:
            return dict(await response.json())

    async def run(self, *path: str, sequence: int = 1, **options: str) -> dict[str, Any]:
        async with self.session.get(f"{self.url}api/commands", headers=self.headers) as response:
            entries = (await response.json())["entries"]
        entry = next(entry for entry in entries if entry["path"] == list(path))
        command = {"command_id": entry["commandId"], "path": entry["path"]}
        command["schema_fingerprint"] = entry["schemaFingerprint"]
        return await self.act("run_command", sequence, **command, options=options)


async def bare(stage: Simulation) -> None:
    assert stage.log("gm") == []


@pytest.fixture
async def browser(tmp_path: Path) -> AsyncIterator[Browser]:
    game = play(lambda: ToyBot(tmp_path / "toy.db"), prepare=bare, guide="/duel start <now>", port=0)
    async with game as home, aiohttp.ClientSession() as session:
        yield Browser(session, home)


async def test_the_page_shows_the_guide(browser: Browser) -> None:
    status, page = await browser.text("")
    assert (status, "/duel start &lt;now&gt;" in page) == (200, True)
    assert (await browser.text("local.js"))[0] == 200


async def test_the_page_is_for_this_machine_only(browser: Browser) -> None:
    assert browser.home.startswith(f"http://{HOST}:")
    assert (await browser.text("places", Host="elsewhere.example"))[0] == 403


async def test_a_new_thread_is_shown_beside_its_channel(browser: Browser) -> None:
    table = await browser.open(await browser.until("the-table"))
    assert (await table.run("duel", "start"))["settlement"] == "settled"
    log, secret = await browser.until("Duel log"), await browser.until("GM log")
    assert (log["thread"], log["private"], secret["private"]) == (True, False, True)
    assert await (await browser.open(secret)).says() == ["the sniper hides"]


async def test_a_log_that_is_open_follows_what_is_done_in_the_channel(browser: Browser) -> None:
    table = await browser.open(await browser.until("the-table"))
    await table.run("duel", "start")
    log = await browser.open(await browser.until("Duel log"))
    await table.run("duel", "shoot", sequence=2, target="guard")
    assert await log.says() == ["gm shot guard 1 times"]


async def test_pages_that_act_at_once_take_turns(browser: Browser) -> None:
    table = await browser.open(await browser.until("the-table"))
    await table.run("duel", "start")
    log = await browser.open(await browser.until("Duel log"))
    receipts = await asyncio.gather(table.act("refresh", 2), log.act("refresh"))
    assert [receipt["settlement"] for receipt in receipts] == ["settled", "settled"]


async def test_people_may_also_talk(browser: Browser) -> None:
    table = await browser.open(await browser.until("the-table"))
    receipt = await table.act("send_message", content="ready?")
    assert (receipt["dispatched"], await table.says()) == (True, ["ready?"])


async def test_only_our_page_may_frame_a_preview(browser: Browser) -> None:
    table = await browser.open(await browser.until("the-table"))
    assert f"frame-ancestors {browser.home.rstrip('/')} " in table.policy


async def test_a_preview_that_was_ended_comes_back(browser: Browser) -> None:
    place = await browser.until("the-table")
    await (await browser.open(place)).act("close")
    again = await browser.until("the-table")
    assert again["url"] != place["url"]
    assert await (await browser.open(again)).says() == []


async def test_the_game_ends_on_a_signal_with_its_log_written(tmp_path: Path) -> None:
    command = (sys.executable, "-c", PROGRAM, str(tmp_path / "toy.db"))
    game = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert game.stdout is not None
    address = (await game.stdout.readline()).decode().split()[1]
    async with aiohttp.ClientSession() as session:
        log = await Browser(session, address).open(await Browser(session, address).until("Duel log"))
        assert await log.says() == ["ann shot guard 1 times"]
        game.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(game.wait(), 10) == 0
    with sqlite3.connect(tmp_path / "toy.db") as database:
        assert database.execute("select posted from shots").fetchall() == [(1,)]
