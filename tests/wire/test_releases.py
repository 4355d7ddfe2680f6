"""This release and the next one play at one database, each its own fights, and the next goes on with all of them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from bot import app
from bot.client import Fireteam
from bot.service.requests import Reply
from bot.settings import Database, Settings
from bot.storage.migrate import migrate, unpooled, version
from tests import postgres
from tests.service.table import ANN, CHANNEL, OTHER_CHANNEL, agreed, ask, refused
from tests.wire.process import ROOT
from tests.wire.releases import MOOD, NEXT, RELEASE, lay_out

# What the next release does at a database: everything in it is of that release.
PLAY = """
import asyncio, sys
from bot import app, settings
from tests.service.table import ask

async def play():
    bot = app.make_bot(settings.Settings(database=settings.database_of(sys.argv[1])))
    channel = int(sys.argv[2])
    reply = await bot.referee.init_next(ask(channel_id=channel, interaction_id=channel))
    print(reply.refusal, "".join(line.text for line in reply.lines))
    await bot.store.close()

asyncio.run(play())
"""


@pytest.fixture(scope="module")
def following(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The next release, with what is compiled of this one where it is the same."""
    folder = lay_out(tmp_path_factory.mktemp("next"))
    for package in [path for path in folder.rglob("*") if path.is_dir()]:
        compiled = ROOT / package.relative_to(folder) / "__pycache__"
        if compiled.is_dir():
            half_written = shutil.ignore_patterns("*.pyc.*")
            shutil.copytree(compiled, package / "__pycache__", ignore=half_written, dirs_exist_ok=True)
    return folder


@pytest.fixture
def fresh(database: Database, request: pytest.FixtureRequest) -> Iterator[Database]:
    """A database that other tests do not meet again."""
    if isinstance(database, Path):
        yield database
        return
    server: postgres.Server = request.getfixturevalue("postgres_server")
    yield server.create("released")
    server.run("postgres", "DROP DATABASE released WITH (FORCE)")


@pytest.fixture
async def bot(fresh: Database) -> Fireteam:
    """This release, with two fights of its own."""
    made = app.make_bot(Settings(database=fresh))
    for channel in (CHANNEL, OTHER_CHANNEL):
        for name in ("One", "Two"):
            agreed(await made.referee.npc_add(ask(channel_id=channel), "Rifleman", name=name))
        agreed(await made.referee.init_start(ask(channel_id=channel), "Yard", now=True))
    return made


def of_the_next(following: Path, *words: str, **settings: str) -> str:
    """What the next release prints."""
    env = {"PYTHONPATH": str(following), "PATH": "/usr/bin:/bin", **settings}
    done = subprocess.run((sys.executable, *words), cwd=following, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def goes_on(bot: Fireteam, channel: int) -> Reply:
    return await bot.referee.init_next(ask(channel_id=channel))


async def test_both_play_side_by_side_and_the_next_goes_on_with_everything(
    bot: Fireteam, fresh: Database, following: Path
) -> None:
    address = str(fresh)
    assert RELEASE in of_the_next(following, "-m", "bot", "--version")
    assert of_the_next(following, "-c", PLAY, address, str(CHANNEL)).startswith("False")
    assert version(fresh) == NEXT
    assert "new version has this already" in refused(await goes_on(bot, CHANNEL))
    agreed(await goes_on(bot, OTHER_CHANNEL))
    agreed(await bot.referee.sheet_create(ask(ANN), "Axel"))
    agreed(await bot.referee.sheet_show(ask(ANN)))
    migrate(fresh)  # as at a start of this release, which may go on
    assert version(fresh) == NEXT
    await bot.store.close()
    assert of_the_next(following, "-c", PLAY, address, str(OTHER_CHANNEL)).startswith("False")
    with unpooled(fresh).connect() as connection:
        moods = connection.execute(text("SELECT mood FROM orders ORDER BY scene_id, ordinal")).scalars().all()
    assert moods == [*["calm"] * 3, MOOD, *["calm"] * 4, MOOD]
    assert of_the_next(following, "-m", "bot", "audit", FIRETEAM_DATABASE=address).endswith(" 0 problems.\n")


RACE = """
import sys
from tests.wire import process, race
process.forking = True
race.OLD_LIFE_S = 2.0
sys.exit(race.main())
"""


def test_a_rolling_restart_under_load_loses_nothing_and_doubles_nothing(following: Path) -> None:
    words = ("--postgres", "--processes", "2", "--people", "30", "--commands", "400", "--seed", "4")
    told = of_the_next(following, "-c", RACE, *words, "--old", str(ROOT), "--rolling")
    assert "nothing lost, nothing doubled" in told
    assert "Audited 4 scenes: 0 problems." in told
