"""Diving strikes: what speed takes and gives, and who ends on the ground."""

from __future__ import annotations

import pytest

from bot.core.errors import RuleViolation
from bot.core.views import GM, PUBLIC
from bot.rulesets.reflex.close.events import Blocked, Struck
from bot.rulesets.reflex.kinds import Pace, Stance
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.wounds.events import FellDown, FootingTested, Hit
from tests.rulesets.reflex.boxing import answered, fighter, ring, strike
from tests.rulesets.reflex.firing import REFLEX, act, changed, every, only, values

UP = (6, 20)
DOWN = (20, 20)
BELLY = (3, 3)


def running(pace: str = "run", tick: int = 5) -> ReflexScene:
    """Ann, with a baton, in the second action of a Move."""
    light = fighter("baton", encumbrance="unencumbered")
    return act(ring(light, tick=tick), "move", pace=pace, metres=0).scene


@pytest.mark.parametrize(("pace", "penalty", "damage"), [("sprint", -3, 6), ("run", -2, 4), ("trot", -1, 2)])
def test_rx_19_speed_costs_accuracy_and_adds_damage(pace: str, penalty: int, damage: int) -> None:
    played = strike(running(pace), 1, 20, *BELLY, *DOWN, 1, 20, dive=True)
    struck = only(played, Struck)
    assert (values(struck.outcome.check.terms), struck.dive) == ({"dive": penalty}, Pace(pace))
    assert values(only(played, Hit).terms)["dive"] == damage


def test_rx_20_a_running_blind_strike() -> None:
    strong = fighter("baton", encumbrance="unencumbered", muscle=10)
    scene = act(ring(strong, tick=5), "move", pace="run", metres=0).scene
    played = strike(scene, 2, 20, *BELLY, 2, 20, 9, 20, mode="blind", dive=True)
    assert values(only(played, Struck).outcome.check.terms) == {"blind_strike": -2, "dive": -2}
    assert values(only(played, Hit).terms) == {"damage": 3, "margin": 4, "dive": 4}
    guards, anns = every(played, FootingTested)
    assert (guards.actor, guards.outcome.margin, guards.needed, guards.stands) == ("Guard", 4, 5, False)
    assert (anns.actor, values(anns.outcome.check.terms), anns.stands) == ("Ann", {"dive": -2}, False)
    assert [fell.actor for fell in every(played, FellDown)] == ["Guard", "Ann"]


def test_rx_20_who_beats_the_margin_stays_on_its_feet() -> None:
    played = strike(running("trot"), 5, 20, *BELLY, 5, 20, 1, 20, dive=True)
    assert [tested.stands for tested in every(played, FootingTested)] == [True, True]


def test_rx_20_a_miss_doubles_the_attackers_penalty() -> None:
    tested = only(strike(running(), 20, 20, 2, 20, dive=True), FootingTested)
    assert (tested.outcome.check.target, tested.stands) == (6 - 4, True)


def test_003_77_a_calculated_dive_keeps_the_full_penalty_for_the_footing() -> None:
    scene = act(running("sprint"), "wait").scene
    played = strike(scene, 1, 20, *BELLY, *DOWN, 1, 20, mode="calculated", dive=True)
    assert only(played, Struck).outcome.check.target == 6 - 2
    assert every(played, FootingTested)[1].outcome.check.target == 6 - 3


def test_003_78_a_block_leaves_its_net_margin_to_beat() -> None:
    played = answered(strike(running(tick=20), 1, 20, dive=True), "Police baton", 5, 20, *BELLY, 3, 20, 1, 20)
    assert only(played, Blocked).net == 2
    assert (every(played, FootingTested)[0].needed, every(played, FootingTested)[0].stands) == (3, True)


def test_a_blocked_dive_is_a_miss() -> None:
    played = answered(strike(running(tick=20), 3, 20, dive=True), "Police baton", 1, 20, *DOWN)
    assert only(played, FootingTested).outcome.check.target == 6 - 4


def test_the_action_after_the_move_may_dive_too() -> None:
    scene = act(running(), "wait").scene
    assert only(strike(scene, 20, 20, *UP, dive=True), Struck).dive is Pace.RUN


@pytest.mark.parametrize("pace", ["still", "walk"])
def test_without_speed_there_is_no_dive(pace: str) -> None:
    scene = ring() if pace == "still" else running("walk")
    with pytest.raises(RuleViolation, match="Move first, /act action:move, at one of: trot, run, sprint"):
        strike(scene, dive=True)


def test_who_lies_on_the_ground_cannot_fall() -> None:
    scene = changed(changed(running(), "Guard", stance=Stance.PRONE), "Ann", stance=Stance.PRONE)
    assert not every(strike(scene, 1, 20, *BELLY, dive=True), FootingTested)


def test_what_is_told_of_a_dive() -> None:
    played = strike(running(), 1, 20, *BELLY, *DOWN, 1, 20, dive=True)
    assert "Ann dives at Guard" in REFLEX.lines(only(played, Struck), PUBLIC)[0].text
    guards, anns = every(played, FootingTested)
    assert REFLEX.lines(guards, PUBLIC) == ()
    assert "cannot keep upright (margin 4 needed)" in REFLEX.lines(guards, GM)[0].text
    assert REFLEX.lines(anns, PUBLIC)[0].text == "Ann keeps upright."
