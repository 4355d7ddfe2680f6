"""Nobody learns where somebody is whom none of theirs sees: whoever goes out of sight stays where it was seen last."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import engine, orders
from bot.core.errors import RuleViolation
from bot.core.events import (
    AreaLaid,
    Audience,
    Entered,
    Event,
    LostSight,
    PieceGone,
    PieceSet,
    Placed,
    Released,
    Revealed,
    Sighted,
    Stood,
)
from bot.core.folding import evolve
from bot.core.ground.laid import ALL_CAMPS
from bot.core.ground.lost import AGAINST, check_in_sight, is_lost, known_to, knows_of, with_moves_veiled
from bot.core.ground.moving import bound_for, went
from bot.core.ground.outlines import Disc, Path
from bot.core.ground.pieces import Area, Piece
from bot.core.ground.places import Bearing, Place, distance_cm
from bot.core.ground.whereabouts import AtPlace, ByCompass, Where
from bot.core.play import Play
from bot.core.scene import Scene
from bot.core.views import GM, PUBLIC, Viewer, view
from tests.core.brawl import ANN, BOB, TOY, Yard, act, recruit, seeded, told
from tests.rulesets.game import play_on

WALL = Piece("wall", Path((Place(-1_000, 2_000), Place(1_000, 2_000))), "brick_wall")
SOUTH, NORTH, BESIDE = Place(0, 0), Place(0, 4_000), Place(5_000, 4_000)
ToyPlaying = Play[Any, Any, Any]


def yard(*names: str, options: dict[str, Any] | None = None, pieces: tuple[Piece, ...] = (WALL,)) -> ToyPlaying:
    """A fight on a ground with a wall: Ann south of it, all others in the open, in her sight."""
    there = Yard(options)
    for name in ("Ann", *(names or ("Thug",))):
        there.do(recruit(name, {"Ann": ANN, "Bob": BOB}.get(name, 0), hidden=name == "Spy"))
    there.roll(orders.StartFight(range_m=60))
    play = play_on(TOY, there.scene)
    for piece in pieces:
        play.tell(PieceSet(piece=piece))
    play.tell(Placed(actor="Ann", place=SOUTH))
    for number, name in enumerate(names or ("Thug",)):
        play.tell(Placed(actor=name, place=Place(5_000, 4_000 + 300 * number)))
    play.events.clear()
    return play


def stood(play: ToyPlaying, actor: str, place: Place = NORTH) -> list[Event]:
    """What comes of a move."""
    before = len(play.events)
    play.tell(Stood(actor=actor, place=place))
    return play.events[before:]


def test_a_hull_of_whoever_is_out_of_sight_shows_to_the_gm_alone() -> None:
    hull = Piece("Thug", Disc(NORTH, 100), "car", top_cm=150, hides=False, blocks=False)
    play = yard(pieces=(WALL, hull))
    assert known_to(play.scene, play.scene.ground, "Ann").pieces.keys() == {"wall", "Thug"}  # type: ignore[arg-type]
    stood(play, "Thug")
    for viewer, found in ((PUBLIC, {"wall"}), (Viewer(ANN), {"wall"}), (GM, {"wall", "Thug"})):
        seen = view(play.scene, viewer, TOY).ground
        assert seen is not None
        assert seen.pieces.keys() == found


def seen_at(scene: Scene[Any, Any], actor: str, viewer: Viewer = PUBLIC) -> Place | None:
    seen = view(scene, viewer, TOY)
    assert seen.ground is not None
    return seen.ground.places.get(actor)


def test_whoever_goes_behind_a_wall_stays_where_it_was_seen_last() -> None:
    play = yard()
    moved, lost = stood(play, "Thug")
    assert (moved.audience, moved.unseen) == (Audience.GM, ("Thug",))
    assert isinstance(lost, LostSight)
    assert lost.audience is Audience.ALL
    assert told(lost) == "Thug is out of sight, last seen at E9 (21, 40)."
    assert seen_at(play.scene, "Thug") == lost.place
    assert lost.place.north_cm == 4_000
    assert seen_at(play.scene, "Thug", GM) == NORTH


def test_nothing_shows_how_far_it_went_there() -> None:
    near, far = yard(), yard()
    stood(near, "Thug", Place(500, 4_000))
    stood(far, "Thug", Place(-500, 4_000))
    assert view(near.scene, PUBLIC, TOY) == view(far.scene, PUBLIC, TOY)
    assert [each for each in near.events if each.audience is Audience.ALL] == [
        each for each in far.events if each.audience is Audience.ALL
    ]


FAR = Place(-5_000, 4_050)  # not due west, so that a way is rounded where it pauses
IN_SIGHT, BEHIND = Place(3_333, 4_000), Place(300, 4_000)


@pytest.mark.parametrize("goal", [NORTH, FAR, Place(-500, 4_111)])
@pytest.mark.parametrize("hidden_at", [IN_SIGHT, BEHIND])
def test_nor_whether_anything_hidden_lay_on_the_way(goal: Place, hidden_at: Place) -> None:
    plain, mined = yard(), yard()
    mined.tell(AreaLaid(area=Area("mine", "toy.mine", Disc(hidden_at, 133), hidden=True), audience=Audience.GM))
    mined.events.clear()
    for play in (plain, mined):
        went(play, bound_for(play, "Thug", to=AtPlace(goal)), 200)
    assert any(isinstance(each, Entered) for each in mined.events)
    assert [each for each in plain.events if each.audience is Audience.ALL] == [
        msgspec.structs.replace(each, since=None) if isinstance(each, Stood) else each
        for each in mined.events
        if each.audience is Audience.ALL
    ]
    assert view(plain.scene, PUBLIC, TOY) == view(mined.scene, PUBLIC, TOY)


def test_what_was_stored_before_anybody_passed_folds_as_it_did() -> None:
    scene = yard().scene
    for place in (BEHIND, BESIDE, NORTH):
        scene = evolve(TOY, scene, Stood(actor="Thug", place=place, audience=Audience.GM))
        assert is_lost(scene, "Thug") == (place != BESIDE)


def test_what_it_does_and_how_it_looks_there_nobody_knows() -> None:
    play = yard()
    stood(play, "Thug")
    before = view(play.scene, PUBLIC, TOY)
    told_before = len(play.events)
    TOY.decide(play, act("Thug", "hurt", points=3))
    stood(play, "Thug", Place(100, 5_000))
    assert {each.audience for each in play.events[told_before:]} == {Audience.GM}
    assert view(play.scene, PUBLIC, TOY) == before
    assert view(play.scene, GM, TOY) is play.scene


def test_whoever_comes_back_into_sight_is_seen_as_it_is() -> None:
    play = yard()
    stood(play, "Thug")
    TOY.decide(play, act("Thug", "hurt", points=3))
    moved, sighted = stood(play, "Thug", BESIDE)
    assert (moved.audience, moved.unseen) == (Audience.ALL, ())
    assert isinstance(sighted, Sighted)
    assert told(sighted).startswith("Thug is in sight at ")
    assert seen_at(play.scene, "Thug") == BESIDE
    assert play.scene.last_seen == {}
    assert play.scene.ground is not None
    assert play.scene.ground.lost == {}


def test_where_somebody_comes_from_who_was_out_of_sight_only_the_gm_is_told() -> None:
    play = yard()
    out, back = (
        Stood(actor="Thug", place=NORTH, came_from=SOUTH),
        Stood(actor="Thug", place=Place(5_000, 4_000), came_from=NORTH),
    )
    for each in (out, back):
        play.tell(each)
    kept = [each for each in play.events if isinstance(each, Stood)]
    assert [(each.audience, each.came_from) for each in kept] == [(Audience.GM, SOUTH), (Audience.ALL, None)]


def test_whoever_looks_elsewhere_loses_sight_and_a_wall_that_falls_gives_it_back() -> None:
    play = yard()
    (_, lost) = stood(play, "Ann", Place(-5_000, 0))
    assert isinstance(lost, LostSight)
    assert lost.place == BESIDE
    play.tell(PieceGone(name="wall"))
    assert isinstance(play.events[-1], Sighted)


def test_a_word_of_the_gm_leaves_no_trace_of_the_way() -> None:
    play = yard()
    play.tell(Placed(actor="Thug", place=NORTH))
    assert play.events[-2].audience is Audience.GM
    assert seen_at(play.scene, "Thug") == BESIDE


def test_whoever_was_never_seen_has_no_place() -> None:
    play = yard("Thug", "Spy")
    play.tell(Placed(actor="Spy", place=NORTH))
    assert not is_lost(play.scene, "Spy")
    play.tell(Revealed(actor="Spy"))
    assert seen_at(play.scene, "Spy") == NORTH  # since a GM has shown it
    yonder = evolve(TOY, play.scene, recruited("Guard"))
    yonder = evolve(TOY, yonder, Stood(actor="Guard", place=NORTH))
    assert is_lost(yonder, "Guard")
    assert seen_at(yonder, "Guard") is None
    play = play_on(TOY, yonder)
    assert isinstance(stood(play, "Guard", BESIDE)[-1], Sighted)


def recruited(name: str) -> Event:
    there = Yard()
    return there.do(recruit(name))[0]


def test_who_leaves_or_hides_is_not_looked_for() -> None:
    play = yard()
    stood(play, "Thug")
    gone = evolve(TOY, play.scene, Released(actor="Thug"))
    assert gone.last_seen == {}
    assert gone.ground is not None
    assert not gone.ground.lost.get(ALL_CAMPS)


def test_what_only_one_saw_who_leaves_is_out_of_sight_at_once() -> None:
    play = yard("Thug", "Bob")
    assert not [each for each in stood(play, "Thug") if isinstance(each, LostSight)]
    play.tell(Released(actor="Bob"))
    lost = play.events[-1]
    assert isinstance(lost, LostSight)
    assert (lost.actor, lost.place) == ("Thug", NORTH)


def test_who_is_known_to_whom() -> None:
    play = yard("Thug", "Spy")
    assert knows_of(play.scene, "Ann", "Thug")
    assert not knows_of(play.scene, "Ann", "Spy")
    stood(play, "Thug")
    assert not knows_of(play.scene, "Ann", "Thug")
    assert knows_of(play.scene, "Thug", "Spy")


def test_whoever_can_do_nothing_more_sees_nothing_new() -> None:
    play = yard("Thug", "Bob")
    TOY.decide(play, act("Bob", "hurt", points=6))
    TOY.decide(play, act("Ann", "hurt", points=6))
    assert not [each for each in stood(play, "Thug") if isinstance(each, LostSight)]
    stood(play, "Thug", BESIDE)
    alone = yard("Thug", "Bob")
    TOY.decide(alone, act("Bob", "hurt", points=6))
    assert isinstance(stood(alone, "Thug")[-1], LostSight)


def test_a_player_goes_to_where_it_saw_somebody_last() -> None:
    play = yard()
    stood(play, "Thug")
    last = seen_at(play.scene, "Thug")
    assert last is not None
    way = bound_for(play, "Ann", to=by("Thug"))
    assert way.goal == Place(last.east_cm, last.north_cm - 100)
    straight = bound_for(play, "Ann", "Thug").goal
    assert straight is not None
    assert distance_cm(straight, last) == 100
    assert play.scene.ground is not None
    assert known_to(play.scene, play.scene.ground, "Thug") is play.scene.ground


def by(actor: str) -> Where:
    return ByCompass(actor, Bearing.SOUTH, 100)


def test_nobody_aims_at_whom_none_of_theirs_sees() -> None:
    play = yard("Thug", "Thud")
    stood(play, "Thug")
    check_in_sight(play.scene, "Ann", "Thud")
    check_in_sight(play.scene, "Thud", "Thug")
    check_in_sight(play.scene, "", "Thug")
    with pytest.raises(RuleViolation, match="Thug is out of sight"):
        check_in_sight(play.scene, "Ann", "Thug")
    seen = view(play.scene, Viewer(ANN), TOY)
    with pytest.raises(RuleViolation, match="Thug is out of sight"):
        check_in_sight(seen, "Ann", "Thug")
    check_in_sight(msgspec.structs.replace(seen, ground=None), "Ann", "Thug")


def test_a_move_out_of_sight_is_the_gms_alone() -> None:
    play = yard()
    play.tell(walked(play.scene))
    went(play, bound_for(play, "Thug", to=AtPlace(NORTH)), 100)
    first, *_ = events = with_moves_veiled({Placed}, tuple(play.events))
    assert (first.audience, first.unseen) == (Audience.GM, ("Thug",))
    assert [event.audience for event in events[1:]] == [Audience.GM, Audience.ALL]
    still = tuple(play.events[:1])
    assert with_moves_veiled({Placed}, still) == still
    assert with_moves_veiled({Placed}, tuple(play.events[1:])) == tuple(play.events[1:])
    assert with_moves_veiled({Placed}, (play.events[0], play.events[2])) == (play.events[0], play.events[2])


def test_a_move_out_of_sight_of_players_against_players_is_the_gms_alone_too() -> None:
    play = yard("Bob", "Thug", options={AGAINST: True})
    bob = msgspec.structs.replace(play.scene.combatants["Bob"], side="green")
    play.scene = msgspec.structs.replace(play.scene, combatants={**play.scene.combatants, "Bob": bob})
    play.tell(Placed(actor="Bob", place=Place(5_000, 4_000)))
    stood(play, "Bob")
    first, *_ = with_moves_veiled({Placed}, tuple(play.events))
    assert (first.audience, first.unseen) == (Audience.GM, ("Bob",))


def test_whom_a_players_own_do_not_see_is_out_of_their_sight_in_their_view_too() -> None:
    play = yard("Bob", "Thug", options={AGAINST: True})
    bob = msgspec.structs.replace(play.scene.combatants["Bob"], side="green")
    play.scene = msgspec.structs.replace(play.scene, combatants={**play.scene.combatants, "Bob": bob})
    stood(play, "Bob")
    for viewer in (PUBLIC, Viewer(ANN)):
        seen = view(play.scene, viewer, TOY)
        with pytest.raises(RuleViolation, match="Bob is out of sight"):
            check_in_sight(seen, "Ann", "Bob")
        assert seen.slot("Bob") is None
    assert view(play.scene, Viewer(BOB), TOY).slot("Bob") is not None


def walked(scene: Scene[Any, Any]) -> Event:
    """Something that a system tells of a move, before it is known where that ends."""
    assert scene.ground is not None
    return Placed(actor="Thug", place=scene.ground.places["Thug"])


def test_players_against_players_see_what_their_own_see_and_all_what_every_side_does() -> None:
    play = yard("Bob", "Thug", options={AGAINST: True})
    play.scene = msgspec.structs.replace(
        play.scene,
        combatants={
            **play.scene.combatants,
            "Bob": msgspec.structs.replace(play.scene.combatants["Bob"], side="green"),
        },
    )
    moved, lost, other = stood(play, "Bob")
    assert isinstance(lost, LostSight)
    assert isinstance(other, LostSight)
    assert (lost.actor, other.actor) == ("Bob", "Ann")  # neither sees the other
    assert (moved.audience, moved.unseen) == (Audience.GM, ("Bob",))
    assert seen_at(play.scene, "Bob") == lost.place == seen_at(play.scene, "Bob", Viewer(ANN))
    assert seen_at(play.scene, "Bob", Viewer(BOB)) == NORTH
    stood(play, "Ann", Place(100, 0))
    assert seen_at(play.scene, "Ann", Viewer(BOB)) == seen_at(play.scene, "Ann")
    assert seen_at(play.scene, "Ann", Viewer(ANN)) == Place(100, 0)
    before = len(play.events)
    TOY.decide(play, act("Bob", "hurt", points=1))
    (hurt, *_) = play.events[before:]
    assert (hurt.audience, hurt.unseen) == (Audience.ALL, ("Bob",))
    known, own = view(play.scene, PUBLIC, TOY).combatants["Bob"], view(play.scene, Viewer(BOB), TOY).combatants["Bob"]
    assert own.state == play.scene.combatants["Bob"].state
    assert known.state == play.scene.last_seen["Bob"] != own.state


def test_where_nothing_hides_nobody_is_out_of_sight() -> None:
    play = yard(pieces=(msgspec.structs.replace(WALL, hides=False),))
    assert [type(each) for each in stood(play, "Thug")] == [Stood]
    bare = yard(pieces=())
    assert [type(each) for each in stood(bare, "Thug")] == [Stood]


def test_undo_gives_back_what_was_seen() -> None:
    there = Yard()
    for name, owner in (("Ann", ANN), ("Thug", 0)):
        there.do(recruit(name, owner))
    there.roll(orders.StartFight(range_m=60))
    before = there.scene
    wall = engine.decide(TOY, before, orders.PutAt(actors=("Thug",), where=AtPlace(NORTH), apart_cm=100), seeded)
    again = before
    for event in wall.events:
        again = evolve(TOY, again, event)
    assert msgspec.structs.replace(again, position=wall.scene.position) == wall.scene
