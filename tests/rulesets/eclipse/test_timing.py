"""Turns, phases, initiative and what fits into a phase."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.views import GM, PUBLIC, Viewer, view
from bot.rulesets.eclipse.deeds.events import Moved
from bot.rulesets.eclipse.fire.events import Attacked, Resolved
from bot.rulesets.eclipse.time.events import ActionTurnBegan, InitiativeRolled
from bot.rulesets.eclipse.time.turns import delay_the_wounded
from bot.rulesets.eclipse.wounds.events import Damaged, Stressed
from tests.rulesets.eclipse.playing import ECLIPSE, GUARD, SHOOTER, Game, duel, values
from tests.rulesets.game import play_on


def three(*faces: int) -> Game:
    game = Game()
    for name in ("Ann", "Bob", "Cid"):
        game.join(name, **GUARD)
    game.start(*faces)
    return game


def test_fresh_wounds_move_the_rest_of_the_turn_back_where_the_campaign_wants_it() -> None:
    """Guard would act at 70 in both phases; 20 less puts it behind Cid."""
    found = []
    for at_once in (False, True):
        game = duel(guard={"speed": 2, "wound_threshold": 6, "condition": {"prone": True}}, wounds_slow_at_once=at_once)
        game.join("Cid", 1, **GUARD)
        game.act("Guard", "damage", 1, damage=12)
        game.act("Ann", "pass")
        found.append(game.now())
    assert found == [("Guard",), ("Cid",)]


def test_what_is_being_played_stays_where_it_is() -> None:
    game = duel(ann={"wound_threshold": 6, "condition": {"prone": True}}, wounds_slow_at_once=True)
    game.act("Ann", "damage", damage=6)
    assert game.now() == ("Ann",)
    assert game.every(SlotMoved) == []


def test_old_wounds_delay_nobody_again_and_healed_ones_bring_nobody_forward() -> None:
    hurt = {"damage": 12, "wounds": 2, "traumas": 1}
    game = duel(ann={"speed": 2, "wound_threshold": 6, "condition": hurt})
    later = game.scene.slot("Ann")
    game.act("Ann", "pass")
    (slot,) = (each for each in game.scene.agenda if each.actor == "Ann")
    assert later is not None
    assert slot.key == (2, *later.key[1:])
    game.act("Ann", "heal", target="Ann", wounds=1)
    assert game.state("Ann").wounds == 1
    assert game.scene.slot("Ann") == slot


@pytest.mark.parametrize("others_come_before", [False, True])
def test_a_wound_of_ones_own_delays_alike_whoever_comes_before(others_come_before: bool) -> None:
    """Whether the next moment is one's own by then tells of somebody hidden in between."""
    game = Game()
    game.join("Ann", **SHOOTER, speed=2, wound_threshold=6)
    game.join("Lurker", owner=0, **GUARD)
    game.start(*((50, 10) if others_come_before else (10, 50)))
    if not others_come_before:
        game.act("Lurker", "pass")
    before = game.scene
    game.act("Ann", "pass")
    assert (game.now() == ("Ann",)) is not others_come_before
    (slot,) = (each for each in game.scene.agenda if each.actor == "Ann")
    play = play_on(ECLIPSE, game.scene)
    play.tell(Damaged(actor="Ann", armor=(), damage=6, wounds=1, total=6))
    delay_the_wounded(play, before)
    (moved,) = (event for event in play.events if isinstance(event, SlotMoved))
    assert [each.key for each in moved.slots] == [(*slot.key[:2], slot.key[2] + 10)]


def test_a_trauma_delays_the_wounded_as_a_wound_does() -> None:
    game = Game()
    game.join("Ann", **SHOOTER, speed=2)
    game.join("Bob", **GUARD)
    game.start(50, 10)
    game.act("Ann", "pass")
    play = play_on(ECLIPSE, game.scene)
    play.tell(Stressed(actor="Ann", stress=5, traumas=1, total=5))
    delay_the_wounded(play, game.scene)
    assert [event.actor for event in play.events if isinstance(event, SlotMoved)] == ["Ann"]


def test_initiative_is_the_stat_and_a_hundred_sided_die() -> None:
    game = three(20, 40, 31)
    assert [event.score for event in game.every(InitiativeRolled)] == [80, 100, 91]
    assert game.now() == ("Bob",)


@pytest.mark.parametrize(("face", "first"), [(100, True), (22, True), (88, True), (99, False), (21, False)])
def test_a_critical_roll_comes_before_all_others(face: int, first: bool) -> None:
    game = three(98, face, 97)
    assert (game.now() == ("Bob",)) is (first or face == 99)
    assert game.every(InitiativeRolled)[1].critical is first


def test_equal_scores_act_together() -> None:
    assert three(50, 50, 10).now() == ("Ann", "Bob")


@pytest.mark.parametrize(
    ("score", "attack", "defence"), [(50, [], ["half_fray"]), (10, ["prone_far"], ["half_fray", "wound"])]
)
def test_those_of_one_score_find_each_other_as_at_its_opening(
    score: int, attack: list[str], defence: list[str]
) -> None:
    game = Game()
    for name in ("Ann", "Bob", "Cid"):
        game.join(name, **SHOOTER, wound_threshold=10)
    game.start(50, score, 50)
    game.act("Ann", "attack", 40, 60, 5, 5, 90, target="Bob", mode="SA", range_m=60)
    assert game.state("Bob").prone
    game.act("Cid", "attack", 20, 90, 1, 1, target="Bob", mode="SA", range_m=60)
    found = values(game.one(Attacked).outcome.terms)
    assert [key for key in found if key == "prone_far"] == attack
    answer = game.one(Resolved).defence
    assert answer is not None
    assert list(values(answer.terms)) == defence


def test_wounds_and_traumas_slow_down() -> None:
    game = Game()
    game.join("Ann", condition={"wounds": 2, "traumas": 1}, **GUARD)
    game.start(50)
    rolled = game.one(InitiativeRolled)
    assert values(rolled.terms) == {"initiative": 60, "wound": -20, "trauma": -10}
    assert rolled.score == 80


def test_the_gms_initiative_is_secret() -> None:
    assert [event.roll.secret for event in Game_of_two().every(InitiativeRolled)] == [False, True]


def Game_of_two() -> Game:  # noqa: N802
    game = Game()
    game.join("Ann", **SHOOTER)
    game.join("Guard", owner=0, **GUARD)
    game.start(50, 10)
    return game


def test_speed_gives_phases_and_an_empty_turn_is_followed_by_the_next() -> None:
    game = Game()
    game.join("Ann", speed=2, **GUARD)
    game.join("Bob", **GUARD)
    game.start(10, 50)
    assert game.now() == ("Bob",)
    game.act("Bob", "pass")
    game.act("Ann", "pass")
    assert (game.now(), game.scene.opened) == (("Ann",), (2, 1, -70))
    game.act("Ann", "pass", 1, 2)
    assert game.one(ActionTurnBegan).turn == 2


@pytest.mark.parametrize(
    ("deeds", "kinds"),
    [(1, ("quick", "complex")), (2, ("quick",)), (3, ())],
)
def test_one_quick_action_leaves_room_for_a_complex_one_and_three_are_the_most(
    deeds: int, kinds: tuple[str, ...]
) -> None:
    game = duel()
    for to in ("prone", "standing", "prone")[:deeds]:
        game.act("Ann", "stance", to=to)
    assert game.may("Ann") == kinds


@pytest.mark.parametrize(
    ("action", "faces", "inputs"),
    [
        ("attack", (98,), {"target": "Guard", "mode": "FA"}),
        ("reload", (), {"item": "automatic rifle"}),
        ("full_defence", (), {}),
    ],
)
def test_behind_a_complex_action_there_is_room_for_one_quick_one(
    action: str, faces: tuple[int, ...], inputs: dict[str, Any]
) -> None:
    game = duel(ann={"weapons": [{"kind": "automatic_rifle", "loaded": 12}]})
    game.act("Ann", action, *faces, **inputs)
    assert game.now() == ("Guard",)
    game.act("Ann", "stance", to="prone")
    with pytest.raises(RuleViolation, match="turn"):
        game.act("Ann", "stance", to="standing")


def test_whoever_has_reloaded_quickly_and_done_something_else_has_no_complex_action_left() -> None:
    game = duel(ann={"weapons": [{"kind": "automatic_rifle", "loaded": 12, "taped": True}]})
    game.act("Ann", "stance", to="prone")
    game.act("Ann", "reload")
    assert game.may("Ann") == ("quick",)


@pytest.mark.parametrize(("loaded", "left"), [(1, ()), (2, ("second", "late"))])
def test_behind_a_quick_action_a_second_attack_takes_a_round_that_is_left(loaded: int, left: tuple[str, ...]) -> None:
    game = duel(ann={"weapons": [{"kind": "automatic_rifle", "loaded": loaded}]})
    game.act("Ann", "stance", to="prone")
    game.shoot(99, mode="SA")
    assert game.may("Ann") == left


def test_a_complex_action_ends_the_phase() -> None:
    game = duel()
    game.act("Ann", "full_defence")
    assert game.now() == ("Guard",)


def test_full_defence_is_over_when_the_next_phase_has_come() -> None:
    game = duel(guard={"speed": 1})
    game.act("Ann", "full_defence")
    game.act("Guard", "pass", 50, 10)
    game.act("Ann", "pass")
    assert not game.state("Ann").defending


@pytest.mark.parametrize(("range_m", "gone"), [(5, 5), (30, 20)])
def test_nobody_goes_farther_than_up_to_whom_it_goes_to(range_m: int, gone: int) -> None:
    game = duel(range_m)
    game.act("Ann", "move", pace="run", target="Guard")
    assert (game.one(Moved).metres, game.scene.range_m("Ann", "Guard")) == (gone, range_m - gone)


@pytest.mark.parametrize(
    ("deed", "inputs"), [("aim", {"target": "Guard"}), ("full_defence", {}), ("move", {"pace": "run"})]
)
def test_who_comes_back_into_a_later_turn_is_about_nothing_of_before(deed: str, inputs: dict[str, str]) -> None:
    game = duel()
    game.act("Ann", deed, **inputs)
    game.leave("Ann")
    game.act("Guard", "pass", 10)
    game.come_back(1)
    state = game.state("Ann")
    assert (state.aim, state.defending, state.running, state.unspent) == (None, False, False, False)


def test_whoever_holds_acts_later_in_the_phase() -> None:
    game = duel()
    game.act("Ann", "hold", until=5)
    assert game.now() == ("Guard",)
    game.act("Guard", "pass")
    assert (game.now(), game.may("Ann")) == (("Ann",), ("quick", "complex", "held"))


def test_an_action_that_is_held_comes_at_its_score_whatever_befalls_meanwhile() -> None:
    game = duel(ann={"speed": 2})
    game.act("Ann", "hold", until=45)
    game.act("Ann", "damage", 20, target="Ann", damage=6)
    assert [slot.key for slot in game.scene.agenda if slot.actor == "Ann"] == [(1, 1, -45), (2, 1, -100)]


def test_who_holds_has_had_its_phase_come_and_what_lasted_until_then_is_over() -> None:
    game = duel(ann={"speed": 2}, guard={"speed": 2})
    game.act("Ann", "full_defence")
    game.act("Guard", "pass")
    game.act("Ann", "hold", until=-50)
    assert (game.now(), game.state("Ann").defending) == (("Guard",), False)


def test_an_aim_lasts_while_its_phase_is_held() -> None:
    game = duel(ann={"speed": 2})
    game.act("Ann", "aim", target="Guard")
    game.act("Guard", "pass")
    game.act("Ann", "hold", until=5)
    game.act("Ann", "attack", 98, target="Guard")
    assert "full aim +30" in game.told()


def test_who_has_begun_its_phase_and_holds_goes_on_running() -> None:
    game = duel()
    game.act("Ann", "move", pace="run", metres=4)
    game.act("Ann", "hold", until=5)
    assert game.state("Ann").running


def test_who_holds_once_more_has_no_more_left_to_do_than_before() -> None:
    game = duel()
    for stance in ("prone", "standing"):
        game.act("Ann", "stance", to=stance)
    for score in (80, 45):
        game.act("Ann", "hold", until=score)
    game.act("Guard", "pass")
    assert game.may("Ann") == ("quick", "held")


def test_nobody_holds_for_a_moment_that_has_passed() -> None:
    with pytest.raises(RuleViolation, match="lower score"):
        duel().act("Ann", "hold", until=200)


@pytest.mark.parametrize(("face", "key"), [(5, (1, 1, -95)), (100, (1, 1, -110))])
def test_a_newcomer_acts_now_at_the_earliest(face: int, key: tuple[int, ...]) -> None:
    game = duel()
    game.join("Cid", face, **{**GUARD, "initiative": 90, "speed": 2})
    assert game.now() == ("Ann",)
    assert next(slot.key for slot in game.scene.agenda if slot.actor == "Cid") == key
    told = {5: "Cid acts at 95.", 100: "Cid acts before all others at 90, in this phase after whoever acts now."}
    assert game.told(PUBLIC).splitlines()[1] == told[face]


def test_whoever_comes_in_the_second_phase_has_no_part_in_the_first() -> None:
    game = duel(ann={"speed": 2})
    game.act("Ann", "pass")
    game.act("Guard", "pass")
    game.join("Cid", 5, **{**GUARD, "speed": 2})
    assert [slot.key[0] for slot in game.scene.agenda if slot.actor == "Cid"] == [2]
    game.join("Dan", 5, **GUARD)
    assert (game.scene.slot("Dan"), "Dan acts at 65, but no more in this turn." in game.told(PUBLIC)) == (None, True)


def test_a_newcomer_who_cannot_act_has_no_place() -> None:
    game = duel()
    game.join("Cid", condition={"unconscious": True}, **GUARD)
    assert game.scene.slot("Cid") is None


def test_where_nobody_was_the_first_to_come_begins_the_turn() -> None:
    game = Game()
    game.start()
    game.join("Ann", 50, **GUARD)
    assert game.now() == ("Ann",)


def test_where_nobody_can_ever_act_no_turn_begins() -> None:
    game = Game()
    game.join("Ann", condition={"dead": True}, **GUARD)
    game.start()
    assert game.every(ActionTurnBegan) == []


def test_turns_pass_until_whoever_was_stunned_can_act() -> None:
    game = Game()
    game.join("Ann", **GUARD)
    game.start(50)
    game.act("Ann", "correct", 50, out_turns=3)
    assert len(game.every(ActionTurnBegan)) == 3
    assert game.state("Ann").out_turns == 0


def test_whoever_is_put_out_of_action_loses_the_rest_of_the_turn() -> None:
    game = duel(guard={"speed": 3})
    game.act("Ann", "correct", out_turns=0)
    game.act("Guard", "damage", damage=500)
    assert game.one(SlotMoved).slots == ()
    assert game.now() == ("Ann",)


def test_whoever_acts_at_the_same_moment_still_acts_but_no_more_after_it() -> None:
    game = Game()
    game.join("Ann", **{**SHOOTER, "speed": 2})
    game.join("Bob", **{**SHOOTER, "speed": 2})
    game.start(50, 50)
    game.act("Ann", "attack", 10, 97, 9, 9, 9, target="Bob", range_m=5, mode="FA", weapon="automatic rifle")
    assert game.state("Bob").down
    assert game.now() == ("Bob",)
    game.act("Bob", "attack", 97, target="Ann", range_m=5)
    assert [slot.actor for slot in game.scene.agenda] == ["Bob", "Ann"]


def test_whoever_is_put_out_of_action_by_the_gms_word_acts_no_more() -> None:
    game = Game()
    game.join("Ann", **{**SHOOTER, "speed": 2})
    game.join("Bob", **{**SHOOTER, "speed": 2})
    game.start(50, 50)
    game.act("Bob", "damage", damage=500)
    assert [slot.actor for slot in game.scene.agenda] == ["Ann", "Ann"]


@pytest.mark.parametrize("action", ["full_defence", "stance"])
def test_whoever_could_not_act_at_the_opening_cannot(action: str) -> None:
    game = duel()
    game.act("Ann", "correct", unconscious=True)
    assert game.now() == ("Guard",)
    with pytest.raises(RuleViolation, match="not Ann's turn"):
        game.act("Ann", action, to="prone")


def test_an_edit_that_kills_leaves_only_passing() -> None:
    game = duel()
    sheet = {**game.scene.combatants["Ann"].sheet, "condition": {"dead": True}}
    game.do(orders.EditSheet(actor="Ann", path="condition", sheet=sheet))
    with pytest.raises(RuleViolation, match="Ann is dead"):
        game.act("Ann", "full_defence")


def test_the_wounds_of_players_slow_them_at_once_and_those_of_the_gms_at_the_next_roll() -> None:
    game = Game()
    game.join("Ann", **{**SHOOTER, "speed": 2, "durability": 60, "wound_threshold": 5})
    game.join("Guard", owner=0, **{**GUARD, "speed": 2, "durability": 60, "wound_threshold": 5})
    game.start(50, 40)
    game.act("Ann", "damage", 20, target="Guard", damage=5)
    game.act("Ann", "damage", 20, damage=5)
    later = [slot.key for slot in game.scene.agenda if slot.key[0] == 2]
    assert later == [(2, 1, -100), (2, 1, -100)]


def test_what_a_wound_takes_off_actions_in_a_campaign_it_takes_off_initiative() -> None:
    game = Game(**{"modifiers.wound.value": -20})
    game.join("Ann", **{**SHOOTER, "speed": 2, "wound_threshold": 5, "condition": {"wounds": 1}})
    game.start(50)
    assert values(game.one(InitiativeRolled).terms) == {"initiative": 60, "wound": -20}
    game.act("Ann", "damage", 20, damage=5)
    assert [slot.key for slot in game.scene.agenda] == [(1, 1, -90), (2, 1, -70)]


def test_an_action_is_held_into_a_later_phase_and_used_up_there() -> None:
    game = duel(ann={"speed": 2})
    game.act("Ann", "hold", until=-50, phase=2)
    assert "holds until −50 of phase 2" in game.told(PUBLIC)
    assert [slot.key for slot in game.scene.agenda if slot.actor == "Ann"] == [(2, 1, 50)]
    game.act("Guard", "pass")
    assert (game.now(), game.may("Ann")) == (("Ann",), ("quick", "complex", "held"))
    game.act("Ann", "pass", 50, 10)
    assert game.one(ActionTurnBegan).turn == 2


def test_one_phase_a_turn_may_be_the_second() -> None:
    game = duel(guard={"speed": 2})
    game.act("Ann", "hold", until=300, phase=2)
    game.act("Guard", "pass")
    assert game.now() == ("Ann",)


def test_a_phase_that_has_begun_is_not_held_over() -> None:
    game = duel()
    game.act("Ann", "stance", to="prone")
    with pytest.raises(RuleViolation, match="Ann has begun its phase"):
        game.act("Ann", "hold", until=5, phase=2)
    game.act("Ann", "hold", until=5)


def test_the_moves_of_a_phase_share_its_metres() -> None:
    game = duel()
    game.act("Ann", "move", pace="run", metres=15)
    game.act("Ann", "move", pace="run")
    assert game.one(Moved).metres == 5
    with pytest.raises(RuleViolation, match="Ann has gone as far as a run takes it"):
        game.act("Ann", "move", pace="run")
    assert game.state("Ann").running


def test_who_has_walked_its_metres_may_still_run() -> None:
    game = duel()
    game.act("Ann", "move")
    with pytest.raises(RuleViolation, match=r"Ann has gone as far as a walk takes it\. Say pace=run\."):
        game.act("Ann", "move")
    game.act("Ann", "move", pace="run")
    assert (game.one(Moved).metres, game.state("Ann").turn_m) == (16, 20)


def test_the_scores_offered_to_hold_until_are_those_behind_others_who_are_still_to_come() -> None:
    game = Game()
    game.join("Ann", **{**SHOOTER, "speed": 2})
    game.join("Bob", **SHOOTER)
    game.join("Guard", owner=0, **{**GUARD, "speed": 2})
    game.join("Lurker", owner=0, hidden=True, **GUARD)
    game.join("Cid", **SHOOTER)
    game.start(50, 20, 10, 15, 90)

    def offered(viewer: Viewer = PUBLIC, **given: Any) -> list[str]:
        seen = view(game.scene, viewer, ECLIPSE)
        return [each.label for each in ECLIPSE.candidates(seen, "hold", "until", {"actor": "Ann", **given})]

    game.act("Cid", "pass")
    assert offered() == ["79, behind Bob", "69, behind Guard"]
    assert offered(GM) == ["79, behind Bob", "74, behind Lurker", "69, behind Guard"]
    assert offered(phase="2") == ["69, behind Guard"]
    assert offered(phase="soon") == offered()
    game.join("Slug", 1, owner=0, condition={"wounds": 20}, **GUARD)
    assert offered() == ["79, behind Bob", "69, behind Guard"]
