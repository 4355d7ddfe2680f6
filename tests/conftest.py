"""What holds for all tests: the long ones begin first, few are traced, and there is a database of either kind."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from contextlib import nullcontext
from functools import cache
from hashlib import sha512
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bot.service import systems
from bot.service.requests import GroundView
from bot.settings import Database
from bot.simulated.blank_database import migrated
from bot.storage import codec, migrate, sqlite
from bot.storage.codec import Codec
from cogs import _message, _reply
from tests import plain_copies, postgres, reporting
from tests.named_dice import secrets_of
from tests.sharing import others_of_one_system, place, pytest_xdist_make_scheduler
from tests.tracing import is_traced, is_worker, kept, load_rules, traced, untraced
from tests.wire import process

__all__ = ["pytest_xdist_make_scheduler"]

# However long an example takes: that goes by how busy the machine is.
settings.register_profile("house", deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", settings.get_profile("house"), max_examples=1000)  # `make soak`
settings.load_profile("house")


gc.set_threshold(50_000, 20, 100)  # what tests leave behind is a tenth of the time otherwise
gc.disable()  # until they are collected, since of what that makes all is kept
OF_ALL = ("", "tests")  # where fixtures stand that reach no rule: in pytest itself, and here
RECORDED = {"databases", "scenarios"}
MEMORY = Path("/dev/shm")  # noqa: S108 - a file system in memory, where Linux has one
ROOM_BYTES = 1 << 30
LIGHT_PRAGMAS = [pragma.replace("synchronous=FULL", "synchronous=OFF") for pragma in sqlite.PRAGMAS]
MIGRATING = {"migrate", "migrate_aside"}
PNG = b"\x89PNG"


def _write_in_memory() -> None:
    """Have tests write their files to memory if there is room: a disk takes milliseconds to make or remove each."""
    if not MEMORY.is_dir() or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return
    if shutil.disk_usage(MEMORY).free > ROOM_BYTES:
        os.environ.setdefault("TMPDIR", str(MEMORY))
        tempfile.tempdir = None


_write_in_memory()


def pytest_configure(config: pytest.Config) -> None:
    """Have each of several workers tell little."""
    if is_worker():
        config.pluginmanager.register(reporting)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what `make soak` asks for."""
    parser.addoption("--all-on-postgresql", action="store_true", help="ask all of PostgreSQL, too")
    parser.addoption("--in-all-systems", action="store_true", help="ask what is marked `one_system` of every system")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Trace how the rules are loaded, and nothing of how tests are found, which would take twice as long."""
    if is_worker() or session.config.getoption("dist", "no") == "no":  # else it only hands the tests out
        load_rules()
    with untraced():
        return (yield)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Have what takes long stand at either end, from which it is taken, so that all come to an end together.

    What is asked of a use case in many ways is asked of PostgreSQL in the first of them, and by `make soak` in all.
    """
    again = set() if config.getoption("--all-on-postgresql") else set(_asked_again(items))
    if not config.getoption("--in-all-systems"):
        again |= set(others_of_one_system(items))
    config.hook.pytest_deselected(items=list(again))
    items[:] = sorted((each for each in items if each not in again), key=lambda item: place(item.path))


def _asked_again(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the tests of use cases that differ from one before them in nothing but what is typed, with PostgreSQL."""
    known: set[str] = set()
    for item in items:
        callspec = getattr(item, "callspec", None)
        if "service" not in item.path.parts or callspec is None or callspec.params.get("database") != "postgresql":
            continue
        name = item.nodeid.partition("[")[0]
        if name in known:
            yield item
        known.add(name)


def pytest_collection_finish() -> None:
    """Spare the collector of garbage the tests themselves, which stay to the end."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_sessionfinish() -> None:
    """Have a worker write down what it traced before it says that it is done."""
    if is_worker():
        kept()


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop() -> Generator[None, object, object]:
    """Trace nothing between tests, nor the process that hands them out."""
    with untraced():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Trace what a folder or a file sets up for a test that is traced, and nothing of what all are given."""
    with traced() if fixturedef.baseid not in OF_ALL and is_traced(request.node) else nullcontext():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Trace a test, or nothing of it, and nothing of what pytest does around it."""
    with traced() if is_traced(pyfuncitem) else nullcontext():
        return (yield)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Server]:
    """A PostgreSQL server, started by the first test that wants one."""
    with postgres.server() as running:
        yield running


@pytest.fixture(scope="session", autouse=True)
def bots_forked() -> Iterator[None]:
    """Fork the bots that tests start, but for those that are about how one starts."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(process, "forking", True)
        yield


@pytest.fixture(scope="session", autouse=True)
def plain_copies_of_json() -> Iterator[None]:
    """Have the simulated Discord copy JSON as JSON: its general copies are a twentieth of what a scenario takes."""
    with plain_copies.quickly():
        yield


@pytest.fixture(scope="session", autouse=True)
def codecs_made_once() -> Iterator[None]:
    """Have all bots of a process share what they read and write the rules by: it takes as long as many a command."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(codec, "Codec", cache(Codec))
        yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Have a test find things as they are to be for it; as fixtures they would take as long as many a test."""
    with pytest.MonkeyPatch.context() as patched:
        for prepare in (_dice_by_name, _light_files, _patient_bot, _undrawn):
            prepare(item, patched)
        return (yield)


def _dice_by_name(item: pytest.Item, patched: pytest.MonkeyPatch) -> None:
    """Draw what fair dice are rolled from out of the name of the test: in the same test they fall alike every time."""
    patched.setattr(systems, "secrets", secrets_of(item.nodeid))


def _light_files(item: pytest.Item, patched: pytest.MonkeyPatch) -> None:
    """Give every new file what the migrations make of it, and run them for those who test the storage and name them.

    For the storage alone everything is on the disk at once: what a crash of the machine would lose is no matter else.
    """
    is_of_storage = "storage" in item.path.parts
    if not is_of_storage:
        patched.setattr(sqlite, "PRAGMAS", LIGHT_PRAGMAS)
    if is_of_storage and not MIGRATING.isdisjoint(vars(getattr(item, "module", None) or object)):
        return
    upgrade, new = migrate._upgrade_file, migrated()

    def copied(path: Path) -> None:
        if path.stat().st_size:
            upgrade(path)
        else:
            path.write_bytes(new)

    patched.setattr(migrate, "_upgrade_file", copied)


def _patient_bot(item: pytest.Item, patched: pytest.MonkeyPatch) -> None:
    """Never put an answer off where all that is said is compared: how busy a machine is must not show there."""
    if not RECORDED.isdisjoint(item.path.parts):
        patched.setattr(_reply, "PATIENCE_S", 3600.0)


def _undrawn(item: pytest.Item, patched: pytest.MonkeyPatch) -> None:
    """Draw nothing where two worlds are compared: what is drawn follows from what is seen alone, which is compared."""
    if "worlds" in item.path.parts:
        patched.setattr(_message, "drawn", _named)


def _named(view: GroundView) -> bytes:
    """What stands for a picture: another one for all that is seen otherwise."""
    return PNG + sha512(repr(view).encode()).digest()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """A database with nothing in it, of one kind and then of the other."""
    if request.param == "sqlite":
        return tmp_path / "table.db"
    running: postgres.Server = request.getfixturevalue("postgres_server")
    return running.swept("swept")
