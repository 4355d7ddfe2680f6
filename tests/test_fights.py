"""A few of the many random fights; `python -m tests.fights KEY COUNT` plays as many as one likes."""

from __future__ import annotations

import msgspec
import pytest

from bot.core import orders
from bot.core.scene import Scene
from tests.fights import fight, leaks
from tests.rulesets.play import HIDDEN, Step, Table
from tests.rulesets.registry import KEYS, entry


@pytest.mark.parametrize("key", KEYS)
def test_random_fights_end_and_tell_nothing_hidden(key: str) -> None:
    for seed in range(1000, 1008):
        found = fight(key, seed)
        assert found.wrong == []
        assert found.happened["core.fight_ended"]


def test_a_leak_is_found() -> None:
    table = Table(entry("toy"), 1)
    table.open()
    scene: Scene[object, object] = msgspec.structs.replace(table.scene, options={"told": HIDDEN})
    assert leaks(table, Step(table.steps[-1].viewer, scene, orders.GoOn(), after=scene)) == ["the view names it"]
