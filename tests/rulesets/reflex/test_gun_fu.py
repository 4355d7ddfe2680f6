"""Firearms at arm's reach: Muscle instead of Coordination, and a block as against a blow."""

from __future__ import annotations

import pytest

from bot.core.events import Asked
from bot.rulesets.reflex.close.events import Blocked, BlockTested, Struck
from bot.rulesets.reflex.kinds import Pace, Stance
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.wounds.events import FootingTested, Hit
from tests.rulesets.reflex.boxing import answered, fighter, ring, strike
from tests.rulesets.reflex.firing import act, changed, every, fight, only, shoot, values
from tests.rulesets.reflex.gripping import clinch, wrestler


def armed(tick: int = 5) -> ReflexScene:
    """Ann with a pistol within reach of Guard."""
    skills = {"sidearm": 4}
    return ring(fighter("pistol", skills=skills, muscle=9, coordination=4, encumbrance="unencumbered"), tick=tick)


def test_a_gun_at_arms_reach_goes_by_muscle() -> None:
    attribute = only(strike(armed(), 20, 20), ShotFired).outcome.check.attribute
    assert (attribute.label, attribute.value) == ("muscle", 9)


def test_farther_away_it_goes_by_coordination() -> None:
    assert only(shoot(fight(range_m=5), 20, 20), ShotFired).outcome.check.attribute.label == "coordination"


@pytest.mark.parametrize(("cuf", "label"), [(3, "cuf"), (12, "muscle")])
def test_called_it_goes_by_the_lower_of_muscle_and_nerve(cuf: int, label: str) -> None:
    scene = ring(fighter("pistol", skills={"sidearm": 4}, cuf=cuf))
    assert only(strike(scene, 20, 20, called="torso"), ShotFired).outcome.check.attribute.label == label


def test_a_gun_at_arms_reach_takes_its_ticks_more() -> None:
    assert values(only(strike(armed(), 20, 20), ShotFired).costs) == {"speed": 2, "too_close": 1}


def test_a_gun_at_arms_reach_can_be_blocked() -> None:
    asked = strike(armed(tick=20), 8, 20)
    assert only(asked, Asked).question.actor == "Guard"
    played = answered(asked, "Police baton", 1, 20)
    assert (only(played, Blocked).net, every(played, Hit), every(played, BlockTested)) == (-4, [], [])


def test_what_a_block_leaves_of_the_shot_hits() -> None:
    played = answered(strike(armed(tick=20), 5, 20), "Police baton", 3, 20, 3, 3)
    assert values(only(played, Hit).terms) == {"damage": 4, "margin": 1}


def test_who_does_not_know_of_the_gun_does_not_block() -> None:
    assert not every(strike(armed(tick=20), 8, 20, 3, 3, easy="unaware"), Asked)


@pytest.mark.parametrize(
    ("stance", "found"),
    [("standing", {}), ("sitting", {}), ("kneeling", {"target_stance": 1}), ("prone", {"target_stance": 2})],
)
def test_the_lower_the_target_of_a_gun_at_arms_reach_the_easier_as_of_a_blow(
    stance: str, found: dict[str, int]
) -> None:
    scene = changed(armed(), "Guard", stance=Stance(stance))
    assert values(only(strike(scene, 20, 20), ShotFired).outcome.check.terms) == found


def test_no_pace_counts_for_a_gun_at_arms_reach() -> None:
    scene = changed(act(armed(), "move", pace="run", metres=0).scene, "Guard", moving=Pace.RUN)
    assert values(only(strike(scene, 20, 20), ShotFired).outcome.check.terms) == {}
    assert values(only(strike(scene, 20, 20, range_m=5), ShotFired).outcome.check.terms) == {
        "own_pace": -3,
        "target_pace": -2,
    }


def test_nobody_dives_with_a_gun() -> None:
    scene = act(armed(), "move", pace="run", metres=0).scene
    played = strike(scene, 1, 20, 3, 3, dive=True)
    assert "dive" not in values(only(played, Hit).terms)
    assert not every(played, FootingTested)


@pytest.mark.parametrize(
    ("size", "found"),
    [("quarter", {"target_size": -4}), ("half", {"target_size": -2}), ("human", {}), ("double", {"target_size": 2})],
)
def test_sizes_count_for_a_gun_at_arms_reach_as_for_a_blow(size: str, found: dict[str, int]) -> None:
    seen = ring(fighter("pistol", "knife", skills={"sidearm": 4}), options={"visual_penalty": True})
    for light, more in (("clear", {}), ("dark", {"visual": -1})):
        shot, blow = (strike(seen, 20, 20, weapon=arm, size=size, light=light) for arm in ("Pistol", "Knife"))
        assert values(only(shot, ShotFired).outcome.check.terms) == {**found, **more}
        assert values(only(blow, Struck).outcome.check.terms) == {**found, **more}


@pytest.mark.parametrize("holder", ["Ann", "Guard"])
def test_nothing_is_between_two_in_a_grip_for_a_gun_either(holder: str) -> None:
    scene = clinch(6, wrestler("pistol", skills={"sidearm": 4}), holder=holder)
    for each in ("Ann", "Guard"):
        scene = act(scene, "take_cover", actor=each, cover="brick_wall", parts="everything").scene
    assert only(strike(scene, 1, 20, 3, 3), Hit).layers == ()
