"""Blasts, scatter and cones."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.rulesets.eclipse.events import Attacked, Damaged, Exploded, Resolved, Scattered, Struck
from tests.rulesets.eclipse.playing import ECLIPSE, GUARD, Game, duel, values

GRENADE: dict[str, Any] = {"weapons": [{"kind": "frag_grenade", "spare": 2}]}
TOUGH: dict[str, Any] = {"durability": 500}
SPRAY: dict[str, Any] = {"weapons": [{"kind": "shredder"}], "skills": {"spray weapons": 60}}


def thrown(*faces: int, range_m: float = 10, **inputs: Any) -> Game:
    """Ann throws a grenade at Guard, with Cid near by; her turn and the next phase go on by themselves."""
    game = duel(range_m, GRENADE, TOUGH)
    game.join("Cid", 5, **{**GUARD, **TOUGH})
    game.shoot(*faces, **inputs)
    return game


def test_a_grenade_hits_all_about_it_and_nobody_defends() -> None:
    game = thrown(40, 5, 5, 5, 5, 5, 5, others="Cid 3.5")
    assert game.every(Resolved) == []
    assert [(event.target, event.lost) for event in game.every(Exploded)] == [("Guard", 0), ("Cid", 6)]
    assert [event.dv for event in game.every(Struck)] == [21, 15]
    assert values(game.every(Struck)[1].terms) == {"dice": 15, "weapon": 6, "metres": -6}
    assert game.state("Ann").weapons["fragmentation grenade"].loaded == 0


def test_neither_a_margin_nor_a_critical_throw_adds_to_a_blast() -> None:
    game = duel(10, GRENADE, {**TOUGH, "armor": [{"kind": "light"}]})
    game.shoot(11, 5, 5, 5)
    assert game.one(Attacked).outcome.critical
    assert values(game.one(Struck).terms) == {"dice": 15, "weapon": 6}
    assert not game.one(Damaged).ignored


def test_far_from_the_centre_nothing_is_left_of_a_blast() -> None:
    game = thrown(40, 5, 5, 5, 5, 5, 5, others="Cid 11")
    assert [event.damage for event in game.every(Damaged)] == [21, 0]


@pytest.mark.parametrize(("face", "die", "metres"), [(90, 4, 4), (91, 4, 8), (97, 10, 20)])
def test_a_miss_goes_astray_by_one_die_doubled_over_thirty(face: int, die: int, metres: int) -> None:
    game = thrown(face, die, 5, 5, 5, others="Cid 1")
    scattered = game.one(Scattered)
    assert (scattered.direction, scattered.metres) == (die, metres)
    assert [event.target for event in game.every(Exploded)] == ["Guard"]


def test_a_miss_by_more_than_sixty_goes_three_times_as_far() -> None:
    game = thrown(92, 2, 5, 5, 5, visibility="blind")
    assert game.one(Scattered).metres == 6


def test_who_is_named_must_be_here() -> None:
    with pytest.raises(RuleViolation, match="Nobody is not here"):
        thrown(others="Nobody 3")


def test_a_gm_says_who_is_caught_by_what_goes_off() -> None:
    game = duel(ann=TOUGH, guard=TOUGH)
    game.act("Ann", "blast", 5, 5, 5, 5, 5, 5, item="Thermobaric grenade", others="Guard 12, Ann 9")
    assert [event.lost for event in game.every(Exploded)] == [4, 0]
    with pytest.raises(RuleViolation, match="'knife' does not explode"):
        game.act("Ann", "blast", item="knife", others="Guard")


@pytest.mark.parametrize(("range_m", "dice"), [(10, 3), (30, 2), (60, 1), (90, 1)])
def test_a_cone_is_worse_near_by_and_weaker_far_off(range_m: float, dice: int) -> None:
    game = duel(range_m, SPRAY, TOUGH)
    game.shoot(10, 97, *[1] * dice)
    assert len(game.one(Struck).roll.faces) == dice


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


def test_what_goes_off_is_offered() -> None:
    game = duel()
    offered = [choice.value for choice in ECLIPSE.candidates(game.scene, "blast", "item", {"actor": "Ann"})]
    assert "frag_grenade" in offered
    assert "smg" not in offered
