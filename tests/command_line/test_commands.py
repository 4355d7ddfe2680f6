"""What is typed behind `python -m bot`: one line of words where it cannot be done, and a status that says so."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import aiohttp
import discord
import pytest
from sqlalchemy.exc import OperationalError

from bot import app
from bot.__main__ import main
from bot.client import Fireteam
from bot.service.requests import Request
from bot.settings import Settings
from tests.service.table import GM, ask

ROOT = Path(__file__).parents[2]


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, with the settings that point there."""
    monkeypatch.chdir(tmp_path)
    for name in ("FIRETEAM_TOKEN", "DISCORD_TOKEN", "FIRETEAM_LOG", "FIRETEAM_HEARTBEAT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FIRETEAM_DATABASE", str(tmp_path / "house.db"))
    return tmp_path / "house.db"


def played(database: Path) -> None:
    """A short fight between guards, ended."""

    async def play() -> None:
        bot = app.make_bot(Settings(database=database))
        gm: Request = ask(GM)
        await bot.referee.npc_add(gm, "guard", 3)
        await bot.referee.init_start(ask(GM), now=True)
        for _ in range(5):
            await bot.referee.init_next(ask(GM))
        await bot.referee.init_end(ask(GM))
        await bot.store.close()

    asyncio.run(play())


def test_a_missing_token_is_one_line_and_status_two(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run"]) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1
    assert "FIRETEAM_TOKEN" in said[0]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (discord.LoginFailure("no"), "does not know this token"),
        (discord.PrivilegedIntentsRequired(None), "intents"),
        (aiohttp.ClientConnectionError("no way"), "cannot be reached"),
    ],
)
def test_what_discord_refuses_is_one_line_and_status_two(
    error: Exception,
    words: str,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def refused(bot: Fireteam, *_: object) -> None:
        await bot.store.close()
        raise error

    monkeypatch.setenv("FIRETEAM_TOKEN", "a.b.c")
    monkeypatch.setattr("bot.client.play", refused)
    assert main(["run"]) == 2
    assert words in capsys.readouterr().err.strip().splitlines()[-1]


def test_migrate_makes_a_database_that_can_be_audited(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate"]) == 0
    assert database.exists()
    assert main(["audit"]) == 0
    assert capsys.readouterr().out == "Audited 0 scenes: 0 problems.\n"


def test_nothing_is_audited_where_there_is_no_database(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit"]) == 2
    assert "There is no database" in capsys.readouterr().err
    assert not database.exists()


def test_an_honest_fight_is_audited_without_a_problem(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(database)
    assert main(["audit"]) == 0
    assert "0 problems" in capsys.readouterr().out


def test_a_tampered_fight_is_told_with_its_order(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(database)
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE chapters SET public_secret = x'00' WHERE number = 2")
    assert main(["audit"]) == 1
    assert "order " in capsys.readouterr().out


def test_a_backup_is_a_database_of_its_own(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(database)
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    with sqlite3.connect(tmp_path / "copy.db") as copy, sqlite3.connect(database) as live:
        count = "SELECT count(*) FROM orders"
        assert copy.execute(count).fetchone() == live.execute(count).fetchone()


def test_a_backup_overwrites_nothing_and_needs_something_to_copy(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "copy.db")]) == 2
    main(["migrate"])
    (tmp_path / "copy.db").write_text("mine")
    assert main(["backup", str(tmp_path / "copy.db")]) == 2
    assert (tmp_path / "copy.db").read_text() == "mine"
    told = capsys.readouterr().err
    assert "no database" in told
    assert "exists already" in told


def test_the_health_of_the_bot_is_one_line_and_a_status(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alive = Settings(database=database).heartbeat_file()
    assert main(["health"]) == 1
    alive.touch()
    assert main(["health"]) == 0
    os.utime(alive, (0, 0))
    assert main(["health"]) == 1
    missing, well, stale = capsys.readouterr().out.splitlines()
    assert "no sign of life" in missing
    assert well == "The bot is well."
    assert "stands still" in stale


def test_health_is_asked_often_and_loads_little(database: Path) -> None:
    program = (
        "import sys; from bot.__main__ import main; main(['health']); print({'discord', 'sqlalchemy'} & {*sys.modules})"
    )
    found = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == "set()"


def test_no_scenarios_are_no_success(database: Path, tmp_path: Path) -> None:
    empty = tmp_path / "nothing"
    empty.mkdir()
    assert main(["scenarios", str(empty)]) == 2


NOBODY_HEARS = "postgresql://bot:very-secret@127.0.0.1:1/fights"


@pytest.mark.parametrize(
    "typed", [["audit"], ["migrate"], ["copy", NOBODY_HEARS, "copy.db"]], ids=lambda typed: typed[0]
)
def test_a_database_that_is_not_reached_is_one_line_and_status_two(
    typed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FIRETEAM_DATABASE", NOBODY_HEARS)
    assert main(typed) == 2
    told = capsys.readouterr().err
    assert told.startswith("The database cannot be reached")
    assert "very-secret" not in told


def test_a_database_of_a_server_is_saved_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FIRETEAM_DATABASE", NOBODY_HEARS)
    assert main(["backup", str(tmp_path / "copy.db")]) == 2
    assert "pg_dump" in capsys.readouterr().err


def test_a_server_without_its_driver_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FIRETEAM_DATABASE", NOBODY_HEARS)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert main(["audit"]) == 2
    assert "extra postgresql" in capsys.readouterr().err


@pytest.mark.parametrize(
    "typed", [["run"], ["audit"], ["migrate"], ["backup", "copy.db"], ["copy", "house.db", "b.db"]]
)
@pytest.mark.parametrize("what", ["a folder", "another file"])
def test_a_file_that_is_no_database_is_one_line_and_status_two(
    what: str, typed: list[str], database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FIRETEAM_TOKEN", "a.b.c")
    if what == "a folder":
        database.mkdir()
    else:
        database.write_text("a shopping list")
    before = {*database.parent.iterdir()}
    assert main(typed) == 2
    told = capsys.readouterr().err.splitlines()
    assert told[-1].startswith("The database cannot be reached: ")
    assert "house.db: " in told[-1]
    assert {*database.parent.iterdir()} == before


def test_what_an_upgrade_finds_in_its_way_is_said(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_: object) -> None:
        raise OperationalError("INSERT", (), sqlite3.OperationalError("database or disk is full"))

    monkeypatch.setattr("bot.storage.migrate._upgrade_file", full)
    assert main(["migrate"]) == 2
    assert capsys.readouterr().err == f"The database cannot be reached: {database}: database or disk is full.\n"


def test_a_mistake_of_ours_in_an_upgrade_is_none_of_the_file(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.migrate._upgrade_file", lambda _: [][0])
    with pytest.raises(IndexError):
        main(["migrate"])


def test_a_backup_into_a_folder_that_is_not_there_says_so(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["migrate"])
    assert main(["backup", str(tmp_path / "none" / "copy.db")]) == 2
    assert "copy.db: No such file" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["postgresql://bot:se%zcret@127.0.0.1/fights", f"{NOBODY_HEARS}?secret=very"])
def test_an_address_that_postgresql_does_not_understand_is_one_line_without_its_password(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FIRETEAM_DATABASE", address)
    assert main(["migrate"]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert "percent-encoded" in told
    assert "cret" not in told


def test_a_folder_that_is_none_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "games").write_text("a shopping list")
    assert main(["try", "--folder", str(tmp_path / "games")]) == 2
    assert "cannot keep the games: File exists. Name another folder." in capsys.readouterr().err


@pytest.mark.parametrize("port", ["65536", "-1", "x"])
def test_a_port_that_is_none_is_said(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["try", "--port", port])
    assert "use a number up to 65535" in capsys.readouterr().err
