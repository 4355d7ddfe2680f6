"""Fire that keeps heads down: areas, who shows himself in them, and the shot that comes before anything else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import Asked, rolls_of
from bot.core.scene import with_scene_state, with_state
from bot.core.views import GM, PUBLIC, view
from bot.rulesets.reflex.heart.events import TookHeart
from bot.rulesets.reflex.scene_state import SuppressedArea
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.suppression.events import (
    AreaSuppressed,
    CaughtOpen,
    Exposed,
    SuppressionDenied,
    Thwarted,
)
from bot.rulesets.reflex.throws.events import Thrown
from bot.rulesets.reflex.time.came_anew import CameAnew
from bot.rulesets.reflex.time.events import Communicated
from bot.rulesets.reflex.time.moves import Moved
from tests.rulesets.game import play_on
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game
from tests.rulesets.reflex.resting import pause
from tests.rulesets.reflex.test_threats import threats

MISS = (20, 20, 20)


HEAD, TORSO, RIGHT_ARM = (2, 1), (2, 2), (6, 2)


def road(
    *,
    hidden: bool = False,
    owner: int = 0,
    kind: str = "m249",
    thresholds: Any = None,
    advanced_timing: bool = False,
    **weapon: Any,
) -> Game:
    """Keith at his gun acts first, Bob and Cay 30 metres away later."""
    game = Game(visual_penalty=False, advanced_timing=advanced_timing)
    skills = {"support weapons": 8, "longarm": 8}
    gun = [{"kind": kind, **weapon}]
    game.join(
        "Keith", owner=owner, hidden=hidden, attributes={"muscle": 20, "coordination": 12}, weapons=gun, skills=skills
    )
    for name in ("Bob", "Cay"):
        things = [{"name": "thing", "held": True, "damage": 1}]
        game.join(name, owner=1, encumbrance="heavy", thresholds=thresholds or {}, items=things)
    game.start(*FAIL * 3)
    return game


def kept_down(game: Game, **inputs: Any) -> Game:
    game.act("Keith", "suppress", **{"area": "door", "rounds": 9, "range_m": 30.0, **inputs})
    return game


def waited(game: Game) -> Game:
    """The gunner's own ticks are over without an action: Bob and Cay are next."""
    assert set(game.now()) == {"Bob", "Cay"}
    return game


@pytest.mark.parametrize(
    ("kind", "rounds", "tracer", "width_m", "rating"),
    [
        ("ak47", 1, False, 0.5, 1),
        ("ak47", 4, False, 2, 1),
        ("m249", 5, False, 2.5, 1),
        ("m249", 9, False, 4.5, 2),
        ("m249", 9, True, 4.5, 3),
        ("m249", 5, True, 2.5, 2),
    ],
)
def test_rounds_say_how_wide_and_how_threatening_an_area_is(
    kind: str, rounds: int, tracer: bool, width_m: float, rating: int
) -> None:
    game = kept_down(road(kind=kind), rounds=rounds, tracer=tracer)
    (area,) = game.scene.state.areas
    assert (area.width_m, area.rating, area.covered) == (width_m, rating, True)
    assert game.state("Keith").kit.weapons[area.weapon].loaded == game.one(AreaSuppressed).loaded


def test_it_takes_the_time_and_the_ammunition_of_a_snap_shot() -> None:
    game = kept_down(road())
    assert game.one(AreaSuppressed).cost_ticks == 7
    assert game.tick("Keith") == 5
    assert game.state("Keith").kit.weapons["M249"].loaded == 191
    assert game.state("Keith").turn.carried is not None
    assert "suppresses door with the M249 (7 ticks): 9 rounds, 4.5 m wide" in game.told(PUBLIC)
    assert "191" not in game.told(PUBLIC)
    assert "191" in game.told(GM)


def test_bursts_are_automatic_fire_and_single_shots_are_not() -> None:
    assert threats(kept_down(road()), "Bob") == {"combat": 1, "automatic": 1}
    assert threats(kept_down(road(kind="ak47"), rounds=1), "Bob") == {"combat": 1}


def test_an_area_without_a_name_gets_one_and_a_distance_that_is_known_counts() -> None:
    game = road()
    game.do(orders.SetRange(actor="Keith", target="Bob", range_m=44))
    game.act("Keith", "suppress", target="Bob", rounds=5, width_m=2.0)
    (area,) = game.scene.state.areas
    assert (area.name, area.range_m, area.width_m) == ("area 1", 44, 2)


@pytest.mark.parametrize(
    ("lying", "known", "name"),
    [
        ((("secret area 1", False),), True, "area 1"),
        ((("Area 2", True), ("area 1", False)), True, "area 1"),
        ((("area 1", True),), False, "secret area 1"),
        ((("secret area 1", False),), False, "secret area 2"),
    ],
)
def test_the_name_that_an_area_gets_is_no_others_and_tells_of_no_secret_one(
    lying: tuple[tuple[str, bool], ...], known: bool, name: str
) -> None:
    game = road()
    areas = tuple(SuppressedArea(name=each, rating=1, width_m=1, known=told) for each, told in lying)
    game.scene = with_scene_state(game.scene, areas=areas)
    game.act("Keith", "suppress", rounds=9, range_m=30.0, known=known)
    assert game.one(AreaSuppressed).area == name


@pytest.mark.parametrize(
    ("inputs", "words"), [({"range_m": None}, "How far"), ({"width_m": 5.0}, "4.5 m at most"), ({"rounds": 7}, "7 at")]
)
def test_what_cannot_be_suppressed_is_refused(inputs: dict[str, Any], words: str) -> None:
    given = {"area": "door", "rounds": 9, "range_m": 30.0, **inputs}
    with pytest.raises(RuleViolation, match=words):
        road().act("Keith", "suppress", **{key: value for key, value in given.items() if value is not None})


def test_no_area_is_kept_under_fire_beyond_the_maximum_range_of_a_gun() -> None:
    with pytest.raises(RuleViolation, match=r"800.5 m is beyond what the AK-47 can hit.*Sniping range, up to 800 m"):
        kept_down(road(kind="ak47"), rounds=4, range_m=800.5)
    assert kept_down(road(kind="ak47"), rounds=4, range_m=800.0).scene.state.areas[0].range_m == 800


def test_a_blade_suppresses_nothing() -> None:
    with pytest.raises(RuleViolation, match="no firearm"):
        road(kind="knife").act("Keith", "suppress", range_m=1.0)


@pytest.mark.parametrize("to", [{}, {"target": "Bob"}])
def test_a_mortar_has_no_snap_shot_to_suppress_with(to: dict[str, str]) -> None:
    with pytest.raises(RuleViolation, match="no Speed: it takes a pause"):
        road(kind="mortar").act("Keith", "suppress", range_m=300.0, **to)


def test_what_bursts_and_has_a_speed_suppresses_and_is_seen_to() -> None:
    game = kept_down(road(kind="grenade_launcher"), rounds=1, range_m=100.0)
    assert game.one(AreaSuppressed).cost_ticks == 5
    assert game.scene.state.areas[0].rating == 2


# Showing oneself


def test_whoever_shows_himself_draws_fire_before_he_acts() -> None:
    game = waited(kept_down(road(), tracer=True))
    events = game.act("Bob", "throw", *MISS, 20, 20, 3, item="thing", target="Keith", range_m=20, exposed="Door")
    kinds = [type(event) for event in events]
    assert kinds.index(Exposed) < kinds.index(ShotFired) < kinds.index(Thrown)
    shot = game.one(ShotFired)
    assert (shot.actor, shot.target, shot.spent, shot.cost_ticks, shot.loaded) == ("Keith", "Bob", 9, 0, 182)
    assert game.tick("Keith") == 5
    assert threats(game, "Bob")["suppressed"] == 3
    assert "Bob comes under fire (door): threat +3" in game.told(PUBLIC)
    assert "suppressed" in REFLEX.status(game.scene, "Bob", PUBLIC).text


def test_what_rolls_at_once_is_tried_without_its_dice() -> None:
    game = kept_down(road())
    game.act("Bob", "morale_boost", *MISS, 20, 20, target="Cay", exposed="door")
    assert [roll.label for event in game.events for roll in rolls_of(event)] == ["attack", "command"]


FRAIL = {"head": [1, 2, 3, 4], "torso": [1, 2, 3, 4]}
LOST = (6,) * 8


def test_whoever_is_put_out_by_it_does_nothing_more() -> None:
    game = kept_down(road(thresholds=FRAIL))
    events = game.act("Bob", "move", 10, 20, 20, *TORSO, *LOST, *FAIL, exposed="door")
    assert not [event for event in events if isinstance(event, Moved)]
    assert game.one(Thwarted).actor == "Bob"
    assert "does not get any further" in game.told(PUBLIC)


def test_who_is_put_out_by_somebody_on_the_same_tick_is_not_stopped_by_fire_that_misses() -> None:
    game = kept_down(road(thresholds=FRAIL))
    game.act("Cay", "throw", 1, 20, *TORSO, *FAIL, item="thing", target="Bob", range_m=5)
    assert game.state("Bob").turn.out
    game.act("Bob", "communicate", *MISS, length="phrase", exposed="door")
    assert game.one(Communicated).actor == "Bob"


def test_fire_of_old_fights_still_counts_at_once() -> None:
    game = kept_down(road())
    play = play_on(REFLEX, game.scene)
    play.scene = with_state(play.scene, "Bob", play.scene.combatants["Bob"].state.with_turn(out=True))
    play.tell(CaughtOpen(actor="Keith"))
    assert not play.at_opening("Bob").turn.out
    play.tell(CaughtOpen(actor="Bob"))
    assert play.at_opening("Bob").turn.out
    assert REFLEX.lines(play.events[-1], GM) == ()


def test_what_the_fire_makes_impossible_does_not_happen() -> None:
    game = kept_down(road(thresholds={"right arm": [1, 2, 30, 40]}))
    faces = (10, 20, 20, *RIGHT_ARM, *LOST, 1, 1, *FAIL)
    game.act("Bob", "throw", *faces, item="thing", target="Keith", range_m=20, exposed="door")
    assert game.one(Thwarted).actor == "Bob"
    assert game.tick("Bob") == 7
    assert "Bob" in game.now()


def test_every_exposure_draws_one_burst_until_the_gunner_does_anything_else() -> None:
    game = kept_down(road())
    game.act("Bob", "expose", *MISS, area="door")
    game.act("Bob", "expose", *MISS, area="door")
    game.act("Bob", "correct", initiative=0)
    game.act("Cay", "correct", initiative=3)
    game.act("Keith", "reload")
    game.act("Cay", "expose", area="door")
    assert game.one(Exposed).rating == 2
    assert threats(game, "Cay")["suppressed"] == 2


def test_the_last_rounds_make_a_shorter_burst_and_an_empty_gun_none() -> None:
    game = kept_down(road(loaded=12))
    game.act("Bob", "expose", *MISS, area="door")
    assert game.one(ShotFired).spent == 3
    game.act("Bob", "expose", area="door")
    assert game.one(Exposed).rating == 2


@pytest.mark.parametrize(("action", "name"), [("expose", "area"), ("communicate", "exposed"), ("attack", "exposed")])
def test_nobody_shows_itself_to_its_own_gun(action: str, name: str) -> None:
    game = kept_down(road())
    game.act("Keith", "correct", initiative=30)
    assert "It is Keith who fires at door" in game.refused(
        "Keith", action, **{name: "Door"}, **({"target": "Bob"} if action == "attack" else {})
    )
    offered = {
        actor: [choice.value for choice in REFLEX.candidates(game.scene, action, name, {"actor": actor})]
        for actor in ("Keith", "Bob")
    }
    assert offered == {"Keith": [], "Bob": ["door"]}


def test_of_two_fires_on_one_area_the_other_gunners_counts() -> None:
    game = twice_kept_down()
    game.act("Keith", "expose", area="door")
    assert threats(game, "Keith")["suppressed"] == 1


def test_friends_and_the_unable_fire_at_nobody() -> None:
    game = kept_down(road(owner=2))
    game.act("Bob", "expose", area="door")
    assert not game.every(ShotFired)
    game = kept_down(road())
    game.scene = with_state(game.scene, "Keith", game.state("Keith").with_turn(out=True))
    game.act("Bob", "expose", area="door")
    assert game.one(Exposed).rating == 2


def out_of_it(game: Game, how: str) -> None:
    """Have the gunner be out of the fight, or the gun out of hand."""
    match how:
        case "has left":
            game.do(orders.Release(actor="Keith"))
        case "has lost the gun":
            game.scene = with_state(game.scene, "Keith", game.state("Keith").with_kit(weapons={}))
        case "has dropped it":
            game.act("Keith", "ditch", item="M249")
            game.act("Keith", "correct", initiative=0)
        case _:
            game.act("Keith", "correct", **{how.split()[-1]: True})


OUT_OF_IT = ["has left", "has lost the gun", "has dropped it", "is unconscious", "has surrendered", "has withdrawn"]


@pytest.mark.parametrize("how", OUT_OF_IT)
def test_nobody_fears_a_gunner_who_is_out_of_it_or_has_no_gun(how: str) -> None:
    game = kept_down(road())
    if how == "has dropped it":
        game.act("Keith", "correct", initiative=12)
    out_of_it(game, how)
    with pytest.raises(RuleViolation, match="Nobody is left who fires at door"):
        game.act("Bob", "expose", area="door")
    game.act("Bob", "communicate", length="phrase", exposed="door")
    assert not game.every(Exposed)
    assert "suppressed" not in threats(game, "Bob")
    assert not REFLEX.candidates(game.scene, "move", "exposed", {"actor": "Bob"})


def test_what_a_gunner_does_with_the_gun_in_hand_ends_no_fear() -> None:
    game = kept_down(road())
    game.act("Keith", "correct", initiative=12)
    game.act("Keith", "reload")
    game.act("Bob", "expose", area="door")
    assert threats(game, "Bob")["suppressed"] == 2


def twice_kept_down() -> Game:
    """A door under the fire of Keith, and under weaker fire of Max."""
    game = road()
    game.join("Max", *FAIL, owner=0, weapons=[{"kind": "ak47"}], skills={"longarm": 4})
    kept_down(game)
    game.act("Max", "correct", initiative=20)
    game.act("Max", "suppress", area="door", rounds=4, range_m=30.0)
    return game


def test_of_two_fires_the_one_that_is_left_frightens() -> None:
    game = twice_kept_down()
    out_of_it(game, "is unconscious")
    game.act("Bob", "expose", 20, 20, area="door")
    assert threats(game, "Bob")["suppressed"] == 1


def test_who_was_frightened_stays_so_when_the_gunner_falls() -> None:
    game = kept_down(road())
    game.act("Bob", "expose", *MISS, area="door")
    out_of_it(game, "is unconscious")
    assert threats(game, "Bob")["suppressed"] == 2


def test_that_a_gunner_out_of_sight_is_down_nobody_can_tell_by_what_may_be_named() -> None:
    game = kept_down(road(hidden=True), known=True)
    game.act("Keith", "correct", unconscious=True)
    seen = view(game.scene, PUBLIC, REFLEX)
    assert [choice.value for choice in REFLEX.candidates(seen, "move", "exposed", {"actor": "Bob"})] == ["door"]
    game.act("Bob", "communicate", length="phrase", exposed="door")
    assert not game.every(Exposed)


def test_somebody_new_under_the_gunners_name_fires_nothing_for_him() -> None:
    game = kept_down(road())
    game.do(orders.Release(actor="Keith"))
    game.scene = msgspec.structs.replace(game.scene, gone=())  # as fights kept it before ids were given once
    game.join("Keith", *FAIL, owner=0, weapons=[{"kind": "m249"}])
    assert [REFLEX.lines(event, PUBLIC) for event in game.every(CameAnew)] == [()]
    game.act("Bob", "communicate", length="phrase", exposed="door")
    assert not game.every(Exposed)


def test_of_two_fires_on_one_area_the_worse_threatens() -> None:
    game = twice_kept_down()
    game.act("Max", "morale_threat", amount=20)
    game.act("Bob", "expose", *MISS, area="door")
    assert threats(game, "Bob")["suppressed"] == 2
    game.act("Keith", "correct", surrendered=True)
    game.act("Bob", "expose", area="door")
    assert threats(game, "Bob")["suppressed"] == 2, "what lesser fire is met later changes nothing"


def test_who_is_threatened_no_more_than_before_is_told_to_be_under_fire_again() -> None:
    game = kept_down(road())
    game.act("Bob", "expose", *MISS, area="door")
    assert "Bob comes under fire (door): threat +2." in game.told()
    game.act("Bob", "expose", *MISS, area="door")
    assert "Bob is under fire again (door)." in game.told()


def test_a_second_fire_of_one_gunner_takes_the_place_of_the_first() -> None:
    game = kept_down(road())
    game.act("Keith", "correct", initiative=20)
    kept_down(game, rounds=5)
    assert [(area.rating, area.covered) for area in game.scene.state.areas] == [(1, True)]


def test_all_ends_with_the_exchange_of_fire() -> None:
    game = kept_down(road())
    game.act("Bob", "expose", *MISS, area="door")
    for actor in ("Keith", "Bob", "Cay"):
        game.act(actor, "correct", initiative=0)
    assert game.scene.state.areas == ()
    assert "suppressed" not in threats(game, "Bob")


@pytest.mark.parametrize(("known", "told"), [(True, "The fire on door ceases."), (False, "")])
def test_the_gm_ends_the_fire_on_an_area_before_the_exchange_is_over(known: bool, told: str) -> None:
    game = kept_down(road(), known=known)
    game.act("Keith", "correct", initiative=12)
    kept_down(game, area="yard")
    if known:
        game.act("Cay", "expose", area="door")
    game.act("Bob", "cease_fire", area="Door")
    assert (game.told(PUBLIC), game.told(GM)) == (told, "The fire on door ceases.")
    assert [area.name for area in game.scene.state.areas] == ["yard"]
    assert threats(game, "Cay").get("suppressed", 0) == (2 if known else 0)
    with pytest.raises(RuleViolation, match="'door' is not under fire") as refusal:
        game.act("Bob", "cease_fire", area="door")
    assert refusal.value.remedy == "Areas under fire: yard."
    assert [choice.value for choice in REFLEX.candidates(game.scene, "cease_fire", "area", {})] == ["yard"]


def test_an_area_that_is_not_under_fire_is_refused() -> None:
    game = kept_down(road())
    with pytest.raises(RuleViolation, match="not under fire") as refusal:
        game.act("Bob", "move", exposed="window")
    assert "door" in refusal.value.remedy
    with pytest.raises(RuleViolation, match="not here"):
        game.act("Bob", "throw", item="thing", target="Nobody", exposed="door")


def test_victims_of_a_free_shot_give_heart() -> None:
    game = kept_down(road(thresholds=FRAIL))
    events = game.act("Bob", "expose", 10, 20, 20, *HEAD, *LOST, *FAIL, area="door")
    assert [event.value for event in events if isinstance(event, TookHeart)] == [1]


# Fog of war


def test_of_a_hidden_gunner_players_learn_nothing_unless_the_gm_says_so() -> None:
    game = kept_down(road(hidden=True))
    assert game.told(PUBLIC) == ""
    assert view(game.scene, PUBLIC, REFLEX).state.areas == ()
    with pytest.raises(RuleViolation, match="not under fire") as refusal:
        game.act("Bob", "move", exposed="door")
    assert "door" not in refusal.value.remedy


def test_an_area_of_a_hidden_gunner_may_be_known_by_name() -> None:
    game = kept_down(road(hidden=True), known=True)
    assert "Fire sweeps door" in game.told(PUBLIC)
    assert "Keith" not in game.told(PUBLIC)
    (area,) = view(game.scene, PUBLIC, REFLEX).state.areas
    assert (area.name, area.gunner, area.weapon) == ("door", "", "")
    game.act("Bob", "expose", *MISS, area="door")
    assert "Keith" not in game.told(PUBLIC)
    assert "comes under fire (door)" in game.told(PUBLIC)


def test_a_secret_area_has_no_name_for_whoever_walks_into_it() -> None:
    game = kept_down(road(), known=False)
    assert "suppresses an area" in game.told(PUBLIC)
    assert "suppresses door" in game.told(GM)
    game.act("Bob", "morale_threat", amount=0)


def test_the_gm_exposes_somebody_in_a_secret_area() -> None:
    game = kept_down(road(hidden=True))
    game.join("Eve", *FAIL, owner=0, attributes={"cuf": 9})
    game.act("Eve", "expose", area="door")
    assert "door" not in game.told(PUBLIC)
    assert "comes under fire" in game.told(PUBLIC)


def test_nobody_hidden_is_exposed() -> None:
    game = kept_down(road())
    game.join("Vasily", *FAIL, owner=0, hidden=True)
    with pytest.raises(RuleViolation, match="hidden"):
        game.act("Vasily", "expose", area="door")


# Requests


def asking(**inputs: Any) -> Game:
    game = road(owner=2)
    game.do(orders.SetRange(actor="Keith", target="Bob", range_m=30))
    game.act("Keith", "attack", target="Bob", mode="suppress", rounds=9, **inputs)
    return game


def test_a_players_request_waits_for_the_gm() -> None:
    game = asking(area="door")
    assert game.one(Asked).question.gm
    game.do(orders.Answer(choice="allow"))
    assert game.scene.state.areas[0].name == "door"


def test_what_the_gm_denies_costs_nothing() -> None:
    game = asking()
    game.do(orders.Answer(choice="refuse"))
    assert game.one(SuppressionDenied).actor == "Keith"
    assert game.scene.state.areas == ()
    assert "Keith" in game.now()
    assert "the GM says no" in game.told(PUBLIC)


def test_what_the_gm_denies_at_the_end_of_its_ticks_has_cost_them() -> None:
    game = road(owner=2, advanced_timing=True)
    game.do(orders.SetRange(actor="Keith", target="Bob", range_m=30))
    game.act("Keith", "attack", target="Bob", mode="suppress", rounds=9)
    while not game.scene.pending:
        game.go_on()
    game.do(orders.Answer(choice="refuse"))
    assert game.one(SuppressionDenied).actor == "Keith"
    assert game.tick("Keith") == 5


def test_the_gms_own_people_ask_nobody() -> None:
    game = road()
    game.do(orders.SetRange(actor="Keith", target="Bob", range_m=30))
    game.act("Keith", "attack", target="Bob", mode="suppress", rounds=9)
    assert game.one(AreaSuppressed).area == "area 1"


def test_areas_under_fire_are_offered() -> None:
    game = kept_down(road())
    offered = REFLEX.candidates(game.scene, "move", "exposed", {"actor": "Bob"})
    assert [(choice.value, choice.label) for choice in offered] == [("door", "door (threat 2)")]


def test_guns_in_hand_and_people_are_offered_and_nothing_to_nobody() -> None:
    game = road()
    found = {
        key: [choice.value for choice in REFLEX.candidates(game.scene, "suppress", key, {"actor": "Keith"})]
        for key in ("weapon", "target", "mode")
    }
    assert found == {"weapon": ["M249"], "target": ["Bob", "Cay"], "mode": []}
    assert not REFLEX.candidates(game.scene, "suppress", "weapon", {"actor": "Nobody"})


def test_nobody_keeps_an_area_under_fire_in_a_pause() -> None:
    game = pause()
    with pytest.raises(RuleViolation, match="does not fit this moment"):
        game.act(game.now()[0], "suppress", area="door", rounds=9, range_m=30.0)


@pytest.mark.parametrize(("stance", "side", "ticks"), [("prone", True, 11), ("prone", False, 6), ("kneeling", True, 6)])
def test_fire_on_an_area_to_the_side_of_who_lies_takes_twice_its_speed_as_any_attack(
    stance: str, side: bool, ticks: int
) -> None:
    game = road(kind="ak47")
    game.act("Keith", "correct", stance=stance)
    game.act("Keith", "attack", target="Bob", mode="suppress", range_m=60.0, side=side)
    assert game.one(AreaSuppressed).cost_ticks == ticks


@pytest.mark.parametrize(("braced", "recoil"), [(True, 6), (False, 8)])
def test_a_bipod_that_rests_on_something_holds_fire_on_an_area_as_well(braced: bool, recoil: int) -> None:
    game = road(bipod=True, bipod_down=True)
    game.act("Keith", "attack", target="Bob", mode="suppress", rounds=5, range_m=30.0, braced=braced)
    assert game.one(AreaSuppressed).recoil == recoil


@pytest.mark.parametrize(("braced", "recoil"), [(True, 6), (False, 8)])
def test_a_free_shot_is_braced_as_the_fire_was_that_it_comes_from(braced: bool, recoil: int) -> None:
    game = road(bipod=True, bipod_down=True)
    kept_down(game, rounds=5, braced=braced)
    assert game.one(AreaSuppressed).recoil == recoil
    waited(game).act("Bob", "communicate", *MISS, exposed="door")
    assert game.one(ShotFired).recoil == recoil


@pytest.mark.parametrize(("side", "ticks"), [(True, 11), (False, 6)])
def test_the_gms_people_keep_an_area_to_the_side_under_fire_as_others_do(side: bool, ticks: int) -> None:
    game = road(kind="ak47")
    game.act("Keith", "correct", stance="prone")
    game.act("Keith", "suppress", area="door", rounds=1, range_m=60.0, side=side)
    assert game.one(AreaSuppressed).cost_ticks == ticks


def test_a_gunner_who_has_begun_something_else_takes_no_free_shot() -> None:
    game = road(advanced_timing=True)
    for actor, tick in (("Keith", 20), ("Bob", 12)):
        game.act(actor, "correct", initiative=tick)
    kept_down(game)
    game.act("Keith", "attack", target="Cay", mode="aimed", range_m=30.0)
    game.act("Bob", "communicate", exposed="door")
    assert (game.one(Exposed).rating, game.every(ShotFired)) == (2, [])
