"""A wrong table makes no Night Tripper, and its own numbers count in a campaign."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.errors import AssemblyError
from bot.rulesets.nighttripper import create
from tests.rulesets.nighttripper.playing import NIGHT, TABLES


@pytest.mark.parametrize(
    ("table", "key", "values", "why"),
    [
        ("weapons", "pistol", {"row": "bow"}, "weapons.pistol.row: there is no bow in chart"),
        ("weapons", "pistol", {"weight": 2}, "weapons.pistol: Object contains unknown field `weight`"),
        ("melee", "matched", {"modifier": -21}, "melee.matched.modifier: Expected `int` >= -20"),
        ("chart", "pistol", {"lnog": 1}, "chart.pistol: Object contains unknown field `lnog`"),
        ("limits", "runs", {"value": 1, "source": "ours"}, "limits.runs is unknown"),
    ],
)
def test_a_wrong_table_makes_no_system(table: str, key: str, values: dict[str, Any], why: str) -> None:
    rows = TABLES[table]
    with pytest.raises(AssemblyError) as error:
        create({**TABLES, table: {**rows, key: {**rows.get(key, {}), **values}}})
    assert str(error.value).startswith(why)


def test_a_row_may_be_added() -> None:
    bow = {"title": "Bow", "source": "ours", "medium": 1}
    weapon = {"title": "long bow", "source": "ours", "row": "bow"}
    tables = create(
        {
            **TABLES,
            "chart": {**TABLES["chart"], "bow": bow},
            "weapons": {**TABLES["weapons"], "long_bow": weapon},
        }
    ).tables
    assert tables.chart[tables.weapons["long_bow"].row].modifiers == {"medium": 1}


def test_a_campaign_has_numbers_of_its_own() -> None:
    tables = NIGHT.tables.under({"chart.pistol.short": 5, "limits.run.value": 12, "locations.leg.faces.0": 3})
    assert (tables.chart["pistol"].modifiers["short"], tables.limits.run.value, tables.locations["leg"].faces) == (
        5,
        12,
        (3,),
    )
