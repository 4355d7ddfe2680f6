"""Cover on a ground: going behind something is a Move, and what a GM says of cover needs no turn."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import engine, orders
from bot.core.errors import RuleViolation
from bot.core.events import Entered, FellShort, Stood
from bot.core.ground.moving import bound_for
from bot.core.ground.whereabouts import AtPlace, BySight
from bot.core.views import GM, PUBLIC
from bot.rulesets.reflex.kinds import BodyPart, Degree, Pace
from bot.rulesets.reflex.movement.events import Sheltered
from bot.rulesets.reflex.movement.rules import _closer
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.time.events import Assessed
from bot.rulesets.reflex.time.moves import Moved, PauseMoved
from bot.rulesets.reflex.wounds.events import TookCover, Wounded
from tests.rulesets.game import play_on
from tests.rulesets.reflex.firing import REFLEX, act, changed, every, fight, only, ordered
from tests.rulesets.reflex.gripping import clinch
from tests.rulesets.reflex.grounding import ANN, facing, laid, north, patch, put, wall
from tests.rulesets.reflex.resting import exchange, pause

MODERATE = Degree.MODERATE
BEHIND = BySight("piece:Wall", "before", 100)


def refusal(scene: ReflexScene, actor: str = "Ann", **inputs: Any) -> str:
    """Why somebody cannot take cover."""
    with pytest.raises(RuleViolation) as refused:
        act(scene, "take_cover", actor=actor, **inputs)
    return str(refused.value)


def test_whoever_takes_cover_goes_to_the_side_away_from_the_nearest_foe() -> None:
    scene = put(facing(60, wall(10, 95)), "Ann", north(3))
    done = act(scene, "take_cover", behind=BEHIND)
    assert done.scene.ground is not None
    assert done.scene.ground.places["Ann"] == north(9.5)
    assert (only(done, Moved).pace, only(done, Sheltered).thing) == (Pace.RUN, "Wall")
    before, after = (each.combatants["Ann"].state.turn.initiative or 0 for each in (scene, done.scene))
    assert after == before - 5
    assert REFLEX.lines(only(done, Sheltered), PUBLIC)[0].text == "Ann takes cover behind Wall."


def test_under_advanced_timing_going_behind_something_begins_at_once_as_any_move() -> None:
    scene = put(facing(60, wall(10, 95), options={"advanced_timing": True}), "Ann", north(3))
    done = act(scene, "take_cover", behind=BEHIND)
    assert (only(done, Moved).actor, done.scene.kinds_now("Ann")) == ("Ann", ("second",))


def test_behind_what_is_hidden_nobody_but_the_gm_is_told_what_it_is() -> None:
    hidden = msgspec.structs.replace(wall(10, 95), hidden=True)
    done = act(put(facing(60, hidden), "Ann", north(3)), "take_cover", behind=BEHIND)
    assert "Wall" not in "".join(each.text for event in done.events for each in engine.lines(REFLEX, event, PUBLIC))
    assert "Wall" in "".join(each.text for event in done.events for each in engine.lines(REFLEX, event, GM))


def test_who_does_not_get_there_is_not_behind_it() -> None:
    done = act(facing(60, wall(30, 95)), "take_cover", behind=BEHIND, pace="walk")
    assert only(done, FellShort).actor == "Ann"
    assert not every(done, Sheltered)


def test_a_place_is_gone_to_as_it_is_said() -> None:
    done = act(facing(60, wall(30, 95)), "take_cover", behind=AtPlace(north(3)))
    assert only(done, Stood).place == north(3)
    assert not every(done, Sheltered)


def test_in_a_pause_it_is_the_way_of_a_pause() -> None:
    game = pause()
    game.do(orders.LayGround(range_m=60))
    game.scene = laid(game.scene, wall(30, 95))
    game.act("Ann", "take_cover", behind=BEHIND)
    assert game.one(PauseMoved).actor == "Ann"
    assert game.one(Sheltered).thing == "Wall"
    assert "has moved in this pause already" in game.refused("Ann", "take_cover", behind=BEHIND)


def test_who_has_chosen_another_task_for_the_end_of_the_exchange_goes_behind_nothing_then() -> None:
    game = exchange()
    game.do(orders.LayGround(range_m=60))
    game.scene = laid(game.scene, wall(30, 95))
    game.do_at_least(orders.Act(actor="Bob", action="forgo", inputs={"task": "keep_watch"}))
    while game.now() != ("Bob",):
        game.go_on()
    assert "chose something else: keep watch" in game.refused("Bob", "take_cover", behind=BEHIND)


def test_nobody_goes_out_of_turn_or_when_out_of_it_or_where_distances_are_told() -> None:
    scene = facing(60, wall(10, 95))
    assert "not Guard's turn" in refusal(scene, actor="Guard", behind=BEHIND)
    assert "Ann is unconscious" in refusal(changed(scene, "Ann", unconscious=True), behind=BEHIND)
    assert "distances are told" in refusal(fight(), behind=BEHIND)
    assert "Behind what?" in refusal(scene)


def test_nobody_is_sent_behind_something_by_somebody_else() -> None:
    scene = put(facing(60, wall(10, 95)), "Ann", north(3))
    assert "its own Move. Name whoever goes" in refusal(scene, target="Guard", behind=BEHIND)
    assert only(act(scene, "take_cover", target="Ann", behind=BEHIND), Sheltered).actor == "Ann"


def test_a_gm_puts_somebody_behind_cover_at_any_time() -> None:
    done = act(changed(facing(60), "Guard", unconscious=True), "take_cover", actor="Guard", cover="stone_wall")
    assert only(done, TookCover).cover == "stone_wall"
    assert done.scene.combatants["Guard"].state.body.cover == "stone_wall"


def test_a_leg_that_is_hurt_on_the_way_ends_a_run() -> None:
    scene = laid(facing(60), patch("reflex.mine", 5, 1))
    play = play_on(REFLEX, scene)
    way = bound_for(play, "Ann", to=AtPlace(north(10)))

    def hurt(play: ReflexPlay, _event: Entered) -> None:
        play.tell(Wounded(actor="Ann", place=BodyPart.LEFT_LEG, degree=MODERATE, before=Degree.NONE, after=MODERATE))

    play.follows = {Entered: (hurt,)}
    _closer(play, way, Pace.RUN, 10)
    assert play.scene.ground is not None
    assert play.scene.ground.places["Ann"] == north(4)


def test_whoever_holds_somebody_who_moves_comes_along() -> None:
    scene = put(ordered(clinch(4, holder="Guard"), orders.LayGround(range_m=10)).scene, "Guard", north(1))
    done = act(scene, "move", 1, 20, 3, 20, to=AtPlace(north(-20)), pace="walk")
    assert done.scene.ground is not None
    assert done.scene.ground.places["Guard"] == done.scene.ground.places["Ann"] != ANN


def test_a_look_at_a_place_counts_how_far_that_is() -> None:
    scene = facing(60, options={"visual_penalty": True})
    (term,) = only(act(scene, "assess", 20, 20, to=AtPlace(north(150))), Assessed).outcome.check.terms
    assert (term.label, term.detail, term.value) == ("visual", "medium", -4)
    with pytest.raises(RuleViolation, match="distances are told"):
        act(fight(), "assess", to=AtPlace(north(150)))


@pytest.mark.parametrize(("lit_m", "far", "near"), [(150, -4, -1), (0, -16, 0)])
def test_a_look_at_a_place_goes_by_the_light_there_and_one_around_by_that_here(
    lit_m: float, far: int, near: int
) -> None:
    scene = act(facing(60, options={"visual_penalty": True}), "weather", light="dark").scene
    scene = act(scene, "weather", light="clear", to=AtPlace(north(lit_m))).scene
    there, here = ((AtPlace(north(150)), far), (None, near))
    for to, penalty in (there, here):
        terms = only(act(scene, "assess", 20, 20, to=to), Assessed).outcome.check.terms
        assert sum(term.value for term in terms) == penalty
