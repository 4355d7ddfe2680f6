"""Every number of the tables is felt in play: what the text and the rulings give it is what a fight makes of it.

The numbers expected here are those that were read in the texts for a second time, in `tests/transcription`.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from bot.core import orders
from bot.rulesets.graydawn.fire.events import Attacked, Fumbled
from bot.rulesets.graydawn.state import ArmorPiece
from bot.rulesets.graydawn.time.events import InitiativeRolled
from bot.rulesets.graydawn.wounds.events import Grazed, Hit, Protected
from bot.rulesets.graydawn.wounds.hits import layered
from tests.rulesets.graydawn.playing import DAWN, PISTOL, PLAIN, TABLES, Game, value_of
from tests.rulesets.registry import ROOT

READ: dict[str, Any] = tomllib.loads((ROOT / "tests" / "transcription" / "graydawn.toml").read_text("utf-8"))
MEANT = 10
HANDS = {"pistol": 1, "smg": 2, "carbine": 2, "rifle": 2, "shotgun": 2, "unarmed": 0, "blade": 1, "club": 1}
"""What the rules underneath the text give: they are not among our texts."""
OF_A_CLASS = {row["class"]: weapon for weapon, row in TABLES["weapons"].items() if row["class"] in HANDS}
BEHIND = {
    **{row["most"]: row["value"] for row in READ["layers"].values()},
    **dict(zip([row["most"] + 1 for row in READ["layers"].values()], [4, 3, 3, 2, 0], strict=True)),
}
"""What a second layer adds that is so many points behind the first, at each end of each row."""


def facing(weapon: dict[str, Any], **places: Any) -> Game:
    """Return Ann with a weapon, who acts first, and Bob, whose sheet has these places."""
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": [{"spare": 3, **weapon}]})
    game.join("Bob", owner=2, **{**PLAIN, "weapons": PISTOL, **places})
    game.start(9, 2)
    return game


def shoot(game: Game, *faces: int, **inputs: Any) -> Attacked:
    """Return the attack of Ann on Bob, in single shots."""
    game.do_at_least(orders.Act(actor="Ann", action="attack", inputs={"target": "Bob", **inputs}), *faces)
    return game.every(Attacked)[0]


@pytest.mark.parametrize("weapon", READ["weapons"])
def test_a_weapon_does_its_damage(weapon: str) -> None:
    read, game = READ["weapons"][weapon], facing({"kind": weapon})
    shoot(game, 9, 2, 3, range_m=1.0, modifier=MEANT)
    assert game.every(Hit)[0].damage == read["dice"] * read["sides"] + read["flat"]
    game = facing({"kind": weapon})
    shoot(game, 9, 2, 3, range_m=2.0, modifier=MEANT)
    assert game.every(Hit)[0].damage == read["dice"] + read["flat"]


@pytest.mark.parametrize("weapon", READ["weapons"])
@pytest.mark.parametrize("bracket", ["close", "medium", "long", "extreme"])
def test_a_weapon_reaches_as_far_as_it_should(weapon: str, bracket: str) -> None:
    to_m = READ["weapons"][weapon]["range_m"] * READ["brackets"][bracket]["quarters"] / 4
    shot = shoot(facing({"kind": weapon}), 2, 9, range_m=to_m)
    assert (shot.bracket, value_of(shot.attack.terms, "value")) == (bracket, READ["brackets"][bracket]["value"])
    if bracket == "extreme":
        assert f"reaches {to_m:g} m" in facing({"kind": weapon}).refused(
            "Ann", "attack", target="Bob", range_m=to_m + 0.1
        )
    else:
        assert shoot(facing({"kind": weapon}), 2, 9, range_m=to_m + 0.1).bracket != bracket


@pytest.mark.parametrize("bracket", ["close", "medium", "long", "extreme"])
def test_who_does_not_dodge_is_hit_by_the_number_of_the_bracket(bracket: str) -> None:
    to_m = READ["weapons"]["battle_rifle"]["range_m"] * READ["brackets"][bracket]["quarters"] / 4
    game = facing({"kind": "battle_rifle"})
    game.act("Bob", "correct", stunned=True)
    assert shoot(game, 2, 5, range_m=to_m, modifier=-MEANT).number == READ["brackets"][bracket]["number"]


@pytest.mark.parametrize("weapon", READ["weapons"])
def test_a_weapon_holds_and_helps_as_much_as_it_should(weapon: str) -> None:
    read, game = READ["weapons"][weapon], facing({"kind": weapon})
    shot = shoot(game, 2, 9, range_m=10.0)
    assert value_of(shot.attack.terms, "accuracy") == read["accuracy"]
    assert shot.loaded == read["shots"] - shot.fired


@pytest.mark.parametrize("weapon", [key for key, row in TABLES["weapons"].items() if row["class"] in READ["classes"]])
def test_a_short_weapon_is_quick(weapon: str) -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": [{"kind": weapon}]})
    game.start(5)
    check, of = game.one(InitiativeRolled).check, TABLES["weapons"][weapon]["class"]
    assert check.total == PLAIN["stats"]["ref"] + 5 + READ["classes"][of]["initiative"]


@pytest.mark.parametrize("armor", READ["armor"])
def test_armour_stops_and_hampers_as_much_as_it_should(armor: str) -> None:
    read, face = READ["armor"][armor], 1 if TABLES["armor"][armor]["covers"] == ["head"] else 3
    game = facing({"kind": "battle_rifle"}, armor=[{"kind": armor}])
    shoot(game, 9, 2, face, *[6] * 6, range_m=10.0, modifier=MEANT)
    assert game.one(Protected).armor == read["sp"]
    worn = Game()
    worn.join("Ann", **{**PLAIN, "weapons": [{"kind": "assault_rifle"}], "armor": [{"kind": armor}]})
    worn.start(5)
    assert worn.one(InitiativeRolled).check.total == PLAIN["stats"]["ref"] + 5 - read["encumbrance"]


@pytest.mark.parametrize("fumble", READ["fumbles"])
def test_a_fumble_is_what_its_face_says(fumble: str) -> None:
    for face in READ["fumbles"][fumble]["faces"]:
        game = facing({"kind": "light_pistol"})
        shoot(game, 1, face, range_m=10.0)
        assert game.one(Fumbled).result == fumble


@pytest.mark.parametrize("place", READ["locations"])
def test_a_place_is_hit_by_its_faces(place: str) -> None:
    for face in READ["locations"][place]["faces"]:
        game = facing({"kind": "light_pistol"})
        shoot(game, 9, 2, face, range_m=10.0, modifier=MEANT)
        assert game.one(Hit).place == place


@pytest.mark.parametrize("fitting", READ["fittings"])
def test_what_is_fitted_helps_a_shot(fitting: str) -> None:
    shot = shoot(facing({"kind": "light_pistol", "fitted": [fitting]}), 2, 9, range_m=10.0)
    assert value_of(shot.attack.terms, "fitting") == READ["fittings"][fitting]["value"]


@pytest.mark.parametrize("situation", READ["situations"])
def test_a_situation_hampers_a_shot(situation: str) -> None:
    shot = shoot(facing({"kind": "light_pistol"}), 2, 9, range_m=10.0, **{situation: True})
    assert value_of(shot.attack.terms, "situation") == READ["situations"][situation]["value"]


@pytest.mark.parametrize(
    "weapon", [key for key in READ["weapons"] if {"single", "auto"} & set(TABLES["weapons"][key]["modes"])]
)
def test_a_weapon_fires_as_fast_as_it_should(weapon: str) -> None:
    read, modes = READ["weapons"][weapon], TABLES["weapons"][weapon]["modes"]
    mode = "auto" if "auto" in modes else "single"
    game = facing({"kind": weapon})
    told = game.refused("Ann", "attack", target="Bob", range_m=10.0, mode=mode, rounds=read["rof"] + 1)
    assert f"to {read['rof']} rounds so" in told


@pytest.mark.parametrize("place", READ["locations"])
def test_a_place_makes_a_graze_as_likely_as_it_should(place: str) -> None:
    game = Game(luck_questions=False)
    game.join("Ann", **{**PLAIN, "weapons": [{"kind": "hand_cannon"}]})
    game.join("Bob", owner=2, **{**PLAIN, "mook": False, "weapons": PISTOL})
    game.start(9, 2)
    shoot(game, 9, 2, READ["locations"][place]["faces"][0], 6, 6, 6, 6, 2, range_m=10.0)
    assert value_of(game.one(Grazed).check.terms, "place") == READ["locations"][place]["graze"]


@pytest.mark.parametrize(("mode", "limit"), [("burst", "adjacent"), ("auto", "adjacent_auto")])
def test_covering_fire_frightens_as_far_round_its_target_as_it_should(mode: str, limit: str) -> None:
    metres, game = READ["limits"][limit]["value"], facing({"kind": "assault_rifle"})
    game.join("Cid", 2, owner=3, **PLAIN)
    game.join("Dan", 2, owner=3, **PLAIN)
    for other, apart_m in (("Cid", metres), ("Dan", metres + 0.5)):
        game.do(orders.SetRange(actor="Bob", target=other, range_m=apart_m))
    inputs = {"target": "Bob", "range_m": 10.0, "mode": mode}
    game.do_at_least(orders.Act(actor="Ann", action="suppress", inputs=inputs), 2, 9)
    assert [bool(game.state(name).fears) for name in ("Bob", "Cid", "Dan")] == [True, True, False]


def maimed(of: str, arms: int) -> Game:
    """Return Ann with a weapon of a class and so many arms left, who acts first, and Bob."""
    crippled = ["left_arm", "right_arm"][: 2 - arms]
    game = Game()
    weapons = [{"kind": OF_A_CLASS[of], "spare": 3}]
    game.join("Ann", **{**PLAIN, "weapons": weapons, "condition": {"boxes": 3, "crippled": crippled}})
    game.join("Bob", owner=2, **{**PLAIN, "weapons": PISTOL})
    game.start(9, 2)
    return game


@pytest.mark.parametrize(("of", "hands"), HANDS.items())
def test_a_weapon_takes_as_many_hands_as_it_should(of: str, hands: int) -> None:
    assert shoot(maimed(of, hands), 2, 9, range_m=1.0).actor == "Ann"
    if hands:
        assert "more hands" in maimed(of, hands - 1).refused("Ann", "attack", target="Bob", range_m=1.0)


@pytest.mark.parametrize("difference", BEHIND)
def test_a_second_layer_adds_by_how_far_it_is_behind(difference: int) -> None:
    suit = READ["armor"]["full_suit"]["sp"]
    under = (ArmorPiece("full_suit"),) * (1 if difference < suit else 2)
    best, _ = layered(DAWN.tables, under, "torso")
    over = ArmorPiece("full_suit", {"torso": suit - (best - difference)})
    assert layered(DAWN.tables, (*under, over), "torso")[0] == best + BEHIND[difference]
