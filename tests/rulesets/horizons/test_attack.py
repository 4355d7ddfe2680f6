"""A shot: its difficulty term by term, its bullets one by one, and what can go wrong with the gun."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bot.core import engine, orders
from bot.core.errors import RuleViolation
from bot.core.events import Event, type_of
from bot.core.options import parse
from bot.core.views import GM, PUBLIC
from bot.rulesets.horizons.checks.events import EffortSpent, SideEffect
from bot.rulesets.horizons.checks.rules import meets
from bot.rulesets.horizons.fire.difficulty import band_at
from bot.rulesets.horizons.fire.events import BarrelBurst, Malfunctioned, ShotFired
from bot.rulesets.horizons.fire.rules import hits_of
from bot.rulesets.horizons.state import ZONES
from bot.rulesets.horizons.wounds.events import Hit
from tests.rulesets.horizons.playing import ANN, HORIZONS, Game, duel

MISS = (2,)


def terms(event: ShotFired) -> dict[str, int]:
    return {term.label: term.value for term in event.terms}


def shoot(game: Game, *faces: int, **inputs: Any) -> ShotFired:
    game.act("Ann", "attack", *faces, **{"target": "Guard", **inputs})
    return game.one(ShotFired)


@pytest.mark.parametrize(
    ("range_m", "band"),
    [
        (50, "maximum"),
        (25.1, "maximum"),
        (25, "far"),
        (12.5, "medium"),
        (6.3, "medium"),
        (6.25, "close"),
        (0, "close"),
        (50.1, ""),
    ],
)
def test_bands_are_exact_fractions_and_an_edge_is_the_nearer_band(range_m: float, band: str) -> None:
    assert band_at(range_m, 50) == band


def test_the_difficulty_is_a_sum_of_named_terms() -> None:
    shot = shoot(duel(guard={"condition": {"posture": "kneeling"}}), *MISS, modifier=1)
    assert terms(shot) == {"base": 5, "size and range": 8, "posture": -1, "circumstances": 1}
    assert (shot.difficulty, shot.size, shot.band) == (13, "small", "far")


@pytest.mark.parametrize(
    ("size", "range_m", "value"),
    [
        ("tiny", 300, 18),
        ("small", 60, 4),
        ("medium", 20, 1),
        ("large", 20, -12),
        ("large", 300, -2),
        ("huge", 100, -6),
    ],
)
def test_size_and_range_come_from_one_table(size: str, range_m: float, value: int) -> None:
    assert terms(shoot(duel(range_m, {"size": size}), *MISS, rounds=1, modifier=40))["size and range"] == value


def test_both_movements_add_up() -> None:
    game = Game()
    game.join("Ann", **ANN)
    game.join("Guard", owner=0)
    game.start(2, 9)
    game.act("Guard", "move", pace="fast")
    game.act("Guard", "wait")
    game.act("Ann", "move", pace="fast")
    shot = shoot(game, *MISS, 2, 9, range_m=300, rounds=1)
    assert (terms(shot)["target moves"], terms(shot)["shooter moves"]) == (4, 4)


def test_the_run_of_an_earlier_turn_is_over_for_the_shooter() -> None:
    game = duel()
    game.act("Ann", "move", pace="fast")
    game.act("Ann", "wait")
    game.act("Guard", "wait", 9, 2)
    assert "shooter moves" not in terms(shoot(game, *MISS, modifier=20))
    assert game.state("Ann").pace == "subtle"


def test_only_who_cannot_move_is_still() -> None:
    shot = shoot(duel(guard={"condition": {"unconscious": True}}), *MISS, 9, rounds=1, modifier=20)
    assert terms(shot)["target moves"] == -2


def test_lying_makes_a_small_target_and_a_bad_shot_unless_it_is_to_shoot() -> None:
    prone = duel(condition={"posture": "prone"}, guard={"condition": {"posture": "prone"}})
    assert terms(shoot(prone, *MISS))["posture"] == 2
    assert prone.one(ShotFired).size == "tiny"
    ready = duel(condition={"posture": "prone firing"})
    assert terms(shoot(ready, *MISS, modifier=20))["posture"] == -3


def test_each_action_of_aim_takes_two_off_until_something_else_is_done() -> None:
    game = duel()
    for _ in range(2):
        game.act("Ann", "aim")
        game.act("Guard", "wait", 9, 2)
    assert terms(shoot(game, *MISS, modifier=20))["aim"] == -4
    game.act("Guard", "wait", 9, 2)
    assert "aim" not in terms(shoot(game, *MISS, modifier=20))


@pytest.mark.parametrize(
    ("weapons", "why"),
    [
        ([], "Nothing is in hand. Get out of sight: /act action:move."),
        ([{"kind": "pistol", "held": False}], "Nothing is in hand. Draw a weapon: /act action:draw. There"),
        ([{"kind": "knife"}], "Knife fires nothing."),
        ([{"kind": "pistol", "loaded": 0}], "Pistol is empty. Reload it"),
        ([{"kind": "pistol", "fault": "jam"}], "Pistol does not work: jam. Clear it"),
    ],
)
def test_nobody_aims_with_what_does_not_fire(weapons: list[dict[str, Any]], why: str) -> None:
    assert why in duel(weapons=weapons).refused("Ann", "aim")


def test_a_strict_campaign_loses_aim_with_the_round() -> None:
    game = duel(options={"strict_round": True})
    game.act("Ann", "aim")
    game.act("Guard", "wait", 9, 2)
    assert "aim" not in terms(shoot(game, *MISS, modifier=20))


def test_a_zone_aimed_at_is_a_smaller_target_and_needs_no_roll() -> None:
    game = duel(20)
    shot = shoot(game, 9, 9, 9, 9, rounds=1, called="head")
    assert (shot.size, shot.called) == ("small", "head")
    assert game.one(Hit).zone == "head"
    assert "Ann fires 1 round at Guard with Example rifle, called on head: 1 hit." in game.told(PUBLIC)
    headline, *_ = engine.story(HORIZONS, game.events, PUBLIC)
    assert headline.text.startswith("Ann → Guard, one round with Example rifle, called on head: hit")


@pytest.mark.parametrize(("posture", "called"), [("prone", "arms"), ("kneeling", "vital")])
def test_nothing_below_tiny_can_be_aimed_at(posture: str, called: str) -> None:
    with pytest.raises(RuleViolation, match="too small"):
        shoot(duel(guard={"condition": {"posture": posture}}), called=called)


def test_vital_organs_are_two_sizes_smaller() -> None:
    assert shoot(duel(), *MISS, called="vital", modifier=20).size == "tiny"


@pytest.mark.parametrize(("result", "hits"), [(15, 0), (16, 1), (19, 2), (20, 3), (40, 3)])
def test_each_further_bullet_must_meet_the_recoil(result: int, hits: int) -> None:
    assert hits_of(result, 16, 2, 3) == hits


def test_a_difficulty_below_one_is_met_by_any_total() -> None:
    assert meets(-3, 0)
    assert not meets(0, 1)


def test_out_of_range_is_refused_unless_the_campaign_makes_it_harder() -> None:
    with pytest.raises(RuleViolation, match="300 m"):
        shoot(duel(301))
    shot = shoot(duel(451, options={"beyond_range": True}), *MISS)
    assert (terms(shot)["beyond"], shot.band) == (12, "maximum")


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ({"rounds": 18, "mode": "auto"}, "Only 17 rounds are left"),
        ({"rounds": 31}, "auto fires 30"),
        ({"mode": "burst", "rounds": 4}, "burst fires 3"),
        ({"weapon": "Pistol"}, "1 action"),
        ({"weapon": "Bow"}, "no 'Bow'"),
        ({"effort": 5}, "No more than 3"),
        ({"target": "Ann"}, "oneself"),
        ({"target": "Nobody"}, "not here"),
    ],
)
def test_what_cannot_be_fired_is_refused_with_what_can(inputs: dict[str, Any], words: str) -> None:
    game = duel(weapons=[{"kind": "example_rifle", "loaded": 17}, {"kind": "pistol", "carried": "holster"}])
    with pytest.raises(RuleViolation, match=words):
        shoot(game, **inputs)


def test_a_mode_that_a_gun_has_not_is_refused() -> None:
    game = duel(20, weapons=[{"kind": "pistol"}])
    with pytest.raises(RuleViolation, match="no mode auto"):
        shoot(game, mode="auto")
    with pytest.raises(RuleViolation, match="single fires 1"):
        shoot(game, rounds=2)


@pytest.mark.parametrize(
    ("weapons", "offered"),
    [
        ([{"kind": "pistol"}], ["1"]),
        ([{"kind": "example_rifle", "modes": ["single", "burst"], "burst": 3}], ["1", "2", "3"]),
        ([{"kind": "example_rifle", "modes": ["auto"], "loaded": 2}], ["1", "2"]),
        ([{"kind": "example_rifle", "modes": ["auto"]}], [*map(str, range(1, 11)), "20", "30"]),
        ([{"kind": "knife"}], []),
        ([], []),
    ],
)
def test_no_more_rounds_are_offered_than_the_gun_fires(weapons: list[dict[str, Any]], offered: list[str]) -> None:
    game = duel(weapons=weapons)
    found = game.ruleset.candidates(game.scene, "attack", "rounds", {"actor": "Ann"})
    assert [each.value for each in found] == offered


def test_without_a_distance_or_a_weapon_nobody_shoots() -> None:
    game = Game()
    game.join("Ann", **ANN)
    game.join("Bob")
    game.start(9, 2)
    with pytest.raises(RuleViolation, match="How far"):
        game.act("Ann", "attack", target="Bob")
    game.act("Ann", "wait")
    with pytest.raises(RuleViolation, match="Nothing is in hand"):
        game.act("Bob", "attack", target="Ann")


def test_an_empty_weapon_says_what_loading_takes() -> None:
    with pytest.raises(RuleViolation, match=r"Reload it, 1 action"):
        shoot(duel(weapons=[{"kind": "example_rifle", "loaded": 0}]))


def test_modes_have_their_usual_rounds() -> None:
    assert shoot(duel(), *MISS, mode="auto", modifier=20).rounds == 3
    assert shoot(duel(), *MISS, mode="burst", modifier=20).rounds == 3
    assert shoot(duel(), *MISS, modifier=20).mode == "single"
    assert shoot(duel(), *MISS, rounds=4, modifier=20).mode == "auto"


def test_effort_adds_to_the_roll_and_is_gone() -> None:
    game = duel()
    assert shoot(game, *MISS, effort=3, modifier=20).check.result == 10
    assert game.one(EffortSpent).points == 3
    assert game.state("Ann").effort == 1


def test_the_unlearned_have_only_bad_modifiers() -> None:
    game = duel(skills={}, abilities={"dexterity": 3, "perception": 9})
    assert shoot(game, 5, modifier=20).check.result == 3


def test_a_ten_brings_a_good_side_effect_and_a_one_takes_it_away() -> None:
    game = duel()
    assert shoot(game, 10, 10, 1, modifier=20).check.side == 1
    assert game.one(SideEffect).degree == 1
    assert not shoot(duel(), 10, 1, 5, modifier=20).check.side


def test_a_one_jams_after_the_first_bullet_which_may_hit() -> None:
    game = duel(20, guard={"size": "large"})
    shot = shoot(game, 1, 5, 3, 4, 9, 9, rounds=3)
    assert (shot.fired, shot.hits) == (1, 1)
    assert game.one(Malfunctioned).fault == "jam"
    assert game.state("Ann").weapons["Example rifle"].loaded == 29
    game.act("Guard", "wait", 9, 2)
    with pytest.raises(RuleViolation, match="jam"):
        shoot(game)


def test_a_campaign_may_tell_small_mishaps_otherwise() -> None:
    game = duel(options={"minor_effect": "told by the GM"})
    assert shoot(game, 1, 5, rounds=3, modifier=20).fired == 3
    assert not game.state("Ann").weapons["Example rifle"].fault


@pytest.mark.parametrize(("rounds", "told"), [(1, False), (2, True), (3, True)])
def test_recoil_is_told_where_more_than_one_round_is_fired(rounds: int, told: bool) -> None:
    game = duel()
    shoot(game, *MISS, rounds=rounds, modifier=20)
    assert (", each further round +2" in game.told(PUBLIC)) is told


def test_a_headline_says_what_hit() -> None:
    game = duel(20, guard={"size": "huge"})
    assert shoot(game, 9, 3, 3, 9, 9, rounds=1).hits == 1
    headline, *_ = engine.story(HORIZONS, game.events, PUBLIC)
    assert headline.text.startswith("Ann → Guard, one round with Example rifle: hit")


def test_a_squib_never_hits() -> None:
    game = duel(20, guard={"size": "huge"})
    shot = shoot(game, 1, 1, 5, rounds=3)
    assert (shot.fired, shot.hits, game.one(Malfunctioned).fault) == (1, 0, "squib")
    headline, *_, explained = engine.story(HORIZONS, game.events, PUBLIC)
    why = "no hit, as the bullet does not leave the barrel."
    assert headline.text == f"Ann → Guard, one round with Example rifle: {why}"
    assert explained.text.startswith(f"Ann fires 1 round at Guard with Example rifle: {why}")


@pytest.mark.parametrize(
    ("verdict", "faces", "fault", "fired", "hits", "damage"),
    [
        ("stuck bullet", (), "squib", 1, 0, 0),
        ("burst barrel", (), "burst", 1, 0, 18),
        ("jam", (1, 2), "jam", 1, 1, 0),
        ("nothing", (1, 2, 1, 2), "", 2, 2, 0),
    ],
)
def test_of_three_ones_the_gm_says_what_they_do(
    verdict: str, faces: tuple[int, ...], fault: str, fired: int, hits: int, damage: int
) -> None:
    game = duel(20, guard={"size": "huge", "abilities": {"constitution": 10, "strength": 10}})
    game.act("Ann", "attack", 1, 1, 1, target="Guard", rounds=2)
    assert game.scene.asks_gm
    assert "burst barrel" not in game.told(PUBLIC)
    game.do(orders.Answer(choice=verdict), *faces)
    shot, weapon = game.one(ShotFired), game.state("Ann").weapons["Example rifle"]
    assert (shot.fired, shot.hits, weapon.fault, weapon.loaded) == (fired, hits, fault, 30 - fired)
    assert game.state("Ann").damage == damage
    assert not game.one(SideEffect).open
    assert game.state("Ann").effects == ()


def test_a_good_side_effect_of_a_shot_is_open_until_it_is_told() -> None:
    game = duel(20)
    shoot(game, 10, 5, modifier=20)
    assert game.one(SideEffect).open
    assert [effect.degree for effect in game.state("Ann").effects] == [1]


def test_firing_behind_a_stuck_bullet_needs_force_and_bursts_the_barrel() -> None:
    game = duel(weapons=[{"kind": "example_rifle", "fault": "squib"}])
    with pytest.raises(RuleViolation, match="force=yes"):
        shoot(game)
    with pytest.raises(RuleViolation, match="No more than 3 effort"):
        shoot(game, force=True, effort=4)
    game.act("Ann", "attack", target="Guard", force=True)
    assert game.one(BarrelBurst).weapon == "Example rifle"
    assert game.state("Ann").damage == 18
    assert game.state("Ann").weapons["Example rifle"].fault == "burst"


def test_who_shoot_each_other_at_one_moment_both_shoot() -> None:
    game = Game()
    game.join("Ann", **ANN)
    game.join("Bob", **ANN)
    game.start(5, 5)
    game.act("Ann", "attack", 9, 1, 1, target="Bob", range_m=20)
    assert not game.state("Bob").able
    game.act("Bob", "attack", 2, 2, 2, 5, target="Ann", range_m=20)
    assert game.one(ShotFired).hits == 1


def counted(difficulty: int, recoil: int, bonus: int, rounds: int) -> dict[str, Fraction]:
    """How many bullets hit, by throwing every three dice there are."""
    found: dict[str, Fraction] = {}
    for first, second, third in product(range(1, 11), repeat=3):
        faces = [first] + ([second] if first in (1, 10) else [])
        faces += [third] if len(faces) == 2 and second in (1, 10) else []
        side = faces.count(10) - faces.count(1)
        fired = 1 if side < 0 else rounds
        hits = 0 if side < -1 else sum(first + bonus >= difficulty + recoil * bullet for bullet in range(fired))
        found[str(hits)] = found.get(str(hits), Fraction()) + Fraction(1, 1000)
    return found


@pytest.mark.parametrize("modifier", [-4, 0, 3, 9])
def test_the_odds_of_a_burst_are_those_of_every_throw(modifier: int) -> None:
    game = duel()
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard", "rounds": 3, "modifier": modifier})

    def hits(event: Event) -> str | None:
        return str(event.hits) if isinstance(event, ShotFired) else None

    found = engine.odds(HORIZONS, game.scene, order, hits)
    assert found == counted(8 + modifier, 2, 5, 3)


def test_the_odds_of_the_zones_are_those_of_two_dice() -> None:
    game = duel(20, guard={"size": "huge"})
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard", "rounds": 1})

    def zone(event: Event) -> str | None:
        return event.zone if isinstance(event, Hit) else type_of(event) if isinstance(event, Malfunctioned) else None

    found = engine.odds(HORIZONS, game.scene, order, zone)
    hit = 1 - found.pop("horizons.malfunctioned")
    expected = {"vital": 2, "legs": 5, "torso": 15, "arms": 9, "head": 5}
    assert {key: value for key, value in found.items() if value} == {
        key: hit * Fraction(ways, 36) for key, ways in expected.items()
    }


@pytest.mark.parametrize("modifier", [-4, 0, 3, 9])
def test_what_is_told_of_a_burst_is_what_counting_gives(modifier: int) -> None:
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard", "rounds": 3, "modifier": modifier})
    by_hits = counted(8 + modifier, 2, 5, 3)
    titles = {"0": "miss", "1": "1 hit", "2": "2 hits", "3": "3 hits"}
    scene, asked = duel().scene, HORIZONS.chances
    assert engine.odds(HORIZONS, scene, order, asked["hits"]) == {titles[key]: by_hits[key] for key in by_hits}
    missed = by_hits.get("0", Fraction())
    told = {"hit": 1 - missed, "miss": missed}
    assert engine.odds(HORIZONS, scene, order, asked["hit"]) == {key: told[key] for key in told if told[key]}


def test_what_is_told_of_zones_is_what_two_dice_give() -> None:
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard", "rounds": 1})
    found = engine.odds(HORIZONS, duel().scene, order, HORIZONS.chances["zone"])
    hit = 1 - found.pop("miss")
    ways = {"vital": 2, "legs": 5, "torso": 15, "arms": 9, "head": 5}
    assert found == {zone: hit * Fraction(count, 36) for zone, count in ways.items()}


@pytest.mark.parametrize("question", ["hit", "hits", "zone"])
def test_a_barrel_that_bursts_is_told_whatever_is_asked(question: str) -> None:
    game = duel(weapons=[{"kind": "example_rifle", "fault": "squib"}])
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard", "force": True})
    assert engine.odds(HORIZONS, game.scene, order, HORIZONS.chances[question]) == {"the barrel bursts": 1}


TANK: dict[str, Any] = {
    "size": "huge",
    "zones": {"engine": 3, "tracks": 1},
    "armor": [{"kind": "vest", "points": 90}],
    "abilities": {"constitution": 10, "strength": 10},
}


def test_the_zones_of_larger_things_are_those_that_the_gm_has_named() -> None:
    game = duel(20, guard=TANK)
    shot = shoot(game, 9, *(9, 9), called="engine", rounds=1)
    assert (shot.size, game.one(Hit).damage, game.one(Hit).zone) == ("large", 54, "engine")
    assert [layer.name for layer in game.one(Hit).layers] == ["Vest"]
    with pytest.raises(RuleViolation, match="no zone head") as refusal:
        shoot(duel(20, guard=TANK), called="head")
    assert "engine, tracks" in refusal.value.remedy


def test_a_named_zone_is_known_however_it_is_written() -> None:
    game = duel(20, guard={**TANK, "zones": {"Head": 3}})
    shoot(game, 9, *(9, 9), called="head", rounds=1)
    assert (game.one(Hit).damage, game.one(Hit).zone) == (54, "Head")


def test_of_what_has_zones_of_its_own_none_is_rolled() -> None:
    game = duel(20, guard=TANK)
    shoot(game, 9, rounds=1, cover="concrete")
    assert (game.one(Hit).zone, game.one(Hit).damage, game.one(Hit).roll) == ("body", 18, None)
    assert game.one(Hit).dealt == 0


def test_zones_are_offered_by_whose_they_are() -> None:
    game = duel(guard=TANK)
    game.join("Bob", 1, zones={"tail": 2})
    offered = {
        whose: [
            choice.value
            for choice in HORIZONS.candidates(game.scene, "attack", "called", {"actor": "Ann", "target": whose})
        ]
        for whose in ("Guard", "Bob", "Nobody")
    }
    assert offered == {"Guard": ["engine", "tracks"], "Bob": list(ZONES), "Nobody": []}


def test_whoever_sits_is_small_and_shoots_as_if_in_no_posture() -> None:
    game = duel(condition={"posture": "sitting"}, guard={"condition": {"posture": "sitting"}})
    shot = shoot(game, *MISS, modifier=20)
    assert (shot.size, "posture" in terms(shot)) == ("small", False)


def test_what_helps_is_positive_and_stored_orders_mean_what_they_meant() -> None:
    (attack, covering, throw) = (HORIZONS.actions[name] for name in ("attack", "covering_shot", "throw"))
    for spec in (attack, covering, throw):
        assert parse(spec, {"target": "Guard", "modifier": 3})["bonus"] == 3
    for said, added in (({"bonus": -9}, 9), ({"modifier": 9}, 9)):
        game = duel()
        game.act("Ann", "attack", 2, target="Guard", rounds=1, **said)
        assert {term.label: term.value for term in game.one(ShotFired).terms}["circumstances"] == added


def test_what_is_in_hand_is_offered_to_shoot_with_and_all_else_to_draw() -> None:
    game = duel()
    offered = {
        (action, key): [each.value for each in HORIZONS.candidates(game.scene, action, key, {"actor": "Ann"})]
        for action, key in (("attack", "weapon"), ("draw", "item"))
    }
    assert offered == {("attack", "weapon"): ["Example rifle"], ("draw", "item"): ["Pistol"]}


@pytest.mark.parametrize(
    ("cover", "weapon", "said"),
    [
        ("sandbags", {}, "sandbags (class 6) stop it;"),
        ("sandbags", {"stopped_by": 9}, "sandbags (class 6) do not stop it;"),
        ("brick", {}, "a brick wall (class 5) stops it;"),
        ("brick", {"stopped_by": 5}, "a brick wall (class 5) stops it;"),
        ("brick", {"stopped_by": 6}, "a brick wall (class 5) does not stop it;"),
    ],
)
def test_what_stops_a_bullet_is_told_as_it_is_called(cover: str, weapon: dict[str, Any], said: str) -> None:
    tough = {"abilities": {"strength": 10, "constitution": 10}}
    game = duel(guard=tough, weapons=[{"kind": "example_rifle", **weapon}])
    shoot(game, 9, 3, 3, cover=cover)
    assert said in game.told(GM)


def test_nothing_is_said_twice_of_a_term() -> None:
    game = duel()
    game.act("Ann", "aim")
    game.act("Guard", "wait", 9, 2)
    shoot(game, *MISS, modifier=20)
    assert "posture −1 (standing), aim −2, circumstances +20" in game.told(GM)


@pytest.mark.parametrize(
    ("faces", "said"), [((1, 5), "1d10 1 (then 5),"), ((10, 1, 10), "1d10 10 (then 1) (then 10),")]
)
def test_every_die_that_followed_is_told(faces: tuple[int, ...], said: str) -> None:
    game = duel()
    game.act("Ann", "check", *faces, skill="notice", difficulty=5)
    assert said in game.told(GM)
