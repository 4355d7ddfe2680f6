from __future__ import annotations

import msgspec
import pytest

from bot.core import orders
from bot.core.events import AreaLaid, FellShort, PieceGone, PieceSet
from bot.core.ground.outlines import Disc, Path, Spot
from bot.core.ground.pieces import Area, Piece
from bot.core.ground.sight import Figure
from bot.core.views import GM, PUBLIC
from bot.rulesets.graydawn.cover.between import protection
from bot.rulesets.graydawn.cover.events import CoverSet
from bot.rulesets.graydawn.cover.things import cover_of, is_beside
from bot.rulesets.graydawn.deeds.events import CoverTaken, Moved
from bot.rulesets.graydawn.fire.events import Aimed, AimLost, Attacked
from bot.rulesets.graydawn.state import Shelter, Stance
from bot.rulesets.graydawn.time.events import Declared
from bot.rulesets.graydawn.wounds.events import Protected
from tests.rulesets.graydawn.playing import (
    DAWN,
    PLAIN,
    RIFLE,
    TABLES,
    Game,
    happen,
    on_ground,
    piece,
    place,
    put,
    stand,
    value_of,
)

BAGS = piece("sandbags", "sandbags", 48, 59, 52, 59.5, 1.0)
WALL = piece("wall", "brick_wall", 48, 59, 52, 59.5, 2.5)
CAR = piece("car", "car", 48, 57.5, 52, 59.5, 1.5)
LEG, ARM, TORSO, HEAD = 8, 5, 3, 1


def behind(game: Game, shooter: str = "Ann", target: str = "Bob") -> tuple[str, int, bool]:
    """The kind and the level of what a target is behind, and whether wholly."""
    found = protection(DAWN.reading(game.scene), shooter, target)
    return (found.shelter.kind, found.shelter.level, found.hidden) if found.shelter else ("", 0, found.hidden)


@pytest.mark.parametrize(
    ("thing", "stance", "found"),
    [
        (BAGS, Stance.OPEN, ("small", 8, False)),
        (BAGS, Stance.ACTIVE, ("wall", 8, False)),
        (BAGS, Stance.BRACED, ("wall", 8, False)),
        (BAGS, Stance.MOVING, ("", 0, False)),
        (BAGS, Stance.FULL, ("fortified", 8, True)),
        (CAR, Stance.ACTIVE, ("wall", 3, False)),
        (WALL, Stance.OPEN, ("wall", 6, True)),
        (WALL, Stance.MOVING, ("wall", 6, True)),
        (WALL, Stance.ACTIVE, ("wall", 6, True)),
        (piece("rock", "rock", 48, 59, 52, 59.5, 1.2), Stance.ACTIVE, ("fortified", 9, False)),
        (msgspec.structs.replace(WALL, material="glass", hides=False), Stance.OPEN, ("", 0, False)),
        (msgspec.structs.replace(WALL, material="glass", hides=False, stops=2), Stance.OPEN, ("wall", 2, False)),
        (msgspec.structs.replace(BAGS, stops=10), Stance.OPEN, ("small", 10, False)),
        (msgspec.structs.replace(BAGS, stops=0), Stance.OPEN, ("", 0, False)),
    ],
)
def test_what_lies_close_before_somebody_is_cover_by_stance_and_height(
    thing: Piece, stance: Stance, found: tuple[str, int, bool]
) -> None:
    game = on_ground(thing)
    stand(game, "Bob", stance)
    assert behind(game) == found


def test_a_flank_is_open_and_so_is_what_lies_more_than_a_metre_before_somebody() -> None:
    game = on_ground(BAGS)
    put(game, "Ann", 40, 60)
    assert behind(game) == ("", 0, False)
    game = on_ground(BAGS)
    put(game, "Bob", 50, 60.6)
    assert behind(game) == ("", 0, False)
    put(game, "Bob", 50, 60.5)
    assert behind(game)[1] == 8


def test_who_fights_from_cover_shows_round_its_end_and_who_cannot_does_not() -> None:
    game = on_ground(WALL)
    put(game, "Bob", 51.5, 60)
    stand(game, "Bob", Stance.ACTIVE)
    assert behind(game) == ("wall", 6, False)
    stand(game, "Bob", Stance.OPEN)
    assert behind(game) == ("wall", 6, True)


def test_whoever_is_wholly_out_of_sight_cannot_be_shot_at_and_the_words_name_what_hides() -> None:
    game = on_ground(BAGS, WALL)
    refused = game.refused("Ann", "attack", target="Bob")
    assert "Of Bob nothing shows behind the wall." in refused
    assert "Lay covering fire, or go to where Bob shows." in refused
    game.act("Ann", "attack", 2, 9, target="Bob", cover="none")
    assert game.one(Attacked).target == "Bob"


def test_nobody_aims_at_whom_a_mate_alone_sees() -> None:
    game = on_ground(BAGS, WALL)
    game.join("Cid", 5, owner=3, **PLAIN)
    put(game, "Cid", 60, 60)
    assert "Of Bob nothing shows behind the wall." in game.refused("Ann", "aim", target="Bob")
    put(game, "Ann", 58, 60)
    game.act("Ann", "aim", target="Bob")
    assert game.one(Aimed).target == "Bob"


def aiming() -> Game:
    """Ann, who has aimed at Bob for a round; whose turn it is now."""
    game = on_ground(owner=0)
    game.act("Ann", "aim", target="Bob")
    return game


def test_an_aim_is_lost_once_something_hides_its_target_or_the_gm_does() -> None:
    walled = aiming()
    walled.do(orders.SetPiece(piece=WALL))
    hidden = aiming()
    hidden.do(orders.Show(actor="Bob", hidden=True))
    gone = aiming()
    gone.do(orders.Release(actor="Bob"), 9)
    for game in (walled, hidden, gone):
        assert (game.state("Ann").aim, len(game.every(AimLost))) == (None, 1)
        assert "Ann has lost from sight whom it aimed at." in game.told(PUBLIC)
    hidden.do(orders.Show(actor="Bob", hidden=False))
    assert hidden.state("Ann").aim is None


def test_the_gms_people_aim_on_at_whom_the_gm_hides_and_of_their_aims_the_gm_alone_learns() -> None:
    game = on_ground(owner=0)
    game.join("Cid", 5, owner=0, **PLAIN)
    put(game, "Cid", 50, 80)
    game.act("Ann", "pass")
    game.act("Bob", "aim", target="Ann")
    game.do(orders.Show(actor="Cid", hidden=True))
    assert game.state("Bob").aim
    game.do(orders.SetPiece(piece=WALL))
    assert (game.state("Bob").aim, "lost from sight" in game.told(PUBLIC)) == (None, False)
    assert "Bob has lost from sight whom it aimed at." in game.told(GM)


def test_who_is_out_of_it_is_not_said_to_lose_an_aim() -> None:
    game = aiming()
    game.act("Ann", "correct", stunned=True)
    game.do(orders.Show(actor="Bob", hidden=True))
    assert not game.every(AimLost)


def test_a_shot_at_a_place_behind_cover_is_stopped_and_one_at_what_shows_is_not() -> None:
    for face, stopped in ((TORSO, 32), (LEG, 32), (ARM, 0), (HEAD, 0)):
        game = on_ground(BAGS)
        stand(game, "Bob", Stance.ACTIVE)
        game.do_at_least(orders.Act(actor="Ann", action="attack", inputs={"target": "Bob"}), 9, 2, face, 3, 3)
        assert game.one(Protected).cover == stopped


def test_the_word_of_a_gm_counts_before_the_ground() -> None:
    game = on_ground(BAGS)
    stand(game, "Bob", Stance.ACTIVE)
    game.do_at_least(orders.Act(actor="Ann", action="attack", inputs={"target": "Bob", "cover": "none"}), 9, 2, LEG)
    assert game.one(Protected).cover == 0
    game = on_ground(BAGS)
    game.act("Ann", "cover", target="Bob", cover="fortified", level=3)
    assert behind(game) == ("fortified", 3, False)
    put(game, "Ann", 40, 60)
    assert behind(game) == ("fortified", 3, False)
    happen(game, PieceSet(piece=msgspec.structs.replace(WALL, name="house")))
    put(game, "Ann", 50, 50)
    assert behind(game) == ("wall", 6, True)


def test_what_is_known_of_cover_is_what_the_ground_shows() -> None:
    game, shot = on_ground(BAGS), orders.Act(actor="Ann", action="attack", inputs={"target": "Bob"})
    assert DAWN.facts(game.scene, shot) == {"cover": "small", "level": 8}
    put(game, "Ann", 40, 60)
    assert DAWN.facts(game.scene, shot) == {"cover": "none"}
    assert DAWN.facts(on_ground().scene, shot) == {}
    assert DAWN.facts(game.scene, msgspec.structs.replace(shot, inputs={})) == {}


def test_a_blow_does_not_go_through_a_wall() -> None:
    game = on_ground(WALL)
    for name, north in (("Ann", 58.5), ("Bob", 60.0)):
        put(game, name, 50, north)
    assert "nothing shows behind the wall" in game.refused("Ann", "attack", target="Bob", weapon="fists")
    game = on_ground(BAGS)
    for name, north in (("Ann", 58.5), ("Bob", 60.0)):
        put(game, name, 50, north)
    game.act("Ann", "attack", 2, 9, target="Bob", weapon="fists")
    assert game.one(Attacked).melee


def test_smoke_on_the_line_of_fire_blinds() -> None:
    game = on_ground()
    happen(game, AreaLaid(area=Area("cloud", "smoke", Disc(place(50, 55), 200), hides=True)))
    game.act("Ann", "attack", 2, 9, target="Bob")
    assert value_of(game.one(Attacked).attack.terms, "situation") == -3


def test_who_lies_or_keeps_flat_is_low() -> None:
    game, here = on_ground(), place(50, 60)
    state = game.state("Bob")
    heights = {
        stance: DAWN.figure(msgspec.structs.replace(state, stance=stance), here) for stance in (Stance.OPEN, *Stance)
    }
    assert heights[Stance.OPEN] == heights[Stance.MOVING] == Figure(here)
    assert heights[Stance.ACTIVE] == heights[Stance.BRACED] == Figure(here, 115, 130)
    assert heights[Stance.FULL] == Figure(here, 30, 40)
    assert DAWN.figure(msgspec.structs.replace(state, stunned=True), here) == Figure(here, 30, 40)


@pytest.mark.parametrize("stance", [Stance.ACTIVE, Stance.FULL, Stance.BRACED])
def test_a_stance_beside_a_thing_takes_cover_behind_it(stance: Stance) -> None:
    game = on_ground(piece("sandbags", "sandbags", 48, 50.5, 52, 51, 1.0))
    game.act("Ann", "declare", stance=stance.value)
    assert game.state("Ann").shelter == Shelter("fortified", 8, "sandbags")
    assert "behind the sandbags" in game.told()


def test_in_the_open_there_is_no_cover_and_none_can_be_named_where_things_stand() -> None:
    game = on_ground(BAGS)
    assert "There is no cover" in game.refused("Ann", "declare", stance="active_cover")
    for action, inputs in (("declare", {"stance": "active_cover"}), ("move", {"target": "Bob"})):
        refused = game.refused("Ann", action, cover="wall", **inputs)
        assert "What one is behind shows on the ground" in refused
    game = on_ground(msgspec.structs.replace(BAGS, hidden=True))
    game.act("Ann", "declare", stance="active_cover", cover="wall")
    assert game.one(Declared).cover == "wall"
    game = on_ground(BAGS, owner=0)
    game.act("Ann", "pass")
    game.act("Bob", "declare", stance="active_cover", cover="wall", level=4)
    assert game.state("Bob").shelter == Shelter("wall", 4)


def test_taking_cover_goes_to_the_far_side_of_a_thing_and_is_movement() -> None:
    game = on_ground(piece("sandbags", "sandbags", 48, 52, 52, 53, 1.0))
    game.act("Ann", "take_cover", behind={"where": "sight", "of": "piece:sandbags", "side": "before", "far_cm": 100})
    assert game.scene.ground is not None
    assert game.scene.ground.places["Ann"] == place(50, 51.5)
    assert game.state("Ann").shelter == Shelter("fortified", 8, "sandbags")
    assert (game.one(Moved).metres, game.state("Ann").stance) == (1.5, Stance.ACTIVE)
    assert "Ann takes cover behind the sandbags, level 8." in game.told()
    assert behind(game, "Bob", "Ann") == ("wall", 8, False)
    assert game.numbers("Ann") == [13]


def test_cover_is_taken_wholly_past_somebody_and_where_one_stands_beside_it() -> None:
    game = on_ground(piece("sandbags", "sandbags", 48, 52, 52, 53, 1.0))
    behind_bags = {"where": "at", "place": {"east_cm": 5000, "north_cm": 5150}}
    game.act("Ann", "take_cover", 9, 2, behind=behind_bags, full=True, unseen_by="Bob")
    assert (game.one(CoverTaken).full, game.state("Ann").stance) == (True, Stance.FULL)
    assert "wholly behind the sandbags" in game.told()
    assert behind(game, "Bob", "Ann")[2]


def test_cover_that_is_too_far_is_only_come_nearer_to_and_none_is_refused() -> None:
    game = on_ground(piece("far", "sandbags", 48, 57, 52, 58, 1.0), piece("pond", "water", 49, 50.5, 51, 51, 0.0))
    nothing = {"where": "at", "place": {"east_cm": 5000, "north_cm": 5000}}
    assert "nothing to be behind" in game.refused("Ann", "take_cover", behind=nothing)
    with_told = Game()
    with_told.join("Ann", weapons=[])
    with_told.start(9)
    assert "nobody has a place" in with_told.refused("Ann", "take_cover", behind=nothing)
    wanted = {"where": "sight", "of": "piece:far", "side": "before", "far_cm": 100}
    game.act("Ann", "take_cover", behind=wanted)
    assert (game.one(Moved).metres, game.one(FellShort).short_cm, game.every(CoverTaken)) == (6.0, 50, [])
    assert game.state("Ann").stance is Stance.MOVING


def test_the_way_to_cover_may_lead_round_a_thing() -> None:
    fence = piece("fence", "fence", 49, 51, 51, 51.2, 1.5)
    game = on_ground(piece("sandbags", "sandbags", 48, 53, 52, 54, 1.0), fence)
    behind_bags = {"where": "at", "place": {"east_cm": 5000, "north_cm": 5250}}
    assert "fence is in the way" in game.refused("Ann", "take_cover", behind=behind_bags)
    round_it = [{"where": "at", "place": {"east_cm": 5200, "north_cm": 5110}}]
    game.act("Ann", "take_cover", behind=behind_bags, via=round_it)
    assert game.one(CoverTaken).thing == "sandbags"
    assert 4.7 < game.one(Moved).metres < 4.8


def test_who_runs_into_something_hidden_takes_no_cover() -> None:
    hidden = msgspec.structs.replace(piece("pit", "earth", 48, 50.8, 52, 51, 1.0), hidden=True)
    game = on_ground(piece("sandbags", "sandbags", 48, 53, 52, 54, 1.0), hidden)
    game.act("Ann", "take_cover", behind={"where": "at", "place": {"east_cm": 5000, "north_cm": 5250}})
    assert (game.every(CoverTaken), len(game.every(FellShort))) == ([], 1)
    assert (game.state("Ann").shelter, game.state("Ann").stance) == (None, Stance.MOVING)


def test_whoever_is_put_elsewhere_or_loses_the_thing_has_no_cover() -> None:
    bags = piece("sandbags", "sandbags", 48, 50.5, 52, 51, 1.0)
    game = on_ground(bags)
    game.act("Ann", "declare", stance="full_cover")
    put(game, "Ann", 50, 49.6)
    assert game.every(CoverSet) == []
    put(game, "Ann", 50, 45)
    assert [event.actor for event in game.every(CoverSet)] == ["Ann"]
    assert (game.state("Ann").shelter, game.state("Ann").stance) == (None, Stance.OPEN)
    game = on_ground(bags)
    game.act("Ann", "declare", stance="full_cover")
    happen(game, PieceGone(name="sandbags", destroyed=True))
    game.act("Ann", "pass")
    assert game.state("Ann").shelter is None


def test_beside_a_thing_is_within_a_metre_of_it_at_its_height() -> None:
    tables = DAWN.tables
    tree = Piece("tree", Spot(place(50, 50)), "tree", top_cm=800)
    assert is_beside(tables, tree, place(50, 51.3))
    assert not is_beside(tables, tree, place(50, 51.31))
    tower = Piece("tower", Disc(place(50, 50), 400), "brick_wall")
    assert is_beside(tables, tower, place(50, 55))
    assert not is_beside(tables, tower, place(50, 55.01))
    fence = Piece("fence", Path((place(40, 50), place(60, 50))), "fence", top_cm=100)
    assert is_beside(tables, fence, place(50, 49))
    assert not is_beside(tables, fence, msgspec.structs.replace(place(50, 49), height_cm=100))
    assert not is_beside(tables, msgspec.structs.replace(fence, opened=True), place(50, 49))


AS_COVER = {
    "brick_wall": ("wall", 6),
    "concrete_wall": ("wall", 9),
    "wood_wall": ("wall", 4),
    "door": ("wall", 1),
    "metal": ("wall", 5),
    "car": ("wall", 3),
    "truck": ("wall", 3),
    "sandbags": ("fortified", 8),
    "earth": ("fortified", 8),
    "rock": ("fortified", 9),
    "tree": ("small", 7),
    "brush": ("wall", 1),
    "hedge": ("wall", 1),
    "furniture": ("small", 1),
    "crate": ("wall", 3),
    "barrel": ("wall", 3),
}


@pytest.mark.parametrize("material", TABLES["pieces"])
def test_each_material_is_the_cover_that_it_is_meant_to_be(material: str) -> None:
    thing = Piece("it", Spot(place(0, 0)), material)
    expected = Shelter(*AS_COVER[material], "it") if material in AS_COVER else None
    assert cover_of(DAWN.tables, thing) == expected


def test_how_much_a_thing_hides_says_what_it_covers() -> None:
    bags = Piece("it", Spot(place(0, 0)), "sandbags")
    kinds = {pct: cover.kind if (cover := cover_of(DAWN.tables, bags, pct)) else "" for pct in (34, 35, 64, 65, 84, 85)}
    assert kinds == {34: "", 35: "small", 64: "small", 65: "wall", 84: "wall", 85: "fortified"}


def test_whose_nerve_has_failed_in_the_open_runs_for_cover_and_keeps_down_there() -> None:
    game = on_ground(piece("sandbags", "sandbags", 48, 52, 52, 53, 1.0))
    game.act("Ann", "morale_threat", target="Ann", amount=20)
    game.act("Ann", "nerve", 9)
    assert "first comes a run for cover" in game.refused("Ann", "attack", target="Bob")
    game.act("Ann", "take_cover", behind={"where": "at", "place": {"east_cm": 5000, "north_cm": 5150}})
    assert (game.one(CoverTaken).full, game.state("Ann").stance) == (True, Stance.FULL)


def test_the_status_names_the_thing_that_somebody_is_behind() -> None:
    game = on_ground(piece("sandbags", "sandbags", 48, 50.5, 52, 51, 1.0))
    game.act("Ann", "declare", stance="full_cover")
    assert "sandbags of level 8" in DAWN.status(game.scene, "Ann", GM).text


def test_whom_one_puts_down_behind_a_wall_another_hits_in_the_same_moment() -> None:
    game = Game()
    low = {**PLAIN, "stats": {**PLAIN["stats"], "ref": 2}}
    game.join("Bob", **low)
    for name in ("Guard", "Mate"):
        game.join(name, owner=0, **{**PLAIN, "weapons": RIFLE})
    game.do(orders.StartFight(range_m=10.0), 2, 5, 5)
    happen(game, PieceSet(piece=piece("low wall", "brick_wall", 48, 50.3, 53, 50.6, 0.8)))
    game.act("Guard", "attack", 9, 1, TORSO, 6, 6, 6, 6, 6, 10, target="Bob")
    assert (game.state("Bob").stunned, behind(game, "Mate")) == (True, ("wall", 6, True))
    game.act("Mate", "attack", 9, 1, TORSO, 6, 6, 6, 6, 6, 5, 5, target="Bob")
    assert game.state("Bob").boxes > 40
