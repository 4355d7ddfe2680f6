"""Attacks on equipment, on things of the scene and on mines."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import folding
from bot.core.orders import Act, EndFight, SetRange
from bot.core.scene import with_combatant
from bot.core.views import GM, PUBLIC, Viewer
from bot.rulesets.reflex.blasts.events import BlastReached, Dud, Exploded, Unplaced
from bot.rulesets.reflex.close.events import Struck
from bot.rulesets.reflex.equipment.events import EquipmentHit
from bot.rulesets.reflex.heart.events import TookHeart
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.mines.events import MineHit, MineSprung
from bot.rulesets.reflex.objects.events import ThingHit
from bot.rulesets.reflex.scene_state import SceneThing
from bot.rulesets.reflex.shots.events import BurstSpread, ShotFired
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game

TOUGH: dict[str, Any] = {"thresholds": {place.value: [90, 91, 92, 93] for place in BodyPart}}
SKILLS = {"longarm": 4, "hand weapons": 4, "hand-to-hand": 4, "support weapons": 4, "sidearm": 4}
HIT = (1, 20)


def field(
    *arms: dict[str, Any],
    guard: dict[str, Any] | None = None,
    explosives: dict[str, Any] | None = None,
    **options: Any,
) -> Game:
    """Ann with these arms, and a guard with a rifle in hand and a pack at the feet, in an exchange of fire."""
    game = Game(visual_penalty=False, **options, **(explosives or {}))
    armed = arms or ({"kind": "ak47", "name": "rifle"},)
    game.join("Ann", owner=1, encumbrance="unencumbered", weapons=list(armed), skills=SKILLS, **TOUGH)
    theirs: dict[str, Any] = {
        "weapons": [{"kind": "ak47", "name": "gun"}],
        "items": [{"name": "pack", "bulk": 2, "lies": "near"}, {"name": "radio"}],
    }
    game.join("Guard", owner=0, encumbrance="overloaded", **{**theirs, **TOUGH, **(guard or {})})
    game.start(*FAIL * 2)
    return game


def door(game: Game, **inputs: Any) -> Game:
    """Put a door into the scene: of hard wood, Armor 3 and a threshold of 10."""
    game.act("Guard", "thing_put", **{"item": "door", "substance": "hard_wood", "bulk": 7, **inputs})
    return game


def attack(game: Game, *faces: int, **inputs: Any) -> None:
    """Have Ann attack a thing on her tick."""
    game.act("Ann", "correct", initiative=30)
    game.act("Ann", "attack_thing", *faces, **inputs)


def terms(game: Game) -> dict[str, int]:
    """Return what the shot was judged by."""
    return {term.label: term.value for term in game.one(ShotFired).outcome.check.terms}


def test_a_thing_has_armor_and_a_threshold_by_substance_and_bulk() -> None:
    game = door(field())
    assert game.scene.state.things == {"door": SceneThing(armor=3, threshold=10)}
    assert "There is the door: Armor 3, threshold 10." in game.told(PUBLIC)
    door(game, item="gate", armor=9, threshold=20, size="double", substance="")
    assert game.scene.state.things["gate"] == SceneThing(armor=9, threshold=20, size="double")
    assert "How strong" in game.refused("Guard", "thing_put", item="fog")
    game.act("Guard", "thing_gone", item="gate")
    assert ("gate" not in game.scene.state.things, "no longer" in game.told(PUBLIC)) == (True, True)
    game.do(EndFight())
    assert list(game.scene.state.things) == ["door"]


def test_a_door_is_shot_at_like_somebody_who_does_not_know() -> None:
    game = door(field())
    attack(game, *HIT, item="door", range_m=5)
    assert terms(game) == {"unaware": 4}
    hit = game.one(ThingHit)
    assert [(term.label, term.value) for term in hit.terms] == [("damage", 7), ("margin", 9)]
    assert (hit.damage, hit.armor, hit.final, hit.broken, hit.wear) == (16, 3, 10, "disabled", 1)
    assert "Ann fires a single shot at the door" in game.told(PUBLIC)
    assert "Damage 7, margin +9 = 16 damage; Armor 3 ×2; 10 against a threshold of 10; Wear 1." in game.told(PUBLIC)
    attack(game, *HIT, item="door", range_m=5, modifier=5)
    assert game.one(ThingHit).broken == "destroyed"
    assert game.scene.state.things["door"].broken == "destroyed"
    assert "No thing here" in game.refused("Ann", "attack_thing", item="door", range_m=5)


def test_what_does_not_reach_the_threshold_scratches_and_a_margin_of_zero_only_grazes() -> None:
    game = door(field(), threshold=11)
    attack(game, *HIT, item="door", range_m=5)
    assert (game.one(ThingHit).broken, "only scratched" in game.told(PUBLIC)) == ("", True)
    game = door(field(), threshold=1)
    attack(game, 6, 20, item="door", range_m=5, modifier=-4)
    hit = game.one(ThingHit)
    assert (game.one(ShotFired).margin, hit.broken, "only grazed" in game.told(PUBLIC)) == (0, "", True)


def test_all_rounds_that_hit_strike_the_same_thing_until_nothing_is_left() -> None:
    game = door(field(), threshold=1)
    attack(game, *HIT, 1, 2, 6, item="door", range_m=5, rounds=4)
    assert game.one(BurstSpread).target == ""
    assert [hit.broken for hit in game.every(ThingHit)] == ["disabled", "destroyed"]


def test_a_thing_of_a_size_is_as_far_as_it_looks() -> None:
    game = door(field(), size="quarter")
    attack(game, *HIT, item="door", range_m=60)
    near = terms(game)
    attack(game, *HIT, item="door", range_m=60, size="human")
    assert near["range"] < terms(game).get("range", 0)


def test_one_has_to_say_how_far_a_thing_is() -> None:
    game = door(field())
    assert "How far away is the door?" in game.refused("Ann", "attack_thing", item="door")


def test_a_door_is_struck_too() -> None:
    game = door(field({"kind": "machete", "name": "axe"}))
    attack(game, *HIT, item="door", mode="snap")
    assert game.one(Struck).thing == "the door"
    assert game.one(ThingHit).damage == game.one(ThingHit).terms[0].value + game.one(Struck).margin
    assert "Ann strikes at the door with the axe" in game.told(PUBLIC)
    attack(game, 20, 20, item="door", mode="snap")
    assert not game.every(ThingHit)


def test_what_is_struck_is_pierced_as_from_near() -> None:
    game = door(field({"kind": "machete", "name": "axe", "penetration": ["x2", "nil"]}))
    attack(game, *HIT, item="door", mode="snap")
    assert game.one(ThingHit).penetration == 4


def test_fire_meets_a_door_at_double_its_armor_and_gear_at_half() -> None:
    flamer = {"kind": "flamethrower", "name": "flamer"}
    game = door(field(flamer))
    attack(game, *HIT, item="door", range_m=5)
    assert game.one(ThingHit).penetration == 4
    attack(game, *HIT, item="gun", target="Guard", range_m=5, size="human")
    assert game.one(EquipmentHit).penetration == 1


def test_a_warhead_goes_off_at_the_door() -> None:
    game = door(field({"kind": "rpg7", "name": "rpg"}, explosives={"explosives.rpg7_heat.frag": 0}), size="double")
    attack(game, *HIT, item="door", range_m=30, victims="Guard:99")
    assert game.one(Exploded).margin == game.one(ShotFired).margin
    assert game.one(ThingHit).damage == game.one(Exploded).damage + game.one(ShotFired).margin
    assert [reached.actor for reached in game.every(BlastReached)] == ["Guard"]
    assert game.one(Unplaced).actors == ("Ann",)


def test_whom_a_warhead_at_a_thing_puts_down_gives_heart_to_who_fired_it() -> None:
    frail = {"thresholds": {**TOUGH["thresholds"], "head": [1]}}
    game = door(field({"kind": "grenade_launcher"}, guard=frail, explosives={"explosives.he_40mm.frag": 0}))
    attack(game, *HIT, 20, 20, item="door", range_m=60, victims="Guard:1")
    assert game.state("Guard").body.unconscious
    assert [(heart.actor, heart.target, heart.value) for heart in game.every(TookHeart)] == [("Ann", "Guard", 1)]


def test_a_warhead_that_hits_by_nothing_is_a_dud() -> None:
    game = door(field({"kind": "rpg7", "name": "rpg"}))
    attack(game, *HIT, item="door", range_m=30)
    assert (game.one(ShotFired).margin, game.one(Dud).target, game.every(ThingHit)) == (0, "", [])
    assert "only glances off" in game.told(PUBLIC)


def test_what_somebody_holds_is_shot_out_of_the_hand() -> None:
    game = field()
    attack(game, *HIT, item="gun", target="Guard", range_m=5)
    assert "unaware" not in terms(game)
    hit = game.one(EquipmentHit)
    assert (hit.actor, hit.substance, hit.armor, hit.threshold, hit.broken) == ("Guard", "steel", 4, 7, "")
    assert game.scene.range_m("Ann", "Guard") == 5
    assert "Ann fires a single shot at the gun of Guard" in game.told(PUBLIC)
    attack(game, *HIT, item="gun", target="Guard", modifier=5)
    assert game.state("Guard").kit.broken == {"gun": "disabled"}
    assert "Armor" not in game.told(PUBLIC)
    assert "Armor 4" in game.told(GM)
    assert game.state("Guard").nerve.threats["lethal"] == 1


def test_what_lies_there_does_not_move() -> None:
    game = field()
    assert "What is the pack made of?" in game.refused("Ann", "attack_thing", item="pack", target="Guard", range_m=5)
    attack(game, *HIT, item="pack", target="Guard", range_m=5, substance="leather")
    assert terms(game)["unaware"] == 4
    assert (game.one(EquipmentHit).armor, game.one(EquipmentHit).broken) == (1, "disabled")


def test_what_is_in_the_pack_or_destroyed_is_not_there_to_be_shot() -> None:
    game = field(guard={"condition": {"broken": {"gun": "destroyed"}}})
    refusal = game.refused("Ann", "attack_thing", item="radio", target="Guard", range_m=5)
    assert "There is: pack." in refusal
    hidden = msgspec.structs.replace(game.scene.combatants["Guard"], hidden=True)
    game.scene = with_combatant(game.scene, hidden)
    words = [game.refused("Ann", "attack_thing", item="gun", target=at) for at in ("Guard", "Nobody")]
    assert words[0] == words[1].replace("Nobody", "Guard")


def test_who_holds_it_may_block_a_blow_at_it() -> None:
    game = field({"kind": "machete", "name": "axe"}, guard={"skills": SKILLS})
    game.act("Guard", "correct", initiative=29)
    attack(game, *HIT, item="gun", target="Guard")
    assert game.question().actor == "Guard"
    game.answer("gun", 1, 1)
    assert not game.every(EquipmentHit)


def test_who_holds_it_may_block_a_gun_at_arms_reach() -> None:
    game = field({"kind": "pistol", "name": "pistol"}, guard={"skills": SKILLS})
    game.act("Guard", "correct", initiative=29)
    attack(game, *HIT, item="gun", target="Guard", range_m=1)
    assert game.question().prompt == "block"
    game.answer("take it")
    assert game.one(EquipmentHit).item == "gun"


def test_ones_own_is_attacked_like_any_thing() -> None:
    game = field({"kind": "machete", "name": "axe"}, {"kind": "pistol", "name": "pistol", "lies": "near"})
    attack(game, *HIT, item="pistol", target="Ann")
    assert (game.one(EquipmentHit).actor, game.one(Struck).target) == ("Ann", "")


def test_a_heavy_weapon_does_nothing_at_arms_reach() -> None:
    game = door(field({"kind": "rpg7", "name": "rpg", "unwieldy": False}), size="double")
    attack(game, *HIT, item="door", range_m=1)
    assert (game.one(ShotFired).futile, game.every(ThingHit)) == (True, [])


def mined(game: Game, **inputs: Any) -> str:
    """Have the guard's mine lie there before any fight, and give what it is stored under."""
    game.act("Guard", "mine_emplace", 8, 20, mine="bridge", **inputs)
    return next(iter(game.scene.state.mines))


def sapper() -> Game:
    """Ann with a rifle and Bob before any fight, and a guard who lays mines."""
    game = Game(visual_penalty=False)
    skills = {**SKILLS, "construction/demolition": 4}
    for owner, name in enumerate(("Guard", "Ann", "Bob")):
        game.join(name, owner=owner, weapons=[{"kind": "ak47"}], skills=skills, **TOUGH)
    return game


@pytest.mark.parametrize(("die", "bang"), [(50, True), (51, False)])
def test_a_mine_that_is_shot_to_pieces_goes_off_half_of_the_time(die: int, bang: bool) -> None:
    game = sapper()
    key = mined(game, open=True)
    game.act("Ann", "attack_thing", *HIT, die, mine=key, range_m=5)
    assert (game.one(MineHit).damage, bool(game.every(MineSprung))) == (16, bang)
    assert "fires a single shot at something on the ground" in game.told(PUBLIC)


def test_nobody_learns_of_a_mine_by_an_attack_on_it() -> None:
    game = sapper()
    key = mined(game)
    game.act("Guard", "attack_thing", *HIT, 51, mine=key, range_m=5)
    assert game.told(Viewer(user=1)) == game.told(PUBLIC)
    assert "bridge" not in game.told(PUBLIC)
    assert "bridge" in game.told(GM)
    game.act("Guard", "attack_thing", *HIT, mine=key, range_m=5)
    assert game.scene.state.mines == {}


def test_rounds_of_a_burst_that_come_behind_the_bang_strike_nothing() -> None:
    game = sapper()
    key = mined(game)
    game.act("Guard", "attack_thing", *HIT, 1, 1, 6, 50, mine=key, range_m=5, rounds=4)
    assert (len(game.every(MineHit)), len(game.every(MineSprung))) == (1, 1)


def test_a_mine_that_is_grazed_is_only_scratched() -> None:
    game = sapper()
    key = mined(game)
    game.act("Guard", "attack_thing", 4, 20, mine=key, range_m=5, modifier=-6)
    assert (game.one(ShotFired).margin, game.one(MineHit).broken) == (0, "")


def test_a_whole_minefield_is_not_shot_at() -> None:
    game = sapper()
    game.act("Guard", "mine_field", mine="meadow", density=0.02, margin=4)
    assert "whole minefield" in game.refused("Guard", "attack_thing", mine="meadow", range_m=5)


def test_a_string_of_fire_at_a_thing_goes_on() -> None:
    game = door(field(sustained_fire=True), threshold=90)
    for _ in range(2):
        attack(game, *HIT, item="door", range_m=5)
    string = game.state("Ann").turn.sustained
    assert string is not None
    assert string.target == "the door"
    assert "sustained" in {term.label for term in game.one(ShotFired).costs}


def test_all_enemies_hear_a_burst_at_a_door_and_nobody_is_attacked() -> None:
    game = door(field())
    attack(game, 20, 20, item="door", range_m=5, rounds=4)
    assert "automatic" in game.state("Guard").nerve.threats
    assert "lethal" not in game.state("Guard").nerve.threats


def test_the_scene_is_as_it_was_where_the_attack_is_refused() -> None:
    game = door(field())
    before = game.scene
    assert "far away" in game.refused("Ann", "attack_thing", item="door")
    assert game.scene == before
    events = game.act("Ann", "attack_thing", *HIT, item="door", range_m=5)
    assert folding.fold(REFLEX, before, [events]).state == game.scene.state
    assert not [each for each in game.scene.combatants if each not in ("Ann", "Guard")]


def test_a_distance_that_is_known_need_not_be_said() -> None:
    game = field()
    game.do(SetRange(actor="Ann", target="Guard", range_m=5))
    game.do(Act(actor="Ann", action="attack_thing", inputs={"item": "gun", "target": "Guard"}), *HIT)
    assert game.one(ShotFired).range_m == 5


def offered(game: Game, key: str, **given: Any) -> list[str]:
    """Return what is offered for an input of an attack on a thing."""
    return [each.value for each in REFLEX.candidates(game.scene, "attack_thing", key, {"actor": "Ann", **given})]


def test_what_stands_here_and_what_can_be_seen_of_somebodys_things_is_offered() -> None:
    game = door(field())
    assert (offered(game, "item"), offered(game, "item", target="Guard")) == (["door"], ["pack", "gun"])
    assert (offered(game, "weapon"), offered(game, "rounds")) == (["rifle", "bare hands"], ["1", "4"])


def test_a_gun_at_arms_reach_that_is_blocked_hits_nothing() -> None:
    game = field({"kind": "pistol", "name": "pistol"}, guard={"skills": SKILLS, "attributes": {"ooda": 20}})
    game.act("Guard", "correct", initiative=29)
    attack(game, 2, 20, item="gun", target="Guard", range_m=1)
    game.answer("gun", 1, 1)
    assert not game.every(EquipmentHit)


def test_a_warhead_goes_off_at_who_holds_what_it_hit() -> None:
    launcher = {"kind": "grenade_launcher", "name": "launcher"}
    quiet: dict[str, Any] = {f"explosives.{key}.{part}": 0 for key in ("he_40mm",) for part in ("frag", "blast")}
    game = field(launcher, explosives=quiet)
    game.do(SetRange(actor="Ann", target="Guard", range_m=60))
    attack(game, *HIT, item="gun", target="Guard", modifier=5, size="human")
    assert [(each.actor, each.range_m) for each in game.every(BlastReached)] == [("Guard", 0), ("Ann", 60)]
    assert (game.one(EquipmentHit).item, game.every(Unplaced)) == ("gun", [])


def stopped(game: Game) -> list[tuple[str, int, str]]:
    """Return what took of the damage to a thing."""
    return [(term.label, term.value, term.detail) for term in game.one(EquipmentHit).terms if term.label == "cover"]


@pytest.mark.parametrize(
    ("parts", "found"),
    [("all_but_head", [("cover", -6, "brick_wall")]), ("below_shoulders", []), ("right_limbs", [])],
)
def test_what_somebody_holds_is_behind_the_cover_of_the_hands(parts: str, found: list[tuple[str, int, str]]) -> None:
    game = field()
    game.act("Guard", "take_cover", target="Guard", cover="brick_wall", parts=parts)
    attack(game, *HIT, item="gun", target="Guard", range_m=5, modifier=5)
    assert stopped(game) == found
    assert game.one(EquipmentHit).damage == sum(term.value for term in game.one(EquipmentHit).terms)
    if found:
        assert "cover −6 (brick wall)" in game.told(GM)


@pytest.mark.parametrize(("parts", "found"), [("below_waist", [-6]), ("all_but_head", [-6]), ("arms", [])])
def test_what_lies_there_is_behind_the_cover_of_the_feet(parts: str, found: list[int]) -> None:
    game = field()
    game.act("Guard", "take_cover", target="Guard", cover="brick_wall", parts=parts)
    attack(game, *HIT, item="pack", target="Guard", range_m=5, substance="leather", modifier=5)
    assert [value for _, value, _ in stopped(game)] == found


def test_what_is_held_in_a_vehicle_is_behind_its_side() -> None:
    game = field()
    game.join("Car", owner=0, vehicle={"kind": "armored_car"})
    aboard = {**game.scene.state.aboard, "Guard": "Car"}
    game.scene = msgspec.structs.replace(game.scene, state=msgspec.structs.replace(game.scene.state, aboard=aboard))
    attack(game, *HIT, item="gun", target="Guard", range_m=5, modifier=5)
    left = stopped(game)
    attack(game, *HIT, item="gun", target="Guard", range_m=5, modifier=5, facing="hull rear")
    assert (left, stopped(game)) == ([("cover", -17, "armored_car")], [("cover", -16, "armored_car")])
    assert "is in no vehicle" in game.refused("Ann", "attack_thing", item="rifle", target="Ann", facing="hull rear")


def test_what_is_said_of_cover_counts_for_a_thing_and_stops_nil() -> None:
    game = door(field({"kind": "shotgun", "name": "shotgun"}))
    attack(game, *HIT, item="door", range_m=30, cover="brick_wall", modifier=5)
    hit = game.one(ThingHit)
    assert (hit.penetration, hit.damage, hit.final, hit.broken) == (None, 0, 0, "")
    assert [(term.label, term.detail) for term in hit.terms][-1] == ("cover", "brick_wall")
    game = door(field({"kind": "shotgun", "name": "shotgun"}))
    attack(game, *HIT, item="door", range_m=30, cover="brick_wall", parts="legs", modifier=5)
    assert game.one(ThingHit).damage > 0


def test_a_blow_and_a_warhead_at_what_is_held_meet_cover_too() -> None:
    game = field({"kind": "machete", "name": "axe"})
    game.act("Guard", "take_cover", target="Guard", cover="brick_wall", parts="all_but_head")
    attack(game, *HIT, item="gun", target="Guard", modifier=5)
    assert [label for label, _, _ in stopped(game)] == ["cover"]
    game = field(
        {"kind": "grenade_launcher", "name": "launcher"},
        explosives={"explosives.he_40mm.frag": 0, "explosives.he_40mm.blast": 0},
    )
    game.act("Guard", "take_cover", target="Guard", cover="brick_wall", parts="all_but_head")
    game.do(SetRange(actor="Ann", target="Guard", range_m=60))
    attack(game, *HIT, item="gun", target="Guard", modifier=5, size="human")
    assert stopped(game) == [("cover", -3, "brick_wall")]


def test_a_thing_wholly_behind_cover_is_attacked_where_its_place_is_known_and_five_worse() -> None:
    game = field()
    game.act("Guard", "take_cover", target="Guard", cover="brick_wall", parts="everything")
    assert "hidden=yes" in game.refused("Ann", "attack_thing", item="gun", target="Guard", range_m=5)
    attack(game, *HIT, item="gun", target="Guard", range_m=5, hidden=True)
    assert terms(game)["hidden"] == -5


def test_a_thing_is_shot_at_out_of_a_vehicle_and_to_the_side_as_somebody_is() -> None:
    game = door(field())
    game.act("Ann", "correct", stance="prone")
    attack(game, *HIT, item="door", range_m=5, side=True, own_speed="fast", target_speed="safe")
    assert {term.label: term.value for term in game.one(ShotFired).costs}["prone_side"] == 5
    assert (terms(game)["own_speed"], terms(game)["target_speed"]) == (-2, -1)
    attack(game, *HIT, item="door", range_m=5, own_speed="fast", keeping_pace=True)
    assert "own_speed" not in terms(game)


def test_what_is_ones_own_is_within_reach_and_is_not_attacked_with_itself() -> None:
    game = field({"kind": "pistol", "name": "pistol"}, {"kind": "ak47", "name": "rifle", "lies": "near", "held": False})
    attack(game, *HIT, item="rifle", target="Ann")
    assert game.one(ShotFired).range_m == 0
    for weapon in ("", "pistol"):
        refusal = game.refused("Ann", "attack_thing", item="pistol", target="Ann", weapon=weapon)
        assert refusal == "The pistol is what is attacked. Name something else with weapon=."
    game = field({"kind": "machete", "name": "axe"})
    assert "is what is attacked" in game.refused("Ann", "attack_thing", item="axe", target="Ann")


def test_who_acts_on_the_tick_on_which_its_gun_breaks_fires_it_still() -> None:
    game = Game(visual_penalty=False)
    for owner, name in enumerate(("Guard", "Ann")):
        game.join(name, owner=owner, weapons=[{"kind": "ak47", "name": "gun"}], skills=SKILLS, **TOUGH)
    game.start(*FAIL * 2)
    assert set(game.now()) == {"Ann", "Guard"}
    game.act("Ann", "attack_thing", *HIT, item="gun", target="Guard", range_m=5, modifier=5)
    assert game.state("Guard").kit.broken == {"gun": "disabled"}
    game.act("Guard", "attack", 20, 20, target="Ann")
    assert game.one(ShotFired).actor == "Guard"
    while "Guard" not in game.now():
        game.go_on()
    assert "The gun is disabled." in game.refused("Guard", "attack", target="Ann")


def test_cover_without_an_armor_of_one_takes_nothing_off() -> None:
    game = door(field({"kind": "shotgun", "name": "shotgun"}))
    attack(game, *HIT, item="door", range_m=30, cover="sheetrock_wall", modifier=5)
    assert "cover" not in {term.label for term in game.one(ThingHit).terms}
