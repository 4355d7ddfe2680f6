"""A few of the many random fights in two worlds; `python -m tests.worlds all 200` plays as many as one likes."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from bot.app import SYSTEMS
from tests.worlds.another import at_one_word, of_another, under_orders
from tests.worlds.fights import STEPS, carried_out, played, told
from tests.worlds.unseen import Shadows

FIRST = 1000
ON_A_GROUND = {"eclipse": 10_022, "graydawn": 10_065, "horizons": 10_001, "nighttripper": 10_031, "reflex": 10_034}
"""Seeds of fights on a ground that have shown something once."""
IN_PLACE = {"graydawn": 12_002}
"""The same where the log stands in place."""


@pytest.mark.one_system
@pytest.mark.parametrize("key", SYSTEMS)
def test_nobody_can_tell_whether_there_is_more_in_a_world_than_they_see(key: str) -> None:
    found = played(key, FIRST)
    assert found.difference is None, "\n".join(told(found))


@pytest.mark.one_system
@pytest.mark.parametrize("key", SYSTEMS)
def test_nor_on_a_ground_where_people_go_out_of_sight(key: str) -> None:
    found = played(key, ON_A_GROUND[key])
    assert found.difference is None, "\n".join(told(found))


@pytest.mark.one_system
@pytest.mark.parametrize("key", SYSTEMS)
def test_nobody_can_tell_which_of_the_hidden_the_fight_waits_for(key: str) -> None:
    for seed in range(2):
        found = carried_out(key, seed, of_another)
        assert found.difference is None, str(found.difference)


@pytest.mark.one_system
@pytest.mark.parametrize("key", SYSTEMS)
def test_nobody_can_tell_whether_the_hidden_act_by_orders_that_stand(key: str) -> None:
    for seed in range(2):
        found = carried_out(key, seed, under_orders)
        assert found.difference is None, str(found.difference)


@pytest.mark.one_system
@pytest.mark.parametrize("key", SYSTEMS)
def test_nor_whether_they_go_on_beside_others_at_a_word_of_the_gm(key: str) -> None:
    found = carried_out(key, 0, at_one_word)
    assert found.difference is None, str(found.difference)


@pytest.mark.one_system
@pytest.mark.parametrize("key", SYSTEMS)
def test_nor_in_a_thread_where_the_log_stands_in_place(key: str) -> None:
    found = carried_out(key, IN_PLACE.get(key, FIRST), lambda fight: fight.played(STEPS), in_place=True)
    assert found.difference is None, "\n".join(told(found))


@pytest.mark.one_system
@pytest.mark.parametrize("key", SYSTEMS)
def test_worlds_with_the_same_in_them_are_the_same(key: str) -> None:
    with patch.object(Shadows, "step", lambda _: None):
        assert played(key, FIRST).difference is None
