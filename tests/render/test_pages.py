"""Pages keep within their limit, keep lines whole, and keep every letter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.wording import Line, Mark, Span, line, name
from bot.render.limits import MESSAGE
from bot.render.markdown import line_text
from bot.render.pages import pages
from tests.render.words import letters, lines, long_lines, read

limits = st.integers(40, 300)


@given(st.lists(st.one_of(lines, long_lines), max_size=4), limits)
def test_no_page_is_longer_than_it_may_be(many: list[Line], most: int) -> None:
    assert all(0 < len(page.strip()) <= len(page) <= most for page in pages(many, most))


@given(st.lists(st.one_of(lines, long_lines), max_size=4), limits)
def test_pages_lose_no_letter(many: list[Line], most: int) -> None:
    assert letters("".join(map(read, pages(many, most)))) == letters("".join(each.text for each in many))


@given(st.lists(lines, max_size=30))
def test_a_line_that_fits_is_never_cut(many: list[Line]) -> None:
    whole = [line_text(each) for each in many if line_text(each)]
    fitting = [each for each in whole if len(each) <= MESSAGE]
    assert whole != fitting or "\n".join(pages(many)).split("\n") == (whole or [""])


@given(st.lists(lines, max_size=30), limits)
def test_spare_room_is_kept_for_every_line(many: list[Line], most: int) -> None:
    for page in pages(many, most, spare=4):
        assert len(page) + 4 * len(page.split("\n")) <= most


def test_as_many_lines_as_fit_share_a_page() -> None:
    assert pages([line("a" * 9)] * 4, 19) == ["aaaaaaaaa\naaaaaaaaa"] * 2


def test_a_long_line_is_cut_at_a_blank() -> None:
    assert pages([line("one two three four")], 10) == ["one two", "three four"]


def test_marks_are_closed_on_each_page() -> None:
    assert pages([line(Span("a b " * 5, Mark.BAD))], 14) == ["**a b a b a**", "**b a b a b**"]


def test_an_escape_is_never_cut() -> None:
    assert pages([line("*" * 10)], 7) == ["\\*\\*\\*"] * 3 + ["\\*"]


@pytest.mark.parametrize("word", ["x" * 10_000, "@everyone " * 1000, "**" * 5000, "<@1>" * 2500])
def test_a_name_of_ten_thousand_letters_fits_into_messages(word: str) -> None:
    found = pages([line(name(word), " fires")])
    assert 5 <= len(found) <= 12
    assert letters("".join(map(read, found))) == letters(f"{word} fires")


def test_the_sign_of_a_side_stands_once_however_long_the_line_is() -> None:
    ann = Line((Span("", Mark.SECOND_SIDE), name("Ann"), Span(" waits" * 30)))
    first, *others = pages([ann], 40)
    assert first.startswith("🟧\N{NO-BREAK SPACE}**Ann** waits")
    assert others
    assert not any("🟧" in each for each in others)


@pytest.mark.parametrize("most", range(40, 120, 7))
def test_the_sign_of_a_side_goes_with_the_name_behind_it_wherever_a_page_ends(most: int) -> None:
    guards = [spans for at in range(9) for spans in (Span("", Mark.FIRST_SIDE), name(f"guard {at}"), Span(" waits, "))]
    for page in pages([Line(tuple(guards))], most):
        assert page.count("🔵") == page.count("🔵\N{NO-BREAK SPACE}**guard"), page
        assert page.count("🔵") == page.count("guard"), page
