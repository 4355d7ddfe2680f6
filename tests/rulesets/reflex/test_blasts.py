"""Explosions: zones by distance, blast on every place, fragments by chance, and charges that do not go off."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.core.orders import SetRange
from bot.core.views import GM, PUBLIC
from bot.rulesets.reflex.blasts.blast import Explosion, blast_terms, charge_of, fragments_ask, zone_of
from bot.rulesets.reflex.blasts.events import BlastReached, Dud, Exploded, FragmentsRolled, Unplaced, Zone
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.wounds.events import Hit, Wounded
from tests.rulesets.reflex.playing import REFLEX, TABLES, Game

TOUGH: dict[str, Any] = {"thresholds": {place.value: [90, 91, 92, 93] for place in BodyPart}}
HEAT = charge_of(ReflexTables(TABLES), "rpg7_heat")
CHEST = (3, 2)


def squad(**places: Any) -> Game:
    """Pete, Keith and Ed, a vehicle's crew, and a guard of the GM's."""
    game = Game()
    for name in ("Pete", "Keith", "Ed"):
        game.join(name, **TOUGH, **places)
    game.join("Guard", owner=0, **TOUGH)
    return game


def hits(game: Game, actor: str) -> list[tuple[str, int, int | None]]:
    """Where, how hard and how piercing somebody was hit."""
    found = [event for event in game.events if isinstance(event, Hit) and event.target == actor]
    return [(hit.place.value, hit.damage, hit.penetration) for hit in found]


@pytest.mark.parametrize(
    ("range_m", "zone"),
    [(0, "primary"), (1, "primary"), (4, "secondary"), (6, "secondary"), (8, "secondary"), (8.1, "beyond")],
)
def test_rx_32_003_50_zones_end_at_the_radius_and_at_twice_that(range_m: float, zone: str) -> None:
    assert zone_of(4, range_m) == zone


def test_rx_31_a_direct_hit_does_damage_and_margin_at_x1() -> None:
    game = squad()
    game.act("Pete", "explode", target="Pete", explosive="rpg7_heat", margin=3, frag=0, place="torso")
    assert hits(game, "Pete")[0] == ("torso", 83, 2)


def test_the_primary_effects_of_a_direct_hit_spare_the_place_that_it_struck() -> None:
    game = squad()
    game.act("Pete", "explode", target="Pete", explosive="rpg7_heat", margin=3, frag=0, place="torso")
    assert hits(game, "Pete")[1:] == [(place.value, 7, 4) for place in BodyPart if place is not BodyPart.TORSO]


def test_a_direct_hit_finds_its_place_by_chance() -> None:
    game = squad()
    game.act("Pete", "explode", 3, 1, target="Pete", explosive="rpg7_heat", frag=0)
    assert hits(game, "Pete")[0] == ("head", 80, 2)
    assert ("head", 4, 4) not in hits(game, "Pete")


def test_rx_33_003_18_blast_strikes_every_place_and_half_of_it_up_in_the_secondary_zone() -> None:
    game = squad()
    game.act("Pete", "explode", explosive="rpg7_heat", margin=3, frag=0, victims="Pete:1, Keith:6, Ed:11")
    assert hits(game, "Pete") == [(place.value, 7, 4) for place in BodyPart]
    assert hits(game, "Keith") == [(place.value, 4, 6) for place in BodyPart]
    assert hits(game, "Ed") == []


def test_003_57_without_an_attack_there_is_no_margin() -> None:
    explosion = Explosion(charge=HEAT, ranges_m={})
    assert [(term.label, term.value) for term in blast_terms(explosion, Zone.PRIMARY)] == [("blast", 4)]


def test_rx_34_primary_fragments_do_six_and_their_die() -> None:
    game = squad()
    game.act("Pete", "explode", 1, 5, *CHEST, 3, 1, explosive="rpg7_heat", blast=0, victims="Pete:1")
    assert hits(game, "Pete") == [("torso", 7, 4), ("head", 11, 4)]


def test_rx_35_003_19_secondary_fragments_do_four_and_their_die_at_nil() -> None:
    game = squad()
    game.act("Pete", "explode", 4, 18, *CHEST, explosive="rpg7_heat", blast=0, victims="Keith:6")
    assert game.one(FragmentsRolled).hits == 1
    assert "5 or less on d20: 4, 18: 1 hits Keith." in game.told()
    assert hits(game, "Keith") == [("torso", 8, None)]


def test_003_59_a_fragment_on_the_place_of_the_direct_hit_is_ignored() -> None:
    game = squad()
    faces = (1, 5, *CHEST, 3, 1)
    game.act("Pete", "explode", *faces, target="Pete", explosive="rpg7_heat", blast=0, place="torso")
    assert hits(game, "Pete") == [("torso", 80, 2), ("head", 11, 4)]


def test_003_81_a_direct_attack_that_succeeded_by_zero_does_nothing_at_all() -> None:
    game = squad()
    game.act("Pete", "explode", target="Guard", explosive="rpg7_heat", margin=0, victims="Pete:1,Keith:1,Ed:1")
    assert [type(event) for event in game.events] == [Dud]
    assert "not explode" in game.told(PUBLIC)


def test_where_nobody_is_struck_a_margin_of_zero_explodes() -> None:
    game = squad()
    game.act("Pete", "explode", explosive="rpg7_heat", margin=0, frag=0, victims="Pete:1")
    assert hits(game, "Pete")[0] == ("head", 4, 4)


def test_wounds_follow_from_an_explosion() -> None:
    game = Game()
    game.join("Ann")
    game.act("Ann", "explode", radius_m=4, blast=2, victims="Ann:1")
    assert [event.actor for event in game.events if isinstance(event, Wounded)] == ["Ann"] * 6


def test_of_what_nobody_says_a_charge_has_nothing_and_throws_nobody_down() -> None:
    game = Game(blast_knockdown=True)
    game.join("Ann")
    game.act("Ann", "explode", radius_m=4, victims="Ann:1")
    went_off = game.one(Exploded)
    assert (went_off.damage, went_off.blast, went_off.frag) == (0, 0, 0)
    assert [type(event) for event in game.events] == [Exploded, BlastReached]


def test_known_distances_count_and_those_who_have_none_are_named_to_the_gm() -> None:
    game = squad()
    game.do(SetRange(actor="Pete", target="Keith", range_m=3))
    game.act("Pete", "explode", explosive="rpg7_heat", frag=0, at="Pete", blast=0)
    reached = {event.actor: event.range_m for event in game.events if isinstance(event, BlastReached)}
    assert reached == {"Pete": 0, "Keith": 3}
    assert game.one(Unplaced).actors == ("Ed", "Guard")
    assert "Not reached, since their distance is not known: Ed, Guard." in game.told()
    assert "Not reached" not in game.told(PUBLIC)


def test_what_is_typed_counts_before_what_is_known() -> None:
    game = squad()
    game.do(SetRange(actor="Pete", target="Keith", range_m=3))
    typed = "Keith:7.5,Ed:20,Guard:30,"
    game.act("Pete", "explode", explosive="rpg7_heat", frag=0, blast=0, at="Pete", victims=typed)
    reached = [(event.actor, event.zone) for event in game.events if isinstance(event, BlastReached)]
    assert reached == [("Pete", "primary"), ("Keith", "secondary"), ("Ed", "beyond"), ("Guard", "beyond")]


def test_one_may_be_where_it_goes_off_or_a_part_of_a_metre_away() -> None:
    game = squad()
    game.act("Pete", "explode", explosive="rpg7_heat", frag=0, blast=0, victims="Keith:0,Ed:0.5")
    assert [(event.actor, event.zone) for event in game.every(BlastReached)] == [
        ("Keith", "primary"),
        ("Ed", "primary"),
    ]


def test_the_dead_are_left_alone() -> None:
    game = squad()
    game.act("Ed", "correct", dead=True)
    game.act("Pete", "explode", explosive="rpg7_heat", frag=0, blast=0, at="Pete", victims="Keith:1,Guard:1")
    assert not [event for event in game.events if event.actor == "Ed" or isinstance(event, Unplaced)]


def layers_met(game: Game, actor: str, place: str) -> list[tuple[str, int]]:
    """What stood in the way of the shock wave at a place, and what it took off."""
    (found,) = (hit for hit in game.events if isinstance(hit, Hit) and (hit.target, hit.place) == (actor, place))
    return [(layer.what, layer.effective) for layer in found.layers]


@pytest.mark.parametrize(
    ("armor", "place", "met"),
    [
        ([{"kind": "helmet"}], "head", [("Ballistic helmet", 4)]),
        ([{"kind": "helmet"}], "torso", []),
        ([{"kind": "vest"}, {"kind": "plate"}], "torso", [("Tactical vest", 4), ("Rifle plate", 8)]),
        ([{"kind": "vest", "covers": ["abdomen"], "armor": 3}], "torso", [("Tactical vest", 6)]),
        (
            [{"kind": "vest", "covers": ["chest"]}, {"kind": "plate", "covers": ["abdomen"]}],
            "torso",
            [("Rifle plate", 8)],
        ),
        ([{"kind": "vest", "covers": ["left thigh"]}], "right leg", []),
        ([], "head", []),
    ],
)
def test_003_92_blast_on_a_place_meets_the_best_armour_worn_anywhere_on_it(
    armor: list[dict[str, Any]], place: str, met: list[tuple[str, int]]
) -> None:
    game = squad(armor=armor)
    game.act("Pete", "explode", explosive="rpg7_heat", margin=3, frag=0, victims="Pete:1")
    assert layers_met(game, "Pete", place) == met


@pytest.mark.parametrize(("parts", "hidden"), [("face", True), ("skull", False)])
def test_cover_stands_before_a_place_where_it_hides_what_shows_of_it(parts: str, hidden: bool) -> None:
    game = squad(armor=[{"kind": "helmet"}])
    game.act("Pete", "take_cover", target="Pete", cover="plywood_door", parts=parts)
    game.act("Pete", "explode", explosive="rpg7_heat", margin=3, frag=0, victims="Pete:1")
    met = [what for what, _ in layers_met(game, "Pete", "head")]
    assert met == (["plywood_door", "Ballistic helmet"] if hidden else ["Ballistic helmet"])


def test_cover_shelters_the_places_it_hides_unless_it_is_open_to_the_blast() -> None:
    game = squad()
    game.act("Pete", "take_cover", cover="sandbags", parts="torso")
    game.act("Pete", "explode", explosive="rpg7_heat", frag=0, blast=60, victims="Pete:1")
    through = {event.place: event.final for event in game.events if isinstance(event, Hit)}
    assert through[BodyPart.TORSO] < through[BodyPart.HEAD] == 60
    game.act("Pete", "explode", explosive="rpg7_heat", frag=0, blast=60, victims="Pete:1", open=True)
    assert {event.final for event in game.events if isinstance(event, Hit)} == {60}


@pytest.mark.parametrize(
    ("inputs", "match"),
    [
        ({"explosive": "rpg7_heat"}, "Where does it explode"),
        ({"victims": "Pete:1", "blast": 4}, "What explodes"),
        ({"explosive": "rpg7_heat", "victims": "Pete"}, "How far is"),
        ({"explosive": "rpg7_heat", "victims": "Pete:-1"}, "How far is"),
        ({"explosive": "rpg7_heat", "victims": "Pete:nan"}, "How far is"),
        ({"explosive": "rpg7_heat", "victims": "Nobody:3"}, "Nobody"),
        ({"explosive": "rpg7_heat", "at": "Nobody"}, "Nobody"),
        ({"explosive": "rpg7_heat", "target": "Nobody"}, "Nobody"),
    ],
)
def test_an_explosion_nobody_can_place_is_refused(inputs: dict[str, Any], match: str) -> None:
    with pytest.raises(RuleViolation, match=match):
        squad().act("Pete", "explode", **inputs)


def test_the_numbers_of_a_charge_are_the_gms() -> None:
    game = squad()
    game.act("Pete", "explode", explosive="he_40mm", frag=0, blast=0, margin=2, victims="Pete:1,Keith:9,Ed:20,Guard:20")
    assert game.one(Exploded).margin == 2
    assert "Damage 8, Radius 5 m" in game.told()
    assert "Damage 8" not in game.told(PUBLIC)
    assert "Keith is near the explosion (9 m, secondary)." in game.told(PUBLIC)


def test_the_living_are_offered() -> None:
    game = squad()
    game.act("Ed", "correct", dead=True)
    offered = [choice.value for choice in REFLEX.candidates(game.scene, "explode", "at", {})]
    assert offered == ["Pete", "Keith", "Guard"]
    assert REFLEX.candidates(game.scene, "explode", "victims", {}) == ()


@pytest.mark.parametrize(("zone", "chance"), [(Zone.PRIMARY, Fraction(1, 2)), (Zone.SECONDARY, Fraction(1, 4))])
def test_the_odds_of_fragments_are_those_of_all_falls(zone: Zone, chance: Fraction) -> None:
    ask = fragments_ask(3, zone)
    counted: Counter[int] = Counter()
    for faces, weight in ask.meaning.falls(ask.count, ask.sides):
        counted[sum(face <= 5 for face in faces)] += weight
    expected = {hit: comb(3, hit) * chance**hit * (1 - chance) ** (3 - hit) * ask.sides**3 for hit in range(4)}
    assert counted == expected
    enumerated = Counter(
        sum(face <= 5 for face in faces) for faces in itertools.product(range(1, ask.sides + 1), repeat=3)
    )
    assert counted == enumerated


@pytest.mark.parametrize(("explosive", "ours"), [("hand_grenade", True), ("rpg7_heat", False)])
def test_the_gm_reads_which_numbers_of_a_charge_are_ours(explosive: str, *, ours: bool) -> None:
    game = squad()
    game.act("Pete", "explode", explosive=explosive, victims="Ed:300")
    assert (" (house table)." in game.told(GM)) is ours
