"""The rules every system shares: coming and going, opening and closing, and whose turn it is."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import Audience, Entrusted
from bot.core.fight import MOST_COMBATANTS
from tests.core.brawl import ANN, BOB, TOY, Yard, act, facing, kinds, offer, recruit, strike


def refusal(yard: Yard, order: orders.Order) -> str:
    with pytest.raises(RuleViolation) as refused:
        yard.do(order)
    return str(refused.value)


def test_a_fight_may_open_before_anybody_is_there() -> None:
    yard = Yard()
    assert kinds(yard.do(orders.StartFight())) == ["FightStarted"]
    assert yard.scene.fight is not None
    assert yard.scene.agenda == ()


def test_the_first_to_join_an_empty_fight_begins_its_round() -> None:
    yard = Yard()
    yard.do(orders.StartFight())
    assert kinds(yard.do(recruit("Ann", ANN), 2)) == ["Enlisted", "RoundBegan", "Hastened", "Scheduled"]
    assert yard.turns() == ["Ann"]


def test_whoever_joins_later_acts_after_those_who_act_now() -> None:
    yard = facing(4, 3)
    assert kinds(yard.do(recruit("Bob", 12), 6)) == ["Enlisted", "Hastened", "SlotMoved"]
    assert yard.turns() == ["Ann"]
    yard.do(orders.GoOn())
    assert yard.turns() == ["Bob"]


def test_fights_are_numbered_and_one_at_a_time() -> None:
    yard = facing(4, 3)
    assert "already open" in refusal(yard, orders.StartFight())
    yard.do(orders.EndFight())
    yard.do(orders.StartFight(title="Again"))
    assert yard.scene.fight is not None
    assert (yard.scene.fight.number, yard.scene.fight.title) == (2, "Again")


def test_the_end_releases_everyone_and_drops_distances() -> None:
    yard = facing(4, 3, options={"deadly": True})
    yard.do(orders.SetRange(actor="Ann", target="Thug", range_m=4))
    yard.do(orders.EndFight())
    scene = yard.scene
    assert (scene.fight, scene.combatants, scene.agenda, scene.ranges_m, scene.opened) == (None, {}, (), {}, None)
    assert (scene.options, scene.position) == ({"deadly": True}, 5)
    assert "No fight is open" in refusal(yard, orders.EndFight())


def test_several_may_come_at_once() -> None:
    yard = Yard()
    yard.do(orders.EnlistMany(recruits=(recruit("Thug"), recruit("Thug"))))
    assert list(yard.scene.combatants) == ["Thug", "Thug#2"]


def test_a_scene_has_room_for_so_many() -> None:
    yard = Yard()
    yard.do(orders.EnlistMany(recruits=(recruit("Thug"),) * MOST_COMBATANTS))
    assert "scene is full: 200" in refusal(yard, recruit("Ann", ANN))


def test_a_player_finds_it_full_only_of_those_in_sight() -> None:
    yard = Yard()
    yard.do(orders.EnlistMany(recruits=(recruit("Thug"),) * (MOST_COMBATANTS - 1) + (recruit("Lurker", hidden=True),)))
    assert "scene is full" in refusal(yard, recruit("Guard"))
    yard.do(recruit("Ann", ANN))
    assert "scene is full" in refusal(yard, recruit("Bob", 12))


def test_all_come_or_none() -> None:
    yard = Yard()
    assert "full" in refusal(yard, orders.EnlistMany(recruits=(recruit("Thug"),) * (MOST_COMBATANTS + 1)))
    assert yard.scene.combatants == {}


def test_whoever_leaves_leaves_the_agenda() -> None:
    yard = facing(4, 3)
    yard.do(orders.Release(actor="Ann"))
    assert yard.turns() == ["Thug"]
    assert "Ann is not here" in refusal(yard, orders.Release(actor="Ann"))


def test_the_last_one_leaving_ends_no_round() -> None:
    yard = facing(4, 3)
    yard.do(orders.Release(actor="Ann"))
    assert kinds(yard.do(orders.Release(actor="Thug"))) == ["Released"]


def test_only_the_game_masters_can_be_hidden() -> None:
    yard = facing(4, 3)
    assert "Ann is a player's" in refusal(yard, orders.Show(actor="Ann", hidden=True))
    assert "Bob is a player's" in refusal(yard, recruit("Bob", 12, hidden=True))


@pytest.mark.parametrize(("hidden", "already"), [(True, "hidden"), (False, "in sight")])
def test_nobody_is_shown_or_hidden_twice(hidden: bool, already: str) -> None:
    yard = Yard()
    yard.do(recruit("Thug", hidden=hidden))
    assert f"Thug is {already} already. /init show" in refusal(yard, orders.Show(actor="Thug", hidden=hidden))


def test_a_distance_lies_between_two() -> None:
    yard = facing(4, 3)
    yard.do(orders.SetRange(actor="Thug", target="Ann", range_m=12))
    assert yard.scene.range_m("Ann", "Thug") == 12
    assert "two different" in refusal(yard, orders.SetRange(actor="Ann", target="Ann", range_m=1))
    assert "Bob is not here" in refusal(yard, orders.SetRange(actor="Ann", target="Bob", range_m=1))


def test_a_sheet_is_edited_while_its_owner_fights_on() -> None:
    yard = facing(4, 3)
    yard.do(act("Ann", "hold", until=2))
    yard.do(orders.EditSheet(actor="Ann", path="skill", sheet={**yard.someone("Ann").sheet, "skill": 15}))
    assert yard.someone("Ann").state.skill == 15
    assert yard.someone("Ann").state.held
    assert "Bob is not here" in refusal(yard, orders.EditSheet(actor="Bob", path="skill", sheet={}))


def test_an_edited_sheet_counts_in_the_moment_that_is_being_played() -> None:
    yard = facing(4, 3)
    yard.do(orders.EditSheet(actor="Ann", path="skill", sheet={**yard.someone("Ann").sheet, "skill": 15}))
    assert yard.scene.opening["Ann"].skill == 15
    assert yard.turns() == ["Ann"]


def test_an_action_needs_its_moment() -> None:
    yard = facing(4, 3)
    assert "It is not Thug's turn" in refusal(yard, strike("Thug", "Ann"))
    yard.do(orders.EndFight())
    yard.do(recruit("Ann", ANN))
    assert "No fight is open here" in refusal(yard, strike("Ann", "Thug"))


def test_an_action_must_exist_and_so_must_who_takes_it() -> None:
    yard = facing(4, 3)
    assert "Brawl has no action 'dance'" in refusal(yard, act("Ann", "dance"))
    assert "Bob is not here" in refusal(yard, act("Bob", "rest"))


def test_an_action_must_fit_the_kind_of_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    dance = TOY.actions["rest"].__class__("dance", "Dance", "turn", kinds=("ball",))
    offer(monkeypatch, dance=dance)
    told = refusal(facing(4, 3), act("Ann", "dance"))
    assert told == "Dance does not fit this moment. Now only: Strike, Rest, Hold, Approach."


def test_what_needs_no_turn_needs_no_fight() -> None:
    yard = Yard()
    yard.do(recruit("Ann", ANN))
    assert kinds(yard.do(act("Ann", "hurt", points=2))) == ["Hurt"]
    assert yard.hits("Ann") == 4


def test_going_on_takes_the_default_of_all_who_are_waited_for() -> None:
    yard = facing(3, 3)
    assert kinds(yard.do(orders.GoOn(), 1, 1))[:4] == ["Rested", "SlotMoved", "Rested", "SlotMoved"]


def test_going_on_may_pass_over_one_of_them() -> None:
    yard = facing(3, 3)
    yard.do(orders.GoOn(actors=("Thug",)))
    assert yard.turns() == ["Ann"]


def test_without_anybody_to_act_nothing_goes_on() -> None:
    assert "Nobody is to act" in refusal(Yard(), orders.GoOn())


def test_who_lets_a_moment_go_by_that_is_not_theirs_reads_whose_it_is() -> None:
    yard = facing(4, 3)
    assert "It is not Thug's turn yet." in refusal(yard, orders.GoOn(actors=("Thug",)))
    assert "Bob is not here." in refusal(yard, orders.GoOn(actors=("Bob",)))


def test_rounds_end_by_themselves() -> None:
    yard = facing(4, 3)
    yard.do(orders.GoOn())
    assert kinds(yard.do(orders.GoOn(), 2, 2)) == [
        "Rested",
        "SlotMoved",
        "RoundBegan",
        "Hastened",
        "Hastened",
        "Scheduled",
    ]


def test_a_fight_in_which_nobody_stands_waits_for_somebody() -> None:
    yard = facing(4, 3)
    yard.do(act("Thug", "hurt", points=6))
    yard.do(act("Ann", "hurt", points=6))
    assert kinds(yard.do(orders.GoOn())) == ["Rested", "SlotMoved"]
    assert "Nobody is to act now. /init join and /npc add bring people in" in refusal(yard, orders.GoOn())
    yard.do(recruit("Bob", 12), 5)
    assert yard.turns() == ["Bob"]


def test_several_act_in_one_order() -> None:
    yard = facing(3, 3)
    both = orders.Together(acts=(act("Ann", "rest"), act("Thug", "rest")))
    assert kinds(yard.do(both, 1, 1))[:4] == ["Rested", "SlotMoved", "Rested", "SlotMoved"]


def test_where_one_of_several_may_not_act_none_does() -> None:
    yard = facing(4, 3)
    before = yard.scene
    for acts in permutations((act("Thug", "rest"), act("Ann", "rest"))):
        assert "turn" in refusal(yard, orders.Together(acts=acts))
    assert yard.scene is before


def test_a_player_s_combatant_is_handed_over_and_given_back() -> None:
    yard = facing(4, 3)
    yard.do(recruit("Bob", BOB), 6)
    (handed,) = yard.do(orders.Entrust(actor="Ann", to=BOB))
    assert isinstance(handed, Entrusted)
    assert (handed.to, handed.known_by, handed.audience) == (BOB, "Bob", Audience.ALL)
    ann = yard.scene.combatants["Ann"]
    assert (ann.owner, ann.player, ann.side, ann.guarded) == (ANN, BOB, "red", False)
    assert [ann.is_played_by(user) for user in (ANN, BOB, 99)] == [True, True, False]
    (further,) = yard.do(orders.Entrust(actor="Ann", to=0))
    assert isinstance(further, Entrusted)
    assert (yard.scene.combatants["Ann"].player, further.known_by) == (0, "")
    yard.do(orders.Entrust(actor="Ann"))
    assert yard.scene.combatants["Ann"].entrusted_to is None


def test_nobody_is_handed_over_to_whom_they_are_with_already() -> None:
    yard = facing(4, 3)
    assert "in these hands" in refusal(yard, orders.Entrust(actor="Ann"))
    assert "in these hands" in refusal(yard, orders.Entrust(actor="Ann", to=ANN))
    yard.do(orders.Entrust(actor="Ann", to=BOB))
    assert "in these hands" in refusal(yard, orders.Entrust(actor="Ann", to=BOB))
    yard.do(orders.Entrust(actor="Ann", to=ANN))
    assert yard.scene.combatants["Ann"].entrusted_to is None


def test_the_gm_s_people_are_not_handed_over() -> None:
    yard = facing(4, 3)
    assert "Thug is the GM's" in refusal(yard, orders.Entrust(actor="Thug", to=ANN))
    assert "is not here" in refusal(yard, orders.Entrust(actor="Nobody", to=ANN))


def test_whoever_leaves_and_comes_back_is_their_own_player_s_again() -> None:
    yard, ann = Yard(), msgspec.structs.replace(recruit("Ann", ANN), sheet_id=7)
    yard.do(orders.StartFight())
    yard.do(ann, 2)
    yard.do(orders.Entrust(actor="Ann", to=BOB))
    yard.do(orders.Release(actor="Ann"))
    yard.do(ann)
    assert yard.scene.combatants["Ann"].player == ANN
