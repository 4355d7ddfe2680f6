"""Dice: what falls is complete and exact, fair faces belong to one order, scripts hold what the rules ask for."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.dice import (
    Ask,
    Buckets,
    DiceScriptError,
    Each,
    EnumeratingDice,
    Faces,
    Highest,
    Lowest,
    Meaning,
    Pick,
    ScriptedDice,
    SeededDice,
    TooManyFallsError,
    Total,
    every_leaf,
)

counts = st.integers(1, 4)
sides = st.integers(2, 8)


def weights(meaning: Meaning, count: int, sides: int, matters: Callable[[Faces], Any]) -> dict[Any, int]:
    """How often each thing that matters comes, by what the meaning lists."""
    found: Counter[Any] = Counter()
    for faces, weight in meaning.falls(count, sides):
        found[matters(faces)] += weight
    return dict(found)


def counted(count: int, sides: int, matters: Callable[[Faces], Any]) -> dict[Any, int]:
    """The same by looking at every single fall."""
    return dict(Counter(matters(faces) for faces in product(range(1, sides + 1), repeat=count)))


def bucket(tops: tuple[int, ...], face: int) -> int:
    return next(top for top in tops if face <= top)


@given(counts, sides)
def test_each_lists_every_fall_once(count: int, sides: int) -> None:
    falls = Each().falls(count, sides)
    assert len({faces for faces, _ in falls}) == len(falls) == sides**count
    assert {weight for _, weight in falls} == {1}


@given(counts, sides, st.integers(-2, 10))
def test_the_lowest_agrees_with_brute_force(count: int, sides: int, target: int) -> None:
    def matters(faces: Faces) -> tuple[int, int]:
        return min(faces), sum(face <= target for face in faces)

    assert weights(Lowest(target), count, sides, matters) == counted(count, sides, matters)


@given(counts, sides)
def test_the_highest_agrees_with_brute_force(count: int, sides: int) -> None:
    assert weights(Highest(), count, sides, max) == counted(count, sides, max)


@given(counts, sides)
def test_the_total_agrees_with_brute_force(count: int, sides: int) -> None:
    assert weights(Total(), count, sides, sum) == counted(count, sides, sum)


@given(st.integers(0, 4), sides, st.data())
def test_buckets_agree_with_brute_force(count: int, sides: int, data: st.DataObject) -> None:
    inner = data.draw(st.sets(st.integers(1, sides - 1)))
    tops = (*sorted(inner), sides)

    def matters(faces: Faces) -> tuple[int, ...]:
        return tuple(sorted(bucket(tops, face) for face in faces))

    assert weights(Buckets(tops), count, sides, matters) == counted(count, sides, matters)


def test_no_dice_fall_into_buckets_in_one_way() -> None:
    assert Buckets((3, 6)).falls(0, 6) == [((), 1)]


def test_a_pick_has_the_results_of_its_table() -> None:
    groups = (((1,), 3), ((4,), 5))
    assert Pick(groups).falls(1, 8) == groups


def meanings(sides: int) -> st.SearchStrategy[Meaning]:
    return st.one_of(
        st.just(Each()),
        st.just(Highest()),
        st.just(Total()),
        st.builds(Lowest, st.integers(-1, sides + 1)),
        st.sets(st.integers(1, sides - 1)).map(lambda tops: Buckets((*sorted(tops), sides))),
    )


@given(counts, sides, st.data())
def test_falls_of_every_meaning_share_all_ways_among_them(count: int, sides: int, data: st.DataObject) -> None:
    falls = data.draw(meanings(sides)).falls(count, sides)
    assert sum(weight for _, weight in falls) == sides**count
    assert all(weight > 0 for _, weight in falls)
    assert all(len(faces) == count and 1 <= min(faces) <= max(faces) <= sides for faces, _ in falls)


def test_what_cannot_be_listed_is_refused_at_once() -> None:
    with pytest.raises(TooManyFallsError, match="30d20"):
        Each().falls(30, 20)


def fair(position: int = 3, order: bytes = b"order", public: bytes = b"p", gm: bytes = b"g") -> SeededDice:
    return SeededDice(public, gm, position, order)


ASK = Ask("test", 12, 20)


@given(st.integers(0, 200), st.integers(1, 1000), st.integers(0, 50))
def test_fair_faces_fit_their_dice(count: int, sides: int, index: int) -> None:
    faces = fair().faces(Ask("test", count, sides), index)
    assert len(faces) == count
    assert all(1 <= face <= sides for face in faces)


def test_the_same_order_in_the_same_place_rolls_the_same() -> None:
    assert fair().faces(ASK, 0) == fair().faces(ASK, 0)


@pytest.mark.parametrize(
    "other", [fair(position=4), fair(order=b"other"), fair(public=b"q")], ids=["position", "order", "secret"]
)
def test_another_place_order_or_secret_rolls_otherwise(other: SeededDice) -> None:
    assert other.faces(ASK, 0) != fair().faces(ASK, 0)


def test_each_request_of_an_order_rolls_otherwise() -> None:
    assert fair().faces(ASK, 0) != fair().faces(ASK, 1)


def test_secret_requests_are_drawn_from_the_gms_secret_alone() -> None:
    secret = Ask("test", 12, 20, secret=True)
    assert fair(public=b"other").faces(secret, 0) == fair().faces(secret, 0)
    assert fair(gm=b"other").faces(secret, 0) != fair().faces(secret, 0)


def test_faces_are_the_documented_words_of_the_keyed_hash() -> None:
    digest = hmac.new(b"p", b"0|3:0:order", hashlib.sha256).digest()
    words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
    assert fair().faces(Ask("test", 8, 2), 0) == tuple(1 + word % 2 for word in words)


def test_a_secret_that_is_longer_than_a_block_keys_as_well() -> None:
    digest = hmac.new(b"p" * 65, b"0|3:0:order", hashlib.sha256).digest()
    words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
    dice = SeededDice(b"p" * 65, b"g", 3, b"order")
    assert dice.faces(Ask("test", 8, 2), 0) == tuple(1 + word % 2 for word in words)


def test_words_that_would_favour_low_faces_are_passed_over() -> None:
    sides = (1 << 31) + 1  # nearly every second word is above the last whole multiple
    digests = (hmac.new(b"p", b"%d|3:0:order" % block, hashlib.sha256).digest() for block in range(8))
    words = [int.from_bytes(digest[at : at + 4], "big") for digest in digests for at in range(0, 32, 4)]
    kept = [1 + word for word in words if word < sides]
    assert fair().faces(Ask("test", 9, sides), 0) == tuple(kept[:9])
    assert len(kept) < len(words)


def test_scripted_dice_fall_in_the_order_they_are_asked_for() -> None:
    dice = ScriptedDice([3, 15, 6])
    assert [dice.faces(Ask("to hit", 2, 20), 0), dice.faces(Ask("damage", 1, 6), 1)] == [(3, 15), (6,)]
    assert dice.left == []


@pytest.mark.parametrize(("script", "why"), [([3], "the script has 1 left"), ([3, 7], "does not fit"), ([0, 1], "fit")])
def test_a_script_that_does_not_fit_the_rules_says_so(script: list[int], why: str) -> None:
    with pytest.raises(DiceScriptError, match=why):
        ScriptedDice(script).faces(Ask("to hit", 2, 6), 0)


def leaves(play: Callable[[EnumeratingDice], Any]) -> dict[Any, Fraction]:
    """The chance of each result of ``play`` over all leaves."""
    chances: dict[Any, Fraction] = {}
    for dice in every_leaf():
        result = play(dice)
        chances[result] = chances.get(result, Fraction()) + Fraction(dice.weight, dice.ways)
    return chances


def hurt(dice: Any, target: int) -> int:
    """A hit rolls for damage, a miss does not: a tree of uneven depth."""
    if min(dice.faces(Ask("to hit", 2, 6, Lowest(target)), 0)) > target:
        return 0
    return int(dice.faces(Ask("damage", 1, 4), 1)[0])


@given(st.integers(0, 6))
def test_enumerated_odds_agree_with_brute_force(target: int) -> None:
    def play(dice: EnumeratingDice) -> int:
        return hurt(dice, target)

    brute: Counter[int] = Counter(
        hurt(ScriptedDice(faces), target) for faces in product(*map(range, (1, 1, 1), (7, 7, 5)))
    )
    assert leaves(play) == {points: Fraction(ways, 6 * 6 * 4) for points, ways in brute.items()}


def test_every_leaf_comes_once_and_the_likeliest_first() -> None:
    shares: list[float] = []
    for dice in every_leaf():
        dice.faces(Ask("to hit", 2, 6, Lowest(5)), 0)
        dice.faces(Ask("damage", 3, 4, Total()), 1)
        shares.append(dice.weight / dice.ways)
    assert shares[0] == max(shares)
    assert sum(shares) == pytest.approx(1)


def test_enumerating_takes_only_a_few_leaves_where_little_matters() -> None:
    falls = Lowest(7).falls(6, 20)
    assert len(falls) < 60
