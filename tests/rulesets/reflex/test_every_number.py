"""Every number of the tables is felt in play: what the text and the rulings give it is what a fight makes of it.

The numbers expected here are those that were read in the texts for a second time, in `tests/transcription`.
"""

from __future__ import annotations

import tomllib
from itertools import permutations
from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.rulesets.reflex.blasts.events import Exploded
from bot.rulesets.reflex.blasts.scatter import stray
from bot.rulesets.reflex.checks.check import missing_levels
from bot.rulesets.reflex.close.events import Struck
from bot.rulesets.reflex.equipment.events import EquipmentHit
from bot.rulesets.reflex.hazards.events import HazardMet, Impacted
from bot.rulesets.reflex.kinds import Band, Stance
from bot.rulesets.reflex.morale.events import Threatened
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.shots.rounds import holding_muscle
from bot.rulesets.reflex.throws.throwing import reach
from bot.rulesets.reflex.time.carried_events import Reloaded
from bot.rulesets.reflex.time.events import TimeSpent
from bot.rulesets.reflex.time.moves import Boarded
from bot.rulesets.reflex.wounds.events import Hit
from tests.rulesets.game import play_on
from tests.rulesets.reflex.playing import FAIL, REFLEX, TABLES, Game, duel
from tests.rulesets.registry import ROOT

READ: dict[str, Any] = tomllib.loads((ROOT / "tests" / "transcription" / "reflex.toml").read_text("utf-8"))
METRES = {
    "personal": 1,
    "gunfighting": 5,
    "cqb": 20,
    "tight": 60,
    "medium": 150,
    "open": 300,
    "sniping": 600,
    "extreme": 1200,
}
GUNS = [kind for kind in READ["weapons"] if TABLES["weapons"][kind]["optimum"] != "personal"]
BLADES = [kind for kind in READ["weapons"] if kind not in GUNS]
HOLDS = {  # not among our texts: common magazines, the belt of a machine gun, and one where each is loaded by itself
    "ak47": 30,
    "m4a1": 30,
    "battle_rifle": 20,
    "hunting_rifle": 4,
    "m249": 200,
    "shotgun": 6,
    "smg": 30,
    "pistol": 15,
    "rpg7": 1,
}
SPEEDS, STRIKES = ("hip", "snap", "aimed"), ("blind", "snap", "calculated")
SKILLS = {row["skill"]: 8 for row in TABLES["weapons"].values() if row.get("skill")}
TOUGH = {place: [90, 91, 92, 93] for place in ("head", "torso", "right arm", "left arm", "right leg", "left leg")}


def armed(kind: str, range_m: float) -> Game:
    """Return a fight in which Ann, who can use it, holds a weapon so far from Bob, whom no hit brings down."""
    game, weapons = Game(), [{"kind": kind, "held": True}] if kind else []
    game.join("Ann", encumbrance="unencumbered", weapons=weapons, skills=SKILLS)
    game.join("Bob", owner=0, encumbrance="overloaded", thresholds=TOUGH)
    game.start(*FAIL, *FAIL)
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=range_m))
    return game


def attack(game: Game, *faces: int, **inputs: Any) -> None:
    """Have Ann attack Bob, who blocks nothing."""
    game.do_at_least(orders.Act(actor="Ann", action="attack", inputs={"target": "Bob", **inputs}), *faces)
    if game.scene.pending:
        game.do_at_least(orders.Answer(choice="take it"), *faces)


def label(terms: Any, wanted: str) -> int:
    """Return what the terms of a label add up to."""
    return sum(term.value for term in terms if term.label == wanted)


@pytest.mark.parametrize("kind", GUNS)
def test_a_gun_fires_as_fast_and_hits_as_hard_as_it_should(kind: str) -> None:
    read = READ["weapons"][kind]
    for mode, ticks in zip(SPEEDS, read["speed"], strict=True):
        game = armed(kind, METRES[TABLES["weapons"][kind]["optimum"]])
        attack(game, mode=mode, modifier=9)
        shot = game.every(ShotFired)[0]
        assert label(shot.costs, "speed") == ticks
        assert shot.loaded == HOLDS[kind] - shot.spent
        assert shot.recoil == read.get("recoil", 0) + (shot.spent if shot.spent > 1 else 0)
        if mode == "hip":
            assert label(shot.outcome.check.terms, "hip") == -max(2, read["bulk"])
        if not TABLES["weapons"][kind].get("explosive"):
            assert label(game.every(Hit)[0].terms, "damage") == read["damage"]


@pytest.mark.parametrize("kind", GUNS)
def test_a_sheet_says_how_hard_a_gun_hits_whatever_it_fires(kind: str) -> None:
    game = armed(kind, 1)
    told = [line.text for line in REFLEX.describe(game.scene.combatants["Ann"].sheet, {})]
    assert any(
        TABLES["weapons"][kind]["title"] in line and f"Damage {READ['weapons'][kind]['damage']}," in line
        for line in told
    )


@pytest.mark.parametrize("kind", [kind for kind in GUNS if READ["weapons"][kind].get("bursts")])
def test_a_burst_is_as_long_as_it_should_be(kind: str) -> None:
    for rounds in READ["weapons"][kind]["bursts"]:
        game = armed(kind, METRES[TABLES["weapons"][kind]["optimum"]])
        attack(game, mode="snap", rounds=rounds)
        assert game.every(ShotFired)[0].spent == rounds


@pytest.mark.parametrize("kind", BLADES)
def test_a_weapon_in_hand_strikes_as_fast_and_as_hard_as_it_should(kind: str) -> None:
    read = READ["weapons"][kind]
    for mode, ticks in zip(STRIKES, read["speed"], strict=True):
        game = armed("" if kind == "bare_hands" else kind, 1)
        attack(game, mode=mode, modifier=9, weapon=TABLES["weapons"][kind]["title"])
        struck = game.one(Struck)
        assert struck.cost_ticks == ticks
        assert label(game.one(Hit).terms, "damage") == read["damage"]
        if mode == "blind":
            assert label(struck.outcome.check.terms, "blind_strike") == -max(2, read["bulk"])


@pytest.mark.parametrize("explosive", READ["explosives"])
def test_an_explosion_has_its_numbers(explosive: str) -> None:
    game = armed("pistol", 60)
    game.do_at_least(orders.Act(actor="Ann", action="explode", inputs={"explosive": explosive, "victims": "Bob:60"}))
    found = game.one(Exploded)
    assert {"damage": found.damage, "radius_m": found.radius_m, "blast": found.blast, "frag": found.frag} == READ[
        "explosives"
    ][explosive]


@pytest.mark.parametrize("substance", READ["substances"])
def test_a_thing_is_as_hard_to_break_as_what_it_is_made_of(substance: str) -> None:
    game = duel(items=[{"name": "Box", "bulk": 2}])
    game.act("Ann", "wreck", item="Box", substance=substance, damage=1)
    found = game.one(EquipmentHit)
    assert (found.armor, found.threshold) == (
        READ["substances"][substance]["armor"],
        2 + READ["substances"][substance]["tougher"],
    )


@pytest.mark.parametrize("cover", READ["cover"])
def test_cover_stops_as_much_as_it_should(cover: str) -> None:
    game = armed("battle_rifle", 60)
    attack(game, 1, 1, 1, 3, 2, mode="snap", modifier=9, cover=cover)
    (layer,) = game.every(Hit)[0].layers
    assert 2 * layer.armor == READ["cover"][cover]["armor_halves"]


@pytest.mark.parametrize("material", READ["materials"])
def test_so_many_millimetres_of_a_material_are_a_point_of_armor(material: str) -> None:
    game, tenth_mm = armed("battle_rifle", 60), READ["materials"][material]["tenth_mm_per_armor"]
    attack(game, 1, 1, 1, 3, 2, mode="snap", modifier=9, material=material, thickness_mm=tenth_mm / 10 * 3)
    (layer,) = game.every(Hit)[0].layers
    assert layer.armor == 3


@pytest.mark.parametrize("armor", READ["armor"])
def test_worn_armour_stops_as_much_as_it_should(armor: str) -> None:
    game = Game()
    game.join("Ann", encumbrance="unencumbered", weapons=[{"kind": "pistol"}], skills=SKILLS)
    game.join("Bob", owner=0, encumbrance="overloaded", thresholds=TOUGH, armor=[{"kind": armor}])
    game.start(*FAIL, *FAIL)
    attack(game, mode="snap", modifier=9, called="torso", range_m=5)
    (layer,) = game.one(Hit).layers
    assert 2 * layer.armor == READ["armor"][armor]["armor_halves"]


@pytest.mark.parametrize("face", READ["directions"])
def test_a_die_says_where_a_miss_strays_to(face: str) -> None:
    shown = list(TABLES["directions"]).index(face) + 1
    assert stray(play_on(REFLEX, Game().scene, shown), 1, Band.TIGHT).degrees == READ["directions"][face]["degrees"]


@pytest.mark.parametrize("wait", READ["waits"])
def test_a_wait_takes_as_long_as_the_mind_is_slow(wait: str) -> None:
    read = READ["waits"][wait]
    for ooda in (max(1, read["from"]), read["from"] - 1):
        if ooda > 0:
            slower = min((row for row in READ["waits"].values() if row["from"] <= ooda), key=lambda row: row["ticks"])
            game = Game()
            game.join("Ann", encumbrance="unencumbered", attributes={"ooda": ooda})
            game.start(*FAIL)
            game.act("Ann", "wait")
            assert game.tick("Ann") == 15 - slower["ticks"]


@pytest.mark.parametrize("load", READ["encumbrance"])
def test_a_load_makes_slow(load: str) -> None:
    game = Game()
    game.join("Ann", encumbrance=load)
    game.start(*FAIL)
    assert game.tick("Ann") == READ["encumbrance"][load]["initiative"]


@pytest.mark.parametrize("place", READ["aims"])
def test_a_called_shot_is_as_hard_and_hurts_as_much_as_it_should(place: str) -> None:
    read, game = READ["aims"][place], armed("ak47", 60)
    attack(game, mode="snap", rounds=1, modifier=9, called=place)
    assert label(game.every(ShotFired)[0].outcome.check.terms, "called") == read["penalty"]
    assert label(game.every(Hit)[0].terms, "called_damage") == read["damage"]


@pytest.mark.parametrize("band", READ["bands"])
def test_a_band_ends_where_it_should_and_is_seen_as_well_as_it_should(band: str) -> None:
    read, names = READ["bands"][band], list(METRES)
    for beyond_m, expected in ((0, band), (1, (*names, "beyond")[names.index(band) + 1])):
        game = armed("sniper_rifle", read["to_m"] + beyond_m)
        game.scene = msgspec.structs.replace(game.scene, options={"visual_penalty": False})
        if expected == "beyond":
            assert "beyond what" in game.refused("Ann", "attack", target="Bob")
        else:
            attack(game, mode="snap")
            assert game.every(ShotFired)[0].band is Band[expected.upper()]
    game = armed("sniper_rifle", read["to_m"])
    attack(game, mode="hip")
    assert label(game.every(ShotFired)[0].outcome.check.terms, "visual") == read["visual"]


@pytest.mark.parametrize("size", READ["sizes"])
def test_what_is_large_or_small_is_hit_as_well_as_it_should(size: str) -> None:
    read, bands = READ["sizes"][size], [{"visual": 0}, *READ["bands"].values()]
    game = armed("ak47", 150)
    attack(game, mode="snap", size=size)
    seen = bands[list(METRES).index("medium") + read["bands_farther"]]
    assert label(game.every(ShotFired)[0].outcome.check.terms, "visual") == seen["visual"]
    game = armed("baton", 1)
    attack(game, size=size)
    assert label(game.one(Struck).outcome.check.terms, "target_size") == read["close_modifier"]


@pytest.mark.parametrize(
    ("kind", "heavy"), [("flamethrower", "flamethrower"), ("grenade_launcher", "squad"), ("rpg7", "anti_tank")]
)
def test_a_heavy_weapon_is_as_clumsy_against_people_and_cars_as_it_should(kind: str, heavy: str) -> None:
    for size, key in (("human", "person_penalty"), ("double", "car_penalty")):
        game = armed(kind, METRES[TABLES["weapons"][kind]["optimum"]])
        attack(game, 20, 20, 20, mode="snap", size=size)
        terms = game.every(ShotFired)[0].outcome.check.terms
        assert label(terms, "heavy_weapon") == READ["heavy_weapons"][heavy][key]


@pytest.mark.parametrize("feed", READ["feeds"])
def test_loading_takes_as_many_actions_and_brings_as_many_rounds_as_it_should(feed: str) -> None:
    read, game = READ["feeds"][feed], Game()
    empty = {"kind": "smg", "feed": feed, "held": True, "loaded": 0, "spare": 900, "capacity": 20}
    game.join("Ann", encumbrance="unencumbered", weapons=[empty], skills=SKILLS)
    game.start(*FAIL)
    game.act("Ann", "reload")
    assert game.one(Reloaded).needed == read["actions"]
    if read["actions"] > 1:
        game.act("Ann", "reload")
    assert game.one(Reloaded).loaded == (read["rounds"] or 20)


@pytest.mark.parametrize("band", READ["deviations"])
def test_what_misses_strays_as_far_as_it_should(band: str) -> None:
    play = play_on(REFLEX, armed("pistol", 5).scene, *([2] if READ["deviations"][band]["half_metres"] else []))
    assert stray(play, 3, Band[band.upper()]).off_m == 3 * READ["deviations"][band]["half_metres"] / 2


@pytest.mark.parametrize(("what", "row"), READ["boarding"].items())
def test_getting_in_takes_as_many_moves_as_it_should(what: str, row: dict[str, int]) -> None:
    game = armed("pistol", 5)
    game.act("Ann", "board", what=what)
    assert game.one(Boarded).needed == row["moves"]


@pytest.mark.parametrize("row", READ["throws"])
def test_the_strong_throw_farther(row: str) -> None:
    least = READ["throws"][row]["from"]
    farther = {muscle: reach(REFLEX.tables, muscle, 1) for muscle in (least, least + 1, least - 1) if muscle > 0}
    assert farther[least + 1] == farther.get(least, farther[least + 1])
    assert farther[least + 1] != farther.get(least - 1)


@pytest.mark.parametrize("stance", READ["stances"])
def test_a_stance_shelters_and_steadies_as_it_should(stance: str) -> None:
    read = READ["stances"][stance]
    game = armed("ak47", 60)
    game.act("Bob", "correct", stance=stance)
    attack(game, mode="snap")
    terms = game.every(ShotFired)[0].outcome.check.terms
    assert label(terms, "target_stance") == read["penalty_to_be_hit"]
    bands = ("tight", "medium")
    assert label(terms, "visual") == READ["bands"][bands[read.get("visual_bands_farther", 0)]]["visual"]
    game = armed("baton", 1)
    game.act("Bob", "correct", stance=stance)
    attack(game)
    assert label(game.one(Struck).outcome.check.terms, "target_stance") == read["close_bonus"]
    muscle = game.state("Ann").person.attributes.muscle
    state = game.state("Ann").with_body(stance=Stance(stance))
    held = holding_muscle(REFLEX.tables, state, armed("ak47", 60).state("Ann").kit.weapons["AK-47"])
    assert held == muscle * read["recoil_times"] + read["recoil_muscle"]


@pytest.mark.parametrize(("one", "other"), [*permutations(READ["stances"], 2)])
def test_getting_up_and_down_takes_as_long_as_it_should(one: str, other: str) -> None:
    up = READ["stances"][other]["height"] - READ["stances"][one]["height"]
    step = READ["ticks"]["raise" if up > 0 else "lower"]["ticks"]
    game = armed("pistol", 5)
    game.act("Ann", "correct", stance=one)
    game.act("Ann", "stance", to=other)
    assert game.one(TimeSpent).ticks == step * max(1, abs(up))


@pytest.mark.parametrize("load", READ["encumbrance"])
def test_who_carries_more_falls_harder(load: str) -> None:
    game = Game()
    game.join("Ann", encumbrance=load)
    game.do_at_least(orders.Act(actor="Ann", action="fall", inputs={"metres": 3}), 20, 20)
    assert game.one(Impacted).damage == 3 + READ["encumbrance"][load]["impact"]


@pytest.mark.parametrize("kind", READ["threats"])
def test_a_threat_weighs_what_it_should(kind: str) -> None:
    game, read = duel(), READ["threats"][kind]
    faces = range(2, 2 + read.get("dice", 0))
    game.act("Ann", "morale_threat", *faces, target="Ann", kind=kind)
    met = game.one(Threatened)
    if met.roll is None:
        assert met.amount == read["amount"]
    else:
        lowest = TABLES["threats"][kind]["keep"] == "lowest"
        assert (met.amount, met.roll.sides) == (min(faces) if lowest else max(faces), read["sides"])


def test_a_torso_bears_twice_four_and_six_times_the_half_of_what_a_body_does() -> None:
    game = Game()
    game.join("Ann", attributes={"muscle": 6, "fitness": 8})
    halves = READ["thresholds"]["torso"]["halves"]
    base = (10 + 6 + 2 * 8) // 4
    assert game.state("Ann").person.thresholds["torso"] == (1, *(base * each // 2 for each in halves))


@pytest.mark.parametrize("grip", READ["qualifications"])
def test_who_has_not_learned_to_grapple_is_worse_by_levels(grip: str) -> None:
    skill = grip.split("/")[0]
    assert (
        missing_levels(REFLEX.tables, duel().state("Ann"), skill, "grapple") == READ["qualifications"][grip]["levels"]
    )


def test_a_look_takes_as_long_as_it_may() -> None:
    most = READ["ticks"]["assess"]["most_extra"]
    game = armed("pistol", 5)
    assert f"extra={most} at most" in game.refused("Ann", "assess", extra=most + 1)
    game.act("Ann", "assess", 20, 20, extra=most)
    assert game.one(TimeSpent).ticks == READ["ticks"]["assess"]["ticks"] + most


def fire(**said: str) -> HazardMet:
    """Return what comes of it that Ann, whose CUF is 8, meets a fire and avoids it."""
    game = Game()
    game.join("Ann", attributes={"cuf": 8})
    game.act("Ann", "hazard", 1, 20, **said)
    return game.one(HazardMet)


@pytest.mark.parametrize("size", READ["fire_sizes"])
def test_a_fire_is_as_hard_to_avoid_as_it_is_large(size: str) -> None:
    assert fire(flame="house", fire_size=size).outcome.check.target == 8 + READ["fire_sizes"][size]["modifier"]


@pytest.mark.parametrize("flame", READ["flames"])
def test_a_fire_does_as_much_harm_as_it_is_hot(flame: str) -> None:
    assert fire(flame=flame).damage == READ["flames"][flame]["damage"]
