"""Sustained fire: faster on the same target, better with tracers, over with any other action."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.core import orders
from bot.core.engine import Decision, lines
from bot.core.folding import reopened
from bot.core.views import PUBLIC
from bot.rulesets.reflex.indirect.events import IndirectFired
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.scene_state import SceneState
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.traps import Mine
from tests.rulesets.reflex.firing import REFLEX, act, changed, fight, only, ordered, rearmed, sheet, shoot, values

ON = {"sustained_fire": True, "indirect_fire": True}
SHOTGUN = sheet(muscle=30, coordination=1, skills={"longarm": 4}, weapons=[{"kind": "shotgun", "capacity": 9}])
GUNNER = sheet(
    muscle=30, coordination=1, skills={"support weapons": 4}, weapons=[{"kind": "m249", "tracer": True, "feed": "belt"}]
)
MISS = (20, 20)


def early(scene: ReflexScene) -> ReflexScene:
    """Ann has time enough for all of it, and Guard none."""
    for actor, tick in (("Ann", 90), ("Guard", 1)):
        scene = changed(scene, actor, initiative=tick)
    slots = tuple(replace(slot, key=(-90 if slot.actor == "Ann" else -1,)) for slot in scene.agenda)
    return reopened(replace(scene, agenda=slots, opened=None, opening={}))


def gunner(**options: bool) -> ReflexScene:
    return early(fight(GUNNER, sheet(fitness=30), range_m=150, options={**ON, **options}))


def shotgun(**options: bool) -> ReflexScene:
    return early(fight(SHOTGUN, sheet(fitness=30), range_m=20, options={**ON, **options}))


def fired(scene: ReflexScene, **inputs: object) -> tuple[ReflexScene, ShotFired]:
    decision = shoot(scene, *MISS, **inputs)
    return decision.scene, only(decision, ShotFired)


def read(decision: Decision[State, SceneState]) -> str:
    return " ".join(line.text for event in decision.events for line in lines(REFLEX, event, PUBLIC))


def test_rx_58_three_shots_at_one_target_and_then_one_on_the_move() -> None:
    scene, changes = shotgun(), []
    for _ in range(3):
        scene, shot = fired(scene, mode="snap")
        changes.append(values(shot.costs).get("sustained", 0))
    scene = act(scene, "move", pace="walk").scene
    _, shot = fired(scene, mode="hip")
    assert [*changes, values(shot.costs).get("sustained", 0)] == [0, -1, -1, 0]


def test_rx_59_each_burst_with_tracers_is_better_than_the_one_before() -> None:
    scene, bonuses, ticks = gunner(), [], []
    for _ in range(4):
        scene, shot = fired(scene, rounds=5)
        bonuses.append(values(shot.outcome.check.terms).get("tracer", 0))
        ticks.append(values(shot.costs).get("sustained", 0))
    assert (ticks, bonuses) == ([0, -1, -1, -1], [0, 1, 2, 3])


def test_003_45_tracers_meet_the_cap_unless_a_campaign_lifts_it() -> None:
    for lifted, most in ((False, 5), (True, 7)):
        scene = gunner(uncapped_bursts=lifted)
        for _ in range(3):
            scene, _ = fired(scene, rounds=5)
        _, shot = fired(scene, rounds=5)
        check = shot.outcome.check
        assert (check.target, check.lost) == (1 + most, 7 - most)


def test_without_tracers_bursts_are_only_faster() -> None:
    scene, _ = fired(rearmed(gunner(), "Ann", "M249", tracer=False), rounds=5)
    _, shot = fired(scene, rounds=5)
    assert "tracer" not in values(shot.outcome.check.terms)
    assert values(shot.costs)["sustained"] == -1


def test_003_70_single_shots_go_on_with_the_string_and_only_bursts_count_for_tracers() -> None:
    scene = rearmed(gunner(), "Ann", "M249", single=True)
    seen = []
    for rounds in (5, 1, 5, 1):
        scene, shot = fired(scene, rounds=rounds)
        seen.append((values(shot.costs).get("sustained", 0), values(shot.outcome.check.terms).get("tracer", 0)))
    assert seen == [(0, 0), (-1, 0), (-1, 1), (-1, 0)]


@pytest.mark.parametrize("action", ["assess", "wait"])
def test_any_other_action_ends_the_string(action: str) -> None:
    scene, _ = fired(shotgun())
    faces = MISS if action == "assess" else ()
    scene = act(scene, action, *faces).scene
    _, shot = fired(scene)
    assert "sustained" not in values(shot.costs)


def test_another_target_or_weapon_begins_a_new_string() -> None:
    scene, _ = fired(shotgun())
    scene = ordered(scene, orders.Enlist(name="Other", owner=0, side="Guard", sheet=sheet()), *MISS).scene
    decision = act(scene, "attack", *MISS, target="Other", range_m=20)
    assert "sustained" not in values(only(decision, ShotFired).costs)


def test_003_8_an_aimed_shot_still_takes_its_three_ticks() -> None:
    scene = rearmed(shotgun(), "Ann", "12 ga pump shotgun", speed=(1, 1, 3))
    scene, _ = fired(scene, mode="aimed")
    _, shot = fired(scene, mode="aimed")
    assert (shot.cost_ticks, values(shot.costs)["least"]) == (3, 1)


def test_without_the_switch_nothing_is_faster() -> None:
    scene, _ = fired(shotgun(sustained_fire=False))
    _, shot = fired(scene)
    assert "sustained" not in values(shot.costs)


def test_a_pause_ends_the_string() -> None:
    scene, _ = fired(shotgun())
    while scene.state.phase != "pause":
        scene = go_on(scene)
    assert scene.combatants["Ann"].state.turn.sustained is None


def go_on(scene: ReflexScene) -> ReflexScene:
    return ordered(scene, orders.GoOn()).scene


def test_a_string_of_fire_at_ones_own_thing_goes_on_as_at_any() -> None:
    thing = {"name": "radio", "lies": "near"}
    scene, costs = early(fight(sheet(items=[thing]), sheet(), options=ON)), []
    for _ in range(2):
        fired = act(scene, "attack_thing", *MISS, item="radio", target="Ann", range_m=5.0, substance="leather")
        scene = fired.scene
        costs.append(values(only(fired, ShotFired).costs).get("sustained", 0))
    assert costs == [0, -1]
    assert "Ann fires a single shot at the radio with the AK-47" in read(fired)


@pytest.mark.parametrize(("then", "change"), [("one", -1), ("two", 0)])
def test_two_mines_are_two_targets(then: str, change: int) -> None:
    scene = early(fight(sheet(), sheet(), options=ON))
    mines = {key: Mine(title=key, kind="ap", explosive="ap_mine", trigger="x", open=True) for key in ("one", "two")}
    scene = replace(scene, state=replace(scene.state, mines=mines))
    for key in ("one", then):
        fired = act(scene, "attack_thing", *MISS, mine=key, range_m=5.0)
        scene = fired.scene
    assert values(only(fired, ShotFired).costs).get("sustained", 0) == change


LAUNCHER = sheet(skills={"support weapons": 4}, weapons=[{"kind": "grenade_launcher", "held": True, "capacity": 9}])
UP, DIRECT = "indirect_fire", "attack"


@pytest.mark.parametrize(
    ("first", "second", "where", "change"),
    [
        (UP, UP, {"target": "Guard"}, -1),
        (UP, DIRECT, {"target": "Guard"}, -1),
        (DIRECT, UP, {"target": "Guard"}, -1),
        (UP, UP, {"spot": "barn"}, -1),
        (UP, UP, {"spot": "Guard"}, -1),
    ],
)
def test_what_is_fired_into_the_air_belongs_to_the_string_at_the_same_target(
    first: str, second: str, where: dict[str, str], change: int
) -> None:
    scene = early(fight(LAUNCHER, sheet(), range_m=150, options=ON))
    for action in (first, second):
        fired = act(scene, action, *MISS, range_m=150.0, **where)
        scene = fired.scene
    (shot,) = [event for event in fired.events if isinstance(event, ShotFired | IndirectFired)]
    assert values(shot.costs).get("sustained", 0) == change


@pytest.mark.parametrize("then", [{"spot": "Guard"}, {"target": "Guard"}])
def test_another_spot_begins_a_string_anew_also_one_that_is_called_like_somebody(then: dict[str, str]) -> None:
    scene = early(fight(LAUNCHER, sheet(), range_m=150, options=ON))
    before = {"target": "Guard"} if "spot" in then else {"spot": "Guard"}
    scene = act(scene, UP, *MISS, **before, range_m=150.0).scene
    assert "sustained" not in values(only(act(scene, UP, *MISS, **then, range_m=150.0), IndirectFired).costs)


def test_a_round_in_a_pause_begins_no_string() -> None:
    scene = early(fight(LAUNCHER, sheet(), range_m=150, options=ON))
    while scene.state.phase != "pause":
        scene = go_on(scene)
    fired = act(scene, UP, *MISS, target="Guard")
    assert only(fired, IndirectFired).sustains is False
    assert fired.scene.combatants["Ann"].state.turn.sustained is None
