"""A few of the many random fights; `python -m tests.fights KEY COUNT` plays as many as one likes."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from bot.core import orders
from bot.core.scene import Scene
from bot.core.views import PUBLIC
from tests.fights import drifts, fight, leaks, on_grounds
from tests.rulesets.play import HIDDEN, Step, Table
from tests.rulesets.registry import KEYS, entry
from tests.rulesets.themes import themes


@pytest.mark.parametrize("key", KEYS)
def test_random_fights_end_and_tell_nothing_hidden(key: str) -> None:
    for seed in range(1000, 1003):
        found = fight(key, seed)
        assert found.wrong == []
        assert found.happened["core.fight_ended"]


@pytest.mark.parametrize("key", KEYS)
def test_those_of_new_chapters_do_too(key: str) -> None:
    assert fight(key, 1004, apart=True).wrong == []


def test_as_many_fights_as_one_likes_are_on_a_ground() -> None:
    seeds = on_grounds(range(1000, 1007))
    assert len(seeds) == 7
    assert all(Table(entry("reflex"), seed).laid for seed in seeds)


def test_a_leak_is_found() -> None:
    table = Table(entry("toy"), 1)
    table.open()
    scene: Scene[object, object] = msgspec.structs.replace(table.scene, options={"told": HIDDEN})
    step = Step(table.steps[-1].viewer, scene, orders.GoOn(), after=scene)
    assert leaks(table, step, PUBLIC) == ["the view of 0 names it"]


def test_a_drift_is_found() -> None:
    table = Table(entry("toy"), 1)
    table.open()
    step = table.steps[-1]
    assert drifts(table, step) == []
    assert drifts(table, replace(step, events=())) == [f"{step.order} folds anew", f"{step.order} is decided anew"]


@pytest.mark.parametrize("key", KEYS)
def test_what_fights_are_about_is_possible(key: str) -> None:
    ruleset = entry(key).ruleset
    for theme in themes(key):
        asked = [*theme.acts.items(), *((beat.action, beat.inputs) for beat in theme.story)]
        assert asked
        assert set(theme.switches) <= set(ruleset.options)
        for action, inputs in asked:
            assert set(inputs) <= {item.key for item in ruleset.actions[action].inputs}
