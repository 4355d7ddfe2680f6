"""Grounds that come in on standard input are drawn one after the other, until whoever sends them is gone."""

from __future__ import annotations

import os
import signal
import sys

import msgspec

from bot.render.picture import drawn
from bot.service.requests import GroundView

LEAST_URGENT = 19
SIZE_BYTES = 4
"""How many bytes before each ground and each picture say how long it is."""


def main() -> None:
    """Draw each ground that comes, and write its picture: it ends with its input, however that came to its end."""
    os.nice(LEAST_URGENT)
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.SIG_IGN)
    given, found = sys.stdin.buffer, sys.stdout.buffer
    while size := given.read(SIZE_BYTES):
        picture = drawn(msgspec.msgpack.decode(given.read(int.from_bytes(size)), type=GroundView))
        found.write(len(picture).to_bytes(SIZE_BYTES) + picture)
        found.flush()


if __name__ == "__main__":
    main()
