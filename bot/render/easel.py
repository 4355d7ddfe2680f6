"""Pictures that are asked for on standard input are drawn one after the other, until whoever sends them is gone."""

from __future__ import annotations

import os
import signal
import sys

import msgspec

from bot.core.telling.cards import WoundFigure
from bot.render.picture import drawn
from bot.render.wound_figure import drawn_figure
from bot.service.requests import GroundView

LEAST_URGENT = 19
SIZE_BYTES = 4
"""How many bytes before each thing to draw and each picture say how long it is."""


class Commission(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is to be drawn: one of the two."""

    ground: GroundView | None = None
    wounds: WoundFigure | None = None


def commission(wanted: GroundView | WoundFigure) -> Commission:
    """Return what is to be drawn as it is sent to the process that draws."""
    return Commission(wounds=wanted) if isinstance(wanted, WoundFigure) else Commission(ground=wanted)


def picture_of(wanted: Commission) -> bytes:
    """Return the picture that is wanted."""
    return drawn(wanted.ground) if wanted.ground else drawn_figure(wanted.wounds or WoundFigure())


def main() -> None:
    """Draw each thing that comes, and write its picture: it ends with its input, however that came to its end."""
    os.nice(LEAST_URGENT)
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.SIG_IGN)
    given, found = sys.stdin.buffer, sys.stdout.buffer
    while size := given.read(SIZE_BYTES):
        picture = picture_of(msgspec.msgpack.decode(given.read(int.from_bytes(size)), type=Commission))
        found.write(len(picture).to_bytes(SIZE_BYTES) + picture)
        found.flush()


if __name__ == "__main__":
    main()
