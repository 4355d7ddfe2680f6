"""A campaign's own numbers."""

from __future__ import annotations

from typing import Any

from bot.rulesets.eclipse.deeds.events import Moved
from bot.rulesets.eclipse.fire.events import Attacked
from tests.rulesets.eclipse.playing import ECLIPSE, TABLES, duel, values


def test_a_campaign_may_replace_any_number() -> None:
    own: dict[str, Any] = {
        "paces.walk.metres": 7,
        "modifiers.superior.value": 40,
        "weapons.smg.ranges_m.0": 3,
        "weapons.smg.ap": -9,
    }
    game = duel(10, {"weapons": [{"kind": "smg"}], "skills": {"kinetic weapons": 60}}, **own)
    game.act("Ann", "move")
    assert game.one(Moved).metres == 7
    game.shoot(98, superior=True)
    assert values(game.one(Attacked).outcome.terms) == {"skill": 60, "superior": 40, "bands": -10}
    assert game.state("Ann").weapons["submachine gun"].ap == -9


def test_a_number_that_is_not_there_changes_nothing() -> None:
    tables = TABLES.under({"paces.walk.knots": 3})
    assert tables.given == TABLES.given
    assert TABLES.under({"later_printing": True}) is TABLES


def test_every_number_says_what_it_is_and_whether_it_is_ours() -> None:
    option = ECLIPSE.options["paces.run.metres"]
    assert (option.default, option.house, option.about) == (20, False, "run: metres")
    assert ECLIPSE.options["weapons.hand_laser.ranges_m.0"].house
    assert ECLIPSE.options["objects.desk.wound_threshold"].lo == 1
    assert "npcs.guard.sheet.som" not in ECLIPSE.options
