"""The picture of the ground: who stands where, by shape and letters, and the same for the same knowledge."""

from __future__ import annotations

import io

from PIL import Image

from bot.render.picture import FOOT, HEIGHT, SIDES, SOFT, WIDTH, drawn
from bot.service.requests import GroundMark, GroundView

ANN = GroundMark("A", 0, 5_000, 5_000)
GUARD = GroundMark("G1", 1, 5_000, 11_000)
DUEL = GroundView(("party", "foes"), (ANN, GUARD))


def opened(view: GroundView) -> Image.Image:
    return Image.open(io.BytesIO(drawn(view))).convert("RGB")


def coloured(image: Image.Image, colour: str) -> list[tuple[int, int]]:
    """Where the picture has a colour, more or less, above its foot."""
    wanted = tuple(int(colour[start : start + 2], 16) for start in (1, 3, 5))
    pixels = zip(*[iter(image.crop((0, 0, WIDTH, HEIGHT - FOOT)).tobytes())] * 3, strict=True)
    alike = (all(abs(found - each) < 12 for found, each in zip(pixel, wanted, strict=True)) for pixel in pixels)
    return [(number % WIDTH, number // WIDTH) for number, is_alike in enumerate(alike) if is_alike]


def middle(places: list[tuple[int, int]]) -> tuple[float, float]:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def test_north_is_up_and_each_side_has_its_colour() -> None:
    image = opened(DUEL)
    assert image.size == (WIDTH, HEIGHT)
    party, foes = middle(coloured(image, SIDES[0])), middle(coloured(image, SIDES[1]))
    assert abs(party[0] - foes[0]) < 5
    assert foes[1] < party[1] - 500


def test_who_is_down_has_no_colour_left() -> None:
    fallen = GroundView(DUEL.sides, (ANN, GroundMark("G1", 1, 5_000, 11_000, down=True)))
    assert not coloured(opened(fallen), SIDES[1])
    assert len(coloured(opened(fallen), SOFT)) > len(coloured(opened(DUEL), SOFT)) + 300


def test_whose_turn_it_is_has_a_ring() -> None:
    assert drawn(GroundView(DUEL.sides, (GroundMark("A", 0, 5_000, 5_000, acts=True), GUARD))) != drawn(DUEL)


def test_the_same_knowledge_makes_the_same_picture() -> None:
    assert drawn(DUEL) == drawn(GroundView(("party", "foes"), (ANN, GUARD)))


def test_people_at_one_place_are_fanned_out() -> None:
    alone = len(coloured(opened(GroundView(("party",), (ANN,))), SIDES[0]))
    crowd = GroundView(("party",), tuple(GroundMark(f"A{number}", 0, 5_000, 5_000) for number in range(10)))
    assert len(coloured(opened(crowd), SIDES[0])) > 5 * alone


def test_forty_people_over_ten_kilometres_fit_and_weigh_little() -> None:
    marks = tuple(GroundMark("ЖΩ", number % 7, number * 25_000 - 500_000, -number * 20_000) for number in range(40))
    content = drawn(GroundView(tuple(f"side {number}" for number in range(7)), marks))
    assert len(content) < 60_000
    assert len(drawn(GroundView((), ()))) < 60_000
