"""Every number of the tables is felt in play: what the rulings give it is what a fight makes of it.

The numbers expected here are those that were read in the rulings for a second time, in `tests/transcription`.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.rulesets.eclipse.fire.events import Attacked
from bot.rulesets.eclipse.wounds.events import Damaged, DamageRolled
from tests.rulesets.eclipse.playing import RAW, Game, duel, values
from tests.rulesets.registry import ROOT

READ: dict[str, Any] = tomllib.loads((ROOT / "tests" / "transcription" / "eclipse.toml").read_text("utf-8"))
OF_CHAPTER_7_M = {
    "torch": [5, 15, 30, 50],
    "laser_pulser": [30, 100, 150, 250],
    "particle_bolter": [30, 100, 150, 300],
    "plasma_rifle": [20, 50, 100, 300],
}
RANGES_M = {weapon: row["ranges_m"] for weapon, row in READ["weapons"].items() if "ranges_m" in row} | OF_CHAPTER_7_M
CARRIED = {weapon: row for weapon, row in READ["weapons"].items() if not weapon.endswith("_grenade")}
THROWN = {weapon: row for weapon, row in READ["weapons"].items() if weapon.endswith("_grenade")}
BANDS = ("short", "medium", "long", "extreme")
SKILLS = {row["skill"]: 60 for row in RAW["weapons"].values()}
STURDY: dict[str, Any] = {"durability": 500, "wound_threshold": 500}
MISS, HIT, UNDEFENDED = 98, 30, 97


def armed(weapon: str, range_m: float, guard: dict[str, Any] | None = None, **entry: Any) -> Game:
    """Return a duel in which Ann has one weapon that she can use."""
    return duel(range_m, {"skills": SKILLS, "weapons": [{"kind": weapon, **entry}]}, {**STURDY, **(guard or {})})


def mode_of(weapon: str) -> str:
    """Return the first mode of a weapon, or none of what has no modes."""
    return next(iter(RAW["weapons"][weapon].get("modes", ())), "")


def strike(weapon: str, guard: dict[str, Any] | None = None, **entry: Any) -> Game:
    """Return a duel in which Ann has just hit with a weapon at medium range, all of whose dice showed 1."""
    row, load = RAW["weapons"][weapon], entry.get("ammunition", "standard")
    game = armed(weapon, row.get("ranges_m", (0, 1))[1], guard, **entry)
    count = READ["weapons"][weapon]["dice"] + (mode_of(weapon) == "BF") + READ["ammunition"][load]["dice"]
    awake = (1,) if row.get("shock") or RAW["ammunition"][load].get("shock") else ()
    game.shoot(HIT, UNDEFENDED, *[1] * count, *awake, mode=mode_of(weapon))
    return game


@pytest.mark.parametrize("weapon", RANGES_M)
def test_each_range_of_a_weapon_ends_where_it_should(weapon: str) -> None:
    ranges = RANGES_M[weapon]
    for band, to_m in zip(BANDS, ranges, strict=True):
        game = armed(weapon, to_m)
        game.shoot(MISS, mode=mode_of(weapon))
        assert game.one(Attacked).band == band
        assert values(game.one(Attacked).outcome.terms).get("bands", 0) == READ["bands"][band]["value"]
    for band, to_m in zip((*BANDS[1:], ""), ranges, strict=True):
        if band:
            game = armed(weapon, to_m + 1)
            game.shoot(MISS, mode=mode_of(weapon))
            assert game.one(Attacked).band == band
        else:
            with pytest.raises(RuleViolation, match=f"reaches {to_m} m"):
                armed(weapon, to_m + 1).shoot(mode=mode_of(weapon))


@pytest.mark.parametrize("weapon", CARRIED)
def test_a_weapon_does_its_damage_and_goes_through_as_much_armour(weapon: str) -> None:
    read, struck = READ["weapons"][weapon], strike(weapon).one(DamageRolled)
    assert len(struck.roll.faces) == read["dice"] + (mode_of(weapon) == "BF")
    assert values(struck.terms).get("weapon", 0) == read["flat"]
    assert struck.ap == read["ap"]


@pytest.mark.parametrize("weapon", THROWN)
def test_a_grenade_does_its_damage_and_goes_through_as_much_armour(weapon: str) -> None:
    read, game = THROWN[weapon], armed(weapon, 25)
    awake = (1,) if RAW["weapons"][weapon].get("shock") else ()
    game.shoot(HIT, *[1] * read["dice"], *awake)
    struck = game.one(DamageRolled)
    assert len(struck.roll.faces) == read["dice"]
    assert values(struck.terms).get("weapon", 0) == read["flat"]
    assert struck.ap == read["ap"]


@pytest.mark.parametrize("weapon", [weapon for weapon, row in READ["weapons"].items() if "capacity" in row])
def test_a_weapon_holds_as_many_rounds_as_it_should(weapon: str) -> None:
    carried = armed(weapon, 20).state("Ann").weapons[RAW["weapons"][weapon]["title"]]
    assert carried.loaded == READ["weapons"][weapon]["capacity"]


@pytest.mark.parametrize("kind", READ["ammunition"])
def test_ammunition_changes_damage_and_penetration(kind: str) -> None:
    read, plain = READ["ammunition"][kind], READ["weapons"]["heavy_pistol"]
    struck = strike("heavy_pistol", ammunition=kind).one(DamageRolled)
    assert len(struck.roll.faces) == plain["dice"] + read["dice"]
    assert struck.ap == min(0, plain["ap"] + read["ap"])
    assert values(struck.terms).get("ammunition", 0) == read["flat"]


@pytest.mark.parametrize("armor", READ["armor"])
@pytest.mark.parametrize(("weapon", "kind"), [("light_pistol", "kinetic"), ("laser_pulser", "energy")])
def test_armour_stops_as_much_of_either_kind(armor: str, weapon: str, kind: str) -> None:
    damaged = strike(weapon, {"armor": [{"kind": armor}]}).one(Damaged)
    assert sum(term.value for term in damaged.armor) == READ["armor"][armor][kind]


@pytest.mark.parametrize("thing", READ["objects"])
def test_a_thing_that_is_shot_through_stops_twice_its_armour(thing: str) -> None:
    game = armed("light_pistol", 20)
    game.shoot(HIT, UNDEFENDED, 1, 1, mode="SA", through=thing)
    assert values(game.one(Damaged).armor).get("through", 0) == 2 * READ["objects"][thing]["armor"]


def doorway(weapon: str) -> Game:
    """Return a fight in which Ann has a weapon and the airlock door 20 m before her, which acts and defends never."""
    game = Game()
    game.join("Ann", skills=SKILLS, weapons=[{"kind": weapon}])
    game.join("Guard", owner=0, **RAW["npcs"]["door"]["sheet"])
    game.start(50)
    game.far(20)
    return game


@pytest.mark.parametrize(("weapon", "kind"), [("light_pistol", "kinetic"), ("laser_pulser", "energy")])
def test_the_ready_made_door_stops_as_much_of_either_kind(weapon: str, kind: str) -> None:
    game = doorway(weapon)
    game.shoot(HIT, *[1] * READ["weapons"][weapon]["dice"], mode=mode_of(weapon))
    stopped = sum(term.value for term in game.one(Damaged).armor)
    assert stopped == READ["npcs"]["door"]["sheet"]["armor"][0][kind]


@pytest.mark.parametrize("short", [0, 1])
def test_the_ready_made_door_is_wounded_by_as_much_as_it_should(short: int) -> None:
    game = doorway("light_pistol")
    game.act("Guard", "damage", damage=READ["npcs"]["door"]["sheet"]["wound_threshold"] - short)
    assert game.state("Guard").wounds == 1 - short


@pytest.mark.parametrize("short", [0, 1])
def test_the_ready_made_door_withstands_as_much_as_it_should(short: int) -> None:
    game = doorway("light_pistol")
    game.act("Guard", "damage", damage=READ["npcs"]["door"]["sheet"]["durability"] - short)
    assert game.state("Guard").dead is not bool(short)
