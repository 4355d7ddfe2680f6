"""Throwing by Muscle, and grenades whose fuses burn in secret, in hand or where they landed."""

from __future__ import annotations

import math
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from bot.core.errors import RuleViolation
from bot.core.events import Event
from bot.core.orders import GoOn, Release, SetRange, Show
from bot.core.views import PUBLIC
from bot.rulesets.reflex.blasts.events import BlastReached, Exploded, Unplaced
from bot.rulesets.reflex.hazards.events import IgnitionRolled
from bot.rulesets.reflex.kinds import Band, BodyPart, Lies
from bot.rulesets.reflex.kit import Fuse
from bot.rulesets.reflex.state import Burning
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.throws.events import FuseBurned, FuseLeft, FuseLit, Thrown
from bot.rulesets.reflex.throws.throwing import reach
from bot.rulesets.reflex.time.events import ExchangeEnded
from bot.rulesets.reflex.wounds.events import Hit
from bot.storage.codec import Codec
from tests.rulesets.reflex.playing import FAIL, REFLEX, TABLES, Game
from tests.rulesets.reflex.standing import happen

TOUGH: dict[str, Any] = {"thresholds": {place.value: [90, 91, 92, 93] for place in BodyPart}}
NO_FRAGMENTS: dict[str, Any] = {"explosives.hand_grenade.frag": 0}
ITEMS: dict[str, Any] = {
    "items": [
        {"name": "Grenade", "explosive": "hand_grenade", "held": True},
        {"name": "Rock", "damage": 2, "held": True, "hand": "left"},
        {"name": "Rope"},
    ]
}


def yard(tick: int = 12, *, indirect_fire: bool = False, **attributes: int) -> Game:
    """Ann with a grenade and a rock in her hands, Bob of the GM's 10 m away, and Cal of whom nobody knows how far."""
    loads = {15: "unencumbered", 12: "light"}
    game = Game(visual_penalty=False, indirect_fire=indirect_fire, **NO_FRAGMENTS)
    game.join("Ann", encumbrance=loads[tick], attributes={"muscle": 8, **attributes}, **ITEMS, **TOUGH)
    game.join("Bob", owner=0, encumbrance="overloaded", **TOUGH)
    game.join("Cal", owner=2, encumbrance="overloaded", **TOUGH)
    game.start(*FAIL, *FAIL, *FAIL)
    game.do(SetRange(actor="Ann", target="Bob", range_m=5))
    return game


@pytest.mark.parametrize(
    ("muscle", "grams", "found"),
    [
        (4, 400, (Band.PERSONAL, Band.GUNFIGHTING)),
        (5, 400, (Band.PERSONAL, Band.CQB)),
        (8, 1000, (Band.GUNFIGHTING, Band.CQB)),
        (13, 400, (Band.GUNFIGHTING, Band.TIGHT)),
        (8, 1001, (Band.PERSONAL, Band.GUNFIGHTING)),
        (6, 3000, (Band.PERSONAL, Band.GUNFIGHTING)),
    ],
)
def test_muscle_and_weight_say_how_far_one_throws(muscle: int, grams: int, found: tuple[Band, Band]) -> None:
    assert reach(ReflexTables(TABLES), muscle, grams) == found


def test_what_is_heavier_than_half_the_muscle_is_not_thrown() -> None:
    with pytest.raises(RuleViolation, match="too heavy"):
        reach(ReflexTables(TABLES), 6, 3001)


def test_a_throw_is_a_check_of_coordination_alone_with_the_terms_of_a_shot() -> None:
    game = yard()
    game.act("Ann", "throw", 5, 20, 3, 2, target="Bob", item="Rock", range_m=20, modifier=2)
    check = game.one(Thrown).outcome.check
    assert (check.attribute.label, check.pool.dice, check.skill) == ("coordination", 2, "")
    assert [(term.label, term.value) for term in check.terms] == [("range", -3), ("told", 2)]
    assert game.one(Hit).damage == 2
    assert game.state("Ann").kit.items["Rock"].lies is Lies.AWAY
    assert game.tick("Ann") == 9


def test_a_stone_that_misses_does_nothing() -> None:
    game = yard()
    game.act("Ann", "throw", 20, 20, 3, target="Bob", item="Rock", mode="hip")
    assert not [event for event in game.events if isinstance(event, Hit)]


def test_rx_16_a_grenade_explodes_a_die_and_four_ticks_after_it_was_thrown() -> None:
    game = yard()
    game.act("Ann", "throw", 5, 20, 1, target="Bob")
    assert (game.one(FuseLit).tick, game.one(FuseLit).roll.secret) == (7, True)
    assert "goes off on tick 7" in game.told()
    assert "tick 7" not in game.told(PUBLIC)
    assert game.state("Bob").kit.fuses == (Fuse("Grenade", "hand_grenade", 7, margin=1, range_m=5),)
    game.go_on()
    assert game.one(FuseBurned).actor == "Bob"
    assert game.one(Exploded).margin == 1
    assert {event.actor: event.range_m for event in game.events if isinstance(event, BlastReached)} == {
        "Bob": 0,
        "Ann": 5,
    }
    assert game.one(Unplaced).actors == ("Cal",)
    assert game.state("Bob").kit.fuses == ()


def test_a_grenade_waits_for_all_who_act_on_its_tick() -> None:
    game = yard()
    game.act("Ann", "throw", 5, 20, 3, target="Bob")
    assert game.one(FuseLit).tick == 5
    game.go_on()
    assert game.now() == ("Bob", "Cal")
    game.go_on(only="Bob")
    assert not [event for event in game.events if isinstance(event, FuseBurned)]
    game.go_on(only="Cal")
    assert game.one(FuseBurned).item == "Grenade"


def test_who_is_put_out_before_its_tick_comes_does_nothing_on_it() -> None:
    game = Game(visual_penalty=False, **NO_FRAGMENTS)
    game.join("Ann", attributes={"muscle": 8}, **ITEMS, **TOUGH)
    game.join("Bob", owner=0, encumbrance="overloaded", thresholds={**TOUGH["thresholds"], "head": [1, 2, 3, 4]})
    game.start(*FAIL, *FAIL)
    game.do(SetRange(actor="Ann", target="Bob", range_m=5))
    game.act("Ann", "throw", 5, 20, 1, target="Bob")
    game.go_on(*FAIL)
    assert game.one(FuseBurned).actor == "Bob"
    assert game.now() == ("Ann",)


def test_003_72_a_fuse_that_outlasts_the_exchange_ends_with_it() -> None:
    game = yard()
    game.act("Ann", "throw", 5, 20, 10, target="Bob")
    assert game.one(FuseLit).tick == -2
    assert "end of the exchange" in game.told()
    while game.scene.state.phase == "exchange":
        game.go_on()
    assert game.one(FuseBurned).actor == "Bob"


def test_003_34_a_miss_deviates_by_failure_and_band() -> None:
    game = yard()
    game.act("Ann", "throw", 8, 20, 1, 6, target="Bob")
    assert game.one(Thrown).outcome.check.terms == ()
    assert game.one(Thrown).off_m == 1
    assert "misses by 1 m, short" in game.told()
    game.go_on()
    assert "1 m from Bob" in game.told()
    reached = {event.actor: event.range_m for event in game.events if isinstance(event, BlastReached)}
    assert reached == {"Ann": 4, "Bob": 1}
    assert game.one(Exploded).margin is None
    assert game.one(Unplaced).actors == ("Cal",)


def test_a_cooked_grenade_burns_in_hand_and_flies_with_what_is_left() -> None:
    game = yard()
    game.act("Ann", "cook", 4, item="Grenade")
    assert game.told(PUBLIC).startswith("Ann pulls the pin of the Grenade and holds it.")
    assert (game.one(FuseLit).tick, game.tick("Ann")) == (4, 11)
    with pytest.raises(RuleViolation, match="no pin"):
        game.act("Ann", "cook", item="Grenade")
    game.act("Ann", "throw", 5, 20, target="Bob", item="Grenade")
    assert game.state("Ann").kit.fuses == ()
    assert [fuse.tick for fuse in game.state("Bob").kit.fuses] == [4]


def test_a_live_grenade_is_dropped_at_ones_feet_without_an_attack() -> None:
    game = yard()
    game.act("Ann", "cook", 4, item="Grenade")
    game.act("Ann", "ditch", item="Grenade")
    assert game.state("Ann").kit.items["Grenade"].lies is Lies.NEAR
    while game.state("Ann").kit.fuses:
        game.go_on()
    assert (game.one(FuseBurned).actor, game.one(Exploded).margin) == ("Ann", None)


def test_who_walks_away_from_a_live_grenade_leaves_it_behind() -> None:
    game = yard()
    game.act("Ann", "cook", 10, item="Grenade")
    game.act("Ann", "ditch", item="Grenade")
    game.act("Ann", "move", metres=2)
    assert game.state("Ann").kit.fuses == (Fuse("Grenade", "hand_grenade", -2, off_m=2),)
    while game.state("Ann").kit.fuses:
        game.go_on()
    assert (game.one(FuseBurned).actor, game.one(FuseBurned).off_m) == ("Ann", 2)
    reached = [(event.actor, event.range_m) for event in game.events if isinstance(event, BlastReached)]
    assert reached[0] == ("Ann", 2)
    assert "2 m from Ann goes off" in game.told()


@pytest.mark.parametrize("metres", [0.0, 2.0])
def test_who_runs_from_a_grenade_that_was_thrown_leaves_it_behind_too(metres: float) -> None:
    game = yard()
    game.act("Ann", "throw", 5, 20, 10, target="Bob")
    before = game.state("Bob").kit.fuses[0]
    while "Bob" not in game.now():
        game.go_on()
    game.act("Bob", "move", metres=metres)
    left = msgspec.structs.replace(before, off_m=metres, range_m=0)
    assert game.state("Bob").kit.fuses == ((left if metres else before),)


def test_a_live_grenade_in_hand_is_taken_along() -> None:
    game = yard()
    game.act("Ann", "cook", 10, item="Grenade")
    game.act("Ann", "move", metres=2)
    assert game.state("Ann").kit.fuses[0].off_m == 0


def test_who_holds_it_too_long_is_where_it_goes_off() -> None:
    game = yard()
    game.act("Ann", "cook", 1, item="Grenade")
    game.act("Ann", "wait")
    while game.state("Ann").kit.fuses:
        game.go_on()
    assert (game.one(FuseBurned).actor, game.one(FuseBurned).off_m) == ("Ann", 0)
    assert game.state("Ann").kit.items["Grenade"].lies is Lies.AWAY
    assert game.one(Exploded).margin is None


def test_whoever_has_it_in_hand_is_struck_directly_on_that_arm_and_by_the_blast_elsewhere() -> None:
    game = yard()
    game.act("Ann", "cook", 1, item="Grenade")
    while game.state("Ann").kit.fuses:
        game.go_on()
    direct, *blast = [hit for hit in game.every(Hit) if hit.target == "Ann"]
    assert (direct.place, direct.damage, direct.penetration, direct.roll) == (BodyPart.RIGHT_ARM, 8, 2, None)
    assert {hit.place for hit in blast} == set(BodyPart) - {BodyPart.RIGHT_ARM}
    assert {reached.actor: reached.direct for reached in game.every(BlastReached)} == {"Ann": True, "Bob": False}


def test_one_that_lies_at_the_feet_strikes_nobody_directly() -> None:
    game = yard()
    game.act("Ann", "cook", 1, item="Grenade")
    game.act("Ann", "ditch", item="Grenade")
    while game.state("Ann").kit.fuses:
        game.go_on()
    assert not [reached for reached in game.every(BlastReached) if reached.direct]


@pytest.mark.parametrize(
    ("inputs", "match"),
    [
        ({"target": "Ann"}, "at themselves"),
        ({"target": "Nobody"}, "not here"),
        ({"target": "Cal"}, "How far"),
        ({"target": "Cal", "range_m": 80}, "beyond"),
        ({"target": "Bob", "item": "Rope"}, "No item in hand"),
    ],
)
def test_what_cannot_be_thrown_is_refused(inputs: dict[str, Any], match: str) -> None:
    with pytest.raises(RuleViolation, match=match):
        yard().act("Ann", "throw", **inputs)


def test_only_grenades_have_pins() -> None:
    with pytest.raises(RuleViolation, match="no pin"):
        yard().act("Ann", "cook", item="Rock")


def test_what_is_in_hand_and_whom_to_throw_at_is_offered() -> None:
    scene = yard().scene
    assert [choice.value for choice in REFLEX.candidates(scene, "throw", "item", {"actor": "Ann"})] == [
        "Grenade",
        "Rock",
    ]
    assert [choice.value for choice in REFLEX.candidates(scene, "throw", "target", {"actor": "Ann"})] == ["Bob", "Cal"]
    assert not REFLEX.candidates(scene, "throw", "item", {"actor": "Nobody"})


def thrower(**options: Any) -> Game:
    """Ann with a knife, a bottle of petrol and an axe, 5 m from Bob of the GM's."""
    game = Game(**{"visual_penalty": False, **options})
    weapons = [{"kind": "knife", "held": True}, {"kind": "axe", "held": False}]
    bottle = {"name": "Bottle", "damage": 3, "flame": "aviation_fuel", "held": True, "hand": "left"}
    game.join("Ann", encumbrance="light", attributes={"muscle": 8}, weapons=weapons, items=[bottle])
    game.join("Bob", owner=0, encumbrance="overloaded", **TOUGH)
    game.start(*FAIL, *FAIL)
    game.do(SetRange(actor="Ann", target="Bob", range_m=5))
    return game


def test_a_knife_is_thrown_with_its_own_damage_and_penetration() -> None:
    game = thrower()
    game.act("Ann", "throw", 3, 20, target="Bob", item="Knife", called="torso", modifier=2)
    hit = game.one(Hit)
    assert (hit.place, hit.damage, hit.penetration) == (BodyPart.TORSO, 7, 2)
    knife = game.state("Ann").kit.weapons["Knife"]
    assert (knife.held_with, knife.lies) == (0, Lies.AWAY)


def test_what_is_not_in_hand_is_not_thrown() -> None:
    with pytest.raises(RuleViolation, match="No item in hand"):
        thrower().act("Ann", "throw", target="Bob", item="Axe")


def test_a_burning_bottle_may_set_on_fire_whom_it_hurts() -> None:
    game = thrower()
    game.act("Ann", "throw", 3, 20, 6, target="Bob", item="Bottle", called="left arm", modifier=4)
    assert game.one(Hit).penetration == 1
    assert game.one(IgnitionRolled).caught
    assert game.state("Bob").body.burning == Burning("aviation_fuel", 6)


@pytest.mark.parametrize(("damage", "done"), [({}, 8), ({"damage": 3}, 5)])
def test_what_burns_does_the_damage_of_its_fire_where_it_has_none_of_its_own(damage: dict[str, int], done: int) -> None:
    game = Game(visual_penalty=False)
    bottle = {"name": "Bottle", "flame": "aviation_fuel", "held": True, **damage}
    game.join("Ann", encumbrance="light", attributes={"muscle": 8}, items=[bottle])
    game.join("Bob", owner=0, encumbrance="overloaded", **TOUGH)
    game.start(*FAIL, *FAIL)
    game.act("Ann", "throw", 4, 20, 10, target="Bob", item="Bottle", range_m=5, called="torso", modifier=1)
    assert game.one(Hit).damage == done


def test_cover_counts_against_what_is_thrown() -> None:
    game = thrower()
    game.act("Ann", "throw", 3, 20, target="Bob", item="Knife", called="torso", cover="sandbags", modifier=2)
    assert game.one(Hit).final == 2


def test_high_winds_carry_away_what_is_thrown() -> None:
    game = thrower()
    game.scene = msgspec.structs.replace(game.scene, state=msgspec.structs.replace(game.scene.state, wind="strong"))
    game.act("Ann", "throw", 20, 20, 6, target="Bob", item="Knife")
    assert [(term.label, term.value) for term in game.one(Thrown).outcome.check.terms] == [("wind", -3)]
    assert "wind −3 (strong; house table)" in game.told()


def test_an_unaware_target_is_easy_to_throw_at() -> None:
    game = thrower()
    game.act("Ann", "throw", 20, 20, 6, target="Bob", item="Knife", easy="unaware", size="half")
    terms = {term.label: term.value for term in game.one(Thrown).outcome.check.terms}
    assert terms == {"unaware": 4, "range": -3}


def test_throwing_is_useless_at_arms_reach() -> None:
    with pytest.raises(RuleViolation, match="useless"):
        thrower().act("Ann", "throw", target="Bob", item="Knife", range_m=1)


def test_who_cannot_be_made_out_is_not_thrown_at() -> None:
    game = thrower(**{"visual_penalty": True, "visibility.dark.bands_farther": 9})
    with pytest.raises(RuleViolation, match="made out"):
        game.act("Ann", "throw", target="Bob", item="Knife", light="dark")


def test_what_is_thrown_over_a_wall_is_guessed_nearer_with_every_throw() -> None:
    game = yard(indirect_fire=True)
    terms = []
    for item, faces in (("Grenade", (20, 20, 10, 6)), ("Rock", (20, 20, 6))):
        game.act("Ann", "throw", *faces, target="Bob", item=item, indirect=True, light="dark")
        check = game.one(Thrown).outcome.check
        terms.append([(term.label, term.value) for term in check.terms])
        assert check.attribute.label == "cognition"
    assert terms == [[("self_observed", -10)], [("self_observed", -8)]]


def test_a_throw_at_whom_one_sees_is_no_guess() -> None:
    game = yard(indirect_fire=True)
    game.act("Ann", "throw", 20, 20, 6, target="Bob", item="Rock")
    assert game.scene.state.missions == {}


@pytest.mark.parametrize(
    ("mode", "terms", "off"), [("hip", {"hip": -2, "self_observed": -10}, 12), ("aimed", {"self_observed": -10}, 5)]
)
def test_a_throw_over_a_wall_is_hasty_or_aimed_as_any_other(mode: str, terms: dict[str, int], off: int) -> None:
    game = yard(indirect_fire=True)
    game.act("Ann", "throw", 20, 20, 6, target="Bob", item="Rock", indirect=True, mode=mode)
    check = game.one(Thrown).outcome.check
    assert {term.label: term.value for term in check.terms} == terms
    assert check.target == check.attribute.value - off


def test_a_blind_throw_on_the_run_is_as_bad_as_any_other() -> None:
    game = yard(indirect_fire=True)
    game.act("Ann", "move", pace="run", metres=0)
    game.act("Ann", "throw", 20, 20, 6, target="Bob", item="Rock", indirect=True)
    check = game.one(Thrown).outcome.check
    assert {term.label: term.value for term in check.terms} == {"self_observed": -10, "own_pace": -3}


def test_from_full_cover_one_throws_only_over_it() -> None:
    game = yard(indirect_fire=True)
    game.act("Ann", "take_cover", target="Ann", cover="brick_wall", parts="everything")
    assert "hides all of Ann" in game.refused("Ann", "throw", target="Bob", item="Rock")
    assert "hides all of Ann" in game.refused("Ann", "attack", target="Bob")
    game.act("Ann", "throw", 20, 20, 6, target="Bob", item="Rock", indirect=True)
    assert game.one(Thrown).target == "Bob"


def test_a_blind_throw_that_finds_its_target_hits_it() -> None:
    game = yard(indirect_fire=True)
    game.act("Ann", "throw", 1, 20, 3, 2, target="Bob", item="Rock", indirect=True, modifier=5)
    assert game.one(Hit).target == "Bob"


def test_without_indirect_fire_nothing_is_thrown_blind() -> None:
    with pytest.raises(RuleViolation, match="without indirect fire"):
        yard().act("Ann", "throw", target="Bob", indirect=True)


def test_what_was_left_behind_stays_left_behind_when_it_goes_off() -> None:
    game = yard()
    game.act("Ann", "cook", 10, item="Grenade")
    game.act("Ann", "ditch", item="Grenade")
    game.act("Ann", "move", metres=0.0)
    assert game.state("Ann").kit.items["Grenade"].lies is Lies.AWAY
    while game.state("Ann").kit.fuses:
        game.go_on()
    assert game.state("Ann").kit.items["Grenade"].lies is Lies.AWAY


def test_what_burns_until_the_next_tick_goes_off_when_who_was_before_it_has_left() -> None:
    game = yard()
    game.act("Cal", "correct", initiative=11)
    game.act("Ann", "throw", 5, 20, 1, target="Bob")
    assert (game.state("Bob").kit.fuses[0].tick, game.tick("Ann")) == (7, 9)
    game.act("Ann", "correct", initiative=5)
    game.do_at_least(Release(actor="Cal"))
    assert game.kinds()[:3] == ["Released", "OddsCounted", "FuseBurned"]
    assert not game.state("Bob").kit.fuses


def gone_off(game: Game) -> dict[str, float]:
    """Whom what burns reaches once its time has come, and how far off."""
    while game.scene.state.phase == "exchange" and not game.every(Exploded):
        game.do_at_least(GoOn())
    return {event.actor: event.range_m for event in game.every(BlastReached)}


def test_what_burns_where_somebody_is_taken_out_goes_off_there() -> None:
    game = yard()
    game.act("Ann", "throw", 5, 20, 1, target="Bob")
    game.do_at_least(Release(actor="Bob"))
    assert "The Grenade burns on where Bob was" in game.told()
    assert "burns on" not in game.told(PUBLIC)
    assert game.scene.state.throwers == {"Ann\nGrenade": "Ann"}
    assert gone_off(game) == {"Ann": 5}
    assert (game.one(FuseBurned).actor, game.one(FuseBurned).off_m, game.one(Exploded).margin) == ("Ann", 5, 1)
    assert "The Grenade 5 m from Ann goes off." in game.told(PUBLIC)
    assert game.state("Ann").kit.fuses == ()
    assert game.scene.state.throwers == {}


def test_what_missed_and_burns_lies_as_far_from_its_thrower_as_it_flew() -> None:
    game = yard()
    game.act("Ann", "throw", 20, 20, 1, 4, target="Bob")
    thrown = game.one(Thrown)
    assert (thrown.degrees, thrown.range_m, thrown.off_m > 0) == (90, 5, True)
    game.do_at_least(Release(actor="Bob"))
    assert game.one(FuseLeft).off_m == round(math.hypot(5, thrown.off_m), 1)


def test_where_its_thrower_has_left_too_it_is_as_far_as_is_known_from_whom_all_can_see() -> None:
    game = yard()
    game.do(SetRange(actor="Cal", target="Bob", range_m=7))
    game.act("Ann", "throw", 5, 20, 10, target="Bob")
    game.do_at_least(Release(actor="Ann"))
    game.do_at_least(Release(actor="Bob"))
    assert (game.one(FuseLeft).actor, game.one(FuseLeft).off_m) == ("Cal", 7)


def test_what_nobody_in_sight_is_known_to_be_near_burns_for_nobody() -> None:
    game = yard()
    game.do(Show(actor="Bob", hidden=True))
    game.act("Ann", "cook", 1, item="Grenade")
    game.act("Ann", "ditch", item="Grenade")
    game.do_at_least(Release(actor="Ann"))
    assert not game.every(FuseLeft)


@pytest.mark.parametrize(("owner", "keeper"), [(0, ["Dan"]), (3, [])])
def test_what_burns_near_somebody_hidden_is_kept_with_no_other_player_character(owner: int, keeper: list[str]) -> None:
    game = yard()
    game.join("Dan", *FAIL, owner=owner, **TOUGH)
    game.do(SetRange(actor="Dan", target="Bob", range_m=7))
    game.act("Ann", "throw", 5, 20, 1, target="Bob")
    game.do(Show(actor="Bob", hidden=True))
    game.do_at_least(Release(actor="Ann"))
    game.do_at_least(Release(actor="Bob"))
    assert [event.actor for event in game.every(FuseLeft)] == keeper


def test_what_somebody_dropped_who_has_left_is_not_that_of_whom_it_is_kept_with() -> None:
    game = yard()
    game.act("Ann", "cook", 10, item="Grenade")
    game.act("Ann", "ditch", item="Grenade")
    game.do_at_least(Release(actor="Ann"))
    assert (game.one(FuseLeft).actor, game.one(FuseLeft).off_m) == ("Bob", 5)
    assert game.scene.state.throwers == {"Bob\nGrenade": "Ann"}


def test_what_burns_in_the_hand_of_who_is_taken_out_goes_with_it() -> None:
    game = yard()
    game.act("Ann", "cook", 1, item="Grenade")
    game.do_at_least(Release(actor="Ann"))
    assert not game.every(FuseLeft)


def test_what_is_broken_is_not_thrown_to_do_harm_unless_its_fuse_burns() -> None:
    game = thrower()
    game.act("Ann", "wreck", item="Knife", damage=99)
    remedy = r"The Knife is disabled\. Ready something else, /act action:ready, or let go of it: /act action:ditch\."
    with pytest.raises(RuleViolation, match=remedy):
        game.act("Ann", "throw", target="Bob", item="Knife")
    game = yard()
    game.act("Ann", "wreck", item="Grenade", damage=99, substance="steel")
    for action in ("throw", "cook"):
        assert "The Grenade is disabled" in game.refused("Ann", action, item="Grenade")
    game.act("Ann", "throw", 20, 20, 6, target="Bob")
    assert game.one(Thrown).item == "Rock"
    game = yard()
    game.act("Ann", "cook", 10, item="Grenade")
    game.act("Ann", "wreck", item="Grenade", damage=99, substance="steel")
    game.act("Ann", "throw", 20, 20, 6, target="Bob", item="Grenade")
    assert game.one(Thrown).item == "Grenade"


@pytest.mark.parametrize(("stance", "side", "ticks"), [("prone", True, 6), ("prone", False, 3), ("standing", True, 3)])
def test_a_throw_to_the_side_of_who_lies_takes_twice_as_long(stance: str, side: bool, ticks: int) -> None:
    game = yard()
    game.act("Ann", "correct", stance=stance)
    game.act("Ann", "throw", 20, 20, 6, target="Bob", item="Rock", side=side)
    assert game.one(Thrown).cost_ticks == ticks


def test_nothing_is_thrown_at_who_is_known_to_be_dead() -> None:
    game = yard()
    game.act("Cal", "correct", dead=True)
    assert game.refused("Ann", "throw", target="Cal", item="Rock", range_m=5).startswith("Cal is dead.")


def test_a_live_grenade_that_was_put_away_goes_along_and_goes_off_on_the_body() -> None:
    game = yard(15)
    game.act("Ann", "cook", 4, item="Grenade")
    game.act("Ann", "stow", item="Grenade")
    game.act("Ann", "move", target="Bob", away=True, metres=4)
    (fuse,) = game.state("Ann").kit.fuses
    assert (fuse.off_m, game.state("Ann").kit.items["Grenade"].lies) == (0, Lies.CARRIED)
    while not game.every(FuseBurned):
        game.do_at_least(GoOn())
    assert {event.actor: event.range_m for event in game.every(BlastReached)} == {"Ann": 0, "Bob": 9}
    assert (game.every(Hit)[0].target, game.every(Hit)[0].fine) == ("Ann", "left upper arm")
    assert game.state("Ann").kit.items["Grenade"].lies is Lies.AWAY


def stored(kind: str, payload: bytes) -> Event:
    """The event that an earlier version of the bot stored, which said nothing of what was put away."""
    return Codec(REFLEX).event(kind, 1, payload)


def test_what_earlier_versions_stored_of_a_live_grenade_that_was_put_away_comes_out_as_it_did() -> None:
    game = yard(15)
    game.act("Ann", "cook", 4, item="Grenade")
    game.act("Ann", "stow", item="Grenade")
    ended = stored("reflex.exchange_ended", b'{"type":"reflex.exchange_ended","exchange":1}')
    for event in (ended, ExchangeEnded(exchange=1, stowed=True)):
        spent = happen(deepcopy(game), event).state("Ann").kit
        lies = Lies.CARRIED if event is ended else Lies.AWAY
        assert (spent.fuses, spent.items["Grenade"].lies) == ((), lies)
    burned = b'{"type":"reflex.fuse_burned","actor":"Ann","item":"Grenade","off_m":0}'
    gone = happen(deepcopy(game), stored("reflex.fuse_burned", burned)).state("Ann").kit
    assert (gone.fuses, gone.items["Grenade"].lies) == ((), Lies.CARRIED)
    moved = b'{"type":"reflex.moved","actor":"Ann","pace":"walk","distance_m":4}'
    (left,) = happen(game, stored("reflex.moved", moved)).state("Ann").kit.fuses
    assert left.off_m == 4
