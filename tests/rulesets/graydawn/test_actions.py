from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.events import rolls_of
from bot.core.views import GM, PUBLIC
from bot.rulesets.graydawn.aid.events import Healed, Treated
from bot.rulesets.graydawn.deeds.events import Worked
from bot.rulesets.graydawn.state import Stance
from bot.rulesets.graydawn.wounds.events import Wounded
from tests.rulesets.graydawn.playing import DAWN, PISTOL, PLAIN, Game, duel, facing, on_ground, piece, put, value_of


def test_what_is_in_hand_is_not_drawn_and_what_was_asked_for_is_not_asked_for_again() -> None:
    game = duel()
    assert game.refused("Ann", "draw", item="Light Pistol") == ("The light pistol is in hand already. Attack: /attack.")
    game.act("Ann", "quick")
    assert "gets ready for that already" in game.refused("Ann", "quick")


def test_drawing_takes_an_action() -> None:
    game = duel(ann=[*PISTOL, {"kind": "knife"}])
    game.act("Ann", "draw", item="knife")
    assert (game.state("Ann").wields, game.now()) == ("knife", ("Bob",))


def test_anything_else_is_a_stat_a_skill_and_a_number() -> None:
    game = duel(skills={"first aid": 4})
    game.act("Ann", "declare", actions=2)
    game.act("Ann", "work", 9, what="bandages", skill="First Aid", modifier=1)
    made = game.one(Worked)
    assert made.check is not None
    assert (made.check.total, made.number, made.done) == (5 + 4 - 3 + 1 + 9, 15, True)
    assert game.state("Ann").marks == {"first aid": 1}
    game.act("Ann", "work", 9, stat="body", number=20)
    assert game.one(Worked).done is False


@pytest.mark.parametrize(("owner", "read"), [(1, "Check 9, stat +6 (BODY), situation +2"), (0, "Check 9, not told +8")])
def test_what_a_check_is_summed_of_only_its_own_side_reads(owner: int, read: str) -> None:
    game = Game()
    game.join("Ann", owner=owner, **PLAIN)
    game.join("Bob", owner=2, **PLAIN)
    game.start(9, 2)
    game.act("Ann", "work", 9, stat="body", number=20, modifier=2)
    assert f"{read} = 17 against 20." in game.told(PUBLIC)
    assert "Check 9, stat +6 (BODY), situation +2 = 17 against 20." in game.told(GM)


def test_a_word_that_is_no_skill_is_refused_with_those_that_are() -> None:
    game = duel(skills={"juggling": 2})
    said = game.refused("Ann", "work", skill="x" * 5000)
    assert "is no skill. Of: juggling, handgun, " in said
    assert len(said) < 500
    offered = [choice.value for choice in DAWN.candidates(game.scene, "work", "skill", {"actor": "Ann"})]
    assert offered[:2] == ["juggling", "handgun"]


def test_some_things_need_no_check() -> None:
    game = duel()
    game.act("Ann", "work", what="opens the door")
    assert "Ann: opens the door." in game.told()


def test_luck_helps_a_check() -> None:
    game = duel(mook=False)
    game.act("Ann", "work", 8, stat="ref")
    game.answer("raise check 14 (1 luck)")
    assert (game.one(Worked).done, game.state("Ann").luck) == (True, 4)


def test_somebody_is_kept_alive_by_reaching_all_damage_taken() -> None:
    game = facing(condition={"boxes": 14})
    assert "cannot be stabilized" in game.refused("Ann", "treat")
    game.act("Ann", "treat", 8, 2, target="Bob")
    assert (game.one(Treated).number, game.one(Treated).check.total) == (14, 13)


@pytest.mark.parametrize(("face", "done"), [(9, True), (8, False)])
def test_stabilizing_reaches_the_boxes_or_does_not(face: int, done: bool) -> None:
    game = facing(condition={"boxes": 14})
    game.act("Ann", "treat", face, *(() if done else (2,)), target="Bob")
    assert (game.one(Treated).done, game.state("Bob").stable) == (done, done)
    assert ("Check" in game.told(PUBLIC)) is True


@pytest.mark.parametrize("hurt", [{}, {"boxes": 20, "dead": True}, {"boxes": 14, "stable": True}])
def test_the_gms_own_treat_nobody_of_theirs_whom_it_does_not_help(hurt: dict[str, Any]) -> None:
    game = Game()
    game.join("Medic", owner=0, **{**PLAIN, "weapons": PISTOL})
    game.join("Guard", owner=0, **{**PLAIN, "condition": hurt})
    game.start(*(9, 2) if "dead" not in hurt else (9,))
    assert "Guard cannot be stabilized" in game.refused("Medic", "treat", target="Guard")


@pytest.mark.parametrize(("owner", "marks"), [(2, {"first aid": 1}), (0, {})])
def test_no_mark_tells_whether_first_aid_was_enough_for_an_enemy(owner: int, marks: dict[str, int]) -> None:
    game = facing(owner=owner, condition={"boxes": 1})
    game.act("Ann", "treat", 8, target="Bob")
    assert (game.one(Treated).done, game.state("Ann").marks) == (True, marks)


def test_the_gms_own_keep_a_mark_of_first_aid_among_themselves() -> None:
    game = Game()
    for name in ("Medic", "Guard"):
        game.join(name, owner=0, **{**PLAIN, "weapons": PISTOL, "condition": {"boxes": 1}})
    game.start(9, 2)
    game.act("Medic", "treat", 8, target="Guard")
    assert game.state("Medic").marks == {"first aid": 1}


@pytest.mark.parametrize("right", [{"dead": False}, {"boxes": 0}])
def test_whoever_is_said_to_live_or_to_be_unhurt_is_doomed_no_more(right: dict[str, Any]) -> None:
    game = facing(condition={"boxes": 8, "dying": True, "stunned": True})
    game.act("Bob", "correct", **right)
    assert "dying no" in game.told(GM)
    game.act("Bob", "correct", stunned=False)
    assert (game.state("Bob").able, "dying" in game.told(GM)) == (True, False)


def test_who_is_doomed_stays_so_whatever_else_is_set_right() -> None:
    game = facing(condition={"boxes": 8, "dying": True, "stunned": True})
    game.act("Bob", "correct", boxes=4, stunned=False)
    assert not game.state("Bob").able


def test_a_new_wound_undoes_what_was_stable() -> None:
    game = facing(condition={"boxes": 14, "stable": True})
    game.act("Bob", "damage", 1, damage=3, place="torso")
    assert game.state("Bob").stable is False


def test_damage_by_a_gms_word() -> None:
    game = duel()
    game.act("Bob", "damage", 3, 2, damage=6)
    assert (game.one(Wounded).place, game.one(Wounded).boxes) == ("torso", 4)
    assert [roll.faces for roll in rolls_of(game.one(Wounded))] == [(3,)]
    assert "at the torso (place 3)" in game.told(GM)
    game.act("Bob", "damage", 2, damage=1, place="torso")
    assert "place" not in game.told(GM)
    game.act("Bob", "damage", 2, damage=5, place="torso", blunt=True)
    assert (game.one(Wounded).boxes, game.one(Wounded).stun) == (1, 2)
    game.act("Bob", "correct", dead=True)
    assert "is dead" in game.refused("Bob", "damage", damage=3)
    assert "not here" in game.refused("Ann", "heal", target="Zoe")


def test_an_even_number_of_blunt_boxes_is_halved() -> None:
    game = duel()
    game.act("Bob", "damage", 2, damage=6, place="torso", blunt=True)
    assert (game.one(Wounded).boxes, game.one(Wounded).stun) == (2, 2)


def hurt(**options: Any) -> Game:
    """Bob with ten boxes, three of them of small wounds, and five points of stun."""
    condition = {"boxes": 10, "ones": 3, "stun": 5, "crippled": ["left_arm"]}
    return facing(options, condition=condition)


def healed(game: Game) -> tuple[int, int, int]:
    state = game.state("Bob")
    return state.boxes, state.ones, state.stun


def test_a_gm_heals_as_they_say() -> None:
    game = hurt()
    game.act("Bob", "heal", boxes=2, stun=1)
    assert healed(game) == (8, 3, 4)
    game.act("Bob", "heal", boxes=6, stun=0)
    assert healed(game) == (2, 2, 4)
    game.act("Bob", "heal", limbs=True)
    assert (healed(game), game.state("Bob").crippled) == ((0, 0, 0), ())


def test_healing_a_part_keeps_nobody_alive_who_was_not() -> None:
    game = hurt()
    game.act("Bob", "heal", boxes=2)
    assert game.state("Bob").stable is False
    game.act("Bob", "correct", stable=True)
    game.act("Bob", "heal", boxes=2)
    assert game.state("Bob").stable is True
    game.act("Bob", "heal")
    assert (game.state("Bob").boxes, game.state("Bob").stable) == (0, False)


def test_hours_heal_stun_and_days_small_wounds() -> None:
    game = hurt()
    game.act("Bob", "rest", hours=3)
    assert healed(game) == (10, 3, 2)
    game.act("Bob", "rest", hours=24)
    assert healed(game) == (7, 0, 0)


@pytest.mark.parametrize(
    ("hurt", "awake"), [({}, True), ({"boxes": 14, "stable": True}, False), ({"dying": True}, False)]
)
def test_an_hour_brings_round_whom_it_finds_stunned_but_not_the_mortally_wounded(
    hurt: dict[str, Any], awake: bool
) -> None:
    game = facing(condition={"boxes": 2, **hurt, "stunned": True})
    game.act("Bob", "rest", hours=1)
    assert (game.state("Bob").able, "Bob is back in the fight" in game.told()) == (awake, awake)


def test_nothing_heals_the_dead_by_itself() -> None:
    game = facing(condition={"boxes": 2, "ones": 2})
    game.act("Bob", "correct", dead=True)
    assert "Bob is dead" in game.refused("Ann", "rest", target="Bob", hours=24)


def test_who_is_healed_of_everything_comes_round() -> None:
    game = facing(condition={"boxes": 3, "stun": 1, "stunned": True})
    game.act("Bob", "heal", boxes=3, stun=0)
    assert game.state("Bob").stunned
    game.act("Bob", "heal", limbs=True)
    assert game.kinds() == ["Healed", "Recovered"]
    game.act("Bob", "correct", stunned=True)
    game.act("Bob", "heal")
    assert game.kinds() == ["Recovered"]
    game.act("Bob", "correct", dead=True, stunned=True)
    assert "That changes nothing" in game.refused("Bob", "heal")


def test_four_small_wounds_heal_in_a_day() -> None:
    game = facing(condition={"boxes": 6, "ones": 6})
    game.act("Bob", "rest", hours=25)
    assert healed(game) == (2, 2, 0)


def test_nobody_is_healed_of_what_it_does_not_have() -> None:
    game = duel(condition={"boxes": 5, "ones": 5})
    assert "That changes nothing. Bob is unhurt." in game.refused("Ann", "heal", target="Bob")
    assert "That changes nothing. Say boxes=, stun= or limbs=yes." in game.refused("Ann", "heal", boxes=0, limbs=True)


def test_hours_of_several_rests_add_up_to_days() -> None:
    game = duel(condition={"boxes": 5, "ones": 5})
    game.act("Ann", "rest", target="Ann", hours=12)
    assert (game.state("Ann").boxes, game.state("Ann").rested) == (5, 12)
    assert "12 hours of rest toward the next day" in game.told()
    assert "Ann rests, and nothing heals by it" in game.told()
    game.act("Ann", "correct", stun=1)
    game.act("Ann", "heal", target="Ann", boxes=0, stun=1)
    assert DAWN.enlist(DAWN.project(game.scene.combatants["Ann"]), {}).rested == 12
    game.act("Ann", "rest", target="Ann", hours=13)
    assert "Ann is better: 4 off the wound track; 1 hour of rest toward the next day." in game.told()
    assert (game.state("Ann").boxes, game.state("Ann").ones, game.state("Ann").rested) == (1, 1, 1)


def test_small_wounds_stay_while_mortal() -> None:
    game = facing(condition={"boxes": 14, "ones": 2, "stable": True})
    game.act("Bob", "rest", hours=24)
    assert healed(game) == (14, 2, 0)


def test_real_wounds_heal_where_the_campaign_says_so() -> None:
    game = hurt(daily_healing=True)
    game.act("Bob", "rest", hours=48)
    assert healed(game) == (5, 0, 0)
    assert game.one(Healed).boxes == 5


def test_cover_is_what_the_gm_says() -> None:
    game = duel()
    game.act("Ann", "declare", stance="full_cover", cover="small")
    game.act("Ann", "cover", cover="none")
    assert (game.state("Ann").shelter, game.state("Ann").stance) == (None, Stance.OPEN)
    game.act("Bob", "cover", cover="wall")
    shelter = game.state("Bob").shelter
    assert shelter is not None
    assert (shelter.kind, shelter.level) == ("wall", 5)
    game.act("Bob", "correct", stance="bracing")
    game.act("Bob", "cover", cover="none")
    assert game.state("Bob").stance is Stance.BRACED


def test_a_new_session_gives_luck_back() -> None:
    game = facing(mook=False, luck=1)
    game.act("Bob", "session")
    assert game.state("Bob").luck == 5
    assert "luck is whole again, 5." in game.told()


def test_a_gm_sets_things_right() -> None:
    game = duel(ann=[*PISTOL, {"kind": "knife"}], condition={"boxes": 5, "ones": 4})
    assert "Nothing was named" in game.refused("Ann", "correct")
    game.act("Ann", "correct", luck=2, boxes=3, stun=1, loaded=4, spare=2, stunned=False, stable=True)
    state = game.state("Ann")
    assert (state.luck, state.boxes, state.ones, state.stun, state.stable) == (2, 3, 3, 1, True)
    assert (state.weapons["light pistol"].loaded, state.weapons["light pistol"].spare) == (4, 2)
    assert "Ann: luck 2, boxes 3" in game.told()
    game.act("Ann", "correct", item="Knife", stance="bracing")
    assert (game.state("Ann").wields, game.state("Ann").stance) == ("knife", Stance.BRACED)
    game.act("Ann", "correct", item="fists", loaded=3)
    assert game.state("Ann").weapons["knife"].loaded == 0


def test_a_check_against_a_number_goes_by_ref_where_nothing_is_known() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "stats": {"ref": 8}, "skills": {"juggling": 2}})
    game.start(5)
    game.act("Ann", "work", 5, 5, skill="juggling")
    made = game.one(Worked).check
    assert made is not None
    assert (value_of(made.terms, "stat"), value_of(made.terms, "skill")) == (8, 2)


def test_nobody_learns_from_a_refusal_how_an_enemy_is() -> None:
    game = facing(owner=0)
    game.act("Ann", "treat", 2, target="Bob")
    assert game.one(Treated).done
    assert "Check" not in game.told(PUBLIC)


def test_a_skill_is_tried_and_marked_outside_fights() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "skills": {"first aid": 4}})
    game.act("Ann", "try", 7, skill="first aid")
    worked = game.one(Worked)
    assert (worked.done, worked.number, game.state("Ann").marks) == (True, 15, {"first aid": 1})
    game.act("Ann", "try", 2, stat="int", number=10)
    assert game.one(Worked).done is False
    assert "What is tried?" in game.refused("Ann", "try")
    game.act("Ann", "correct", stunned=True)
    assert "Ann is stunned" in game.refused("Ann", "try", stat="int")
    game.act("Ann", "correct", stunned=False)
    game.start(9)
    assert "A fight is on" in game.refused("Ann", "try", stat="int")


def test_where_distances_are_told_nobody_is_treated_from_known_to_be_afar() -> None:
    game = duel()
    game.act("Bob", "correct", boxes=5)
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=20))
    refused = game.refused("Ann", "treat", target="Bob")
    assert "Bob is 20 m away. Move closer first: /act action:move target:Bob." in refused
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=1))
    game.act("Ann", "treat", 8, target="Bob")
    assert game.state("Bob").stable


def test_on_a_ground_nobody_is_treated_from_afar() -> None:
    game = on_ground()
    game.act("Bob", "damage", 2, target="Bob", damage=4, place="torso")
    assert "Bob is 10 m away" in game.refused("Ann", "treat", target="Bob")
    put(game, "Bob", 50, 52)
    game.do_at_least(orders.Act(actor="Ann", action="treat", inputs={"target": "Bob"}), 5)
    assert game.one(Treated).target == "Bob"


def test_nobody_is_treated_through_a_wall() -> None:
    game = on_ground(piece("wall", "brick_wall", 45, 59, 55, 59.5, 3))
    game.act("Bob", "damage", 2, target="Bob", damage=4, place="torso")
    put(game, "Ann", 50, 58.5)
    assert game.refused("Ann", "treat", target="Bob") == (
        "Bob is behind the wall. Go round it first: /act action:move target:Bob."
    )
    game.do(orders.TakePiece(name="wall"))
    game.do_at_least(orders.Act(actor="Ann", action="treat", inputs={"target": "Bob"}), 5)
    assert game.one(Treated).target == "Bob"
