"""What equals a default reads as the default does, however deep it stands; whatever differs reads otherwise."""

from __future__ import annotations

import msgspec
import pytest

from bot.service.alike import spelled_alike

FISTS = "fists"


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    side: str
    holds: str = FISTS
    weight_kg: float = 1.5
    steady: bool = True


class Body(msgspec.Struct, frozen=True, omit_defaults=True):
    hands: tuple[Hand, ...] = ()
    stored: dict[str, Hand] = {}
    best: Hand = Hand("right")


def read_back(hand: Hand) -> Hand:
    """The hand with texts and numbers of its own, as they are once they have been read back."""
    text = "".join(list(hand.holds))
    assert text == hand.holds
    assert text is not hand.holds
    return Hand(hand.side, text, float(str(hand.weight_kg)), hand.steady)


def test_what_was_read_back_reads_as_what_was_made() -> None:
    made, back = Hand("left"), read_back(Hand("left"))
    assert msgspec.json.encode(made) != msgspec.json.encode(back)
    assert spelled_alike(made) == spelled_alike(back) == '{"side":"left"}'


@pytest.mark.parametrize("form", [lambda hand: (hand,), lambda hand: [hand], lambda hand: {"a": hand}])
def test_it_does_so_within_whatever_holds_it(form: object) -> None:
    assert callable(form)
    assert spelled_alike(form(Hand("left"))) == spelled_alike(form(read_back(Hand("left"))))


def test_it_does_so_within_other_structs() -> None:
    made, back = (Body((each,), {"spare": each}, each) for each in (Hand("left"), read_back(Hand("left"))))
    assert spelled_alike(made) == spelled_alike(back)
    assert spelled_alike(Body(best=read_back(Hand("right")))) == spelled_alike(Body()) == "{}"


@pytest.mark.parametrize("other", [Hand("right"), Hand("left", "knife"), Hand("left", FISTS, 1.0)])
def test_what_differs_reads_otherwise(other: Hand) -> None:
    assert spelled_alike(other) != spelled_alike(Hand("left"))
    assert spelled_alike(Body((other,))) != spelled_alike(Body((Hand("left"),)))
