"""Attacks: what adds up to the target number, who is hit, and how the phase goes on."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import RangeSet
from bot.core.views import PUBLIC
from bot.rulesets.eclipse.deeds.events import Moved
from bot.rulesets.eclipse.equipment.events import Disarmed
from bot.rulesets.eclipse.fire.events import Attacked, Resolved
from bot.rulesets.eclipse.wounds.events import BodyTested, Damaged, DamageRolled
from tests.rulesets.eclipse.playing import ECLIPSE, GUARD, SHOOTER, Game, duel, values

MISS = 98


def fired(
    range_m: float = 60, ann: dict[str, Any] | None = None, guard: dict[str, Any] | None = None, **inputs: Any
) -> dict[str, int]:
    """The terms of an attack that misses."""
    game = duel(range_m, ann or {}, guard or {})
    game.shoot(MISS, **inputs)
    return values(game.one(Attacked).outcome.terms)


@pytest.mark.parametrize(
    ("inputs", "label", "value"),
    [
        ({"off_hand": True}, "off_hand", -20),
        ({"superior": True}, "superior", 20),
        ({"called": "eyes"}, "called", -10),
        ({"one_hand": True}, "one_hand", -20),
        ({"size": "small"}, "sizes", -10),
        ({"size": "very_small"}, "sizes", -30),
        ({"size": "large"}, "sizes", 10),
        ({"size": "very_large"}, "sizes", 30),
        ({"visibility": "minor"}, "visibility", -10),
        ({"visibility": "major"}, "visibility", -20),
        ({"visibility": "blind"}, "visibility", -30),
        ({"from_cover": True}, "from_cover", -10),
        ({"in_melee": True}, "in_melee", -30),
        ({"cover": "minor"}, "cover", -10),
        ({"cover": "moderate"}, "cover", -20),
        ({"cover": "major"}, "cover", -30),
        ({"unseen": True}, "unseen", -60),
        ({"indirect": True}, "indirect", -30),
        ({"aim": "quick"}, "aim_quick", 10),
        ({"modifier": -15}, "told", -15),
    ],
)
def test_each_circumstance_has_its_modifier(inputs: dict[str, Any], label: str, value: int) -> None:
    assert fired(**inputs) == {"skill": 60, label: value}


@pytest.mark.parametrize(("range_m", "value"), [(2, 10), (2.1, None), (150, None), (151, -10), (500, -20), (900, -30)])
def test_range_has_five_bands(range_m: float, value: int | None) -> None:
    assert fired(range_m).get("bands") == value


def test_beyond_extreme_range_nothing_is_hit() -> None:
    with pytest.raises(RuleViolation, match="reaches 900 m"):
        duel(901).shoot()


def test_what_is_known_of_both_counts_by_itself() -> None:
    ann = {"weapons": [{"kind": "smg", "smartlink": True}], "condition": {"wounds": 1, "traumas": 1}}
    armor = [{"kind": "vest"}, {"kind": "clothing"}, {"kind": "light_helmet"}]
    guard = {"condition": {"prone": True}, "size": "large"}
    found = fired(30, {**ann, "armor": armor}, guard)
    expected = {"wound": -10, "trauma": -10, "layer": -20, "sizes": 10, "smartlink": 10, "prone_far": -10}
    assert found == {"skill": 60, **expected}


def test_a_prone_target_close_by_is_no_harder() -> None:
    assert "prone_far" not in fired(9, None, {"condition": {"prone": True}})


@pytest.mark.parametrize(
    ("weapon", "range_m", "label", "value"),
    [("automatic rifle", 40, "running", -20), ("knife", 0, "running_otherwise", -10)],
)
def test_whoever_runs_attacks_worse(weapon: str, range_m: float, label: str, value: int) -> None:
    game = duel(20 + range_m)
    game.act("Ann", "move", target="Guard", pace="run")
    game.shoot(MISS, weapon=weapon)
    assert values(game.one(Attacked).outcome.terms)[label] == value


@pytest.mark.parametrize(
    ("inputs", "label", "value"),
    [({"reach": True}, "reach", 10), ({"touch": True}, "touch", 20), ({"receiving": True}, "receiving", 20)],
)
def test_melee_has_modifiers_of_its_own(inputs: dict[str, Any], label: str, value: int) -> None:
    assert fired(1, weapon="knife", **inputs) == {"skill": 50, label: value}


def test_who_runs_into_a_charge_is_charging_and_no_worse_for_it() -> None:
    game = duel(20)
    game.act("Ann", "move", target="Guard", pace="run", metres=10)
    game.shoot(MISS, weapon="knife", charging=True)
    assert values(game.one(Attacked).outcome.terms) == {"skill": 50, "charging": -10}


def test_a_charge_adds_a_die_to_a_blow() -> None:
    game = duel(8, guard={"durability": 500})
    game.shoot(30, 97, 4, 5, weapon="knife", charging=True)
    assert values(game.one(DamageRolled).terms) == {"dice": 9, "weapon": 2, "somatics": 1}


def test_a_charge_ends_beside_its_target_and_takes_its_metres_of_the_turn() -> None:
    game = duel(20, {"speed": 2})
    game.shoot(MISS, weapon="knife", charging=True)
    assert (game.one(Moved).metres, game.scene.range_m("Ann", "Guard")) == (19, 1)
    assert (game.state("Ann").turn_m, game.state("Ann").running) == (19, True)
    assert "moves (run) 19 m" in game.told()
    game.act("Guard", "pass")
    game.act("Ann", "move", pace="run")
    assert game.one(Moved).metres == 1
    with pytest.raises(RuleViolation, match=r"as far as a run takes it\. Leave it at that"):
        game.act("Ann", "move", pace="run")


def test_a_charge_leads_away_from_all_others_where_distances_are_told() -> None:
    game = duel(10)
    game.join("Bob", 5, owner=2, **GUARD)
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=5))
    game.shoot(MISS, weapon="knife", charging=True, range_m=12)
    assert (game.scene.range_m("Ann", "Guard"), game.scene.outdated) == (1, ("Ann\nBob",))
    assert game.told().count("apart") == 1


@pytest.mark.parametrize(
    ("range_m", "inputs", "why"),
    [
        (3, {"weapon": "knife"}, "From 3 m away it is no charge"),
        (4.9, {"weapon": "knife"}, r"A charge takes 4 m and ends 1 m from its target"),
        (22, {"weapon": "knife"}, "20 m are left to run"),
        (8, {}, "Nobody charges with the automatic rifle"),
    ],
)
def test_a_charge_is_as_long_as_a_run_and_with_a_weapon_for_close_combat(
    range_m: float, inputs: dict[str, Any], why: str
) -> None:
    with pytest.raises(RuleViolation, match=why):
        duel(range_m).shoot(charging=True, **inputs)


@pytest.mark.parametrize(
    ("range_m", "other_m", "why"),
    [
        (1, 8, r"^Thug is 8 m away\. Leave it out of others, or move there first"),
        (8, 1, r"^Thug is 1 m away\. Leave it out of others\.$"),
        (8, 11, r"^Thug is 11 m away\. Leave it out of others\.$"),
    ],
)
def test_who_else_is_struck_at_is_where_the_blow_falls(range_m: float, other_m: float, why: str) -> None:
    game = duel(range_m)
    game.join("Thug", 10, owner=0, **GUARD)
    game.do(orders.SetRange(actor="Ann", target="Thug", range_m=other_m))
    with pytest.raises(RuleViolation, match=why):
        game.shoot(weapon="knife", charging=range_m == 8, others="Thug")


def test_a_charge_strikes_at_who_stands_beside_its_target_too() -> None:
    game = duel(8)
    game.join("Thug", 10, owner=0, **GUARD)
    game.do(orders.SetRange(actor="Ann", target="Thug", range_m=9))
    game.shoot(98, 98, weapon="knife", charging=True, others="Thug")
    assert [each.target for each in game.every(Attacked)] == ["Guard", "Thug"]


def test_nobody_charges_from_the_ground_or_over_who_knows_how_far() -> None:
    game = duel(8, {"condition": {"prone": True}})
    with pytest.raises(RuleViolation, match="Stand up first"):
        game.shoot(weapon="knife", charging=True)
    game = Game()
    game.join("Ann", **SHOOTER)
    game.join("Guard", owner=0, **GUARD)
    game.start(50, 10)
    with pytest.raises(Incomplete, match="How far away is the target of the charge"):
        game.shoot(weapon="knife", charging=True)


def test_a_touch_does_what_the_item_does_and_no_damage() -> None:
    game = duel(1, {"weapons": [{"kind": "knife"}, {"kind": "shock_baton"}]})
    game.shoot(30, 97, weapon="knife", touch=True)
    assert (game.one(Resolved).touch, game.every(DamageRolled)) == (True, [])
    assert "Guard is touched" in game.told(PUBLIC)
    game = duel(1, {"skills": {"clubs": 60}, "weapons": [{"kind": "shock_baton"}]})
    game.shoot(30, 97, 20, touch=True)
    assert game.one(BodyTested).outcome.label == "shock"
    with pytest.raises(RuleViolation, match=r"Nobody is touched with the automatic rifle\. Name the bare hands"):
        duel(1).shoot(touch=True)


def test_the_longer_reach_helps_the_defence_in_melee() -> None:
    game = duel(1)
    game.shoot(30, 45, weapon="knife", outreached=True)
    resolved = game.one(Resolved)
    assert resolved.defence is not None
    assert values(resolved.defence.terms) == {"fray": 40, "reach": 10}
    game = duel()
    game.shoot(30, 97, 1, 1, outreached=True)
    resolved = game.one(Resolved)
    assert resolved.defence is not None
    assert values(resolved.defence.terms) == {"half_fray": 20}


def test_aiming_is_nothing_in_melee() -> None:
    with pytest.raises(RuleViolation, match="from afar"):
        duel(1).shoot(weapon="knife", aim="quick")


@pytest.mark.parametrize(
    ("range_m", "weapon", "terms"),
    [
        (60, "automatic rifle", {"half_fray": 25, "full_defence": 30}),
        (1, "knife", {"freerunning": 50, "full_defence": 30}),
    ],
)
def test_in_full_defence_freerunning_may_stand_for_fray(range_m: float, weapon: str, terms: dict[str, int]) -> None:
    game = duel(range_m, guard={"skills": {"fray": 40, "freerunning": 50}, "initiative": 200})
    game.act("Guard", "full_defence")
    game.shoot(10, 54, *((50, 10) if weapon == "knife" else ()), weapon=weapon)
    resolved = game.one(Resolved)
    assert resolved.defence is not None
    assert values(resolved.defence.terms) == terms


@pytest.mark.parametrize(("range_m", "charges"), [(2.1, False), (4.9, False), (5, True), (21, True), (21.1, False)])
def test_who_is_out_of_reach_is_told_to_charge_where_that_would_work(range_m: float, charges: bool) -> None:
    game = duel(range_m)
    told = game.refused("Ann", "attack", target="Guard", weapon="knife")
    assert ("charging=yes" in told) == charges
    if charges:
        game.shoot(MISS, weapon="knife", charging=True)


def test_who_lies_on_the_ground_is_not_told_to_charge() -> None:
    game = duel(10)
    game.act("Ann", "stance", to="prone")
    refused = game.refused("Ann", "attack", target="Guard", weapon="knife")
    assert refused == "Guard is 10 m away. Move there with /act action:move."


def test_whoever_names_too_many_is_told_which_mode_takes_them() -> None:
    game = duel(ann={"weapons": [{"kind": "smg"}, {"kind": "hand_laser"}]})
    game.join("Bob", 5, owner=2, **GUARD)
    assert "BF takes 2, FA takes 3" in game.refused("Ann", "attack", target="Guard", others="Bob", mode="SA")
    alone = game.refused("Ann", "attack", target="Guard", others="Bob", weapon="hand laser")
    assert alone.endswith("Attack one after the other.")


def test_reach_is_nothing_from_afar() -> None:
    assert fired(reach=True) == {"skill": 60}


def test_melee_needs_to_be_near_or_to_charge() -> None:
    with pytest.raises(RuleViolation, match=r"60 m away\. Move there with /act action:move\.$"):
        duel().shoot(weapon="knife")
    game = duel(12)
    game.shoot(MISS, weapon="knife", charging=True)
    assert game.one(Attacked).band == ""


def test_a_full_aim_counts_in_the_next_phase_and_only_there() -> None:
    game = duel(ann={"speed": 3})
    game.act("Ann", "aim", target="Guard")
    game.act("Guard", "pass")
    game.shoot(MISS, aim="quick")
    assert values(game.one(Attacked).outcome.terms)["aim_complex"] == 30
    game.shoot(MISS)
    game.shoot(MISS)
    assert values(game.one(Attacked).outcome.terms) == {"skill": 60}


def test_who_takes_another_gun_in_hand_aims_no_more() -> None:
    armed = [{"kind": "automatic_rifle"}, {"kind": "hand_laser", "ready": False}, {"kind": "knife", "ready": False}]
    for taken, aim in (("hand laser", 0), ("knife", 30)):
        game = duel(ann={"speed": 2, "weapons": armed})
        game.act("Ann", "aim", target="Guard")
        game.act("Guard", "pass")
        game.act("Ann", "ready", item=taken)
        game.shoot(MISS, weapon="automatic rifle")
        assert values(game.one(Attacked).outcome.terms).get("aim_complex", 0) == aim


@pytest.mark.parametrize(("full", "second"), [(True, {"skill": 60, "aim_complex": 30}), (False, {"skill": 60})])
def test_a_full_aim_counts_for_both_attacks_of_an_action_and_a_quick_one_for_the_first(
    full: bool, second: dict[str, int]
) -> None:
    game = duel(ann={"speed": 3})
    game.act("Ann", "aim" if full else "pass", **({"target": "Guard"} if full else {}))
    game.act("Guard", "pass")
    game.shoot(MISS, aim="quick")
    assert len(values(game.one(Attacked).outcome.terms)) == 2
    game.shoot(MISS)
    assert values(game.one(Attacked).outcome.terms) == second


@pytest.mark.parametrize(
    ("said", "terms"),
    [
        ({"blindly": True}, {"visibility": -30}),
        ({"visibility": "blind"}, {"visibility": -30}),
        ({"indirect": True}, {"indirect": -30}),
        ({"unseen": True}, {"unseen": -60}),
    ],
)
def test_a_full_aim_is_nothing_where_its_target_cannot_be_seen(said: dict[str, Any], terms: dict[str, int]) -> None:
    game = duel(ann={"speed": 2})
    game.act("Ann", "aim", target="Guard")
    game.act("Guard", "pass")
    game.shoot(MISS, **said)
    assert values(game.one(Attacked).outcome.terms) == {"skill": 60, **terms}


@pytest.mark.parametrize("out", [{"damage": 30}, {"damage": 30, "stress": True}])
def test_who_is_put_out_aims_and_defends_no_more_once_it_comes_to(out: dict[str, Any]) -> None:
    game = duel(ann={"speed": 2}, guard={"initiative": 200})
    game.act("Guard", "full_defence")
    game.act("Ann", "aim", target="Guard")
    for each in ("Guard", "Ann"):
        game.do_at_least(orders.Act(actor=each, action="damage", inputs={"target": each, **out}))
        game.act(each, "heal", target=each)
    assert (game.state("Ann").aim, game.state("Guard").defending) == (None, False)


@pytest.mark.parametrize(
    "killing", [("damage", {"target": "Ann", "damage": 45}), ("correct", {"dead": True}), ("correct", {"dazed": True})]
)
def test_who_dies_or_loses_its_wits_aims_no_more_if_that_is_set_right(killing: tuple[str, dict[str, Any]]) -> None:
    action, inputs = killing
    game = duel(ann={"speed": 2})
    game.act("Ann", "aim", target="Guard")
    game.act("Ann", action, **inputs)
    game.act("Ann", "correct", dead=False, dazed=False)
    assert (game.state("Ann").able, game.state("Ann").aim) == (True, None)


def test_a_full_aim_at_somebody_else_is_nothing() -> None:
    game = duel(ann={"speed": 2})
    game.join("Cid", 5, **GUARD)
    game.act("Ann", "aim", target="Cid")
    for other in ("Guard", "Cid"):
        game.act(other, "pass")
    game.shoot(MISS)
    assert values(game.one(Attacked).outcome.terms) == {"skill": 60}


def test_a_quick_aim_must_be_the_only_quick_action() -> None:
    game = duel()
    game.act("Ann", "stance", to="prone")
    with pytest.raises(RuleViolation, match="only quick action"):
        game.shoot(aim="quick")


@pytest.mark.parametrize(
    ("attack", "defence", "hit"), [(40, (20,), True), (40, (83,), True), (15, (18,), False), (18, (18,), False)]
)
def test_an_attack_hits_where_it_beats_the_defence(attack: int, defence: tuple[int, ...], hit: bool) -> None:
    game = duel()
    game.shoot(attack, *defence, *((1, 1) if hit else ()))
    assert game.one(Resolved).hit is hit


def test_a_failed_attack_needs_no_defence() -> None:
    game = duel()
    game.shoot(61)
    assert game.every(Resolved) == []


def test_ranged_defence_is_half_of_fray_rounded_down_and_thirty_more_in_full_defence() -> None:
    game = duel(guard={"skills": {"fray": 41}, "initiative": 200, "condition": {"wounds": 1}})
    game.act("Guard", "full_defence")
    game.shoot(30, 39)
    resolved = game.one(Resolved)
    assert resolved.defence is not None
    assert values(resolved.defence.terms) == {"half_fray": 20, "full_defence": 30, "wound": -10}


@pytest.mark.parametrize(("blades", "label", "value"), [(30, "fray", 40), (70, "skill", 70)])
def test_in_melee_fray_or_the_better_skill_defends(blades: int, label: str, value: int) -> None:
    game = duel(1, guard={"skills": {"fray": 40, "blades": blades}, "weapons": [{"kind": "knife"}]})
    game.shoot(1, 30, weapon="knife")
    resolved = game.one(Resolved)
    assert resolved.defence is not None
    assert values(resolved.defence.terms) == {label: value}


@pytest.mark.parametrize(("guard", "inputs"), [({"condition": {"unconscious": True}}, {}), ({}, {"unaware": True})])
def test_the_helpless_have_no_defence(guard: dict[str, Any], inputs: dict[str, Any]) -> None:
    game = Game()
    game.join("Ann", **SHOOTER)
    game.join("Guard", owner=0, **{**GUARD, **guard})
    game.start(50, *(() if guard else (10,)))
    game.shoot(49, 1, 1, range_m=60, **inputs)
    assert (game.one(Resolved).defence, game.one(Resolved).hit) == (None, True)


@pytest.mark.parametrize(("face", "called"), [(20, "eyes"), (21, "")])
def test_a_called_shot_works_with_a_margin_of_thirty(face: int, called: str) -> None:
    game = duel()
    game.shoot(face, 97, 1, 1, called="eyes")
    assert game.one(Resolved).called == called
    assert game.one(Resolved).excellent == (5 if called else 0)


def test_no_shot_is_called_with_what_catches_all_who_are_near() -> None:
    refusal = duel(20).refused("Ann", "attack", target="Guard", weapon="fragmentation grenade", called="armor")
    assert "called on anything: it catches all who are near. Attack without called" in refusal


@pytest.mark.parametrize(("face", "damage", "through"), [(20, 13, True), (21, 4, False)])
def test_a_shot_called_on_a_gap_goes_through_armour(face: int, damage: int, through: bool) -> None:
    game = duel(guard={"armor": [{"kind": "light"}], "durability": 500})
    game.shoot(face, 97, 1, 1, called="armor")
    assert (game.one(Damaged).damage, game.one(Damaged).ignored) == (damage, through)


@pytest.mark.parametrize(("grip", "dropped"), [(15, 0), (16, 1)])
def test_a_shot_called_on_what_is_held_does_half_and_may_disarm(grip: int, dropped: int) -> None:
    game = duel(guard={"weapons": [{"kind": "smg"}], "durability": 500})
    game.shoot(20, 97, 1, 1, grip, called="disarm")
    assert values(game.one(DamageRolled).terms) == {"dice": 2, "weapon": 6, "excellent": 5, "glancing": -7}
    assert values(game.one(BodyTested).outcome.terms) == {"som_3": 45, "disarmed": -30}
    assert len(game.every(Disarmed)) == dropped
    assert game.state("Guard").weapons["submachine gun"].ready is not bool(dropped)
    assert ("Guard loses hold of the submachine gun" in game.told(PUBLIC)) is bool(dropped)


def test_bare_hands_cannot_be_disarmed() -> None:
    game = duel(guard={"durability": 500})
    game.shoot(20, 97, 1, 1, called="disarm")
    assert (game.every(BodyTested), game.every(Disarmed)) == ([], [])


def test_two_single_shots_make_one_action() -> None:
    game = duel()
    game.shoot(MISS)
    assert (game.one(Attacked).second, game.may("Ann")) == (True, ("second", "late"))
    assert "now, a second attack may follow" in ECLIPSE.status(game.scene, "Ann", PUBLIC).text
    game.shoot(MISS)
    assert (game.one(Attacked).second, game.now()) == (False, ("Guard",))
    assert game.state("Ann").weapons["automatic rifle"].loaded == 28


def test_the_second_shot_at_somebody_else_is_harder() -> None:
    game = duel()
    game.join("Cid", 5, **GUARD)
    game.shoot(MISS)
    game.act("Ann", "attack", MISS, target="Cid", range_m=60)
    assert values(game.one(Attacked).outcome.terms) == {"skill": 60, "targets": -20}


@pytest.mark.parametrize("inputs", [{"weapon": "hand laser"}, {"mode": "BF"}])
def test_the_second_shot_is_one_like_the_first(inputs: dict[str, Any]) -> None:
    game = duel()
    game.shoot(MISS)
    with pytest.raises(RuleViolation, match="second attack"):
        game.shoot(**inputs)


def test_the_second_shot_may_be_let_go_by() -> None:
    game = duel()
    game.shoot(MISS)
    game.act("Ann", "pass")
    assert game.now() == ("Guard",)


def test_a_beam_sweeps_on_with_its_second_shot() -> None:
    game = duel(20)
    game.shoot(MISS, weapon="hand laser")
    game.shoot(MISS, weapon="hand laser", mode="SA")
    assert values(game.one(Attacked).outcome.terms) == {"skill": 60, "sweep": 10}


def test_a_beam_that_was_dodged_sweeps_on_too() -> None:
    game = duel(20)
    game.shoot(10, 18, weapon="hand laser")
    game.shoot(MISS, weapon="hand laser")
    assert values(game.one(Attacked).outcome.terms)["sweep"] == 10


def test_a_beam_that_hit_or_goes_elsewhere_does_not_sweep() -> None:
    game = duel(20, guard={"durability": 500})
    game.join("Cid", 5, **GUARD)
    game.shoot(40, 97, 1, 1, weapon="hand laser")
    game.shoot(MISS, weapon="hand laser")
    assert values(game.one(Attacked).outcome.terms) == {"skill": 60}
    game = duel(20)
    game.join("Cid", 5, **GUARD)
    game.shoot(MISS, weapon="hand laser")
    game.act("Ann", "attack", MISS, target="Cid", range_m=20, weapon="hand laser")
    assert values(game.one(Attacked).outcome.terms) == {"skill": 60, "targets": -20}


@pytest.mark.parametrize("faces", [(MISS,), (10, 18)])
def test_a_beam_that_did_not_hit_is_not_kept_on(faces: tuple[int, ...]) -> None:
    game = duel(20)
    game.shoot(*faces, weapon="hand laser", concentrated=True)
    assert game.may("Ann") == ("second", "late")
    with pytest.raises(RuleViolation, match="no second attack"):
        game.shoot(weapon="hand laser", concentrated=True)


def test_several_opponents_hand_to_hand_are_attacked_one_by_one() -> None:
    game = duel(1, guard={"durability": 500})
    game.join("Cid", 5, **GUARD)
    game.shoot(20, 97, 1, 31, weapon="knife", others="Cid")
    first, second = game.every(Attacked)
    assert [values(each.outcome.terms) for each in (first, second)] == [{"skill": 50, "targets": -20}] * 2
    assert [event.target for event in game.every(Resolved)] == ["Guard"]
    assert (first.others, game.now()) == ((), ("Guard",))


def test_several_opponents_hand_to_hand_must_be_near() -> None:
    game = duel(1)
    game.join("Cid", 5, **GUARD)
    game.do(orders.SetRange(actor="Ann", target="Cid", range_m=5))
    with pytest.raises(RuleViolation, match="Cid is 5 m away"):
        game.shoot(weapon="knife", others="Cid")


def test_a_pulse_is_no_beam() -> None:
    game = duel(20, {"weapons": [{"kind": "laser_pulser"}]})
    with pytest.raises(RuleViolation, match="no beam"):
        game.shoot(concentrated=True)


@pytest.mark.parametrize(("first", "second", "terms"), [("Cid", "Cid", {}), ("Cid", "Dee", {"targets": -20})])
def test_another_pair_under_the_second_burst_is_harder(first: str, second: str, terms: dict[str, int]) -> None:
    game = duel()
    for name in ("Cid", "Dee"):
        game.join(name, 5, **GUARD)
    game.shoot(MISS, mode="BF", others=first)
    game.shoot(MISS, mode="BF", others=second)
    assert values(game.one(Attacked).outcome.terms) == {"skill": 60, **terms}


def test_a_concentrated_beam_is_one_attack_of_half_as_much_again() -> None:
    game = duel(20)
    game.shoot(20, 97, 1, 2, weapon="hand laser", concentrated=True)
    assert game.now() == ("Guard",)
    struck = game.one(DamageRolled)
    assert values(struck.terms) == {"dice": 3, "concentrated": 2, "excellent": 5}
    assert struck.dv == 10


@pytest.mark.parametrize(
    ("mode", "rounds", "faces", "terms"),
    [
        ("SA", 1, (1, 1), {"dice": 2, "weapon": 6}),
        ("BF", 3, (1, 1, 1), {"dice": 3, "weapon": 6}),
        ("FA", 10, (1, 1, 1), {"dice": 3, "weapon": 6, "mode": 10}),
    ],
)
def test_more_rounds_do_more_damage(mode: str, rounds: int, faces: tuple[int, ...], terms: dict[str, int]) -> None:
    game = duel(guard={"durability": 500})
    game.shoot(40, 97, *faces, mode=mode)
    assert (game.one(Attacked).spent, values(game.one(DamageRolled).terms)) == (rounds, terms)


@pytest.mark.parametrize(
    ("mode", "burst_for", "to_hit", "faces"),
    [
        ("BF", "hit", {"burst_to_hit": 10}, 2),
        ("FA", "hit", {"auto_to_hit": 30}, 2),
        ("BF", "damage", {}, 3),
        ("FA", "damage", {}, 5),
        ("SA", "hit", {}, 2),
    ],
)
def test_by_the_later_printing_bursts_are_for_damage_or_to_hit(
    mode: str, burst_for: str, to_hit: dict[str, int], faces: int
) -> None:
    game = duel(guard={"durability": 500}, later_printing=True)
    game.shoot(60, 97, *[1] * faces, mode=mode, burst_for=burst_for)
    assert values(game.one(Attacked).outcome.terms) == {"skill": 60, **to_hit}
    assert len(game.one(DamageRolled).roll.faces) == faces


def test_one_pull_over_several_is_one_attack_and_each_defends() -> None:
    game = duel()
    for name in ("Cid", "Dee"):
        game.join(name, 5, **GUARD)
    game.shoot(40, 97, 1, 1, 97, 1, 1, 15, 1, 1, mode="FA", others="cid, Dee")
    assert [event.target for event in game.every(Resolved)] == ["Guard", "Cid", "Dee"]
    assert values(game.one(Attacked).outcome.terms) == {"skill": 60}
    assert values(game.every(DamageRolled)[0].terms) == {"dice": 2, "weapon": 6}


@pytest.mark.parametrize(
    ("inputs", "match"),
    [
        ({"mode": "SA", "others": "Cid"}, "SA hits 1"),
        ({"mode": "BF", "others": "Cid, Ann"}, "attacks themselves"),
        ({"others": "Nobody"}, "not here"),
        ({"target": "Ann"}, "attacks themselves"),
        ({"concentrated": True}, "no beam"),
        ({"weapon": "knife", "range_m": 1, "mode": "SA"}, "hand to hand"),
        ({"weapon": "catapult"}, "no 'catapult'"),
        ({"mode": "SS"}, "does not fire SS"),
    ],
)
def test_what_is_not_possible_is_refused(inputs: dict[str, Any], match: str) -> None:
    game = duel()
    game.join("Cid", 5, **GUARD)
    with pytest.raises(RuleViolation, match=match):
        game.shoot(**inputs)


def test_the_hidden_are_not_here_for_players_and_the_dead_are_shot_at_like_anybody() -> None:
    game = duel()
    game.join("Spy", 5, owner=0, hidden=True, **GUARD)
    with pytest.raises(RuleViolation, match="Targets: Guard"):
        game.shoot(target="Spy")
    game.act("Guard", "damage", damage=500)
    game.shoot(1, 5, 5)
    assert (game.one(Resolved).hit, game.one(Resolved).defence) == (True, None)
    assert not game.told(PUBLIC).count("down")


@pytest.mark.parametrize(
    ("loaded", "inputs", "match"),
    [
        (9, {"mode": "FA"}, "FA takes 10 rounds.*SA, BF"),
        (2, {"mode": "BF"}, "SA, or reload"),
        (0, {}, "is empty. Reload it with /act action:reload, or use another"),
        (0, {"mode": "SA"}, "is empty"),
    ],
)
def test_too_few_rounds_name_the_modes_that_fit(loaded: int, inputs: dict[str, Any], match: str) -> None:
    game = duel(ann={"weapons": [{"kind": "automatic_rifle", "loaded": loaded}]})
    with pytest.raises(RuleViolation, match=match):
        game.shoot(**inputs)


def test_a_weapon_must_be_ready() -> None:
    game = duel(ann={"weapons": [{"kind": "smg", "ready": False}]})
    with pytest.raises(RuleViolation, match="submachine gun is not ready"):
        game.shoot(weapon="submachine gun")


def test_how_far_it_is_must_be_said_once() -> None:
    game = Game()
    game.join("Ann", **SHOOTER)
    game.join("Guard", owner=0, **GUARD)
    game.start(50, 10)
    with pytest.raises(Incomplete, match="How far"):
        game.shoot()
    game.shoot(MISS, range_m=70)
    assert game.one(RangeSet).range_m == 70
    game.shoot(MISS)
    assert game.one(Attacked).range_m == 70


def test_a_weapon_without_ranges_reaches_as_far_as_the_hand() -> None:
    game = duel(3, ann={"weapons": [{"kind": "knife", "modes": ["SS"], "capacity": 3}]})
    with pytest.raises(RuleViolation, match="reaches 2 m"):
        game.shoot()


def test_a_second_burst_without_its_rounds_names_the_mode_that_fits() -> None:
    game = duel(ann={"weapons": [{"kind": "automatic_rifle", "loaded": 5}]})
    game.shoot(MISS, mode="BF")
    with pytest.raises(RuleViolation, match=r"BF takes 3 rounds; .* has 2\. Still possible: SA, or pass\."):
        game.shoot()
    game.shoot(MISS, mode="SA")
    assert (game.one(Attacked).spent, game.now()) == (1, ("Guard",))


def test_a_second_burst_without_its_rounds_is_none_in_full_automatic() -> None:
    game = duel(ann={"weapons": [{"kind": "automatic_rifle", "loaded": 5}]})
    game.shoot(MISS, mode="BF")
    with pytest.raises(RuleViolation, match=r"This is the second attack"):
        game.shoot(mode="FA")


def test_a_gun_that_is_empty_for_its_second_burst_is_loaded_where_that_is_quick() -> None:
    game = duel(ann={"weapons": [{"kind": "automatic_rifle", "loaded": 3, "taped": True}]})
    game.shoot(MISS, mode="BF")
    with pytest.raises(RuleViolation, match=r"has 0\. Load it where that is a quick action: /act action:reload"):
        game.shoot()
    game.act("Ann", "reload")
    game.shoot(MISS)
    assert (game.one(Attacked).mode, game.one(Attacked).loaded, game.now()) == ("BF", 27, ("Guard",))


def test_between_two_attacks_there_is_room_for_the_one_quick_action() -> None:
    game = duel()
    game.shoot(MISS)
    assert "That is a complex action" in game.refused("Ann", "reload")
    game.act("Ann", "stance", to="prone")
    assert "The one quick action of this phase is spent" in game.refused("Ann", "stance", to="standing")
    game.shoot(MISS)
    assert game.now() == ("Guard",)


@pytest.mark.parametrize(
    ("ann", "mode"),
    [
        ({"weapons": [{"kind": "automatic_rifle", "loaded": 1}]}, "SA"),
        ({"weapons": [{"kind": "automatic_rifle", "loaded": 3}]}, "BF"),
        ({"weapons": [{"kind": "machine_gun", "loaded": 5}]}, "BF"),
    ],
)
def test_a_phase_is_over_where_nothing_can_be_fired_a_second_time(ann: dict[str, Any], mode: str) -> None:
    game = duel(ann=ann)
    game.shoot(MISS, mode=mode, aim="quick")
    assert (game.now(), "second attack" in game.told()) == (("Guard",), False)
    game = duel(ann=ann)
    game.shoot(MISS, mode=mode)
    game.act("Ann", "stance", to="prone")
    assert game.now() == ("Guard",)


def test_of_the_gms_people_no_phase_that_is_over_tells_that_a_gun_is_empty() -> None:
    armed = {"weapons": [{"kind": "automatic_rifle", "loaded": 1}], "initiative": 200}
    game = duel(guard=armed)
    game.act("Guard", "attack", MISS, target="Ann", mode="SA", aim="quick")
    assert game.may("Guard") == ("second", "late")


def test_who_lost_the_weapon_of_the_first_attack_makes_no_other_instead() -> None:
    game = duel()
    game.shoot(MISS)
    unarmed = game.sheet(**{**SHOOTER, "weapons": [{"kind": "machine_gun"}]})
    game.do(orders.EditSheet(actor="Ann", path="weapons", sheet=unarmed))
    assert "The weapon of the first attack is gone" in game.refused("Ann", "attack", target="Guard", mode="FA")
    game.act("Ann", "stance", to="prone")
    assert game.now() == ("Guard",)


def test_a_second_attack_with_rounds_for_its_mode_is_made_in_it() -> None:
    game = duel(ann={"weapons": [{"kind": "automatic_rifle", "loaded": 6}]})
    game.shoot(MISS, mode="BF")
    with pytest.raises(RuleViolation, match="mode=BF"):
        game.shoot(mode="SA")


def test_running_takes_nothing_off_a_defence() -> None:
    game = duel(60, {"initiative": 0}, {"initiative": 200, "skills": {"fray": 40}})
    game.act("Guard", "move", pace="run", metres=4)
    game.act("Guard", "pass")
    game.shoot(30, 97, 2, 2)
    defence = game.one(Resolved).defence
    assert (game.state("Guard").running, values(defence and defence.terms)) == (True, {"half_fray": 20})


@pytest.mark.parametrize("owner", [1, 0])
def test_who_puts_the_weapon_away_between_two_attacks_has_ended_its_phase(owner: int) -> None:
    game = Game()
    game.join("Ann", owner=owner, **SHOOTER)
    game.join("Guard", owner=0, **GUARD)
    game.start(50, 10)
    game.far(60)
    game.shoot(98, mode="SA")
    game.act("Ann", "ready", item="automatic rifle", away=True)
    assert game.now() == ("Guard",)


def test_what_several_are_called_is_refused_in_their_number() -> None:
    game = duel(1, {"weapons": []})
    assert game.refused("Ann", "attack", target="Guard", mode="BF").startswith("The bare hands are used hand to hand.")


def test_who_has_learned_nothing_defends_itself_with_nothing() -> None:
    game = duel(1, guard={"skills": {}})
    game.shoot(10, 50, 5, weapon="knife")
    assert (defence := game.one(Resolved).defence) is not None
    assert values(defence.terms) == {"fray": 0}
