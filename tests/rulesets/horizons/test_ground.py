"""On a ground cover, sight, blasts and fire that keeps heads down follow from places."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import engine, orders
from bot.core.errors import Incomplete
from bot.core.events import AreaGone, AreaLaid, Audience, Entered, PieceSet, Placed, Stood
from bot.core.folding import evolve
from bot.core.ground.lost import is_lost
from bot.core.ground.outlines import Box, Cone, Disc, Lane, Path
from bot.core.ground.pieces import PIECE, Piece
from bot.core.ground.places import Bearing, Place
from bot.core.ground.whereabouts import AtPlace, BySight
from bot.core.renaming import sign_of
from bot.core.said.claims import known_facts
from bot.core.scene import with_combatant, with_state
from bot.core.views import GM, PUBLIC, view
from bot.rulesets.horizons.fire.events import ShotFired
from bot.rulesets.horizons.movement.events import Moved
from bot.rulesets.horizons.state import rearmed
from bot.rulesets.horizons.suppression.events import CameUnderFire, Suppressing, SuppressionEnded, SuppressionFired
from bot.rulesets.horizons.throws.events import Blasted, GrenadeThrown
from bot.rulesets.horizons.watch.events import WATCH, WatchFailed
from bot.rulesets.horizons.wounds.events import Hit
from tests.rulesets.horizons.playing import ANN, HORIZONS, Game, duel

FOE = Place(5_000, 11_000)


def wall(north_cm: int, top_cm: int = 130, material: str = "brick_wall", **more: Any) -> Piece:
    """A wall across the way between the two sides."""
    line = Path((Place(4_000, north_cm), Place(6_000, north_cm)))
    return Piece("wall", line, material, top_cm=top_cm, **more)


def facing(*pieces: Piece, range_m: float = 60, hidden: bool = False, **places: Any) -> Game:
    """Ann, who acts first, and to the north of her a Guard of the GM's, and Lurker, who may be hidden."""
    game = Game(**places.pop("options", {}))
    game.join("Ann", **{**ANN, **places})
    game.join("Guard", owner=0, weapons=ANN["weapons"], skills=ANN["skills"])
    game.join("Lurker", owner=0, hidden=hidden, weapons=ANN["weapons"])
    game.do(orders.StartFight(range_m=range_m), 9, 4, 2)
    for name in ("Guard", "Lurker"):
        game.scene = with_state(game.scene, name, msgspec.structs.replace(game.state(name), most=900))
    for piece in pieces:
        game.scene = evolve(HORIZONS, game.scene, PieceSet(piece=piece))
    return game


def put(game: Game, actor: str, east_m: float, north_m: float) -> None:
    place = Place(round(east_m * 100), round(north_m * 100))
    game.scene = evolve(HORIZONS, game.scene, Placed(actor=actor, place=place))


def postured(game: Game, actor: str, posture: str) -> None:
    game.scene = with_state(game.scene, actor, msgspec.structs.replace(game.state(actor), posture=posture))


def standing(game: Game, actor: str) -> Place:
    assert game.scene.ground is not None
    return game.scene.ground.places[actor]


def cover(game: Game) -> dict[str, Any]:
    act = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard"})
    return {key: value for key, value in known_facts(HORIZONS, game.scene, act).items() if key != "range_m"}


@pytest.mark.parametrize(
    ("top_cm", "posture", "facts"),
    [
        (40, "standing", {"cover": "none"}),
        (100, "standing", {"cover": "brick", "parts": "legs"}),
        (130, "standing", {"cover": "brick", "parts": "body"}),
        (150, "standing", {"cover": "brick"}),
        (75, "kneeling", {"cover": "brick"}),
        (30, "prone", {"cover": "brick", "parts": "all"}),
    ],
)
def test_what_stands_between_covers_the_zones_that_lie_behind_it(
    top_cm: int, posture: str, facts: dict[str, Any]
) -> None:
    game = facing(wall(10_950, top_cm))
    postured(game, "Guard", posture)
    assert cover(game) == facts


def test_cover_is_of_the_side_from_which_one_is_shot_at() -> None:
    game = facing(wall(10_950))
    game.act("Ann", "attack", 9, 1, 4, target="Guard", mode="single")
    (hit,) = game.every(Hit)
    assert (hit.zone, hit.dealt, [layer.name for layer in hit.layers]) == ("torso", 0, ["a brick wall"])
    behind = facing(wall(10_950))
    put(behind, "Ann", 50, 160)
    behind.act("Ann", "attack", 9, 1, 4, target="Guard", mode="single")
    assert behind.one(Hit).layers == ()


def test_a_bullet_meets_all_that_stands_between() -> None:
    plank = msgspec.structs.replace(wall(10_900, 130, "wood_wall"), name="plank")
    game = facing(plank, wall(10_950))
    game.act("Ann", "attack", 9, 1, 4, target="Guard", mode="single")
    assert [(layer.name, layer.stopped) for layer in game.one(Hit).layers] == [("wood", False), ("a brick wall", True)]


def test_what_stops_nothing_is_no_cover() -> None:
    game = facing(wall(10_950, 100, "brush"), msgspec.structs.replace(wall(10_900, 100, "mud"), name="mud"))
    assert cover(game) == {"cover": "none"}


def test_what_the_gm_says_of_cover_counts_and_a_players_word_does_not() -> None:
    game = facing(wall(10_950))
    game.act("Ann", "attack", 9, 1, 4, target="Guard", mode="single", cover="none")
    assert game.one(Hit).layers == ()
    game = facing(wall(10_950))
    game.act("Ann", "attack", 9, 1, 4, target="Guard", mode="single", cover="wood")
    assert [layer.name for layer in game.one(Hit).layers] == ["wood"]


def test_what_was_said_before_the_ground_was_laid_counts_no_longer() -> None:
    game = Game()
    game.join("Ann", **ANN)
    game.join("Guard", owner=0)
    game.start(9, 2)
    said = orders.Act(
        actor="Ann", action="attack", inputs={"target": "Guard", "cover": "concrete", "range_m": 60.0, "mode": "single"}
    )
    game.do(orders.Claimed(act=said, said=("cover", "range_m"), claims=(), asks=False), 2, 3, 4)
    game.do(orders.LayGround(range_m=60))
    game.go_on(9, 2)
    game.act("Ann", "attack", 9, 1, 2, target="Guard", mode="single")
    assert game.one(Hit).layers == ()


@pytest.mark.parametrize(("top_cm", "hides"), [(180, "low wall"), (100, "boards")])
def test_of_two_things_that_which_hides_the_most_is_named(top_cm: int, hides: str) -> None:
    low = msgspec.structs.replace(wall(5_600, top_cm), name="low wall")
    game = facing(low, msgspec.structs.replace(wall(5_500, 300, bottom_cm=60), name="boards"))
    game.act("Ann", "wait")
    assert f"Ann is out of sight behind the {hides}." in game.refused("Guard", "attack", target="Ann")


def test_nobody_shoots_at_whom_nothing_is_to_be_seen_of() -> None:
    game = facing(wall(10_800, 250))
    assert cover(game) == {"cover": "brick", "parts": "all"}
    assert "Guard is out of sight." in game.refused("Ann", "attack", target="Guard")
    game.act("Ann", "wait")
    said = game.refused("Guard", "attack", target="Ann")
    assert "Ann is out of sight behind the wall. Go where it is to be seen" in said
    game.act("Guard", "attack", 9, 1, 4, target="Ann", mode="single", cover="concrete")
    assert [layer.name for layer in game.one(Hit).layers] == ["concrete"]


def test_what_is_hidden_hides_nobody() -> None:
    game = facing(wall(10_800, 250, hidden=True))
    game.act("Ann", "attack", 9, 1, 4, target="Guard", mode="single")
    assert game.one(Hit).layers == ()


def test_what_is_larger_than_a_human_is_behind_what_hides_its_middle() -> None:
    for top_cm, layers in ((70, 0), (120, 1)):
        game = Game()
        game.join("Ann", **ANN)
        game.join("Car", owner=0, size="large", zones={"engine": 2})
        game.do(orders.StartFight(range_m=60), 9, 2)
        game.scene = evolve(HORIZONS, game.scene, PieceSet(piece=wall(10_950, top_cm)))
        game.act("Ann", "attack", 9, target="Car", mode="single")
        assert len(game.one(Hit).layers) == layers


def test_who_takes_cover_goes_behind_what_is_near() -> None:
    game = facing(wall(5_300))
    behind = BySight(f"{PIECE}wall", "before", 100)
    put(game, "Ann", 50, 49)
    game.act("Ann", "take_cover", behind=msgspec.to_builtins(behind))
    assert (game.one(Moved).pace, game.one(Moved).behind) == ("slow", "wall")
    assert standing(game, "Ann") == Place(5_000, 5_250)
    assert "Ann moves: slow, behind the wall." in game.told(PUBLIC)
    assert "has had the free action" in game.refused("Ann", "take_cover", behind=msgspec.to_builtins(behind))


def test_who_takes_cover_farther_off_runs_there_and_no_farther_than_it_can() -> None:
    behind = msgspec.to_builtins(BySight(f"{PIECE}wall", "before", 100))
    game = facing(wall(6_500))
    postured(game, "Ann", "kneeling")
    assert "nobody runs so. Take cover within 5 m, to which one walks, or stand up" in game.refused(
        "Ann", "take_cover", behind=behind
    )
    postured(game, "Ann", "standing")
    game.act("Ann", "take_cover", behind=behind)
    assert (game.one(Moved).pace, standing(game, "Ann")) == ("fast", Place(5_000, 6_450))
    far = facing(wall(8_500))
    assert "It is 34.5 m to there. Move nearer first" in far.refused("Ann", "take_cover", behind=behind)
    bound = facing(wall(5_300))
    bound.scene = with_state(bound.scene, "Ann", msgspec.structs.replace(bound.state("Ann"), pace="still"))
    assert "cannot move" in bound.refused("Ann", "take_cover", behind=behind)


def test_of_a_thing_that_only_the_gm_knows_the_log_says_nothing() -> None:
    game = facing(wall(5_300, hidden=True))
    game.act("Ann", "take_cover", behind=msgspec.to_builtins(BySight(f"{PIECE}wall", "before", 100)))
    assert "wall" not in game.told(PUBLIC)


def test_what_one_says_to_be_behind_is_no_cover_on_a_ground() -> None:
    game = facing()
    said = game.refused("Ann", "cover", cover="brick")
    assert "On a ground cover follows from places." in said
    game.scene = with_state(game.scene, "Ann", msgspec.structs.replace(game.state("Ann"), cover="brick"))
    assert "brick" not in HORIZONS.status(game.scene, "Ann", GM).text
    told = msgspec.structs.replace(game.scene, ground=None)
    assert "behind brick" in HORIZONS.status(told, "Ann", GM).text


@pytest.mark.parametrize("laid", [False, True])
def test_on_a_new_ground_fire_that_has_no_lane_there_is_over(laid: bool) -> None:
    game = suppressing() if laid else duel()
    if not laid:
        game.act("Ann", "suppress")
    assert game.state("Ann").suppressing == 1
    game.do(orders.LayGround(range_m=30))
    assert (game.one(SuppressionEnded).actor, game.state("Ann").suppressing, lanes(game)) == ("Ann", 0, [])


def test_without_a_ground_nothing_of_it_can_be_done() -> None:
    game = Game()
    game.join("Ann", **ANN)
    game.join("Guard", owner=0)
    game.start(9, 2)
    place = msgspec.to_builtins(AtPlace(FOE))
    for action, inputs in (
        ("take_cover", {"behind": place}),
        ("watch", {"area": place}),
        ("throw", {"to": place}),
        ("suppress", {"to": place}),
        ("blast", {"to": place}),
    ):
        assert "Here distances are told" in game.refused("Ann", action, **inputs)
    assert "At whom does it go?" in game.refused("Ann", "throw")
    assert "Where does it explode?" in game.refused("Ann", "blast")


def test_so_subtly_nobody_gets_to_a_place() -> None:
    said = facing().refused("Ann", "move", pace="subtle", to=msgspec.to_builtins(AtPlace(FOE)))
    assert "So subtly nobody gets anywhere." in said


def test_a_grenade_finds_all_who_are_near_and_what_shields_them() -> None:
    game = facing(wall(10_700, 130), hidden=True)
    put(game, "Guard", 50, 106)
    put(game, "Lurker", 50, 109)
    game.do_at_least(
        orders.Act(actor="Ann", action="throw", inputs={"to": msgspec.to_builtins(AtPlace(Place(5_000, 8_600)))}), 9
    )
    thrown = game.one(GrenadeThrown)
    assert (thrown.range_m, thrown.burst) == (36.0, Place(5_000, 8_600))
    caught = {event.actor: (event.distance_m, event.covered, event.dealt) for event in game.every(Blasted)}
    assert caught == {"Guard": (20.0, False, 21), "Lurker": (23.0, True, 10)}
    told = {event.actor: event.audience for event in game.every(Blasted)}
    assert told == {"Guard": Audience.ALL, "Lurker": Audience.GM}
    assert "throws a grenade at K18 (50, 86): on the spot" in game.told(PUBLIC)


@pytest.mark.parametrize("bottom_cm", [100, 65])
def test_what_hides_less_than_half_shields_nobody_from_a_blast(bottom_cm: int) -> None:
    game = facing(wall(10_700, 130, bottom_cm=bottom_cm))
    put(game, "Lurker", 50, 109)
    game.do_at_least(
        orders.Act(actor="Ann", action="throw", inputs={"to": msgspec.to_builtins(AtPlace(Place(5_000, 8_600)))}), 9
    )
    assert {event.actor: event.covered for event in game.every(Blasted)}["Lurker"] is False


def test_a_grenade_at_somebody_goes_to_its_place() -> None:
    game = facing(range_m=30)
    game.do_at_least(orders.Act(actor="Ann", action="throw", inputs={"target": "Guard"}), 9)
    assert game.one(GrenadeThrown).burst == Place(5_000, 8_000)
    assert {event.actor: event.distance_m for event in game.every(Blasted)} == {
        "Ann": 30.0,
        "Guard": 0.0,
        "Lurker": 3.0,
    }


def test_one_that_misses_harms_nobody_or_goes_astray_in_a_direction_that_is_rolled() -> None:
    place = msgspec.to_builtins(AtPlace(Place(5_000, 8_000)))
    game = facing(range_m=30)
    game.act("Ann", "throw", 2, to=place)
    assert (game.one(GrenadeThrown).burst, game.every(Blasted)) == (None, [])
    game = facing(range_m=30, options={"missed_throws": "go off near"})
    game.do_at_least(orders.Act(actor="Ann", action="throw", inputs={"to": place}), 5, 3)
    thrown = game.one(GrenadeThrown)
    assert (thrown.astray_m, thrown.burst) == (5.0, Place(5_500, 8_000))
    assert "5 m wide of it, at L17 (55, 80)" in game.told(PUBLIC)
    assert "1d8 3: to the east" in game.told(PUBLIC)


def test_the_gm_has_something_explode_at_a_place() -> None:
    game = facing()
    game.do_at_least(
        orders.Act(actor="", action="blast", inputs={"to": msgspec.to_builtins(AtPlace(Place(5_000, 11_500)))})
    )
    assert {event.actor: event.distance_m for event in game.every(Blasted)} == {"Guard": 5.0, "Lurker": 5.83}
    game.do_at_least(orders.Act(actor="", action="blast", inputs={"target": "Guard"}))
    assert {event.actor: event.distance_m for event in game.every(Blasted)} == {"Guard": 0.0, "Lurker": 3.0}


def suppressing(to: Place = FOE, **inputs: Any) -> Game:
    """Ann keeps heads down towards a place, and Guard is to act."""
    game = facing(range_m=60)
    game.act("Ann", "suppress", to=msgspec.to_builtins(AtPlace(to)), **inputs)
    return game


@pytest.mark.parametrize(
    ("inputs", "lane"),
    [
        ({}, Lane(Place(5_000, 5_000), Place(5_000, 35_000), 400)),
        ({"lanes": 3}, Lane(Place(5_000, 5_000), Place(5_000, 35_000), 1_200)),
        ({"ground": "open"}, Cone(Place(5_000, 5_000), Place(5_000, 35_000), 3_000)),
    ],
)
def test_heads_are_kept_down_from_the_gunner_as_far_as_the_gun_reaches(inputs: Any, lane: Any) -> None:
    game = suppressing(**inputs)
    assert game.one(AreaLaid).area.outline == lane
    assert "keeps heads down to the north with Example rifle" in game.told(PUBLIC)


def test_of_fire_that_is_stored_by_where_it_ends_that_is_told() -> None:
    fired = Suppressing(actor="Ann", weapon="Rifle", rounds=1, end=Place(5_000, 35_000))
    (told,) = engine.lines(HORIZONS, fired, PUBLIC)
    assert told.text.startswith("Ann keeps heads down towards K71 (50, 350) with Rifle: 1 round")


def test_nobody_is_told_whither_somebody_out_of_sight_keeps_heads_down() -> None:
    fired = Suppressing(actor="Ann", weapon="Rifle", rounds=1, bearing=Bearing.NORTH, unseen=("Ann",))
    (told,) = engine.lines(HORIZONS, fired, PUBLIC)
    assert "keeps heads down with Rifle" in told.text


def test_fire_needs_a_direction() -> None:
    game = facing()
    with pytest.raises(Incomplete, match="In which direction are heads kept down"):
        game.act("Ann", "suppress")
    assert "in a direction" in game.refused("Ann", "suppress", to=msgspec.to_builtins(AtPlace(Place(5_000, 5_000))))


def lanes(game: Game) -> list[str]:
    assert game.scene.ground is not None
    return [area.key for area in game.scene.ground.areas.values()]


def test_a_lane_goes_with_its_gunner_and_ends_with_its_fire() -> None:
    for ground in ("lane", "open"):
        game = suppressing(ground=ground)
        game.act("Ann", "move", pace="slow", to=msgspec.to_builtins(AtPlace(Place(4_500, 5_000))))
        assert game.scene.ground is not None
        outline = game.scene.ground.areas["horizons.lane\nAnn"].outline
        assert Place(4_500, 5_000) in (getattr(outline, "start", None), getattr(outline, "apex", None))
    game.act("Guard", "wait")
    game.act("Lurker", "wait", 9, 4, 2)
    game.act("Ann", "aim")
    assert lanes(game) == []


def test_a_lane_begins_where_the_gm_puts_its_gunner() -> None:
    game = suppressing()
    game.do(orders.PutAt(actors=("Guard", "Ann"), where=AtPlace(Place(4_500, 5_000))))
    assert game.scene.ground is not None
    lane = game.scene.ground.areas["horizons.lane\nAnn"].outline
    assert lane == Lane(game.scene.ground.places["Ann"], Place(5_000, 35_000), 400)


def test_the_lane_of_whoever_has_left_shows_to_players_again_once_it_comes_back() -> None:
    game = suppressing()
    there = msgspec.structs.replace(game.scene.combatants["Ann"], sheet_id=7)
    game.scene = with_combatant(game.scene, there)
    game.do(orders.Release(actor="Ann"))
    known = view(game.scene, PUBLIC, HORIZONS).ground
    assert known is not None
    assert known.areas == {}
    game.do(orders.Enlist(name="Ann", owner=1, side=there.side, sheet=there.sheet, sheet_id=7))
    known = view(game.scene, PUBLIC, HORIZONS).ground
    assert known is not None
    assert list(known.areas) == ["horizons.lane\nAnn"]


@pytest.mark.parametrize("rounds", [0, 1])
def test_who_comes_back_keeps_heads_down_no_more_once_others_have_acted(rounds: int) -> None:
    game = suppressing()
    there = msgspec.structs.replace(game.scene.combatants["Ann"], sheet_id=7)
    game.scene = with_combatant(game.scene, there)
    back = orders.Enlist(name="Ann", owner=1, side=there.side, sheet=there.sheet, sheet_id=7)
    game.do(orders.Release(actor="Ann"))
    game.do(back)
    assert (game.state("Ann").suppressing, lanes(game)) == (1, ["horizons.lane\nAnn"])
    game.do(orders.Release(actor="Ann"))
    game.act("Guard", "wait")
    if rounds:
        game.act("Lurker", "wait", 4, 2)
    game.do(back, *[9] * rounds)
    assert (game.one(SuppressionEnded).actor, game.state("Ann").suppressing, lanes(game)) == ("Ann", 0, [])


def test_whoever_runs_into_a_lane_is_shot_at_there_and_goes_on_if_it_can() -> None:
    game = suppressing()
    put(game, "Guard", 40, 80)
    across = msgspec.to_builtins(AtPlace(Place(6_000, 8_000)))
    game.act("Guard", "move", 2, pace="fast", to=across)
    assert [type(event).__name__ for event in game.events] == [
        "Moved",
        "Stood",
        "Entered",
        "CameUnderFire",
        "Reacted",
        "ShotFired",
        "Stood",
    ]
    assert game.one(ShotFired).range_m == 30.07
    assert standing(game, "Guard") == Place(6_000, 8_000)
    assert "Guard comes under the fire of Ann." in game.told(PUBLIC)
    assert game.state("Guard").exposed == 2
    assert game.state("Ann").reacted


def test_a_gun_that_fails_out_of_turn_spends_no_round_on_the_shot_of_another() -> None:
    game = Game()
    for name, owner in (("Ann", 1), ("Bea", 2), ("Guard", 0)):
        game.join(name, owner=owner, **ANN)
    game.do(orders.StartFight(range_m=60), 9, 8, 2)
    for name in ("Ann", "Bea"):
        game.act(name, "suppress", to=msgspec.to_builtins(AtPlace(FOE)))
    put(game, "Guard", 40, 80)
    game.act("Guard", "move", 1, 5, 2, pace="fast", to=msgspec.to_builtins(AtPlace(Place(6_000, 8_000))))
    (jammed, other) = game.every(ShotFired)
    assert [each.fault for each in game.every(SuppressionEnded)] == ["jam"]
    assert game.one(SuppressionEnded).actor == jammed.actor != other.actor
    assert [each.actor for each in game.every(SuppressionFired)] == [other.actor]


def test_whom_the_shot_puts_down_stays_where_it_was_met() -> None:
    game = suppressing()
    put(game, "Guard", 40, 80)
    weak = msgspec.structs.replace(game.state("Guard"), damage=400, most=402)
    game.scene = with_state(game.scene, "Guard", weak)
    across = orders.Act(
        actor="Guard", action="move", inputs={"pace": "fast", "to": msgspec.to_builtins(AtPlace(Place(6_000, 8_000)))}
    )
    game.do_at_least(across, 9, 3, 3)
    assert not game.state("Guard").able
    assert standing(game, "Guard") == Place(4_800, 8_000)


@pytest.mark.parametrize(
    "changes", [{"reacted": True}, {"attacked": True}, {"unconscious": True}, {"weapons": {}}, {"held": ""}]
)
def test_a_gunner_who_cannot_shoot_does_not(changes: dict[str, Any]) -> None:
    game = suppressing()
    put(game, "Guard", 40, 80)
    game.scene = with_state(game.scene, "Ann", msgspec.structs.replace(game.state("Ann"), **changes))
    game.act("Guard", "move", pace="fast", to=msgspec.to_builtins(AtPlace(Place(6_000, 8_000))))
    assert game.every(ShotFired) == []
    assert game.one(CameUnderFire).target == "Ann"


def test_by_the_campaigns_choice_nobody_shoots_by_itself() -> None:
    game = facing(options={"covering_shots": False})
    game.act("Ann", "suppress", to=msgspec.to_builtins(AtPlace(FOE)))
    put(game, "Guard", 40, 80)
    game.act("Guard", "move", pace="fast", to=msgspec.to_builtins(AtPlace(Place(6_000, 8_000))))
    assert game.every(CameUnderFire)
    assert game.every(ShotFired) == []


def test_a_lane_is_nothing_to_those_of_its_side_nor_once_its_gunner_is_gone() -> None:
    across = msgspec.to_builtins(AtPlace(Place(6_000, 8_000)))
    for friend, gone in ((True, False), (False, True)):
        game = suppressing()
        put(game, "Guard", 40, 80)
        if friend:
            guard = msgspec.structs.replace(game.scene.combatants["Guard"], side="players")
            game.scene = msgspec.structs.replace(game.scene, combatants={**game.scene.combatants, "Guard": guard})
        if gone:
            game.do(orders.Release(actor="Ann"))
        game.act("Guard", "move", pace="fast", to=across)
        assert game.every(Entered)
        assert game.every(CameUnderFire) == []
        assert lanes(game) == ([] if gone else ["horizons.lane\nAnn"])


def test_who_rises_or_shoots_is_exposed_only_where_heads_are_kept_down() -> None:
    for east_m, exposed in ((50, 1), (40, 0)):
        game = suppressing()
        put(game, "Guard", east_m, 110)
        game.act("Guard", "attack", 2, target="Ann", mode="single")
        assert game.state("Guard").exposed == exposed


def test_the_hidden_are_not_shot_at_by_those_who_do_not_know_of_them() -> None:
    game = facing(hidden=True)
    game.act("Ann", "suppress", to=msgspec.to_builtins(AtPlace(FOE)))
    game.act("Guard", "wait")
    put(game, "Lurker", 40, 80)
    game.act("Lurker", "move", pace="fast", to=msgspec.to_builtins(AtPlace(Place(6_000, 8_000))))
    assert game.every(ShotFired) == []
    assert game.told(PUBLIC) == ""


def test_a_lane_is_seen_once_its_gunner_is() -> None:
    game = facing(hidden=True)
    game.act("Ann", "wait")
    game.act("Guard", "wait")
    game.act("Lurker", "suppress", 9, 4, 2, to=msgspec.to_builtins(AtPlace(Place(5_000, 5_000))))
    assert game.scene.ground is not None
    assert game.scene.ground.areas["horizons.lane\nLurker"].hidden
    assert view(game.scene, PUBLIC, HORIZONS).ground.areas == {}  # type: ignore[union-attr]
    game.do(orders.Show(actor="Lurker", hidden=False))
    assert not game.one(AreaLaid).area.hidden


def test_where_a_gunner_fires_from_whom_nobody_sees_only_the_gm_knows() -> None:
    game = facing(wall(10_800, 250))
    game.act("Ann", "wait")
    game.act("Guard", "suppress", to=msgspec.to_builtins(AtPlace(Place(5_000, 5_000))))
    assert game.scene.ground is not None
    assert game.scene.ground.areas["horizons.lane\nGuard"].hidden
    game.act("Guard", "move", pace="slow", to=msgspec.to_builtins(AtPlace(Place(6_100, 11_000))))
    put(game, "Guard", 70, 110)
    game.act("Lurker", "posture", to="kneeling")
    lane = game.scene.ground.areas["horizons.lane\nGuard"]
    assert (lane.hidden, lane.outline.start) == (False, Place(7_000, 11_000))  # type: ignore[union-attr]


def shown_or_not(game: Game) -> list[tuple[str, bool]]:
    """Each area that came or went, and whether the GM alone was told."""
    laid = [(each.area.key, each.audience is Audience.GM) for each in game.every(AreaLaid)]
    return laid + [(each.key, each.audience is Audience.GM) for each in game.every(AreaGone)]


def test_of_what_lies_hidden_the_gm_alone_is_told_that_it_comes_and_goes() -> None:
    game = facing()
    game.act("Ann", "wait")
    game.act("Guard", "watch", area=msgspec.to_builtins(AtPlace(Place(4_000, 5_000))))
    game.do(orders.Release(actor="Guard"))
    game.act("Lurker", "posture", to="kneeling")
    assert shown_or_not(game) == [("horizons.watch\nGuard", True)]
    game = facing(hidden=True)
    game.act("Ann", "wait")
    game.act("Guard", "wait")
    game.act("Lurker", "suppress", 9, 4, 2, to=msgspec.to_builtins(AtPlace(Place(5_000, 5_000))))
    game.do(orders.Release(actor="Lurker"))
    game.act("Ann", "aim")
    assert shown_or_not(game) == [("horizons.lane\nLurker", True)]


def watching(**places: Any) -> Game:
    """Ann watches a place to the west of Guard, who is to act."""
    game = facing(range_m=60, **places)
    game.act("Ann", "watch", area=msgspec.to_builtins(AtPlace(Place(4_000, 11_000))))
    return game


def test_whoever_comes_to_a_place_that_is_watched_is_shot_at() -> None:
    game = watching()
    assert game.one(AreaLaid).area.outline == Disc(Place(4_000, 11_000), 500)
    assert "Ann watches I23 (40, 110)." in game.told(PUBLIC)
    game.act("Guard", "move", 2, pace="fast", to=msgspec.to_builtins(AtPlace(Place(4_000, 11_000))))
    assert "Guard moves where Ann watches." in game.told(PUBLIC)
    assert game.one(ShotFired).actor == "Ann"
    assert (game.state("Ann").readied, game.state("Ann").reacted, lanes(game)) == ("", True, [])
    game.act("Guard", "wait")
    game.act("Lurker", "move", pace="fast", to=msgspec.to_builtins(AtPlace(Place(4_000, 11_000))))
    assert game.every(ShotFired) == []


def moving_where_it_is_watched(
    *pieces: Piece, most: int = 900, action: str = "move", loaded: int = 5, **inputs: Any
) -> Game:
    """Ann watches where Guard stands, who goes somewhere; her bullet meets the torso of whom she sees."""
    game = facing(*pieces)
    game.scene = with_state(game.scene, "Guard", msgspec.structs.replace(game.state("Guard"), most=most))
    game.act("Ann", "watch", area=msgspec.to_builtins(AtPlace(FOE)))
    game.scene = with_state(game.scene, "Ann", rearmed(game.state("Ann"), "Example rifle", loaded=loaded))
    game.do_at_least(orders.Act(actor="Guard", action=action, inputs=inputs), 9, 3, 3)
    return game


def test_whoever_moves_where_somebody_watches_is_shot_at_as_it_sets_off() -> None:
    there = Place(5_300, 11_000)
    game = moving_where_it_is_watched(pace="slow", to=msgspec.to_builtins(AtPlace(there)))
    assert game.told(PUBLIC).startswith("Guard moves: slow.\nGuard moves where Ann watches.\nAnn reacts.")
    kinds = game.kinds()
    assert kinds.index("ShotFired") < kinds.index("Stood")
    assert (kinds.count("ShotFired"), standing(game, "Guard")) == (1, there)
    assert {term.label: term.value for term in game.one(ShotFired).terms}["target moves"] == 2


@pytest.mark.parametrize(
    ("action", "inputs"),
    [
        ("move", {"pace": "fast", "target": "Ann"}),
        ("take_cover", {"behind": msgspec.to_builtins(BySight(f"{PIECE}wall", "before", 100))}),
    ],
)
def test_whom_the_shot_puts_down_as_it_sets_off_gets_nowhere(action: str, inputs: dict[str, Any]) -> None:
    game = moving_where_it_is_watched(wall(10_500, 30), most=30, action=action, **inputs)
    assert (game.state("Guard").able, game.every(Stood), standing(game, "Guard")) == (False, [], FOE)


def test_who_is_put_down_at_the_moment_at_which_it_acts_moves_all_the_same() -> None:
    game = Game()
    game.join("Ann", **ANN)
    game.join("Guard", owner=0, **ANN)
    game.do(orders.StartFight(range_m=60), 5, 5)
    game.do_at_least(orders.Act(actor="Ann", action="attack", inputs={"target": "Guard", "rounds": 1, "bonus": 9}), 9)
    there = Place(5_300, 11_000)
    game.act("Guard", "move", pace="slow", to=msgspec.to_builtins(AtPlace(there)))
    assert (game.state("Guard").able, standing(game, "Guard")) == (False, there)


def test_whoever_comes_out_where_somebody_watches_is_shot_at_where_it_stops() -> None:
    shed = Piece("shed", Box(Place(4_800, 10_900), Place(5_200, 10_950)), "brick_wall")
    game = moving_where_it_is_watched(shed, pace="slow", to=msgspec.to_builtins(AtPlace(Place(5_400, 11_000))))
    kinds = game.kinds()
    assert kinds.index("Stood") < kinds.index("ShotFired")
    assert kinds.count("ShotFired") == 1


def test_that_a_watch_fails_at_who_moves_there_is_told_once() -> None:
    there = msgspec.to_builtins(AtPlace(Place(5_300, 11_000)))
    game = moving_where_it_is_watched(loaded=0, pace="slow", to=there)
    assert (game.one(WatchFailed).target, game.every(ShotFired)) == ("Guard", [])


def test_who_hardly_moves_where_somebody_watches_is_not_shot_at() -> None:
    game = facing()
    game.act("Ann", "watch", area=msgspec.to_builtins(AtPlace(FOE)))
    game.act("Guard", "move", pace="subtle")
    assert (game.every(ShotFired), lanes(game)) == ([], ["horizons.watch\nAnn"])


@pytest.mark.parametrize("watched", [Place(4_000, 11_000), FOE], ids=["as it comes", "as it sets off"])
def test_of_two_who_watch_one_shoots_at_whom_the_other_has_put_down(watched: Place) -> None:
    there = msgspec.to_builtins(AtPlace(Place(4_000, 11_000)))
    game = facing()
    game.join("Bea", 8, owner=2, **ANN)
    for watcher in ("Ann", "Bea"):
        game.act(watcher, "watch", area=msgspec.to_builtins(AtPlace(watched)))
    game.scene = with_state(game.scene, "Guard", msgspec.structs.replace(game.state("Guard"), most=30))
    game.do_at_least(orders.Act(actor="Guard", action="move", inputs={"pace": "fast", "to": there}), 9, 3, 3)
    assert (game.state("Guard").able, len(game.every(ShotFired))) == (False, 1)


def test_a_watch_is_over_with_the_next_turn() -> None:
    game = watching()
    game.act("Guard", "wait")
    game.act("Lurker", "wait", 9, 4, 2)
    assert lanes(game) == ["horizons.watch\nAnn"]
    game.act("Ann", "wait")
    assert lanes(game) == []
    game.act("Guard", "move", pace="fast", to=msgspec.to_builtins(AtPlace(Place(4_000, 11_000))))
    assert game.every(Entered) == []


def test_on_a_new_ground_nobody_watches_what_lies_there_no_more() -> None:
    game = watching()
    game.do(orders.LayGround(range_m=30))
    assert (game.state("Ann").readied, "Ann watches nothing any more." in game.told(PUBLIC)) == ("", True)
    assert game.refused("Ann", "react").startswith("Ann has kept no reaction.")
    guards = facing()
    guards.act("Ann", "wait")
    guards.act("Guard", "watch", area=msgspec.to_builtins(AtPlace(Place(4_000, 11_000))))
    guards.do(orders.LayGround(range_m=30))
    assert [("Guard watches" in guards.told(viewer)) for viewer in (GM, PUBLIC)] == [True, False]


def test_who_comes_back_watches_no_more_once_others_have_acted() -> None:
    game = watching()
    game.leave("Ann")
    game.come_back()
    assert (game.state("Ann").readied, lanes(game)) == (WATCH, ["horizons.watch\nAnn"])
    game.leave("Ann")
    game.act("Guard", "wait")
    game.come_back()
    assert (game.state("Ann").readied, lanes(game)) == ("", [])


def test_who_is_not_to_be_seen_is_not_shot_at_and_the_reaction_is_kept() -> None:
    game = watching()
    shed = Piece("shed", Box(Place(4_200, 10_000), Place(4_600, 10_900)), "brick_wall")
    game.scene = evolve(HORIZONS, game.scene, PieceSet(piece=shed))
    game.act("Guard", "move", pace="fast", to=msgspec.to_builtins(AtPlace(Place(4_300, 11_000))))
    assert game.every(Entered)
    assert game.every(ShotFired) == []
    assert (game.state("Ann").reacted, lanes(game)) == (False, ["horizons.watch\nAnn"])


def test_of_what_the_gms_people_watch_players_learn_nothing_before_it() -> None:
    game = facing()
    game.act("Ann", "wait")
    game.act("Guard", "watch", area=msgspec.to_builtins(AtPlace(Place(4_000, 5_000))))
    assert game.told(PUBLIC) == ""
    assert game.one(AreaLaid).audience is Audience.GM
    assert view(game.scene, PUBLIC, HORIZONS).ground.areas == {}  # type: ignore[union-attr]
    assert "will react" not in HORIZONS.status(game.scene, "Guard", PUBLIC).text
    game.act("Lurker", "wait", 9, 4, 2)
    game.act("Ann", "move", 2, pace="fast", to=msgspec.to_builtins(AtPlace(Place(4_000, 5_000))))
    assert "Ann moves where Guard watches." in game.told(PUBLIC)


def test_friends_and_the_gone_spring_no_watch() -> None:
    there = msgspec.to_builtins(AtPlace(Place(4_000, 11_000)))
    game = watching()
    guard = msgspec.structs.replace(game.scene.combatants["Guard"], side="players")
    game.scene = msgspec.structs.replace(game.scene, combatants={**game.scene.combatants, "Guard": guard})
    game.act("Guard", "move", pace="fast", to=there)
    assert game.every(ShotFired) == []
    game = watching()
    game.do(orders.Release(actor="Ann"))
    game.act("Guard", "move", pace="fast", to=there)
    assert game.every(ShotFired) == []
    assert lanes(game) == []


def test_the_hidden_spring_no_watch() -> None:
    game = watching(hidden=True)
    game.act("Guard", "wait")
    game.act("Lurker", "move", pace="fast", to=msgspec.to_builtins(AtPlace(Place(4_000, 11_000))))
    assert (len(game.every(Entered)), game.every(ShotFired), lanes(game)) == (1, [], ["horizons.watch\nAnn"])


def known(game: Game) -> list[str]:
    """Which areas on the ground players know of."""
    ground = view(game.scene, PUBLIC, HORIZONS).ground
    return [*ground.areas] if ground else []


def test_what_is_watched_by_somebody_out_of_sight_is_the_gms_alone() -> None:
    game = watching(options={"players_against_players": True})
    game.scene = with_combatant(game.scene, msgspec.structs.replace(game.scene.combatants["Guard"], owner=8))
    assert known(game) == ["horizons.watch\nAnn"]
    game.scene = evolve(HORIZONS, game.scene, PieceSet(piece=wall(8_000, top_cm=400)))
    game.act("Guard", "posture", to="kneeling")
    assert (is_lost(game.scene, "Ann"), known(game), lanes(game)) == (True, [], ["horizons.watch\nAnn"])
    game.do(orders.PutAt(actors=("Ann",), where=AtPlace(Place(5_000, 9_000))))
    assert known(game) == ["horizons.watch\nAnn"]


def test_what_is_watched_by_somebody_who_has_left_is_the_gms_alone() -> None:
    game = watching()
    game.do(orders.Release(actor="Ann"))
    assert (known(game), lanes(game)) == ([], ["horizons.watch\nAnn"])


def test_who_has_reacted_watches_nothing() -> None:
    game = facing()
    game.scene = with_state(game.scene, "Ann", msgspec.structs.replace(game.state("Ann"), reacted=True))
    assert "has had its reaction" in game.refused("Ann", "watch", area=msgspec.to_builtins(AtPlace(FOE)))


def test_how_high_somebody_is_follows_from_posture_and_size() -> None:
    game, here = facing(), Place(0, 0)
    assert HORIZONS.figure(game.state("Ann"), here)[1:] == (160, 180)
    postured(game, "Ann", "kneeling")
    assert HORIZONS.figure(game.state("Ann"), here)[1:] == (110, 125)
    down = msgspec.structs.replace(game.state("Ann"), unconscious=True)
    assert HORIZONS.figure(down, here)[1:] == (20, 30)
    assert HORIZONS.figure(msgspec.structs.replace(down, size="huge"), here)[1:] == (220, 280)


def test_everybody_stands_where_it_is_told() -> None:
    game = facing()
    assert {actor: standing(game, actor) for actor in ("Ann", "Guard")} == {"Ann": Place(5_000, 5_000), "Guard": FOE}
    assert game.every(Stood)


def test_who_passes_out_watches_nothing_any_more() -> None:
    game = watching()
    game.do_at_least(orders.Act(actor="Guard", action="damage", inputs={"target": "Ann", "damage": 40}))
    assert (lanes(game), game.every(ShotFired)) == ([], [])
    game.do(orders.LayGround(range_m=30))
    assert "watches" not in game.told(GM)


@pytest.mark.parametrize("action", ["treat", "search"])
def test_nobody_treats_or_searches_by_hand_from_afar(action: str) -> None:
    act = orders.Act(actor="Ann", action=action, inputs={"target": "Guard"})
    game = facing()
    assert "Guard is 60 m away" in game.refused("Ann", action, target="Guard")
    put(game, "Guard", 50, 52)
    assert game.do_at_least(act, 5)
    told = duel(30)
    assert "Guard is 30 m away. Get within 2 m first" in told.refused("Ann", action, target="Guard")
    told.do(orders.SetRange(actor="Ann", target="Guard", range_m=2))
    assert told.do_at_least(act, 5)


@pytest.mark.parametrize("action", ["treat", "search"])
def test_nobody_treats_or_searches_by_hand_through_a_wall(action: str) -> None:
    game = facing(wall(5_100, 300))
    game.join("Bob", 1, owner=2, condition={"damage": 5})
    put(game, "Bob", 50, 52)
    assert game.refused("Ann", action, target="Bob") == "Bob is behind the wall. Go round it first: /act action:move."
    put(game, "Bob", 52, 50)
    assert game.do_at_least(orders.Act(actor="Ann", action=action, inputs={"target": "Bob"}), 5)


def test_who_stands_in_a_thing_treats_itself() -> None:
    game = facing(Piece("hut", Box(Place(4_900, 4_900), Place(5_100, 5_100)), "brick_wall", top_cm=300))
    game.act("Ann", "damage", damage=5)
    assert game.act("Ann", "treat", 5)


def test_on_a_ground_weapons_are_looked_for_from_afar() -> None:
    game = facing()
    assert game.act("Ann", "search", 5, target="Guard", from_afar=True)


def under_fire(*pieces: Piece, **exposed: Any) -> Game:
    """Ann suppresses, and Guard, who stands in the lane 5 m behind a wall, has come out under the fire."""
    game = facing(wall(10_500, 130), *pieces)
    game.act("Ann", "suppress", to=msgspec.to_builtins(AtPlace(FOE)))
    shows = msgspec.structs.replace(game.state("Guard"), exposed=2, exposed_to={sign_of("Ann"): 2, **exposed})
    game.scene = with_state(game.scene, "Guard", shows)
    return game


BEHIND_THE_WALL = msgspec.to_builtins(BySight(f"{PIECE}wall", "before", 100))


def test_who_took_cover_under_fire_shows_itself_no_more() -> None:
    game = under_fire()
    game.act("Guard", "take_cover", behind=BEHIND_THE_WALL)
    assert (game.one(Moved).exposing, game.state("Guard").exposed, game.state("Guard").exposed_to) == (True, 0, {})
    assert "GotBehind" in game.kinds()
    assert game.told(PUBLIC) == game.told(GM) == "Guard moves: slow, behind the wall.\nGuard is at K22 (50, 105.5)."
    assert "has not come out" in game.refused("Ann", "covering_shot", target="Guard")
    game.act("Guard", "attack", 2, target="Ann", mode="single")
    assert game.state("Guard").is_exposed_to("Ann")


def test_who_took_cover_from_one_shows_itself_to_another_still() -> None:
    game = under_fire(**{sign_of("Lurker"): 1})
    game.act("Guard", "take_cover", behind=BEHIND_THE_WALL)
    assert (game.state("Guard").exposed, game.state("Guard").exposed_to) == (1, {sign_of("Lurker"): 1})


def test_what_stops_nothing_is_no_cover_from_covering_shots() -> None:
    hedge = msgspec.structs.replace(wall(10_600, 60, "hedge"), name="hedge")
    game = facing(hedge)
    game.act("Ann", "suppress", to=msgspec.to_builtins(AtPlace(FOE)))
    game.act("Guard", "take_cover", behind=msgspec.to_builtins(BySight(f"{PIECE}hedge", "before", 100)))
    assert game.state("Guard").is_exposed_to("Ann")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"loaded": 0}, "is empty. Reload it"),
        ({"fault": "jam"}, "does not work: jam"),
        ({"fault": "squib"}, "A bullet is stuck in Example rifle. Clear it with /act action:clear."),
    ],
)
def test_nobody_watches_along_what_does_not_fire(changes: dict[str, Any], why: str) -> None:
    game = facing()
    game.scene = with_state(game.scene, "Ann", rearmed(game.state("Ann"), "Example rifle", **changes))
    assert why in game.refused("Ann", "watch", area=msgspec.to_builtins(AtPlace(FOE)))


@pytest.mark.parametrize("far", [False, True])
def test_where_a_watch_fails_who_knows_of_it_reads_so(far: bool) -> None:
    game = watching()
    changes = {"range_m": 20} if far else {"loaded": 0}
    game.scene = with_state(game.scene, "Ann", rearmed(game.state("Ann"), "Example rifle", **changes))
    game.act("Guard", "move", pace="fast", to=msgspec.to_builtins(AtPlace(Place(4_000, 11_000))))
    assert (game.one(WatchFailed).target, game.every(ShotFired), game.state("Ann").reacted) == ("Guard", [], False)
    assert "Guard moves where Ann watches, and is not shot at: the gun" in game.told(PUBLIC)
    game = facing()
    game.act("Ann", "wait")
    game.act("Guard", "watch", area=msgspec.to_builtins(AtPlace(Place(4_000, 5_000))))
    game.scene = with_state(game.scene, "Guard", rearmed(game.state("Guard"), "Example rifle", **changes))
    game.act("Lurker", "wait", 9, 4, 2)
    game.act("Ann", "move", pace="fast", to=msgspec.to_builtins(AtPlace(Place(4_000, 5_000))))
    assert ("watches" in game.told(PUBLIC), "where Guard watches" in game.told(GM)) == (False, True)
