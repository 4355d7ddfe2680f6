from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from bot.core import orders
from bot.core.outlook import outlooks
from bot.core.views import PUBLIC
from bot.rulesets.graydawn.checks.events import RolledAgain
from bot.rulesets.graydawn.fire.events import Attacked, Fumbled
from bot.rulesets.graydawn.time.events import InitiativeRolled
from bot.rulesets.graydawn.wounds.events import Grazed, Hit, Saved, Stunned, Wounded
from bot.rulesets.graydawn.wounds.grazing import graze_damage
from tests.rulesets.graydawn.playing import PLAIN, RIFLE, Game, duel, facing, value_of

LUCKY: dict[str, Any] = {"mook": False, "stats": {"ref": 6, "cl": 6, "ma": 6, "body": 6, "lk": 5}}


def lucky(**places: Any) -> Game:
    """Ann who has luck, against Bob who is a mook."""
    return duel(mook=False, **places)


def test_a_miss_can_be_raised_by_two_a_point() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 4, 7)
    assert game.question().choices == ("keep", "raise attack 10 (2 luck)", "reroll attack 10 (2 luck)")
    assert "Ann may spend luck: attack 3 short against Bob." in game.told()
    known = outlooks(game.ruleset, game.scene, PUBLIC)
    assert {choice: each.words or each.chance for choice, each in known.items()} == {
        "raise attack 10 (2 luck)": "enough to succeed",
        "reroll attack 10 (2 luck)": Fraction(4, 10),
    }
    game.answer("raise attack 10 (2 luck)", 3, 1, 1, 4)
    game.answer("keep")
    found = game.one(Attacked)
    assert (found.hit, found.attack.total, found.attack.raised, found.margin) == (True, 14, 4, 1)
    assert game.state("Ann").luck == 3


def test_a_miss_can_be_rolled_again_once_and_then_raised() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 2, 9)
    game.answer("reroll attack 8 (2 luck)", 3)
    assert game.question().choices == ("keep", "raise attack 9 (3 luck)")
    game.answer("raise attack 9 (3 luck)", 3, 1, 1, 4)
    assert (game.one(Attacked).hit, game.one(Attacked).attack.raised, game.state("Ann").luck) == (True, 6, 0)
    assert (game.one(RolledAgain).luck, [roll.faces for roll in game.one(RolledAgain).before]) == (2, [(2,)])
    assert "Ann rolls again: attack, after 2 (2 luck)." in game.told()


def test_what_is_kept_costs_nothing() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 2, 9)
    game.answer("keep")
    assert (game.one(Attacked).hit, game.state("Ann").luck) == (False, 5)


def test_only_a_reroll_undoes_a_fumble() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 1, 7)
    assert game.question().choices == ("keep", "reroll attack 7 (2 luck)", "reroll fumble jammed (2 luck)")
    assert "Ann may spend luck: attack fumbled, has a jammed weapon." in game.told()
    game.answer("reroll attack 7 (2 luck)", 9, 2, 3, 1, 1, 4)
    assert (game.one(Attacked).hit, game.every(Fumbled)) == (True, [])
    assert [roll.faces for roll in game.one(RolledAgain).before] == [(1,)]


def test_a_reroll_that_fumbles_is_a_fumble() -> None:
    game = lucky(luck=2)
    game.attack("Ann", "Bob", 4, 7)
    game.answer("reroll attack 10 (2 luck)", 1, 3)
    assert (game.one(Attacked).attack.fumble, game.one(Attacked).hit) == (True, False)


def test_nobody_is_asked_whose_luck_is_too_little() -> None:
    game = lucky(luck=1)
    game.attack("Ann", "Bob", 2, 9)
    assert game.one(Attacked).hit is False
    game = lucky(luck=1)
    game.attack("Ann", "Bob", 5, 6)
    assert game.question().choices == ("keep", "raise attack 11 (1 luck)")


def test_a_defence_that_fails_can_be_helped() -> None:
    game = facing(**LUCKY)
    game.attack("Ann", "Bob", 6, 5)
    assert (game.question().actor, game.question().choices[2]) == ("Bob", "raise (1 luck)")
    assert "Bob may spend luck: defence 1 below the attack against Ann." in game.told()
    game.answer("raise (1 luck)")
    assert (game.one(Attacked).hit, game.one(Attacked).number, game.state("Bob").luck) == (False, 13, 4)
    assert game.state("Bob").marks == {"cover": 1}


def test_an_attack_that_hits_by_a_tie_with_what_was_rolled_again_lacks_nothing() -> None:
    game = Game()
    for owner, name in enumerate(("Ann", "Bob"), 1):
        game.join(name, owner=owner, **{**PLAIN, **LUCKY, "weapons": [{"kind": "light_pistol"}]})
    game.start(9, 2)
    game.attack("Ann", "Bob", 6, 5)
    game.answer("reroll (2 luck)", 6)
    game.answer("keep 12", 3)
    game.answer("keep torso", 1, 2, 2)
    game.answer("keep 8", 4)
    assert game.question().choices == ("keep", "reroll damage 4 (2 luck)")


def test_a_tie_is_said_to_be_the_attacks() -> None:
    game = facing(**LUCKY)
    game.attack("Ann", "Bob", 6, 6)
    assert "Bob may spend luck: defence as high as the attack, which wins a tie against Ann." in game.told()
    game.answer("keep 12", 3)
    game.answer("keep torso", 1, 2, 2)
    game.answer("keep 8", 4)
    assert game.told().count(" = 12: a tie, which hits.") == 1


def test_a_defence_can_be_rolled_again() -> None:
    game = facing(**LUCKY)
    game.attack("Ann", "Bob", 6, 5)
    game.answer("reroll (2 luck)", 9)
    assert game.one(Attacked).hit is False


@pytest.mark.parametrize("options", [{"luck_questions": False}, {}])
def test_mooks_enemies_and_campaigns_without_luck_are_not_asked(options: dict[str, Any]) -> None:
    game = facing(options, owner=2 if options else 0, **LUCKY)
    game.attack("Ann", "Bob", 6, 5, 3, 1, 1, 4)
    assert game.one(Attacked).hit


def test_a_gm_may_want_to_be_asked() -> None:
    game = facing({"enemy_luck": True}, owner=0, **LUCKY)
    game.attack("Ann", "Bob", 6, 5)
    assert game.question().actor == "Bob"


def test_the_place_of_a_hit_can_be_rolled_again() -> None:
    game = facing(**LUCKY)
    game.attack("Ann", "Bob", 9, 2)
    game.answer("keep 8", 1)
    assert game.question().choices == ("keep head", "reroll (2 luck)")
    assert outlooks(game.ruleset, game.scene, PUBLIC) == {}
    game.answer("reroll (2 luck)", 1)
    game.answer("reroll (2 luck)", 7, 1, 1, 2)
    assert (game.one(Hit).place, game.one(Hit).luck, game.state("Bob").luck) == ("right_leg", 4, 1)
    assert "Bob is hit: right leg (place 7, again, after 1, 1), damage 3." in game.told()


def test_a_save_can_be_helped() -> None:
    game = facing(**LUCKY)
    game.attack("Ann", "Bob", 9, 2)
    game.answer("keep 8", 3)
    game.answer("keep torso", 1, 1, 8)
    assert game.question().choices == ("keep 8", "reroll (2 luck)", "raise (1 luck)")
    known = outlooks(game.ruleset, game.scene, PUBLIC)
    assert {choice: each.words or each.chance for choice, each in known.items()} == {
        "reroll (2 luck)": Fraction(6, 10),
        "raise (1 luck)": "enough to succeed",
    }
    game.answer("raise (1 luck)")
    assert (game.one(Saved).save.passed, game.every(Stunned)) == (True, [])
    assert "stun save: 8, luck −2 = 6 against 6 or less (1 luck): holds out." in game.told()


@pytest.mark.parametrize("apart", [True, False])
def test_how_often_a_save_holds_is_known_of_one_that_comes_with_a_turn_too(apart: bool) -> None:
    game = facing(**LUCKY)
    game.scene = replace(game.scene, apart=apart)
    game.act("Bob", "correct", boxes=14)
    game.act("Ann", "pass", 9)
    assert game.question().choices == ("keep 9", "reroll (2 luck)", "raise (2 luck)")
    assert outlooks(game.ruleset, game.scene, PUBLIC)["reroll (2 luck)"].chance == Fraction(5, 10)


def test_a_fumbled_initiative_can_be_rolled_again() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, **LUCKY, "weapons": []})
    game.start(1)
    kept = game.question().default.removeprefix("keep ")
    assert f"initiative fumbled at {kept}, from which a further die is yet to be taken." in game.told()
    game.answer("reroll (2 luck)", 6)
    assert (game.one(InitiativeRolled).check.total, game.state("Ann").luck) == (12, 3)


# Grazes


def grazed(*faces: int, **places: Any) -> Game:
    """Bob, who has no luck to spend but luck of his own, hit in the torso with a margin of 3 by a hand cannon."""
    game = Game(luck_questions=False)
    game.join("Ann", **{**PLAIN, "weapons": [{"kind": "hand_cannon"}]})
    game.join("Bob", owner=2, **{**PLAIN, **LUCKY, "weapons": [{"kind": "assault_rifle"}], **places})
    game.start(9, 2)
    game.attack("Ann", "Bob", *faces)
    return game


def test_a_graze_leaves_one_point_for_each_die() -> None:
    game = grazed(6, 3, 3, 3, 3, 3, 3, 10, 1, 2)
    assert (game.one(Grazed).damage, game.one(Grazed).grazed, game.one(Wounded).boxes) == (5, True, 3)
    game = grazed(6, 3, 3, 3, 3, 3, 3, 9, 2)
    assert (game.one(Grazed).grazed, game.one(Wounded).boxes) == (False, 11)


def test_a_one_never_grazes() -> None:
    assert grazed(6, 3, 3, 3, 3, 3, 3, 1, 2, stats={"lk": 10}).one(Grazed).grazed is False


def test_what_does_no_more_than_a_graze_asks_for_none() -> None:
    assert grazed(6, 3, 3, 1, 1, 1, 1, 2).every(Grazed) == []


@pytest.mark.parametrize(
    ("attack", "face", "label", "value"),
    [
        (6, 1, "place", -2),
        (6, 7, "place", 2),
        (3, 3, "narrow", 1),
        (4, 3, "narrow", 1),
        (5, 3, "narrow", 0),
        (7, 3, "placed", 0),
        (8, 3, "placed", -1),
    ],
)
def test_what_makes_a_graze_easier_or_harder(attack: int, face: int, label: str, value: int) -> None:
    game = grazed(attack, 3, face, 2, 2, 2, 1, 2, 2)
    assert value_of(game.one(Grazed).check.terms, label) == value


def test_ammunition_counts_for_grazes() -> None:
    game = Game(luck_questions=False)
    game.join("Ann", **{**PLAIN, "weapons": [{"kind": "hand_cannon", "ammunition": "hollow_point"}]})
    game.join("Bob", owner=2, **{**PLAIN, **LUCKY, "weapons": [{"kind": "assault_rifle"}]})
    game.start(9, 2)
    game.attack("Ann", "Bob", 6, 3, 3, 3, 3, 3, 3, 2, 2)
    assert value_of(game.one(Grazed).check.terms, "ammunition") == -1


def test_a_grazed_head_is_not_doubled_and_a_grazed_limb_is_halved() -> None:
    assert grazed(6, 3, 1, 3, 3, 3, 3, 10, 10, 2, 2).one(Wounded).boxes == 3
    assert grazed(6, 3, 7, 3, 3, 3, 3, 10, 5, 2).one(Wounded).boxes == 1


def test_a_graze_can_be_helped_and_spent_luck_still_counts() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": [{"kind": "hand_cannon"}]})
    game.join("Bob", owner=2, **{**PLAIN, **LUCKY, "luck": 1, "weapons": [{"kind": "assault_rifle"}]})
    game.start(9, 2)
    game.attack("Ann", "Bob", 9, 2, 3, 3, 3, 3, 3, 9)
    assert game.question().choices == ("keep 13", "raise (1 luck)")
    game.answer("raise (1 luck)", 2)
    assert (game.one(Grazed).grazed, value_of(game.one(Grazed).check.terms, "stat"), game.state("Bob").luck) == (
        True,
        5,
        0,
    )


def test_dice_of_ten_sides_graze_for_two() -> None:
    assert (graze_damage(4, 6, 1), graze_damage(3, 10, 2), graze_damage(1, 3, 0)) == (5, 8, 1)


def test_a_campaign_may_ask_before_a_graze_is_rolled() -> None:
    game = facing({"graze_questions": True}, **{**LUCKY, "luck": 0})
    game.attack("Ann", "Bob", 9, 2, 3, 5, 5)
    assert game.question().choices == ("roll for 3 instead of 11", "take 11")
    game.answer("take 11", 2)
    assert (game.every(Grazed), game.one(Wounded).boxes) == ([], 9)
    game = facing({"graze_questions": True}, **{**LUCKY, "luck": 0})
    game.attack("Ann", "Bob", 9, 2, 3, 5, 5)
    game.answer("roll for 3 instead of 11", 10, 3, 2)
    assert game.one(Grazed).grazed


def test_the_dead_are_asked_nothing_but_of_what_they_do_in_the_moment_in_which_they_die() -> None:
    game = facing({"graze_questions": True}, mook=False)
    game.act("Bob", "correct", dead=True)
    game.attack("Ann", "Bob", 9, 5, 6, 6, 5, range_m=5.0)
    assert game.scene.pending is None
    game = Game()
    for name, owner in (("Ann", 1), ("Bob", 2)):
        game.join(name, owner=owner, **{**PLAIN, "weapons": RIFLE, "mook": owner == 1})
    game.start(5, 5)
    game.attack("Ann", "Bob", 9, 1, range_m=1.0)
    for face in (5, 2, 10):
        game.do_at_least(orders.Answer(choice=game.question().default), face)
    game.answer(game.question().default)
    assert game.state("Bob").dead
    game.attack("Bob", "Ann", 2, 9)
    assert game.scene.pending
