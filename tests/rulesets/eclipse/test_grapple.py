"""Grapples, blows with two weapons and subdual."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.ground.places import Place
from bot.core.ground.whereabouts import AtPlace
from bot.core.scene import with_combatant
from bot.core.views import GM, PUBLIC, view
from bot.rulesets.eclipse.ambush.events import AmbushSprung
from bot.rulesets.eclipse.fire.events import Attacked, Resolved
from bot.rulesets.eclipse.grapple.events import Wrestled
from bot.rulesets.eclipse.wounds.events import Bruised, Damaged, DamageRolled, KnockedOut
from tests.rulesets.eclipse.playing import ECLIPSE, GUARD, SHOOTER, Game, duel, values

WRESTLER: dict[str, Any] = {"skills": {**SHOOTER["skills"], "unarmed combat": 60}, "speed": 4}
MISS = 99


def held(guard_speed: int = 4) -> Game:
    """Ann holds Guard, and it is the second phase."""
    game = duel(1, WRESTLER, {"speed": guard_speed, "durability": 60})
    game.act("Ann", "grapple", 50, 97, target="Guard")
    return game


def summands(game: Game) -> dict[str, int]:
    """The summands of the test that was just made in a grapple."""
    outcome = game.one(Wrestled).outcome
    assert outcome is not None
    return values(outcome.terms)


def holds(game: Game, actor: str) -> bool | None:
    """Whether somebody holds the other or is held; None in no grapple."""
    grip = game.state(actor).grip
    return grip.holds if grip else None


def test_a_grapple_is_an_opposed_test_that_takes_hold_instead_of_damage() -> None:
    game = held()
    assert (game.one(Wrestled).won, game.every(DamageRolled)) == (True, [])
    assert "Ann wrestles to hold Guard: done" in game.told(PUBLIC)
    assert "holding" in ECLIPSE.status(game.scene, "Ann", PUBLIC).text
    assert "held" in ECLIPSE.status(game.scene, "Guard", GM).text
    lost = duel(1, WRESTLER)
    lost.act("Ann", "grapple", 20, 35, target="Guard")
    assert (lost.one(Wrestled).won, lost.state("Guard").grip) == (False, None)
    tied = duel(1, WRESTLER)
    tied.act("Ann", "grapple", 20, 20, target="Guard")
    assert "Ann wrestles to hold Guard: a tie, in vain." in tied.told(PUBLIC)
    failed = duel(1, WRESTLER)
    failed.act("Ann", "grapple", MISS, target="Guard", modifier=10)
    assert summands(failed)["told"] == 10
    assert "in vain" in failed.told(GM)


def test_who_runs_grapples_worse_by_ten_in_that_phase() -> None:
    game = duel(4, WRESTLER, {"speed": 4, "durability": 60})
    game.act("Ann", "move", pace="run", target="Guard", metres=3.0)
    game.act("Ann", "grapple", 40, 97, target="Guard")
    assert summands(game) == {"skill": 60, "running_otherwise": -10}
    game.act("Guard", "pass")
    game.act("Ann", "wrestle", 40, 97, 5, to="hurt")
    assert summands(game) == {"skill": 60}
    game.act("Guard", "pass")
    game.act("Ann", "move", pace="run")
    game.act("Ann", "wrestle", MISS, to="hurt")
    assert summands(game) == {"skill": 60, "running_otherwise": -10}


@pytest.mark.parametrize(("condition", "why"), [("dead", "is down"), ("unconscious", "is down")])
def test_nobody_wrestles_with_who_is_down(condition: str, why: str) -> None:
    game = duel(1)
    game.act("Guard", "correct", **{condition: True})
    assert f"Guard {why}: nobody wrestles with it." in game.refused("Ann", "grapple", target="Guard")


def test_nobody_wrestles_with_a_thing() -> None:
    game = duel(1)
    game.join("Door", owner=0, **{**GUARD, "kind": "object"})
    assert "Door is a thing" in game.refused("Ann", "grapple", target="Door")


def test_bare_hands_are_no_further_weapon() -> None:
    assert "The bare hands are no further weapon." in duel(1).refused(
        "Ann", "attack", target="Guard", weapon="knife", also="bare hands"
    )


def test_nobody_is_told_to_charge_into_a_grapple() -> None:
    game = duel(8)
    assert game.refused("Ann", "grapple", target="Guard") == "Guard is 8 m away. Move there with /act action:move."


def test_a_grapple_is_for_those_who_are_near_and_in_none() -> None:
    with pytest.raises(RuleViolation, match="60 m away"):
        duel(60, WRESTLER).act("Ann", "grapple", target="Guard")
    game = held()
    with pytest.raises(RuleViolation, match="Guard is in a grapple"):
        game.act("Guard", "grapple", target="Ann")
    game.join("Cid", 97, **GUARD)
    game.act("Guard", "pass")
    game.act("Cid", "pass")
    with pytest.raises(RuleViolation, match="Go on with /act action:wrestle"):
        game.act("Ann", "grapple", target="Cid")


def test_the_held_may_not_move_and_both_are_worse_at_all_else() -> None:
    game = held()
    with pytest.raises(RuleViolation, match=r"Ann holds Guard\. Break free first"):
        game.act("Guard", "move")
    game.act("Guard", "attack", 100, 39, 1, target="Ann", weapon="bare hands")
    assert values(game.one(Attacked).outcome.terms)["grappled"] == -20
    resolved = game.one(Resolved)
    assert resolved.defence is not None
    assert values(resolved.defence.terms)["grappled"] == -20
    assert game.scene.combatants["Ann"].state.grip is not None
    game.act("Ann", "move")


def test_the_held_breaks_free_or_turns_the_hold_round() -> None:
    game = held()
    game.act("Guard", "wrestle", 100, 97, to="hold")
    assert (game.one(Wrestled).won, holds(game, "Guard"), holds(game, "Ann")) == (True, True, False)
    with pytest.raises(RuleViolation, match="Guard holds Ann"):
        game.act("Ann", "move")
    game.act("Ann", "wrestle", 50, 97, to="free")
    assert (game.state("Guard").grip, game.state("Ann").grip) == (None, None)
    assert "wrestles to be free of" in game.told(PUBLIC)


def test_who_holds_hurts_or_lets_go_without_a_test() -> None:
    game = held()
    game.act("Guard", "wrestle", MISS, to="free")
    with pytest.raises(RuleViolation, match="Ann holds already"):
        game.act("Ann", "wrestle", to="hold")
    game.act("Ann", "wrestle", 50, 97, 7, to="hurt")
    assert values(game.one(DamageRolled).terms) == {"dice": 7, "somatics": 1}
    assert summands(game) == {"skill": 60}
    game.act("Guard", "pass")
    game.act("Ann", "wrestle", to="free")
    assert "Ann lets go of Guard" in game.told(PUBLIC)
    assert game.state("Guard").grip is None
    game.act("Guard", "pass")
    with pytest.raises(RuleViolation, match="Ann is in no grapple"):
        game.act("Ann", "wrestle", to="hurt")


@pytest.mark.parametrize(("leaver", "left"), [("Ann", "Guard"), ("Guard", "Ann")])
def test_of_whoever_has_left_nobody_reads_that_it_holds_or_is_held(leaver: str, left: str) -> None:
    game = held()
    game.leave(leaver)
    for viewer in (GM, PUBLIC):
        known = view(game.scene, viewer, ECLIPSE)
        assert not {"held", "holding"}.intersection(ECLIPSE.status(known, left, viewer).text.split(", "))


def test_a_grapple_is_over_with_one_who_is_out_or_gone() -> None:
    game = held()
    game.act("Ann", "correct", unconscious=True)
    assert game.act("Guard", "move")
    game = held()
    game.do(orders.Release(actor="Ann"))
    assert game.act("Guard", "move")


def test_nobody_is_shown_to_hold_or_aim_at_whom_a_gm_took_away() -> None:
    game = held()
    assert "holding" in ECLIPSE.status(game.scene, "Ann", PUBLIC).text
    game.do(orders.Release(actor="Guard"))
    assert "holding" not in ECLIPSE.status(game.scene, "Ann", PUBLIC).text
    aiming = duel(ann={"speed": 2})
    aiming.act("Ann", "aim", target="Guard")
    assert "full aim" in ECLIPSE.status(aiming.scene, "Ann", PUBLIC).text
    aiming.do(orders.Release(actor="Guard"))
    assert "full aim" not in ECLIPSE.status(aiming.scene, "Ann", PUBLIC).text


def test_of_both_who_wrestle_is_said_whose_test_is_whose() -> None:
    game = held()
    assert "Ann: skill 60 (unarmed combat); rolled 50: success" in game.told(GM)
    assert "Guard: fray 40; rolled 97: failure" in game.told(GM)
    assert "Guard: rolled 97: failure" in game.told(PUBLIC)


def test_a_grapple_does_not_go_on_once_somebody_comes_to_or_back() -> None:
    game = held()
    game.act("Ann", "correct", out_turns=1)
    game.act("Ann", "correct", out_turns=0)
    assert holds(game, "Ann") is holds(game, "Guard") is None
    assert "grapple" not in game.told(PUBLIC)
    assert "held" not in ECLIPSE.status(game.scene, "Guard", GM).text
    game = held()
    game.do(orders.Release(actor="Ann"))
    game.act("Guard", "move")
    assert holds(game, "Guard") is None


def test_whom_a_shock_keeps_from_acting_is_held_on_and_may_be_taken_hold_of() -> None:
    game = held()
    game.act("Guard", "correct", out_turns=3)
    assert (holds(game, "Ann"), holds(game, "Guard")) == (True, False)
    game = duel(1, WRESTLER, {"speed": 4, "durability": 60})
    game.act("Guard", "correct", out_turns=3)
    game.act("Ann", "grapple", 50, target="Guard")
    assert (holds(game, "Ann"), holds(game, "Guard"), game.one(Wrestled).defence) == (True, False, None)


def test_who_is_put_out_of_reach_is_held_by_nobody() -> None:
    game = held()
    game.do(orders.LayGround(range_m=2))
    assert holds(game, "Ann")
    assert game.scene.ground is not None
    game.do(orders.PutAt(actors=("Guard",), where=AtPlace(game.scene.ground.places["Ann"])))
    assert holds(game, "Ann")
    game.do(orders.PutAt(actors=("Guard",), where=AtPlace(Place(5000, 9000))))
    assert game.one(Wrestled).target == "Guard"
    assert holds(game, "Ann") is holds(game, "Guard") is None


@pytest.mark.parametrize(("north_cm", "still"), [(5200, True), (9000, None)])
def test_who_comes_back_holds_nobody_who_was_put_out_of_reach_meanwhile(north_cm: int, still: bool | None) -> None:
    game = held()
    game.do(orders.LayGround(range_m=2))
    there = msgspec.structs.replace(game.scene.combatants["Ann"], sheet_id=7)
    game.scene = with_combatant(game.scene, there)
    game.do(orders.Release(actor="Ann"))
    game.do(orders.PutAt(actors=("Guard",), where=AtPlace(Place(5000, north_cm))))
    game.do(orders.Enlist(name="Ann", owner=1, side=there.side, sheet=there.sheet, sheet_id=7))
    assert holds(game, "Ann") is still
    assert (game.state("Guard").grip is not None) is bool(still)


def test_who_is_told_to_be_out_of_reach_is_held_by_nobody() -> None:
    game = held()
    game.far(2)
    assert holds(game, "Ann")
    game.join("Cid", 97, **GUARD)
    game.do(orders.SetRange(actor="Cid", target="Ann", range_m=30))
    assert holds(game, "Ann")
    game.far(30)
    assert game.one(Wrestled).target == "Guard"
    assert holds(game, "Ann") is holds(game, "Guard") is None


def test_the_held_are_not_told_who_hides_and_holds_them() -> None:
    game = Game()
    game.join("Ann", **SHOOTER)
    game.join("Xyz", owner=0, hidden=True, **{**GUARD, **WRESTLER})
    game.start(10, 50)
    game.do(orders.SetRange(actor="Ann", target="Xyz", range_m=1))
    game.act("Xyz", "grapple", 50, 97, target="Ann")
    with pytest.raises(RuleViolation, match="Somebody holds Ann"):
        game.act("Ann", "move")


def test_a_grip_binds_at_once_who_acts_at_the_same_score() -> None:
    game = Game()
    for name in ("Ann", "Bob"):
        game.join(name, **WRESTLER)
    game.start(50, 50)
    game.act("Ann", "grapple", 50, 97, target="Bob")
    assert "Ann holds Bob" in game.refused("Bob", "move", pace="run")
    game.act("Bob", "attack", 98, target="Ann", range_m=1)
    assert values(game.one(Attacked).outcome.terms)["grappled"] == -20


def test_who_is_held_does_not_charge() -> None:
    game = held()
    game.join("Cid", 97, owner=2, **GUARD)
    game.do(orders.SetRange(actor="Guard", target="Cid", range_m=8))
    with pytest.raises(RuleViolation, match="Ann holds Guard"):
        game.act("Guard", "attack", target="Cid", weapon="bare hands", charging=True)


def test_further_weapons_of_one_blow_add_a_die_each() -> None:
    blades = [{"kind": "knife"}, {"kind": "vibroblade"}, {"kind": "vibroblade", "ready": False}, {"kind": "smg"}]
    game = duel(1, {"weapons": blades}, {"durability": 500})
    game.shoot(30, 97, 1, 2, also="vibroblade, knife")
    assert game.one(DamageRolled).roll.faces == (1, 2)
    for wrong in ("vibroblade 2", "SMG", "bare hands", "submachine gun"):
        with pytest.raises(RuleViolation, match=r"no further weapon|There is no"):
            duel(1, {"weapons": blades}).shoot(also=wrong)
    with pytest.raises(RuleViolation, match="for attacks from afar"):
        duel(1).shoot(also="knife")


def test_subdual_is_half_the_damage_as_stun() -> None:
    game = duel(1, {"weapons": [{"kind": "knife"}]}, {"durability": 12, "armor": [{"kinetic": 1}]})
    game.shoot(30, 97, 9, subdue=True)
    assert values(game.one(DamageRolled).terms) == {"dice": 9, "weapon": 2, "somatics": 1, "subdual": -6}
    assert (game.one(Bruised).stun, game.every(Damaged), game.state("Guard").stun) == (6, [], 6)
    assert "stun" in game.told(GM)
    assert "stun" not in game.told(PUBLIC)
    assert "stun 6" in ECLIPSE.status(game.scene, "Guard", GM).text
    assert ECLIPSE.project(game.scene.combatants["Guard"])["condition"] == {"stun": 6}
    game.act("Ann", "damage", 50, target="Guard", damage=6)
    assert game.one(KnockedOut).actor == "Guard"
    game.act("Ann", "heal", target="Guard", stun=6)
    assert game.state("Guard").stun == 0


@pytest.mark.parametrize("kind", ["synthmorph", "object"])
def test_nobody_subdues_what_feels_no_stun(kind: str) -> None:
    game = duel(1, {"weapons": [{"kind": "knife"}]})
    game.join("Crate", *((5,) if kind == "synthmorph" else ()), owner=0, **{**GUARD, "kind": kind})
    assert game.refused("Ann", "attack", target="Crate", subdue=True) == (
        "No blow stuns Crate: that is no living body. Attack without subdue."
    )


def test_stun_alone_puts_out_and_kills_nobody() -> None:
    game = duel(1, {"weapons": [{"kind": "knife"}]}, {"durability": 5})
    game.shoot(30, 97, 9, 50, subdue=True)
    assert (game.one(KnockedOut).actor, game.state("Guard").dead) == ("Guard", False)
    assert "armour" not in game.told(GM)


@pytest.mark.parametrize("inputs", [{}, {"target": "Guard", "away": True}])
def test_who_is_held_comes_along_where_distances_are_told(inputs: dict[str, object]) -> None:
    game = held()
    game.join("Cid", 5, owner=0, **GUARD)
    game.do(orders.SetRange(actor="Guard", target="Cid", range_m=10))
    game.act("Guard", "pass")
    game.act("Cid", "pass")
    game.act("Ann", "move", pace="run", **inputs)
    assert (game.scene.range_m("Ann", "Guard"), "moves (run) 5 m" in game.told()) == (1, True)
    assert {each.split("\n")[0] for each in game.scene.outdated} == {"Cid"}
    assert game.refused("Guard", "move", target="Cid")


def test_who_is_held_comes_along_in_a_charge_where_distances_are_told() -> None:
    game = held()
    game.join("Cid", 5, owner=0, **GUARD)
    game.join("Bob", 5, owner=2, **GUARD)
    game.do(orders.SetRange(actor="Ann", target="Cid", range_m=10))
    game.do(orders.SetRange(actor="Guard", target="Bob", range_m=10))
    for other in ("Guard", "Bob", "Cid"):
        game.act(other, "pass")
    game.act("Ann", "attack", 98, target="Cid", weapon="bare hands", charging=True)
    assert (game.scene.range_m("Ann", "Cid"), game.scene.range_m("Ann", "Guard")) == (1, 1)
    assert game.scene.outdated == ("Bob\nGuard",)


def test_nobody_goes_to_whom_it_holds() -> None:
    game = held()
    game.act("Guard", "pass")
    assert game.refused("Ann", "move", target="Guard") == "Ann holds Guard already. Go elsewhere: it comes along."
    assert (game.state("Ann").turn_m, game.state("Ann").quick) == (0, 0)


def test_who_is_held_comes_along_where_nobody_knows_how_near_it_is() -> None:
    game = Game()
    game.join("Ann", **{**SHOOTER, **WRESTLER})
    game.join("Guard", owner=0, **{**GUARD, "durability": 60})
    game.start(50, 10)
    game.act("Ann", "grapple", 50, 97, target="Guard")
    game.act("Guard", "pass")
    game.act("Ann", "move", pace="run")
    assert (game.scene.ranges_m, game.state("Ann").turn_m) == ({}, 5)


def test_how_big_somebody_is_counts_in_a_grapple_as_for_a_blow() -> None:
    game = duel(1, WRESTLER, {"speed": 4, "durability": 60, "size": "small"})
    game.act("Ann", "grapple", 50, 97, target="Guard")
    assert summands(game) == {"skill": 60, "sizes": -10}
    game.act("Guard", "wrestle", MISS, to="free")
    assert "sizes" not in summands(game)
    game.act("Ann", "wrestle", MISS, to="hurt")
    assert summands(game) == {"skill": 60, "sizes": -10}


def test_both_in_a_grapple_are_worse_at_noticing_an_ambush_and_at_springing_one() -> None:
    game = held()
    game.join("Cid", 1, owner=2, skills={"infiltration": 60, "fray": 40})
    game.act("Cid", "ambush", 50, MISS, target="Guard", alert=True)
    assert values(game.one(AmbushSprung).noticing.terms)["grappled"] == -20
    game.act("Ann", "ambush", MISS, MISS, target="Cid", alert=True)
    assert values(game.one(AmbushSprung).hiding.terms)["grappled"] == -20
