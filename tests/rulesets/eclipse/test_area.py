"""Blasts, scatter and cones."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import Incomplete, RuleViolation
from bot.core.views import GM, PUBLIC
from bot.rulesets.eclipse.blasts.charges import charge_named
from bot.rulesets.eclipse.blasts.epicentre import SaidSpot, heading, places_named
from bot.rulesets.eclipse.blasts.events import Exploded, Scattered, Unplaced
from bot.rulesets.eclipse.blasts.rules import reach_m
from bot.rulesets.eclipse.fire.events import Attacked, Resolved
from bot.rulesets.eclipse.wounds.events import Damaged, DamageRolled
from tests.rulesets.eclipse.playing import ECLIPSE, GUARD, TABLES, Game, duel, values

GRENADE: dict[str, Any] = {"som": 40, "weapons": [{"kind": "frag_grenade", "spare": 2}]}
TOUGH: dict[str, Any] = {"durability": 500}
SPRAY: dict[str, Any] = {"weapons": [{"kind": "shredder"}], "skills": {"spray weapons": 60}}


def thrown(*faces: int, range_m: float = 20, **inputs: Any) -> Game:
    """Ann throws a grenade at Guard, who is too far off for her to be caught; Cid's distance nobody has said."""
    game = duel(range_m, GRENADE, TOUGH)
    game.join("Cid", 5, **{**GUARD, **TOUGH})
    game.shoot(*faces, **inputs)
    return game


def caught(game: Game) -> dict[str, tuple[float, bool]]:
    return {event.target: (event.metres, event.about) for event in game.every(Exploded)}


def test_a_name_may_end_in_a_number() -> None:
    game = duel(20, GRENADE, TOUGH)
    game.join("Cid 2", 5, **{**GUARD, **TOUGH})
    game.shoot(40, *[5] * 6, others="Cid 2")
    assert caught(game)["Cid 2"] == (0, False)


def test_a_grenade_hits_all_about_it_and_nobody_defends() -> None:
    game = thrown(40, 5, 5, 5, 5, 5, 5, others="Cid 3.5")
    assert game.every(Resolved) == []
    assert [(event.target, event.lost) for event in game.every(Exploded)] == [("Guard", 0), ("Cid", 6)]
    assert [event.dv for event in game.every(DamageRolled)] == [21, 15]
    assert values(game.every(DamageRolled)[1].terms) == {"dice": 15, "weapon": 6, "metres": -6}
    assert game.state("Ann").weapons["fragmentation grenade"].loaded == 0
    assert game.every(Unplaced) == []


def test_known_distances_say_who_else_is_caught_the_thrower_too() -> None:
    game = duel(10, GRENADE, TOUGH)
    game.join("Cid", 5, **{**GUARD, **TOUGH})
    game.do(orders.SetRange(actor="Guard", target="Cid", range_m=4))
    game.shoot(40, *[1] * 9)
    assert caught(game) == {"Guard": (0, False), "Ann": (10, False), "Cid": (4, False)}
    assert [event.dv for event in game.every(DamageRolled)] == [9, 0, 1]


def test_what_is_said_counts_more_than_what_is_known() -> None:
    game = duel(10, GRENADE, TOUGH)
    game.shoot(40, *[1] * 3, others="Ann 18")
    assert caught(game) == {"Guard": (0, False)}


def test_a_directed_charge_catches_only_those_who_are_named() -> None:
    game = duel(10, GRENADE, TOUGH)
    game.join("Cid", 5, **GUARD)
    game.shoot(40, *[1] * 6, directed=True, others="Cid 2")
    assert list(caught(game)) == ["Guard", "Cid"]
    assert game.every(Unplaced) == []


def test_the_dead_are_left_out_and_the_gm_learns_of_whom_nobody_can_tell() -> None:
    game = duel(20, GRENADE, TOUGH)
    for name in ("Cid", "Dee", "Eve"):
        game.join(name, 5, **GUARD)
    game.act("Cid", "correct", dead=True)
    game.do(orders.SetRange(actor="Ann", target="Dee", range_m=60))
    game.shoot(40, 1, 1, 1)
    assert game.one(Unplaced).actors == ("Eve",)
    assert "Not caught, since their distance is not known: Eve." in game.told(GM)
    assert "Eve" not in game.told(PUBLIC)


@pytest.mark.parametrize(("owner", "caught"), [(0, ["Guard", "Cid"]), (5, ["Guard"])])
def test_a_blast_catches_the_dead_of_whom_nobody_can_tell(owner: int, caught: list[str]) -> None:
    game = duel(20, GRENADE, TOUGH)
    game.join("Cid", 5, owner=owner, **{**GUARD, **TOUGH})
    game.do(orders.SetRange(actor="Guard", target="Cid", range_m=1))
    game.act("Cid", "correct", dead=True)
    game.shoot(40, *[1] * 3 * len(caught))
    assert [event.target for event in game.events if isinstance(event, Exploded)] == caught
    assert ("from Cid" in game.told(PUBLIC)) is (len(caught) > 1)


def test_players_do_not_read_that_a_blast_catches_somebody_hidden() -> None:
    game = duel(20, GRENADE, TOUGH)
    game.join("Lurker", 5, owner=0, hidden=True, **{**GUARD, **TOUGH})
    game.do(orders.SetRange(actor="Guard", target="Lurker", range_m=1))
    game.shoot(40, 1, 1, 1, 9, 9, 9)
    assert game.state("Lurker").damage == 31
    assert "Damage 31" in game.told(GM)
    assert "Damage 31" not in game.told(PUBLIC)
    assert "unseen" not in game.told(PUBLIC)


def test_neither_a_margin_nor_a_critical_throw_adds_to_a_blast() -> None:
    game = duel(20, GRENADE, {**TOUGH, "armor": [{"kind": "light"}]})
    game.shoot(11, 5, 5, 5)
    assert game.one(Attacked).outcome.critical
    assert values(game.one(DamageRolled).terms) == {"dice": 15, "weapon": 6}
    assert not game.one(Damaged).ignored


def test_what_is_in_between_protects_the_mark_of_a_blast() -> None:
    game = thrown(40, *[5] * 6, through="wall", others="Cid 1")
    assert [values(event.armor) for event in game.every(Damaged)] == [{"through": 20, "ap": -4}, {}]


@pytest.mark.parametrize(("metres", "left"), [(11, True), (17.9, True), (18, False), (40, False)])
def test_far_from_the_centre_nothing_is_left_of_a_blast(metres: float, left: bool) -> None:
    game = thrown(40, *[5] * (6 if left else 3), others=f"Cid {metres}")
    assert [event.damage for event in game.every(Damaged)] == [21, 0][: 1 + left]


@pytest.mark.parametrize(
    ("weapon", "metres"), [("frag_grenade", 18), ("thermobaric_grenade", 28), ("concussion_grenade", 3)]
)
def test_how_far_a_blast_reaches_follows_from_its_highest_damage(weapon: str, metres: int) -> None:
    assert reach_m(TABLES, charge_named(TABLES, weapon)) == metres


@pytest.mark.parametrize(("face", "die", "metres"), [(80, 4, 4), (81, 4, 8), (97, 10, 20)])
def test_a_miss_goes_astray_by_one_die_doubled_over_thirty(face: int, die: int, metres: int) -> None:
    game = thrown(face, die, *([5] * 3 if metres < 18 else []))
    scattered = game.one(Scattered)
    assert (scattered.direction, scattered.metres) == (die, metres)
    assert [event.target for event in game.every(Exploded)] == ["Guard"] * (metres < 18)


def test_a_miss_by_more_than_sixty_goes_three_times_as_far() -> None:
    game = thrown(92, 2, 5, 5, 5, visibility="blind")
    assert game.one(Scattered).metres == 6


def test_a_stray_blast_reaches_everybody_by_where_it_goes_off() -> None:
    """Four metres in the fourth of ten directions, which is 108 degrees clockwise."""
    game = duel(20, GRENADE, TOUGH)
    for name in ("Dee", "Eve", "Fay"):
        game.join(name, 5, **{**GUARD, **TOUGH})
    game.do(orders.SetRange(actor="Guard", target="Fay", range_m=3))
    game.do(orders.SetRange(actor="Ann", target="Fay", range_m=23))
    game.shoot(80, 4, *[1] * 12, others="Dee 5@4, Eve 3")
    assert caught(game) == {"Guard": (4, False), "Dee": (1, False), "Eve": (4, True), "Fay": (5.7, False)}


def test_where_both_are_at_one_place_nobody_knows_the_side_on_which_others_are() -> None:
    game = duel(0, GRENADE, TOUGH)
    game.join("Cid", 5, **{**GUARD, **TOUGH})
    for one, range_m in (("Ann", 3), ("Guard", 5)):
        game.do(orders.SetRange(actor=one, target="Cid", range_m=range_m))
    game.shoot(98, 4, *[1] * 9)
    assert game.one(Scattered).metres == 4
    assert caught(game) == {"Guard": (4, False), "Ann": (4, False), "Cid": (5, True)}


def test_a_stray_blast_may_come_back_to_the_thrower() -> None:
    game = duel(20, GRENADE, TOUGH)
    game.shoot(90, 6, *[1] * 6)
    assert caught(game) == {"Guard": (12, False), "Ann": (8, False)}
    assert "12 m from where it was meant to go, direction 6 of 10" in game.told(PUBLIC)


def test_of_two_sides_of_the_line_of_fire_the_mean_counts() -> None:
    """Dee stands ten metres to the left or to the right of Guard, and it goes off six metres to one side and ahead."""
    game = duel(20, GRENADE, TOUGH)
    game.join("Dee", 5, **{**GUARD, **TOUGH})
    game.do(orders.SetRange(actor="Guard", target="Dee", range_m=10))
    game.do(orders.SetRange(actor="Ann", target="Dee", range_m=500**0.5))
    game.shoot(81, 3, *[1] * 6)
    off = 6 * heading(3)
    expected = (abs(10j - off) + abs(-10j - off)) / 2
    assert caught(game)["Dee"] == (round(expected, 1), True)
    assert "goes off about 10.2 m from Dee" in game.told(PUBLIC)


@pytest.mark.parametrize(
    ("direction", "ahead", "right"), [(1, 1, 0), (6, -1, 0), (3, 0.309, 0.951), (9, 0.309, -0.951)]
)
def test_the_dial_goes_clockwise_from_straight_on(direction: int, ahead: float, right: float) -> None:
    assert abs(heading(direction) - complex(ahead, right)) < 0.001


def test_names_may_have_metres_and_a_direction_behind_them() -> None:
    game = duel()
    assert places_named(game.scene, "Ann", "Guard 3.5@10,, Ann") == {"Guard": SaidSpot(3.5, 10), "Ann": SaidSpot(0)}
    with pytest.raises(RuleViolation, match="no direction 11"):
        places_named(game.scene, "Ann", "Guard 3@11")


def test_distances_that_no_triangle_has_lie_in_line() -> None:
    game = duel(20, GRENADE, TOUGH)
    game.join("Dee", 5, **{**GUARD, **TOUGH})
    game.do(orders.SetRange(actor="Guard", target="Dee", range_m=2))
    game.do(orders.SetRange(actor="Ann", target="Dee", range_m=30))
    game.shoot(80, 1, *[1] * 6)
    assert caught(game)["Dee"] == (1, False)


@pytest.mark.parametrize(
    ("som", "said", "bands"), [(23, {}, (4, 11, 23, 69)), (23, {"ranges_m": [4, 3, 2, 1]}, (1, 2, 3, 4))]
)
def test_how_far_a_grenade_is_thrown_follows_from_somatics(
    som: int, said: dict[str, Any], bands: tuple[int, ...]
) -> None:
    game = duel(ann={"som": som, "weapons": [{"kind": "frag_grenade", **said}]})
    assert game.state("Ann").weapons["fragmentation grenade"].ranges_m == bands


def test_who_is_named_must_be_here() -> None:
    with pytest.raises(RuleViolation, match="Nobody is not here"):
        thrown(others="Nobody 3")


def test_a_gm_says_who_is_caught_by_what_goes_off() -> None:
    game = duel(ann=TOUGH, guard=TOUGH)
    game.act("Ann", "blast", 5, 5, 5, 5, 5, 5, item="Thermobaric grenade", others="Guard 12, Ann 9")
    assert [event.lost for event in game.every(Exploded)] == [4, 0]
    with pytest.raises(RuleViolation, match="'knife' does not explode"):
        game.act("Ann", "blast", item="knife", others="Guard")
    with pytest.raises(Incomplete, match="Where does it go off"):
        game.act("Ann", "blast", item="frag_grenade")


def test_what_goes_off_at_somebody_catches_those_who_are_known_to_be_near() -> None:
    game = duel(6, TOUGH, TOUGH)
    game.act("Ann", "blast", *[1] * 6, item="frag_grenade", at="Guard")
    assert caught(game) == {"Guard": (0, False), "Ann": (6, False)}
    game.act("Ann", "blast", *[1] * 3, item="frag_grenade", at="Guard", directed=True)
    assert list(caught(game)) == ["Guard"]


@pytest.mark.parametrize(("range_m", "dice"), [(10, 3), (30, 2), (60, 1), (90, 1)])
def test_a_cone_is_worse_near_by_and_weaker_far_off(range_m: float, dice: int) -> None:
    game = duel(range_m, SPRAY, TOUGH)
    game.shoot(10, 97, *[1] * dice)
    assert len(game.one(DamageRolled).roll.faces) == dice


@pytest.mark.parametrize(("range_m", "others", "most"), [(10, "Cid", 1), (30, "Cid, Dee", 2), (60, "Cid, Dee, Eve", 3)])
def test_a_cone_takes_more_the_farther_off(range_m: float, others: str, most: int) -> None:
    game = duel(range_m, SPRAY, TOUGH)
    for name in ("Cid", "Dee", "Eve"):
        game.join(name, 5, **GUARD)
    with pytest.raises(RuleViolation, match=f"cone takes {most}"):
        game.shoot(others=others)


def test_all_in_a_cone_defend_against_one_attack() -> None:
    game = duel(30, SPRAY, TOUGH)
    game.join("Cid", 5, **GUARD)
    game.shoot(40, 97, 1, 1, 97, 1, 1, others="Cid")
    assert len(game.every(Attacked)) == 1
    assert [event.target for event in game.every(Resolved)] == ["Guard", "Cid"]


@pytest.mark.parametrize(("kind", "mode"), [("shredder", "SA"), ("automatic_rifle", "BF")])
def test_one_attack_takes_those_who_stand_together(kind: str, mode: str) -> None:
    game = duel(30, {"weapons": [{"kind": kind}], "skills": {"spray weapons": 60, "kinetic weapons": 60}}, TOUGH)
    game.join("Cid", 5, **GUARD)
    game.do(orders.SetRange(actor="Guard", target="Cid", range_m=2))
    with pytest.raises(RuleViolation, match="Cid stands 2 m"):
        game.shoot(others="Cid", mode=mode)
    game.do(orders.SetRange(actor="Guard", target="Cid", range_m=1))
    game.shoot(98, others="Cid", mode=mode)
    assert game.one(Attacked).others == ("Cid",)


def test_each_needs_but_one_of_the_others_within_a_metre() -> None:
    game = duel(30, {}, TOUGH)
    for name in ("Cid", "Dee"):
        game.join(name, 5, **GUARD)
    game.do(orders.SetRange(actor="Guard", target="Cid", range_m=1))
    game.do(orders.SetRange(actor="Guard", target="Dee", range_m=2))
    game.shoot(98, others="Cid, Dee", mode="FA")
    assert game.one(Attacked).others == ("Cid", "Dee")


def test_what_goes_off_is_offered() -> None:
    game = duel()
    assert "Guard" in [choice.value for choice in ECLIPSE.candidates(game.scene, "blast", "at", {"actor": "Ann"})]
    offered = {each.value: each.label for each in ECLIPSE.candidates(game.scene, "blast", "item", {"actor": "Ann"})}
    assert offered["frag_grenade"] == "fragmentation grenade"
    assert "smg" not in offered


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ({"at": "Guard"}, "A fragmentation grenade goes off where Guard is."),
        ({"others": "Guard 90, Ann 90"}, "A fragmentation grenade goes off."),
        ({"at": "Lurker", "directed": True}, ""),
        ({"others": "Lurker 90", "directed": True}, ""),
        ({"others": "Lurker 90, Guard 90", "directed": True}, "A fragmentation grenade goes off."),
    ],
)
def test_that_something_goes_off_all_read_though_nobody_is_near_but_where_the_hidden_alone_are(
    where: dict[str, Any], told: str
) -> None:
    game = duel(100, TOUGH, TOUGH)
    game.join("Lurker", 5, owner=0, hidden=True, **{**GUARD, **TOUGH})
    game.do_at_least(orders.Act(actor="Guard", action="blast", inputs={"item": "frag_grenade", **where}))
    assert game.told(PUBLIC).partition("\n")[0] == told
    assert game.told(GM).startswith("A fragmentation grenade goes off")
