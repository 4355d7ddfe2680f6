"""In every system: whom an edited sheet puts out of the fight nobody waits for, as after a wound."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from bot.core import engine, orders
from bot.core.dice import SeededDice
from bot.core.scene import Scene, Sheet
from bot.core.sheets import checked
from tests.rulesets.registry import entry

AnyScene = Scene[Any, Any]

OUT: Mapping[str, str] = {
    "reflex": "unconscious",
    "graydawn": "dead",
    "eclipse": "unconscious",
    "nighttripper": "dead",
    "horizons": "unconscious",
}
SHEET = 77

every_system = pytest.mark.parametrize("key", OUT)


def ordered(key: str, scene: AnyScene, order: orders.Order) -> AnyScene:
    """The scene after an order, by the dice of its place."""
    dice = SeededDice(key.encode(), b"", scene.position, b"")
    return engine.decide(entry(key).ruleset, scene, order, lambda *_: dice).scene


def put_out(key: str, scene: AnyScene, actor: str, *, out: bool = True) -> Sheet:
    """The sheet of somebody that says that it is out of it, or not."""
    ruleset = entry(key).ruleset
    sheet = msgspec.to_builtins(ruleset.project(scene.combatants[actor], {}))
    found, problems = checked(ruleset.sheet, {**sheet, "condition": {**sheet.get("condition", {}), OUT[key]: out}})
    assert not problems
    return found


def fight(key: str) -> AnyScene:
    """Three who fight, of whom each could come back with its sheet."""
    scene: AnyScene = Scene(entry(key).ruleset.empty_state())
    (template, *_) = entry(key).templates.values()
    found, problems = checked(entry(key).ruleset.sheet, template)
    assert not problems
    for owner, name in enumerate(("Ann", "Bob", "Cid"), 1):
        given = orders.Enlist(name=name, owner=owner, side=name, sheet=found, sheet_id=SHEET + owner)
        scene = ordered(key, scene, given)
    return ordered(key, scene, orders.StartFight())


def edited(key: str, scene: AnyScene, actor: str, *, out: bool = True) -> AnyScene:
    """The scene after the condition on a sheet was edited."""
    sheet = put_out(key, scene, actor, out=out)
    return ordered(key, scene, orders.EditSheet(actor=actor, path="condition", sheet=sheet))


@every_system
def test_whom_an_edited_sheet_puts_out_has_nothing_to_come_at_once(key: str) -> None:
    for actor in ("Ann", "Bob", "Cid"):
        scene = edited(key, fight(key), actor)
        assert actor not in [slot.actor for slot in scene.agenda]
        assert scene.entitled()


@every_system
def test_whom_an_edited_sheet_brings_back_is_in_the_next_round(key: str) -> None:
    period, scene = entry(key).ruleset.period, edited(key, fight(key), "Ann")
    scene = edited(key, scene, "Ann", out=False)
    now = period(scene)
    for _ in range(60):
        if "Ann" in [slot.actor for slot in scene.agenda]:
            break
        assert period(scene) == now
        scene = ordered(key, scene, orders.GoOn())
    assert "Ann" in [slot.actor for slot in scene.agenda]


@every_system
def test_where_an_edited_sheet_puts_out_the_last_who_was_to_act_the_fight_goes_on(key: str) -> None:
    scene = fight(key)
    (last, *_) = (slot.actor for slot in scene.agenda[::-1])
    while others := [slot.actor for slot in scene.entitled() if slot.actor != last]:
        scene = ordered(key, scene, orders.GoOn(actors=(others[0],)))
    after = edited(key, scene, last)
    now = {slot.actor for slot in after.entitled()}
    assert now
    assert last not in now


@every_system
def test_who_comes_back_with_a_sheet_that_puts_it_out_has_no_slot(key: str) -> None:
    scene = fight(key)
    (last, *_) = (slot.actor for slot in scene.agenda[::-1])
    sheet, was = put_out(key, scene, last), scene.combatants[last]
    away = ordered(key, scene, orders.Release(actor=last))
    order = orders.Enlist(name=last, owner=was.owner, side=was.side, sheet=sheet, sheet_id=was.sheet_id)
    assert last not in [slot.actor for slot in ordered(key, away, order).agenda]
