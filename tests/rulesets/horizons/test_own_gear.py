"""Weapons, ammunition and armour that people write on their sheets themselves."""

from __future__ import annotations

from bot.rulesets.horizons.fire.events import ShotFired
from bot.rulesets.horizons.wounds.events import Hit, Hurt
from tests.rulesets.horizons.playing import HORIZONS, Game, duel

RAIL_GUN = {
    "kind": "heavy_rifle",
    "name": "Rail gun",
    "skill": "rifles",
    "modes": ["burst", "single", "burst"],
    "burst": 2,
    "reload": 4,
    "small": True,
    "damage": 20,
    "stopped_by": 5,
}


def test_a_weapon_of_ones_own_is_what_the_sheet_says() -> None:
    game = duel(weapons=[RAIL_GUN], guard={"armor": [{"kind": "plates"}]})
    weapon = game.state("Ann").weapons["Rail gun"]
    assert (weapon.skill, weapon.modes, weapon.burst, weapon.reload, weapon.small) == (
        "rifles",
        ("burst", "single"),
        2,
        4,
        True,
    )
    game.act("Ann", "attack", 9, 2, 3, 1, 1, 5, target="Guard", mode="burst", rounds=1, bonus=20)
    assert (game.one(ShotFired).mode, game.one(Hit).base, game.one(Hurt).points) == ("burst", 20, 40)
    assert ".50 (damage 20)" in HORIZONS.describe(Game.sheet(weapons=[RAIL_GUN]), {})[3].text


def test_armour_of_ones_own_stops_what_the_sheet_says() -> None:
    own = {"kind": "vest", "name": "Shell", "class": 9, "covers": ["legs", "legs"], "points": 99}
    game = duel(guard={"armor": [own]})
    game.act("Ann", "attack", 9, 1, 2, target="Guard", rounds=1, bonus=20)
    (layer,) = game.one(Hit).layers
    assert (layer.name, layer.rating, layer.stopped) == ("Shell", 9, True)
    assert game.state("Guard").armor[0].covers == ("legs",)


def test_a_barrel_that_bursts_does_the_damage_of_its_own_ammunition() -> None:
    game = duel(weapons=[{**RAIL_GUN, "fault": "squib"}])
    game.act("Ann", "attack", target="Guard", mode="single", force=True)
    assert game.one(Hurt).points == 20
