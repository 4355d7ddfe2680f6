"""The ground is drawn from what one viewer knows of it, the same picture for the same knowledge."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from typing import TYPE_CHECKING

from bot.core.ground.outlines import Outline, Path, bounds_of
from bot.core.ground.places import SQUARE_CM, letters_of
from bot.render.backdrops import lay_behind
from bot.render.hatches import THINGS, UNKNOWN, ZONES, Style, thing_style, zone_style
from bot.render.lettering import font
from bot.render.shapes import GRID, INK, PAPER, SOFT, area, dashed, fine_line, thing
from bot.render.window import FINER, FOOT, HEIGHT, WIDTH, Point, Window
from bot.service.requests import GroundMark, GroundTrace, GroundView, Posture

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

RADIUS = 27
SQUARE_M = SQUARE_CM // 100
MOST_SQUARES = 14
BOARD, SHOT, TURN = "#e6e0cf", "#b3261e", "#f2b705"
SIDES = ("#1f6fb2", "#c8501e", "#c2255c", "#7b4fa3", "#8a6d1b")  # told apart by shape and letters, too
HIDDEN_SIDE = "#4a4f57"  # which has no colour before players know of it
SCALES_M = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
MOST_TURNS = 400  # how often it is tried to put somebody elsewhere
FANNED = 0.8  # of two marks' width: nearer than that two of them hide each other
MOST_LABELS, LONGEST_LABEL = 16, 18
LAST_DRAWN = "\u052f"  # the last letter that the font has without a gap: Latin, Greek, Cyrillic

Colour = tuple[int, ...]
Rectangle = tuple[float, float, float, float]


def drawn(view: GroundView) -> bytes:
    """Return the ground as a PNG: things and areas, people by side with initials, what happened last, a scale."""
    from PIL import Image, ImageDraw  # as heavy as all of discord.py, and many tables never see a picture

    window = Window(view)
    fine = Image.new("RGB", (WIDTH * FINER, HEIGHT * FINER), PAPER)
    own = lay_behind(fine, view.behind, window) if view.behind else b""
    _squares(ImageDraw.Draw(fine), window)
    for each in view.things:
        thing(fine, each, thing_style(each.material), window)
    for zone in view.zones:
        area(fine, zone.outline, zone_style(zone.kind), window)
    pen = ImageDraw.Draw(fine)
    points = _fanned([window.at((mark.east_cm, mark.north_cm)) for mark in view.marks])
    for trace in view.traces:
        _trace(pen, trace, window)
    for mark, point in zip(view.marks, points, strict=True):
        is_hidden = mark.side >= len(view.sides) - view.hidden_sides
        _mark(pen, mark, point, window.at((mark.east_cm, mark.north_cm)), is_hidden=is_hidden)
    _foot_shapes(pen, view, window)
    image = fine.reduce(FINER)
    _words(image, view, window, [(x / FINER, y / FINER) for x, y in points])
    file = io.BytesIO()
    image.quantize(palette=_palette(own), dither=Image.Dither.NONE).save(file, "PNG", compress_level=6)
    return file.getvalue()


def _squares(pen: ImageDraw, window: Window) -> None:
    """Draw the lines of the grid; of a wide ground only every so many."""
    for number in _columns(window):
        x = window.x(number * _step_m(window)) * FINER
        pen.line((x, 0, x, (HEIGHT - FOOT) * FINER), GRID, FINER)
    for number in _rows(window):
        y = window.y(number * _step_m(window)) * FINER
        pen.line((0, y, WIDTH * FINER, y), GRID, FINER)


def _step_m(window: Window) -> int:
    steps = (SQUARE_M * many for many in (1, 2, 5, 10, 20, 50, 100))
    return next((step_m for step_m in steps if window.span_m / step_m <= MOST_SQUARES), 1000)


def _columns(window: Window) -> range:
    step_m, wide_m = _step_m(window), WIDTH / window.scale
    return range(math.floor(window.west_m / step_m), math.ceil((window.west_m + wide_m) / step_m) + 1)


def _rows(window: Window) -> range:
    step_m, high_m = _step_m(window), (HEIGHT - FOOT) / window.scale
    return range(math.floor((window.north_m - high_m) / step_m), math.ceil(window.north_m / step_m) + 1)


def _fanned(points: Sequence[Point]) -> list[Point]:
    """Return the points with those apart that would hide each other: each goes around the first of its place.

    None leaves the picture for it.
    """
    placed: list[Point] = []
    for x, y in points:
        turns = 0
        there = (x, y)
        while turns < MOST_TURNS and (
            (turns and not _is_inside(there))
            or any(math.dist(there, other) < RADIUS * FINER * 2 * FANNED for other in placed)
        ):
            turns += 1
            out = RADIUS * FINER * (1 + (turns - 1) // 8) * 1.9
            there = (x + out * math.cos(turns * math.pi / 4), y - out * math.sin(turns * math.pi / 4))
        placed.append(there)
    return placed


def _is_inside(point: Point) -> bool:
    reach = RADIUS * FINER
    return reach <= point[0] <= WIDTH * FINER - reach and reach <= point[1] <= (HEIGHT - FOOT) * FINER - reach


def _trace(pen: ImageDraw, trace: GroundTrace, window: Window) -> None:
    """Draw a shot as a thin line with a head, a move as a dashed one from where it began."""
    points = [window.at(flat) for flat in trace.way]
    if not trace.whom:
        x, y = points[0]
        pen.ellipse((x - 8, y - 8, x + 8, y + 8), outline=INK, width=4)
        for start, goal in pairwise(points):
            dashed(pen, start, goal, INK, 4)
        return
    start, goal = points[0], points[-1]
    fine_line(pen, start, goal, SHOT, 4)
    turn = math.atan2(start[1] - goal[1], start[0] - goal[0])
    tip = (goal[0] + RADIUS * FINER * math.cos(turn), goal[1] + RADIUS * FINER * math.sin(turn))
    wings = [(tip[0] + 26 * math.cos(turn + by), tip[1] + 26 * math.sin(turn + by)) for by in (0.4, -0.4)]
    pen.polygon([tip, *wings], SHOT)


def _mark(pen: ImageDraw, mark: GroundMark, at: Point, stands: Point, *, is_hidden: bool) -> None:
    """Draw somebody: the shape and the colour of the side, a ring whose turn it is, a cross who is down.

    Who kneels has a bar below, who lies is flat, who was last seen there is hollow. Whose side ``is_hidden`` from all
    players has the shape of none.
    """
    x, y = at
    radius = RADIUS * FINER
    if math.dist(at, stands) > 1:
        fine_line(pen, stands, at, INK, 3)
    if mark.acts:
        _ring(pen, at, radius + 16, INK, 18)
        _ring(pen, at, radius + 13, TURN, 10)
    colour = SOFT if mark.down else HIDDEN_SIDE if is_hidden else SIDES[mark.side % len(SIDES)]
    _shape(
        pen,
        -1 if is_hidden else mark.side % len(SIDES),
        at,
        radius,
        PAPER if mark.lost else colour,
        rim=colour if mark.lost else INK,
        mark=mark,
    )
    if mark.posture is not Posture.UPRIGHT:
        below = y + radius * (1.0 if mark.posture is Posture.FLAT else 1.25)
        pen.line((x - radius, below, x + radius, below), INK, 10)
    for way in (1, -1) if mark.down else ():
        reach = radius * 1.1
        pen.line((x - reach, y - way * reach, x + reach, y + way * reach), INK, 6)


def _ring(pen: ImageDraw, at: Point, radius: float, colour: str, width: int) -> None:
    pen.ellipse((at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius), outline=colour, width=width)


def _shape(
    pen: ImageDraw,
    side: int,
    at: Point,
    radius: float,
    fill: str,
    *,
    rim: str = INK,
    mark: GroundMark | None = None,
) -> None:
    """Draw the shape of a side: a circle, a square, a triangle, a heart, a star, and eight corners for none of them."""
    x, y = at
    flat = 0.7 if mark and mark.posture is Posture.FLAT else 1.0
    width = 10 if mark and mark.lost else 4
    if side == 0:
        pen.ellipse((x - radius, y - radius * flat, x + radius, y + radius * flat), fill, rim, width)
        return
    pen.polygon([(x + radius * east, y - radius * flat * north) for east, north in _corners(side)], fill, rim, width)


@cache
def _corners(side: int) -> tuple[Point, ...]:
    """Return the corners of the shape of a side, as parts of a mark's radius from its middle."""
    match side:
        case 1:
            return _star(4, 1.35, turn=0.785)
        case 2:
            return _star(3, 1.35, turn=1.571)
        case 3:
            turns = [number * math.pi / 20 for number in range(40)]
            return tuple((1.2 * math.sin(each) ** 3, _heart(each) / 13) for each in turns)
        case 4:
            return _star(5, 1.45, inner=0.85, turn=1.571)
        case _:
            return _star(8, 1.1, turn=0.393)


def _heart(turn: float) -> float:
    return 13 * math.cos(turn) - 5 * math.cos(2 * turn) - 2 * math.cos(3 * turn) - math.cos(4 * turn) + 2


def _star(corners: int, reach: float, *, turn: float, inner: float = 0.0) -> tuple[Point, ...]:
    """Return so many corners around a middle, and where ``inner`` is given one as far in between each two."""
    reaches = (reach, inner) if inner else (reach,)
    step = 2 * math.pi / (corners * len(reaches))
    angles = [(turn + number * step, reaches[number % len(reaches)]) for number in range(corners * len(reaches))]
    return tuple((far * math.cos(each), far * math.sin(each)) for each, far in angles)


def _foot_shapes(pen: ImageDraw, view: GroundView, window: Window) -> None:
    """Draw what the sides look like, and how long the scale is."""
    pen.rectangle((0, (HEIGHT - FOOT) * FINER, WIDTH * FINER, HEIGHT * FINER), BOARD)
    y = (HEIGHT - FOOT / 2) * FINER
    for number, x, _ in _legend(view):
        is_hidden = number >= len(view.sides) - view.hidden_sides
        shape, colour = (-1, HIDDEN_SIDE) if is_hidden else (number % len(SIDES), SIDES[number % len(SIDES)])
        _shape(pen, shape, ((x + 12) * FINER, y), 15 * FINER, colour)
    left, right = (WIDTH - 24 - _bar_m(window) * window.scale) * FINER, (WIDTH - 24) * FINER
    below = (HEIGHT - FOOT / 2 + 14) * FINER
    pen.line((left, below, right, below), INK, 8)
    for end in (left, right):
        pen.line((end, below - 12, end, below + 12), INK, 6)


def _legend(view: GroundView) -> list[tuple[int, float, str]]:
    """Return the number of each side that the foot has room for, where its shape stands, and what it is called."""
    found, x = list[tuple[int, float, str]](), 24.0
    here = {mark.side for mark in view.marks}
    for number, side in enumerate(view.sides):
        if number not in here:
            continue
        wide = 48 + font(28).getlength(side[:16])
        if x + wide > WIDTH * 0.68:
            break
        found.append((number, x, side[:16]))
        x += wide + 14
    return found


def _bar_m(window: Window) -> int:
    return max((each for each in SCALES_M if each * window.scale <= WIDTH / 4), default=SCALES_M[0])


def _words(image: Image, view: GroundView, window: Window, points: Sequence[Point]) -> None:
    """Write names of squares and things, the letters of people, and what stands in the foot."""
    from PIL import ImageDraw

    pen = ImageDraw.Draw(image)
    taken = [_around(point) for point in points]
    for name, edges in _square_names(window):
        boxes = ((at, _box(name, at, 24)) for at in edges)
        for at, box in [free for free in boxes if _is_free(free[1], taken)][:1]:
            _word(pen, at, name, 24, SOFT)
            taken.append(box)
    _labels(pen, view, window, taken)
    for mark, point in zip(view.marks, points, strict=True):
        letters = f"{mark.initials}?" if mark.lost else mark.initials
        _word(pen, point, letters, 28 if len(letters) < 3 else 20, INK if mark.lost else "#ffffff")
    for _, x, side in _legend(view):
        _word(pen, (x + 36, HEIGHT - FOOT / 2), side, 28, INK, anchor="lm")
    middle = WIDTH - 24 - _bar_m(window) * window.scale / 2
    _word(pen, (middle, HEIGHT - FOOT / 2 - 10), f"{_bar_m(window)} m", 28, INK)


def _square_names(window: Window) -> Iterator[tuple[str, tuple[Point, Point]]]:
    """Yield what columns and rows are called, each with its places at both edges: the second is for where somebody
    stands at the first."""
    step_m, low = _step_m(window), HEIGHT - FOOT - 18
    for number in _columns(window):
        x = window.x((number + 0.5) * step_m)
        yield letters_of(number * step_m // SQUARE_M), ((x, 18), (x, low))
    for number in _rows(window):
        row, y = number * step_m // SQUARE_M + 1, window.y((number + 0.5) * step_m)
        if row > 0 and 30 < y < low - 12:
            yield str(row), ((22, y), (WIDTH - 22, y))


def _around(point: Point) -> Rectangle:
    """Return what the mark of somebody covers."""
    (x, y), reach = point, RADIUS + 4
    return x - reach, y - reach, x + reach, y + reach


def _box(text: str, at: Point, size: int) -> Rectangle:
    """Return what a word covers that is written in the middle of a place."""
    (x, y), half = at, font(size).getlength(text) / 2
    return x - half, y - 12, x + half, y + 12


def _labels(pen: ImageDraw, view: GroundView, window: Window, taken: list[Rectangle]) -> None:
    """Write what things and areas are called, where that hides nobody and no other name of those that are ``taken``."""
    taken.append((0, HEIGHT - FOOT, WIDTH, HEIGHT))
    names = [*((each.kind, each.outline) for each in view.zones), *((each.name, each.outline) for each in view.things)]
    written = 0
    for name, outline in names:
        for at in _label_places(outline, window) if _is_drawable(name) else ():
            box = _box(name[:LONGEST_LABEL], at, 20)
            if written < MOST_LABELS and _is_free(box, taken):
                _word(pen, at, name[:LONGEST_LABEL], 20, INK, halo=3)
                taken.append(box)
                written += 1
                break


def _label_places(outline: Outline, window: Window) -> list[Point]:
    """Return where something can be named: what is large in its middle, all else below or above it."""
    west, south, east, north = bounds_of(outline)
    (left, top), (right, bottom) = (
        (x / FINER, y / FINER) for x, y in (window.at((west, north)), window.at((east, south)))
    )
    middle = (left + right) / 2
    outside = [(middle, bottom + 16), (middle, top - 16)]
    large = not isinstance(outline, Path) and bottom - top > 70 and right - left > 70
    return [(middle, (top + bottom) / 2), *outside] if large else outside


def _is_drawable(name: str) -> bool:
    return name.isprintable() and max(name, default=" ") <= LAST_DRAWN


def _is_free(box: Rectangle, taken: Sequence[Rectangle]) -> bool:
    inside = box[0] >= 0 and box[1] >= 0 and box[2] <= WIDTH and box[3] <= HEIGHT
    return inside and not any(
        box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3] for other in taken
    )


def _word(pen: ImageDraw, at: Point, text: str, size: int, colour: str, *, anchor: str = "mm", halo: int = 0) -> None:
    if not text:  # of which Pillow makes an image of no size, and fails
        return
    pen.text(at, text, colour, font=font(size), anchor=anchor, stroke_width=halo, stroke_fill=PAPER if halo else None)


@cache
def _palette_colours() -> bytes:
    """Return all colours that a picture may have: those that are drawn with, and what lies between them at edges."""
    from PIL import ImageColor

    styles: tuple[Style, ...] = (*THINGS.values(), *ZONES.values(), UNKNOWN)
    inks = dict.fromkeys((PAPER, INK, GRID, SOFT, BOARD, SHOT, TURN, "#ffffff", *SIDES, HIDDEN_SIDE))
    inks.update(dict.fromkeys(style.ink for style in styles))
    inks.update(dict.fromkeys(style.fill for style in styles if style.fill))
    plain: list[Colour] = [ImageColor.getrgb(ink)[:3] for ink in inks]
    between: dict[Colour, None] = dict.fromkeys(plain)
    for one, part in product(plain, (0.5, 0.25, 0.75)):
        for other in (plain[0], plain[1]):
            between[_mixed(one, other, part)] = None
    between.update(dict.fromkeys(_mixed(side, (255, 255, 255), 0.5) for side in plain[8:13]))
    return bytes(part for colour in [*between][:256] for part in colour)


def _mixed(one: Colour, other: Colour, part: float) -> Colour:
    return tuple(round(here * part + there * (1 - part)) for here, there in zip(one, other, strict=True))


def _palette(own: bytes) -> Image:
    """Return all colours of a picture: those of its own map, and of all others as many as there is room for."""
    from PIL import Image

    palette = Image.new("P", (1, 1))
    palette.putpalette(_palette_colours()[: 3 * 256 - len(own)] + own)
    return palette
