"""Overwatch: whoever waits for somebody to come into an area fires while they are on their way."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.engine import Decision, decide, lines
from bot.core.errors import RuleViolation
from bot.core.events import AreaGone, AreaLaid, Audience, Entered, FellShort
from bot.core.ground.lost import is_lost
from bot.core.ground.outlines import Path
from bot.core.ground.pieces import Piece
from bot.core.ground.whereabouts import AtPlace
from bot.core.scene import with_combatant, with_state
from bot.core.views import GM, PUBLIC, Viewer, view
from bot.rulesets.reflex.heart.events import TookHeart
from bot.rulesets.reflex.kinds import Degree
from bot.rulesets.reflex.overwatch.events import WatchBegan, WatchBroken
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.scene_state import SceneState
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.wounds.events import FellDown, KnockedOut, Shocked, Wounded
from tests.rulesets.game import FirstThese
from tests.rulesets.reflex.firing import REFLEX, WORST, act, changed, every, fight, only, ordered, rearmed, sheet
from tests.rulesets.reflex.gripping import MARK, gripped
from tests.rulesets.reflex.grounding import facing, laid, north, patch, put, wall
from tests.rulesets.reflex.playing import FAIL, Game
from tests.rulesets.reflex.standing import place_of, there
from tests.rulesets.reflex.test_vehicles_on_ground import lot

YARD = patch("yard", 55, 3)
CIRCLE = "reflex.watched\nAnn"


def on_watch(*things: Any, ooda: int = 6, **inputs: Any) -> ReflexScene:
    """Ann on the watch since her first tick, and Guard on his, so that it runs north of the yard."""
    scene = facing(60, YARD, *things, ann=sheet(ooda=ooda, awareness=9), guard=sheet())
    scene = act(put(scene, "Guard", north(55, 6)), "watch", **{"area": "yard", **inputs}).scene
    assert [slot.actor for slot in scene.entitled()] == ["Guard"]
    return scene


def state(scene: ReflexScene, actor: str = "Ann") -> State:
    return scene.combatants[actor].state


def comes(scene: ReflexScene, *faces: int, east_m: float = -6, **inputs: Any) -> Decision[State, SceneState]:
    """Guard runs past, through the yard."""
    return act(scene, "move", *faces, actor="Guard", to=AtPlace(north(55, east_m)), **{"pace": "run", **inputs})


def test_whoever_comes_into_a_watched_area_is_fired_at_where_it_enters() -> None:
    scene = on_watch()
    assert state(scene).turn.initiative == 0
    done = comes(scene, 20, 20)
    told = [type(each).__name__ for each in done.events]
    assert told[2:] == ["Moved", "Stood", "Entered", "WatchBroken", "ShotFired", "TimeSpent", "SlotMoved", "Stood"]
    broken, fired = only(done, WatchBroken), only(done, ShotFired)
    assert (broken.actor, broken.target, broken.tick) == ("Ann", "Guard", 11), "26 less three Waits of five"
    assert (fired.actor, fired.mode, fired.cost_ticks, fired.range_m) == ("Ann", "snap", 6, 55.08)
    assert (state(done.scene).turn.initiative, state(done.scene).turn.overwatch) == (5, None)
    assert every(comes(act(done.scene, "wait", actor="Guard").scene, pace="walk"), WatchBroken) == []


def test_the_attack_is_as_it_was_said() -> None:
    scene = on_watch(mode="hip", rounds=4, weapon="AK-47")
    fired = only(comes(scene, 20, 20), ShotFired)
    assert (fired.mode, fired.rounds, fired.cost_ticks) == ("hip", 4, 4)


@pytest.mark.parametrize(("inputs", "told"), [({}, "yard"), ({"area": "", "to": AtPlace(north(55))}, "K22 (50, 105)")])
def test_the_tracker_says_where_somebody_watches_and_of_an_enemy_nothing(inputs: dict[str, Any], told: str) -> None:
    scene = on_watch(**inputs)
    seen = view(scene, PUBLIC, REFLEX)
    assert f"watches {told}" in REFLEX.status(seen, "Ann", PUBLIC).text
    theirs = view(act(scene, "watch", actor="Guard", area="yard").scene, PUBLIC, REFLEX)
    assert "watches" not in REFLEX.status(theirs, "Guard", PUBLIC).text
    assert seen.ground is not None
    elsewhere = msgspec.structs.replace(seen, ground=msgspec.structs.replace(seen.ground, areas={}))
    assert f"watches {told if told == 'yard' else 'the place'}" in REFLEX.status(elsewhere, "Ann", PUBLIC).text


@pytest.mark.parametrize(
    ("actor", "viewer", "told"), [("Ann", PUBLIC, True), ("Guard", PUBLIC, False), ("Guard", GM, True)]
)
def test_whom_the_gm_has_act_on_another_tick_watches_no_longer(actor: str, viewer: Viewer, told: bool) -> None:
    scene = on_watch()
    if actor == "Guard":
        scene = act(scene, "correct", initiative=5).scene
        scene = act(scene, "watch", actor="Guard", to=AtPlace(north(0)), radius_m=3).scene
    done = act(scene, "correct", actor=actor, initiative=9)
    assert (state(done.scene, actor).turn.initiative, state(done.scene, actor).turn.overwatch) == (9, None)
    words = "".join(each.text for event in done.events for each in lines(REFLEX, event, viewer))
    assert (f"{actor} watches no longer." in words) is told
    if actor == "Ann":
        assert every(comes(act(done.scene, "correct", actor="Guard", initiative=12).scene), WatchBroken) == []


@pytest.mark.parametrize(
    "how", [{"unconscious": True}, {"dead": True}, {"withdrawn": True}, {"shock": True, "surrendered": True}]
)
def test_whom_a_gm_puts_out_watches_no_longer_even_if_that_is_set_right(how: dict[str, Any]) -> None:
    scene = on_watch(area="", to=AtPlace(north(55)), radius_m=4)
    done = act(scene, "correct", **how)
    assert (state(done.scene).turn.overwatch, shown(done.scene)) == (None, ["yard"])
    otherwise: dict[str, Any] = dict.fromkeys(how, False)
    set_right = act(done.scene, "correct", **otherwise).scene
    assert every(comes(set_right), WatchBroken) == []
    assert shown(act(scene, "correct", shock=True).scene) == ["yard", CIRCLE], "which keeps nobody from anything"


def test_who_is_knocked_out_watches_no_longer() -> None:
    scene = on_watch(area="", to=AtPlace(north(55)), radius_m=4)
    done = act(scene, "damage", *WORST, actor="Guard", target="Ann", degree="serious", place="head")
    assert only(done, KnockedOut).actor == "Ann"
    assert (state(done.scene).turn.overwatch, shown(done.scene)) == (None, ["yard"])


def test_whom_an_edited_sheet_puts_out_watches_no_longer() -> None:
    scene = on_watch(area="", to=AtPlace(north(55)), radius_m=4)
    sheet = msgspec.to_builtins(REFLEX.project(scene.combatants["Ann"]))
    out = ordered(scene, orders.EditSheet(actor="Ann", path="condition", sheet={**sheet, "condition": {"dead": True}}))
    assert (state(out.scene).turn.overwatch, shown(out.scene)) == (None, ["yard"])
    awake = ordered(scene, orders.EditSheet(actor="Ann", path="condition", sheet=sheet)).scene
    assert shown(awake) == ["yard", CIRCLE]


def test_a_place_is_watched_all_around() -> None:
    scene = on_watch(area="", to=AtPlace(north(55)), radius_m=4)
    assert scene.ground is not None
    area = scene.ground.areas["reflex.watched\nAnn"]
    assert (area.kind, area.owner, area.hidden) == ("reflex.watched", "Ann", False)
    done = comes(scene, 20, 20)
    assert [each.range_m for each in every(done, ShotFired)] == [55.15]
    assert only(done, AreaGone).key == area.key


def shown(scene: ReflexScene) -> list[str]:
    """Which circles on the ground players know of."""
    known = view(scene, PUBLIC, REFLEX).ground
    return [*known.areas] if known else []


def test_what_is_watched_by_somebody_out_of_sight_is_the_gms_alone() -> None:
    scene = facing(60, YARD, ann=sheet(ooda=6), guard=sheet(), options={"players_against_players": True})
    scene = with_combatant(scene, msgspec.structs.replace(scene.combatants["Guard"], owner=8))
    watched = act(scene, "watch", to=AtPlace(north(55))).scene
    assert shown(watched) == ["yard", CIRCLE]
    behind = put(laid(watched, wall(30, 250)), "Ann", north(1))
    assert (is_lost(behind, "Ann"), shown(behind)) == (True, ["yard"])
    assert shown(put(behind, "Ann", north(35))) == ["yard", CIRCLE]
    done = act(put(laid(scene, wall(30, 250)), "Ann", north(1)), "watch", to=AtPlace(north(55)))
    assert (only(done, AreaLaid).audience, shown(done.scene)) == (Audience.GM, ["yard"])


def test_what_is_watched_by_somebody_who_has_left_is_the_gms_alone() -> None:
    scene = act(facing(60, YARD, ann=sheet(), guard=sheet()), "watch", to=AtPlace(north(55))).scene
    left = ordered(scene, orders.Release(actor="Ann"))
    assert (shown(scene), shown(left.scene)) == (["yard", CIRCLE], ["yard"])


def test_a_gms_watch_is_the_gms_alone() -> None:
    scene = facing(60, ann=sheet(ooda=9), guard=sheet())
    scene = act(scene, "wait").scene
    while "Guard" not in [slot.actor for slot in scene.entitled()]:
        scene = ordered(scene, orders.GoOn()).scene
    done = act(scene, "watch", actor="Guard", to=AtPlace(north(5)))
    laid_area = only(done, AreaLaid)
    assert (laid_area.area.hidden, laid_area.audience) == (True, Audience.GM)
    began = only(done, WatchBegan)
    assert REFLEX.lines(began, PUBLIC)[0].text == "Guard waits."
    assert REFLEX.lines(began, GM)[0].text == "Guard watches K12 (50, 55) with the AK-47, 5 ticks at a time."


def test_what_is_watched_and_whom_it_hit_all_may_read() -> None:
    began = act(facing(60, YARD, ann=sheet()), "watch", area="Yard")
    text = REFLEX.lines(only(began, WatchBegan), PUBLIC)[0].text
    assert text == "Ann watches yard with the AK-47, 5 ticks at a time."
    quick = act(facing(60, YARD, ann=sheet(ooda=15)), "watch", area="Yard")
    text = REFLEX.lines(only(quick, WatchBegan), PUBLIC)[0].text
    assert text == "Ann watches yard with the AK-47, 1 tick at a time."
    broken = only(comes(on_watch(), 20, 20), WatchBroken)
    text = REFLEX.lines(broken, PUBLIC)[0].text
    assert text == "Ann has waited for Guard, and acts on tick 11."


def within(scene: ReflexScene, *faces: int, east_m: float = 2, **inputs: Any) -> Decision[State, SceneState]:
    """Guard, who stands in the middle of the yard, runs so far eastward."""
    return comes(put(scene, "Guard", north(55)), *faces, east_m=east_m, **inputs)


def kinds(done: Decision[State, SceneState]) -> list[str]:
    return [type(each).__name__ for each in done.events]


def test_whoever_moves_in_a_watched_area_is_fired_at_where_it_sets_off() -> None:
    for east_m in (2, 6):
        done = within(on_watch(), 20, 20, east_m=east_m)
        told = ["Moved", "WatchBroken", "ShotFired", "TimeSpent", "SlotMoved", "Stood"]
        assert kinds(done)[2:] == told
        assert only(done, ShotFired).range_m == 55
        assert done.scene.ground is not None
        assert done.scene.ground.places["Guard"] == north(55, east_m)


def test_nobody_is_fired_at_who_stays_where_it_is() -> None:
    assert every(within(on_watch(), metres=0), WatchBroken) == []
    stays = put(on_watch(), "Guard", north(55))
    assert every(act(stays, "stance", actor="Guard", to="prone"), WatchBroken) == []


def test_whoever_comes_out_in_a_watched_area_is_fired_at_where_it_stops() -> None:
    shed = Piece("Shed", Path((north(54, -2), north(54, 2))), "brick_wall", top_cm=250)
    done = within(on_watch(shed), 20, 20, east_m=2.8)
    assert kinds(done)[2:] == ["Moved", "Stood", "Sighted", "WatchBroken", "ShotFired", "TimeSpent", "SlotMoved"]
    assert every(within(on_watch(shed), east_m=0.5), WatchBroken) == []


@pytest.mark.parametrize(
    ("faces", "wounded", "dazed"), [((3, 6, 6, 6, 6, 6), "left leg", False), ((5, 4), "torso", True)]
)
def test_whoever_a_shot_stops_as_it_sets_off_stays_where_it_stood(
    faces: tuple[int, ...], wounded: str, *, dazed: bool
) -> None:
    order = orders.Act(actor="Guard", action="move", inputs={"to": AtPlace(north(55, 2)), "pace": "run"})
    scene = put(on_watch(), "Guard", north(55))
    done = decide(REFLEX, scene, order, lambda *_: FirstThese(1, 1, *faces, *WORST, *WORST))
    assert (only(done, Wounded).place, bool(every(done, Shocked))) == (wounded, dazed)
    assert (every(done, FellDown), only(done, FellShort).short_cm) == ([], 200)
    assert done.scene.ground is not None
    assert done.scene.ground.places["Guard"] == north(55)


def test_who_watches_fires_at_nobody_whom_another_has_put_down() -> None:
    scene = ordered(on_watch(), orders.Enlist(name="Bea", owner=8, side="Ann", sheet=sheet()), 20, 20).scene
    overwatch = state(scene).turn.overwatch
    scene = with_state(scene, "Bea", state(scene, "Bea").with_turn(overwatch=overwatch))
    order = orders.Act(actor="Guard", action="move", inputs={"to": AtPlace(north(55, -6)), "pace": "run"})
    done = decide(REFLEX, scene, order, lambda *_: FirstThese(1, 1, 5, 4, *WORST, *WORST))
    assert [each.actor for each in every(done, WatchBroken)] == ["Ann", "Bea"], "who is in shock is not down"
    weak = changed(scene, "Guard", wounds={"head": Degree.SERIOUS})
    done = decide(REFLEX, weak, order, lambda *_: FirstThese(1, 1, 5, 1, *WORST, *WORST))
    assert (only(done, WatchBroken).actor, only(done, KnockedOut).actor) == ("Ann", "Guard")
    assert only(done, TookHeart).actor == "Ann"


def test_whoever_gets_out_or_drives_where_it_is_watched_is_fired_at() -> None:
    for kmh in (0, 30):
        game = watched_lot()
        game.act("Car", "drive", *(FAIL if kmh else ()), kmh=kmh)
        assert [each.target for each in game.every(WatchBroken)] == ["Car"] * bool(kmh)
    game = watched_lot()
    game.act("Ann", "board", *FAIL, target="Car")
    assert game.one(WatchBroken).target == "Ann"


def test_nobody_fires_at_whom_one_of_their_own_drags_along() -> None:
    game = watched_lot()
    game.join("Cal", *FAIL, owner=0)
    game.do(orders.PutAt(actors=("Cal",), where=there(50, 57), apart_cm=0, reason=""))
    game.do(orders.PutAt(actors=("Ann",), where=there(50, 58), apart_cm=0, reason=""))
    game.act("Cal", "correct", initiative=game.tick("Ann"))
    game.scene = msgspec.structs.replace(gripped(game.scene, "Ann", "Cal", 1, MARK), before={})
    game.act("Cal", "move", 1, 1, *FAIL, to=there(50, 54))
    assert game.one(Entered).actor == "Cal"
    assert place_of(game, "Ann") == place_of(game, "Cal")
    assert not game.every(WatchBroken)


def watched_lot() -> Game:
    """Bob watches a car, of which Ann has but to get out."""
    game = lot("motorcycle")
    game.act("Bob", "watch", to=there(50, 50))
    return game


@pytest.mark.parametrize(
    "change",
    [
        lambda scene: laid(scene, wall(30, 250)),
        lambda scene: changed(scene, "Ann", threats={"combat": 1, "told": 30}),
        lambda scene: changed(scene, "Ann", unconscious=True),
        lambda scene: rearmed(scene, "Ann", "AK-47", loaded=0),
        lambda scene: msgspec.structs.replace(scene, combatants=_side(scene, "Guard", "Ann")),
        lambda scene: ordered(scene, orders.Show(actor="Guard", hidden=True)).scene,
    ],
)
def test_who_cannot_fire_or_does_not_want_to_goes_on_watching(change: Any) -> None:
    done = comes(change(on_watch()))
    assert every(done, Entered)
    assert not every(done, WatchBroken)
    assert not every(done, ShotFired)


def _side(scene: ReflexScene, actor: str, side: str) -> dict[str, Any]:
    return {**scene.combatants, actor: msgspec.structs.replace(scene.combatants[actor], side=side)}


@pytest.mark.parametrize(
    ("since", "each", "mode", "tick"),
    [
        (26, 5, "snap", 11),
        (26, 6, "snap", 8),
        (26, 1, "snap", 12),
        (22, 5, "snap", 12),
        (12, 5, "snap", 7),
        (12, 6, "snap", None),
        (12, 5, "aimed", None),
        (13, 5, "aimed", 8),
    ],
)
def test_a_watcher_fires_where_a_wait_ends_before_the_move_does(
    since: int, each: int, mode: str, tick: int | None
) -> None:
    scene = on_watch()
    overwatch = state(scene).turn.overwatch
    assert overwatch is not None
    other = msgspec.structs.replace(overwatch, since=since, each=each, mode=mode)
    scene = with_state(scene, "Ann", state(scene).with_turn(overwatch=other))
    faces = (20, 20) if tick else ()
    assert [broken.tick for broken in every(comes(scene, *faces), WatchBroken)] == ([tick] if tick else [])


def test_a_watch_is_over_with_the_exchange_and_with_whoever_kept_it() -> None:
    scene = on_watch(area="", to=AtPlace(north(30)))
    while scene.state.phase == "exchange":
        done = ordered(scene, orders.GoOn())
        scene = done.scene
    assert only(done, AreaGone).key == "reflex.watched\nAnn"
    assert state(scene).turn.overwatch is None
    gone = ordered(on_watch(area="", to=AtPlace(north(30))), orders.Release(actor="Ann")).scene
    assert every(act(gone, "wait", actor="Guard"), AreaGone)


def test_what_cannot_be_watched_is_refused() -> None:
    scene = facing(60, YARD, patch("lair", 20, hidden=True), ann=sheet(weapons=[{"kind": "knife", "held": True}]))
    for place, words in (
        ({"area": "yard"}, "reaches nobody who comes there"),
        ({"area": "lair"}, "There is no area 'lair'. There is: yard."),
        ({}, "Watch what?"),
    ):
        with pytest.raises(RuleViolation, match=re.escape(words)):
            act(scene, "watch", **place)
    with pytest.raises(RuleViolation, match="distances are told"):
        act(fight(), "watch", area="yard")


def test_nobody_watches_with_a_burst_that_the_gun_does_not_fire() -> None:
    with pytest.raises(RuleViolation, match="It does not fire 3 at a time"):
        act(facing(60, YARD), "watch", area="yard", rounds=3)


def test_nobody_watches_along_what_takes_a_crew() -> None:
    scene = facing(60, YARD, ann=sheet(weapons=[{"kind": "mortar", "held": True}]))
    with pytest.raises(RuleViolation, match="has no Speed"):
        act(scene, "watch", area="yard")


def test_what_somebody_watches_has_no_name_and_is_offered_to_nobody() -> None:
    scene = on_watch(area="", to=AtPlace(north(55)))
    assert scene.ground is not None
    assert len(scene.ground.areas) == 2
    assert [each.value for each in REFLEX.candidates(scene, "watch", "area", {"actor": "Guard"})] == ["yard"]


def test_the_areas_that_one_knows_of_are_offered() -> None:
    scene = facing(60, YARD, patch("lair", 20, hidden=True))
    offered = REFLEX.candidates(scene, "watch", "area", {"actor": "Ann"})
    assert [each.value for each in offered] == ["yard"]
    assert [each.value for each in REFLEX.candidates(scene, "watch", "area", {"actor": "Guard"})] == ["yard", "lair"]
    assert list(REFLEX.candidates(fight(), "watch", "area", {})) == []


@pytest.mark.parametrize(("braced", "recoil"), [(True, 5), (False, 7)])
def test_who_watches_fires_with_the_bipod_on_what_it_rests_on(braced: bool, recoil: int) -> None:
    scene = on_watch(braced=braced)
    scene = rearmed(scene, "Ann", "AK-47", bipod_down=True)
    assert only(comes(scene, 20, 20), ShotFired).recoil == recoil
