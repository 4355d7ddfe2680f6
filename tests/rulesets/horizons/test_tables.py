"""Tables are data that a campaign may lay its own values over."""

from __future__ import annotations

from bot.rulesets.horizons.fire.events import ShotFired
from bot.rulesets.horizons.wounds.events import Hit
from tests.rulesets.horizons.playing import HORIZONS, duel


def test_a_campaign_may_replace_any_number() -> None:
    game = duel(options={"numbers.base.difficulty": 30})
    game.act("Ann", "attack", 2, target="Guard")
    assert game.one(ShotFired).terms[0].value == 30


def test_values_in_rows_of_numbers_can_be_replaced_too() -> None:
    tables = HORIZONS.tables.under({"zones.vital.faces.1": 3, "zones.nowhere.faces": 1, "zones.vital.faces.x": 1})
    assert tables.given["zones"]["vital"]["faces"] == [2, 3]


def test_a_row_whose_key_has_dots_can_be_replaced_too() -> None:
    path = "cartridges.5.56x45.damage"
    assert HORIZONS.options[path].about == "5.56x45: damage"
    game = duel(options={path: 7, "cartridges..50.damage": 3, "cartridges.5.damage": 1})
    game.act("Ann", "attack", 9, 1, 2, target="Guard", rounds=1)
    assert game.one(Hit).base == 7


def test_a_house_value_says_that_it_is_one() -> None:
    assert HORIZONS.tables.cover["wood"].cited.endswith("(house table)")
    assert HORIZONS.options["cover.wood.class"].house
