"""The picture of an imported map lies where the map says, pale, and the whole stays small."""

from __future__ import annotations

import io

import msgspec
from PIL import Image, ImageColor, ImageDraw

from bot.render.picture import SIDES, drawn
from bot.render.window import FOOT, HEIGHT, WIDTH
from bot.service.requests import GroundBackdrop, GroundMark, GroundView

DUEL = GroundView(("party", "foes"), (GroundMark("A", 0, 0, 0), GroundMark("G1", 1, 0, 6_000)))


def webp(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "WEBP", quality=60)
    return file.getvalue()


def behind(picture: bytes, east_cm: int = -3_000, north_cm: int = 0) -> bytes:
    laid = GroundBackdrop(picture, east_cm, north_cm, 6_000, 6_000)
    return drawn(msgspec.structs.replace(DUEL, behind=laid))


def halves() -> Image.Image:
    """Red in the north-west, blue elsewhere."""
    image = Image.new("RGB", (200, 200), "#0000ff")
    ImageDraw.Draw(image).rectangle((0, 0, 99, 99), fill="#ff0000")
    return image


def test_north_of_a_map_is_north_of_the_picture() -> None:
    image = Image.open(io.BytesIO(behind(webp(halves())))).convert("RGB")
    middle_x, middle_y = WIDTH // 2, (HEIGHT - FOOT) // 2
    reds = [image.getpixel((middle_x + x, middle_y + y)) for x in (-107, 107) for y in (-107, 107)]
    is_red = [isinstance(each, tuple) and each[0] > each[2] + 40 for each in reds]
    assert is_red == [True, False, False, False]


def test_sides_keep_their_colours_on_any_map() -> None:
    image = Image.open(io.BytesIO(behind(webp(halves())))).convert("RGB")
    colours = {colour for _, colour in image.getcolors(1 << 20) or ()}
    assert {ImageColor.getrgb(side) for side in SIDES[:2]} <= colours


def test_a_colourful_map_stays_small() -> None:
    noise = Image.merge("RGB", [Image.effect_noise((900, 900), 90) for _ in range(3)])
    assert len(behind(webp(noise))) <= 150 * 1024
    assert len(behind(webp(halves()))) <= 30 * 1024


def test_what_is_no_picture_is_left_out() -> None:
    blank = Image.open(io.BytesIO(drawn(DUEL))).convert("RGB")
    spoilt = Image.open(io.BytesIO(behind(b"spoilt"))).convert("RGB")
    assert spoilt.size == blank.size
    assert spoilt.getpixel((5, 5)) == blank.getpixel((5, 5))
