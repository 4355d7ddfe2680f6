"""The local game shows channel and threads on 127.0.0.1, keeps them up to date and closes in good order."""

import asyncio
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import simcord

from bot.simulated.browser import HOST, play
from bot.simulated.guide import Guide, Played, Step, Stop, Typed
from bot.simulated.simulation import Simulation
from tests.cogs.toy_bot import ToyBot

PROGRAM = """
import asyncio, pathlib, sys
from bot.simulated.browser import serve
from tests.simulated.test_browser import Duel

class Begun(Duel):
    async def prepare(self, stage):
        await stage.slash("gm", "/duel start")
        await stage.slash("ann", "/duel shoot", {"target": "guard"})

asyncio.run(serve({"toy": Begun(pathlib.Path(sys.argv[1]))}, port=0, say=lambda text: print(text, flush=True)))
"""


class Host:
    """Knows one step: to begin the duel."""

    def __init__(self, stage: Simulation) -> None:
        self.stage = stage

    async def next(self) -> Step:
        return Step("start", "Begin", (Typed("gm", "/duel start"),))

    async def stops(self) -> tuple[Stop, ...]:
        return (Stop("Begin", is_done=False, is_next=True),)

    async def due(self) -> tuple[str, ...]:
        return ("gm",)

    async def play(self, step: Step) -> Played:
        await self.stage.slash("gm", "/duel start")
        return Played(step.first.words)


class Duel:
    """The made-up duel as a game."""

    title = "Duel"

    def __init__(self, database: Path) -> None:
        self.database = database

    async def restore(self) -> None: ...

    def stage(self) -> Simulation:
        return Simulation(lambda: ToyBot(self.database), opens_at=datetime.now(UTC))

    async def prepare(self, stage: Simulation) -> None:
        assert stage.log("gm") == []

    def guide(self, stage: Simulation) -> Guide:
        return Host(stage)

    def forget(self) -> None:
        self.database.unlink(missing_ok=True)


class Browser:
    """What the pages in a browser ask for, without one."""

    def __init__(self, session: aiohttp.ClientSession, home: str) -> None:
        self.session = session
        self.home = home

    async def text(self, path: str, **headers: str) -> tuple[int, str]:
        async with self.session.get(self.home + path, headers=headers) as response:
            return response.status, (await response.read()).decode("utf-8", "replace")

    async def table(self) -> dict[str, Any]:
        async with self.session.get(self.home + "table") as response:
            return dict(await response.json())

    async def post(self, path: str, body: str = "{}", **headers: str) -> int:
        async with self.session.post(self.home + path, data=body, headers=headers) as response:
            return response.status

    async def until(self, name: str) -> dict[str, Any]:
        """The place of that name, as soon as it is there."""
        while True:
            for place in (await self.table())["places"]:
                if place["name"] == name:
                    return dict(place)

    async def open(self, place: dict[str, Any]) -> "Pane":
        async with self.session.get(f"{self.home}pane/{place['id']}") as response:
            policy = response.headers["Content-Security-Policy"]
        headers = {"X-Simcord-Capability": place["key"]}
        async with self.session.post(f"{self.home}api/pages", json={}, headers=headers) as response:
            page = await response.json()
        return Pane(self.session, self.home, headers | {"X-Simcord-Context": page["context"]["id"]}, policy)


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
    async with (
        play({"toy": Duel(tmp_path / "toy.db"), "other": Duel(tmp_path / "other.db")}, port=0) as home,
        aiohttp.ClientSession() as session,
    ):
        yield Browser(session, home)


async def test_the_page_and_what_it_needs_come_from_one_address(browser: Browser) -> None:
    for path in ("", "browser.js", "browser.css", "pane.js", "pane.css", "app.js", "preview.css"):
        assert (await browser.text(path))[0] == 200, path
    assert (await browser.text("../pyproject.toml"))[0] == 404
    assert (await browser.text("browser.py"))[0] == 404
    assert 'href="/pane.css"' in (await browser.text("pane/1"))[1]


async def test_no_pane_reads_the_fonts_of_every_alphabet(browser: Browser) -> None:
    _, style = await browser.text("preview.css")
    assert (style.count("@font-face"), "noto-sans-sc" in style) == (4, False)
    assert (await browser.text("fonts/noto-sans-latin-v2.015.ttf", **{"Accept-Encoding": "identity"}))[0] == 200


async def test_a_pane_is_worked_out_once_while_nothing_changes(browser: Browser) -> None:
    table = await browser.open(await browser.until("the-table"))
    first = await table.state()
    assert await table.state() == first
    await browser.post("table/play")
    assert (await table.state())["publishedRevision"] > first["publishedRevision"]


async def test_the_page_is_for_this_machine_only(browser: Browser) -> None:
    assert browser.home.startswith(f"http://{HOST}:")
    assert (await browser.text("table", Host="elsewhere.example"))[0] == 403


async def test_another_page_cannot_have_the_browser_play(browser: Browser) -> None:
    assert await browser.post("table/play", Origin="https://elsewhere.example") == 403
    assert [place["slot"] for place in (await browser.table())["places"]] == ["channel"]


async def test_a_key_that_no_pane_has_opens_nothing(browser: Browser) -> None:
    assert (await browser.text("api/state"))[0] == 410
    assert (await browser.text("api/state", **{"X-Simcord-Capability": "guessed"}))[0] == 410


async def test_a_new_thread_is_shown_beside_its_channel(browser: Browser) -> None:
    table = await browser.open(await browser.until("the-table"))
    assert (await table.run("duel", "start"))["settlement"] == "settled"
    log, secret = await browser.until("Duel log"), await browser.until("GM log")
    assert (log["slot"], secret["slot"]) == ("log", "gm")
    assert ([*log["readers"]], [*secret["readers"]]) == (["gm", "ann", "bob"], ["gm"])
    assert await (await browser.open(secret)).says() == ["the sniper hides"]


async def test_a_step_of_the_guide_is_played_by_the_table(browser: Browser) -> None:
    before = await browser.table()
    assert before["step"] == {"title": "Begin", "user": "gm", "typed": "/duel start"}
    assert await browser.post("table/play") == 200
    after = await browser.table()
    assert ([place["slot"] for place in after["places"]], after["typed"]) == (["channel", "log", "gm"], "/duel start")


async def test_another_game_comes_to_the_table_and_the_first_back(browser: Browser) -> None:
    await browser.post("table/play")
    assert await browser.post("table/open", '{"game": "other"}') == 200
    there = await browser.table()
    assert (there["game"], [place["slot"] for place in there["places"]]) == ("other", ["channel"])
    assert await browser.post("table/open", '{"game": "none"}') == 404
    assert (await browser.table())["game"] == "other"


async def test_a_reset_keeps_nothing(browser: Browser, tmp_path: Path) -> None:
    await browser.post("table/play")
    with sqlite3.connect(tmp_path / "toy.db") as database:
        database.execute("create table kept (it)")
    assert await browser.post("table/reset") == 200
    with sqlite3.connect(tmp_path / "toy.db") as database:
        assert database.execute("select name from sqlite_master where name = 'kept'").fetchall() == []
    assert [place["slot"] for place in (await browser.table())["places"]] == ["channel"]


async def test_only_the_newest_thread_of_each_kind_is_on_show(browser: Browser) -> None:
    await browser.post("table/play")
    first = await browser.until("Duel log")
    await browser.post("table/play")
    places = (await browser.table())["places"]
    assert [place["slot"] for place in places] == ["channel", "log", "gm"]
    assert places[1]["id"] != first["id"]
    assert (await browser.text("api/state", **{"X-Simcord-Capability": first["key"]}))[0] == 410


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


async def test_a_bot_that_is_long_at_it_does_not_end_the_game(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await browser.open(await browser.until("the-table"))
    refresh, was_late = simcord.Preview.refresh, asyncio.Event()

    async def late_at_first(preview: simcord.Preview) -> None:
        if not was_late.is_set():
            was_late.set()
            raise TimeoutError
        await refresh(preview)

    monkeypatch.setattr(simcord.Preview, "refresh", late_at_first)
    await browser.post("table/play")
    assert (await browser.table())["refusal"] == "The bot is still at it: what it says will appear by itself."
    log = await browser.open(await browser.until("Duel log"))
    await table.run("duel", "shoot", target="guard")
    while not (said := await log.says()):
        pass
    assert said == ["gm shot guard 1 times"]


async def test_only_our_page_may_frame_a_preview(browser: Browser) -> None:
    table = await browser.open(await browser.until("the-table"))
    assert "frame-ancestors 'self'" in table.policy


async def test_a_preview_that_was_ended_comes_back(browser: Browser) -> None:
    place = await browser.until("the-table")
    await (await browser.open(place)).act("close")
    again = place
    while again["key"] == place["key"]:
        again = await browser.until("the-table")
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
