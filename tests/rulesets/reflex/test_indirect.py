"""Indirect fire: calls by an observer, penalties, rounds that land when all have acted, adjusting, and guessing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.orders import Answer, SetRange
from bot.core.scene import with_state
from bot.core.views import GM, PUBLIC, Viewer, view
from bot.rulesets.reflex.blasts.events import BlastReached, Exploded, Unplaced
from bot.rulesets.reflex.hazards.events import IgnitionRolled
from bot.rulesets.reflex.indirect.events import FireAdjusted, FireCalled, FireDirected, IndirectFired, RoundLanded
from bot.rulesets.reflex.indirect.observers import call_penalty
from bot.rulesets.reflex.indirect.rules import self_penalty
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.state import Recoil
from bot.rulesets.reflex.time.events import ExchangeEnded, PauseEnded
from bot.rulesets.reflex.wounds.events import Hit, Stopped
from tests.rulesets.reflex.altering import altered
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game
from tests.rulesets.reflex.standing import stand, there

TOUGH: dict[str, Any] = {"thresholds": {place.value: [190, 191, 192, 193] for place in BodyPart}}
QUIET: dict[str, Any] = {"explosives.he_60mm.frag": 0, "explosives.he_40mm.frag": 0}
MORTAR: dict[str, Any] = {"weapons": [{"kind": "mortar", "spare": 9}], "skills": {"artillery": 4}}


def hill(*, mine: bool = True, hidden: bool = False, **options: Any) -> Game:
    """Ann observes, Max has a mortar, Bob is the enemy's; all of the GM's unless they are ``mine``."""
    owner = 7 if mine else 0
    game = Game(**{"visual_penalty": False, "indirect_fire": True, **QUIET, **options})
    game.join("Ann", owner=owner, skills={"tactics": 4}, attributes={"cuf": 9, "cognition": 14}, **TOUGH)
    game.join("Max", owner=owner, attributes={"cuf": 9, "cognition": 8}, **MORTAR, **TOUGH)
    game.join("Bob", owner=0 if mine else 7, hidden=hidden, encumbrance="overloaded", **TOUGH)
    game.start(*FAIL, *FAIL, *FAIL)
    return game


def to_pause(game: Game) -> Game:
    """Everybody waits and then holds."""
    while game.scene.state.phase != "pause":
        tested = game.scene.state.phase == "choice" and game.scene.state.pauses
        game.go_on(*((1, 1) * len(game.now()) if tested else ()))
    return game


def pause(**options: Any) -> Game:
    return to_pause(hill(**options))


def called(margin: int = 7, **options: Any) -> Game:
    """A call for fire on Bob that succeeded by so much, in a pause, and Max to act."""
    game = pause(**options)
    game.act("Ann", "call_fire", 14 - margin, 20, target="Bob", victims="Ann:50")
    return game


@pytest.mark.parametrize(("margin", "penalty"), [(0, -15), (4, -11), (10, -5), (14, -5)])
def test_rx_51_the_penalty_is_fifteen_less_the_margin_of_the_call_and_five_at_least(margin: int, penalty: int) -> None:
    assert call_penalty(margin) == penalty


@pytest.mark.parametrize(("shots", "penalty"), [(0, -10), (1, -8), (2, -6), (4, -2), (5, 0), (6, 0)])
def test_rx_52_003_69_self_observed_fire_starts_at_ten_and_stops_at_none(shots: int, penalty: int) -> None:
    assert self_penalty(shots) == penalty


def test_a_call_for_fire_is_a_check_of_tactics_or_artillery_on_cognition() -> None:
    game = called(7)
    check = game.one(FireCalled).outcome.check
    assert (check.skill, check.attribute.label, check.terms) == ("tactics", "cognition", ())
    assert (game.one(FireDirected).actor, game.one(FireDirected).penalty) == ("Max", -8)
    assert "Max can fire at Bob unseen, at −8." in game.told()
    adjusted = msgspec.structs.replace(game.one(FireDirected), penalty=-6, eased=2)
    assert REFLEX.lines(adjusted, GM)[0].text == "Max can fire at Bob unseen, at −5 (adjusted by 2)."
    again = pause()
    again.act("Ann", "call_fire", 20, 20, target="Bob", skill="artillery", modifier=-1)
    assert [(term.label, term.value) for term in again.one(FireCalled).outcome.check.terms] == [
        ("artillery_call", 2),
        ("told", -1),
    ]
    assert not [event for event in again.events if isinstance(event, FireDirected)]
    assert again.now() == ("Max",)


def test_an_attack_goes_by_cognition_at_the_penalty_and_lands_when_the_pause_is_over() -> None:
    game = called(7)
    game.act("Max", "indirect_fire", 1, 20, range_m=600)
    fired = game.one(IndirectFired)
    assert (fired.outcome.check.attribute.label, fired.outcome.check.skill) == ("cognition", "artillery")
    assert [(term.label, term.value) for term in fired.outcome.check.terms] == [("called_for", -8)]
    assert game.state("Max").kit.weapons["60 mm mortar"].loaded == 0
    assert "Max fires the 60 mm mortar at Bob (indirect, 600 m)." in game.told()
    assert "0 left in the weapon. It lands when all have acted." in game.told()
    assert not [event for event in game.events if isinstance(event, RoundLanded)]
    game.act("Bob", "rest", 4)
    kinds = [type(event) for event in game.events]
    assert kinds.index(RoundLanded) < kinds.index(Exploded) < kinds.index(PauseEnded)
    assert (game.one(RoundLanded).off_m, game.one(RoundLanded).degrees) == (8, 90)
    assert "lands 8 m right of Bob (d10: 4; house table)." in game.told()


def test_who_was_placed_once_is_reached_by_every_round() -> None:
    game = called(7)
    game.act("Max", "indirect_fire", 1, 20, range_m=600, victims="Max:600")
    game.act("Bob", "rest", 4)
    found = {event.actor: (event.zone.value, event.about) for event in game.events if isinstance(event, BlastReached)}
    assert found == {"Bob": ("secondary", False), "Ann": ("beyond", True), "Max": ("beyond", False)}
    assert game.one(Exploded).margin is None
    assert not [event for event in game.events if isinstance(event, Unplaced)]


def test_a_success_lands_on_the_spot_with_its_margin_and_strikes_no_person_directly() -> None:
    game = called(10)
    game.act("Max", "indirect_fire", 1, 20, range_m=600)
    margin = game.one(IndirectFired).outcome.margin
    game.act("Bob", "rest")
    assert margin == 2
    assert "lands on Bob." in game.told()
    reached = [event for event in game.events if isinstance(event, BlastReached) and event.actor == "Bob"]
    assert [(event.zone.value, event.direct) for event in reached] == [("primary", False)]
    assert game.one(Exploded).margin == 2


def test_what_is_as_big_as_a_truck_is_struck() -> None:
    game = called(10)
    game.scene = with_size(game, "Bob", "fourfold")
    game.act("Max", "indirect_fire", 1, 20, range_m=600)
    game.act("Bob", "rest", 3, 2)
    assert next(event.direct for event in game.events if isinstance(event, BlastReached))


def with_size(game: Game, actor: str, size: str) -> ReflexScene:
    return with_state(game.scene, actor, altered(game.state(actor), size=size))


def test_a_call_that_fails_directs_nothing() -> None:
    game = pause()
    game.act("Ann", "call_fire", 20, 20, target="Bob")
    with pytest.raises(RuleViolation, match="Fire at what"):
        game.act("Max", "indirect_fire", range_m=600)


def adjusted(game: Game, *faces: int, **inputs: Any) -> Game:
    """A round has landed, everybody presses, and Ann adjusts."""
    game.act("Max", "indirect_fire", 20, 20, range_m=600)
    game.act("Bob", "rest", 4)
    for actor in ("Ann", "Max", "Bob"):
        game.act(actor, "press", *((*FAIL, *FAIL, *FAIL) if actor == "Bob" else ()))
    game.act("Ann", "adjust_fire", *faces, **inputs)
    return game


@pytest.mark.parametrize(("die", "eased"), [(14, 1), (10, 1), (9, 2), (15, 0)])
def test_adjusting_takes_one_off_or_two_for_a_margin_of_five(die: int, eased: int) -> None:
    game = adjusted(called(4), die, 20)
    assert (game.one(FireAdjusted).eased, game.one(FireAdjusted).penalty) == (eased, -11 + eased)
    assert game.tick("Ann") == 17 - 5
    assert f"now {call_penalty(4) + eased}".replace("-", "−") in game.told()


def test_adjusting_never_goes_below_five() -> None:
    game = adjusted(called(9), 1, 20)
    assert (game.one(FireAdjusted).eased, game.one(FireAdjusted).penalty) == (1, -5)


def test_adjusting_comes_once_in_an_exchange_and_after_a_round_has_landed() -> None:
    game = adjusted(called(4), 14, 20)
    while "Ann" not in game.now():
        game.go_on()
    with pytest.raises(RuleViolation, match="had its adjustment"):
        game.act("Ann", "adjust_fire")
    again = pause()
    again.act("Ann", "call_fire", 1, 20, target="Bob")
    again.act("Max", "rest")
    again.act("Bob", "rest")
    for actor in ("Ann", "Max", "Bob"):
        again.act(actor, "press", *((*FAIL, *FAIL, *FAIL) if actor == "Bob" else ()))
    with pytest.raises(RuleViolation, match="No round"):
        again.act("Ann", "adjust_fire")


def test_without_a_call_there_is_nothing_to_adjust() -> None:
    with pytest.raises(RuleViolation, match="Nobody directs"):
        hill().act("Ann", "adjust_fire")


def test_shifting_needs_a_call_and_keeps_the_adjustments() -> None:
    game = to_pause(adjusted(called(4), 9, 20))
    game.act("Ann", "call_fire", 8, 20, spot="the mill")
    directed = game.one(FireDirected)
    assert (directed.spot, directed.target, directed.penalty, directed.eased) == ("the mill", "", -9, 2)
    game.act("Max", "indirect_fire", 20, 20, range_m=700)
    assert [term.value for term in game.one(IndirectFired).outcome.check.terms] == [-7]
    game.act("Bob", "rest", 1)
    assert "m beyond the mill (d10: 1)." in game.told()
    assert set(game.one(Unplaced).actors) == {"Ann", "Bob"}


def launcher(
    *,
    owner: int = 7,
    kind: str = "grenade_launcher",
    flame: str = "",
    muscle: int = 8,
    bipod: bool = False,
    **options: Any,
) -> Game:
    """Max with a weapon for indirect fire, in an exchange, and Bob behind a house."""
    game = Game(**{"visual_penalty": False, "indirect_fire": True, **QUIET, **options})
    skills = {"support weapons": 4, "archery": 4, "artillery": 4}
    arms = [
        {"kind": kind, "held": True, "spare": 9, "capacity": 5, "bipod": bipod, **({"flame": flame} if flame else {})}
    ]
    game.join(
        "Max",
        owner=owner,
        weapons=arms,
        skills=skills,
        attributes={"cognition": 14, "muscle": muscle},
        encumbrance="light",
    )
    game.join("Bob", owner=0, encumbrance="overloaded", **TOUGH)
    game.start(*FAIL, *FAIL)
    game.do(SetRange(actor="Max", target="Bob", range_m=90))
    return game


def test_a_launcher_guesses_nearer_with_every_round_and_fires_as_usual() -> None:
    game = launcher()
    penalties = []
    for tick in (7, 2):
        game.act("Max", "indirect_fire", 20, 20, target="Bob")
        penalties.append(game.one(IndirectFired).outcome.check.terms[0].value)
        assert game.tick("Max") == tick
    assert penalties == [-10, -8]
    over(game, 1, 6)
    assert [event.off_m for event in game.events if isinstance(event, RoundLanded)] == [32, 28]
    kinds = [type(event) for event in game.events]
    assert kinds.index(RoundLanded) < kinds.index(ExchangeEnded)


@pytest.mark.parametrize(
    ("mode", "ticks", "terms", "halved"),
    [
        ("hip", 3, [("hip", -3), ("self_observed", -10)], 13),
        ("snap", 5, [("self_observed", -10)], 10),
        ("aimed", 8, [("self_observed", -10)], 5),
    ],
)
def test_what_one_sees_for_oneself_is_fired_at_as_fast_and_as_well_as_usual(
    mode: str, ticks: int, terms: list[tuple[str, int]], halved: int
) -> None:
    game = launcher()
    game.act("Max", "indirect_fire", 20, 20, target="Bob", mode=mode)
    event = game.one(IndirectFired)
    assert event.cost_ticks == sum(term.value for term in event.costs) == ticks
    assert sorted((term.label, term.value) for term in event.outcome.check.terms) == terms
    assert event.outcome.check.target == 14 - halved


def test_what_is_too_close_for_a_weapon_takes_longer_over_something_too() -> None:
    game = launcher()
    game.act("Max", "indirect_fire", 20, 20, target="Bob", range_m=20)
    costs = game.one(IndirectFired).costs
    assert [(term.label, term.value) for term in costs] == [("speed", 5), ("too_close", 1)]


def test_in_a_pause_there_is_one_way_to_fire() -> None:
    assert "whole pause" in called(4).refused("Max", "indirect_fire", mode="aimed", range_m=600)


def test_however_fast_a_weapon_fires_it_takes_a_least_time() -> None:
    fast: dict[str, Any] = {"weapons.grenade_launcher.speed.2": 1}
    game = launcher(**fast)
    game.act("Max", "indirect_fire", 20, 20, target="Bob", mode="aimed")
    assert [(term.label, term.value) for term in game.one(IndirectFired).costs] == [("speed", 1), ("least", 2)]


def test_another_target_begins_at_ten_again() -> None:
    game = launcher()
    game.act("Max", "indirect_fire", 20, 20, target="Bob")
    game.act("Max", "indirect_fire", 20, 20, spot="the barn", range_m=80)
    assert game.one(IndirectFired).outcome.check.terms[0].value == -10


def test_an_arrow_that_finds_its_target_hits_it() -> None:
    game = launcher(kind="crossbow")
    game.act("Max", "indirect_fire", 1, 20, target="Bob", modifier=5)
    margin = game.one(IndirectFired).outcome.margin
    over(game, 3, 2)
    assert (game.one(Hit).target, game.one(Hit).damage, game.one(Hit).place) == ("Bob", 6 + margin, BodyPart.TORSO)


def test_an_arrow_that_only_grazes_or_is_stopped_does_no_more() -> None:
    game = launcher(kind="crossbow")
    game.act("Max", "indirect_fire", 9, 20, target="Bob", modifier=5)
    assert game.one(IndirectFired).outcome.margin == 0
    over(game, 3, 2)
    assert game.one(Hit).graze
    safe = launcher(kind="crossbow")
    safe.act("Bob", "take_cover", cover="heavy_stone", parts="everything")
    safe.act("Max", "indirect_fire", 9, 20, target="Bob", modifier=5)
    over(safe, 3, 2)
    assert safe.one(Stopped).actor == "Bob"


def test_a_burning_arrow_may_set_on_fire_whom_it_finds() -> None:
    game = launcher(kind="crossbow", flame="thermite")
    game.act("Max", "indirect_fire", 1, 20, target="Bob", modifier=5)
    over(game, 3, 2, 10, 1, 20)
    assert game.one(IgnitionRolled).caught


def test_a_missed_arrow_is_gone() -> None:
    game = launcher(kind="bow")
    game.act("Max", "indirect_fire", 20, 20, target="Bob")
    over(game, 6)
    assert game.one(RoundLanded).off_m
    assert not [event for event in game.events if isinstance(event, Hit | Exploded)]


def over(game: Game, *faces: int) -> None:
    """Nobody acts any more in this exchange."""
    game.act("Bob", "correct", initiative=0)
    game.act("Max", "correct", *faces, initiative=0)


@pytest.mark.parametrize(
    ("inputs", "match"),
    [
        ({}, "Fire at what"),
        ({"target": "Max"}, "on themselves"),
        ({"target": "Nobody"}, "not here"),
        ({"target": "Bob", "spot": "the barn"}, "or a spot"),
        ({"spot": "the barn"}, "How far away"),
        ({"target": "Bob", "range_m": 4000}, "beyond"),
        ({"target": "Bob", "weapon": "sling"}, "No weapon"),
        ({"target": "Bob", "victims": "Bob:-3"}, "How far is"),
    ],
)
def test_what_cannot_be_fired_at_is_refused(inputs: dict[str, Any], match: str) -> None:
    game = launcher()
    before = game.scene
    with pytest.raises(RuleViolation, match=match):
        game.act("Max", "indirect_fire", **inputs)
    assert game.scene is before


def test_a_mortar_is_fired_in_a_pause_only() -> None:
    with pytest.raises(RuleViolation, match="takes a pause"):
        launcher(kind="mortar").act("Max", "indirect_fire", target="Bob")
    game = launcher()
    game.act("Max", "stow", item="40 mm grenade launcher")
    with pytest.raises(RuleViolation, match="not in hand"):
        game.act("Max", "indirect_fire", target="Bob")


def test_an_empty_weapon_is_loaded_in_a_pause_but_not_in_an_exchange() -> None:
    game = called(7)
    game.act("Max", "correct", rounds=0, item="60 mm mortar")
    game.act("Max", "indirect_fire", 1, 20, range_m=600)
    assert (game.one(IndirectFired).loaded, game.one(IndirectFired).spare) == (0, 8)
    other = launcher()
    other.act("Max", "correct", rounds=0, item="40 mm grenade launcher")
    with pytest.raises(RuleViolation, match="empty"):
        other.act("Max", "indirect_fire", target="Bob")


def test_without_an_observer_one_must_see_as_far() -> None:
    game = called(7, visual_penalty=True)
    with pytest.raises(RuleViolation, match="out of sight"):
        game.act("Max", "indirect_fire", spot="the hill", range_m=1700)
    assert game.act("Max", "indirect_fire", 20, 20, range_m=1700)


def test_on_a_ground_one_sees_as_far_as_the_place_is_lit() -> None:
    game = stand(pause(visual_penalty=True), Max=(50, 50), Bob=(50, 650))
    game.act("Ann", "weather", light="dark")
    for target in ({"target": "Bob"}, {"to": there(50, 650)}):
        assert "out of sight" in game.refused("Max", "indirect_fire", **target)
    game.act("Ann", "weather", light="clear", to=there(50, 650), radius_m=5)
    assert "out of sight" in game.refused("Max", "indirect_fire", to=there(50, 660))
    game.act("Max", "indirect_fire", 20, 20, target="Bob")
    assert game.one(IndirectFired).target == "Bob"


def test_who_fires_must_be_said_where_it_is_not_clear() -> None:
    game = pause()
    with pytest.raises(RuleViolation, match="No gunner"):
        game.act("Ann", "call_fire", target="Bob", gunner="Bob")
    with pytest.raises(RuleViolation, match="another target"):
        game.act("Ann", "call_fire", target="Max")
    lonely = pause()
    lonely.do(orders.Release(actor="Max"))
    with pytest.raises(RuleViolation, match=r"Nobody who is awake has a weapon for it\. It takes a mortar"):
        lonely.act("Ann", "call_fire", target="Bob")
    game.join("Moe", weapons=[{"kind": "mortar"}])
    with pytest.raises(RuleViolation, match=r"Who fires\? Say gunner=: Max, Moe\."):
        game.act("Ann", "call_fire", target="Bob")


def test_a_campaign_may_play_without_it() -> None:
    game = launcher(indirect_fire=False)
    with pytest.raises(RuleViolation, match="without indirect fire"):
        game.act("Max", "indirect_fire", target="Bob")


def test_players_see_neither_whom_the_gms_side_fires_at_nor_from_where() -> None:
    game = called(7, mine=False)
    assert game.told(PUBLIC).startswith("Ann calls for fire.")
    assert "Bob" not in game.told(PUBLIC)
    game.act("Max", "indirect_fire", 1, 20, range_m=600)
    assert game.told(PUBLIC).startswith("Max fires the 60 mm mortar into the air.")
    assert "Bob" not in game.told(PUBLIC)
    game.act("Bob", "rest", 4)
    assert "lands 8 m from Bob." in game.told(PUBLIC)
    assert "right of Bob (d10: 4; house table)" in game.told(GM)


def test_an_impact_near_somebody_hidden_does_not_tell() -> None:
    game = pause(hidden=True)
    game.act("Ann", "call_fire", 1, 20, spot="the wood")
    game.act("Max", "indirect_fire", 20, 20, range_m=600)
    game.act("Max", "correct", initiative=0)
    game.act("Bob", "rest", 6)
    assert "short of the wood" in game.told(PUBLIC)
    assert "Bob" not in game.told(PUBLIC)
    assert "Bob" in game.told(GM)


def test_a_round_at_somebody_hidden_is_the_gms_and_its_explosion_everybodys() -> None:
    game = called(10)
    game.do(orders.Show(actor="Bob", hidden=True))
    with pytest.raises(RuleViolation, match="out of sight, dead or gone by now"):
        game.act("Max", "indirect_fire", range_m=600)
    other = called(10)
    other.act("Max", "indirect_fire", 1, 20, range_m=600)
    other.do(orders.Show(actor="Bob", hidden=True))
    other.act("Bob", "rest")
    assert "Bob" not in other.told(PUBLIC)
    assert "Explosion: 60 mm mortar round, 8 m." in other.told(PUBLIC)
    seen = view(other.scene, Viewer(7), REFLEX)
    assert "Bob" not in str(seen.state)


def test_a_round_at_somebody_who_left_lands_on_nobody() -> None:
    game = called(10)
    game.act("Max", "indirect_fire", 1, 20, range_m=600)
    game.do(orders.Release(actor="Bob"))
    assert game.one(RoundLanded).target == ""
    assert game.scene.state.flights == ()


def test_what_fits_is_offered() -> None:
    scene = pause().scene
    assert [choice.value for choice in REFLEX.candidates(scene, "call_fire", "gunner", {"actor": "Ann"})] == ["Max"]
    assert [choice.value for choice in REFLEX.candidates(scene, "call_fire", "target", {"actor": "Ann"})] == [
        "Max",
        "Bob",
    ]
    assert [choice.value for choice in REFLEX.candidates(scene, "indirect_fire", "weapon", {"actor": "Max"})] == [
        "60 mm mortar"
    ]
    assert not REFLEX.candidates(scene, "indirect_fire", "weapon", {})


def test_a_broken_weapon_is_not_fired() -> None:
    game = launcher()
    game.act("Max", "wreck", item="40 mm grenade launcher", damage=40)
    with pytest.raises(RuleViolation, match="disabled"):
        game.act("Max", "indirect_fire", target="Bob")


def test_of_hidden_observers_and_gunners_players_read_nothing() -> None:
    game = pause(mine=False)
    for actor in ("Ann", "Max"):
        game.do(orders.Show(actor=actor, hidden=True))
    game.act("Ann", "call_fire", 10, 20, target="Bob", victims="Bob:3")
    assert "Bob is 3 m from where Max fires." in game.told(GM)
    assert game.told(PUBLIC) == ""
    adjusted_by(game)
    assert game.told(PUBLIC) == ""


def test_who_adjusts_unseen_is_not_told_of() -> None:
    game = pause(mine=False)
    game.do(orders.Show(actor="Ann", hidden=True))
    game.act("Ann", "call_fire", 10, 20, target="Bob")
    adjusted_by(game, seen=True)
    assert "Ann" not in game.told(PUBLIC)
    assert "rounds land" not in game.told(PUBLIC)


def adjusted_by(game: Game, *, seen: bool = False) -> None:
    """Max fires, everybody presses, and Ann adjusts."""
    game.act("Max", "indirect_fire", 20, 20, range_m=600)
    assert ("fires" in game.told(PUBLIC)) is seen
    game.act("Bob", "rest", 4)
    for actor in ("Ann", "Max", "Bob"):
        game.act(actor, "press", *((*FAIL, *FAIL, *FAIL) if actor == "Bob" else ()))
    game.act("Ann", "adjust_fire", 10, 20)


def test_of_the_gms_adjusting_players_read_no_numbers() -> None:
    game = adjusted(called(4, mine=False), 10, 20)
    assert game.told(PUBLIC).startswith("Ann tells Max where the rounds land.\n5 ticks")


def test_a_call_and_its_fire_may_take_an_exchange_and_suffer_from_it() -> None:
    game = hill()
    game.act("Ann", "forgo", task="call_fire")
    game.do(Answer(choice="Ann is safe enough (call fire)"))
    game.act("Max", "forgo", task="indirect_fire")
    game.do(Answer(choice="Max is safe enough (indirect fire)"))
    game.act("Bob", "correct", initiative=0)
    game.act("Ann", "call_fire", 4, 20, target="Bob")
    assert [(term.label, term.value) for term in game.one(FireCalled).outcome.check.terms] == [("under_fire", -3)]
    game.act("Max", "indirect_fire", 20, 20, 1, range_m=600)
    terms = [(term.label, term.value) for term in game.one(IndirectFired).outcome.check.terms]
    assert terms == [("called_for", -8), ("under_fire", -3)]
    assert game.one(RoundLanded).degrees == 0


def test_high_winds_carry_arrows_away() -> None:
    game = launcher(kind="bow")
    game.scene = msgspec.structs.replace(game.scene, state=msgspec.structs.replace(game.scene.state, wind="storm"))
    game.act("Max", "indirect_fire", 20, 20, target="Bob")
    terms = [(term.label, term.value) for term in game.one(IndirectFired).outcome.check.terms]
    assert terms == [("self_observed", -10), ("wind", -6)]


def test_indirect_fire_with_a_speed_leaves_and_pays_recoil_as_any_attack() -> None:
    game = launcher(muscle=5)
    recoil = []
    for mode in ("snap", "aimed", "snap"):
        game.act("Max", "correct", initiative=30)
        game.act("Max", "indirect_fire", 20, 20, target="Bob", mode=mode)
        fired = game.one(IndirectFired)
        recoil.append([term.value for term in fired.outcome.check.terms if term.label == "carried_recoil"])
    assert recoil == [[], [], [-3]]
    assert game.state("Max").turn.carried == Recoil("40 mm grenade launcher", 8)
    assert "recoil of the shot before −3 (Recoil/Muscle 8/5)" in game.told(GM)
    game.act("Max", "correct", initiative=30)
    game.act("Max", "attack", 20, 20, target="Bob")
    assert {term.label: term.value for term in game.one(ShotFired).outcome.check.terms}["carried_recoil"] == -3


def test_what_a_crew_fires_in_a_pause_leaves_no_recoil() -> None:
    game = called()
    game.act("Max", "indirect_fire", 20, 20, range_m=600)
    assert game.one(IndirectFired).recoil is None
    assert game.state("Max").turn.carried is None


@pytest.mark.parametrize(
    ("stance", "braced", "recoil"), [("prone", False, 6), ("kneeling", True, 6), ("kneeling", False, 8)]
)
def test_a_bipod_holds_indirect_fire_too(stance: str, braced: bool, recoil: int) -> None:
    game = launcher(bipod=True, bipod_down=True)
    game.act("Max", "correct", stance=stance)
    game.scene = with_state(game.scene, "Max", game.state("Max").with_weapon("40 mm grenade launcher", bipod_down=True))
    game.act("Max", "indirect_fire", 20, 20, target="Bob", braced=braced)
    assert game.one(IndirectFired).recoil == recoil


@pytest.mark.parametrize(("stance", "side", "ticks"), [("prone", True, 11), ("prone", False, 6), ("kneeling", True, 6)])
def test_indirect_fire_to_the_side_of_who_lies_takes_twice_its_speed(stance: str, side: bool, ticks: int) -> None:
    game = launcher()
    game.act("Max", "correct", stance=stance)
    game.act("Max", "indirect_fire", 20, 20, target="Bob", side=side, range_m=24.0)
    assert game.one(IndirectFired).cost_ticks == ticks


def test_in_a_pause_nobody_is_told_to_take_in_hand_what_that_does_not_allow() -> None:
    game = launcher()
    game.act("Max", "stow", item="40 mm grenade launcher")
    refusal = to_pause(game).refused("Max", "indirect_fire", target="Bob")
    assert refusal.endswith("is not in hand. Take it in hand in an exchange of fire, or use another one.")


def test_no_fire_is_called_on_who_has_left_and_none_reaches_it() -> None:
    game = pause()
    game.act("Bob", "correct", withdrawn=True)
    assert game.refused("Ann", "call_fire", target="Bob").startswith("Bob is not here.")
    game = launcher()
    game.act("Max", "indirect_fire", 1, 20, target="Bob", modifier=5)
    game.act("Bob", "correct", withdrawn=True)
    over(game)
    assert game.one(RoundLanded).margin >= 0
    assert "Bob" not in {each.actor for each in game.events if isinstance(each, BlastReached)}
