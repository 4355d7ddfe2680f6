"""Who goes away on a tick is met where it stood by whoever acts on the same tick, and by nobody else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec
import pytest

from bot.core.events import PieceSet, RangeSet
from bot.core.ground.lost import is_lost
from bot.core.ground.outlines import Path
from bot.core.ground.pieces import Piece
from bot.core.orders import Act, SetRange, Show
from bot.core.views import Viewer, view
from bot.rulesets.reflex.blasts.events import BlastReached
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.time.came_anew import nothing_of
from bot.rulesets.reflex.time.starts import as_it_stood
from tests.rulesets.game import decided
from tests.rulesets.reflex.firing import sheet
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game
from tests.rulesets.reflex.resting import to_the_end
from tests.rulesets.reflex.standing import at, happen, stand, there
from tests.rulesets.reflex.test_heavy import QUIET, TOUGH, armed
from tests.rulesets.reflex.test_two_guns import pair

MISS = (20, 20)
USER = 1
Places: TypeAlias = Mapping[str, tuple[float, float]]


def trio(ann: dict[str, Any], *, players: int = USER, cy: int = 0, **options: Any) -> Game:
    """Ann and Bob, and Cy of the other side, all on tick 12."""
    game = Game(visual_penalty=False, **options)
    for name, owner, places in (("Ann", players, ann), ("Bob", players, sheet()), ("Cy", cy, sheet())):
        game.join(name, owner=owner, **{**places, **TOUGH, "encumbrance": "light"})
    game.start(*FAIL * 3)
    return game


def corner(ann: dict[str, Any] | None = None, places: Places | None = None, **given: Any) -> Game:
    """Cy thirty metres from Ann, at the end of a wall that hides whoever stands behind it."""
    game = stand(trio(ann or sheet(), **given), **{"Ann": (50, 50), "Bob": (50, 40), "Cy": (50, 80), **(places or {})})
    wall = Piece("Wall", Path((at(53, 79), at(85, 79))), "brick_wall", top_cm=250)
    return happen(game, PieceSet(piece=wall))


def hides(game: Game) -> None:
    """Cy runs behind the wall."""
    game.act("Cy", "move", to=there(58, 80), pace="run")


@pytest.mark.parametrize("players", [USER, 0])
def test_who_runs_behind_a_wall_on_the_tick_is_shot_at_where_it_stood(players: int) -> None:
    game = corner(players=players, cy=USER - players)
    hides(game)
    assert is_lost(game.scene, "Cy") is (players == USER)
    game.act("Ann", "attack", *MISS, target="Cy")
    assert (game.one(ShotFired).range_m, game.one(ShotFired).outcome.check.terms) == (30, ())
    assert not game.every(RangeSet)
    game.act("Cy", "wait")
    game.act("Bob", "communicate", length="syllable")
    assert "out of sight" in game.refused("Bob", "attack", target="Cy")


def test_who_comes_too_close_for_the_time_that_is_left_is_shot_at_where_it_stood() -> None:
    game = stand(trio(sheet()), Ann=(50, 50), Bob=(50, 40), Cy=(50, 76))
    game.act("Ann", "correct", initiative=6)
    for other in ("Bob", "Cy"):
        game.act(other, "correct", initiative=6)
    game.act("Cy", "move", to=there(50, 72), pace="run")
    game.act("Ann", "attack", *MISS, target="Cy")
    assert (game.one(ShotFired).range_m, game.one(ShotFired).cost_ticks) == (26, 6)
    game.act("Bob", "attack", *MISS, target="Cy")
    assert game.one(ShotFired).range_m == 32


def test_what_a_player_is_told_of_it_beforehand_is_that_shot() -> None:
    game = corner()
    hides(game)
    known = view(game.scene, Viewer(USER), REFLEX)
    told = decided(REFLEX, known, Act(actor="Ann", action="attack", inputs={"target": "Cy"}), *MISS).events
    assert [event.range_m for event in told if isinstance(event, ShotFired)] == [30]


def test_whoever_was_out_of_sight_as_the_tick_opened_is_met_nowhere() -> None:
    game = corner(places={"Cy": (58, 80)})
    game.act("Cy", "move", to=there(62, 80), pace="run")
    assert "out of sight" in game.refused("Ann", "attack", target="Cy")
    assert game.scene.state.starts == {}


def test_whoever_comes_into_sight_on_the_tick_is_shot_at_where_it_is() -> None:
    game = corner(places={"Cy": (58, 80)})
    game.act("Cy", "move", to=there(50, 80), pace="run")
    game.act("Ann", "attack", *MISS, target="Cy")
    assert game.one(ShotFired).range_m == 30


def test_what_is_not_possible_either_way_is_refused_as_it_stands() -> None:
    game = corner({**sheet(), "weapons": [{"kind": "ak47", "held": True, "loaded": 0}]})
    game.act("Cy", "move", to=there(50, 90), pace="run")
    assert "is empty" in game.refused("Ann", "attack", target="Cy")


def test_of_two_guns_the_second_meets_whoever_has_gone_as_well() -> None:
    game = corner(pair("right", "left"), {"Ann": (50, 75), "Bob": (50, 65)}, two_guns=True)
    hides(game)
    assert is_lost(game.scene, "Cy")
    game.act("Ann", "attack", *MISS * 2, target="Bob", other="Cy", both=True)
    assert [shot.range_m for shot in game.every(ShotFired)] == [10, 5]


def test_a_warhead_goes_off_where_whoever_has_gone_stood() -> None:
    game = corner(armed("grenade_launcher"), {"Bob": (50, 84)}, **QUIET)
    hides(game)
    game.act("Ann", "attack", 1, 1, target="Cy", called="torso", modifier=5)
    assert {reached.actor: reached.range_m for reached in game.every(BlastReached)} == {"Cy": 8, "Bob": 4, "Ann": 30}


def test_nothing_but_an_attack_meets_whoever_has_gone_and_no_free_shot_does() -> None:
    game = corner()
    hides(game)
    assert "out of sight" in game.refused("Ann", "attack", target="Cy", mode="suppress")
    assert "out of sight" in game.refused("Ann", "suppress", target="Cy")
    free = msgspec.structs.replace(game.scene, opening={}, before={})
    assert as_it_stood(free, "Ann", "Cy") is None


def test_of_the_hidden_no_player_knows_where_they_were_nor_how_far() -> None:
    game = trio(sheet())
    for other, range_m in (("Bob", 0), ("Cy", 20)):
        game.do(SetRange(actor="Ann", target=other, range_m=range_m))
    game.act("Ann", "move", target="Cy", away=True)
    game.act("Cy", "move", target="Bob", away=True)
    game.do(Show(actor="Cy", hidden=True))
    assert game.scene.state.starts["Ann"].ranges_m == {"Bob": 0, "Cy": 20}
    known = view(game.scene, Viewer(USER), REFLEX).state.starts
    assert {actor: each.ranges_m for actor, each in known.items()} == {"Ann": {"Bob": 0}}


def test_nothing_is_kept_of_the_hidden_of_whoever_left_or_beyond_the_exchange() -> None:
    game = trio(sheet())
    game.do(SetRange(actor="Cy", target="Ann", range_m=10))
    game.act("Ann", "move", target="Cy", away=True)
    game.act("Cy", "move", target="Ann", away=True)
    left = nothing_of(game.scene.state, "Cy").starts
    assert {actor: each.ranges_m for actor, each in left.items()} == {"Ann": {}}
    to_the_end(game)
    assert game.scene.state.starts == {}
    game = trio(sheet())
    game.do(Show(actor="Cy", hidden=True))
    game.act("Cy", "move", pace="run")
    assert game.scene.state.starts == {}
