"""Dice expressions: what people type, what it comes to, and that nothing they type does more than a bounded amount."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.core.errors import RuleViolation
from bot.core.wording import Mark
from bot.service.dice_expressions.parser import parse
from bot.service.dice_expressions.rolling import (
    Margin,
    Met,
    Rolled,
    Successes,
    Throw,
    explain,
    margin_under,
    roll,
    told,
)


def falling(*faces: int) -> Throw:
    """Dice that show ``faces`` in order."""
    left = list(faces)

    def throw(count: int, sides: int) -> tuple[int, ...]:
        taken, left[:] = tuple(left[:count]), left[count:]
        assert len(taken) == count, "the expression asked for more dice than the test expects"
        assert all(1 <= face <= sides for face in taken)
        return taken

    return throw


def fair(seed: int) -> Throw:
    source = random.Random(seed)
    return lambda count, sides: tuple(source.randint(1, sides) for _ in range(count))


def always(choose: Callable[[int], int]) -> Throw:
    return lambda count, sides: (choose(sides),) * count


def dice(rolled: Rolled, mark: Mark) -> list[str]:
    return [span.text for span in rolled.spans if span.mark is mark]


@pytest.mark.parametrize(
    ("text", "faces", "words"),
    [
        ("4d20kl1+3", (12, 7, 19, 15), "4d20kl1 (12 out, 7, 19 out, 15 out) + 3 = 10"),
        ("1d20+5", (15,), "1d20 (15) + 5 = 20"),
        ("D20", (15,), "d20 (15) = 15"),
        ("d%", (61,), "d% (61) = 61"),
        ("3D%", (61, 100, 1), "3d% (61, 100, 1) = 162"),
        ("(2d6+3)*2", (3, 4), "(2d6 (3, 4) + 3) × 2 = 20"),
        ("  2d6 \n + 1d4 ", (3, 4, 1), "2d6 (3, 4) + 1d4 (1) = 8"),
        ("1\u200bd6", (2,), "1d6 (2) = 2"),
        ("10-3-2", (), "10 − 3 − 2 = 5"),
        ("2+3*4", (), "2 + 3 × 4 = 14"),
        ("-1d6+2", (5,), "−1d6 (5) + 2 = −3"),
        ("- -3 * +2", (), "−−3 × 2 = 6"),
        ("1d6 − 10 × 2", (3,), "1d6 (3) − 10 × 2 = −17"),
    ],
)
def test_plain_sums_read_as_typed_with_their_dice(text: str, faces: tuple[int, ...], words: str) -> None:
    assert explain(roll(text, falling(*faces))) == words


@pytest.mark.parametrize(
    ("text", "faces", "words"),
    [
        ("4d6kh3", (3, 5, 2, 1), "4d6kh3 (3, 5, 2, 1 out) = 10"),
        ("4d6k3", (3, 5, 2, 1), "4d6k3 (3, 5, 2, 1 out) = 10"),
        ("4d6kh", (3, 5, 2, 1), "4d6kh (3 out, 5, 2 out, 1 out) = 5"),
        ("4d6kl2", (3, 5, 2, 1), "4d6kl2 (3 out, 5 out, 2, 1) = 3"),
        ("4d6dl1", (3, 5, 2, 1), "4d6dl1 (3, 5, 2, 1 out) = 10"),
        ("4d6d1", (3, 5, 2, 1), "4d6d1 (3, 5, 2, 1 out) = 10"),
        ("4d6dh1", (3, 5, 2, 1), "4d6dh1 (3, 5 out, 2, 1) = 6"),
        ("4d6pl1ph1", (3, 5, 2, 1), "4d6pl1ph1 (3, 5 out, 2, 1 out) = 5"),
        ("4d6kl1kh1", (3, 5, 2, 1), "4d6kl1kh1 (3 out, 5, 2 out, 1) = 6"),
        ("4d6p1", (1, 5, 1, 2), "4d6p1 (1 out, 5, 1 out, 2) = 7"),
        ("4d6k>3", (3, 4, 5, 1), "4d6k>3 (3 out, 4, 5, 1 out) = 9"),
        ("4d6k==3", (3, 4, 5, 1), "4d6k==3 (3, 4 out, 5 out, 1 out) = 3"),
        ("2d6kh9", (3, 4), "2d6kh9 (3, 4) = 7"),
        ("2d6dl2", (3, 4), "2d6dl2 (3 out, 4 out) = 0"),
        ("2d6kh0", (3, 4), "2d6kh0 (3 out, 4 out) = 0"),
        ("4d6dl1kh1", (3, 5, 2, 1), "4d6dl1kh1 (3 out, 5, 2 out, 1 out) = 5"),
        ("3d6mi3", (1, 3, 5), "3d6mi3 (1→3, 3, 5) = 11"),
        ("3d6ma4mi2", (1, 3, 5), "3d6ma4mi2 (1→2, 3, 5→4) = 9"),
    ],
)
def test_keeping_dropping_and_bounding(text: str, faces: tuple[int, ...], words: str) -> None:
    assert explain(roll(text, falling(*faces))) == words


@pytest.mark.parametrize(
    ("text", "faces", "words"),
    [
        ("2d6!", (6, 3, 6, 1), "2d6! (6, 3, 6, 1) = 16"),
        ("2d6!>4", (5, 6, 2, 1), "2d6!>4 (5, 6, 2, 1) = 14"),
        ("2d6!3", (3, 6, 2), "2d6!3 (3, 6, 2) = 11"),
        ("2d6e5e6", (5, 1, 6, 2), "2d6e5e6 (5, 1, 6, 2) = 14"),
        ("2d6ra6", (6, 6, 6, 1), "2d6ra6 (6, 6, 6, 1) = 19"),
        ("3d6!kh1", (6, 2, 6, 6, 5, 1), "3d6!kh1 (6 out, 2 out, 6 out, 6, 5 out, 1 out) = 6"),
        ("3d6ro<2", (1, 4, 5, 1), "3d6ro<2 (1 out, 4, 5, 1) = 10"),
        ("2d6r1", (1, 4, 1, 2), "2d6r1 (1 out, 4, 1 out, 2) = 6"),
        ("2d6rr<=2", (1, 4, 2, 3), "2d6rr<=2 (1 out, 4, 2 out, 3) = 7"),
        ("2d6r1r3", (1, 3, 3, 4, 5), "2d6r1r3 (1 out, 3 out, 3 out, 4, 5) = 9"),
        ("2d6kh1r6", (6, 2, 3), "2d6kh1r6 (6 out, 2 out, 3) = 3"),
    ],
)
def test_exploding_and_rerolling(text: str, faces: tuple[int, ...], words: str) -> None:
    assert explain(roll(text, falling(*faces))) == words


@pytest.mark.parametrize(
    ("text", "faces", "words"),
    [
        ("5d10>=7", (7, 3, 10, 6, 9), "5d10 (7, 3 out, 10, 6 out, 9) ≥ 7: 3 successes"),
        ("2d10 > 7", (7, 8), "2d10 (7 out, 8) > 7: 1 success"),
        ("2d10<3", (7, 8), "2d10 (7 out, 8 out) < 3: 0 successes"),
        ("2d10==8", (7, 8), "2d10 (7 out, 8) = 8: 1 success"),
        ("2d10!=8", (7, 8), "2d10 (7, 8 out) ≠ 8: 1 success"),
        ("4d6kh>=5", (6, 5, 1, 2), "4d6kh (6, 5 out, 1 out, 2 out) ≥ 5: 1 success"),
        ("2d10! >=7", (10, 3, 8), "2d10! (10, 3 out, 8) ≥ 7: 2 successes"),
        ("2d10[rifle]>=3+1d4", (7, 4, 2), "2d10 (7, 4 out) [rifle] ≥ 3 + 1d4 (2): 1 success"),
        ("(2d10>=7)*2", (7, 8), "(2d10 (7, 8) ≥ 7) × 2 = 4"),
        ("(1<2)+(d6>=9)", (3,), "(1 < 2) + (d6 (3 out) ≥ 9) = 1"),
        ("1d20+5>=15", (10,), "1d20 (10) + 5 ≥ 15: met"),
        ("(2d6)>=7", (3, 3), "(2d6 (3, 3)) ≥ 7: not met"),
        ("7/2>3", (), "7 / 2 > 3: met"),
    ],
)
def test_comparisons_count_dice_or_test_totals(text: str, faces: tuple[int, ...], words: str) -> None:
    assert explain(roll(text, falling(*faces))) == words


@pytest.mark.parametrize(
    ("text", "faces", "words"),
    [
        ("3d20L", (4, 15, 9), "3d20L (4, 15 out, 9 out) = 4"),
        ("2d20h", (4, 15), "2d20H (4 out, 15) = 15"),
        ("3d20L[snap]+2", (4, 15, 4), "3d20L (4, 15 out, 4 out) [snap] + 2 = 6"),
        ("2d20L vs 7", (4, 15), "2d20L (4, 15 out) vs 7: success, margin 3"),
        ("3d20L<=12", (4, 15, 9), "3d20L (4, 15 out, 9) vs 12: success, margin 10 (8 +2 for 1 further die)"),
        ("3d20LVS12", (4, 12, 9), "3d20L (4, 12, 9) vs 12: success, margin 12 (8 +4 for 2 further dice)"),
        ("2d20L vs 5", (5, 20), "2d20L (5, 20 out) vs 5: success, margin 0"),
        ("2d20L vs 5", (8, 8), "2d20L (8, 8 out) vs 5: failure, margin 3"),
        ("2d20H vs 9", (3, 9), "2d20H (3 out, 9) vs 9: success, margin 0"),
        ("2d20H vs 9", (3, 4), "2d20H (3 out, 4) vs 9: success, margin 5"),
        ("2d20H<=9", (3, 11), "2d20H (3 out, 11) vs 9: failure, margin 2"),
        ("1d20 vs 8-3", (3,), "1d20 (3) vs 8 − 3: success, margin 2"),
        ("1d20[cold] vs 25/2", (13,), "1d20 (13) [cold] vs 25 / 2: failure, margin 1"),
        ("(2d20L vs 7)+1", (4, 15), "(2d20L (4, 15 out) vs 7) + 1 = 4"),
    ],
)
def test_roll_under_shows_its_margin(text: str, faces: tuple[int, ...], words: str) -> None:
    assert explain(roll(text, falling(*faces))) == words


@pytest.mark.parametrize(
    ("faces", "target", "margin"),
    [((1, 9, 20), 6, 5), ((5, 15), 5, 0), ((5, 5), 5, 2), ((2, 8), 2, 0)],
)
def test_margins_agree_with_dice_from_actual_play(faces: tuple[int, ...], target: int, margin: int) -> None:
    assert margin_under(faces, target, highest=False).total == margin


@pytest.mark.parametrize(
    ("text", "total", "words"),
    [
        ("7/2", 3, "7 / 2 = 3 (rounded from 3.5)"),
        ("-7/2", -3, "−7 / 2 = −3 (rounded from −3.5)"),
        ("7//2", 3, "7 // 2 = 3"),
        ("-7//2", -4, "−7 // 2 = −4"),
        ("7/2*2", 7, "7 / 2 × 2 = 7"),
        ("10/3", 3, "10 / 3 = 3 (rounded from 3.33)"),
        ("7%4", 3, "7 % 4 = 3"),
        ("2.5*2", 5, "2.5 × 2 = 5"),
    ],
)
def test_division_is_exact_and_only_the_end_is_rounded_toward_zero(text: str, total: int, words: str) -> None:
    rolled = roll(text, falling())
    assert (rolled.total, explain(rolled)) == (total, words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1d20+5 # perception", "perception: 1d20 (9) + 5 = 14"),
        ("1d20 #", "1d20 (9) = 9"),
        ("1d20#a\u202e *b*\ud800 # c", "a *b* # c: 1d20 (9) = 9"),
        ("1d20[fire]", "1d20 (9) [fire] = 9"),
        ("1d20 [ fire ][#1] [] + 2[bless]", "1d20 (9) [fire, #1] + 2 [bless] = 11"),
        ("(1d20+1)[all]", "(1d20 (9) + 1) [all] = 10"),
        ("1d20[]", "1d20 (9) = 9"),
    ],
)
def test_labels_and_notes_are_kept_as_plain_words(text: str, words: str) -> None:
    assert explain(roll(text, falling(9))) == words


def test_the_line_marks_every_part_by_its_meaning() -> None:
    line = told(roll("2d20L[x] vs 7 # shot", falling(4, 15)))
    assert [(span.text, span.mark.value) for span in line.spans] == [
        ("shot", "note"),
        (": ", "plain"),
        ("2d20L (", "plain"),
        ("4", "dice"),
        (", ", "plain"),
        ("15", "dropped"),
        (")", "plain"),
        (" [x]", "note"),
        (" vs ", "plain"),
        ("7", "plain"),
        (": ", "plain"),
        ("success", "good"),
        (", margin ", "plain"),
        ("3", "number"),
    ]


@pytest.mark.parametrize(
    ("text", "faces", "verdict"),
    [
        ("2d6", (1, 2), None),
        ("2d6>1", (1, 2), Successes(1)),
        ("0+2d6>1", (1, 2), Met(1)),
        ("2d6L vs 4", (1, 2), Margin(target=4, base=3, extra=1)),
    ],
)
def test_the_verdict_says_how_the_total_is_meant(text: str, faces: tuple[int, ...], verdict: object) -> None:
    assert roll(text, falling(*faces)).verdict == verdict


def test_failure_has_no_successes_to_tell_of() -> None:
    assert told(roll("d6>9", falling(1))).spans[-1].mark is Mark.BAD


@pytest.mark.parametrize(
    ("text", "message", "remedy"),
    [
        ("", "nothing to roll", "4d20kl1+3"),
        ("# only words", "nothing to roll", "4d20kl1+3"),
        ("1d20 perception", "“perception”", "behind a #"),
        ("1d20 " + "x" * 50, "“" + "x" * 20 + "”", "behind a #"),
        ("4d20 kl1", "“kl1”", "right behind their dice"),
        ("2**3", "“*”", "Write dice such as"),
        ("1 2", "“2”", "Write dice such as"),
        ("1d6)", "“)”", "Write dice such as"),
        ("(1d6", "bracket is left open", "Write dice such as"),
        ("(1d6 2)", "“2”", "Write dice such as"),
        ("1d6+", "stops too early", "Write dice such as"),
        ("[fire] 1d6", "“[fire]”", "Write dice such as"),
        ("[fire", "“[fire”", "Write dice such as"),
        ("0d6", "do not exist", "Roll 1 to 1,000 dice"),
        ("1001d6", "do not exist", "Roll 1 to 1,000 dice"),
        ("1d0", "do not exist", "of 1 to 1,000,000 sides"),
        ("1d1000001", "do not exist", "of 1 to 1,000,000 sides"),
        ("600d6+600d6", "more than 1,000 dice", "fewer dice"),
        ("4d6r", "r needs a number", "r1 or r<3"),
        ("4d6p", "p needs a number", "p1 or p<3"),
        ("4d6mi<3", "mi takes a plain number", "mi3"),
        ("2d6!!", "no !!", "single !"),
        ("2d6" + "r1" * 11, "too many modifiers", "at most 10"),
        ("3d20L1", "L stands alone", "3d20kl1"),
        ("3d20hp1", "H stands alone", "3d20kl1"),
        ("1d1!", "never stop", "at least one face"),
        ("1d6r<=3r>3", "never stop", "at least one face"),
        ("1d1000000r>1", "more than 1,000 dice", "fewer dice"),
        ("1<2<3", "one comparison", "round brackets"),
        ("3d20 vs 12", "vs does not fit", "3d20L vs 12"),
        ("3d20L>=12", ">= does not fit", "3d20L<=12"),
        ("1d20+1 vs 12", "vs does not fit", "3d20L vs 12"),
        ("1/0", "divided by zero", "another number"),
        ("1//(1-1)", "divided by zero", "another number"),
        ("1%0", "divided by zero", "another number"),
        ("9999999999", "too large", "1,000,000,000"),
        ("1d6kh9999999999", "too large", "1,000,000,000"),
        ("99999*99999", "too large", "1,000,000,000"),
        ("-99999*99999", "too large", "1,000,000,000"),
        ("1/99999/99999", "too fine", "1,000,000,000"),
        ("(" * 21 + "1" + ")" * 21, "nested too deeply", "20 brackets"),
        ("-" * 21 + "1", "nested too deeply", "20 brackets"),
        ("1+" * 100 + "1", "longer than 200", "several parts"),
    ],
)
def test_bad_input_says_what_is_wrong_and_what_works(text: str, message: str, remedy: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        roll(text, always(lambda sides: sides))
    assert message in refused.value.message
    assert remedy in refused.value.remedy


def test_the_bounds_themselves_are_allowed() -> None:
    assert roll("1000d1000000", always(lambda sides: sides)).total == 1_000_000_000
    assert roll("(" * 20 + "1" + ")" * 20, falling()).total == 1
    assert roll("1+" * 99 + "1", falling()).total == 100


def test_brackets_beside_each_other_are_not_nested() -> None:
    assert roll("+".join(["(-1)"] * 25), falling()).total == -25


def test_an_expression_is_read_once() -> None:
    assert parse("4d20kl1+3") is parse("4d20kl1+3")


EXPRESSIONS = st.text(alphabet="0123456789dkhlproeaimLH!<>=+-*/%()[]#vs .", max_size=40) | st.text(max_size=210)


def attempt(text: str, seed: int) -> Rolled | RuleViolation:
    try:
        return roll(text, fair(seed))
    except RuleViolation as refused:
        return refused


def fits(outcome: Rolled | RuleViolation) -> bool:
    if isinstance(outcome, RuleViolation):
        return bool(outcome.message and outcome.remedy)
    return len(outcome.faces) <= 1_000 and abs(outcome.total) <= 1_000_000_000 and explain(outcome).isprintable()


@given(EXPRESSIONS, st.integers(0, 9))
@example("1d6!>=2" * 20, 0)
@example("1000d6r1r2r3", 1)
@example("500d6r1", 1)
def test_any_text_either_rolls_within_bounds_or_is_refused(text: str, seed: int) -> None:
    assert fits(attempt(text, seed))


COUNTS = st.integers(1, 30)
SIDES = st.integers(2, 100)
MODIFIERS = st.sampled_from(["kh1", "kl2", "dl1", "dh3", "e2", "r1", "ro<3", "ra1", "mi2", "ma3", "p1", "k>2"])


@given(COUNTS, st.integers(3, 100), st.lists(MODIFIERS, max_size=3), st.integers(0, 50), st.integers(0, 10**6))
def test_totals_are_the_kept_dice_and_the_number(
    count: int, sides: int, modifiers: list[str], plus: int, seed: int
) -> None:
    rolled = roll(f"{count}d{sides}{''.join(modifiers)} + {plus}", fair(seed))
    kept = [int(text.rpartition("→")[2]) for text in dice(rolled, Mark.DICE)]
    assert rolled.total == sum(kept) + plus
    assert len(kept) + len(dice(rolled, Mark.DROPPED)) == len(rolled.faces)


@given(COUNTS, SIDES, st.integers(0, 40), st.sampled_from(["kh", "kl", "dh", "dl"]), st.integers(0, 10**6))
def test_exactly_as_many_dice_are_kept_as_asked(count: int, sides: int, number: int, word: str, seed: int) -> None:
    rolled = roll(f"{count}d{sides}{word}{number}", fair(seed))
    kept = sorted(int(text) for text in dice(rolled, Mark.DICE))
    expected = min(number, count) if word[0] == "k" else max(0, count - number)
    low_kept = word in ("kl", "dh")
    ranked = sorted(rolled.faces)
    assert kept == (ranked[:expected] if low_kept else ranked[count - expected :])


@given(COUNTS, SIDES, st.integers(1, 100), st.integers(0, 10**6))
def test_counting_agrees_with_counting_by_hand(count: int, sides: int, target: int, seed: int) -> None:
    rolled = roll(f"{count}d{sides}>={target}", fair(seed))
    assert rolled.total == sum(face >= target for face in rolled.faces) == len(dice(rolled, Mark.DICE))


@given(COUNTS, SIDES, st.integers(-5, 30), st.booleans(), st.integers(0, 10**6))
def test_margins_agree_with_the_ruling(count: int, sides: int, target: int, highest: bool, seed: int) -> None:
    rolled = roll(f"{count}d{sides}{'H' if highest else 'L'} vs {target}", fair(seed))
    under = [face for face in rolled.faces if face <= target]
    by_lowest = target - min(rolled.faces) + 2 * max(0, len(under) - 1)
    assert rolled.total == (target - max(rolled.faces) if highest else by_lowest)


@given(COUNTS, SIDES, st.integers(0, 10**6))
def test_the_same_faces_give_the_same_roll_again(count: int, sides: int, seed: int) -> None:
    text = f"{count}d{sides}!kh3+{count}d{sides}ro1"
    rolled = roll(text, fair(seed))
    assert roll(text, falling(*rolled.faces)) == rolled
