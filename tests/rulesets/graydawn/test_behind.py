"""Behind an act its player is asked once whether luck has a roll of it made again (text 004, line 172; 004-56)."""

from __future__ import annotations

from typing import Any

from bot.core.orders import Act, Together
from bot.rulesets.graydawn.blasts.events import Exploded
from bot.rulesets.graydawn.checks.behind import MOST_OFFERED
from bot.rulesets.graydawn.checks.events import RolledAgain
from bot.rulesets.graydawn.equipment.events import Reloaded
from bot.rulesets.graydawn.fire.events import Attacked, Fumbled
from bot.rulesets.graydawn.suppression.events import LaneBraved
from bot.rulesets.graydawn.wounds.events import Hit, Saved, Wounded
from tests.rulesets.graydawn.playing import PISTOL, PLAIN, RIFLE, Game, duel

LUCKY: dict[str, Any] = {"mook": False, "stats": {"ref": 6, "cl": 6, "ma": 6, "body": 6, "lk": 5}}
CANNON = [{"kind": "hand_cannon", "spare": 9}]
GRENADES = [{"kind": "frag_grenade", "loaded": 3}]
HARMLESS = (3, 1, 1, 4)


def lucky(weapons: Any = PISTOL, **places: Any) -> Game:
    """Ann who has luck, against Bob who is a mook."""
    return duel(weapons, mook=False, **places)


def both_lucky() -> Game:
    """Ann against Bob, who both have luck."""
    game = Game()
    for name, owner in (("Ann", 1), ("Bob", 2)):
        game.join(name, owner=owner, **{**PLAIN, **LUCKY, "weapons": PISTOL})
    game.start(9, 2)
    return game


def damages(game: Game) -> list[int]:
    """What each hit of the last order did."""
    return [hit.damage for hit in game.every(Hit)]


def test_damage_falls_again_and_all_else_as_it_fell() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 9, 2, *HARMLESS)
    assert game.question().choices == ("keep", "reroll damage 3 (2 luck)")
    assert "Ann may spend luck: damage 3 against Bob." in game.told()
    game.answer("reroll damage 3 (2 luck)", 4, 2)
    hit, attack = game.one(Hit), game.one(Attacked).attack
    assert (hit.dice and hit.dice.faces, hit.place, attack.total) == ((4, 2), "torso", 15)
    assert (game.one(Wounded).boxes, game.one(Saved).save.rolls[0].faces) == (5, (4,))
    assert [roll.faces for roll in game.one(RolledAgain).before] == [(1, 1)]
    assert (game.state("Ann").luck, game.scene.pending) == (3, None)


def test_where_enemies_have_luck_too_everybody_is_asked_but_once() -> None:
    game = lucky(options={"enemy_luck": True})
    game.attack("Ann", "Bob", 9, 2, *HARMLESS)
    assert game.question().choices == ("keep", "reroll damage 3 (2 luck)")
    game.answer("keep")
    assert (damages(game), game.state("Ann").luck, game.scene.pending) == ([3], 5, None)


def test_nobody_is_asked_about_damage_that_could_not_be_more() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 9, 2, 3, 6, 6, 4)
    assert (damages(game), game.scene.pending) == ([13], None)


def test_nobody_is_asked_about_what_killed() -> None:
    game = lucky(CANNON)
    game.attack("Ann", "Bob", 9, 2, 7, 5, 5, 5, 4, 10, 9)
    assert (game.state("Bob").dead, game.scene.pending) == (True, None)


def test_each_shot_of_several_keeps_what_fell_for_it() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 2, 9, 8, 2, *HARMLESS, rounds=2)
    attack = ("raise attack 8 (4 luck)", "reroll attack 8 (2 luck)")
    assert game.question().choices == ("keep", *attack, "reroll damage 3 (2 luck)")
    assert "Ann may spend luck: attack 7 short, damage 3 against Bob." in game.told()
    game.answer("reroll attack 8 (2 luck)", 9, 7, 2, 2, 4)
    first, second = game.every(Hit)
    assert (first.place, first.dice and first.dice.faces) == ("right_leg", (2, 2))
    assert (second.place, second.dice and second.dice.faces) == ("torso", (1, 1))


def test_a_roll_that_goes_on_after_a_ten_is_one_roll() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 10, 2, 9, 10, 4, 9, rounds=2, modifier=-10)
    game.answer("reroll attack 8 of shot 1 (2 luck)", 10, 1)
    game.answer("keep")
    first, second = game.every(Attacked)
    assert [roll.faces for roll in first.attack.rolls] == [(10,), (1,)]
    assert [roll.faces for roll in game.one(RolledAgain).before] == [(10,), (2,)]
    assert [roll.faces for roll in second.attack.rolls] == [(10,), (4,)]


def test_nobody_is_asked_about_another_roll_that_would_do_once_in_a_hundred() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 10, 2, 9, 10, 4, 9, rounds=2, modifier=-12)
    assert game.question().choices[1:] == ("raise attack 6 of shot 1 (5 luck)", "raise attack 8 of shot 2 (4 luck)")
    game = lucky()
    game.attack("Ann", "Bob", 10, 2, 9, modifier=-30)
    assert game.scene.pending is None
    game = both_lucky()
    game.attack("Ann", "Bob", 10, 10, 9, 2, 3, modifier=6)
    assert game.question().detail == "place of the hit"


def test_what_luck_may_change_is_told_apart_by_what_differs_alone() -> None:
    game = lucky(RIFLE)
    game.join("Cid", 2, **PLAIN)
    game.attack("Ann", "Bob", 5, 9, 5, 9, mode="auto", rounds=10, others="Cid", modifier=-5)
    assert [each for each in game.question().choices if each.startswith("reroll")] == [
        "reroll attack 7 of target 1 (2 luck)",
        "reroll attack 7 of target 2 (2 luck)",
    ]


def test_who_has_answered_is_not_asked_the_same_again() -> None:
    game = both_lucky()
    game.attack("Ann", "Bob", 6, 5)
    assert game.question().actor == "Bob"
    game.answer("keep 11", 3)
    game.answer("keep torso", 1, 2, 2)
    assert game.question().detail == "graze 7 short"
    game.answer("keep 8", 4)
    assert game.question().choices == ("keep", "reroll damage 4 (2 luck)")
    game.answer("reroll damage 4 (2 luck)", 2, 2)
    assert (game.one(Hit).damage, game.one(Hit).place, game.state("Bob").luck) == (5, "torso", 5)


def test_who_faces_something_else_is_asked_about_it() -> None:
    game = both_lucky()
    game.attack("Ann", "Bob", 6, 9)
    game.answer("raise attack 12 (2 luck)")
    assert (game.question().actor, game.question().detail) == ("Bob", "defence 2 short")
    game.answer("raise (1 luck)")
    assert (game.question().actor, game.question().choices) == ("Ann", ("keep", "reroll attack 16 (2 luck)"))
    game.answer("reroll attack 16 (2 luck)", 8)


def test_a_burst_may_strike_with_more() -> None:
    game = lucky(RIFLE)
    game.attack("Ann", "Bob", 9, 2, 1, 3, 1, 1, 1, 1, 1, 4, mode="burst")
    assert "reroll burst 1 (2 luck)" in game.question().choices
    game.answer("reroll burst 1 (2 luck)", 4, 9, 1, 1, 1, 1, 1, 4)
    assert (game.one(Attacked).hits, damages(game)) == (2, [5, 5])


def test_a_burst_with_all_its_rounds_is_not_asked_about() -> None:
    game = lucky(RIFLE)
    game.attack("Ann", "Bob", 9, 2, 6, *(9, 1, 1, 1, 1, 1, 4) * 3, mode="burst")
    assert not any("burst" in choice for choice in game.question().choices)


def test_a_stream_may_strike_with_more() -> None:
    game = lucky(RIFLE)
    game.attack("Ann", "Bob", 9, 9, 9, 1, 1, 1, 1, 1, 4, mode="auto", rounds=2)
    again = next(choice for choice in game.question().choices if choice.startswith("reroll attack"))
    game.answer(again, 10, 5, 9, 1, 1, 1, 1, 1, 4)
    assert game.one(Attacked).hits == 2


def test_a_fumble_may_lead_to_something_else() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 1, 7)
    game.answer("reroll fumble jammed (2 luck)", 2)
    assert (game.one(Fumbled).result, game.one(Attacked).attack.fumble) == ("nothing", True)
    game = lucky()
    game.attack("Ann", "Bob", 1, 2)
    assert game.question().choices == ("keep", "reroll attack 7 (2 luck)")


def test_of_what_one_does_to_oneself_the_place_and_the_damage_may_change() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 1, 8, 7, 3, 3, 10, 4, 4)
    assert {"reroll place right leg (2 luck)", "reroll damage 7 (2 luck)"} <= set(game.question().choices)
    game.answer("reroll place right leg (2 luck)", 9)
    assert (game.one(Hit).place, game.one(Hit).luck, game.state("Ann").luck) == ("left_leg", 0, 3)


def test_damage_to_oneself_that_could_not_be_less_is_left_out() -> None:
    game = lucky()
    game.attack("Ann", "Bob", 1, 8, 7, 1, 1, 4)
    assert not any("damage" in choice for choice in game.question().choices)


def test_a_magazine_that_is_dropped_may_only_jam_after_all() -> None:
    game = lucky([{"kind": "light_pistol", "loaded": 0, "spare": 2}])
    game.act("Ann", "declare", actions=2)
    game.act("Ann", "reload", 1, 3)
    game.answer("reroll mishap dropped (2 luck)", 8)
    assert (game.one(Reloaded).jammed, game.one(Reloaded).spare) == (True, 2)


def test_what_explodes_may_do_more() -> None:
    game = lucky(GRENADES)
    game.act("Ann", "throw", 9, *(2,) * 7, 3, 1, target="Bob", range_m=7.0)
    game.answer("reroll damage 14 (2 luck)", *(1,) * 7)
    assert (game.state("Ann").luck, damages(game)) == (3, [7])
    dice = game.one(Exploded).dice
    assert dice is not None
    assert dice.faces == (1,) * 7


def test_who_holds_a_lane_has_what_strikes_there_fall_again() -> None:
    game = lucky(RIFLE)
    game.act("Ann", "suppress", 2, 1, 9, 1, 1, 1, 1, 1, 4, area="road", width=2.0, others="Bob")
    assert "reroll damage 5 (2 luck)" in game.question().choices
    game.answer("reroll burst 1 (2 luck)", 4, 8, 1, 1, 1, 1, 1, 4)
    assert game.one(LaneBraved).hits == 2


def test_of_many_rolls_only_some_are_offered() -> None:
    game = lucky(RIFLE)
    hits = [face for _ in range(12) for face in (9, 1, 1, 1, 1, 1, 1)]
    game.attack("Ann", "Bob", 10, 9, 1, *hits, mode="auto", rounds=12)
    assert len(game.question().choices) == MOST_OFFERED + 1


def test_a_word_of_the_gm_is_nobodys_act() -> None:
    game = lucky()
    game.act("Ann", "damage", 3, 9, target="Ann", damage=5)
    assert game.question().choices[0] == "keep 9"


def test_each_of_several_acts_has_its_question() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, **LUCKY})
    works = tuple(Act(actor="Ann", action="try", inputs={"stat": stat}) for stat in ("ref", "cl"))
    game.do(Together(acts=works), 2)
    game.answer("keep", 3)
    game.answer("reroll check 9 (2 luck)", 9)
    assert len(game.every(RolledAgain)) == 1
