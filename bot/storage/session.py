"""A process is there as long as one session of PostgreSQL is: the session holds a lock, and hears what others tell."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

import psycopg

from bot.service.ports import Unit, UnreachedError
from bot.storage.connections import CONNECT_TIMEOUT_S, FOUND_OUT, KEPT_ALIVE
from bot.storage.spelled import statements as sql

AnyAsyncConnection = psycopg.AsyncConnection[tuple[Any, ...]]

LISTEN = "LISTEN fireteam"
LARGEST_KEY = 2**31 - 1


class Session:
    """The session of one process, on the event loop's own connection."""

    may_be_silent = False

    def __init__(self, connection: AnyAsyncConnection, holder: int, heard: Callable[[int], None]) -> None:
        self.holder = holder
        self._connection = connection
        self._heard = heard
        self._listening = asyncio.get_running_loop().create_task(self._listen(), name="listen to other processes")

    @classmethod
    async def begin(cls, address: str, heard: Callable[[int], None]) -> Self:
        """Return a new session; ``heard`` is told of every channel that others tell of, and of 0 when it ends.

        Raises:
            UnreachedError: there is no way to the database.
        """
        holder = 1 + secrets.randbelow(LARGEST_KEY)
        try:
            connection = await psycopg.AsyncConnection.connect(
                address, autocommit=True, connect_timeout=CONNECT_TIMEOUT_S, **KEPT_ALIVE
            )
        except psycopg.OperationalError as error:
            raise UnreachedError(str(error)) from error
        try:
            await connection.execute(FOUND_OUT)  # who is gone without a word, if later than by its silence
            await connection.execute(sql.APPEAR.postgresql, {"p_holder": holder})
            await connection.execute(LISTEN)
        except psycopg.OperationalError as error:
            await connection.close()
            raise UnreachedError(str(error)) from error
        return cls(connection, holder, heard)

    @property
    def is_lost(self) -> bool:
        """See ports.Presence."""
        return self._listening.done()

    def is_gone(self, unit: Unit, holder: int) -> bool:
        """See ports.Presence."""
        return unit.is_unlocked(holder)

    async def leave(self) -> None:
        """See ports.Presence."""
        self._listening.cancel()
        await asyncio.wait({self._listening})
        await self._connection.close()

    async def _listen(self) -> None:
        with suppress(psycopg.Error):
            async for told in self._connection.notifies():
                if told.payload.isdecimal():
                    self._heard(int(told.payload))
        asyncio.get_running_loop().call_soon(self._heard, 0)
