"""Where somebody shall be is said in a few words, which mean the same whoever reads them."""

from __future__ import annotations

import pytest

from bot.core.errors import RuleViolation
from bot.core.ground.pieces import PIECE
from bot.core.ground.places import Bearing, Place, distance_cm
from bot.core.ground.whereabouts import (
    AtPlace,
    ByCompass,
    BySight,
    InTheMiddle,
    Straight,
    Where,
    people_of,
    place_of,
    read,
    read_several,
)

PEOPLE = {"ann": "Ann", "bob and co": "Bob and Co", "bob": "Bob", "truck": "Truck", "c4": "C4"}
PLACES = {"Ann": Place(0, 0), "Bob": Place(0, 1_000), "Truck": Place(1_000, 0), "Bob and Co": Place(0, 3_000)}


def said(text: str) -> Where:
    return read(text, lambda words: PEOPLE.get(words.casefold()))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B2", AtPlace(Place(750, 750))),
        ("b 2", AtPlace(Place(750, 750))),
        ("12,30", AtPlace(Place(1_200, 3_000))),
        ("12.5, -30 , 2", AtPlace(Place(1_250, -3_000, 200))),
        ("60m north of Ann", ByCompass("Ann", Bearing.NORTH, 6_000)),
        ("60 m NE of the truck", ByCompass("Truck", Bearing.NORTH_EAST, 6_000)),
        ("2.5 metres south-west of Ann", ByCompass("Ann", Bearing.SOUTH_WEST, 250)),
        ("west of Ann", ByCompass("Ann", Bearing.WEST, 100)),
        ("10m left of the truck", BySight("Truck", "left", 1_000)),
        ("behind Bob", BySight("Bob", "behind", 100)),
        ("in front of Bob", BySight("Bob", "before", 100)),
        ("beside the truck", BySight("Truck", "before", 100)),
        ("Ann", BySight("Ann", "before", 100)),
        ("between Ann and Bob", InTheMiddle("Ann", "Bob")),
        ("between Bob and Co and Ann", InTheMiddle("Bob and Co", "Ann")),
        ("towards Bob", Straight("Bob")),
        ("20m toward Bob", Straight("Bob", far_cm=2_000)),
        ("away from Bob", Straight("Bob", away=True)),
    ],
)
def test_what_is_said_is_read(text: str, expected: Where) -> None:
    assert said(text) == expected


def test_what_comes_down_on_somebody_comes_down_where_that_one_is_and_on_a_thing_before_it() -> None:
    things = {**PEOPLE, "wall": PIECE + "wall"}

    def meant(text: str) -> Where:
        return read(text, lambda words: things.get(words.casefold()), onto=True)

    assert place_of(meant("the truck"), PLACES, None) == PLACES["Truck"]
    assert place_of(meant("Bob"), PLACES, PLACES["Ann"]) == PLACES["Bob"]
    assert [meant("the wall"), meant("beside Bob")] == [
        BySight(PIECE + "wall", "before", 100),
        BySight("Bob", "before", 100),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nowhere",
        "north of Nobody",
        "between Ann",
        "between Ann and Nobody",
        "12",
        "12,30,40,50",
        "north",
        "\x00",
        "9" * 500,
    ],
)
def test_what_cannot_be_read_is_refused_with_examples(text: str) -> None:
    with pytest.raises(RuleViolation, match="cannot tell where") as refused:
        said(text)
    assert "60m north of Ann" in refused.value.remedy


@pytest.mark.parametrize("text", ["99999,0", "ZZ9999", "20000m north of Ann", "0m north of Ann", "-5m left of Ann"])
def test_what_lies_off_the_ground_is_refused(text: str) -> None:
    with pytest.raises(RuleViolation, match=r"off the ground|out of range"):
        said(text)


START = Place(0, -1_000)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12,30", Place(1_200, 3_000)),
        ("5m east of Ann", Place(500, 0)),
        ("between Ann and Bob", Place(0, 500)),
        ("behind Ann", Place(0, 100)),
        ("beside Ann", Place(0, -100)),
        ("2m left of Ann", Place(-200, 0)),
        ("2m right of Ann", Place(200, 0)),
        ("3m towards Ann", Place(0, -700)),
        ("towards Ann", Place(0, -100)),
        ("4m away from Ann", Place(0, -1_400)),
    ],
)
def test_a_place_follows_from_who_goes_there(text: str, expected: Place) -> None:
    assert place_of(said(text), PLACES, START) == expected


def test_who_stands_on_somebody_still_gets_somewhere() -> None:
    here = PLACES["Ann"]
    assert place_of(said("away from Ann"), PLACES, here) != here
    assert distance_cm(place_of(said("2m left of Ann"), PLACES, here), here) == 200


def test_a_newcomer_is_put_beside_somebody_and_must_say_other_places_by_the_compass() -> None:
    assert place_of(said("Ann"), PLACES, None) == Place(100, 0)
    for text in ("behind Ann", "towards Ann"):
        with pytest.raises(RuleViolation, match="stands somewhere"):
            place_of(said(text), PLACES, None)


def test_who_has_no_place_is_no_landmark() -> None:
    with pytest.raises(RuleViolation, match="Nobody knows here where"):
        place_of(ByCompass("Gone#2", Bearing.NORTH, 100), PLACES, START)
    assert list(people_of(AtPlace(START))) == []
    assert list(people_of(InTheMiddle("Ann", "Bob"))) == ["Ann", "Bob"]


def test_several_places_are_said_one_after_another() -> None:
    here, there = AtPlace(Place(750, 750)), AtPlace(Place(1_200, 3_000))
    for text, places in (
        ("B2", (here,)),
        ("12; 30", (there,)),
        ("B2 then 12,30", (here, there)),
        ("12,30; B2", (there, here)),
    ):
        assert read_several(text, PEOPLE.get) == places
    with pytest.raises(RuleViolation, match="13 places are too many"):
        read_several(" then ".join(["B2"] * 13), PEOPLE.get)
    with pytest.raises(RuleViolation, match="cannot tell where 'nowhere'"):
        read_several("B2 then nowhere", PEOPLE.get)
