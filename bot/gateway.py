"""How Discord's events are taken in: what is malformed is passed over, and what was sent before a moment is read to it.

discord.py lets whatever goes wrong while it reads one event end the connection for good, and with it the process: an
interaction without a member, a frame that is a list, a guild that lacks a field. One bad event must not silence every
server, so it is passed over and the next is read. It has its number all the same: it is not sent again, and a resumed
connection goes on behind it. What a connection cannot live without, HELLO and READY, is not passed over; a broken
stream is resumed, since only the number of what was lost in it is known.

All of that happens where discord.py takes in one frame, so its method is extended there and no parser is replaced.
The library has no option for another kind of socket; `install` names ours in its place.
"""

from __future__ import annotations

import asyncio
import json
import logging
import traceback
from collections.abc import Mapping
from typing import Any, Self
from weakref import WeakKeyDictionary

import aiohttp
import discord.client
import discord.shard
import structlog
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

INDISPENSABLE = ("HELLO", "READY")
BROKEN_STREAM = 4000  # any code but 1000 and 1001 leaves the session to be resumed
RESUMED_AFTER_S = 1.0
LARGEST_NUMBER = 2**53
ITS_OWN_AFFAIR = (ReconnectWebSocket, discord.ConnectionClosed, aiohttp.ClientError, OSError)

log = structlog.get_logger()
_sockets: WeakKeyDictionary[discord.Client, dict[int, Gateway]] = WeakKeyDictionary()


class BrokenError(aiohttp.ClientError):
    """A connection came to nothing in a way that nobody has thought of; discord.py tries such ones again."""


class Gateway(DiscordWebSocket):
    """One connection, which a malformed event does not end."""

    deaf = False  # whether all that comes is thrown away, since nobody would be left to answer it
    _frame: str | None = None
    _answers_owed = 0
    _caught_up: asyncio.Event | None = None

    @classmethod
    async def from_client(cls, client: discord.Client, **options: Any) -> Self:
        """Connect one shard; where it was connected before, its session is resumed, which a shard's own retry forgets.

        Raises:
            aiohttp.ClientError: there is no connection, or a useless one.
        """
        shard_id = options.get("shard_id") or 0
        before = sockets_of(client).get(shard_id)
        if before is not None and before.session_id and not options.get("resume"):
            known = {"session": before.session_id, "sequence": before.sequence, "gateway": before.gateway}
            options.update(known, resume=True)
        socket = await super().from_client(client, **options)
        _sockets.setdefault(client, {})[shard_id] = socket
        return socket

    async def poll_event(self) -> None:
        """Take in what comes next.

        Raises:
            BrokenError: a connection cannot live with it; its session is given up.
        """
        try:
            await super().poll_event()
        except ITS_OWN_AFFAIR:
            raise
        except Exception as error:
            log.exception("the connection broke", shard=self.shard_id)
            self.session_id = None
            await self.close(BROKEN_STREAM)
            raise BrokenError(repr(error)) from error

    def log_receive(self, data: Any, /) -> None:
        """Remember the frame that is being read, whole and unpacked; discord.py shows each before it reads it."""
        self._frame = data

    async def received_message(self, msg: Any, /) -> None:
        """Take in a frame; one that cannot be read is passed over."""
        if self.deaf:
            return
        self._frame, number, heart = None, self.sequence, self._keep_alive
        try:
            await super().received_message(msg)
        except ITS_OWN_AFFAIR:
            raise
        except Exception as error:
            await self._passed_over(error)
        if not _is_number(self.sequence):
            self.sequence = number
        if heart is not None and heart is not self._keep_alive:
            heart.stop()  # a second HELLO began a second heartbeat
        if self._caught_up is not None:
            self._count_answers()

    async def _passed_over(self, error: Exception) -> None:
        """Say that an event could not be read, but nothing of what was in it; go on, as far as that is possible."""
        if self._frame is None:
            log.warning("the gateway's stream broke", error=type(error).__name__)
            await asyncio.sleep(RESUMED_AFTER_S)
            await self.close(BROKEN_STREAM)
            raise ReconnectWebSocket(self.shard_id) from error
        event, data = self._named()
        place = traceback.extract_tb(error.__traceback__)[-1]
        log.warning(
            "a gateway event could not be read",
            event_type=event,
            error=type(error).__name__,
            at=f"{place.name}:{place.lineno}",
        )
        if event in INDISPENSABLE and not (event == "HELLO" and self._keep_alive):
            raise error
        if event == "INTERACTION_CREATE":
            self._dispatch("broken_interaction", data)

    def _named(self) -> tuple[str, Any]:
        """Return which event the frame is, in a word of ours, and what it carries."""
        try:
            message = json.loads(self._frame or "")
        except ValueError:
            return "no JSON", None
        match message:
            case {"op": self.HELLO}:
                return "HELLO", None
            case {"t": str(event), "d": data} if event in self._discord_parsers:
                return event, data
            case _:
                return "unknown", None

    async def catch_up(self) -> None:
        """Return once everything is read that Discord had sent when this was called.

        Discord answers heartbeats in their turn. Two are sent: the first answer may be to one that was under way.
        """
        self._answers_owed, self._caught_up = 2, asyncio.Event()
        for _ in range(2):
            await self.send_as_json({"op": self.HEARTBEAT, "d": self.sequence})
        await self._caught_up.wait()

    def _count_answers(self) -> None:
        if self._caught_up is not None and self._frame is not None and _is_answer(self._frame):
            self._answers_owed -= 1
            if self._answers_owed == 0:
                self._caught_up.set()


def sockets_of(client: discord.Client) -> Mapping[int, Gateway]:
    """Return the socket of each shard that a client has connected, whether it is still open or not."""
    return _sockets.get(client, {})


def _is_number(sequence: Any) -> bool:
    return sequence is None or (isinstance(sequence, int) and 0 <= sequence < LARGEST_NUMBER)


def _is_answer(frame: str) -> bool:
    """Tell whether a frame answers a heartbeat."""
    try:
        message = json.loads(frame)
    except ValueError:
        return False
    return isinstance(message, dict) and message.get("op") == DiscordWebSocket.HEARTBEAT_ACK


def install() -> None:
    """Have every client of this process connect in this way."""
    for library in (discord.client, discord.shard):
        library.DiscordWebSocket = Gateway  # type: ignore[attr-defined]
        logging.getLogger(library.__name__).addFilter(_in_one_line)


def _in_one_line(record: logging.LogRecord) -> bool:
    """Have discord.py say in one line that Discord is not reached: it comes back to it, and nothing is broken."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, aiohttp.ClientError | OSError):
        record.msg, record.args = f"{record.getMessage()}: {error!r}", ()
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
    return True
