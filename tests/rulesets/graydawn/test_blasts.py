from __future__ import annotations

import pytest

from bot.core import orders
from bot.core.views import PUBLIC
from bot.rulesets.graydawn.blasts.events import Exploded, Thrown
from bot.rulesets.graydawn.suppression.events import Frightened
from bot.rulesets.graydawn.wounds.events import Hit, Protected
from tests.rulesets.graydawn.playing import PLAIN, Game, duel, value_of

BOMB = [{"kind": "frag_grenade", "loaded": 2}]


def thrower(**places: object) -> Game:
    """Ann with grenades, Bob and Cid, who come later."""
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": BOMB, **places})
    for name in ("Bob", "Cid"):
        game.join(name, **{**PLAIN, "stats": {"ref": 1, "body": 10}, "weapons": [{"kind": "assault_rifle"}]})
    game.start(9, 3, 2)
    return game


def test_a_grenade_lands_where_somebody_is_and_harms_all_who_are_too_near() -> None:
    game = thrower()
    dice = (1, 1, 1, 1, 1, 1, 2)
    game.act("Ann", "throw", 9, *dice, 3, 2, 3, 2, target="Bob", range_m=7.0, others="Cid 5")
    assert (game.one(Thrown).hit, game.one(Thrown).number, game.one(Thrown).off_m) == (True, 15, 0)
    assert [(hit.target, hit.damage) for hit in game.every(Hit)] == [("Bob", 8), ("Cid", 8)]
    assert [fear.kind for fear in game.state("Bob").fears] == ["explosion", "struck"]
    assert (game.state("Ann").weapons["fragmentation grenade"].loaded, game.state("Ann").marks) == (1, {"athletics": 1})


def test_nobody_throws_without_a_hand() -> None:
    game = thrower(condition={"crippled": ["left_arm", "right_arm"]})
    refused = game.refused("Ann", "throw", target="Bob", range_m=7.0)
    assert "The fragmentation grenade takes more hands than are left." in refused


@pytest.mark.parametrize(("known_m", "hurt"), [(5, ["Bob", "Cid"]), (50, ["Bob"])])
def test_who_is_known_to_be_near_is_met_though_nobody_says_so(known_m: float, hurt: list[str]) -> None:
    game = thrower()
    game.do(orders.SetRange(actor="Cid", target="Bob", range_m=known_m))
    throw = orders.Act(actor="Ann", action="throw", inputs={"target": "Bob", "range_m": 7.0})
    game.do_at_least(throw, 9, 1, 1, 1, 1, 1, 1, 2, 3, 2, 3, 2)
    assert [hit.target for hit in game.every(Hit)] == hurt


def test_nobody_is_said_to_be_near_who_is_known_to_be_elsewhere() -> None:
    game = thrower()
    game.do(orders.SetRange(actor="Cid", target="Bob", range_m=50))
    refused = game.refused("Ann", "throw", target="Bob", range_m=7.0, others="Cid 5")
    assert "Cid is 50 m from Bob." in refused
    game = duel(ann=[{"kind": "assault_rifle"}])
    game.join("Cid", 2, owner=2, **PLAIN)
    game.do(orders.SetRange(actor="Cid", target="Bob", range_m=10))
    refused = game.refused("Ann", "suppress", target="Bob", range_m=9.0, others="Cid")
    assert ("Cid is 10 m from Bob." in refused, "Leave it out of others" in refused) == (True, True)


def test_the_hidden_who_are_near_change_no_dice_of_those_in_sight() -> None:
    found = []
    for near in (True, False):
        game = thrower()
        game.join("Spy", 1, 5, owner=0, hidden=True, **PLAIN)
        if near:
            game.do(orders.SetRange(actor="Spy", target="Bob", range_m=1))
        throw = orders.Act(actor="Ann", action="throw", inputs={"target": "Bob", "range_m": 7.0, "others": "Cid 5"})
        game.do_at_least(throw, 9, 1, 1, 1, 1, 1, 1, 2, 3, 2, 3, 2)
        found.append([(hit.target, hit.damage, hit.place) for hit in game.every(Hit)])
    assert found[0][:2] == found[1]
    assert [target for target, _, _ in found[0]] == ["Bob", "Cid", "Spy"]


def test_what_falls_short_lands_that_far_off() -> None:
    game = thrower()
    game.act("Ann", "throw", 3, target="Bob", range_m=7.0, others="Cid 5")
    assert (game.one(Thrown).off_m, game.every(Hit)) == (6, [])
    assert [event.target for event in game.every(Frightened)] == ["Bob"]


@pytest.mark.parametrize(
    ("range_m", "roll", "hurt", "frightened"),
    [(4.0, 9, ["Bob", "Ann"], True), (7.0, 9, ["Bob"], True), (11.0, 9, ["Bob"], False), (4.0, 3, [], True)],
)
def test_a_grenade_reaches_whoever_threw_it_as_near(
    range_m: float, roll: int, hurt: list[str], frightened: bool
) -> None:
    game = thrower()
    fallen = (*(1,) * 7, *(3, 2) * len(hurt)) if hurt else ()
    game.act("Ann", "throw", roll, *fallen, target="Bob", range_m=range_m)
    assert [hit.target for hit in game.every(Hit)] == hurt
    assert ("Ann" in [event.target for event in game.every(Frightened)]) is frightened


def test_a_throw_may_be_hurried_and_helped() -> None:
    game = thrower(mook=False)
    game.act("Ann", "declare", actions=2)
    game.act("Ann", "throw", 8, 1, 1, 1, 1, 1, 1, 2, 3, 2, target="Bob", range_m=7.0)
    game.answer("raise throw 11 (2 luck)")
    game.answer("keep")
    assert value_of(game.one(Thrown).check.terms, "rush") == -3


def test_a_throw_pays_for_running_and_for_what_was_not_in_hand_as_a_shot_does() -> None:
    game = thrower(weapons=[{"kind": "light_pistol"}, *BOMB])
    game.act("Ann", "declare", actions=3, moves=2)
    for _ in range(2):
        game.act("Ann", "move")
    game.act("Ann", "throw", 2, target="Bob", range_m=20.0, item="fragmentation grenade")
    terms = game.one(Thrown).check.terms
    assert [value_of(terms, each) for each in ("rush", "running_shooter", "fast_draw")] == [-6, -3, -3]
    assert game.state("Ann").wields == "light pistol"


@pytest.mark.parametrize(("range_m", "number"), [(1.0, 10), (1.5, 15)])
def test_to_a_metre_away_a_throw_needs_ten(range_m: float, number: int) -> None:
    game = thrower(weapons=[{"kind": "flash_bang", "loaded": 2}])
    game.act("Ann", "throw", 9, target="Bob", range_m=range_m)
    assert (game.one(Thrown).number, value_of(game.one(Thrown).check.terms, "fast_draw")) == (number, 0)


def test_only_what_explodes_is_thrown_and_it_is_not_shot() -> None:
    game = thrower(weapons=[*BOMB, {"kind": "knife"}, {"kind": "flash_bang", "loaded": 0}])
    assert "is thrown" in game.refused("Ann", "attack", target="Bob", range_m=5.0)
    assert "cannot cover" in game.refused("Ann", "suppress", target="Bob", range_m=5.0)
    for item in ("knife", "flash-bang"):
        refusal = game.refused("Ann", "throw", target="Bob", range_m=5.0, item=item)
        assert refusal == f"Nothing to throw: {item}. Name what you throw with item: fragmentation grenade."
    unarmed = thrower(weapons=[])
    assert "nothing left that is thrown" in unarmed.refused("Ann", "throw", target="Bob", range_m=5.0)
    assert "too far" in game.refused("Ann", "throw", target="Bob", range_m=61.0)


def test_each_explosion_frightens_by_three() -> None:
    game = duel()
    for _ in range(2):
        game.act("Ann", "blast", kind="flash_bang", others="Bob 4, Ann 11")
    assert [fear.value for fear in game.state("Bob").fears] == [3, 3]
    assert (game.state("Ann").fears, game.one(Exploded).dice) == ((), None)
    game.act("Ann", "blast", kind="barrage", others="Ann 120")
    assert len(game.state("Ann").fears) == 1
    assert "goes off" in game.told(PUBLIC)


def test_cover_and_armour_stop_what_explodes() -> None:
    game = duel()
    game.act("Bob", "cover", cover="wall", level=2)
    game.act("Ann", "blast", 1, 1, 1, 1, 1, 1, 1, 3, kind="frag_grenade", others="Bob")
    assert (game.one(Protected).cover, game.one(Protected).left) == (8, 0)


def test_who_is_near_may_be_called_by_a_number() -> None:
    game = duel()
    for name in ("Guard", "Guard 7"):
        game.join(name, 2, owner=0, **PLAIN)
    game.act("Ann", "blast", kind="flash_bang", others="Guard 7, Bob 4")
    assert [event.target for event in game.every(Frightened)] == ["Guard 7", "Bob"]
    game.act("Ann", "blast", kind="flash_bang", others="guard 7 30, Guard 2")
    assert [event.target for event in game.every(Frightened)] == ["Guard"]


def test_the_dead_feel_nothing_more_and_nobody_learns_of_the_hidden() -> None:
    game = duel()
    game.join("Spy", 2, owner=0, hidden=True, **PLAIN)
    game.act("Bob", "correct", dead=True)
    game.act("Spy", "blast", *([1] * 7), 3, 2, kind="frag_grenade", others="Bob 1, Spy 2")
    assert [hit.target for hit in game.every(Hit)] == ["Spy"]
    assert [event.target for event in game.every(Frightened)] == ["Spy"]
    assert "Spy" not in game.told(PUBLIC)


def test_nobody_is_caught_who_is_not_here() -> None:
    assert "not here" in duel().refused("Ann", "blast", kind="frag_grenade", others="Zoe 3")
