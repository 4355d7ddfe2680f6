from __future__ import annotations

import pytest

from bot.core.tables import Tables
from tests.rulesets.reflex.playing import REFLEX

SMALL = Tables({"guns": {"rifle": {"title": "Rifle", "bulk": 3, "speed": [3, 5, 7], "source": "A11", "house": True}}})


def test_a_campaign_replaces_single_values_and_leaves_the_shipped_ones_alone() -> None:
    own = SMALL.under({"guns.rifle.bulk": 4, "visual_penalty": False})
    assert own.given["guns"]["rifle"]["bulk"] == 4
    assert SMALL.given["guns"]["rifle"]["bulk"] == 3


def test_a_number_in_a_list_is_replaced_by_its_place() -> None:
    assert SMALL.under({"guns.rifle.speed.1": 6}).given["guns"]["rifle"]["speed"] == [3, 6, 7]


def test_paths_that_lead_nowhere_change_nothing() -> None:
    for path in ("guns.bow.bulk", "guns.rifle.speed.9", "guns.rifle.speed.x", "guns.rifle.bulk.more"):
        assert SMALL.under({path: 9}).given == SMALL.given


def test_without_own_values_the_tables_are_the_same_object() -> None:
    assert SMALL.under({"visual_penalty": False}) is SMALL


def test_the_same_own_values_are_laid_only_once() -> None:
    assert SMALL.under({"guns.rifle.bulk": 5}) is SMALL.under({"guns.rifle.bulk": 5})


def test_a_table_that_is_not_there_has_no_rows() -> None:
    assert SMALL.rows("boats") == {}


def test_every_value_is_an_option_with_its_source_and_whether_it_is_ours() -> None:
    recoil = REFLEX.options["weapons.ak47.recoil"]
    assert (recoil.default, recoil.kind.value, recoil.house) == (7, "whole number", False)
    assert REFLEX.options["paces.run.metres"].house
    assert "Trotting" not in REFLEX.options["paces.trot.own_penalty"].about
    assert REFLEX.options["paces.trot.own_penalty"].about == "trotting: own_penalty"


def test_titles_and_sources_are_no_options() -> None:
    assert not [key for key in REFLEX.options if key.endswith((".title", ".source", ".house"))]


def test_the_switches_of_the_system_are_options_too() -> None:
    assert REFLEX.options["visual_penalty"].default is True


@pytest.mark.parametrize(
    "row",
    [
        *("levels.novice", "thresholds.base", "thresholds.head", "thresholds.limb", "vehicle_speeds.fast", "mines.at"),
        *(
            "hit_grid.vertical_one",
            "directions.three",
            "fuels.usual",
            "winds.still",
            "visibility.dim",
            "bands.personal",
        ),
    ],
)
def test_what_no_text_gives_is_a_house_value_that_a_campaign_can_change(row: str) -> None:
    own = [spec for path, spec in REFLEX.options.items() if path.startswith(f"{row}.")]
    assert own
    assert all(spec.house for spec in own)


def test_what_the_text_gives_is_no_house_value() -> None:
    rows = ("thresholds.torso", "cover.stone_wall", "explosives.rpg7_heat", "directions.one", "ticks.press")
    assert not [path for path, spec in REFLEX.options.items() if path.startswith(rows) and spec.house]
