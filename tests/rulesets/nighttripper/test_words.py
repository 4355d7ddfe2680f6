from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import engine
from bot.core.events import Asked
from bot.core.scene import Question
from bot.core.views import GM, PUBLIC, Viewer
from bot.rulesets.nighttripper.deeds.events import Worked
from bot.rulesets.nighttripper.wounds.events import ArmorUsed
from tests.rulesets.nighttripper.playing import CLUB, KNIFE, NIGHT, PISTOL, SPEAR, Game, duel


def shot(*faces: int, owner: int = 1, hidden: bool = False, **places: Any) -> Game:
    """Ann, or somebody of the GM's, fires at Bob, who is the GM's."""
    game = Game(rerolls=False)
    game.join("Ann", owner=owner, hidden=hidden, skill=1, weapons=PISTOL)
    game.join("Bob", owner=0, **places)
    game.start()
    game.until("pistol")
    game.attack("Ann", "Bob", *faces, range_m=8)
    return game


def test_a_shot_explains_itself() -> None:
    text = shot(4, 6).told()
    assert "Ann fires at Bob with the pistol (Pistol, 8 m): hit." in text
    assert "Dice 4, 6, skill +1 (pistol), short +0 (8 m) = 11 against 8; impact 4." in text
    assert "Bob is hit: torso, impact 4." in text
    assert "Bob: Torso wound 4, 4 of 4 there." in text
    assert "Bob is killed." in text


def test_wounds_beyond_what_is_enough_are_no_part_of_it() -> None:
    text = shot(4, 6, condition={"wounds": [{"place": "torso", "severity": 2}]}).told()
    assert "Bob: Torso wound 4, 6 there, where 4 are enough." in text


def test_everybody_reads_the_hit_and_the_fall_but_not_the_sum_of_wounds() -> None:
    text = shot(4, 6).told(PUBLIC)
    assert "Bob is hit: torso, impact 4." in text
    assert "Bob goes down." in text
    assert "wound" not in text


def test_armor_of_an_enemy_is_nobodys_business() -> None:
    game = shot(4, 4, armor="vest")
    assert "Bob: the vest stops it and must be replaced." in game.told()
    assert "vest" not in game.told(PUBLIC)


def test_of_an_enemys_throw_only_dice_and_total_are_read() -> None:
    text = shot(4, 6, owner=0).told(PUBLIC)
    assert "Dice 4, 6, not told +1 = 11 against 8; impact 4." in text
    assert "skill" not in text


def test_a_shot_out_of_nowhere_tells_neither_weapon_nor_distance() -> None:
    text = shot(1, 2, owner=0, hidden=True).told(PUBLIC)
    assert "Someone unseen fires at Bob: miss." in text
    assert "8 m" not in text


def test_a_limb_has_its_side_and_its_die() -> None:
    text = shot(2, 6, 4).told()
    assert "Bob is hit: right arm, impact 2." in text
    assert "Side 4 (odd is left)." in text
    assert "Bob: Arm wound 2 (right), 2 of 4 there." in text


def test_a_limb_that_is_lost_is_seen_by_all() -> None:
    wounds = {"wounds": [{"place": "arm", "severity": 3, "side": "right"}]}
    game = shot(2, 6, 4, condition=wounds)
    assert "Bob loses the right arm" in game.told(PUBLIC)


@pytest.mark.parametrize(("hidden", "by"), [(False, "Ann"), (True, "someone unseen")])
def test_whoever_is_asked_about_a_wound_is_told_by_whom_and_on_which_side(hidden: bool, by: str) -> None:
    game = Game()
    game.join("Ann", owner=0, hidden=hidden, skill=1, weapons=PISTOL)
    game.join("Bob", owner=2, armor="vest")
    game.start()
    game.until("pistol")
    game.attack("Ann", "Bob", 2, 6, 4, range_m=8)
    told = f"Bob is about to be wounded by {by}: right arm, impact 2. To use armor spends it and stops all of it."
    assert told in game.told(PUBLIC)
    game.answer("use armor")
    headline = engine.story(NIGHT, game.events, PUBLIC)[1].text
    assert headline.endswith("hit, the vest stops it.")


def test_a_question_about_a_wound_of_before_says_not_by_whom() -> None:
    question = Question("luck", "Bob", "luck", ("take", "pay 2 luck"), default="take", detail="arm, impact 2")
    asked = Asked(actor="Bob", question=question, order=b"", position=0)
    told = "Bob is about to be wounded: arm, impact 2. To pay luck stops all of it."
    assert engine.lines(NIGHT, asked, PUBLIC)[0].text == told


def lucky(*answers: tuple[Any, ...]) -> str:
    game = Game()
    game.join("Ann", weapons=PISTOL, luck=2)
    game.join("Bob", luck=9)
    game.start()
    game.until("pistol")
    game.attack("Ann", "Bob", 2, 5, range_m=8)
    for choice, *faces in answers:
        game.answer(choice, *faces)
    return game.told()


def test_rerolls_and_luck_are_told() -> None:
    text = lucky(("reroll 2", 4), ("keep 9",), ("pay 2 luck",))
    assert "Dice 2, 5, one rerolled: 4 (5 and 4 count)" in text
    assert "Bob is lucky: 2 luck avoids the wound, 7 left." in text


def test_a_botch_is_told_and_the_end_of_all_luck() -> None:
    text = lucky(("reroll 2", 3), ("reroll 3", 1))
    assert "one rerolled: 1; a 1 fails, and the most luck falls to what is left." in text
    assert "Ann has no luck left for good and will retire." in text


def test_getting_inside_is_told() -> None:
    game = duel("disadvantaged", SPEAR, KNIFE)
    game.attack("Bob", "Ann", 4, 4)
    assert "Bob strikes at Ann with the knife (Disadvantaged melee): hit." in game.told()
    assert "Bob gets inside the reach of Ann (advantage from next round)." in game.told()


def among_three() -> Game:
    """Ann with a spear, Bob with a knife and Cid with bare hands, in the step of those who have the worse reach."""
    game = Game()
    for name, weapons in (("Ann", SPEAR), ("Bob", KNIFE), ("Cid", [])):
        game.join(name, weapons=weapons)
    game.start()
    game.until("disadvantaged")
    return game


def test_nobody_gets_inside_the_reach_of_whom_the_blow_has_killed() -> None:
    game = among_three()
    game.attack("Bob", "Ann", 5, 6)
    assert "Ann is killed." in game.told()
    assert "inside" not in game.told()
    game.attack("Cid", "Ann", 5, 6)
    assert "inside" not in game.told()


def test_nobody_gets_inside_who_was_killed_in_the_same_step() -> None:
    game = among_three()
    game.attack("Cid", "Bob", 5, 6)
    game.attack("Bob", "Ann", 4, 4)
    assert "inside" not in game.told()


@pytest.mark.parametrize(
    ("step", "action", "inputs", "told"),
    [
        ("talking", "talk", {}, "Ann speaks a few words."),
        ("talking", "talk", {"words": "Stop"}, "Ann says: “Stop”"),
        ("talking", "pass", {}, "Ann waits."),
        ("talking", "pass", {"until": "pistol"}, "Ann waits for the step Pistol."),
        ("talking", "pass", {"until": "disadvantaged"}, "Ann waits for the step Disadvantaged melee."),
        ("movement", "move", {}, "Ann runs 9 m."),
        ("movement", "move", {"target": "Bob"}, "Ann runs 9 m towards Bob."),
        ("movement", "move", {"target": "Bob", "away": True}, "Ann runs 9 m away from Bob."),
        ("miscellaneous", "work", {}, "Ann is busy."),
        ("miscellaneous", "work", {"what": "a crank"}, "Ann: a crank."),
        ("miscellaneous", "work", {"skill": "lore", "complex": True}, "Hopeless for the untrained."),
        ("pistol", "reach", {"target": "Bob", "position": "matched"}, "Ann is matched in melee against Bob."),
        ("pistol", "reach", {"target": "Bob", "position": "by_weapon"}, "Ann and Bob stand as their weapons say."),
        ("pistol", "quarters", {"cramped": True}, "Cramped quarters: the shorter weapon has the advantage."),
        ("pistol", "quarters", {"cramped": False}, "Open space: the longer weapon has the advantage."),
        ("pistol", "condition", {"condition": "Dazed", "severity": 2}, "Ann: dazed 2."),
        ("pistol", "recover", {"weeks": 4}, "Ann has 4 quiet weeks: luck 0."),
        ("pistol", "recover", {"weeks": 1}, "Ann has 1 quiet week: luck 0."),
        ("pistol", "correct", {"luck": 0, "dead": False}, "Ann: luck 0, dead no (set by hand)."),
        ("pistol", "correct", {"armor": "none", "dead": True}, "Ann: armor none, dead yes (set by hand)."),
    ],
)
def test_what_is_done_is_told(step: str, action: str, inputs: dict[str, Any], told: str) -> None:
    game = duel(step, [*PISTOL, *CLUB], CLUB)
    game.act("Ann", action, **inputs)
    assert told in game.told()


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        ({}, "Ann is better: no wound is left."),
        ({"place": "arm", "degree": 1}, "Ann is better: no arm wound worse than 1 is left."),
        ({"replaced": True}, "Limbs replaced."),
    ],
)
def test_what_is_healed_is_told(inputs: dict[str, Any], told: str) -> None:
    game = Game()
    game.join("Ann", condition={"wounds": [{"place": "arm", "severity": 2}], "lost": ["left leg"]})
    game.act("Ann", "heal", **inputs)
    assert told in game.told()


def test_no_limb_is_said_to_be_replaced_that_was_not_lost() -> None:
    game = Game()
    game.join("Ann", condition={"wounds": [{"place": "arm", "severity": 2}], "lost": ["left leg"]})
    game.act("Ann", "heal", place="arm", replaced=True)
    assert "replaced" not in game.told()


def test_armor_of_a_row_of_its_own_is_told_in_words() -> None:
    used = ArmorUsed(actor="Ann", armor="flak_jacket")
    assert [line.text for line in engine.lines(NIGHT, used, GM)] == [
        "Ann: the flak jacket stops it and must be replaced."
    ]


def test_a_throw_for_anything_is_told() -> None:
    game = duel("miscellaneous")
    game.act("Ann", "work", 1, 2, what="pick a lock", skill="locks", modifier=2)
    assert "Ann: pick a lock (locks): fails." in game.told()
    assert "Dice 1, 2, skill +0 (locks), situation +2 = 5 against 8; fails." in game.told()


def test_a_hopeless_task_is_told_as_failed() -> None:
    game = duel("miscellaneous")
    game.act("Ann", "work", skill="surgery", complex=True)
    assert "Ann is busy (surgery): fails.\nHopeless for the untrained." in game.told()


def test_a_headline_has_metres_to_a_tenth_and_the_sum_what_it_goes_by() -> None:
    game = duel("pistol", PISTOL)
    game.attack("Ann", "Bob", 1, 1, range_m=30.04)
    assert engine.story(NIGHT, game.events, PUBLIC)[0].text == "Ann → Bob, a shot with the pistol at 30 m: miss."
    assert "long −2 (30.04 m)" in game.told()


def test_a_throw_for_words_that_nobody_said_names_its_skill() -> None:
    game = duel("talking")
    game.act("Ann", "talk", 1, 2, skill="lore")
    assert "Ann speaks a few words (lore): fails." in game.told()


def test_rounds_and_steps_are_called() -> None:
    game = duel("pistol")
    game.until("talking")
    assert "Round 2" in game.told()
    assert "Talking, all at once: who acts?" in game.told()


def test_healing_of_an_enemy_is_the_game_masters() -> None:
    game = shot(3, 6)
    game.act("Bob", "heal")
    assert "Bob is better" in game.told(GM)
    assert game.told(Viewer(1)) == ""


def test_what_a_campaign_needs_is_what_is_told_and_older_throws_tell_of_none() -> None:
    game = duel("miscellaneous", **{"limits.success.value": 9})
    game.act("Ann", "work", 4, 4, what="pick a lock", skill="locks")
    assert "= 8 against 9; fails." in game.told()
    told = game.one(Worked)
    assert told.throw is not None
    older = msgspec.structs.replace(told, throw=msgspec.structs.replace(told.throw, needed=0))
    assert "= 8; fails." in "".join(line.text for line in engine.lines(NIGHT, older, GM))
