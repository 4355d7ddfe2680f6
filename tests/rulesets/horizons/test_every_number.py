"""Every number of the tables is felt in play: what the texts give it is what a fight makes of it.

The numbers expected here are those that were read in the texts for a second time, in `tests/transcription`.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.rulesets.horizons.fire.events import ShotFired
from bot.rulesets.horizons.wounds.events import Hit
from tests.rulesets.horizons.playing import Game, duel
from tests.rulesets.registry import ROOT

READ: dict[str, Any] = tomllib.loads((ROOT / "tests" / "transcription" / "horizons.toml").read_text("utf-8"))
METRES = {"close": 20, "medium": 60, "far": 100, "maximum": 200}
TORSO = (3, 3)
STURDY: dict[str, Any] = {"abilities": {"constitution": 10, "strength": 10}}
AWAKE = (9, 9)


def terms(game: Game) -> dict[str, int]:
    """Return the terms of the only shot."""
    return {term.label: term.value for term in game.one(ShotFired).terms}


@pytest.mark.parametrize("size", READ["size_bands"])
@pytest.mark.parametrize("band", METRES)
def test_size_and_range_make_a_shot_as_hard_as_the_table_says(size: str, band: str) -> None:
    game = duel(METRES[band], {"size": size})
    game.act("Ann", "attack", 2, target="Guard", rounds=1, modifier=40)
    assert terms(game)["size and range"] == READ["size_bands"][size][band]


@pytest.mark.parametrize("posture", READ["postures"])
def test_a_posture_helps_the_shooter_and_hides_the_target(posture: str) -> None:
    game = duel(condition={"posture": posture}, guard={"condition": {"posture": posture}})
    game.act("Ann", "attack", 2, target="Guard", rounds=1, modifier=40)
    assert terms(game)["posture"] == READ["postures"][posture]["difficulty"]
    sizes = ["tiny", "small", "medium"]
    assert game.one(ShotFired).size == sizes[2 - READ["postures"][posture]["smaller"]]


@pytest.mark.parametrize("cartridge", READ["cartridges"])
@pytest.mark.parametrize("is_stopped", [True, False])
def test_a_cartridge_does_its_damage_and_is_stopped_by_its_class(cartridge: str, is_stopped: bool) -> None:
    read = READ["cartridges"][cartridge]
    rifle = {"kind": "example_rifle", "cartridge": cartridge}
    rating = read["stopped_by"] - (0 if is_stopped else 1)
    game = duel(20, {**STURDY, "armor": [{"kind": "plates"}]}, weapons=[rifle], options={"armor.plates.class": rating})
    dealt = 0 if is_stopped else 2 * read["damage"]
    still_awake = AWAKE if dealt > game.state("Guard").most else ()
    game.act("Ann", "attack", 9, *TORSO, *still_awake, target="Guard", rounds=1)
    assert (game.one(Hit).base, game.one(Hit).dealt) == (read["damage"], dealt)


@pytest.mark.parametrize("weapon", READ["weapons"])
def test_a_weapon_reaches_as_far_as_it_should_and_holds_as_much(weapon: str) -> None:
    read = READ["weapons"][weapon]
    game = duel(read["range_m"], weapons=[{"kind": weapon}])
    assert game.state("Ann").weapons[game.state("Ann").held].loaded == read["capacity"]
    game.act("Ann", "attack", 2, target="Guard", mode="single", modifier=40)
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "reload")
    assert game.state("Ann").weapons[game.state("Ann").held].loaded == read["capacity"]
    farther = duel(read["range_m"] + 1, weapons=[{"kind": weapon}])
    with pytest.raises(RuleViolation, match="range"):
        farther.act("Ann", "attack", target="Guard", mode="single")


@pytest.mark.parametrize("weapon", [key for key, row in READ["weapons"].items() if row["burst"] > 1])
def test_a_weapon_kicks_as_it_should_in_a_burst_of_its_length(weapon: str) -> None:
    read = READ["weapons"][weapon]
    game = duel(20, weapons=[{"kind": weapon}])
    game.act("Ann", "attack", 2, target="Guard", mode="burst", modifier=40)
    assert (game.one(ShotFired).rounds, game.one(ShotFired).recoil) == (read["burst"], read["recoil"])


@pytest.mark.parametrize("zone", READ["zones"])
def test_a_zone_is_hit_by_its_sums_and_multiplies_as_it_should(zone: str) -> None:
    read = READ["zones"][zone]
    for total in read["faces"]:
        behind = {"head": AWAKE, "vital": (2,)}.get(zone, ())
        dice = (min(6, total - 1), total - min(6, total - 1))
        game = duel(20, STURDY)
        game.act("Ann", "attack", 9, *dice, *behind, target="Guard", rounds=1)
        assert (game.one(Hit).zone, game.one(Hit).damage) == (zone, 18 * read["multiplier"])


@pytest.mark.parametrize("zone", READ["zones"])
def test_a_zone_that_is_aimed_at_is_as_small_as_it_should_be(zone: str) -> None:
    game = duel(20)
    game.act("Ann", "attack", 2, target="Guard", rounds=1, called=zone, bonus=-40)
    assert game.one(ShotFired).size == ["tiny", "small", "medium"][2 - READ["zones"][zone]["smaller"]]
