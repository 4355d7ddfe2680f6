"""Every number of the tables is felt in play: what the text and the rulings give it is what a fight makes of it.

The numbers expected here are those that were read in the texts for a second time, in `tests/transcription`.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from bot.core import orders
from bot.rulesets.reflex.blasts.events import Exploded
from bot.rulesets.reflex.close.events import Struck
from bot.rulesets.reflex.equipment.events import EquipmentHit
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.wounds.events import Hit
from tests.rulesets.reflex.playing import FAIL, TABLES, Game, duel
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
        assert shot.loaded == TABLES["weapons"][kind]["capacity"] - shot.spent
        assert shot.recoil == read.get("recoil", 0) + (shot.spent if shot.spent > 1 else 0)
        if mode == "hip":
            assert label(shot.outcome.check.terms, "hip") == -max(2, read["bulk"])
        if not TABLES["weapons"][kind].get("explosive"):
            assert label(game.every(Hit)[0].terms, "damage") == read["damage"]


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
