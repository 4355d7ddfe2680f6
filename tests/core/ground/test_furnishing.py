"""Things and marked areas come and go by a GM's word; what is hidden is told to GMs alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import AreaGone, AreaLaid, AreaMarked, Audience, Event, MarkEntered, PieceGone, PieceSet
from bot.core.folding import evolve
from bot.core.ground.finding import place_said
from bot.core.ground.furnishing import MOST_AREAS, MOST_PIECES
from bot.core.ground.laid import Ground
from bot.core.ground.moving import bound_for, went
from bot.core.ground.outlines import Box, Disc, Path
from bot.core.ground.pieces import MARKED, PIECE, Area, Piece
from bot.core.ground.places import Bearing, Place
from bot.core.ground.whereabouts import AtPlace, ByCompass, BySight, InTheMiddle, Straight, Where
from bot.core.views import PUBLIC, view
from tests.core.brawl import ANN, TOY, Yard, recruit, told
from tests.rulesets.game import play_on

TRUCK = Piece("truck", Box(Place(0, 0), Place(600, 200)), "truck")
MUD = Area("mud", MARKED, Disc(Place(5_000, 6_000), 300))


def yard() -> Yard:
    """A fight on a ground of Ann and a thug, 60 m north of her."""
    made = Yard()
    for name, owner in (("Ann", ANN), ("Thug", 0)):
        made.do(recruit(name, owner))
    made.roll(orders.StartFight(range_m=60))
    return made


def with_event(made: Yard, event: Event) -> None:
    made.scene = evolve(TOY, made.scene, event)


def pieces(made: Yard) -> dict[str, Piece]:
    assert made.scene.ground is not None
    return made.scene.ground.pieces


def test_a_thing_is_put_there_changed_and_taken_away() -> None:
    made, door = yard(), Piece("door", Path((Place(0, 0), Place(100, 0))), "door")
    opened = Piece("door", door.outline, "door", opened=True)
    assert made.do(orders.SetPiece(piece=door)) == (PieceSet(piece=door),)
    assert made.do(orders.SetPiece(piece=opened)) == (PieceSet(piece=opened, is_new=False),)
    assert made.do(orders.SetPiece(piece=door)) == (PieceSet(piece=door, is_new=False, shut=True),)
    with pytest.raises(RuleViolation, match="so already"):
        made.do(orders.SetPiece(piece=door))
    assert made.do(orders.TakePiece(name="door")) == (PieceGone(name="door"),)
    assert pieces(made) == {}
    with pytest.raises(RuleViolation, match="no door"):
        made.do(orders.TakePiece(name="door"))


def test_players_see_a_thing_go_that_is_hidden_and_come_when_it_is_shown() -> None:
    made = yard()
    hidden = Piece("truck", TRUCK.outline, "truck", hidden=True)
    made.do(orders.SetPiece(piece=TRUCK))
    assert made.do(orders.SetPiece(piece=hidden)) == (
        PieceGone(name="truck"),
        PieceSet(piece=hidden, is_new=False, audience=Audience.GM),
    )
    seen = view(made.scene, PUBLIC, TOY).ground
    assert seen is not None
    assert seen.pieces == {}
    assert pieces(made) == {"truck": hidden}
    assert made.do(orders.SetPiece(piece=TRUCK)) == (PieceSet(piece=TRUCK),)
    made.do(orders.SetPiece(piece=hidden))
    assert made.do(orders.TakePiece(name="truck")) == (PieceGone(name="truck", audience=Audience.GM),)


def test_an_area_is_marked_and_told_of_when_somebody_comes_into_it() -> None:
    made, place = yard(), Place(5_000, 6_000)
    assert made.do(orders.MarkArea(area=MUD)) == (AreaLaid(area=MUD), AreaMarked(name="mud", place=place))
    play = play_on(TOY, made.scene)
    went(play, bound_for(play, "Ann", "Thug"), 20)
    assert [event.name for event in play.events if isinstance(event, MarkEntered)] == ["mud"]
    assert made.do(orders.LiftMark(name="mud")) == (
        AreaGone(key="mud"),
        AreaMarked(name="mud", place=place, lifted=True),
    )
    with pytest.raises(RuleViolation, match="No area here was marked as mud"):
        made.do(orders.LiftMark(name="mud"))


def test_of_a_hidden_mark_only_gms_learn() -> None:
    made = yard()
    hidden = Area("mud", MARKED, MUD.outline, hidden=True)
    made.do(orders.MarkArea(area=MUD))
    lifted, laid, marked = made.do(orders.MarkArea(area=hidden))
    assert (lifted.audience, laid.audience, marked.audience) == (Audience.ALL, Audience.GM, Audience.GM)
    assert isinstance(lifted, AreaMarked)
    assert lifted.lifted
    assert all(event.audience is Audience.GM for event in made.do(orders.LiftMark(name="mud")))


def test_what_cannot_be_is_refused() -> None:
    made = Yard()
    made.do(recruit("Ann", ANN))
    for order in (
        orders.SetPiece(piece=TRUCK),
        orders.TakePiece(name="truck"),
        orders.MarkArea(area=MUD),
        orders.LiftMark(name="mud"),
    ):
        with pytest.raises(RuleViolation, match="distances are told"):
            made.do(order)
    made = yard()
    of_rules = Area("gas", "toy.gas", MUD.outline)
    with_event(made, AreaLaid(area=of_rules))
    with pytest.raises(RuleViolation, match="an area of the rules"):
        made.do(orders.MarkArea(area=Area("gas", MARKED, MUD.outline)))
    with pytest.raises(RuleViolation, match="No area here"):
        made.do(orders.LiftMark(name="gas"))


def test_a_ground_is_full_some_time() -> None:
    made = yard()
    crates = [Piece(f"crate {number}", TRUCK.outline, "crate") for number in range(MOST_PIECES)]
    areas = [Area(f"mud {number}", MARKED, MUD.outline) for number in range(MOST_AREAS)]
    assert made.scene.ground is not None
    full = {"pieces": {each.name: each for each in crates}, "areas": {each.key: each for each in areas}}
    made.scene = replace(made.scene, ground=replace(made.scene.ground, **full))
    for order in (orders.SetPiece(piece=TRUCK), orders.MarkArea(area=MUD)):
        with pytest.raises(RuleViolation, match="This ground is full"):
            made.do(order)
    made.do(orders.SetPiece(piece=Piece("crate 1", TRUCK.outline, "truck")))


@pytest.mark.parametrize(
    ("where", "place"),
    [
        (BySight(PIECE + "truck", "behind", 100), Place(300, 300)),
        (BySight(PIECE + "truck", "before", 100), Place(300, -100)),
        (BySight(PIECE + "truck", "left", 1_000), Place(-1_000, 100)),
        (ByCompass(PIECE + "truck", Bearing.EAST, 100), Place(700, 100)),
        (Straight(PIECE + "truck"), Place(300, -100)),
        (Straight(PIECE + "truck", far_cm=200), Place(300, -700)),
        (Straight(PIECE + "truck", away=True, far_cm=200), Place(300, -1_100)),
        (InTheMiddle(PIECE + "truck", "Ann"), Place(300, -400)),
        (BySight("Ann", "behind", 100), Place(300, -800)),
        (AtPlace(Place(7, 8)), Place(7, 8)),
    ],
)
def test_a_place_said_by_a_thing_is_clear_of_it(where: Where, place: Place) -> None:
    ground = Ground(0, {"Ann": Place(300, -900)}, pieces={"truck": TRUCK})
    assert place_said(ground, where, Place(300, -900)) == place


def test_words_tell_what_a_gm_did_to_the_ground() -> None:
    opened = Piece("door", TRUCK.outline, "door", opened=True)
    shut = Piece("door", TRUCK.outline, "door")
    for event, said in (
        (PieceSet(piece=opened), "Door stands open at A1"),
        (PieceSet(piece=shut), "Door stands at A1"),
        (PieceSet(piece=opened, is_new=False), "Door is open at A1"),
        (PieceSet(piece=shut, is_new=False, shut=True), "Door is shut at A1"),
        (PieceSet(piece=shut, is_new=False), "Door is changed at A1"),
        (AreaMarked(name="mud", place=Place(0, 0)), "Mud is marked around A1"),
        (AreaMarked(name="mud", place=Place(0, 0), lifted=True), "Mud is no longer marked"),
        (MarkEntered(actor="Ann", name="mud"), "Ann comes into mud."),
    ):
        assert said in told(event)
