"""Armour that is shot through protects less: by a point, or by half of what an explosion sent through it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.terms import Term
from bot.core.views import GM, PUBLIC
from bot.rulesets.reflex.equipment.armor_wear import raw_damage
from bot.rulesets.reflex.equipment.events import ArmorWornDown
from bot.rulesets.reflex.state import State
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game

ON = {"visual_penalty": False, "armor_degrades": True}
TORSO = (3, 2)  # chest
VEST = [{"kind": "vest"}]
STURDY = {"fitness": 30, "muscle": 30}
RIFLE: dict[str, Any] = {
    "skills": {"longarm": 4},
    "attributes": {"coordination": 8, "muscle": 30},
    "weapons": [{"kind": "ak47"}],
    "encumbrance": "unencumbered",
}


def range_of(*, owner: int = 2, rifle: dict[str, Any] | None = None, armor: Any = VEST, **options: Any) -> Game:
    """Ann with a rifle, 60 m from Bob in armour, in their first exchange."""
    game = Game(**{**ON, **options})
    game.join("Ann", **{**RIFLE, "weapons": [{"kind": "ak47", **(rifle or {})}]})
    game.join("Bob", owner=owner, attributes=STURDY, armor=armor, thresholds={"torso": [90]})
    game.start(1, 1, *FAIL)
    return game


def shoot(game: Game, *faces: int) -> list[ArmorWornDown]:
    """Ann hits Bob's chest."""
    game.act("Ann", "attack", *faces, *TORSO, target="Bob", mode="snap", range_m=60, rounds=1)
    return worn(game)


def worn(game: Game) -> list[ArmorWornDown]:
    return [event for event in game.events if isinstance(event, ArmorWornDown)]


def armor_of(game: Game) -> list[int]:
    state: State = game.state("Bob")
    return [piece.armor_halves for piece in state.kit.armor]


def test_a_bullet_that_goes_through_takes_one_point() -> None:
    game = range_of()
    (down,) = shoot(game, 8, 20)
    assert (down.armor, down.before, down.after) == ("Tactical vest", 4, 2)
    assert armor_of(game) == [2]


def test_a_worn_piece_protects_less_from_the_next_shot() -> None:
    game = range_of()
    shoot(game, 8, 20)
    (again,) = shoot(game, 8, 20)
    assert (again.before, again.after) == (2, 0)
    assert shoot(game, 8, 20) == []


def test_003_31_the_margin_does_not_help_to_penetrate() -> None:
    game = range_of(rifle={"damage": 4})
    assert shoot(game, 1, 1) == []
    assert armor_of(game) == [4]


def test_what_stops_nil_penetration_is_not_worn_down() -> None:
    assert shoot(range_of(rifle={"penetration": ["nil", "nil"]}), 8, 20) == []


def test_without_the_switch_armor_stays_as_it_is() -> None:
    assert shoot(range_of(armor_degrades=False), 8, 20) == []


def test_cover_takes_its_share_first_and_is_not_worn_down() -> None:
    game = range_of()
    inputs = {"target": "Bob", "mode": "snap", "range_m": 60, "rounds": 1, "armor": 2, "parts": "chest"}
    game.act("Ann", "attack", 8, 20, *TORSO, **inputs)
    assert worn(game) == []


def explode(game: Game, victim: str, **inputs: Any) -> list[ArmorWornDown]:
    given = {"explosive": "rpg7_heat", "frag": 0, "victims": f"{victim}:1", **inputs}
    game.act("Ann", "explode", **given)
    return worn(game)


def suit(*, blast: int, zone_m: int = 1) -> list[tuple[int, int]]:
    game = Game(**ON)
    game.join("Ann", **RIFLE)
    game.join("Bob", owner=2, attributes=STURDY, armor=VEST)
    told = {"explosive": "rpg7_heat", "frag": 0, "blast": blast, "victims": f"Bob:{zone_m}"}
    game.act("Ann", "explode", **told)
    return [(down.before, down.after) for down in worn(game)]


def test_an_explosion_takes_half_of_what_got_through_from_a_piece_once() -> None:
    assert suit(blast=5) == [(4, 2)]


def test_003_49_the_damage_of_a_blast_is_that_of_its_zone() -> None:
    blast, margin = Term("blast", 7), Term("margin", 4)
    assert raw_damage((blast, margin)) == 7
    assert raw_damage((blast, margin, Term("secondary", -5))) == 4


def test_rx_48_thirteen_points_of_blast_take_seven_off_a_tank() -> None:
    game = Game(**ON)
    game.join("Ann", **RIFLE)
    game.join("Tank", owner=2, vehicle={"kind": "tank", "armor": {"hull left": 10}})
    downs = {down.place: (down.before, down.after) for down in explode(game, "Tank", blast=33)}
    assert downs["hull left"] == (20, 6)


@pytest.mark.parametrize("blast", [0, 19])
def test_what_does_not_get_through_a_vehicle_leaves_it_as_it_was(blast: int) -> None:
    game = Game(**ON)
    game.join("Ann", **RIFLE)
    game.join("Tank", owner=2, vehicle={"kind": "tank", "armor": {"hull left": 10}})
    assert "hull left" not in {down.place for down in explode(game, "Tank", blast=blast)}


def test_what_has_worn_down_stays_on_the_sheet() -> None:
    game = range_of()
    shoot(game, 8, 20)
    sheet = REFLEX.project(game.scene.combatants["Bob"])
    assert sheet["armor"] == [{"kind": "vest", "armor_halves": 2}]
    assert REFLEX.enlist(sheet, {}).kit.armor[0].armor_halves == 2


def test_only_the_gm_reads_how_much_armor_an_enemy_has_left() -> None:
    game = range_of(owner=0)
    (down,) = shoot(game, 8, 20)
    assert REFLEX.lines(down, PUBLIC) == ()
    (told,) = REFLEX.lines(down, GM)
    assert "Tactical vest" in told.text
    assert "Armor 1 (was 2)" in told.text
