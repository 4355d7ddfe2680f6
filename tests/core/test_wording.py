"""Words and terms: marks carry the meaning, numbers read as people write them, sums are of what they are made of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import RuleViolation
from bot.core.terms import Term, bonuses, penalties, total
from bot.core.wording import (
    Mark,
    Span,
    agreeing,
    bad,
    begun,
    digits,
    good,
    line,
    metres,
    name,
    note,
    number,
    parted,
    sentence,
    shortened,
    shown,
    signed,
    stopped,
    the,
    with_article,
)

terms = st.lists(st.builds(Term, st.just("any"), st.integers(-20, 20)))


def test_a_line_is_its_words_in_reading_order() -> None:
    told = line(name("Guard#2"), " is hit: ", bad("down"), depth=1)
    assert told.text == "Guard is hit: down"
    assert told.depth == 1
    assert [span.mark for span in told.spans] == [Mark.NAME, Mark.PLAIN, Mark.BAD]


def test_marks_say_what_words_mean() -> None:
    assert (good("hit").mark, bad("miss").mark, note("Bulk").mark) == (Mark.GOOD, Mark.BAD, Mark.NOTE)
    assert line("plain").spans == (Span("plain", Mark.PLAIN),)


def test_numbers_are_written_out() -> None:
    assert [number(value).text for value in (3, 1_500_000, 12.5, 2.0, -1)] == ["3", "1500000", "12.5", "2", "−1"]


def test_modifiers_carry_their_sign() -> None:
    assert [signed(value).text for value in (3, 0, -2)] == ["+3", "+0", "\N{MINUS SIGN}2"]


def test_metres_are_said_to_a_tenth() -> None:
    said = ["0 m", "1.8 m", "9.9 m", "10.5 m", "30.1 m", "108.1 m"]
    assert [metres(far_m) for far_m in (0, 1.76, 9.94, 10.5, 30.1, 108.06)] == said


def test_centimetres_that_are_told_stay_what_they_are() -> None:
    just_off = (cm / 100 for cm in range(1, 20_000) if cm % 50 in (1, 2, 3, 4, 46, 47, 48, 49))
    assert [far_m for far_m in just_off if metres(far_m) != f"{far_m:g} m"] == []


def test_metres_just_beyond_where_a_range_may_end_do_not_read_as_within_it() -> None:
    said = ["12.01 m", "12.51 m", "30.04 m", "30 m"]
    assert [metres(far_m) for far_m in (12.002, 12.501, 30.04, 0.1 + 29.9)] == said


def test_metres_just_within_where_a_range_may_end_do_not_read_as_at_its_edge() -> None:
    said = ["9.97 m", "11.99 m", "6.99 m", "12.49 m", "10 m"]
    assert [metres(far_m) for far_m in (9.97, 11.998, 6.99, 12.495, 9.9999999)] == said


def test_numbers_are_said_in_digits_however_large_and_small() -> None:
    said = ["2147483648", "0.0000001", "7", "100000", "0.5", "100000000000000000…"]
    assert [digits(value) for value in (2147483648.0, 1e-7, 7, 100_000.0, 0.5, 10**40)] == said


@pytest.mark.parametrize("called", ["sandbags", "Crates 2", "rocks and trees", "sandbags north", "crates south east"])
def test_of_several_things_it_is_said_that_they_are(called: str) -> None:
    assert agreeing(called, "is", "are") == "are"


@pytest.mark.parametrize("called", ["glass", "bus", "gas", "trellis", "7", "west room south east", "north", ""])
def test_of_one_thing_it_is_said_that_it_is(called: str) -> None:
    assert agreeing(called, "is", "are") == "is"


@pytest.mark.parametrize(("thing", "said"), [("wall", "a wall"), ("EMP mine", "an EMP mine")])
def test_one_of_several_things_has_the_article_that_fits_its_sound(thing: str, said: str) -> None:
    assert with_article(thing) == said


@pytest.mark.parametrize(
    ("thing", "said"),
    [("wall", "the wall"), ("Big Ben", "Big Ben"), ("the gate", "the gate"), ("theatre", "the theatre")],
)
def test_one_thing_of_a_kind_is_named_with_its_article(thing: str, said: str) -> None:
    assert the(thing) == said


def test_a_sentence_begins_with_a_capital_but_for_what_is_typed_so() -> None:
    given = [
        "the wall is there.",
        "range_m 3 is too far.",
        "mode=aimed does not fit.",
        "weapons.ak47.damage is 7.",
        "no.",
        "",
    ]
    assert [sentence(each) for each in given] == ["The wall is there.", *given[1:4], "No.", ""]


def test_words_are_parted_by_commas() -> None:
    assert line(*parted((name("Ann"), bad("hit"), "out"))).text == "Ann, hit, out"
    assert (parted(["up"]), parted([])) == (("up",), ())


def test_the_mark_that_keeps_equal_names_apart_is_not_shown() -> None:
    assert [shown(actor) for actor in ("Guard", "Guard#2")] == ["Guard", "Guard"]


@given(terms)
def test_a_sum_is_its_bonuses_and_its_penalties(summands: list[Term]) -> None:
    assert total(summands) == bonuses(summands) + penalties(summands)
    assert bonuses(summands) >= 0 >= penalties(summands)


def test_a_refusal_says_what_was_wrong_and_what_would_work() -> None:
    assert str(RuleViolation("Out of ammunition.", "Reload.")) == "Out of ammunition. Reload."
    assert str(RuleViolation("Not your turn.")) == "Not your turn."


def test_a_line_begins_with_a_capital_unless_it_is_empty() -> None:
    assert begun(line("", "two hits")).text == "Two hits"
    assert begun(line("")) == line("")


def test_a_line_ends_with_a_stop_unless_it_is_empty_or_ends_with_a_sign() -> None:
    assert stopped(line("armour ", signed(-6), depth=1)) == line("armour ", signed(-6), ".", depth=1)
    for whole in (line(), line("Done."), line("Who?"), line("So: ", "these:")):
        assert stopped(whole) is whole


@given(st.text(max_size=12), st.integers(1, 8))
def test_what_is_too_long_ends_with_an_ellipsis(words: str, longest: int) -> None:
    made = shortened(words, longest)
    assert len(made) <= longest
    assert made == words or (len(words) > longest and made == words[: longest - 1] + "…")
