"""Whom an attack most likely means: enemies not known to be down, the nearest first, and only then all others."""

from __future__ import annotations

from bot.core import orders
from bot.core.squads.aiming import by_nearness, meant_at, standing_first
from bot.core.views import PUBLIC, view
from tests.core.brawl import ANN, BOB, TOY, Yard, recruit

FAR_M = {"Bob": 2, "Fallen": 3, "Thug": 9, "Brute": 5}


def brawl(*more: orders.Enlist) -> Yard:
    """Ann and Bob against two who stand and one who is down, nearer than those."""
    yard = Yard()
    for each in (recruit("Ann", ANN), recruit("Bob", BOB), recruit("Fallen", hurt=6), recruit("Thug"), *more):
        yard.do(each)
    yard.do(recruit("Brute"))
    for name, metres in FAR_M.items():
        yard.do(orders.SetRange(actor="Ann", target=name, range_m=metres))
    return yard


def test_whoever_is_nearest_comes_first_and_whose_distance_nobody_knows_last() -> None:
    yard = brawl(recruit("Stranger"))
    assert by_nearness(yard.scene, "Ann", ["Stranger", *FAR_M]) == ["Bob", "Fallen", "Brute", "Thug", "Stranger"]


def test_whoever_is_down_comes_behind_all_who_stand() -> None:
    yard = brawl()
    assert standing_first(TOY, yard.scene, ["Fallen", "Thug", "Bob"]) == ["Thug", "Bob", "Fallen"]


def test_enemies_who_stand_are_meant_then_those_who_are_down_and_one_s_own_last() -> None:
    assert meant_at(TOY, brawl().scene, "Ann", FAR_M) == ["Brute", "Thug", "Fallen", "Bob"]


def test_somebody_hidden_changes_nothing_of_whom_a_player_may_mean() -> None:
    hidden, without = brawl(recruit("Lurker", hidden=True)).scene, brawl().scene
    seen = [view(scene, PUBLIC, TOY) for scene in (hidden, without)]
    one, other = (meant_at(TOY, scene, "Ann", [each for each in scene.combatants if each != "Ann"]) for scene in seen)
    assert one == other
