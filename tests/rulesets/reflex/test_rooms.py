"""Confined spaces stretch or multiply explosions, and blast throws people off their feet, where a campaign plays it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.core.views import PUBLIC
from bot.rulesets.reflex.blasts.blast import Explosion, charge_of, fragments_ask
from bot.rulesets.reflex.blasts.events import BlastReached, Exploded, FragmentsRolled, Zone
from bot.rulesets.reflex.blasts.rooms import factor, lack
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.scene_state import Room
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.wounds.events import FellDown, FootingTested, Hit
from tests.rulesets.reflex.playing import TABLES, Game

TOUGH: dict[str, Any] = {"thresholds": {place.value: [190, 191, 192, 193] for place in BodyPart}}
ROUND = charge_of(ReflexTables(TABLES), "he_40mm")


def inside(**options: Any) -> Game:
    """Pete and Keith, who may be in a room."""
    game = Game(confined_spaces=True, **options)
    for name in ("Pete", "Keith"):
        game.join(name, **TOUGH)
    return game


@pytest.mark.parametrize(
    ("spans_m", "missing"), [((2,), 8), ((2, 30), 8), ((2, 2.5), 8), ((30, 2.5), 7.5), ((10, 30), 0), ((2, 3, 12), 8)]
)
def test_rx_49_003_32_the_largest_lack_of_space_is_added_to_the_radius(
    spans_m: tuple[float, ...], missing: float
) -> None:
    assert lack(ROUND.radius_m, spans_m) == missing


@pytest.mark.parametrize(
    ("spans_m", "walls", "times"),
    [
        ((4, 5, 3), 7, 2),
        ((4, 5, 3), 8, 4),
        ((4, 5, 3), 12, 4),
        ((4, 10, 3), 12, 1),
        ((4, 5), None, 1),
        ((9.5, 9.5, 3), 0, 2),
    ],
)
def test_closed_walls_double_blast_and_fragments_or_make_four_of_them(
    spans_m: tuple[float, ...], walls: float | None, times: int
) -> None:
    assert factor(Explosion(charge=ROUND), Room(spans_m, walls)) == times


def test_a_narrow_space_brings_the_blast_farther() -> None:
    game = inside()
    game.act("Pete", "explode", explosive="he_40mm", frag=0, victims="Pete:12,Keith:26", space="2x40")
    assert (game.one(Exploded).radius_m, game.one(Exploded).lack_m) == (13, 8)
    zones = {event.actor: event.zone for event in game.events if isinstance(event, BlastReached)}
    assert zones == {"Pete": Zone.PRIMARY, "Keith": Zone.SECONDARY}
    assert "Too narrow: 8 m more Radius." in game.told()
    assert "Too narrow" not in game.told(PUBLIC)


def test_walls_all_around_multiply_what_is_done_to_all_within() -> None:
    game = inside()
    game.act("Pete", "explode", *([20] * 8), explosive="he_40mm", frag=2, victims="Keith:6", space="4x5x3", walls=9)
    assert {event.damage for event in game.events if isinstance(event, Hit)} == {16}
    assert len(game.one(FragmentsRolled).roll.faces) == 8
    assert "Walls all around: Blast and Frag ×4." in game.told()


def test_the_room_of_the_scene_counts_for_whatever_explodes_until_it_is_left() -> None:
    game = inside()
    game.act("Pete", "room", space="2")
    assert game.told(PUBLIC) == "The fight is in a space of 2 m."
    game.act("Pete", "explode", explosive="he_40mm", frag=0, victims="Keith:12")
    assert game.one(Exploded).radius_m == 13
    game.act("Pete", "room", space="4x5x3", walls=6)
    assert game.told(PUBLIC) == "The fight is in a space of 4 × 5 × 3 m, walls of Armor 6."
    game.act("Pete", "room")
    assert game.told(PUBLIC) == "The fight is in the open."
    game.act("Pete", "explode", explosive="he_40mm", frag=0, victims="Keith:12")
    assert (game.one(Exploded).radius_m, game.one(Exploded).times) == (5, 1)


@pytest.mark.parametrize(
    ("inputs", "match"),
    [
        ({"space": "-2"}, "How many metres"),
        ({"space": "wide"}, "How many metres"),
        ({"space": "nan"}, "How many metres"),
        ({"space": "2x3x4x5"}, "three dimensions"),
        ({"space": "2x3x4"}, "weakest wall"),
    ],
)
def test_a_space_that_cannot_be_is_refused(inputs: dict[str, Any], match: str) -> None:
    with pytest.raises(RuleViolation, match=match):
        inside().act("Pete", "room", **inputs)


def test_a_campaign_plays_without_unless_it_says_otherwise() -> None:
    game = Game()
    game.join("Pete", **TOUGH)
    for action in ("room", "explode"):
        with pytest.raises(RuleViolation, match="without confined spaces"):
            game.act("Pete", action, space="2", **({} if action == "room" else {"radius_m": 4, "victims": "Pete:1"}))
    game.act("Pete", "explode", radius_m=4, victims="Pete:1")
    assert game.one(Exploded).radius_m == 4


@pytest.mark.parametrize("times", [1, 2, 4])
def test_the_odds_of_fragments_between_walls_are_those_of_so_many_more_dice(times: int) -> None:
    ask = fragments_ask(2 * times, Zone.PRIMARY)
    counted: Counter[int] = Counter()
    for faces, weight in ask.meaning.falls(ask.count, ask.sides):
        counted[sum(face <= 5 for face in faces)] += weight
    dice, half = 2 * times, Fraction(1, 2)
    assert counted == {hits: comb(dice, hits) * half**dice * 10**dice for hits in range(dice + 1)}


def standing(**options: Any) -> Game:
    """Pete, whom blast may throw down."""
    game = Game(**{"blast_knockdown": True, **options})
    game.join("Pete", attributes={"muscle": 8}, armor=[{"kind": "vest"}], **TOUGH)
    return game


def test_003_82_blast_throws_down_whom_its_hardest_blow_beats() -> None:
    game = standing()
    game.act("Pete", "explode", 4, 20, radius_m=4, blast=9, victims="Pete:1")
    check = game.one(FootingTested).outcome.check
    assert [(term.label, term.value, term.detail) for term in check.terms] == [("blast_force", -5, "9")]
    assert check.attribute.label == "muscle"
    assert game.one(FellDown).actor == "Pete"
    assert "Pete cannot keep upright." in game.told()


def test_who_resists_stays_up_and_who_lies_cannot_fall() -> None:
    game = standing()
    game.act("Pete", "explode", 3, 20, radius_m=4, blast=9, victims="Pete:1")
    assert game.one(FootingTested).stands
    assert not [event for event in game.events if isinstance(event, FellDown)]
    game.act("Pete", "correct", stance="prone")
    game.act("Pete", "explode", radius_m=4, blast=9, victims="Pete:1")
    assert not [event for event in game.events if isinstance(event, FootingTested)]


def test_blast_throws_nobody_down_unless_a_campaign_says_so() -> None:
    game = standing(blast_knockdown=False)
    game.act("Pete", "explode", radius_m=4, blast=9, victims="Pete:1")
    assert not [event for event in game.events if isinstance(event, FootingTested)]
