"""What a sheet says of the character, and what a fight leaves on it."""

from __future__ import annotations

from typing import Any

import pytest

from bot import app
from bot.core.options import FieldKind, SheetField, SheetSpec
from bot.core.sheets import checked
from bot.rulesets.graydawn.person import character
from bot.rulesets.graydawn.state import STATS
from bot.rulesets.graydawn.tables import GrayTables

TABLES = app.tables_of("graydawn")
SPEC = SheetSpec(SheetField("", FieldKind.RECORD, fields=character.character_fields(GrayTables(TABLES))))


def problems(sheet: dict[str, Any]) -> list[str]:
    """The places of a sheet that something is wrong with."""
    return [problem.path for problem in checked(SPEC, sheet)[1]]


def test_nothing_is_needed_and_everybody_is_average() -> None:
    assert problems({}) == []
    assert set(character.stats_of({}).values()) == {5}


def test_the_section_names_its_places_in_order() -> None:
    assert tuple(field.key for field in SPEC.root.fields) == character.SECTION


@pytest.mark.parametrize("level", [0, 11])
def test_stats_and_skills_go_from_one_to_ten(level: int) -> None:
    assert problems({"stats": {"ref": level}, "skills": {"rifle": level}}) == ["stats.ref", "skills.rifle"]


def test_skills_of_any_name_can_be_learned() -> None:
    assert problems({"skills": {"xenobiology": 3}}) == []


def test_attractiveness_is_what_was_rolled_unless_more_was_bought() -> None:
    assert character.stats_of({"attr_rolled": 7})["attr"] == 7
    assert character.stats_of({"attr_rolled": 7, "stats": {"attr": 9}})["attr"] == 9


def test_a_flaw_has_a_name_a_severity_and_a_frequency() -> None:
    assert problems({"flaws": [{}]}) == ["flaws.0.name", "flaws.0.severity", "flaws.0.frequency"]
    sheet, _ = checked(SPEC, {"flaws": [{"name": "Limp", "severity": "mild", "frequency": "common"}]})
    assert sheet["flaws"][0]["approved"] is False


def test_only_perks_of_the_table_mean_anything() -> None:
    sheet = {"perks": [{"kind": "concentration"}, {"kind": "own", "name": "Green thumb", "price": 1}]}
    assert problems(sheet) == []
    assert character.perks_of(sheet) == {"concentration"}


def test_special_equipment_is_no_perk_of_the_list() -> None:
    assert problems({"perks": [{"kind": "special equipment"}]}) == ["perks.0.kind"]


def test_a_fight_leaves_marks_and_ends_creation() -> None:
    sheet = character.fought({"skills": {"rifle": 3}, "marks": {"rifle": 1}}, {"rifle": 2, "cover": 1})
    assert sheet == {"skills": {"rifle": 3}, "finished": True, "marks": {"rifle": 2, "cover": 1}}
    assert problems(sheet) == []
    assert "marks" not in character.fought({"marks": {"rifle": 1}}, {})


def test_every_skill_of_the_table_has_a_stat() -> None:
    assert {row["stat"] for row in TABLES["skills"].values()} <= set(STATS)
