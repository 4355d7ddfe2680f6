"""Each outline of the ground has one way to be drawn: filled, hatched within it, and with a rim."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from bot.core.ground.outlines import SPOT_CM, Disc, Outline, Path, Spot, corners_of, middle_of
from bot.render.hatches import TILE, Style, hatched
from bot.render.window import FINER, FOOT, HEIGHT, WIDTH, Point, Window
from bot.service.requests import GroundThing

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

PAPER, GRID, INK, SOFT = "#f4f1e8", "#d9d3c1", "#22262b", "#6f6a5c"
LEAST_SPOT, LEAST_WALL = 24.0, 14
DASH = 22.0
FRAME = (0, 0, WIDTH * FINER, (HEIGHT - FOOT) * FINER)


def thing(image: Image, what: GroundThing, style: Style, window: Window) -> None:
    """Draw a thing: a wall as a strong line, all else with its rim; what is open only by its ends."""
    from PIL import ImageDraw

    if not isinstance(what.outline, Path):
        _filled(image, what.outline, style, window, rim=6)
        return
    pen = ImageDraw.Draw(image)
    points = [window.at(corner) for corner in corners_of(what.outline)]
    for start, goal in pairwise(points):
        if what.opened or not style.fill:
            dashed(pen, start, goal, style.ink, LEAST_WALL // 2)
        else:
            fine_line(pen, start, goal, style.ink, LEAST_WALL)
            dashed(pen, start, goal, style.fill, LEAST_WALL - 8)
    for x, y in (points[0], points[-1]):
        pen.rectangle((x - 8, y - 8, x + 8, y + 8), style.ink)


def area(image: Image, outline: Outline, style: Style, window: Window) -> None:
    """Draw an area: its hatch, and a thin rim."""
    from PIL import ImageDraw

    if isinstance(outline, Path):
        for start, goal in pairwise(window.at(corner) for corner in corners_of(outline)):
            dashed(ImageDraw.Draw(image), start, goal, style.ink, 6)
        return
    _filled(image, outline, style, window, rim=4)


def _filled(image: Image, outline: Outline, style: Style, window: Window, rim: int) -> None:
    """Fill and hatch what an outline covers, as far as it lies in the picture."""
    from PIL import Image, ImageChops, ImageDraw

    shape = _shape(outline, window)
    left, top, right, bottom = _bounds(shape)
    left, top = max(left, FRAME[0]), max(top, FRAME[1])
    right, bottom = min(right, FRAME[2]), min(bottom, FRAME[3])
    if left >= right or top >= bottom:
        return
    covered = Image.new("L", (right - left, bottom - top))
    _drawn(ImageDraw.Draw(covered), [(x - left, y - top) for x, y in shape], outline, 255, None, 0)
    if style.fill:
        image.paste(style.fill, (left, top), covered)
    ink = Image.new("L", covered.size)
    for x in range(-(left % TILE), covered.width, TILE):
        for y in range(-(top % TILE), covered.height, TILE):
            ink.paste(hatched(style.hatch), (x, y))
    image.paste(style.ink, (left, top), ImageChops.darker(ink, covered))
    _drawn(ImageDraw.Draw(image), shape, outline, None, style.ink, rim)


def _shape(outline: Outline, window: Window) -> list[Point]:
    """Return the corners of an outline on the fine picture; of what is round, those of the square around it."""
    if isinstance(outline, Spot | Disc):
        middle = middle_of(outline)
        x, y = window.at((middle.east_cm, middle.north_cm))
        far = window.pixels(SPOT_CM if isinstance(outline, Spot) else outline.radius_cm)
        radius = max(far, LEAST_SPOT) if isinstance(outline, Spot) else far
        return [(x - radius, y - radius), (x + radius, y + radius)]
    return [window.at(corner) for corner in corners_of(outline)]


def _bounds(shape: list[Point]) -> tuple[int, int, int, int]:
    across, down = [x for x, _ in shape], [y for _, y in shape]
    return math.floor(min(across)), math.floor(min(down)), math.ceil(max(across)) + 1, math.ceil(max(down)) + 1


def _drawn(pen: ImageDraw, shape: list[Point], outline: Outline, fill: int | None, rim: str | None, width: int) -> None:
    if isinstance(outline, Spot | Disc):
        pen.ellipse([*shape[0], *shape[1]], fill, rim, width)
    else:
        pen.polygon(shape, fill, rim, width)


def fine_line(pen: ImageDraw, start: Point, goal: Point, colour: str, width: int) -> None:
    """Draw a straight line."""
    pen.line((*start, *goal), colour, width)


def dashed(pen: ImageDraw, start: Point, goal: Point, colour: str, width: int) -> None:
    """Draw a dashed line, as far as it lies in the picture."""
    long = math.dist(start, goal)
    for number in range(min(round(long / DASH / 2), 400)):
        parts = (number * 2 * DASH / long, min(1.0, (number * 2 + 1) * DASH / long))
        ends = [(start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part) for part in parts]
        pen.line([*ends[0], *ends[1]], colour, width)
