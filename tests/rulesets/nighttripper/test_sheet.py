from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.core import orders
from bot.core.views import GM, PUBLIC, view
from bot.rulesets.nighttripper.state import State, Weapon, Wound
from tests.rulesets.nighttripper.playing import NIGHT, PISTOL, Game, duel, sheet


def made(**places: Any) -> State:
    return NIGHT.enlist(sheet(**places), {})


@pytest.mark.parametrize(
    ("places", "luck", "most"),
    [
        ({"age": 35}, 9, 9),
        ({"age": 19}, 10, 10),
        ({"age": 130}, 0, 0),
        ({"age": 35, "luck": 4}, 4, 9),
        ({"age": 35, "luck_max": 5}, 5, 5),
        ({"luck": 4}, 4, 4),
        ({"luck": 4, "luck_max": 3}, 3, 3),
        ({}, 0, 0),
        ({"npc": True, "age": 35}, 0, 0),
    ],
)
def test_luck_is_as_told_or_by_age(places: dict[str, Any], luck: int, most: int) -> None:
    assert (made(**places).luck, made(**places).luck_max) == (luck, most)


def test_a_campaign_may_change_any_number() -> None:
    assert NIGHT.enlist(sheet(age=35), {"limits.luck.value": 9}).luck_max == 6


def test_weapons_of_one_name_are_told_apart() -> None:
    weapons = made(
        weapons=[*PISTOL, *PISTOL, {"kind": "laser_pistol"}, {"kind": "pistol", "laser": True, "name": "Ray"}]
    )
    assert weapons.weapons == {
        "pistol": Weapon("pistol"),
        "pistol 2": Weapon("pistol"),
        "laser pistol": Weapon("laser_pistol", True),
        "Ray": Weapon("pistol", True),
    }
    assert weapons.wields == "pistol"


def test_a_wound_of_a_limb_has_a_side_and_any_other_none() -> None:
    wounds = [{"place": "arm", "severity": 1}, {"place": "head", "severity": 1, "side": "left"}]
    assert made(condition={"wounds": wounds}).wounds == (Wound("arm", 1, "left"), Wound("head", 1))


def test_what_is_in_hand_stays_there_when_the_sheet_is_edited() -> None:
    two = [{"kind": "club"}, *PISTOL]
    game = duel("pistol", two)
    game.attack("Ann", "Bob", 1, 1, range_m=5)
    game.do(orders.EditSheet(actor="Ann", path="skill", sheet=sheet(skill=1, weapons=two)))
    assert game.state("Ann").wields == "pistol"
    game.do(orders.EditSheet(actor="Ann", path="weapons", sheet=sheet()))
    assert game.state("Ann").wields == "fists"
    game.do(orders.EditSheet(actor="Ann", path="weapons", sheet=sheet(weapons=two)))
    assert game.state("Ann").wields == "club"


def test_bare_hands_stay_bare_when_the_sheet_is_edited() -> None:
    game = duel("pistol", PISTOL)
    game.act("Ann", "correct", item="fists")
    game.do(orders.EditSheet(actor="Ann", path="skill", sheet=sheet(skill=1, weapons=PISTOL)))
    assert game.state("Ann").wields == "fists"


def test_what_a_fight_does_stands_on_the_sheet() -> None:
    game = Game()
    game.join("Ann", age=35, armor="vest", armor_spent=True)
    game.act("Ann", "damage", damage=4, place="arm", side="left")
    game.act("Ann", "damage", damage=4, place="head")
    assert NIGHT.project(game.scene.combatants["Ann"]) == {
        "age": 35,
        "luck": 9,
        "luck_max": 9,
        "armor": "vest",
        "armor_spent": True,
        "condition": {
            "wounds": [{"place": "arm", "severity": 4, "side": "left"}, {"place": "head", "severity": 4}],
            "lost": ["left arm"],
            "dead": True,
        },
    }


def test_an_npc_has_no_luck_on_its_sheet_either() -> None:
    game = Game()
    game.join("Bob", npc=True)
    assert NIGHT.project(game.scene.combatants["Bob"]) == {"npc": True}


def test_of_an_enemy_only_the_outside_is_seen() -> None:
    state = made(skill=2, luck=3, weapons=[*PISTOL, {"kind": "club"}], armor="vest", condition={"lost": ["left arm"]})
    assert NIGHT.public(state) == State(weapons={"pistol": Weapon("pistol")}, wields="pistol", lost=("left arm",))


def test_the_sheet_that_the_guide_shows_can_be_imported() -> None:
    page = (Path(__file__).parents[3] / "docs" / "nighttripper.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"(?s)```toml\n(.+?)```", page)
    assert made(**tomllib.loads(shown)).luck_max == 9


# Status


def line_on(game: Game, actor: str, viewer: Any = GM) -> str:
    return NIGHT.status(view(game.scene, viewer, NIGHT), actor, viewer).text


def test_before_a_fight_there_is_no_time() -> None:
    assert NIGHT.clock(Game().scene).text == "No round yet."
    assert NIGHT.clock_note(Game().scene) is None


def test_the_clock_tells_round_and_step() -> None:
    assert NIGHT.clock(duel("pistol").scene).text == "Round 1, Pistol"
    then = NIGHT.clock_note(duel("pistol").scene)
    assert then is not None
    assert then.text == "Then scattergun, carbine, long rifle. Each acts once in a round, in the step that fits."


def test_a_moment_of_the_hidden_has_no_step() -> None:
    game = Game()
    game.join("Ann")
    game.join("Shade", owner=0, hidden=True, weapons=PISTOL)
    game.start()
    game.until("pistol")
    assert NIGHT.clock(view(game.scene, PUBLIC, NIGHT)).text == "Round 1"


def test_the_status_says_who_may_act() -> None:
    game = duel("talking")
    game.act("Ann", "pass", until="pistol")
    assert line_on(game, "Ann") == "Ann: may act later, pistol"
    assert line_on(game, "Bob") == "Bob: may act now, pistol"


def test_whoever_has_acted_is_told_apart() -> None:
    game = duel("talking")
    game.act("Ann", "talk")
    assert line_on(game, "Ann") == "Ann: done for this round, pistol"


def enemy() -> Game:
    game = Game()
    wounds = [{"place": "arm", "severity": 1}, {"place": "head", "severity": 2}]
    condition = {"wounds": wounds, "others": {"Drunk": 1}, "lost": ["left leg"], "dead": True}
    game.join("Bob", owner=0, luck=3, armor="vest", condition=condition)
    game.join("Cyd", owner=0, armor="suit", armor_spent=True)
    return game


def test_the_condition_of_an_enemy_is_the_game_masters() -> None:
    told = "Bob: fists, dead, left leg lost, Arm wound 1 (left), Head wound 2, drunk 1, luck 3/3, vest"
    assert line_on(enemy(), "Bob") == told
    assert line_on(enemy(), "Bob", PUBLIC) == "Bob: fists, down, left leg lost"
    assert line_on(enemy(), "Cyd") == "Cyd: fists, suit spent"


def described(**places: Any) -> str:
    return "\n".join(line.text for line in NIGHT.describe(sheet(**places), {}))


def test_a_sheet_in_words() -> None:
    weapons = [{"kind": "laser_rifle"}, {"kind": "knife"}]
    text = described(age=35, skill=1, skills={"knife": 2}, weapons=weapons)
    assert "knife 2, otherwise 1; luck 9/9" in text
    assert "laser rifle (long rifle, laser), knife (length 1)" in text
    assert "luck 9/9" in text


def test_an_npc_in_words() -> None:
    assert described(npc=True) == "Skill otherwise 0; NPC, no luck\nWeapons bare hands\nCondition unhurt"


def test_the_card_of_the_unhurt_says_so() -> None:
    game = Game()
    game.join("Ann")
    shown = NIGHT.card(game.state("Ann"), {})
    assert shown is not None
    assert shown.wounds[-1].text == "Now unhurt"
