"""Whoever stands by a thing looks over it, or has to look round it."""

from __future__ import annotations

import pytest

from bot.core.ground.laid import Ground
from bot.core.ground.outlines import Path
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Place
from bot.core.ground.sight import Figure, screens, sees

FAR = Figure(Place(5000, 0))


@pytest.mark.parametrize(
    ("top_cm", "tall_cm", "looks_over"), [(150, 180, True), (170, 180, False), (100, 120, True), (100, 40, False)]
)
def test_whoever_stands_by_a_thing_looks_over_it_that_is_no_higher_than_himself(
    top_cm: int, tall_cm: int, looks_over: bool
) -> None:
    wall = Piece("Wall", Path((Place(50, -2000), Place(50, 2000))), "brick_wall", top_cm=top_cm)
    ground = Ground(apart_cm=5000, pieces={"Wall": wall})
    lower = Figure(Place(0, 0), tall_cm - 15, tall_cm)
    assert (screens(ground, lower, FAR) == ()) is looks_over
    assert sees(ground, lower, FAR) is sees(ground, FAR, lower)
    if tall_cm == 40:
        assert not sees(ground, lower, FAR), "who lies behind a wall is out of sight, and sees nobody"
