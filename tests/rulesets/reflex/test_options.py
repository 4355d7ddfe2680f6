"""The campaign's switches and table values: each with a kind and bounds that keep the rules whole."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.dice import SeededDice
from bot.core.engine import decide
from bot.core.errors import RuleViolation
from bot.core.options import Kind, option_value
from bot.core.tables import leaves
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.shots.events import ShotFired
from tests.rulesets.reflex.firing import REFLEX, TABLES, fight, only, shoot

EXTREMES = {Kind.INT: ("lo", "hi"), Kind.NUMBER: ("lo", "hi")}


def test_every_switch_has_a_default_and_every_cell_its_shipped_value() -> None:
    assert REFLEX.options["visual_penalty"].default is True
    played = {table: rows for table, rows in TABLES.given.items() if table not in TABLES.NOT_PLAYED}
    cells = dict(leaves("", played, TABLES.NOT_PLAYED))
    assert len(cells) > 1000
    assert {path: REFLEX.options[path].default for path in cells} == cells


def test_every_shipped_value_is_allowed() -> None:
    assert all(option_value(spec, spec.default) == spec.default for spec in REFLEX.options.values())


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("weapons.ak47.optimum", "next door"),
        ("weapons.ak47.penetration.0", "x9"),
        ("hit_grid.vertical_one.lateral.0", "tail"),
        ("materials.wood.tenth_mm_per_armor", "0"),
        ("levels.novice.dice", "5000"),
        ("weapons.ak47.damage", "-1"),
    ],
)
def test_what_would_break_a_rule_is_refused(key: str, value: Any) -> None:
    with pytest.raises(RuleViolation):
        option_value(REFLEX.options[key], value)


def test_what_a_value_starts_from_cannot_be_moved() -> None:
    assert "levels.novice.from" not in REFLEX.options
    assert not any(key.startswith("npcs.") for key in REFLEX.options)


def test_a_campaigns_own_value_counts() -> None:
    scene = fight(options={"aims.head.penalty": -7})
    terms = only(shoot(scene, 20, 20, called="head"), ShotFired).outcome.check.terms
    assert [(term.label, term.value) for term in terms] == [("called", -7)]


def extremes() -> list[tuple[str, Any]]:
    """For every cell of a table that an attack reads, its least and its greatest value."""
    read = ("aims", "bands", "levels", "locations", "hit_grid", "sizes", "stances", "visibility", "paces")
    found: list[tuple[str, Any]] = []
    for key, spec in REFLEX.options.items():
        if key.partition(".")[0] in read:
            found += [(key, int(getattr(spec, end))) for end in EXTREMES.get(spec.kind, ())]
            found += [(key, word) for word in (spec.choices[:1] + spec.choices[-1:])]
    return found


@pytest.mark.untraced
@pytest.mark.parametrize("called", [{}, {"called": "head"}])
def test_no_single_value_breaks_an_attack(called: dict[str, Any]) -> None:
    scene = fight()
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard", "rounds": 4, **called})
    assert [key for key, value in extremes() if not _goes_well(scene, order, {key: value})] == []


def _goes_well(scene: ReflexScene, order: orders.Act, own: dict[str, Any]) -> bool:
    """Whether an attack under a campaign's own value ends in events or a refusal."""
    odd = msgspec.structs.replace(scene, options={"visual_penalty": True, **own})
    try:
        return bool(decide(REFLEX, odd, order, lambda at, spelled: SeededDice(b"a", b"b", at, spelled)).events)
    except RuleViolation:
        return True
