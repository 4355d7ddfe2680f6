"""Somebody gets another id in mid-fight, in every system: nothing keeps the old one, and all goes on as before."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import engine, orders
from bot.core.apart import others
from bot.core.dice import Dice, SeededDice
from bot.core.errors import RuleViolation
from bot.core.renaming import changed, is_only_a_name, renamed, sign_of
from bot.storage.codec import packed
from tests.rulesets.drawing import AnyScene
from tests.rulesets.play import HIDDEN, Step, played
from tests.rulesets.registry import KEYS, codec, entry

pytestmark = pytest.mark.untraced

LOOKS = ("look",)
NEAR, FAR = next(others(HIDDEN, LOOKS))[0], "Aardvark"

every_game = pytest.mark.parametrize(("key", "seed"), [(key, seed) for key in KEYS for seed in range(4)])


def fair(position: int, _order: bytes) -> Dice:
    """Dice that do not hang on anybody's name."""
    return SeededDice(b"public", b"gm", position, b"")


def moments(key: str, seed: int) -> list[Step]:
    """Moments of a game at which somebody hidden is there, and nobody of its name comes in."""
    there = [step for step in played(key, seed) if HIDDEN in step.before.combatants]
    return [step for step in there if not isinstance(step.order, orders.Enlist)][::6]


def decided(key: str, scene: AnyScene, order: orders.Order) -> Any:
    """What comes of an order, or why nothing does."""
    try:
        found = engine.decide(entry(key).ruleset, scene, order, fair)
    except RuleViolation as refusal:
        return str(refusal)
    return found


def without_sheets(scene: AnyScene) -> AnyScene:
    people = {actor: msgspec.structs.replace(each, sheet={}) for actor, each in scene.combatants.items()}
    return msgspec.structs.replace(scene, combatants=people)


@every_game
def test_nothing_in_the_scene_keeps_the_old_name(key: str, seed: int) -> None:
    for step in moments(key, seed):
        after = renamed(step.before, HIDDEN, FAR, LOOKS)
        assert list(after.combatants) == [FAR if actor == HIDDEN else actor for actor in step.before.combatants]
        assert after.combatants[FAR].looks == LOOKS
        content = packed(without_sheets(after)).replace(HIDDEN.encode() + b"#", b"")
        assert HIDDEN.encode() not in content
        assert sign_of(HIDDEN).encode() not in content
        assert codec(key).scene(codec(key).kept(after)) == after


@every_game
def test_a_scene_renamed_back_is_the_scene(key: str, seed: int) -> None:
    for step in moments(key, seed):
        looks = step.before.combatants[HIDDEN].looks
        there = renamed(step.before, HIDDEN, FAR, LOOKS)
        assert renamed(there, FAR, HIDDEN, looks) == step.before


@every_game
def test_every_order_comes_to_the_same_under_the_other_name(key: str, seed: int) -> None:
    for step in moments(key, seed):
        change = changed(step.before.combatants, HIDDEN, NEAR)
        order = orders.parsed(change.of(orders.canonical(step.order)))
        was = decided(key, step.before, step.order)
        now = decided(key, renamed(step.before, HIDDEN, NEAR, LOOKS), order)
        if isinstance(was, str) or isinstance(now, str):
            assert str(now).replace(NEAR, HIDDEN) == was
            continue
        assert now.events == tuple(map(change.of, was.events))
        if HIDDEN in was.scene.combatants:
            assert now.scene == renamed(was.scene, HIDDEN, NEAR, now.scene.combatants[NEAR].looks)


@pytest.mark.parametrize("key", KEYS)
def test_words_of_the_system_and_things_that_are_carried_are_no_mere_names(key: str) -> None:
    ruleset = entry(key).ruleset
    scene = next(step.before for step in played(key, 0) if HIDDEN in step.before.combatants)
    assert is_only_a_name(ruleset, scene, HIDDEN)
    spec = next(iter(ruleset.actions.values()))
    words = {choice for item in spec.inputs for choice in item.choices}
    assert not any(is_only_a_name(ruleset, scene, word) for word in words)
    sheet = scene.combatants[HIDDEN].sheet
    carried = [entry.get("name") for entry in sheet.get("weapons", []) if entry.get("name")]
    assert not any(is_only_a_name(ruleset, scene, name) for name in carried)
