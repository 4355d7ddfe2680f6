"""On a ground fire fills what lies before the gunner: whoever stands in it or comes into it meets it by itself."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.core import orders
from bot.core.events import AreaGone, AreaLaid, Audience, Entered, FellShort, PieceSet, Stood
from bot.core.ground.lost import is_lost
from bot.core.ground.outlines import Cone, Path, covers
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Place
from bot.core.views import PUBLIC, view
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.suppression.events import Exposed, Thwarted
from bot.rulesets.reflex.suppression.rules import come_out
from bot.rulesets.reflex.time.events import TimeSpent
from bot.rulesets.reflex.time.moves import Boarded
from bot.rulesets.reflex.traps import Mine
from bot.rulesets.reflex.wounds.events import KnockedOut
from tests.rulesets.game import play_on
from tests.rulesets.reflex.playing import REFLEX, Game
from tests.rulesets.reflex.standing import at, ground_of, happen, place_of, stand, there
from tests.rulesets.reflex.test_suppression import MISS, road
from tests.rulesets.reflex.test_threats import threats

TOUGH = {part: [90] for part in ("head", "torso", "left arm", "right arm", "left leg", "right leg")}
FALLING = (1, 1, *(20,) * 12)


def street(**gunner: Any) -> Game:
    """Keith in the south keeps a lane of 4.5 m at 30 m to the north under fire; Bob stands 20 m to the west of it."""
    game = stand(road(thresholds=TOUGH, **gunner), Keith=(50, 0), Bob=(30, 28), Cay=(90, 28))
    game.act("Keith", "suppress", area="street", rounds=9, to=there(50, 30))
    return game


def test_the_lane_widens_from_the_gunner_up_to_the_area_and_half_its_width_behind_it() -> None:
    (laid,) = street().every(AreaLaid)
    assert laid.area.outline == Cone(at(50, 0), at(50, 32.25), 483)
    assert (laid.area.kind, laid.area.owner, laid.audience) == ("reflex.suppressed", "Keith", Audience.ALL)
    assert covers(laid.area.outline, at(52.2, 30))
    assert not covers(laid.area.outline, at(52.4, 30))
    assert not covers(laid.area.outline, at(52.2, 5))


def crossing(game: Game, *faces: int) -> Game:
    """Bob, who is beside the lane, walks four metres into it and through."""
    happen(game, Stood(actor="Bob", place=at(46, 28)))
    game.act("Bob", "move", *faces, to=there(52, 28))
    return game


def test_whoever_runs_into_it_meets_it_there_and_then_goes_on() -> None:
    game = crossing(street(), *MISS)
    assert game.one(Entered).place == Place(4_791, 2_800)
    assert threats(game, "Bob")["suppressed"] == 2
    order = [kind for kind in game.kinds() if kind in ("Moved", "Entered", "Exposed", "ShotFired", "FellShort")]
    assert order == ["Moved", "Entered", "Exposed", "ShotFired", "FellShort"]
    assert game.one(ShotFired).range_m == pytest.approx(28.08)
    assert place_of(game, "Bob") == at(50, 28)


def test_whoever_is_put_out_at_the_border_goes_no_farther() -> None:
    game = stand(road(), Keith=(50, 0), Bob=(46, 28))
    game.act("Keith", "suppress", area="street", rounds=5, to=there(50, 30))
    game.do_at_least(orders.Act(actor="Bob", action="move", inputs={"to": there(52, 28)}), 1, 1, 2, 1)
    assert game.one(ShotFired).outcome.succeeded
    assert game.state("Bob").turn.out
    assert place_of(game, "Bob").east_cm < 5_000
    assert game.one(FellShort).by == ""


def test_whoever_stands_in_it_shows_itself_by_whatever_it_does() -> None:
    game = street()
    happen(game, Stood(actor="Bob", place=at(50, 28)))
    game.act("Bob", "wait", *MISS)
    assert game.one(Exposed).area == "street"
    assert game.one(ShotFired).actor == "Keith"


def behind_a_wall(top_cm: int, right_m: float) -> Game:
    """Bob in the lane, behind a wall that hides him from the gunner."""
    game = street()
    wall = Piece(name="Wall", outline=Path((at(40, 27), at(right_m, 27))), material="brick_wall", top_cm=top_cm)
    return happen(game, Stood(actor="Bob", place=at(48.2, 28)), PieceSet(piece=wall))


@pytest.mark.parametrize("secret", [False, True])
def test_whoever_stands_up_into_it_meets_it_once(*, secret: bool) -> None:
    game = behind_a_wall(100, 60)
    areas = tuple(replace(area, known=not secret) for area in game.scene.state.areas)
    game.scene = replace(game.scene, state=replace(game.scene.state, areas=areas))
    game.act("Bob", "correct", stance="prone")
    game.act("Bob", "stance", *MISS, to="kneeling")
    assert game.kinds()[0] == "StanceChanged"
    assert [shot.actor for shot in game.every(ShotFired)] == ["Keith"]
    assert game.one(Exposed).area == ("" if secret else "street")


@pytest.mark.parametrize("action", ["move", "take_cover"])
def test_whoever_runs_out_of_cover_into_it_meets_it_there(action: str) -> None:
    game = behind_a_wall(250, 50.4)
    where = {"move": "to", "take_cover": "behind"}[action]
    game.act("Bob", action, *MISS, **{where: there(52, 28)})
    assert game.one(ShotFired).range_m == pytest.approx(28.07)
    assert place_of(game, "Bob") == at(52, 28)


def test_whoever_gets_out_of_a_vehicle_in_it_meets_it_and_who_is_put_out_by_then_does_not() -> None:
    game = street()
    game.join("Bike", vehicle={"kind": "motorcycle"})
    happen(game, Stood(actor="Bike", place=at(50, 28)))
    happen(game, Boarded(actor="Bob", target="Bike", what="motorcycle", done=1, needed=1))
    happen(game, Stood(actor="Bob", place=at(50, 28)))
    game.act("Bob", "board", *MISS, target="Bike")
    assert game.one(ShotFired).actor == "Keith"
    play = play_on(REFLEX, game.scene)
    play.tell(KnockedOut(actor="Bob"))
    come_out(play, orders.Act(actor="Bob", action="stance"), game.scene)
    assert len(play.events) == 1


def test_fire_that_is_met_may_end_what_was_about_to_be_done() -> None:
    game = stand(road(), Keith=(50, 0), Bob=(50, 28))
    game.act("Keith", "suppress", area="street", rounds=5, to=there(50, 30))
    game.do_at_least(orders.Act(actor="Bob", action="move", inputs={"to": there(60, 28)}), 1, 1, 2, 1)
    assert game.every(Thwarted)
    assert place_of(game, "Bob") == at(50, 28)


def test_beside_it_behind_a_wall_hidden_or_on_the_gunners_side_nobody_meets_it() -> None:
    game = street()
    game.act("Bob", "wait")
    assert not game.every(Exposed)
    happen(game, Stood(actor="Cay", place=at(50, 28)))
    wall = Piece(name="Wall", outline=Path((at(45, 10), at(55, 10))), material="brick_wall")
    happen(game, PieceSet(piece=wall))
    game.act("Cay", "wait")
    assert not game.every(Exposed)
    for hidden in (True, False):
        friendly = road(thresholds=TOUGH)
        friendly.join("Friend", *(20, 20), hidden=hidden, owner=0)
        stand(friendly, Keith=(50, 0), Friend=(50, 20))
        friendly.act("Keith", "suppress", area="street", rounds=9, to=there(50, 30))
        friendly.act("Friend", "wait")
        assert not friendly.every(Exposed)


def test_a_gunner_who_acts_covers_nothing_but_the_lane_threatens_on() -> None:
    game = street()
    happen(game, TimeSpent(actor="Keith", ticks=1, initiative=1))
    crossing(game)
    assert not game.every(AreaGone)
    assert threats(game, "Bob")["suppressed"] == 2
    assert not game.every(ShotFired)


@pytest.mark.parametrize("how", ["moves", "is put", "falls", "is disarmed", "ceases", "leaves", "exchange"])
def test_it_goes_with_its_gunner_and_with_the_fire(how: str) -> None:
    game = street()
    match how:
        case "moves":
            while "Keith" not in game.now():
                game.go_on()
            game.act("Keith", "move", to=there(50, 4))
        case "is put":
            game.do(orders.PutAt(actors=("Bob",), where=there(31, 28), apart_cm=0, reason=""))
            assert not game.every(AreaGone)
            game.do(orders.PutAt(actors=("Keith",), where=there(50, 1), apart_cm=0, reason=""))
        case "falls":
            game.do_at_least(
                orders.Act(
                    actor="Keith", action="damage", inputs={"target": "Keith", "degree": "critical", "place": "head"}
                )
            )
        case "is disarmed":
            game.act("Keith", "correct", initiative=12)
            game.act("Keith", "ditch", item="M249")
        case "ceases":
            game.act("Keith", "cease_fire", area="street")
        case "leaves":
            game.do(orders.Release(actor="Keith"))
            game.act("Bob", "wait")
        case _:
            while game.scene.state.phase == "exchange":
                game.go_on()
    assert game.one(AreaGone).key == "reflex.suppressed street\nKeith"
    assert not ground_of(game).areas
    assert not game.every(Exposed)


def test_nobody_shows_himself_in_a_lane_that_is_over() -> None:
    game = street()
    game.do(orders.PutAt(actors=("Keith",), where=there(50, 1), apart_cm=0, reason=""))
    game.act("Bob", "communicate", length="phrase", exposed="street")
    assert not game.every(Exposed)


def offered(game: Game) -> list[str]:
    """In which areas players may say that somebody shows itself."""
    known = view(game.scene, PUBLIC, REFLEX)
    return [choice.value for choice in REFLEX.candidates(known, "expose", "area", {"actor": "Bob"})]


def test_a_lane_whose_gunner_has_moved_is_offered_to_nobody() -> None:
    game = street()
    assert offered(game) == ["street"]
    game.do(orders.PutAt(actors=("Keith",), where=there(50, 1), apart_cm=0, reason=""))
    assert offered(game) == []


def test_a_lane_is_offered_wherever_its_gunner_goes_out_of_sight() -> None:
    game = street(owner=0)
    wall = Piece(name="Wall", outline=Path((at(0, 10), at(100, 10))), material="brick_wall")
    game.do(orders.SetPiece(piece=wall))
    assert is_lost(game.scene, "Keith")
    assert offered(game) == ["street"]
    game.do(orders.PutAt(actors=("Keith",), where=there(50, 1), apart_cm=0, reason=""))
    assert not ground_of(game).areas
    assert offered(game) == ["street"]


def test_of_a_gunner_who_has_left_only_the_gm_sees_the_lane_until_others_act() -> None:
    game = street()
    game.do(orders.Release(actor="Keith"))
    known = view(game.scene, PUBLIC, REFLEX)
    assert known.ground is not None
    assert (known.ground.areas, list(ground_of(game).areas)) == ({}, ["reflex.suppressed street\nKeith"])


def test_whose_lane_a_secret_one_is_players_do_not_see() -> None:
    game = street(hidden=True)
    (laid,) = game.every(AreaLaid)
    assert laid.audience is Audience.GM
    known = view(game.scene, PUBLIC, REFLEX)
    assert known.ground is not None
    assert not known.ground.areas
    crossing(game, *MISS)
    assert game.one(Entered).audience is Audience.GM
    assert game.one(Exposed).area == ""


def test_on_a_ground_an_area_is_at_a_place_and_where_distances_are_told_at_none() -> None:
    game = stand(road(), Keith=(50, 0), Bob=(50, 30))
    assert "Where is the area?" in game.refused("Keith", "suppress", area="street", rounds=9, range_m=30.0)
    assert "Where is the area?" in game.refused("Keith", "suppress", area="street", rounds=9, to=there(50, 0))
    game.act("Keith", "suppress", area="street", rounds=9, target="Bob")
    assert game.every(AreaLaid)
    assert "distances are told" in road().refused("Keith", "suppress", area="street", rounds=9, to=there(50, 30))


def test_who_is_aboard_shows_nobody_in_it() -> None:
    game = street()
    game.join("Car", *(), vehicle={"kind": "car"})
    happen(game, Stood(actor="Car", place=at(50, 28)), Boarded(actor="Bob", target="Car", what="car", done=2, needed=2))
    happen(game, Stood(actor="Bob", place=at(50, 28)))
    game.act("Bob", "wait")
    assert not game.every(Exposed)


@pytest.mark.parametrize(
    ("action", "dice", "inputs", "drawn"),
    [
        ("mine_search", (20, 20), {}, True),
        ("mine_search", (20, 20), {"mine": "Charge"}, False),
        ("mine_detonate", (), {"mine": "1:Own", "victims": "Cay:90"}, True),
    ],
)
def test_whoever_looks_for_mines_in_a_lane_or_gives_a_signal_shows_itself(
    action: str, dice: tuple[int, ...], inputs: dict[str, Any], drawn: bool
) -> None:
    game, charge = street(), Mine(title="Charge", explosive="he_40mm", kind="ied", trigger="command")
    mines = {"Charge": charge, "1:Own": replace(charge, title="Own", owner=1, known=(1,))}
    game.scene = replace(game.scene, state=replace(game.scene.state, mines=mines))
    happen(game, Stood(actor="Bob", place=at(50, 28)))
    game.do_at_least(orders.Act(actor="Bob", action=action, inputs=inputs), *(MISS if drawn else ()), *dice)
    assert [shot.actor for shot in game.every(ShotFired)] == ["Keith"] * drawn
    assert bool(game.every(Exposed)) is drawn
