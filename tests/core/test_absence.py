"""Leaving a fight and coming back is no second turn: what somebody had is kept by the sheet until the fight ends."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.core import folding, orders
from bot.core.absence import passed
from bot.core.events import Enlisted, Released
from bot.core.renaming import changed
from bot.core.scene import pair
from bot.core.views import PUBLIC, view
from bot.core.wording import shown
from tests.core.brawl import ANN, BOB, TOY, Yard, act, kinds, only, paper, recruit, strike, told

AXEL, BEA = 71, 72


def with_sheet(name: str, owner: int, sheet_id: int, **changes: Any) -> orders.Enlist:
    return msgspec.structs.replace(recruit(name, owner, **changes), sheet_id=sheet_id)


def yard_of(*hastes: int) -> Yard:
    """A fight of Axel (Ann's), Bea (Bob's), Thug and the hidden Lurker, who rolled these hastes."""
    yard = Yard()
    yard.do(with_sheet("Axel", ANN, AXEL))
    yard.do(with_sheet("Bea", BOB, BEA))
    yard.do(recruit("Thug"))
    yard.do(recruit("Lurker", hidden=True))
    yard.do(orders.StartFight(), *hastes)
    return yard


def leave(yard: Yard, actor: str = "Axel") -> Released:
    left: Released = only(yard.do(orders.Release(actor=actor)), Released)
    return left


def come_back(yard: Yard, *faces: int, **changes: Any) -> Enlisted:
    back: Enlisted = only(yard.do(with_sheet("Axel", ANN, AXEL, **changes), *faces), Enlisted)
    return back


def test_who_has_acted_has_no_second_turn() -> None:
    yard = yard_of(6, 5, 4, 3)
    yard.do(strike("Axel", "Thug"), 20, 20)
    leave(yard)
    come_back(yard)
    assert yard.turns() == ["Bea"]
    assert yard.scene.slot("Axel") is None
    for _ in range(3):
        assert "Axel" not in yard.turns()
        yard.do(orders.GoOn(), *((2, 2, 2, 2) if yard.turns() == ["Lurker"] else ()))
    assert yard.scene.state.rounds == 2


def test_coming_back_at_once_changes_nothing() -> None:
    yard = yard_of(6, 5, 4, 3)
    yard.do(orders.SetRange(actor="Axel", target="Thug", range_m=3))
    before = yard.scene
    leave(yard)
    assert yard.turns() == ["Bea"]
    assert come_back(yard).back == AXEL
    assert msgspec.structs.replace(yard.scene, position=before.position) == before


def test_a_slot_that_comes_later_is_kept_without_a_roll() -> None:
    yard = yard_of(3, 6, 5, 4)
    slot = yard.scene.slot("Axel")
    leave(yard)
    yard.do(orders.GoOn())
    come_back(yard)
    assert yard.scene.slot("Axel") == slot


def test_a_moment_that_somebody_in_sight_has_played_is_past() -> None:
    yard = yard_of(6, 5, 4, 3)
    leave(yard)
    yard.do(orders.GoOn())
    come_back(yard)
    assert yard.scene.slot("Axel") is None
    assert yard.turns() == ["Thug"]


def test_what_the_hidden_did_meanwhile_makes_no_difference() -> None:
    yard = yard_of(6, 4, 3, 5)
    leave(yard)
    assert yard.turns() == ["Lurker"]
    yard.do(orders.GoOn())
    come_back(yard)
    assert yard.turns() == ["Axel"]


def test_who_comes_back_into_the_moment_being_played_acts_in_it() -> None:
    yard = yard_of(5, 6, 5, 3)
    leave(yard)
    yard.do(orders.GoOn())
    assert yard.turns() == ["Thug"]
    come_back(yard)
    assert sorted(yard.turns()) == ["Axel", "Thug"]
    yard.do(orders.GoOn(actors=("Axel",)))
    leave(yard)
    come_back(yard)
    assert yard.turns() == ["Thug"]


def test_the_state_by_which_a_moment_is_judged_comes_back_too() -> None:
    yard = yard_of(5, 2, 5, 3)
    yard.do(act("Axel", "hurt", points=6))
    opening, before = yard.scene.opening["Axel"], yard.scene.before["Axel"]
    leave(yard)
    come_back(yard)
    assert sorted(yard.turns()) == ["Axel", "Thug"]
    assert (yard.scene.opening["Axel"], yard.scene.before["Axel"]) == (opening, before)
    yard.do(orders.GoOn(actors=("Thug",)))
    leave(yard)
    assert yard.turns() == ["Lurker"]
    come_back(yard)
    assert yard.turns() == ["Axel"]
    assert (yard.scene.opening["Axel"], yard.scene.before["Axel"]) == (opening, before)


def test_conditions_come_back() -> None:
    yard = yard_of(6, 5, 4, 3)
    yard.do(act("Axel", "hurt", points=4))
    leave(yard)
    come_back(yard, hurt=4)
    assert yard.hits("Axel") == 2


def test_a_sheet_that_was_changed_meanwhile_is_an_edited_one() -> None:
    yard = yard_of(6, 5, 4, 3)
    yard.do(act("Axel", "hold", until=5))
    leave(yard)
    come_back(yard, hurt=1, skill=14)
    state = yard.someone("Axel").state
    assert (state.hits, state.skill, state.held) == (5, 14, True)


def test_a_changed_sheet_counts_at_once_in_the_moment_that_was_left() -> None:
    yard = yard_of(5, 2, 5, 3)
    yard.do(act("Axel", "hurt", points=2))
    leave(yard)
    come_back(yard, hurt=2, skill=14)
    assert (yard.scene.opening["Axel"].skill, yard.scene.before["Axel"].skill) == (14, 14)


def test_a_later_round_is_joined_like_a_newcomers_and_has_begun_for_all() -> None:
    yard = yard_of(6, 5, 4, 3)
    yard.do(act("Axel", "hurt", points=1))
    yard.do(act("Axel", "hold", until=1))
    leave(yard)
    for faces in ((), (), (2, 2, 2)):
        yard.do(orders.GoOn(), *faces)
    assert yard.scene.state.rounds == 2
    assert yard.scene.away[AXEL].combatant.actor == "Axel"
    assert [type(event).__name__ for event in yard.do(with_sheet("Axel", ANN, AXEL, hurt=1), 4)] == [
        "Enlisted",
        "Hastened",
        "SlotMoved",
    ]
    assert yard.hits("Axel") == 5
    assert not yard.someone("Axel").state.held
    assert list(yard.scene.combatants) == ["Bea", "Thug", "Lurker", "Axel"]


def test_the_new_round_finds_somebody_whose_id_another_got_in_a_fight_that_kept_it_for_nobody() -> None:
    yard = yard_of(6, 5, 4, 3)
    yard.do(act("Axel", "hold", until=1))
    leave(yard)
    before = yard.scene
    entered = yard.do(recruit("Axel"), 1)
    yard.scene = folding.fold(TOY, before, [list(map(changed((), "Axel#2", "Axel").of, entered))])
    while yard.scene.state.rounds == 1:
        ends = len(yard.scene.agenda) == 1
        yard.do(orders.GoOn(), *((2, 2, 2, 2) if ends else ()))
    assert come_back(yard, 3).actor == "Axel#2"
    assert not yard.someone("Axel#2").state.held


def test_distances_come_back_also_to_those_who_were_away_too() -> None:
    yard = yard_of(6, 5, 4, 3)
    yard.do(orders.SetRange(actor="Axel", target="Thug", range_m=3))
    yard.do(orders.SetRange(actor="Axel", target="Bea", range_m=5))
    leave(yard)
    leave(yard, "Bea")
    come_back(yard)
    assert yard.scene.ranges_m == {"Axel\nThug": 3}
    yard.do(with_sheet("Bea", BOB, BEA))
    assert yard.scene.ranges_m == {"Axel\nThug": 3, "Axel\nBea": 5}


def test_who_was_away_at_no_known_distance_still_has_none() -> None:
    yard = yard_of(6, 5, 4, 3)
    leave(yard)
    leave(yard, "Bea")
    come_back(yard)
    yard.do(with_sheet("Bea", BOB, BEA))
    assert yard.scene.ranges_m == {}


def test_a_new_person_of_an_old_name_is_not_where_that_one_was() -> None:
    yard = yard_of(6, 5, 4, 3)
    yard.do(orders.SetRange(actor="Axel", target="Thug", range_m=3))
    leave(yard)
    leave(yard, "Thug")
    yard.do(recruit("Thug"), 1)
    come_back(yard)
    assert yard.scene.ranges_m == {}


def test_nor_in_a_fight_that_kept_nobody_who_was_gone() -> None:
    yard = yard_of(6, 5, 4, 3)
    yard.do(orders.SetRange(actor="Axel", target="Thug", range_m=3))
    yard.scene = msgspec.structs.replace(yard.scene, outdated=(pair("Axel", "Thug"),))
    leave(yard)
    assert yard.scene.away[AXEL].outdated == ("Thug",)
    leave(yard, "Thug")
    yard.scene = msgspec.structs.replace(yard.scene, gone=())
    yard.do(recruit("Thug"), 1)
    assert (yard.scene.away[AXEL].ranges_m, yard.scene.away[AXEL].outdated) == ({}, ())
    come_back(yard)
    assert yard.scene.ranges_m == {}


def test_nobody_comes_in_under_the_id_of_one_of_the_gms_who_was_here() -> None:
    yard = yard_of(6, 5, 4, 3)
    leave(yard, "Thug")
    for number in (2, 3):
        newcomer = only(yard.do(recruit("Thug"), 1), Enlisted)
        assert (newcomer.actor, shown(newcomer.actor)) == (f"Thug#{number}", "Thug")
        leave(yard, newcomer.actor)
    assert yard.scene.gone == ("Thug", "Thug#2", "Thug#3")


def test_nobody_comes_in_under_the_id_of_somebody_who_may_come_back() -> None:
    yard = yard_of(6, 5, 4, 3)
    leave(yard)
    assert only(yard.do(recruit("Axel"), 1), Enlisted).actor == "Axel#2"
    assert come_back(yard).actor == "Axel"


def test_who_may_come_back_unseen_changes_nobodys_id() -> None:
    yard = yard_of(6, 5, 4, 3)
    yard.do(with_sheet("Shade", 0, 73, hidden=True), 1)
    leave(yard, "Shade")
    assert only(yard.do(recruit("Shade"), 1), Enlisted).actor == "Shade"


def test_who_left_unseen_changes_nobodys_id() -> None:
    yard = yard_of(6, 5, 4, 3)
    leave(yard, "Lurker")
    assert only(yard.do(recruit("Lurker"), 1), Enlisted).actor == "Lurker"


def test_only_so_many_of_those_who_left_are_told_apart() -> None:
    yard = yard_of(6, 5, 4, 3)
    yard.scene = msgspec.structs.replace(yard.scene, gone=tuple(f"Guard {each}" for each in range(200)))
    leave(yard, "Thug")
    assert (len(yard.scene.gone), yard.scene.gone[0], yard.scene.gone[-1]) == (200, "Guard 1", "Thug")


def test_what_was_missed_stays_so_where_an_earlier_moment_comes_up() -> None:
    yard = yard_of(6, 5, 4, 3)
    leave(yard)
    now, later = yard.scene.opened, (99,)
    assert now is not None
    for played, found in ((None, now), ((-99,), now), (later, later)):
        away = {AXEL: msgspec.structs.replace(yard.scene.away[AXEL], played=played)}
        after = passed(msgspec.structs.replace(yard.scene, away=away), "Bea")
        assert after.away[AXEL].played == found


def test_a_sheet_made_anew_is_known_by_its_owner_and_name() -> None:
    yard = yard_of(6, 5, 4, 3)
    yard.do(orders.GoOn())
    leave(yard)
    assert only(yard.do(with_sheet("axel", ANN, 90)), Enlisted).back == AXEL
    assert yard.scene.combatants["Axel"].sheet_id == 90
    assert yard.scene.slot("Axel") is None
    leave(yard)
    assert only(yard.do(with_sheet("Axel", BOB, 91), 1), Enlisted).back == 0


def test_what_comes_without_a_sheet_is_new() -> None:
    yard = yard_of(6, 5, 4, 3)
    assert not leave(yard, "Thug").kept
    assert yard.scene.away == {}
    assert only(yard.do(recruit("Thug"), 1), Enlisted).back == 0
    leave(yard)
    assert only(yard.do(recruit("Axel", ANN), 1), Enlisted).back == 0


def test_nobody_is_kept_before_a_fight_or_beyond_its_end() -> None:
    yard = Yard()
    yard.do(with_sheet("Axel", ANN, AXEL))
    assert not leave(yard).kept
    yard = yard_of(6, 5, 4, 3)
    leave(yard)
    yard.do(orders.EndFight())
    assert yard.scene.away == {}


def test_who_left_in_a_fight_of_before_is_new() -> None:
    yard = yard_of(6, 5, 4, 3)
    yard.scene = folding.evolve(TOY, yard.scene, Released(actor="Axel"))
    assert yard.scene.away == {}
    assert come_back(yard, 6).back == 0


def test_the_last_to_come_back_finds_the_round_as_it_was() -> None:
    yard = Yard()
    yard.do(with_sheet("Axel", ANN, AXEL))
    yard.do(orders.StartFight(), 4)
    leave(yard)
    assert yard.scene.combatants == {}
    come_back(yard)
    assert yard.turns() == ["Axel"]
    assert yard.scene.state.rounds == 1


def test_leaving_and_coming_back_fold_to_what_was_decided() -> None:
    yard = yard_of(6, 5, 4, 3)
    yard.do(act("Axel", "hurt", points=2))
    leave(yard)
    yard.do(orders.GoOn())
    away = yard.scene
    come_back(yard, hurt=2)
    assert folding.fold(TOY, yard.checkpoint, yard.history) == yard.scene
    assert folding.fold(TOY, yard.checkpoint, yard.history[:-1]) == away


def test_it_is_told_that_somebody_comes_back_and_players_see_nothing_of_what_is_kept() -> None:
    yard = yard_of(6, 5, 4, 3)
    leave(yard)
    assert view(yard.scene, PUBLIC, TOY).away == {}
    assert told(come_back(yard)) == "Axel comes back (red)."


def test_leaving_takes_no_dice_from_the_others() -> None:
    yard = yard_of(6, 5, 4, 3)
    assert kinds(yard.do(orders.Release(actor="Axel"))) == ["Released"]
    assert paper() == yard.someone("Bea").sheet
