"""Range bands: what distance does to a weapon's time and aim, and to the eye."""

from __future__ import annotations

import pytest

from bot.core.errors import RuleViolation
from bot.core.wording import Span
from bot.rulesets.reflex.checks.reach import band_of
from bot.rulesets.reflex.checks.wording import term_spans
from bot.rulesets.reflex.kinds import Band, Stance
from bot.rulesets.reflex.shots.damage import penetration
from bot.rulesets.reflex.shots.difficulty import weapon_terms
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.shots.ranges import check_reach, check_sight, distance, surcharge, visual_terms
from tests.rulesets.reflex.altering import altered_weapon
from tests.rulesets.reflex.firing import TABLES, changed, fight, only, sheet, shoot, state_of, values

M4A1 = state_of(weapons=[{"kind": "m4a1"}]).kit.weapons["M4A1"]
STANDING = state_of()


@pytest.mark.parametrize(
    ("range_m", "band"),
    [
        (0, Band.PERSONAL),
        (1, Band.PERSONAL),
        (1.1, Band.GUNFIGHTING),
        (7, Band.GUNFIGHTING),
        (25, Band.CQB),
        (25.5, Band.TIGHT),
        (100, Band.TIGHT),
        (200, Band.MEDIUM),
        (400, Band.OPEN),
        (800, Band.SNIPING),
        (1600, Band.EXTREME),
        (1601, Band.BEYOND),
    ],
)
def test_a_boundary_belongs_to_the_nearer_band(range_m: float, band: Band) -> None:
    assert band_of(TABLES, range_m) is band


@pytest.mark.parametrize(("range_m", "ticks"), [(20, 1), (5, 2), (0.5, 3), (60, 0), (150, 0)])
def test_rx_10_closer_than_optimum_takes_a_tick_more_per_band(range_m: float, ticks: int) -> None:
    assert surcharge(M4A1, band_of(TABLES, range_m)) == ticks


@pytest.mark.parametrize(("range_m", "penalty"), [(20, 0), (60, 0), (150, -3), (300, -6)])
def test_rx_10_beyond_optimum_is_three_worse_per_band(range_m: float, penalty: int) -> None:
    far = distance(TABLES, range_m, STANDING, "human", "clear", 0)
    assert sum(term.value for term in weapon_terms(M4A1, far)) == penalty


@pytest.mark.parametrize("range_m", [401, 1000, 5000])
def test_rx_10_beyond_maximum_is_refused_and_the_maximum_named(range_m: float) -> None:
    far = distance(TABLES, range_m, STANDING, "human", "clear", 0)
    with pytest.raises(RuleViolation, match=r"M4A1 can hit.*Open range, up to 400 m"):
        check_reach(TABLES, "M4A1", M4A1, far)


@pytest.mark.parametrize(
    ("size", "band", "edge_m"),
    [("half", "Medium", 200), ("quarter", "Tight", 100), ("double", "Sniping", 800), ("fourfold", "Extreme", 1600)],
)
def test_the_maximum_that_is_named_is_that_of_the_size_of_the_target(size: str, band: str, edge_m: int) -> None:
    check_reach(TABLES, "M4A1", M4A1, distance(TABLES, edge_m, STANDING, size, "clear", 0))
    with pytest.raises(RuleViolation, match=f"of that size it reaches at {band} range, up to {edge_m} m"):
        check_reach(TABLES, "M4A1", M4A1, distance(TABLES, edge_m + 1, STANDING, size, "clear", 0))


def test_what_is_too_small_at_any_distance_is_said_to_be_so() -> None:
    weak = altered_weapon(M4A1, maximum=Band.GUNFIGHTING)
    with pytest.raises(RuleViolation, match="as small as that it hits at no distance"):
        check_reach(TABLES, "M4A1", weak, distance(TABLES, 0.5, STANDING, "quarter", "clear", 0))


def test_a_big_target_moves_accuracy_and_maximum_but_not_ticks() -> None:
    far = distance(TABLES, 500, STANDING, "double", "clear", 0)
    check_reach(TABLES, "M4A1", M4A1, far)
    near = distance(TABLES, 60, STANDING, "double", "clear", 0)
    assert weapon_terms(M4A1, far)[0].value == -6
    assert surcharge(M4A1, near.true) == 0


def test_a_small_target_looks_farther_for_the_weapon_too() -> None:
    far = distance(TABLES, 60, STANDING, "half", "clear", 0)
    assert (far.true, far.sized, far.seen) == (Band.TIGHT, Band.MEDIUM, Band.MEDIUM)
    assert weapon_terms(M4A1, far)[0].value == -3


def test_sizes_stay_within_the_bands() -> None:
    assert distance(TABLES, 0.5, STANDING, "eightfold", "clear", 0).sized is Band.PERSONAL
    assert distance(TABLES, 5000, STANDING, "quarter", "clear", 0).sized is Band.BEYOND


def test_the_eye_has_its_own_penalty() -> None:
    far = distance(TABLES, 300, STANDING, "human", "clear", 0)
    assert values(visual_terms(TABLES, far)) == {"visual": -8}
    assert visual_terms(TABLES, distance(TABLES, 5, STANDING, "human", "clear", 0)) == ()


def test_the_visual_penalty_says_when_the_target_only_looks_that_far() -> None:
    prone = state_of(condition={"stance": "prone"})
    assert [term.detail for term in visual_terms(TABLES, distance(TABLES, 60, STANDING, "human", "clear", 0))] == [
        "tight"
    ]
    looks = visual_terms(TABLES, distance(TABLES, 60, prone, "human", "clear", 0))
    assert [(term.value, term.detail) for term in looks] == [(-4, "looks_like_medium")]


def test_light_and_a_prone_target_move_only_the_eye() -> None:
    prone = state_of(condition={"stance": "prone"})
    far = distance(TABLES, 60, prone, "human", "dim", 0)
    assert prone.body.stance is Stance.PRONE
    assert (far.sized, far.seen) == (Band.TIGHT, Band.OPEN)


def test_optics_bring_the_target_closer_for_the_eye() -> None:
    assert distance(TABLES, 700, STANDING, "human", "clear", 3).seen == Band.TIGHT
    assert distance(TABLES, 20, STANDING, "human", "clear", 8).seen == Band.PERSONAL


def test_003_84_what_looks_farther_than_extreme_cannot_be_seen() -> None:
    with pytest.raises(RuleViolation, match="cannot be made out"):
        check_sight(distance(TABLES, 1000, state_of(condition={"stance": "prone"}), "human", "clear", 0))
    check_sight(distance(TABLES, 1000, state_of(condition={"stance": "prone"}), "human", "clear", 1))
    assert distance(TABLES, 1000, STANDING, "half", "clear", 0).seen > Band.EXTREME


def test_003_85_penetration_goes_by_the_true_band() -> None:
    assert penetration(M4A1, distance(TABLES, 60, STANDING, "quarter", "clear", 0).true) == 4
    assert penetration(M4A1, distance(TABLES, 150, STANDING, "double", "clear", 0).true) == 6


def test_003_44_the_visual_penalty_is_on_unless_switched_off() -> None:
    on = shoot(fight(options={"visual_penalty": True}), 20, 20)
    off = shoot(fight(), 20, 20)
    assert values(only(on, ShotFired).outcome.check.terms) == {"visual": -2}
    assert values(only(off, ShotFired).outcome.check.terms) == {}


def test_003_84_an_unseen_target_is_refused_only_where_sight_counts() -> None:
    rifle = sheet(weapons=[{"kind": "hunting_rifle"}])
    scene = fight(rifle, range_m=1000, options={"visual_penalty": True})
    lying = changed(scene, "Guard", stance=Stance.PRONE)
    with pytest.raises(RuleViolation, match="cannot be made out"):
        shoot(lying)
    assert only(shoot(changed(fight(rifle, range_m=1000), "Guard", stance=Stance.PRONE), 20, 20), ShotFired).band == 7


def test_a_hip_shot_does_not_use_the_optics() -> None:
    rifle = sheet(weapons=[{"kind": "sniper_rifle"}], condition={"stance": "prone"})
    scene = fight(rifle, range_m=300, options={"visual_penalty": True})
    aimed = only(shoot(scene, 20, 20, mode="snap"), ShotFired)
    hip = only(shoot(scene, 20, 20, mode="hip"), ShotFired)
    assert values(aimed.outcome.check.terms) == {"range": -3, "visual": -1}
    assert values(hip.outcome.check.terms) == {"hip": -4, "range": -3, "visual": -8}


def test_a_campaign_may_let_size_count_for_ticks() -> None:
    plain = only(shoot(fight(range_m=150), 20, 20, size="double"), ShotFired)
    counted = only(shoot(fight(range_m=150, options={"size_changes_ticks": True}), 20, 20, size="double"), ShotFired)
    assert (plain.cost_ticks, counted.cost_ticks) == (5, 6)


def test_a_penalty_that_our_own_table_makes_worse_says_so() -> None:
    seen = [visual_terms(TABLES, distance(TABLES, 60, STANDING, "human", light, 0))[0] for light in ("clear", "dim")]
    assert [term.source for term in seen] == ["003:541; A3", "003:544-545; A3; A3 (house table)"]
    assert [span.text for span in term_spans(seen) if isinstance(span, Span)] == [
        "−2",
        " (tight)",
        "−4",
        " (looks like medium; house table)",
    ]
