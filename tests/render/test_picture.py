"""The picture of the ground: who stands where and what lies there, by shape and letters, the same for the same view."""

from __future__ import annotations

import io
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from threading import Barrier

import pytest
from PIL import Image, ImageChops, ImageColor

from bot.core.ground.outlines import Box, Cone, Disc, Lane, Outline, Path, Spot
from bot.core.ground.places import Place
from bot.render.hatches import THINGS, ZONES, Style
from bot.render.picture import SIDES, drawn
from bot.render.shapes import PAPER, SOFT
from bot.render.window import FOOT, HEIGHT, WIDTH
from bot.service.requests import GroundMark, GroundThing, GroundTrace, GroundView, GroundZone, Posture

ANN = GroundMark("A", 0, 5_000, 5_000)
GUARD = GroundMark("G1", 1, 5_000, 11_000)
DUEL = GroundView(("party", "foes"), (ANN, GUARD))
LEFT, RIGHT = Place(2_500, 7_000), Place(7_500, 9_000)
OUTLINES = (
    Spot(Place(4_000, 8_000)),
    Path((LEFT, Place(7_500, 7_000), RIGHT)),
    Box(LEFT, RIGHT),
    Disc(Place(6_000, 8_000), 900),
    Lane(LEFT, RIGHT, 600),
    Cone(LEFT, RIGHT, 2_000),
)


def opened(view: GroundView) -> Image.Image:
    return Image.open(io.BytesIO(drawn(view))).convert("RGB")


def coloured(image: Image.Image, colour: str) -> list[tuple[int, int]]:
    """Where the picture has a colour, more or less, above its foot."""
    above = image.crop((0, 0, WIDTH, HEIGHT - FOOT))
    alike = [
        channel.point([255 if abs(found - wanted) < 12 else 0 for found in range(256)])
        for channel, wanted in zip(above.split(), ImageColor.getrgb(colour), strict=True)
    ]
    inked = ImageChops.darker(ImageChops.darker(alike[0], alike[1]), alike[2]).tobytes()
    return [(number % WIDTH, number // WIDTH) for number, is_alike in enumerate(inked) if is_alike]


def middle(places: list[tuple[int, int]]) -> tuple[float, float]:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def with_thing(outline: Outline, material: str = "brick_wall", *, is_open: bool = False, name: str = "") -> GroundView:
    return GroundView(DUEL.sides, DUEL.marks, things=(GroundThing(name, material, outline, opened=is_open),))


def as_ann(**how: object) -> GroundView:
    return GroundView(DUEL.sides, (GroundMark("A", 0, 5_000, 5_000, **how), GUARD))  # type: ignore[arg-type]


def test_north_is_up_and_each_side_has_its_colour() -> None:
    image = opened(DUEL)
    assert image.size == (WIDTH, HEIGHT)
    party, foes = middle(coloured(image, SIDES[0])), middle(coloured(image, SIDES[1]))
    assert abs(party[0] - foes[0]) < 5
    assert foes[1] < party[1] - 500


def test_each_side_has_a_shape_of_its_own_and_none_that_only_the_gm_knows_of() -> None:
    sides = tuple("abcdef")
    looks = [
        opened(GroundView(sides, (GroundMark("A", side, 5_000, 5_000),), hidden_sides=hidden)).convert("1").tobytes()
        for side, hidden in (*((side, 1) for side in range(6)), (5, 0))
    ]
    assert len(set(looks)) == len(looks)
    hidden = opened(GroundView(sides, (GroundMark("A", 5, 5_000, 5_000),), hidden_sides=1))
    assert not any(coloured(hidden, colour) for colour in SIDES)


def test_who_is_down_has_no_colour_left() -> None:
    fallen = as_ann(down=True)
    assert not coloured(opened(fallen), SIDES[0])
    assert len(coloured(opened(fallen), SOFT)) > len(coloured(opened(DUEL), SOFT)) + 300


def test_whoever_stands_otherwise_looks_otherwise_without_any_colour() -> None:
    looks = [
        as_ann(),
        as_ann(acts=True),
        as_ann(down=True),
        as_ann(lost=True),
        as_ann(posture=Posture.LOW),
        as_ann(posture=Posture.FLAT),
    ]
    grey = [opened(view).convert("1").tobytes() for view in looks]
    assert len(set(grey)) == len(looks)


def test_whoever_was_last_seen_somewhere_is_hollow() -> None:
    seen, lost = coloured(opened(as_ann()), SIDES[0]), coloured(opened(as_ann(lost=True)), SIDES[0])
    x, y = (round(part) for part in middle(seen))
    assert (x - 18, y) in seen
    assert (x - 18, y) not in lost
    assert lost


@pytest.mark.parametrize("outline", OUTLINES)
def test_a_thing_of_every_shape_stands_where_it_stands(outline: Outline) -> None:
    wall = THINGS["brick_wall"].ink
    assert not coloured(opened(DUEL), wall)
    across, down = zip(*coloured(opened(with_thing(outline)), wall), strict=True)
    assert 150 < min(down) < max(down) < 650  # between the two
    assert max(across) - min(across) > 20


def test_what_is_open_is_less_of_it() -> None:
    door, ink = OUTLINES[1], THINGS["door"].ink
    shut, open_ = opened(with_thing(door, "door")), opened(with_thing(door, "door", is_open=True))
    assert 0 < len(coloured(open_, ink)) < len(coloured(shut, ink))


@pytest.mark.parametrize("kinds", [THINGS, ZONES])
def test_what_is_made_of_another_stuff_has_another_hatch_or_fill(kinds: Mapping[str, Style]) -> None:
    styles: dict[Style, list[str]] = {}
    for word, style in kinds.items():
        styles.setdefault(style, []).append(word)
    assert all(len(words) <= 3 for words in styles.values())
    for one, other in combinations(styles, 2):
        assert one.hatch != other.hatch or one[:2] != other[:2]


def test_an_area_shows_through_and_has_its_hatch() -> None:
    gas = GroundView(DUEL.sides, DUEL.marks, zones=(GroundZone("gas", OUTLINES[3]),))
    fire = GroundView(DUEL.sides, DUEL.marks, zones=(GroundZone("fire", OUTLINES[3]),))
    image = opened(gas)
    dots = coloured(image, ZONES["gas"].ink)
    left, right = min(x for x, _ in dots), max(x for x, _ in dots)
    top, bottom = min(y for _, y in dots), max(y for _, y in dots)
    within = [place for place in coloured(image, PAPER) if left < place[0] < right and top < place[1] < bottom]
    assert len(within) > len(dots)
    assert opened(fire).convert("1").tobytes() != image.convert("1").tobytes()


def test_a_tripwire_is_a_thin_line() -> None:
    wire = GroundView(DUEL.sides, DUEL.marks, zones=(GroundZone("tripwire", OUTLINES[1]),))
    assert 0 < len(coloured(opened(wire), ZONES["trip"].ink)) < 3_000


def test_what_lies_far_outside_is_not_drawn() -> None:
    far = with_thing(Box(Place(100_000, 100_000), Place(100_500, 100_500)))
    assert drawn(far) == drawn(DUEL)


def test_a_shot_is_a_line_with_a_head_and_a_move_a_dashed_one() -> None:
    way = ((5_000, 5_000), (5_000, 11_000))
    shot = opened(GroundView(DUEL.sides, DUEL.marks, traces=(GroundTrace("Ann", way, "Guard 1"),)))
    move = opened(GroundView(DUEL.sides, DUEL.marks, traces=(GroundTrace("Ann", way),)))
    reds = coloured(shot, "#b3261e")
    assert max(y for _, y in reds) - min(y for _, y in reds) > 400
    assert not coloured(move, "#b3261e")
    assert move.tobytes() != opened(DUEL).tobytes()


def test_a_name_is_written_where_it_hides_nobody() -> None:
    box = Box(Place(4_000, 7_000), Place(6_000, 9_000))
    assert drawn(with_thing(box, name="the wall")) != drawn(with_thing(box))
    assert drawn(with_thing(box, name="\u58c1")) == drawn(with_thing(box))  # no letter that the font has
    below = Box(Place(4_950, 4_950), Place(5_050, 5_050))
    assert drawn(with_thing(below, name="x" * 15)) == drawn(with_thing(below))


def test_no_name_of_a_column_or_row_stands_on_somebody() -> None:
    crowd = [GroundMark("W", 0, 5_000, 11_000)] * 30
    image = opened(GroundView(DUEL.sides, (ANN, *crowd)))
    people = set(coloured(image, SIDES[0]))
    assert min(y for _, y in people) < 30  # where columns are named
    for x, y in coloured(image, SOFT):
        around = [any((x + way * far, y) in people for far in range(1, 20)) for way in (-1, 1)]
        assert not all(around), (x, y)


def test_the_same_knowledge_makes_the_same_picture() -> None:
    assert drawn(DUEL) == drawn(GroundView(("party", "foes"), (ANN, GUARD)))


def test_eight_threads_draw_the_same_picture_at_once() -> None:
    things = tuple(GroundThing(word, word, Box(LEFT, RIGHT)) for word in THINGS)
    zones = tuple(GroundZone(word, OUTLINES[3]) for word in ZONES)
    view = GroundView(DUEL.sides, DUEL.marks, things, zones)
    alone, start = drawn(view), Barrier(8)

    def draw(_: int) -> bytes:
        start.wait()
        return drawn(view)

    with ThreadPoolExecutor(8) as pool:
        assert {*pool.map(draw, range(8))} == {alone}


def test_people_at_one_place_are_fanned_out() -> None:
    alone = len(coloured(opened(GroundView(("party",), (ANN,))), SIDES[0]))
    crowd = GroundView(("party",), tuple(GroundMark(f"A{number}", 0, 5_000, 5_000) for number in range(10)))
    assert len(coloured(opened(crowd), SIDES[0])) > 5 * alone


def test_nobody_is_fanned_out_of_the_picture() -> None:
    wide = GroundMark("B", 1, 9_000, 9_000)
    crowd = tuple(GroundMark(f"A{number}", 0, 9_000 + number, 12_000) for number in range(12))
    image = opened(GroundView(("party", "foes"), (wide, *crowd)))
    blue = coloured(image, SIDES[0])
    assert min(y for _, y in blue) > 0
    assert max(x for x, _ in blue) < WIDTH - 1
    assert len(blue) > 8 * len(coloured(opened(GroundView(("party",), (ANN,))), SIDES[0]))


def test_an_area_shows_over_what_lies_there() -> None:
    lake = GroundThing("", "water", Box(LEFT, RIGHT))
    gas = GroundZone("gas", Disc(Place(5_000, 8_000), 300))
    assert drawn(GroundView(DUEL.sides, DUEL.marks, (lake,), (gas,))) != drawn(with_thing(lake.outline, "water"))
    assert coloured(opened(GroundView(DUEL.sides, DUEL.marks, (lake,), (gas,))), ZONES["gas"].ink)


def test_forty_people_over_ten_kilometres_fit_and_weigh_little() -> None:
    marks = tuple(GroundMark("ЖΩ", number % 7, number * 25_000 - 500_000, -number * 20_000) for number in range(40))
    content = drawn(GroundView(tuple(f"side {number}" for number in range(7)), marks))
    assert len(content) < 60_000
    assert len(drawn(GroundView((), ()))) < 60_000
    assert len(drawn(GroundView((), (), (GroundThing("wall", "stuff", OUTLINES[1]),)))) < 60_000


def test_squares_to_the_west_of_the_first_have_no_letters_and_are_drawn() -> None:
    far = (GroundMark("A", 0, 100, 11_000), GroundMark("B", 0, 100, 100))
    assert drawn(GroundView(sides=("party",), marks=far)).startswith(b"\x89PNG")
