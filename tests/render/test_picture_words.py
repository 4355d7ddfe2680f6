"""Whoever cannot see the picture reads who is where, what lies there and what happened last."""

from __future__ import annotations

from bot.core.ground.outlines import Disc, Path
from bot.core.ground.places import Place
from bot.render.limits import FILE_WORDS
from bot.render.picture_words import picture_words
from bot.service.requests import GroundMark, GroundThing, GroundTrace, GroundView, GroundZone, Posture

ANN = GroundMark("A", 0, 5_000, 5_000, name="Ann", acts=True)
GUARD = GroundMark("G1", 1, 5_000, 11_000, name="Guard 1", posture=Posture.FLAT)
LAST = GroundMark("G2", 1, -500, 250, name="G2", lost=True)
FALLEN = GroundMark("G3", 1, 0, 0, name="Guard 3", posture=Posture.FLAT, down=True)
WALL = Path((Place(0, 1_000), Place(1_000, 1_000)))


def test_everybody_is_named_with_place_and_state() -> None:
    view = GroundView(("party", "foes", "gone"), (ANN, GUARD, LAST, FALLEN))
    assert picture_words(view) == (
        "party: Ann (A) at K11, to act. "
        "foes: Guard 1 (G1) at K23, lies; G2 last seen at -5, 2.5; Guard 3 (G3) at A1, down."
    )


def test_things_areas_shots_and_moves_are_named() -> None:
    view = GroundView(
        ("party",),
        (ANN,),
        (
            GroundThing("the gate", "door", WALL, "wooden door", opened=True),
            GroundThing("brick wall", "brick_wall", WALL, "brick wall"),
        ),
        (GroundZone("gas", Disc(Place(600, 600), 300)),),
        (GroundTrace("Ann", ((0, 0), (5_000, 5_000))), GroundTrace("Ann", ((0, 0), (1, 1)), "Guard 1")),
    )
    assert picture_words(view) == (
        "party: Ann (A) at K11, to act. Things: the gate (wooden door), open at B3; brick wall at B3."
        " Areas: gas at B2. Ann came from A1. Ann attacked Guard 1."
    )


def test_what_is_too_long_for_discord_is_cut() -> None:
    crowd = GroundView(("party",), (ANN,) * 100)
    assert len(picture_words(crowd)) == FILE_WORDS
    assert picture_words(GroundView((), ())) == "Nobody is here."
