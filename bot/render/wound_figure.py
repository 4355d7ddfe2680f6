"""Somebody's wounds are drawn as a body whose places differ by hatch and frame, not by colour alone, and as boxes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from bot.core.telling.cards import BodyPlace, Track, WoundFigure, WoundGrade
from bot.core.wording import shortened
from bot.render.hatches import TILE, Style, hatched
from bot.render.lettering import font
from bot.render.shapes import INK, PAPER, SOFT

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

WIDE, EDGE, BODY_WIDE, BODY_HIGH = 760, 24, 320, 400
ROW, WORDS_SIZE, LONGEST = 34, 22, 26
LEGEND = EDGE + BODY_WIDE + 24
"""Where the words begin beside the body, in pixels from the left."""

MOST_ROWS, MOST_BOXES, BOX = 11, 12, 20
COLOURS = 32
LOOKS = {
    WoundGrade.NOT: Style("#ffffff", INK, ""),
    WoundGrade.SLIGHT: Style("#f6e3a1", "#8a6d00", "dots"),
    WoundGrade.GRAVE: Style("#f0b27a", "#7a3a00", "slash"),
    WoundGrade.WORST: Style("#d98880", "#4a0f0a", "cross"),
}


def drawn_figure(figure: WoundFigure) -> bytes:
    """Return the figure as a PNG: the body with its wounds, beside it what is hurt and the tracks."""
    from PIL import Image, ImageDraw  # only the process that draws needs it

    hurt = [each for each in figure.places if each.hurt][:MOST_ROWS]
    tracks = figure.tracks[:MOST_ROWS]
    rows = max(1, len(hurt)) * bool(figure.places) + 2 * len(tracks)
    body = BODY_HIGH if any(each.boxes for each in figure.places) else 0
    image = Image.new("RGB", (WIDE, 2 * EDGE + max(body, rows * ROW)), PAPER)
    pen = ImageDraw.Draw(image)
    for each in figure.places:
        _place(image, pen, each)
    left, top = (LEGEND if body else EDGE), EDGE
    if figure.places:
        top = _legend(image, pen, (left, top), hurt)
    for track in tracks:
        _track(pen, (left, top), track)
        top += 2 * ROW
    file = io.BytesIO()
    image.quantize(colors=COLOURS, dither=Image.Dither.NONE).save(file, "PNG", compress_level=9)
    return file.getvalue()


def _place(image: Image, pen: ImageDraw, place: BodyPlace) -> None:
    for x, y, wide, high in place.boxes:
        left, top = EDGE + BODY_WIDE * x // 100, EDGE + BODY_HIGH * y // 100
        box = (left, top, left + BODY_WIDE * wide // 100, top + BODY_HIGH * high // 100)
        _painted(image, pen, box, place.hurt, is_round=place.round)


def _painted(image: Image, pen: ImageDraw, box: tuple[int, int, int, int], hurt: WoundGrade, *, is_round: bool) -> None:
    """Fill a shape by how badly it is hurt; the worse it is, the thicker is its frame."""
    from PIL import Image, ImageDraw

    look, size = LOOKS[hurt], (box[2] - box[0], box[3] - box[1])
    mask = Image.new("L", size)
    stencil = ImageDraw.Draw(mask)
    within, corner = (0, 0, size[0] - 1, size[1] - 1), min(size) // 3
    if is_round:
        stencil.ellipse(within, 255)
    else:
        stencil.rounded_rectangle(within, corner, 255)
    image.paste(look.fill, box, mask)
    if look.hatch:
        ink = Image.new("L", size)
        for x in range(0, size[0], TILE):
            for y in range(0, size[1], TILE):
                ink.paste(hatched(look.hatch), (x, y))
        image.paste(look.ink, box, Image.composite(ink, Image.new("L", size), mask))
    if is_round:
        pen.ellipse(box, outline=INK, width=2 + hurt)
    else:
        pen.rounded_rectangle(box, corner, outline=INK, width=2 + hurt)


def _legend(image: Image, pen: ImageDraw, at: tuple[int, int], hurt: list[BodyPlace]) -> int:
    """Write what is hurt, each behind a patch that looks the same; return where the next part begins."""
    left, top = at
    if not hurt:
        _write(pen, (left, top), "No place is hurt.", SOFT)
    for row, place in enumerate(hurt):
        y = top + row * ROW
        _painted(image, pen, (left, y, left + 26, y + 26), place.hurt, is_round=False)
        _write(pen, (left + 38, y), f"{place.title}: {place.words}")
    return top + max(1, len(hurt)) * ROW


def _track(pen: ImageDraw, at: tuple[int, int], track: Track) -> None:
    """Draw a row of boxes, marked ones with a cross; a long one as one bar of which a part is filled."""
    left, top = at
    _write(pen, at, f"{track.title} {track.marked} of {track.boxes}")
    y = top + ROW - 4
    if track.boxes > MOST_BOXES:
        whole = MOST_BOXES * (BOX + 6)
        pen.rectangle((left, y, left + whole, y + BOX), outline=INK, width=2)
        pen.rectangle(
            (left, y, left + whole * min(track.marked, track.boxes) // max(1, track.boxes), y + BOX), fill=INK
        )
        return
    for number in range(track.boxes):
        x = left + number * (BOX + 6)
        pen.rectangle((x, y, x + BOX, y + BOX), outline=INK, width=2)
        if number < track.marked:
            pen.line((x, y, x + BOX, y + BOX), INK, 4)
            pen.line((x, y + BOX, x + BOX, y), INK, 4)


def _write(pen: ImageDraw, at: tuple[int, int], words: str, ink: str = INK) -> None:
    pen.text(at, shortened(words, LONGEST), ink, font(WORDS_SIZE))
