"""On a ground nobody hits whom all of something is before, and whoever takes cover runs behind it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.events import AreaLaid, Audience, PieceSet, Placed
from bot.core.folding import evolve
from bot.core.ground.lost import is_lost
from bot.core.ground.outlines import Disc, Path
from bot.core.ground.pieces import PIECE, Area, Piece
from bot.core.ground.places import Place
from bot.core.ground.whereabouts import AtPlace, BySight
from bot.core.scene import with_state
from bot.core.views import PUBLIC
from bot.rulesets.nighttripper.close.events import ReachSet
from bot.rulesets.nighttripper.deeds.events import Moved
from bot.rulesets.nighttripper.fire.events import Attacked
from tests.rulesets.nighttripper.playing import NIGHT, PISTOL, Game

WALL = msgspec.to_builtins(BySight(f"{PIECE}wall", "before", 100))


def wall(north_cm: int, material: str = "brick_wall", top_cm: int = 250, **more: Any) -> Piece:
    """A wall across the way between Ann and Bob."""
    line = Path((Place(4_000, north_cm), Place(6_000, north_cm)))
    return Piece("wall", line, material, top_cm=top_cm, **more)


def facing(*pieces: Piece, step: str = "pistol", range_m: float = 30) -> Game:
    """Ann and Bob, so far to the north of her, in a step of the first round."""
    game = Game()
    game.join("Ann", weapons=PISTOL)
    game.do(orders.Enlist(name="Bob", owner=2, side="foes", sheet=game.sheet(weapons=PISTOL)))
    game.do(orders.StartFight(range_m=range_m))
    for piece in pieces:
        game.scene = evolve(NIGHT, game.scene, PieceSet(piece=piece))
    game.until(step)
    return game


def put(game: Game, actor: str, north_cm: int) -> None:
    game.scene = evolve(NIGHT, game.scene, Placed(actor=actor, place=Place(5_000, north_cm)))


def standing(game: Game, actor: str) -> Place:
    assert game.scene.ground is not None
    return game.scene.ground.places[actor]


@pytest.mark.parametrize("material", ["brick_wall", "brush", "smoke", "car"])
def test_nobody_hits_whom_all_of_something_is_before(material: str) -> None:
    game = facing()
    game.scene = evolve(NIGHT, game.scene, PieceSet(piece=wall(7_800, material)))
    assert "Bob is out of sight behind the wall. Go where it is to be seen" in game.refused(
        "Ann", "attack", target="Bob"
    )


def test_what_hides_most_is_named() -> None:
    sign = msgspec.structs.replace(wall(7_700, top_cm=320, bottom_cm=100), name="sign")
    game = facing()
    for piece in (wall(7_800), sign):
        game.scene = evolve(NIGHT, game.scene, PieceSet(piece=piece))
    assert "out of sight behind the wall" in game.refused("Ann", "attack", target="Bob")


@pytest.mark.parametrize(
    "piece",
    [
        wall(7_800, top_cm=100),
        wall(7_800, "glass", hides=False),
        wall(7_800, "mud", hides=False),
        wall(7_800, hidden=True),
        wall(7_800, opened=True),
    ],
)
def test_past_what_leaves_something_to_be_seen_it_is_a_shot_like_any_other(piece: Piece) -> None:
    game = facing(piece)
    game.attack("Ann", "Bob", 3, 3)
    assert game.one(Attacked).throw.total == 6


def test_what_can_be_seen_through_and_stops_a_shot_closes_too() -> None:
    game = facing()
    game.scene = evolve(NIGHT, game.scene, PieceSet(piece=wall(7_800, "metal", hides=False)))
    assert "behind the wall" in game.refused("Ann", "attack", target="Bob")


def test_smoke_that_lies_over_the_ground_stops_nothing() -> None:
    game = facing()
    smoke = Area("smoke", "any.smoke", Disc(Place(5_000, 6_500), 500), hides=True)
    game.scene = evolve(NIGHT, game.scene, AreaLaid(area=smoke))
    game.attack("Ann", "Bob", 3, 3)
    assert game.every(Attacked)


def test_whoever_lies_dead_is_behind_what_is_low() -> None:
    game = facing()
    dead = msgspec.structs.replace(game.state("Bob"), dead=True)
    game.scene = msgspec.structs.replace(with_state(game.scene, "Bob", dead), before={})
    game.scene = evolve(NIGHT, game.scene, PieceSet(piece=wall(7_950, top_cm=60)))
    assert "behind the wall" in game.refused("Ann", "attack", target="Bob")


def test_a_step_in_which_all_are_out_of_sight_is_passed_over() -> None:
    game = facing(wall(6_500), step="movement")
    game.go_on()
    game.go_on()
    assert game.step() == "talking"


@pytest.mark.parametrize("dead", [True, False])
def test_no_step_tells_that_somebody_out_of_sight_has_died(dead: bool) -> None:
    game = Game()
    game.join("Ann", weapons=PISTOL)
    for name in ("Foe", "Fallen"):
        game.do(orders.Enlist(name=name, owner=0, side="foes", sheet=game.sheet(weapons=PISTOL)))
    game.do(orders.StartFight(range_m=30))
    put_at(game, "Fallen", 5_100)
    game.do(orders.SetPiece(piece=wall(6_500)))
    game.act("Fallen", "correct", dead=True)
    assert is_lost(game.scene, "Foe")
    game.act("Foe", "correct", dead=dead)
    game.go_on()
    assert game.step() == "movement"


def test_who_takes_cover_runs_behind_what_is_near() -> None:
    game = facing(wall(5_500), step="movement")
    game.act("Ann", "take_cover", behind=WALL)
    assert (game.one(Moved).metres, standing(game, "Ann")) == (4.5, Place(5_000, 5_450))
    assert game.told(PUBLIC).startswith("Ann runs 4.5 m behind the wall.")


def test_what_is_too_far_is_run_to_first() -> None:
    game = facing(wall(6_500), step="movement")
    assert "It is 14.5 m to there. One can run 9 m" in game.refused("Ann", "take_cover", behind=WALL)
    near = facing(wall(5_500, hidden=True), step="movement")
    near.act("Ann", "take_cover", behind=WALL)
    assert "wall" not in near.told(PUBLIC)


def test_without_a_ground_there_is_nothing_to_run_behind() -> None:
    game = Game()
    game.join("Ann", weapons=PISTOL)
    game.start()
    game.until("movement")
    said = game.refused("Ann", "take_cover", behind=msgspec.to_builtins(AtPlace(Place(0, 0))))
    assert "Here distances are told" in said


def at_grips() -> Game:
    """Ann and Bob a metre apart, of whom Bob has got inside, in the step of movement."""
    game = facing(step="talking")
    put(game, "Bob", 5_100)
    game.act("Ann", "reach", target="Bob", position="disadvantaged")
    game.until("movement")
    return game


def spot(north_cm: int) -> dict[str, Any]:
    """A place to the north of Ann's, as an order has it."""
    return {"where": "at", "place": {"east_cm": 5_000, "north_cm": 5_000 + north_cm}}


def test_whoever_goes_out_of_reach_has_broken_off_whichever_way_it_went() -> None:
    game = at_grips()
    game.act("Ann", "move", to=spot(-90))
    assert len(game.scene.state.reaches) == 1
    game.act("Bob", "move", to=spot(800))
    assert (game.one(ReachSet).position, game.one(ReachSet).audience) == ("", Audience.ALL)
    assert not game.scene.state.reaches


def test_what_the_gm_said_of_two_who_are_apart_holds_until_they_have_met_and_parted() -> None:
    game = facing(step="talking", range_m=30)
    game.act("Ann", "reach", target="Bob", position="disadvantaged")
    game.until("movement")
    game.act("Ann", "move", to=spot(-500))
    game.act("Bob", "move", to=spot(2_900))
    assert len(game.scene.state.reaches) == 1


def put_at(game: Game, actor: str, north_cm: int) -> None:
    """Have the GM put somebody there."""
    game.do(orders.PutAt(actors=(actor,), where=AtPlace(Place(5_000, north_cm))))


def test_whoever_a_gm_puts_out_of_reach_has_broken_off() -> None:
    game = at_grips()
    put_at(game, "Bob", 5_150)
    game.join("Cyd", weapons=PISTOL)
    put_at(game, "Cyd", 9_000)
    assert len(game.scene.state.reaches) == 1
    put_at(game, "Bob", 6_000)
    assert not game.scene.state.reaches


def test_players_do_not_read_of_somebody_hidden_that_it_has_broken_off() -> None:
    game = facing(step="talking", range_m=1)
    game.do(orders.Enlist(name="Cyd", owner=0, side="foes", hidden=True, sheet=game.sheet(weapons=PISTOL)))
    put_at(game, "Cyd", 5_000)
    game.act("Ann", "reach", target="Cyd", position="disadvantaged")
    put_at(game, "Ann", 9_000)
    assert (game.one(ReachSet).audience, game.scene.state.reaches) == (Audience.GM, {})


def test_who_has_lost_both_legs_goes_behind_nothing() -> None:
    game = Game()
    game.join("Ann", weapons=PISTOL, condition={"lost": ["left leg", "right leg"]})
    game.do(orders.Enlist(name="Bob", owner=2, side="foes", sheet=game.sheet(weapons=PISTOL)))
    game.do(orders.StartFight(range_m=30))
    game.scene = evolve(NIGHT, game.scene, PieceSet(piece=wall(5_300)))
    game.until("movement")
    assert "Ann has lost both legs." in game.refused("Ann", "take_cover", behind=WALL)


def test_what_fits_the_moment_is_told_as_there_is_a_ground_or_none() -> None:
    game = facing(step="movement")
    assert "Now only: Wait to attack, Draw, Pass, Move, Take cover." in game.refused("Ann", "work")
    told = Game()
    told.join("Ann", weapons=PISTOL)
    told.join("Bob", weapons=PISTOL)
    told.start()
    told.until("movement")
    assert "Now only: Wait to attack, Draw, Pass, Move." in told.refused("Ann", "work")
