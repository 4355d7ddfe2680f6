from __future__ import annotations

from typing import Any

import msgspec

from bot.core import orders
from bot.core.scene import Scene
from bot.core.views import GM, PUBLIC, Viewer, view
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game, duel


def line_on(game: Game, actor: str, viewer: Viewer = GM) -> str:
    return REFLEX.status(view(game.scene, viewer, REFLEX), actor, viewer).text


def clock(game: Game) -> str:
    return REFLEX.clock(game.scene).text


def run_out(game: Game) -> None:
    while game.scene.state.phase == "exchange":
        game.go_on()


def test_before_a_fight_there_is_no_time() -> None:
    game = Game()
    assert clock(game) == "No exchange of fire yet"
    game.join("Ann")
    game.act("Ann", "gas_release", *FAIL, radius_m=4, target="Ann")
    assert clock(game) == "No exchange of fire yet; gas in the air"


def test_the_clock_tells_the_tick() -> None:
    assert clock(duel()) == "Exchange 1, tick 12"
    assert REFLEX.clock_note(duel().scene) is None


def test_the_clock_tells_choices_and_pauses() -> None:
    game = duel()
    run_out(game)
    assert clock(game) == "Press or hold? after exchange 1"
    choosing = REFLEX.clock_note(game.scene)
    assert choosing is not None
    assert choosing.text == "Who presses fights on at once; if all hold, there is a pause."
    game.go_on()
    assert clock(game) == "Pause 1 after exchange 1"
    game.go_on()
    assert clock(game) == "Press or hold? after exchange 1 and pause 1"


def test_an_exchange_that_nobody_plays_has_no_tick() -> None:
    scene_state = msgspec.structs.replace(REFLEX.empty_state(), phase="exchange", exchange=1)
    assert REFLEX.clock(Scene(scene_state)).text == "Exchange 1"


def test_whose_turn_it_is_and_who_comes_later() -> None:
    game = duel(weapons=[{"kind": "ak47"}])
    assert line_on(game, "Ann") == "Ann: tick 12 now, AK-47 30/30"
    game.act("Bob", "wait")
    assert line_on(game, "Bob") == "Bob: tick 7"


def test_somebody_with_nothing_to_tell_is_ready() -> None:
    game = Game()
    game.join("Ann")
    assert line_on(game, "Ann") == "Ann: ready"


def test_posture_movement_and_cover_are_told() -> None:
    game = duel(condition={"stance": "kneeling"})
    game.act("Ann", "move", pace="crawl")
    state = game.state("Ann").with_body(cover="brick_wall")
    ann = msgspec.structs.replace(game.scene.combatants["Ann"], state=state)
    game.scene = msgspec.structs.replace(game.scene, combatants={**game.scene.combatants, "Ann": ann})
    assert (
        line_on(game, "Ann")
        == "Ann: tick 12 now, one more action on the move, kneeling, moving (crawl), behind brick wall"
    )


def test_choices_are_told_while_they_are_made() -> None:
    game = duel()
    run_out(game)
    assert line_on(game, "Ann") == "Ann: to choose"
    game.act("Ann", "press")
    assert line_on(game, "Ann") == "Ann: presses"


def test_who_gives_up_is_said_so_once() -> None:
    game = duel()
    run_out(game)
    game.act("Bob", "surrender")
    assert line_on(game, "Bob") == "Bob: surrendered"


def test_the_dead_are_said_to_be_dead_and_no_more_than_that() -> None:
    game = Game()
    game.join("Ann", condition=HURT)
    game.act("Ann", "correct", dead=True, unconscious=True)
    assert line_on(game, "Ann") == "Ann: torso moderate, head slight, dead"


def test_in_a_pause_the_cool_act_now_and_the_others_later() -> None:
    game = Game()
    game.join("Ann", attributes={"cuf": 9})
    game.join("Bob")
    game.start(*FAIL, *FAIL)
    run_out(game)
    game.go_on()
    assert line_on(game, "Ann") == "Ann: to act now"
    assert line_on(game, "Bob") == "Bob: acts in this pause"


def test_who_gave_up_initiative_acts_behind_the_last_tick() -> None:
    game = duel()
    game.do_at_least(orders.Act(actor="Ann", action="forgo", inputs={"task": "keep_watch"}))
    game.answer(game.question().default)
    assert line_on(game, "Ann") == "Ann: acts after the last tick"


HURT: dict[str, Any] = {
    "wounds": {"torso": "moderate", "head": "none"},
    "virtual": {"head": "slight"},
    "unstable": True,
}


def test_wounds_are_told_of_ones_own_side() -> None:
    game = duel(condition=HURT)
    assert line_on(game, "Ann", PUBLIC) == "Ann: tick 12 now, torso moderate, head slight, losing blood, threat 3/6"


def test_an_unhurt_place_is_not_told() -> None:
    game = duel()
    state = game.state("Ann").with_body(wounds={"torso": 0})
    ann = msgspec.structs.replace(game.scene.combatants["Ann"], state=state)
    game.scene = msgspec.structs.replace(game.scene, combatants={**game.scene.combatants, "Ann": ann})
    assert line_on(game, "Ann") == "Ann: tick 12 now"


def test_of_an_enemy_only_the_outward_is_told() -> None:
    game = Game()
    game.join("Bob", owner=0, weapons=[{"kind": "ak47"}], condition=HURT)
    assert line_on(game, "Bob", PUBLIC) == "Bob: AK-47"
    assert "torso moderate" in line_on(game, "Bob", GM)
    game.act("Bob", "correct", dead=True, surrendered=True)
    assert line_on(game, "Bob", PUBLIC) == "Bob: down, surrendered, AK-47"


def test_stowed_weapons_are_not_told() -> None:
    game = duel(weapons=[{"kind": "ak47"}, {"kind": "pistol"}])
    assert line_on(game, "Ann") == "Ann: tick 12 now, AK-47 30/30"


def test_whoever_moves_is_said_to_have_one_more_action() -> None:
    game = duel()
    assert "one more action" not in line_on(game, "Ann")
    game.act("Ann", "move")
    assert "one more action on the move" in line_on(game, "Ann")
    game.act("Ann", "wait")
    assert "one more action" not in line_on(game, "Ann")
