"""Close combat attacks: their kinds, what makes them easier or harder, and what they do."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core.errors import RuleViolation
from bot.core.events import Asked, RangeSet
from bot.core.ground.pieces import Area
from bot.core.views import PUBLIC
from bot.rulesets.reflex.close.events import Struck
from bot.rulesets.reflex.kinds import Stance
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.time.events import TimeSpent
from bot.rulesets.reflex.wounds.events import Hit, Stopped, Wounded
from tests.rulesets.reflex.boxing import fighter, ring, strike
from tests.rulesets.reflex.firing import REFLEX, act, changed, every, fight, only, sheet, shoot, values
from tests.rulesets.reflex.gripping import clinch
from tests.rulesets.reflex.grounding import facing, laid, north, patch, put

LATER = 10
SEEN = {"visual_penalty": True}


def missed(scene: ReflexScene, **inputs: Any) -> Struck:
    """A miss."""
    return only(strike(scene, 20, 20, **inputs), Struck)


def terms(scene: ReflexScene, **inputs: Any) -> dict[str, int]:
    """The terms of a miss."""
    return values(missed(scene, **inputs).outcome.check.terms)


@pytest.mark.parametrize(("mode", "ticks"), [("blind", 2), ("snap", 3), ("calculated", 5), ("hip", 2), ("aimed", 5)])
def test_the_three_kinds_of_strike_take_the_weapons_ticks(mode: str, ticks: int) -> None:
    struck = missed(ring(fighter("baton")), mode=mode)
    assert (struck.cost_ticks, struck.title) == (ticks, "Police baton")


@pytest.mark.parametrize(("kind", "penalty"), [("knife", -2), ("baton", -2), ("bat", -3)])
def test_rx_07_a_blind_strike_is_off_by_bulk_and_two_at_least(kind: str, penalty: int) -> None:
    assert terms(ring(fighter(kind)), mode="blind") == {"blind_strike": penalty}


def test_rx_07_bare_hands_have_no_bulk_and_still_miss_by_two() -> None:
    assert terms(ring(fighter()), weapon="bare hands", mode="blind") == {"blind_strike": -2}


def test_a_calculated_strike_halves_its_penalties() -> None:
    check = missed(ring(), mode="calculated", called="head").outcome.check
    assert (check.target, check.halved) == (6 - 2, True)


def test_003_8_a_calculated_strike_takes_three_ticks_at_least() -> None:
    scene = ring(fighter() | {"weapons": [{"kind": "knife", "speed": [1, 1, 1]}]})
    struck = missed(scene, mode="calculated")
    assert values(struck.costs) == {"speed": 1, "least": 2}


def test_003_79_close_combat_goes_by_muscle() -> None:
    attribute = missed(ring(fighter("knife", muscle=9, coordination=4))).outcome.check.attribute
    assert (attribute.label, attribute.value) == ("muscle", 9)


def test_003_79_unless_the_skill_says_otherwise() -> None:
    scene = ring(fighter("knife", ooda=8), options={"skills.hand weapons.attribute": "ooda"})
    assert missed(scene).outcome.check.attribute.label == "ooda"


@pytest.mark.parametrize(("cuf", "label"), [(3, "cuf"), (9, "muscle")])
def test_a_called_strike_goes_by_the_lower_of_muscle_and_nerve(cuf: int, label: str) -> None:
    assert missed(ring(fighter("knife", cuf=cuf)), called="torso").outcome.check.attribute.label == label


@pytest.mark.parametrize(("heart", "label"), [(1, "muscle"), (-1, "cuf")])
def test_003_90_a_called_strike_goes_by_coolness_as_it_is_at_present(heart: int, label: str) -> None:
    scene = changed(ring(fighter("knife", cuf=7, muscle=7)), "Ann", heart={"tango": heart})
    check = missed(scene, called="torso").outcome.check
    assert (check.attribute.label, check.target) == (label, 7 + min(heart, 0) - 1)


@pytest.mark.parametrize(
    ("stance", "found"),
    [("standing", {}), ("sitting", {}), ("kneeling", {"target_stance": 1}), ("prone", {"target_stance": 2})],
)
def test_the_lower_the_target_the_easier(stance: str, found: dict[str, int]) -> None:
    assert terms(changed(ring(), "Guard", stance=Stance(stance))) == found


@pytest.mark.parametrize(("size", "modifier"), [("quarter", -4), ("half", -2), ("double", 2), ("eightfold", 5)])
def test_odd_sizes_count_in_close_combat(size: str, modifier: int) -> None:
    assert terms(ring(), size=size) == {"target_size": modifier}


def test_an_easy_target_counts_once_and_what_the_table_says_counts_too() -> None:
    assert terms(ring(), easy="bound", modifier=-1) == {"bound": 2, "told": -1}
    assert terms(changed(ring(), "Guard", unconscious=True), easy="bound") == {"unaware": 4}


def test_wounds_of_the_arm_at_work_count() -> None:
    scene = changed(ring(), "Ann", wounds={"right arm": 1, "left arm": 3})
    assert only(strike(scene, 20), Struck).outcome.check.level_penalty == 1


def test_a_strike_hurts_by_damage_and_margin() -> None:
    played = strike(ring(tick=LATER), 2, 20, 3, 3)
    hit = only(played, Hit)
    assert (hit.damage, hit.place, hit.final) == (3 + 4, "torso", 7)
    assert only(played, Wounded).damage == 7
    assert only(played, TimeSpent).ticks == 2


def test_a_strike_that_succeeds_by_nothing_is_on_target() -> None:
    struck = only(strike(ring(tick=LATER), 6, 20, 3, 3), Struck)
    assert struck.margin == 0
    assert REFLEX.lines(struck, PUBLIC)[0].text == "Ann strikes at Guard with the Knife (snap, 2 ticks): on target."


def test_a_called_strike_lands_there_and_hurts_more() -> None:
    hit = only(strike(ring(tick=LATER), 1, 20, called="right arm"), Hit)
    assert (hit.place, values(hit.terms)["called_damage"], hit.roll) == ("right arm", 1, None)


def test_bare_hands_do_nothing_to_armour() -> None:
    scene = ring(fighter(), fighter(armor=[{"kind": "vest"}]), tick=LATER)
    played = strike(scene, 2, 20, 3, 3, weapon="bare hands")
    assert only(played, Stopped).fine == "upper abdomen"
    assert not every(played, Wounded)


def test_the_limb_that_strikes_bare_handed_can_be_chosen() -> None:
    scene = changed(ring(fighter()), "Ann", wounds={"right leg": 2})
    assert only(strike(scene, 20, 20, weapon="bare hands"), Struck).outcome.check.level_penalty == 0
    kicked = strike(scene, 20, 20, weapon="bare hands", limb="right leg")
    assert only(kicked, Struck).outcome.check.level_penalty == 2


@pytest.mark.parametrize(("wounds", "limb"), [({"left arm": 4}, "left arm"), ({"right arm": 4}, "right arm")])
def test_a_useless_limb_strikes_nobody(wounds: dict[str, int], limb: str) -> None:
    with pytest.raises(RuleViolation, match="no limb"):
        strike(changed(ring(fighter()), "Ann", wounds=wounds), weapon="bare hands", limb=limb)
    every_limb = dict.fromkeys(("right arm", "left arm", "right leg", "left leg"), 4)
    with pytest.raises(RuleViolation, match="A GM makes one sound again with /damage heal"):
        strike(changed(ring(fighter()), "Ann", wounds=every_limb), weapon="bare hands")


def test_who_is_out_of_reach_cannot_be_struck() -> None:
    with pytest.raises(RuleViolation, match="out of reach"):
        strike(ring(), range_m=5)


def test_a_strike_at_an_unknown_distance_is_close_enough_and_a_told_one_is_remembered() -> None:
    scene = ring()
    assert not every(strike(scene, 20, 20), RangeSet)
    assert only(strike(scene, 20, 20, range_m=0.5), RangeSet).range_m == 0.5


def test_whatever_is_in_hand_strikes_and_blocks_like_a_rock() -> None:
    grenade = {"name": "Grenade", "held": True, "hand": "left", "explosive": "frag_grenade"}
    scene = ring(fighter() | {"items": [grenade]}, fighter() | {"items": [grenade]}, tick=LATER)
    hit = only(strike(scene, 2, 20, 3, 3, weapon="grenade"), Hit)
    assert (hit.damage, hit.terms[0].detail) == (1 + 4, "Grenade")
    asked = strike(ring(fighter("knife"), fighter() | {"items": [grenade]}), 2, 20)
    assert only(asked, Asked).question.choices[1] == "Grenade"
    offered = [choice.value for choice in REFLEX.candidates(scene, "attack", "weapon", {"actor": "Ann"})]
    assert offered == ["Grenade", "bare hands"]


def test_nobody_asks_how_far_a_blow_reaches() -> None:
    scene = ring()
    for other in list(scene.ranges_m):
        del scene.ranges_m[other]
    assert not every(strike(scene, 20, 20), RangeSet)


def test_a_weapon_that_is_not_in_hand_is_readied_first() -> None:
    scene = ring(fighter() | {"weapons": [{"kind": "bat", "held": False}]})
    with pytest.raises(RuleViolation, match="Ready it first"):
        strike(scene, weapon="bat")


def test_a_rifle_shoots_under_the_names_of_strikes_too() -> None:
    shot = only(shoot(fight(range_m=150), 20, 20, mode="blind"), ShotFired)
    assert shot.mode == "hip"


def test_a_hand_weapon_is_not_loaded() -> None:
    with pytest.raises(RuleViolation, match="in hand"):
        act(ring(), "reload")


def test_hand_weapons_are_offered_without_rounds() -> None:
    found = REFLEX.candidates(ring(), "attack", "weapon", {"actor": "Ann"})
    assert [choice.label for choice in found] == ["Knife", ""]


def test_players_read_of_a_blow_but_not_of_the_guards_numbers() -> None:
    scene = ring(guard=fighter("baton"))
    played = act(act(scene, "wait").scene, "attack", 20, 20, actor="Guard", target="Ann", mode="blind", easy="bound")
    (told, check) = REFLEX.lines(only(played, Struck), PUBLIC)
    assert told.text == "Guard strikes at Ann with the Police baton (blind, 2 ticks): miss."
    assert "Muscle" not in check.text


def test_a_sheet_lists_a_hand_weapon_without_rounds() -> None:
    told = "\n".join(line.text for line in REFLEX.describe(sheet(weapons=[{"kind": "axe", "held": True}]), {}))
    assert "Axe Damage 9, Speed 5/8/11, Bulk 4, close combat; in hand" in told


def test_a_blow_of_somebody_unseen_names_no_weapon() -> None:
    struck = msgspec.structs.replace(missed(ring()), unseen=("Ann",), guarded=("Ann",))
    assert REFLEX.lines(struck, PUBLIC)[0].text == "someone unseen strikes at Guard: miss."


def test_what_a_least_time_adds_is_told_to_those_who_know() -> None:
    scene = ring(fighter() | {"weapons": [{"kind": "knife", "speed": [1, 1, 1]}]})
    told = [line.text for line in REFLEX.lines(missed(scene, mode="calculated"), PUBLIC)]
    assert told[-1] == "Speed 1, least time +2 = 3 ticks."


def test_what_hinders_the_eye_hinders_a_blow_too() -> None:
    assert terms(ring(options=SEEN), light="dark") == {"visual": -1}
    assert terms(ring(options=SEEN), light="dim") == {}
    assert terms(changed(ring(options=SEEN), "Guard", stance=Stance.PRONE), light="dark") == {
        "visual": -2,
        "target_stance": 2,
    }
    assert terms(ring(options={"visual_penalty": False}), light="dark") == {}


def test_night_vision_makes_what_is_dark_clear_for_who_has_it() -> None:
    scene = act(ring(options=SEEN), "weather", light="dark").scene
    assert terms(scene) == {"visual": -1}
    assert terms(scene, light="clear") == {}


def close(*things: Area, **places: Any) -> ReflexScene:
    """Ann and Guard within arm's reach on a ground."""
    return laid(put(facing(1, ann=fighter("knife"), **places), "Guard", north(0.9)), *things)


@pytest.mark.parametrize("kind", ["reflex.dark", "reflex.smoke"])
def test_the_dark_or_the_smoke_on_a_ground_hinders_a_blow_as_it_does_a_shot(kind: str) -> None:
    assert terms(close(patch(kind, 1), options=SEEN)) == {"visual": -1}
    assert terms(close(patch(kind, 20), options=SEEN)) == {}


def test_moving_vehicles_hinder_blows_too_unless_they_keep_pace() -> None:
    speeds = {"own_speed": "safe", "target_speed": "fast"}
    assert terms(ring(), **speeds) == {"own_speed": -1, "target_speed": -2}
    assert terms(ring(), **speeds, keeping_pace=True) == {}


def test_who_is_wholly_behind_cover_strikes_nobody_until_a_part_shows() -> None:
    scene = act(ring(), "take_cover", actor="Ann", cover="brick_wall", parts="everything").scene
    with pytest.raises(RuleViolation, match="The cover hides all of Ann"):
        strike(scene)
    assert terms(act(scene, "lean_out").scene) == {}


def test_who_is_wholly_behind_cover_is_struck_only_where_its_place_is_known_and_five_worse() -> None:
    scene = act(ring(), "take_cover", actor="Guard", cover="brick_wall", parts="everything").scene
    with pytest.raises(RuleViolation, match="The cover hides all of the target"):
        strike(scene)
    assert terms(scene, hidden=True) == {"hidden": -5}


def test_between_two_of_whom_one_holds_the_other_there_is_no_cover() -> None:
    for holder in ("Ann", "Guard"):
        scene = clinch(6, holder=holder)
        for each in ("Ann", "Guard"):
            scene = act(scene, "take_cover", actor=each, cover="brick_wall", parts="everything").scene
        assert "hidden" not in terms(scene, weapon="bare hands")


def test_cover_is_armour_against_a_blow_too_for_what_it_hides() -> None:
    scene = act(ring(tick=LATER), "take_cover", actor="Guard", cover="brick_wall", parts="below_shoulders").scene
    belly, face = (only(strike(scene, 1, 20, *place), Hit) for place in ((3, 3), (3, 1)))
    assert [(layer.what, layer.armor) for layer in belly.layers] == [("brick_wall", 3)]
    assert face.layers == ()


def test_what_is_broken_neither_strikes_nor_blocks() -> None:
    scene = act(ring(fighter("baton"), fighter("baton")), "wreck", actor="Ann", item="Police baton", damage=99).scene
    for named in ({}, {"weapon": "Police baton"}):
        with pytest.raises(RuleViolation, match=r"The Police baton is disabled\. Strike with weapon=bare hands\."):
            strike(scene, **named)
    assert terms(scene, weapon="bare hands") == {}
    scene = act(ring(), "wreck", actor="Guard", item="Police baton", damage=99).scene
    asked = only(strike(scene, 1, 20), Asked).question
    assert asked.choices == ("take it", "bare hands", "grapple with bare hands")
