"""Whoever takes cover behind a thing stands behind it as its nearest foe sees it; a burst has nothing to lean round."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core.events import PieceSet
from bot.core.ground.outlines import Box, Disc, Outline, Path, Spot
from bot.core.ground.pieces import PIECE, Piece
from bot.core.ground.places import Place
from bot.core.ground.shelter import sheltered
from bot.core.ground.sight import Figure, screens, shields
from bot.core.ground.whereabouts import AtPlace, BySight, Where
from bot.core.play import Play
from bot.core.scene import Scene, with_combatant
from tests.core.brawl import TOY
from tests.core.ground.test_laying import crowd
from tests.rulesets.game import play_on

WALL = BySight(f"{PIECE}wall", "before", 100)


def by(outline: Outline, scene: Scene[Any, Any] | None = None) -> Play[Any, Any, Any]:
    """Ann, to the south of her foes, and a thing called wall."""
    play = play_on(TOY, scene or crowd().scene)
    play.tell(PieceSet(piece=Piece("wall", outline, "brick_wall", top_cm=120)))
    return play


def test_ann_begins_where_these_tests_think() -> None:
    ground = crowd().scene.ground
    assert ground is not None
    assert ground.places["Ann"] == Place(5_000, 5_000)
    assert ground.places["Thug"] == Place(5_000, 11_000)


@pytest.mark.parametrize(
    ("outline", "stands"),
    [
        (Path((Place(4_000, 6_000), Place(6_000, 6_000))), Place(5_000, 5_950)),
        (Path((Place(4_000, 4_000), Place(6_000, 4_000))), Place(5_000, 3_950)),
        (Path((Place(5_000, 6_000), Place(5_000, 9_000))), Place(5_000, 5_950)),
        (Box(Place(4_800, 6_000), Place(5_200, 6_400)), Place(5_000, 5_950)),
        (Box(Place(4_800, 3_600), Place(5_200, 4_000)), Place(5_000, 3_550)),
        (Disc(Place(5_000, 6_000), 100), Place(5_000, 5_850)),
        (Spot(Place(5_000, 6_000)), Place(5_000, 5_920)),
    ],
)
def test_behind_a_thing_is_on_its_side_away_from_the_nearest_foe(outline: Outline, stands: Place) -> None:
    assert sheltered(by(outline), "Ann", WALL) == AtPlace(stands)


def test_what_is_said_otherwise_is_meant_so() -> None:
    play = by(Spot(Place(5_000, 6_000)))
    said: tuple[Where, ...] = (
        AtPlace(Place(1, 2)),
        BySight("Thug", "behind", 100),
        BySight(f"{PIECE}wall", "left", 100),
        BySight(f"{PIECE}shed", "behind", 100),
    )
    for where in said:
        assert sheltered(play, "Ann", where) == where


def test_whom_somebody_does_not_know_of_it_does_not_hide_from() -> None:
    scene = crowd().scene
    for foe in ("Thug", "Thud"):
        scene = with_combatant(scene, msgspec.structs.replace(scene.combatants[foe], hidden=True))
    assert sheltered(by(Spot(Place(5_000, 6_000)), scene), "Ann", WALL) == WALL


def test_where_nobody_has_a_place_there_is_nothing_to_find() -> None:
    play = play_on(TOY, msgspec.structs.replace(crowd().scene, ground=None))
    assert sheltered(play, "Ann", WALL) == WALL


def test_a_shooter_leans_round_what_shields_from_a_burst() -> None:
    ground = by(Path((Place(4_950, 6_000), Place(5_050, 6_000)))).scene.ground
    assert ground is not None
    here, there = Place(5_000, 6_050), Place(5_000, 5_000)
    assert screens(ground, Figure(here), Figure(there)) == ()
    (screen,) = shields(ground, here, Figure(there))
    assert (screen.low_cm, screen.high_cm) == (0, 180)
