"""A few of the many random fights in two worlds; `python -m tests.worlds all 200` plays as many as one likes."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from bot.app import SYSTEMS
from tests.worlds.fights import played, told
from tests.worlds.unseen import Shadows

FIRST, FIGHTS = 1000, 3
ON_A_GROUND = {
    "eclipse": (10_000, 10_022),
    "graydawn": (10_003, 10_065),
    "horizons": (10_000, 10_001),
    "nighttripper": (10_030, 10_031),
    "reflex": (10_006, 10_034),
}
"""Seeds of fights on a ground, of which most have shown something once."""


@pytest.mark.parametrize("key", SYSTEMS)
def test_nobody_can_tell_whether_there_is_more_in_a_world_than_they_see(key: str) -> None:
    found = [played(key, seed) for seed in range(FIRST, FIRST + FIGHTS)]
    wrong = [each for each in found if each.difference is not None]
    assert ["\n".join(told(each)) for each in wrong] == []


@pytest.mark.parametrize("key", SYSTEMS)
def test_nor_on_a_ground_where_people_go_out_of_sight(key: str) -> None:
    found = [played(key, seed) for seed in ON_A_GROUND[key]]
    wrong = [each for each in found if each.difference is not None]
    assert ["\n".join(told(each)) for each in wrong] == []


@pytest.mark.parametrize("key", SYSTEMS)
def test_worlds_with_the_same_in_them_are_the_same(key: str) -> None:
    with patch.object(Shadows, "step", lambda _: None):
        assert played(key, FIRST).difference is None
