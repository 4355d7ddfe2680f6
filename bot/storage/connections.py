"""How PostgreSQL is reached: connections that are prepared once, kept while they are whole, and told from lost ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg import OperationalError
from psycopg.adapt import AdaptersMap
from psycopg.pq import TransactionStatus
from psycopg.types.bool import BoolBinaryDumper
from psycopg.types.numeric import Int8BinaryDumper
from psycopg.types.string import StrBinaryDumper

from bot.storage.pipeline import Link

CONNECT_TIMEOUT_S = 5
# A server that is gone without a word is found out by the kernel; one that answers is waited for.
KEPT_ALIVE: Any = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 20_000}
# Whose machine is gone or asleep in the middle of a transaction must not hold everybody else for ever; nor must who
# writes and stands still there, which a server from version 17 on ends. To a server nobody is idle in a transaction,
# since its statements leave in one pipeline.
FOUND_OUT = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3"
BOUNDED = (
    "SELECT set_config('transaction_timeout', '90s', false)"
    " WHERE current_setting('transaction_timeout', true) IS NOT NULL"
)
# What is read behind a lock must be what its last holder has left.
FOR_WRITING = "SET lock_timeout = '20s'; SET default_transaction_isolation = 'read committed'"
# Durable before the answer, whatever the server does for others.
DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
FOR_READING = "SET default_transaction_isolation = 'repeatable read'; SET default_transaction_read_only = on"

LOST = frozenset({"57P01", "57P02", "57P03", "57P05", "25P03", "25P04", "53300"})
"""States of a server that goes down, comes up, or has thrown somebody out: it may take the same again later."""
CLASHED = frozenset({"40001", "40P01", "55P03", "23505"})
"""Serialisation, deadlock, lock and uniqueness: two were in each other's way, and the second finds what the first did.
"""
CONNECTING = "08"
HINDERED = frozenset({"53", "58"})
"""Classes of states of a server whose disk is full or breaks: no mistake of ours."""


class _Flag(Int8BinaryDumper):
    """Yes and no as the numbers that all tables hold for them."""

    def dump(self, obj: Any) -> Any:
        """Return the number for ``obj``."""
        return super().dump(int(obj))


def _adapters() -> AdaptersMap:
    """Return one type for each kind of value, whatever its size, so that a statement is prepared once."""
    adapters = AdaptersMap(psycopg.adapters)
    adapters.register_dumper(bool, BoolBinaryDumper)
    for kind, dumper in ((int, Int8BinaryDumper), (bool, _Flag), (str, StrBinaryDumper)):
        adapters.register_dumper(kind, dumper)
    return adapters


ADAPTERS = _adapters()


class Context:
    """What psycopg asks for where a connection is to have adapters of its own."""

    adapters = ADAPTERS
    connection = None


class Connections:
    """The connections of one purpose; as many as are wanted at once, of which none is shared."""

    def __init__(self, address: str, *settings: str) -> None:
        self._address = address
        self._settings = settings
        self._idle: list[Link] = []

    @contextmanager
    def one(self) -> Iterator[Link]:
        """Lend this thread a connection; it is kept for the next if it comes back whole."""
        link = self._taken()
        try:
            yield link
        finally:
            if link.server.transaction_status == TransactionStatus.IDLE:
                self._idle.append(link)
            else:
                link.connection.close()

    def _taken(self) -> Link:
        with suppress(IndexError):
            return self._idle.pop()
        return self._opened()

    def _opened(self) -> Link:
        connection = psycopg.connect(
            self._address,
            autocommit=True,
            context=Context(),
            connect_timeout=CONNECT_TIMEOUT_S,
            **KEPT_ALIVE,
        )
        for setting in self._settings:
            connection.execute(setting, prepare=False)
        return Link(connection)

    def close(self) -> None:
        """Close those that nobody has."""
        while self._idle:
            self._idle.pop().connection.close()


def is_clash(error: psycopg.Error) -> bool:
    """Tell whether two were in each other's way, and one of them is to begin anew."""
    return error.sqlstate in CLASHED


def is_loss(error: psycopg.Error) -> bool:
    """Tell whether the connection is gone, or there never was one."""
    state = error.sqlstate
    return state in LOST or (isinstance(error, OperationalError) and (state is None or state[:2] == CONNECTING))


def is_hindered(error: psycopg.Error) -> bool:
    """Tell whether the server takes nothing, since its disk is full, say."""
    return (error.sqlstate or "")[:2] in HINDERED
