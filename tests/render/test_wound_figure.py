"""The drawn figure differs by every wound that it shows, stays small, and is told in words as well."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.core.telling.cards import BodyPlace, Track, WoundFigure, WoundGrade
from bot.core.wording import line
from bot.render.easel import Commission, commission, picture_of
from bot.render.limits import CARD, FILE_WORDS
from bot.render.sheet_card import figure_words, sheet_text
from bot.render.wound_figure import drawn_figure
from bot.service.requests import Reply

LARGEST_BYTES = 30_000


def body(hurt: WoundGrade, words: str = "serious") -> WoundFigure:
    """A head and a torso, of which the torso is hurt."""
    return WoundFigure(
        (BodyPlace("head", ((42, 2, 16, 15),), round=True), BodyPlace("torso", ((36, 19, 28, 34),), False, hurt, words))
    )


def grey(figure: WoundFigure) -> bytes:
    """The picture without its colours, as somebody sees it who sees none."""
    return Image.open(io.BytesIO(drawn_figure(figure))).convert("L").tobytes()


def test_each_degree_looks_otherwise_even_without_colours() -> None:
    assert len({grey(body(hurt, "hurt")) for hurt in WoundGrade}) == len(WoundGrade)


def test_degrees_differ_by_their_hatch_and_not_only_by_shade() -> None:
    black = [
        Image.open(io.BytesIO(drawn_figure(body(hurt, "x")))).convert("L").point(lambda p: 255 * (p > 110), "1")
        for hurt in WoundGrade
    ]
    assert len({each.crop((24, 24, 344, 424)).tobytes() for each in black}) == len(WoundGrade)


@pytest.mark.parametrize("boxes", [1, 12, 13, 400])
def test_a_track_shows_what_is_marked(boxes: int) -> None:
    pictures = {grey(WoundFigure(tracks=(Track("damage", marked, boxes),))) for marked in (0, boxes)}
    assert len(pictures) == 2


def test_it_stays_small_with_all_there_can_be() -> None:
    places = tuple(
        BodyPlace("a place with a name that is very long", ((n, n, 9, 9),), False, WoundGrade.WORST, "lost")
        for n in range(60)
    )
    content = drawn_figure(WoundFigure(places, tuple(Track(f"track {n}", n, 40) for n in range(30))))
    assert len(content) < LARGEST_BYTES
    assert Image.open(io.BytesIO(content)).format == "PNG"


def test_the_words_say_what_the_picture_shows() -> None:
    assert figure_words("Ann", body(WoundGrade.GRAVE)) == "Wounds of Ann: torso serious."
    both = WoundFigure(body(WoundGrade.NOT).places, (Track("damage", 3, 35),))
    assert figure_words("Ann", both) == "Wounds of Ann: no place of the body is hurt; damage 3 of 35."
    assert len(figure_words("Ann", WoundFigure(tracks=(Track("damage", 3, 35),) * 200))) == FILE_WORDS


def test_the_process_that_draws_takes_a_figure() -> None:
    figure = body(WoundGrade.SLIGHT)
    assert commission(figure) == Commission(wounds=figure)
    assert picture_of(commission(figure)) == drawn_figure(figure)


def test_a_card_is_cut_to_its_room_and_says_where_the_rest_is() -> None:
    short = Reply(title="Ann", lines=(line("unhurt"),))
    assert sheet_text(short) == "**Ann**\nunhurt"
    long = sheet_text(Reply(title="Ann", lines=(line("x" * 300),) * 40))
    assert len(long) <= CARD
    assert long.endswith("more: All")
