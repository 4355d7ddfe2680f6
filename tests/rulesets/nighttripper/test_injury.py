from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bot.core import orders
from bot.core.outlook import outlooks
from bot.core.views import GM, PUBLIC
from bot.rulesets.nighttripper.checks.events import Retired
from bot.rulesets.nighttripper.fire.events import Attacked
from bot.rulesets.nighttripper.state import Wound
from bot.rulesets.nighttripper.wounds.events import ArmorUsed, Died, LimbLost, LuckPaid, Wounded
from tests.rulesets.nighttripper.playing import PISTOL, Game, duel, facing

LUCKY: dict[str, Any] = {"luck": 3, "luck_max": 5}


def hurt(place: str, severity: int, **more: str) -> dict[str, Any]:
    return {"condition": {"wounds": [{"place": place, "severity": severity, **more}]}}


def test_a_hit_is_a_wound_of_its_impact() -> None:
    game = facing()
    game.attack("Ann", "Bob", 5, 5, range_m=5)
    assert game.state("Bob").wounds == (Wound("head", 3),)


@pytest.mark.parametrize("place", ["head", "torso"])
def test_four_in_head_or_torso_kill(place: str) -> None:
    game = facing(**hurt(place, 3))
    face = {"head": 5, "torso": 4}[place]
    game.attack("Ann", "Bob", face, face, range_m=5, modifier=8 - 2 * face)
    assert (game.one(Wounded).total, game.kinds().count("Died")) == (4, 1)


def test_head_and_torso_are_not_summed() -> None:
    game = facing(**hurt("torso", 3))
    game.attack("Ann", "Bob", 5, 5, range_m=5)
    assert not game.state("Bob").dead


def test_four_in_a_limb_cost_it() -> None:
    game = facing(**hurt("arm", 3, side="left"))
    game.attack("Ann", "Bob", 2, 6, 1, range_m=5)
    assert game.one(LimbLost).limb == "left arm"
    assert not game.state("Bob").dead


@pytest.mark.parametrize(("limbs", "lost"), [("limb", ()), ("pair", ("right arm",))])
def test_a_limb_is_summed_alone_unless_the_campaign_says_by_pairs(limbs: str, lost: tuple[str, ...]) -> None:
    game = facing(options={"limbs": limbs}, **hurt("arm", 3, side="left"))
    game.attack("Ann", "Bob", 2, 6, 2, range_m=5)
    assert game.state("Bob").lost == lost


def test_a_limb_is_lost_once() -> None:
    game = facing(condition={"wounds": [{"place": "arm", "severity": 4}], "lost": ["left arm"]})
    game.attack("Ann", "Bob", 2, 6, 1, range_m=5)
    assert "LimbLost" not in game.kinds()


def test_armor_stops_one_attack_if_its_wearer_wants_it_to() -> None:
    game = facing(armor="vest")
    game.attack("Ann", "Bob", 6, 6, range_m=5)
    assert game.question().choices == ("take", "use armor")
    game.answer("use armor")
    assert game.one(ArmorUsed).armor == "vest"
    assert (game.state("Bob").wounds, game.state("Bob").armor_spent) == ((), True)


def test_armor_that_is_kept_back_is_still_there() -> None:
    game = facing(armor="vest")
    game.attack("Ann", "Bob", 3, 5, range_m=5)
    game.answer("take")
    assert (len(game.state("Bob").wounds), game.state("Bob").armor_spent) == (1, False)


def test_spent_armor_stops_nothing() -> None:
    game = facing(armor="vest", armor_spent=True)
    game.attack("Ann", "Bob", 3, 5, range_m=5)
    assert "Wounded" in game.kinds()


def test_armor_is_useless_against_light() -> None:
    game = Game()
    game.join("Ann", weapons=[{"kind": "laser_pistol"}])
    game.join("Bob", armor="suit")
    game.start()
    game.until("pistol")
    game.attack("Ann", "Bob", 3, 5, range_m=5)
    assert "Wounded" in game.kinds()


@pytest.mark.parametrize(
    ("policy", "faces", "stopped"),
    [("first", (3, 5), True), ("deadly", (3, 5), False), ("deadly", (5, 6), True), ("deadly", (6, 6), True)],
)
def test_enemies_spend_their_armor_as_the_campaign_says(policy: str, faces: tuple[int, int], stopped: bool) -> None:
    game = facing(options={"enemy_armor": policy}, owner=0, armor="vest")
    game.attack("Ann", "Bob", *faces, range_m=5)
    assert ("ArmorUsed" in game.kinds()) is stopped


def test_the_game_master_may_want_to_be_asked() -> None:
    game = facing(options={"enemy_armor": "ask"}, owner=0, armor="vest")
    game.attack("Ann", "Bob", 3, 5, range_m=5)
    assert game.question().actor == "Bob"


def test_luck_avoids_a_wound_at_its_whole_price() -> None:
    game = facing(**LUCKY)
    game.attack("Ann", "Bob", 5, 5, range_m=5)
    assert game.question().choices == ("take", "pay 3 luck")
    game.answer("pay 3 luck")
    assert game.one(LuckPaid).luck == 0
    assert (game.state("Bob").wounds, game.state("Bob").luck_max) == ((), 5)


def test_luck_that_does_not_suffice_is_of_no_use() -> None:
    game = facing(**LUCKY)
    game.attack("Ann", "Bob", 5, 6, range_m=5)
    assert game.one(Wounded).severity == 4


@pytest.mark.parametrize(
    ("before", "faces", "said"),
    [
        ({}, (5, 5), {}),
        (hurt("head", 1), (5, 5), {"take": "kills"}),
        (hurt("arm", 3, side="left"), (2, 6, 1), {"take": "the left arm is lost"}),
        ({"condition": {"wounds": [{"place": "arm", "severity": 4}], "lost": ["left arm"]}}, (2, 6, 1), {}),
    ],
)
def test_the_question_about_a_wound_says_what_is_lost_by_it(
    before: dict[str, Any], faces: tuple[int, ...], said: dict[str, str]
) -> None:
    game = facing(armor="vest", **before)
    game.attack("Ann", "Bob", *faces, range_m=5)
    assert {choice: each.words for choice, each in outlooks(game.ruleset, game.scene, PUBLIC).items()} == said


def test_before_armor_no_wound_is_sure_that_luck_may_still_avoid() -> None:
    game = facing(armor="vest", **LUCKY, **hurt("head", 1))
    game.attack("Ann", "Bob", 5, 5, range_m=5)
    assert {each.words for each in outlooks(game.ruleset, game.scene, PUBLIC).values()} <= {""}
    game.answer("take")
    assert outlooks(game.ruleset, game.scene, PUBLIC)["take"].words == "kills"


def test_what_a_wound_costs_the_gms_people_the_gm_alone_reads() -> None:
    game = facing(options={"enemy_armor": "ask"}, owner=0, armor="vest", **hurt("head", 1))
    game.attack("Ann", "Bob", 5, 5, range_m=5)
    assert outlooks(game.ruleset, game.scene, PUBLIC) == {}
    assert outlooks(game.ruleset, game.scene, GM)["take"].words == "kills"


def test_npcs_have_no_luck() -> None:
    game = facing(npc=True, **LUCKY)
    game.attack("Ann", "Bob", 5, 5, range_m=5)
    assert "Wounded" in game.kinds()


def test_the_gms_people_are_not_asked_about_luck_unless_the_campaign_says_so() -> None:
    silent, asked = facing(owner=0, **LUCKY), facing(options={"enemy_luck": True}, owner=0, **LUCKY)
    for game in (silent, asked):
        game.attack("Ann", "Bob", 5, 5, range_m=5)
    assert "Wounded" in silent.kinds()
    assert asked.question().key == "luck"


def test_armor_comes_before_luck() -> None:
    game = facing(armor="vest", **LUCKY)
    game.attack("Ann", "Bob", 5, 5, range_m=5)
    assert game.question().key == "armor"
    game.answer("take")
    assert game.question().key == "luck"
    game.do(orders.GoOn())
    assert "Wounded" in game.kinds()


def lucky(**options: Any) -> Game:
    """Ann, who has luck, in the step of her pistol."""
    game = Game(**options)
    game.join("Ann", weapons=PISTOL, **LUCKY)
    game.join("Bob")
    game.start()
    game.until("pistol")
    return game


def test_whoever_has_luck_may_reroll_a_die() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 2, 5, range_m=5)
    assert game.question().choices == ("keep 7", "reroll 2", "reroll 5")
    known = {choice: outlook.chance for choice, outlook in outlooks(game.ruleset, game.scene, PUBLIC).items()}
    assert known == {"keep 7": None, "reroll 2": Fraction(4, 6), "reroll 5": Fraction(1, 6)}
    assert outlooks(game.ruleset, game.scene, PUBLIC)["keep 7"].words == "fails"
    game.answer("reroll 2", 4)
    assert outlooks(game.ruleset, game.scene, PUBLIC)["keep 9"].words == "succeeds"
    game.answer("keep 9")
    throw = game.one(Attacked).throw
    assert (sorted(throw.faces), throw.total, throw.impact) == ([4, 5], 9, 2)
    assert (game.state("Ann").luck, game.state("Ann").luck_max) == (2, 5)


@pytest.mark.parametrize(
    ("luck", "modifier", "faces", "choices"),
    [
        (1, -1, (2, 4), ["reroll 2"]),
        (1, -3, (2, 4), []),
        (2, -3, (2, 4), ["reroll 2", "reroll 4"]),
        (9, -5, (2, 4), []),
        (1, 0, (6, 6), ["reroll 6"]),
        (2, 0, (3, 6), ["reroll 3", "reroll 6"]),
        (2, 0, (1, 6), ["reroll 1"]),
    ],
)
def test_nobody_is_asked_about_a_reroll_that_could_not_help(
    luck: int, modifier: int, faces: tuple[int, int], choices: list[str]
) -> None:
    game = duel("pistol")
    game.act("Ann", "correct", luck=luck, luck_max=luck)
    game.attack("Ann", "Bob", *faces, range_m=5, modifier=modifier)
    assert [*game.question().choices[1:]] == choices if choices else game.scene.pending is None


def test_nobody_is_asked_again_once_no_reroll_can_help() -> None:
    game = duel("pistol")
    game.act("Ann", "correct", luck=2, luck_max=2)
    game.attack("Ann", "Bob", 2, 4, range_m=5, modifier=-3)
    game.answer("reroll 2", 3)
    assert game.one(Attacked).throw.total == 4
    assert game.state("Ann").luck == 1


def test_a_double_offers_one_reroll() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 3, 3, range_m=5)
    assert game.question().choices == ("keep 6", "reroll 3")


def test_the_place_is_that_of_the_final_dice() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 2, 5, range_m=5)
    game.answer("reroll 2", 6)
    game.answer("keep 11")
    assert game.one(Wounded).place == "head"


def test_a_reroll_of_one_fails_and_takes_the_most_down() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 6, 6, range_m=5)
    game.answer("reroll 6", 1)
    throw = game.one(Attacked).throw
    assert (throw.botched, throw.impact) == (True, 0)
    assert (game.state("Ann").luck, game.state("Ann").luck_max) == (2, 2)


def test_luck_rerolls_until_it_is_gone() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 2, 2, range_m=5)
    for choice, face in (("reroll 2", 3), ("reroll 2", 2), ("reroll 2", 4)):
        game.answer(choice, face)
    assert game.one(Attacked).throw.total == 7
    assert game.state("Ann").luck == 0


def test_whoever_has_no_luck_left_for_good_retires() -> None:
    game = Game()
    game.join("Ann", weapons=PISTOL, luck=1)
    game.join("Bob")
    game.start()
    game.until("pistol")
    game.attack("Ann", "Bob", 2, 2, range_m=5)
    game.answer("reroll 2", 1)
    assert game.one(Retired).actor == "Ann"


def test_a_campaign_may_play_without_rerolls() -> None:
    game = lucky(rerolls=False)
    game.attack("Ann", "Bob", 2, 2, range_m=5)
    assert not game.one(Attacked).hit


def test_who_is_killed_twice_in_a_step_dies_once() -> None:
    game = duel("pistol")
    game.attack("Ann", "Bob", 6, 6, range_m=5)
    assert game.one(Died).actor == "Bob"
    game.do(orders.Act(actor="Bob", action="correct", inputs={"luck": 0}))
    assert game.state("Bob").dead
