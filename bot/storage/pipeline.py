"""Statements to PostgreSQL leave together, and are waited for only where somebody reads what one has found.

The driver's own cursors send each statement by itself and ask the system each time whether they may, twenty times in an
order. So statements are handed to the library below it, as which the driver offers itself, too.
"""

from __future__ import annotations

import re
import select
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, NamedTuple

import psycopg
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, DiagnosticField, ExecStatus, Format
from psycopg.pq.abc import PGresult

from bot.storage.rows import Params

AnyConnection = psycopg.Connection[tuple[Any, ...]]
Key = tuple[bytes, Sequence[int]]
"""A statement with the types of its parameters: by that it is prepared."""

_PLACE = re.compile(r"%(?:\((\w+)\)s|s|%)")
_FAILED = frozenset({ExecStatus.FATAL_ERROR, ExecStatus.BAD_RESPONSE, ExecStatus.PIPELINE_ABORTED})


class Numbered(NamedTuple):
    """A statement with its parameters numbered as the server has them, their names if they have any, and how each of
    them is written."""

    text: bytes
    names: tuple[str, ...]
    formats: list[PyFormat]


@cache
def numbered(statement: str) -> Numbered:
    """Return a statement as the server has it."""
    names: list[str] = []

    def number(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%"
        name = found[1] or f"{len(names)}"
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    text = _PLACE.sub(number, statement).encode()
    named = tuple(name for name in names if not name.isdecimal())
    return Numbered(text, named, [PyFormat.AUTO] * len(names))


class Link:
    """A connection with what was prepared over it, each statement once for each choice of types."""

    def __init__(self, connection: AnyConnection) -> None:
        self.connection = connection
        self.server = connection.pgconn
        self.names: dict[Key, bytes] = {}
        self.prepared = 0
        self.writing, self.reading = Transformer(connection), Transformer(connection)
        self.socket = select.poll()
        self.socket.register(self.server.socket, select.POLLIN)


class Query:
    """A statement that was said, and its answer once that is read; ``prepares`` is what becomes known by it."""

    __slots__ = ("prepares", "result")

    def __init__(self, prepares: Key | None = None) -> None:
        self.prepares = prepares
        self.result: PGresult | None = None


class Pipeline:
    """What is said over a link in one go; others are not to use its connection meanwhile."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._server = link.server
        self._unanswered: deque[Query] = deque()
        self._syncs = 0
        self._server.enter_pipeline_mode()

    def ask(self, statement: str, params: Params | None = None) -> Query:
        """Say a statement, which leaves at the latest when something is waited for."""
        text, names, formats = numbered(statement)
        values: Sequence[Any] = [params[name] for name in names] if isinstance(params, dict) else params or ()
        writing = self._link.writing
        dumped = writing.dump_sequence(values, formats)
        key = text, writing.types or ()
        name = self._link.names.get(key) or self._prepared(key)
        self._server.send_query_prepared(name, dumped, writing.formats, Format.BINARY)
        asked = Query()
        self._unanswered.append(asked)
        return asked

    def send(self) -> None:
        """Have as much leave as can at once."""
        self._server.flush()

    def _prepared(self, key: Key) -> bytes:
        self._link.prepared += 1
        name = f"s{self._link.prepared}".encode()
        self._server.send_prepare(name, *key)
        self._link.names[key] = name
        self._unanswered.append(Query(prepares=key))
        return name

    def rows(self, asked: Query) -> list[tuple[Any, ...]]:
        """Return what a statement has found, waiting for it and for all that was said until now.

        Raises:
            psycopg.Error: what went wrong first.
        """
        if asked.result is None:
            self._server.send_flush_request()
            self._send()
            self._hear()
        return self._read(asked)

    def _read(self, asked: Query) -> list[tuple[Any, ...]]:
        if asked.result is None or asked.result.status != ExecStatus.TUPLES_OK:
            raise psycopg.ProgrammingError("the statement finds nothing to be read")
        self._link.reading.set_pgresult(asked.result)
        return self._link.reading.load_rows(0, asked.result.ntuples, tuple)

    def end(self) -> None:
        """Wait for all that was said.

        Raises:
            psycopg.Error: what went wrong first.
        """
        self._sync()
        self._hear()
        self._skip_to_end()

    def break_off(self) -> None:
        """End where something was raised, whatever has been said; what was not prepared for sure is forgotten."""
        self._link.names = {
            key: name
            for key, name in self._link.names.items()
            if not any(asked.prepares == key for asked in self._unanswered)
        }
        with suppress(psycopg.Error):  # of a connection that is lost nothing can be read, and nothing need be
            self._sync()
            self._skip_to_end()

    def _sync(self) -> None:
        self._server.pipeline_sync()
        self._syncs += 1
        self._send()

    def _skip_to_end(self) -> None:
        while self._syncs:
            self._wait()
            result = self._server.get_result()
            if result is not None and result.status == ExecStatus.PIPELINE_SYNC:
                self._syncs -= 1
            elif self._server.status == ConnStatus.BAD:
                raise psycopg.OperationalError("the connection is lost")
        self._server.exit_pipeline_mode()

    def _send(self) -> None:
        """Have everything leave; the server may have much to say before it takes more."""
        while self._server.flush():
            self._link.socket.modify(self._server.socket, select.POLLIN | select.POLLOUT)
            try:
                ready = self._link.socket.poll()
            finally:
                self._link.socket.modify(self._server.socket, select.POLLIN)
            if any(how & ~select.POLLOUT for _, how in ready):
                self._server.consume_input()

    def _hear(self) -> None:
        """Read the answers to all that was said."""
        unanswered, server = self._unanswered, self._server
        while unanswered:
            if server.is_busy():
                self._wait()
            result = server.get_result()
            if result is None or result.status in _FAILED:
                raise _error(result)
            server.get_result()  # None, by which an answer ends
            unanswered.popleft().result = result

    def _wait(self) -> None:
        """Wait until a whole answer is here."""
        while self._server.is_busy():
            self._link.socket.poll()
            self._server.consume_input()


def _error(result: PGresult | None) -> psycopg.Error:
    """Return what went wrong; what the server has not said itself is that it was not reached."""
    if result is None or not result.error_field(DiagnosticField.SQLSTATE):
        said = result.error_message if result is not None else b"no answer came"
        return psycopg.OperationalError(said.decode(errors="replace"))
    return error_from_result(result)


@contextmanager
def conversation(link: Link) -> Iterator[Pipeline]:
    """Say something over a link, and leave it as if nothing had been said where something was raised."""
    pipeline = Pipeline(link)
    try:
        yield pipeline
        pipeline.end()
    except BaseException:
        pipeline.break_off()
        with suppress(psycopg.Error):
            link.connection.rollback()
        raise
