"""What a sheet tells of somebody beside what a fight asks for."""

from __future__ import annotations

from typing import Any

from bot import app
from bot.rulesets.graydawn.person.biography import character_lines
from bot.rulesets.graydawn.tables import GrayTables

TABLES = GrayTables(app.tables_of("graydawn"))


def told(sheet: dict[str, Any]) -> list[str]:
    return [line.text for line in character_lines(TABLES, sheet)]


def test_perks_and_flaws_are_named_with_the_account_of_creation() -> None:
    flaw = {"name": "Limp", "severity": "mild", "frequency": "common"}
    sheet = {
        "perks": [{"kind": "concentration"}, {"kind": "own", "name": "Green thumb", "price": 1}, {"kind": "own"}],
        "flaws": [{**flaw, "approved": True}, {**flaw, "name": "Shy", "approved": False}],
        "improvement": {"points": 5},
    }
    lines = told(sheet)
    assert lines[0] == "Perks Concentration, Green thumb, own, Special equipment 1"
    assert lines[1] == "Flaws Limp (mild, common, 4 points), Shy (mild, common, 4 points, not approved)"
    assert lines[2].startswith("Skill points: ")


def test_a_finished_character_has_points_and_marks_instead() -> None:
    sheet = {"finished": True, "improvement": {"points": 5, "skills": {"rifle": 2}}, "marks": {"cover": 3}}
    assert told(sheet)[1:] == ["Improvement points 5 for anything, 2 for rifle", "Marks: cover 3"]
    assert told({"finished": True, "special_equipment": 3}) == ["Perks Special equipment 3"]
