"""The ground is drawn from what one viewer knows of it, the same picture for the same knowledge."""

from __future__ import annotations

import io
import math
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from bot.core.ground.places import SQUARE_CM, letters_of
from bot.service.requests import GroundMark, GroundView

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

WIDTH, HEIGHT = 900, 900
MARGIN, FOOT = 60, 70
RADIUS = 24
LEAST_M = 30
SQUARE_M = SQUARE_CM // 100
MOST_SQUARES = 14
PAPER, GRID, INK, SOFT = "#f4f1e8", "#d9d3c1", "#22262b", "#6f6a5c"
SIDES = ("#1f6fb2", "#c8501e", "#2f7d4f", "#7b4fa3", "#8a6d1b")  # told apart by shape and letters, too
SCALES_M = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
EVERY = (1, 2, 5, 10, 20, 50, 100, 200)
FANNED = 0.7  # of a mark: nearer than that two marks hide each other

Point = tuple[float, float]


def drawn(view: GroundView) -> bytes:
    """Return the ground as a PNG: people by side with initials, who is down, whose turn it is, squares and a scale."""
    from PIL import Image, ImageDraw  # as heavy as all of discord.py, and many tables never see a picture

    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    window = _Window(view.marks)
    _squares(pen, window)
    marked = [*zip(view.marks, _fanned([window.at(mark) for mark in view.marks]), strict=True)]
    for mark, at in marked:
        _mark(pen, mark, at)
    for mark, at in marked:  # behind all shapes, so that no neighbour hides them
        _word(pen, at, mark.initials, 20 if len(mark.initials) < 3 else 16, "#ffffff")
    _foot(pen, view, window)
    file = io.BytesIO()
    image.quantize(64, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


class _Window:
    """The part of the ground that is seen: all people and some metres around them."""

    def __init__(self, marks: tuple[GroundMark, ...]) -> None:
        easts = [mark.east_cm / 100 for mark in marks] or [0.0]
        norths = [mark.north_cm / 100 for mark in marks] or [0.0]
        self.span_m = max(max(easts) - min(easts), max(norths) - min(norths), LEAST_M)
        self.scale = (HEIGHT - FOOT - 2 * MARGIN) / self.span_m
        self.west_m = (max(easts) + min(easts)) / 2 - WIDTH / 2 / self.scale
        self.north_m = (max(norths) + min(norths)) / 2 + (HEIGHT - FOOT) / 2 / self.scale

    def at(self, mark: GroundMark) -> Point:
        """Return where on the picture somebody stands."""
        return self.x(mark.east_cm / 100), self.y(mark.north_cm / 100)

    def x(self, east_m: float) -> float:
        """Return how far from the left edge it is."""
        return (east_m - self.west_m) * self.scale

    def y(self, north_m: float) -> float:
        """Return how far from the upper edge it is."""
        return (self.north_m - north_m) * self.scale


def _squares(pen: ImageDraw, window: _Window) -> None:
    """Draw the squares of the grid with their names; of a wide ground only every so many."""
    step_m = next(
        (SQUARE_M * many for many in (1, 2, 5, 10, 20, 50, 100) if window.span_m / many <= MOST_SQUARES * 5), 1000
    )
    wide_m = WIDTH / window.scale
    for number in range(math.floor(window.west_m / step_m), math.ceil((window.west_m + wide_m) / step_m) + 1):
        x = window.x(number * step_m)
        pen.line((x, 0, x, HEIGHT - FOOT), GRID)
        _word(pen, (x + step_m * window.scale / 2, 14), letters_of(number * step_m // SQUARE_M), 20, SOFT)
    for number in range(math.floor((window.north_m - wide_m) / step_m), math.ceil(window.north_m / step_m) + 1):
        y = window.y(number * step_m)
        if y > HEIGHT - FOOT:
            continue
        pen.line((0, y, WIDTH, y), GRID)
        row = number * step_m // SQUARE_M + 1
        _word(pen, (18, y - step_m * window.scale / 2), str(row) if row > 0 else "", 20, SOFT)


def _fanned(points: list[Point]) -> list[Point]:
    """Return the points with those apart that would hide each other: each goes around the first of its place."""
    placed: list[Point] = []
    for x, y in points:
        turns = 0
        there = (x, y)
        while any(math.dist(there, other) < RADIUS * 2 * FANNED for other in placed):
            turns += 1
            out = RADIUS * (1 + turns // 8) * 1.7
            there = (x + out * math.cos(turns * math.pi / 4), y - out * math.sin(turns * math.pi / 4))
        placed.append(there)
    return placed


def _mark(pen: ImageDraw, mark: GroundMark, at: Point) -> None:
    """Draw somebody: the shape and the colour of the side, a ring whose turn it is, a cross who is down."""
    x, y = at
    if mark.acts:
        pen.ellipse((x - RADIUS - 6, y - RADIUS - 6, x + RADIUS + 6, y + RADIUS + 6), outline=INK, width=3)
    _shape(pen, mark.side, at, RADIUS, SOFT if mark.down else SIDES[mark.side % len(SIDES)])
    reach = RADIUS * 1.1
    for way in (1, -1) if mark.down else ():
        pen.line((x - reach, y - way * reach, x + reach, y + way * reach), INK, 3)


def _shape(pen: ImageDraw, side: int, at: Point, radius: float, colour: str) -> None:
    x, y = at
    if side == 0:
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), colour, INK, 2)
        return
    corners, turn = {1: (4, 0.785), 2: (3, 1.571), 3: (6, 0.0)}.get(side, (5, 1.571))
    wide = radius * (1.35 if corners < 5 else 1.1)
    angles = [turn + number * 2 * math.pi / corners for number in range(corners)]
    pen.polygon([(x + wide * math.cos(each), y - wide * math.sin(each)) for each in angles], colour, INK, 2)


def _foot(pen: ImageDraw, view: GroundView, window: _Window) -> None:
    """Draw what the sides look like, and the scale."""
    pen.rectangle((0, HEIGHT - FOOT, WIDTH, HEIGHT), "#e6e0cf")
    x = 24.0
    for number, side in enumerate(view.sides[:6]):
        _shape(pen, number, (x + 10, HEIGHT - FOOT / 2), 14, SIDES[number % len(SIDES)])
        _word(pen, (x + 30, HEIGHT - FOOT / 2), side[:16], 24, INK, anchor="lm")
        x += 50 + pen.textlength(side[:16], font=_font(24))
    bar_m = max((each for each in SCALES_M if each * window.scale <= WIDTH / 4), default=SCALES_M[0])
    right, y = WIDTH - 24, HEIGHT - FOOT / 2 + 10
    pen.line((right - bar_m * window.scale, y, right, y), INK, 4)
    _word(pen, (right - bar_m * window.scale / 2, y - 20), f"{bar_m} m", 24, INK)


def _word(pen: ImageDraw, at: Point, text: str, size: int, colour: str, anchor: str = "mm") -> None:
    pen.text(at, text, colour, font=_font(size), anchor=anchor)


@cache
def _font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.truetype(
        io.BytesIO(resources.files("bot.render").joinpath("fonts/DejaVuSans-Bold.ttf").read_bytes()), size
    )
