"""A map file is read in a process of its own, whose memory and time are bounded: files from anywhere may be malicious.

What is run here is given the file on its standard input, and writes what it found, or what is wrong, as JSON.
"""

from __future__ import annotations

import base64
import binascii
import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from bot.render.strange_pictures import UnreadableFileError, answer, check_size, opened
from bot.service.requests import MapFile

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_POINTS = 12_000_000
MOST_SEGMENTS = 5_000
MOST_SQUARES = 1_000
LARGEST_KEPT = 1024 * 1024
WIDEST = 2_048
QUALITIES = (80, 60, 40, 20)


class _Point(msgspec.Struct, frozen=True):
    x: float
    y: float


class _Resolution(msgspec.Struct, frozen=True):
    map_size: _Point
    pixels_per_grid: float
    map_origin: _Point = _Point(0, 0)


class _Portal(msgspec.Struct, frozen=True):
    bounds: tuple[_Point, _Point]
    closed: bool = True


class _Vtt(msgspec.Struct, frozen=True):
    """What is read of a Universal VTT file."""

    resolution: _Resolution
    image: str = ""
    line_of_sight: list[list[_Point]] = []
    objects_line_of_sight: list[list[_Point]] = []
    portals: list[_Portal] = []
    lights: list[msgspec.Raw] = []


def read(content: bytes) -> MapFile:
    """Return the map of a file: Universal VTT, or a plain picture.

    Raises:
        UnreadableFileError: it is neither, or more than may be read.
    """
    check_size(content)
    if content.lstrip()[:1] == b"{":
        return _of_vtt(content)
    image = opened(content, MOST_POINTS)
    wide, deep = image.size
    return MapFile(picture=_kept(image), wide=wide, deep=deep)


def _of_vtt(content: bytes) -> MapFile:
    try:
        file = msgspec.json.decode(content, type=_Vtt)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise UnreadableFileError(f"it is no Universal VTT file: {error}") from error
    size, origin = file.resolution.map_size, file.resolution.map_origin
    if not (0 < size.x <= MOST_SQUARES and 0 < size.y <= MOST_SQUARES):
        raise UnreadableFileError(f"it is {size.x:g} by {size.y:g} squares, at most {MOST_SQUARES} each way are read")
    lines = [*file.line_of_sight, *file.objects_line_of_sight]
    segments = sum(max(0, len(line) - 1) for line in lines) + len(file.portals)
    if segments > MOST_SEGMENTS:
        raise UnreadableFileError(f"it has {segments} pieces of walls, at most {MOST_SEGMENTS} are read")
    try:
        picture = base64.b64decode(file.image, validate=True)
    except binascii.Error as error:
        raise UnreadableFileError(f"its image is no base64: {error}") from error
    walls = (tuple(_within(line, origin, size)) for line in lines)
    return MapFile(
        picture=_kept(opened(picture, MOST_POINTS)) if picture else b"",
        wide=size.x,
        deep=size.y,
        squares=True,
        walls=tuple(wall for wall in walls if len(wall) > 1),
        doors=tuple(_door(portal, origin, size) for portal in file.portals),
        left_out=("its lights",) if file.lights else (),
    )


def _door(portal: _Portal, origin: _Point, size: _Point) -> tuple[tuple[float, float], tuple[float, float], bool]:
    one, other = _within(portal.bounds, origin, size)
    return one, other, portal.closed


def _within(line: Sequence[_Point], origin: _Point, size: _Point) -> Iterator[tuple[float, float]]:
    """Yield the points of a line from the north-west of the map, each at its border where it lies far outside."""
    for point in line:
        east, south = point.x - origin.x, point.y - origin.y
        if not (-MOST_SQUARES <= east <= 2 * MOST_SQUARES and -MOST_SQUARES <= south <= 2 * MOST_SQUARES):
            raise UnreadableFileError("a wall of it lies far outside")
        yield max(0.0, min(size.x, east)), max(0.0, min(size.y, south))


def _kept(image: Image) -> bytes:
    """Return a picture as it is kept: scaled once, as WebP.

    Raises:
        UnreadableFileError: it is broken, or cannot be made small enough.
    """
    try:
        image.draft("RGB", (WIDEST, WIDEST))
        small = image.convert("RGB")
        small.thumbnail((WIDEST, WIDEST))
    except (OSError, ValueError, SyntaxError) as error:
        raise UnreadableFileError("its picture is broken") from error
    for quality in QUALITIES:
        file = io.BytesIO()
        small.save(file, "WEBP", quality=quality)
        if file.tell() <= LARGEST_KEPT:
            return file.getvalue()
    raise UnreadableFileError("its picture cannot be made small enough")


if __name__ == "__main__":
    answer(read)
