"""What something on a ground is shows by its hatch and its shape as well as by its colour, for every eye."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

TILE = 48
"""How wide a tile of a hatch is, in pixels of the fine picture."""


class Style(NamedTuple):
    """How something is drawn: what it is filled with, if anything, and the colour and the kind of its hatch."""

    fill: str
    ink: str
    hatch: str


STONE, WOOD, LEAF, STEEL = "#4a4e57", "#7a5230", "#2f6b3a", "#5b6f86"
THINGS: Mapping[str, Style] = {
    "brick_wall": Style("#c98f78", "#6d2f1c", "bricks"),
    "concrete_wall": Style("#b9bcc2", STONE, "dots"),
    "wood_wall": Style("#d9b88f", WOOD, "level"),
    "door": Style("#d9b88f", WOOD, "upright"),
    "glass": Style("#cfe6f2", STEEL, "slash"),
    "metal": Style("#c3cdd8", STEEL, "cross"),
    "fence": Style("", WOOD, "upright"),
    "car": Style("#aeb9c6", STONE, "slash"),
    "truck": Style("#aeb9c6", STONE, "back"),
    "sandbags": Style("#dcc89a", "#6e5a22", "bricks"),
    "earth": Style("#cdb38a", "#6e4a1f", "dots"),
    "rock": Style("#b9b6b0", STONE, "back"),
    "tree": Style("#a9cfa0", LEAF, "tufts"),
    "brush": Style("#cfe3c2", LEAF, "tufts"),
    "hedge": Style("#a9cfa0", LEAF, "cross"),
    "furniture": Style("#e3cba6", WOOD, "back"),
    "crate": Style("#d9b88f", WOOD, "cross"),
    "barrel": Style("#c3cdd8", STEEL, "level"),
    "smoke": Style("", STONE, "waves"),
    "water": Style("#cfe6f2", STEEL, "level"),
}
UNKNOWN = Style("#d0d0d0", STONE, "back")

ZONES: Mapping[str, Style] = {
    "lane": Style("", "#b3261e", "slash"),
    "cone": Style("", "#b3261e", "slash"),
    "suppress": Style("", "#b3261e", "slash"),
    "fire": Style("", "#c2410c", "upright"),
    "burn": Style("", "#c2410c", "upright"),
    "mine": Style("", "#6b21a8", "cross"),
    "trip": Style("", "#6b21a8", "cross"),
    "trap": Style("", "#6b21a8", "cross"),
    "gas": Style("", "#4d7c0f", "dots"),
    "smoke": Style("", STONE, "waves"),
    "watch": Style("", "#1d4ed8", "back"),
    "light": Style("", "#a16207", "dots"),
}
ELSE = Style("", STONE, "level")


def thing_style(material: str) -> Style:
    """Return how a thing of a material is drawn."""
    return THINGS.get(material, UNKNOWN)


def zone_style(kind: str) -> Style:
    """Return how an area of a kind is drawn, by the first word in it that has a style."""
    return next((style for word, style in ZONES.items() if word in kind), ELSE)


@cache
def hatched(hatch: str) -> Image:
    """Return one tile of a hatch, white where there is ink."""
    from PIL import Image, ImageDraw

    tile = Image.new("L", (TILE, TILE))
    _HATCHES[hatch](ImageDraw.Draw(tile))
    return tile


def _lines(pen: ImageDraw, *lines: tuple[int, int, int, int]) -> None:
    for line in lines:
        pen.line(line, 255, 4)


def _level(pen: ImageDraw) -> None:
    _lines(pen, (0, 8, TILE, 8), (0, 24, TILE, 24), (0, 40, TILE, 40))


def _upright(pen: ImageDraw) -> None:
    _lines(pen, (8, 0, 8, TILE), (24, 0, 24, TILE), (40, 0, 40, TILE))


def _slash(pen: ImageDraw) -> None:
    for start in range(-TILE, 2 * TILE + 1, TILE // 2):
        _lines(pen, (start, TILE, start + TILE, 0))


def _back(pen: ImageDraw) -> None:
    for start in range(-TILE, 2 * TILE + 1, TILE // 2):
        _lines(pen, (start, 0, start + TILE, TILE))


def _cross(pen: ImageDraw) -> None:
    _slash(pen)
    _back(pen)


def _dots(pen: ImageDraw) -> None:
    for x, y in ((12, 12), (36, 12), (0, 36), (24, 36), (48, 36)):
        pen.ellipse((x - 4, y - 4, x + 4, y + 4), 255)


def _bricks(pen: ImageDraw) -> None:
    _lines(pen, (0, 2, TILE, 2), (0, 26, TILE, 26), (12, 2, 12, 26), (36, 26, 36, TILE))


def _waves(pen: ImageDraw) -> None:
    for y in (12, 36):
        pen.line([(0, y), (12, y - 8), (24, y), (36, y + 8), (TILE, y)], 255, 4)


def _tufts(pen: ImageDraw) -> None:
    for x, y in ((12, 16), (36, 40)):
        _lines(pen, (x - 7, y - 10, x, y), (x, y, x + 7, y - 10))


_HATCHES: Mapping[str, Callable[[ImageDraw], None]] = {
    "level": _level,
    "upright": _upright,
    "slash": _slash,
    "back": _back,
    "cross": _cross,
    "dots": _dots,
    "bricks": _bricks,
    "waves": _waves,
    "tufts": _tufts,
}
