"""A cone under fire, and surprise."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.core.views import GM, PUBLIC
from bot.rulesets.eclipse.ambush.events import AmbushSprung
from bot.rulesets.eclipse.fire.events import Attacked, Resolved
from bot.rulesets.eclipse.suppression.events import Suppressed
from bot.rulesets.eclipse.time.events import ActionTurnBegan, InitiativeRolled
from bot.rulesets.eclipse.wounds.events import DamageRolled
from tests.rulesets.eclipse.on_ground import at
from tests.rulesets.eclipse.playing import ECLIPSE, GUARD, SHOOTER, Game, duel, values


def held(guard: dict[str, Any] | None = None, **ann: Any) -> Game:
    game = duel(100, ann, guard or {})
    game.act("Ann", "suppress")
    return game


def test_suppression_costs_twenty_rounds_and_the_phase() -> None:
    game = held()
    assert (game.one(Suppressed).loaded, game.one(Suppressed).width_m, game.now()) == (10, 20, ("Guard",))
    assert "suppressing" in ECLIPSE.status(game.scene, "Ann", PUBLIC).text


@pytest.mark.parametrize("weapon", [{"kind": "smg", "loaded": 19}, {"kind": "hand_laser"}])
def test_it_takes_an_automatic_weapon_and_twenty_rounds(weapon: dict[str, Any]) -> None:
    with pytest.raises(RuleViolation, match="FA and 20 rounds"):
        held(weapons=[weapon])


@pytest.mark.parametrize(
    ("weapon", "remedy"),
    [
        ({"kind": "smg", "loaded": 19}, "action:reload"),
        ({"kind": "light_pistol"}, "/attack"),
        ({"kind": "sniper_rifle"}, "/attack"),
    ],
)
def test_who_cannot_suppress_is_told_to_load_only_where_that_helps(weapon: dict[str, Any], remedy: str) -> None:
    with pytest.raises(RuleViolation, match=remedy):
        held(weapons=[weapon])


def test_where_distances_are_told_a_cone_has_no_far_end() -> None:
    game = duel(100)
    assert "distances are told" in game.refused("Ann", "suppress", to=at(0, 60))


def test_each_who_shows_up_takes_one_free_shot_of_a_single_round() -> None:
    game = held({"condition": {"prone": True}}, weapons=[{"kind": "automatic_rifle", "smartlink": True}])
    game.act("Ann", "free_fire", 40, 97, 2, 3, target="Guard")
    assert values(game.one(Attacked).outcome.terms) == {"skill": 60}
    assert values(game.one(DamageRolled).terms) == {"dice": 5, "weapon": 6}
    assert game.state("Ann").weapons["automatic rifle"].loaded == 10
    with pytest.raises(RuleViolation, match="One free shot"):
        game.act("Ann", "free_fire", target="Guard")


def test_who_puts_the_weapon_away_holds_nothing_under_fire() -> None:
    game = held()
    game.act("Ann", "ready", item="automatic rifle", away=True)
    assert "suppressing" not in ECLIPSE.status(game.scene, "Ann", PUBLIC).text
    with pytest.raises(RuleViolation, match="holds nothing under fire"):
        game.act("Ann", "free_fire", target="Guard")


def test_only_range_wounds_and_full_defence_modify_it() -> None:
    game = duel(600, {"condition": {"wounds": 1}}, {"initiative": 200})
    game.join("Cid", 5, **{**GUARD, "initiative": 0})
    game.act("Guard", "full_defence")
    game.act("Ann", "suppress")
    game.act("Ann", "free_fire", 20, 45, target="Guard")
    assert values(game.one(Attacked).outcome.terms) == {"skill": 60, "wound": -10, "bands": -30}
    resolved = game.one(Resolved)
    assert resolved.defence is not None
    assert values(resolved.defence.terms) == {"half_fray": 20, "full_defence": 30}
    assert not resolved.hit


def test_the_free_shot_may_miss_and_the_helpless_do_not_defend() -> None:
    game = held()
    game.join("Cid", condition={"unconscious": True}, **GUARD)
    game.act("Ann", "free_fire", 98, target="Guard")
    assert game.every(Resolved) == []
    game.act("Ann", "free_fire", 44, 1, 1, target="Cid", range_m=20)
    assert (game.one(Resolved).defence, game.one(Resolved).critical) == (None, True)


def test_a_free_shot_is_fired_at_ones_own_side_where_somebody_says_so() -> None:
    game = held()
    game.join("Bob", 5, owner=2, **GUARD)
    game.act("Ann", "free_fire", 98, target="Bob", range_m=20)
    assert game.one(Attacked).target == "Bob"


def test_who_comes_back_holds_nothing_under_fire_once_others_have_acted() -> None:
    game = held()
    game.leave("Ann")
    game.come_back()
    assert game.state("Ann").cone
    game.join("Cid", 1, **GUARD)
    game.leave("Ann")
    game.act("Guard", "pass")
    game.come_back()
    assert "holds nothing under fire and watches nothing any more" in game.told(PUBLIC)
    assert game.refused("Ann", "free_fire", target="Cid").startswith("Ann holds nothing under fire.")


def test_the_cone_is_gone_with_the_next_phase() -> None:
    game = held()
    game.act("Guard", "pass", 50, 10)
    with pytest.raises(RuleViolation, match="holds nothing"):
        game.act("Ann", "free_fire", target="Guard")
    game.act("Ann", "pass")
    assert game.state("Ann").suppressing is None


def test_whoever_a_free_shot_puts_out_acts_no_more_in_its_phase() -> None:
    game = held({"durability": 10, "speed": 2})
    assert game.now() == ("Guard",)
    game.act("Ann", "free_fire", 40, 97, 9, 1, 50, target="Guard")
    assert game.state("Guard").dead
    assert game.now() == ("Ann",)


def test_who_is_out_cold_fires_no_free_shot() -> None:
    game = held()
    game.act("Ann", "correct", unconscious=True)
    with pytest.raises(RuleViolation, match="Ann is out cold"):
        game.act("Ann", "free_fire", target="Guard")


def test_further_layers_of_armour_hamper_whoever_lies_in_wait() -> None:
    layers = {"armor": [{"kind": "vest"}, {"kind": "light"}]}
    game = Game()
    game.join("Ann", **{**SHOOTER, **layers, "skills": {"infiltration": 60}})
    game.join("Guard", owner=0, **{**GUARD, **layers, "skills": {"perception": 60}})
    game.act("Ann", "ambush", 41, 61, target="Guard", alert=True)
    sprung = game.one(AmbushSprung)
    assert [(term.label, term.value) for term in sprung.hiding.terms] == [("skill", 60), ("layer", -20)]
    assert (sprung.hiding.succeeded, sprung.noticing.target) == (False, 60)


def test_who_runs_lies_in_wait_worse_by_ten_in_that_phase() -> None:
    game = duel(ann={"skills": {"infiltration": 60}}, guard={"initiative": 40})
    game.act("Ann", "move", pace="run", metres=5.0)
    game.act("Ann", "pass")
    game.act("Ann", "ambush", 41, 61, target="Guard", alert=True)
    assert values(game.one(AmbushSprung).hiding.terms) == {"skill": 60, "running_otherwise": -10}


def lying_in_wait(hiding: int, noticing: int, *, alert: bool = False) -> Game:
    game = Game()
    game.join("Ann", **{**SHOOTER, "skills": {**SHOOTER["skills"], "infiltration": 60}})
    game.join("Guard", owner=0, **{**GUARD, "skills": {"fray": 40, "perception": 60}})
    game.act("Ann", "ambush", hiding, noticing, target="Guard", alert=alert)
    return game


@pytest.mark.parametrize(
    ("hiding", "noticing", "alert", "surprised"),
    [
        (50, 30, False, True),
        (30, 39, False, False),
        (30, 41, False, True),
        (30, 41, True, False),
        (97, 98, False, True),
        (97, 20, False, False),
        (30, 30, False, False),
    ],
)
def test_whoever_fails_or_loses_is_surprised_and_a_tie_is_none(
    hiding: int, noticing: int, alert: bool, surprised: bool
) -> None:
    game = lying_in_wait(hiding, noticing, alert=alert)
    sprung = game.one(AmbushSprung)
    assert sprung.surprised is surprised
    tied = sprung.hiding.succeeded and hiding == noticing
    assert ("Guard is not surprised by Ann: a tie." in game.told()) is tied
    assert game.state("Guard").surprised is surprised
    assert game.told(PUBLIC) == ""
    assert ("Guard is surprised by Ann" in game.told(GM)) is surprised


def test_the_surprised_do_not_defend_themselves_against_a_free_shot_either() -> None:
    game = lying_in_wait(50, 30)
    game.join("Cid", owner=2, **GUARD)
    game.start(10, 80, 5)
    game.act("Ann", "suppress")
    game.act("Ann", "free_fire", 10, 5, 5, target="Guard", range_m=60.0)
    assert game.one(Resolved).defence is None


def test_a_surprised_side_gives_the_others_a_phase_for_free_without_defence() -> None:
    game = lying_in_wait(50, 30)
    game.start(10, 80)
    assert game.one(ActionTurnBegan).free
    assert [event.score for event in game.every(InitiativeRolled)] == [70, 140]
    assert (game.now(), game.scene.opened) == (("Ann",), (0, 1, -70))
    game.shoot(10, 1, 1, range_m=60)
    assert game.one(Resolved).defence is None
    game.act("Ann", "pass")
    assert game.now() == ("Guard",)
    game.act("Guard", "pass")
    game.shoot(40, 97, 1, 1)
    assert game.one(Resolved).defence is not None
    assert not game.state("Guard").surprised


@pytest.mark.parametrize("out", [{"damage": 30}, {"damage": 60, "stress": True}])
def test_who_is_put_out_while_surprised_gives_nobody_a_free_phase_once_it_comes_to(out: dict[str, Any]) -> None:
    game = lying_in_wait(50, 30)
    game.start(10, 80)
    game.act("Guard", "damage", target="Guard", **out)
    assert not game.state("Guard").able
    game.act("Ann", "pass")
    game.act("Ann", "pass", 10)
    game.act("Ann", "heal", target="Guard")
    game.act("Ann", "pass", 10, 80)
    assert (game.one(ActionTurnBegan).free, game.now()) == (False, ("Guard",))


@pytest.mark.parametrize(
    "condition", [{"unconscious": True}, {"dead": True}, {"broken": True}], ids=lambda each: next(iter(each))
)
@pytest.mark.parametrize("inside", [False, True])
def test_nobody_surprises_whoever_is_out_of_action(condition: dict[str, Any], inside: bool) -> None:
    game = Game()
    game.join("Ann", **SHOOTER)
    game.join("Guard", owner=0, **GUARD, condition=condition)
    if inside:
        game.start(10)
    before = game.scene
    refused = game.refused("Ann", "ambush", target="Guard")
    assert refused == "Guard is out of action: nobody surprises it. Choose somebody who can act."
    assert game.scene == before


def unseen(*surprised: str) -> Game:
    """Ann and a guard in sight, and two of the GM's hidden, in a turn that begins with some of the four surprised."""
    game = Game()
    game.join("Ann", **SHOOTER)
    for name in ("Guard", "Lurker", "Shade"):
        game.join(name, owner=0, hidden=name != "Guard", **GUARD)
    for name in surprised:
        game.act(name, "correct", surprised=True)
    game.start(10, 20, 30, 40)
    return game


def free_phase(game: Game) -> set[str]:
    """Who has a phase before all others."""
    return {slot.actor for slot in game.scene.agenda if slot.key[0] == 0}


def test_nobody_in_sight_is_told_of_a_free_phase_by_the_surprise_of_somebody_hidden() -> None:
    game = unseen("Lurker")
    assert (game.one(ActionTurnBegan).free, free_phase(game)) == (False, {"Shade"})


def test_of_a_free_phase_is_told_where_somebody_in_sight_is_surprised_and_another_is_not() -> None:
    game = unseen("Ann")
    assert (game.one(ActionTurnBegan).free, free_phase(game)) == (True, {"Guard", "Lurker", "Shade"})


def test_the_hidden_alone_have_a_free_phase_where_all_in_sight_are_surprised() -> None:
    game = unseen("Ann", "Guard")
    assert (game.one(ActionTurnBegan).free, free_phase(game)) == (False, {"Lurker", "Shade"})


def test_who_notices_an_ambush_in_time_is_slower_for_one_turn() -> None:
    game = lying_in_wait(30, 39)
    game.start(10, 80)
    assert [event.score for event in game.every(InitiativeRolled)] == [70, 110]
    assert values(game.every(InitiativeRolled)[1].terms) == {"initiative": 60, "startled": -30}
    game.act("Guard", "pass")
    game.act("Ann", "pass", 10, 80)
    assert [event.score for event in game.every(InitiativeRolled)] == [70, 140]


def sprung_in_a_turn(**ann: Any) -> Game:
    """Ann springs an ambush on Guard, whose phase has begun."""
    game = duel(60, {"skills": {**SHOOTER["skills"], "infiltration": 60}, **ann}, {"initiative": 200})
    game.act("Guard", "stance", to="prone")
    game.act("Ann", "ambush", 50, 97, target="Guard")
    return game


def test_an_ambush_inside_a_turn_gives_a_phase_at_once_and_leaves_the_phases_of_all() -> None:
    game = sprung_in_a_turn()
    assert (game.now(), game.scene.opened) == (("Ann",), (1, -1, 0))
    assert "phase 1 for free now" in ECLIPSE.status(game.scene, "Ann", PUBLIC).text
    game.shoot(10, 1, 1)
    assert game.one(Resolved).defence is None
    game.act("Ann", "pass")
    assert (game.now(), game.may("Guard")) == (("Guard",), ("quick", "complex"))
    game.act("Guard", "pass")
    assert game.now() == ("Ann",)
    game.shoot(10, 1, 1)
    assert game.one(Resolved).defence is None
    game.act("Ann", "pass", 50, 10)
    game.act("Guard", "pass")
    game.shoot(10, 97, 1, 1)
    assert game.one(Resolved).defence is not None


def test_in_one_phase_an_ambush_gives_one_phase_however_many_it_surprises() -> None:
    game = sprung_in_a_turn()
    game.join("Cid", 5, owner=0, **GUARD)
    for _ in range(2):
        game.act("Ann", "ambush", 50, 97, target="Cid")
        assert [slot.key[1] for slot in game.scene.agenda if slot.actor == "Ann"].count(-1) == 1
    game.act("Ann", "pass")
    game.act("Ann", "ambush", 50, 97, target="Cid")
    assert game.now() == ("Guard",)


def test_who_notices_an_ambush_inside_a_turn_gives_nobody_a_phase() -> None:
    game = duel(60, {"skills": {**SHOOTER["skills"], "infiltration": 60}})
    game.act("Guard", "ambush", 97, 100, target="Ann")
    assert game.now() == ("Ann",)
    assert (game.state("Ann").startled, game.state("Ann").caught) == (True, False)


def test_who_is_in_the_middle_of_its_phase_springs_no_ambush() -> None:
    game = duel()
    game.act("Ann", "stance", to="prone")
    with pytest.raises(RuleViolation, match="Ann is in the middle of its phase"):
        game.act("Ann", "ambush", target="Guard")


@pytest.mark.parametrize(("condition", "why"), [({"dead": True}, "is dead"), ({"dazed": True}, "out of its wits")])
def test_who_is_in_no_condition_to_springs_no_ambush(condition: dict[str, Any], why: str) -> None:
    game = duel(60)
    game.act("Guard", "correct", **condition)
    assert why in game.refused("Guard", "ambush", target="Ann")


def test_the_phase_of_an_ambush_cannot_be_held() -> None:
    game = sprung_in_a_turn()
    with pytest.raises(RuleViolation, match="cannot be held"):
        game.act("Ann", "hold", until=5)


def test_a_free_shot_finds_whoever_was_ambushed_without_defence() -> None:
    game = held()
    game.join("Cid", 99, **{**SHOOTER, "skills": {"infiltration": 60}})
    game.act("Cid", "ambush", 50, 97, target="Guard")
    game.act("Ann", "free_fire", 40, 2, 3, target="Guard")
    assert game.one(Resolved).defence is None


def test_where_all_are_surprised_nobody_has_a_phase_for_free() -> None:
    game = lying_in_wait(50, 30)
    game.act("Ann", "correct", surprised=True)
    game.start(10, 80)
    assert not game.one(ActionTurnBegan).free


@pytest.mark.parametrize(("carried", "lost"), [(("automatic_rifle",), True), (("knife", "automatic_rifle"), False)])
def test_who_loses_hold_of_the_weapon_holds_nothing_under_fire(carried: tuple[str, ...], lost: bool) -> None:
    marksman = {"skills": {"beam weapons": 90}, "weapons": [{"kind": "hand_laser"}]}
    game = duel(100, {"durability": 500, "weapons": [{"kind": kind} for kind in carried]}, marksman)
    game.act("Ann", "suppress", weapon="automatic rifle")
    game.act("Guard", "attack", 20, 97, 1, 1, 98, target="Ann", called="disarm")
    assert not next(iter(game.state("Ann").weapons.values())).ready
    assert (game.state("Ann").suppressing is None) is lost


def test_who_notices_one_ambush_is_surprised_by_another_all_the_same() -> None:
    for first, second in ((True, False), (False, True)):
        game = duel()
        game.join("Thug", 1, owner=0, **GUARD)
        for ambusher, surprised in (("Guard", first), ("Thug", second)):
            game.act(ambusher, "ambush", *((1, 99) if surprised else (99, 100)), target="Ann")
            assert game.one(AmbushSprung).surprised is surprised
        assert (game.state("Ann").caught, game.state("Ann").startled) == (True, True)


def test_whom_an_ambush_in_a_turn_has_caught_is_not_surprised_any_more_once_it_comes_to() -> None:
    game = duel(ann={"skills": {"infiltration": 60}})
    game.act("Ann", "ambush", 50, 90, target="Guard")
    assert game.state("Guard").caught
    game.act("Guard", "correct", unconscious=True)
    assert game.state("Guard").caught is False
