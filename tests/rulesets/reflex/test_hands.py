"""Hands: the off hand, one for two, and what goes in each of both, as far as a campaign plays with them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.views import PUBLIC
from bot.rulesets.reflex.close.events import Blocked, Struck
from bot.rulesets.reflex.person.hands import dominant, off_hand_penalty
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.throws.events import Thrown
from bot.rulesets.reflex.time.carried_events import Readied
from tests.rulesets.reflex.boxing import answered, fighter, ring, strike
from tests.rulesets.reflex.firing import REFLEX, TABLES, act, changed, fight, only, sheet, shoot, state_of, values

HANDEDNESS = {"handedness": True}
AMBIDEXTROUS = ["ambidexterity/hand weapons", "ambidexterity/sidearm", "ambidexterity/hand-to-hand"]
MISS = (20, 20)


def armed(*weapons: tuple[str, str], **given: Any) -> dict[str, Any]:
    """A fighter with weapons, each in one hand."""
    held = [{"kind": kind, "held": True, "hands": 1, "hand": hand} for kind, hand in weapons]
    return fighter(**given) | {"weapons": held}


def gunman(hand: str, **given: Any) -> dict[str, Any]:
    """Somebody with a pistol in one hand."""
    return sheet(skills={"sidearm": 4}, weapons=[{"kind": "pistol", "held": True, "hand": hand}], **given)


def shot(shooter: dict[str, Any], *, range_m: float = 5, **options: Any) -> dict[str, int]:
    """The terms of a shot that misses."""
    return values(only(shoot(fight(shooter, range_m=range_m, options=options), *MISS), ShotFired).outcome.check.terms)


def blow(ann: dict[str, Any], options: dict[str, Any] | None = None, **inputs: Any) -> dict[str, int]:
    """The terms of a blow that misses."""
    return values(only(strike(ring(ann, options=options), *MISS, **inputs), Struck).outcome.check.terms)


# The off hand


@pytest.mark.parametrize(("hand", "found"), [("right", {}), ("left", {"off_hand": -4})])
def test_a_shot_from_the_off_hand_is_four_worse(hand: str, found: dict[str, int]) -> None:
    assert shot(gunman(hand), handedness=True) == found
    assert shot(gunman(hand)) == {}


def test_the_left_handed_are_worse_with_the_right() -> None:
    assert shot(gunman("right", handed="left"), handedness=True) == {"off_hand": -4}
    assert shot(gunman("left", handed="left"), handedness=True) == {}


def test_at_arms_reach_it_takes_no_fine_motor_control() -> None:
    assert shot(gunman("left"), range_m=1, handedness=True)["off_hand"] == -2


def test_two_hands_on_a_gun_are_led_by_the_better_one() -> None:
    pistol = {"kind": "pistol", "held": True, "hands": 2, "hand": "left"}
    assert shot(sheet(skills={"sidearm": 4}, weapons=[pistol]), handedness=True) == {}


def test_a_throw_from_the_off_hand_is_four_worse() -> None:
    grenade = {"name": "Stone", "held": True, "hand": "left", "damage": 1}
    scene = fight(sheet(weapons=[], items=[grenade]), range_m=5, options=HANDEDNESS | {"one_handed_actions": True})
    thrown = only(act(scene, "throw", *MISS, 1, target="Guard", item="Stone"), Thrown)
    assert values(thrown.outcome.check.terms) == {"off_hand": -4}


def test_a_blow_and_a_block_with_the_off_hand_are_two_worse() -> None:
    assert blow(armed(("knife", "left")), HANDEDNESS) == {"off_hand": -2}
    scene = ring(fighter("knife"), armed(("baton", "left")), options=HANDEDNESS)
    blocked = only(answered(strike(scene, 2, 20), "Police baton", *MISS, 3, 3), Blocked)
    assert values(blocked.outcome.check.terms) == {"off_hand": -2}


def test_the_ambidextrous_are_as_good_with_both_at_what_they_are() -> None:
    assert blow(armed(("knife", "left"), advantages=AMBIDEXTROUS), HANDEDNESS) == {}
    assert shot(gunman("left", advantages=AMBIDEXTROUS), handedness=True) == {}
    assert shot(gunman("left", advantages=AMBIDEXTROUS[:1]), handedness=True) == {"off_hand": -4}


@pytest.mark.parametrize(("months", "coarse", "fine"), [(0, -2, -4), (3, -1, -3), (4, 0, -2), (8, 0, 0), (10, 0, 0)])
def test_003_24_every_two_months_of_practice_take_one_off(months: int, coarse: int, fine: int) -> None:
    state = state_of(practice_months=months)
    assert [off_hand_penalty(TABLES, state, fine=each) for each in (False, True)] == [coarse, fine]


@pytest.mark.parametrize(("months", "hand"), [(9, "right"), (10, "left")])
def test_rx_50_ten_months_make_fully_left_handed(months: int, hand: str) -> None:
    state = state_of(practice_months=months)
    assert dominant(TABLES, state) == hand


def test_practice_counts_in_a_fight() -> None:
    assert shot(gunman("left", practice_months=4), handedness=True) == {"off_hand": -2}
    assert shot(gunman("left", practice_months=8), handedness=True) == {}
    assert shot(gunman("left", practice_months=10), handedness=True) == {}


@pytest.mark.parametrize(("handed", "hand"), [("right", "right"), ("left", "left")])
def test_things_are_taken_in_the_hand_of_birth(handed: str, hand: str) -> None:
    knife = {"kind": "knife", "held": False}
    readied = act(ring(fighter() | {"weapons": [knife], "handed": handed}), "ready", item="Knife")
    assert only(readied, Readied).hand == hand
    assert state_of(handed=handed, weapons=[{"kind": "knife"}]).kit.weapons["Knife"].hand == hand


# One hand for two


@pytest.mark.parametrize(("hands", "found"), [(1, {"one_for_two": -3}), (2, {})])
def test_one_hand_is_three_worse_at_what_takes_two(hands: int, found: dict[str, int]) -> None:
    rifle = {"kind": "ak47", "held": True, "hands": hands}
    assert shot(sheet(weapons=[rifle]), range_m=150, one_handed_actions=True) == found
    assert shot(sheet(weapons=[rifle]), range_m=150) == {}
    bat = fighter() | {"weapons": [{"kind": "bat", "held": True, "hands": hands}]}
    assert blow(bat, {"one_handed_actions": True}) == found


def test_that_adds_to_the_off_hand_and_a_mount_needs_no_hands() -> None:
    rifle = {"kind": "ak47", "held": True, "hands": 1, "hand": "left"}
    options = {"one_handed_actions": True, "handedness": True}
    assert shot(sheet(weapons=[rifle]), range_m=150, **options) == {"off_hand": -4, "one_for_two": -3}
    assert shot(sheet(weapons=[rifle | {"fixed_mount": True}]), range_m=150, **options) == {}


# Long and short


PAIR = (("baton", "right"), ("knife", "left"))
PLAYED = {"long_and_short": True}


def test_a_second_weapon_opens_the_way_for_the_first() -> None:
    both = armed(*PAIR, advantages=AMBIDEXTROUS)
    assert blow(both, PLAYED, weapon="Police baton") == {"long_and_short": 2}
    assert blow(both, PLAYED, weapon="Knife") == {}
    assert blow(both, weapon="Police baton") == {}
    assert blow(armed(*PAIR), PLAYED, weapon="Police baton") == {}


@pytest.mark.parametrize("weapons", [PAIR[:1], PAIR[1:], (*PAIR[1:], ("bat", "right"))])
def test_it_takes_a_one_handed_weapon_in_each_hand(weapons: tuple[tuple[str, str], ...]) -> None:
    assert blow(armed(*weapons, advantages=AMBIDEXTROUS), PLAYED, weapon=("Knife" if weapons != PAIR[:1] else "")) == {}


def test_a_broken_second_weapon_opens_no_way() -> None:
    scene = ring(armed(*PAIR, advantages=AMBIDEXTROUS), options=PLAYED)
    scene = act(scene, "wreck", actor="Ann", item="Knife", damage=99).scene
    assert values(only(strike(scene, *MISS, weapon="Police baton"), Struck).outcome.check.terms) == {}


def test_a_second_weapon_helps_every_block() -> None:
    scene = ring(fighter("knife"), armed(*PAIR, advantages=AMBIDEXTROUS), options=PLAYED)
    for way, faces in (("Police baton", ()), ("bare hands", ())):
        blocked = only(answered(strike(scene, 2, 20), way, *MISS, 3, 3, *faces), Blocked)
        assert values(blocked.outcome.check.terms) == {"long_and_short": 2}


# Twin fists


def level_penalty(wounds: dict[str, int], options: dict[str, Any] | None = None, **inputs: Any) -> int:
    scene = changed(ring(fighter(), options=options), "Ann", wounds=wounds)
    return only(strike(scene, *MISS, weapon="bare hands", **inputs), Struck).outcome.check.level_penalty


def test_fists_are_alike_where_it_is_played() -> None:
    assert level_penalty({"right arm": 2}) == 2
    assert level_penalty({"right arm": 2}, {"twin_fists": True}) == 0


@pytest.mark.parametrize(
    ("options", "found"), [(HANDEDNESS, {"off_hand": -2}), (HANDEDNESS | {"twin_fists": True}, {})]
)
def test_a_fist_of_the_off_hand_is_worse_unless_they_are_alike(options: dict[str, Any], found: dict[str, int]) -> None:
    assert blow(fighter(), options, weapon="bare hands", limb="left arm") == found
    assert blow(fighter(), options, weapon="bare hands", limb="left leg") == {}
    assert blow(fighter(advantages=AMBIDEXTROUS), options, weapon="bare hands", limb="left arm") == {}


def test_a_bare_handed_block_suffers_from_the_sounder_arm() -> None:
    scene = ring(fighter("bat"), fighter(), options={"twin_fists": True})
    scene = changed(scene, "Guard", wounds={"right arm": 2, "left arm": 1})
    blocked = only(answered(strike(scene, 2, 20), "bare hands", 20, 3, 3), Blocked)
    assert blocked.outcome.check.level_penalty == 1


@pytest.mark.parametrize(("arm", "levels", "found"), [(2, 2, {}), (4, 0, {"off_hand": -2})])
def test_a_bare_handed_block_is_made_with_the_leading_arm_while_that_is_of_use(
    arm: int, levels: int, found: dict[str, int]
) -> None:
    scene = changed(ring(fighter("bat"), fighter(), options=HANDEDNESS), "Guard", wounds={"right arm": arm})
    check = only(answered(strike(scene, 2, 20), "bare hands", 20, 20, 3, 3), Blocked).outcome.check
    assert (check.level_penalty, values(check.terms)) == (levels, found)


# Words


def told(**given: Any) -> str:
    return "\n".join(line.text for line in REFLEX.describe(sheet(**given), {}))


def test_a_sheet_says_which_hand_leads_and_what_the_other_costs() -> None:
    assert "Hands right-handed; the left costs 2, 4 for fine work" in told()
    assert "fully changed after 10 months of practice (4 done)" in told(practice_months=4)
    assert "Hands fully left-handed by practice" in told(practice_months=10)
    learned = told(qualifications=["hand-to-hand/grapple"], advantages=AMBIDEXTROUS[:1])
    assert "Learned Hand-to-Hand/Grapple, Ambidexterity (Hand Weapons)" in learned


def test_the_log_explains_the_off_hand() -> None:
    scene: ReflexScene = fight(gunman("left"), range_m=5, options=HANDEDNESS)
    check = REFLEX.lines(only(shoot(scene, *MISS), ShotFired), PUBLIC)[1].text
    assert "off hand −4 (left)" in check
