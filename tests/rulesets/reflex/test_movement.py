from __future__ import annotations

from typing import Any

import pytest

from bot.core import engine, orders
from bot.core.errors import RuleViolation
from bot.core.events import RangeSet
from bot.rulesets.reflex.kinds import Pace
from bot.rulesets.reflex.person.physique import paces, usable_hands
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.events import SecondDeclined, TimeSpent
from bot.rulesets.reflex.time.moves import Boarded, Moved, PauseMoved
from tests.rulesets.reflex.grounding import facing, wall
from tests.rulesets.reflex.playing import FAIL, REFLEX, TABLES, Game, duel, sheet

BOOK = ReflexTables(TABLES)


def open_to(**places: Any) -> list[str]:
    return [pace.value for pace in paces(BOOK, REFLEX.enlist(sheet(**places), {}))]


@pytest.mark.parametrize(
    ("load", "fastest"),
    [("unencumbered", "sprint"), ("light", "run"), ("moderate", "trot"), ("heavy", "walk"), ("overloaded", "stagger")],
)
def test_load_limits_the_pace(load: str, fastest: str) -> None:
    assert open_to(encumbrance=load)[-1] == fastest


@pytest.mark.parametrize(
    ("degree", "fastest"),
    [("none", "sprint"), ("slight", "run"), ("moderate", "walk"), ("serious", "stagger"), ("critical", "crawl")],
)
def test_the_worse_leg_limits_the_pace(degree: str, fastest: str) -> None:
    wounds = {"left leg": degree, "right leg": "none"}
    assert open_to(encumbrance="unencumbered", condition={"wounds": wounds})[-1] == fastest


def test_a_lost_leg_only_crawls() -> None:
    assert open_to(condition={"lost": ["left leg"]}) == ["crawl"]


@pytest.mark.parametrize(
    ("stance", "allowed"),
    [
        ("standing", ["stagger", "walk", "trot", "run"]),
        ("kneeling", ["crawl", "stagger"]),
        ("sitting", []),
        ("prone", ["crawl"]),
    ],
)
def test_stance_limits_the_pace(stance: str, allowed: list[str]) -> None:
    assert open_to(condition={"stance": stance}) == allowed


def test_a_critical_arm_holds_nothing() -> None:
    state = REFLEX.enlist(sheet(condition={"wounds": {"right arm": "critical"}, "lost": []}), {})
    assert usable_hands(state) == ("left",)


def test_a_move_takes_five_ticks_and_leaves_a_second_action_on_the_same_tick() -> None:
    game = duel()
    game.act("Ann", "move", pace="run")
    assert game.one(TimeSpent).ticks == 5
    assert game.one(Moved).distance_m == 12
    assert "Ann" in game.now()
    game.act("Ann", "communicate", length="sentence")
    assert (game.one(TimeSpent).ticks, game.tick("Ann")) == (0, 7)


def test_without_a_pace_one_moves_as_fast_as_possible() -> None:
    game = duel()
    game.act("Ann", "move")
    assert game.one(Moved).pace is Pace.RUN


def test_the_second_action_may_be_declined() -> None:
    game = duel()
    game.act("Ann", "move")
    game.go_on(only="Ann")
    assert game.one(SecondDeclined).actor == "Ann"
    assert game.tick("Ann") == 7


def test_the_second_action_takes_at_most_five_ticks() -> None:
    game = duel()
    game.act("Ann", "move")
    with pytest.raises(RuleViolation, match="On the move nothing over 5 ticks"):
        game.act("Ann", "assess", extra=5)


@pytest.mark.parametrize("action", ["stance", "move", "board"])
def test_on_the_move_nobody_changes_stance_or_moves_again(action: str) -> None:
    game = duel()
    game.act("Ann", "move")
    with pytest.raises(RuleViolation, match=r"does not fit this moment\."):
        game.act("Ann", action, to="prone", what="car")


def test_what_is_for_another_moment_says_for_which() -> None:
    with pytest.raises(RuleViolation, match=r"^Treat does not fit this moment: it is for a pause\. Now only: Attack, "):
        duel().act("Ann", "treat")


def test_what_is_offered_instead_on_the_move_can_be_done_there() -> None:
    game = duel(skills={"longarm": 4}, weapons=[{"kind": "ak47"}])
    game.act("Ann", "move")
    with pytest.raises(RuleViolation) as refused:
        game.act("Ann", "attack", target="Bob", range_m=60.0, mode="aimed")
    assert "a short phrase (3), wait" in refused.value.remedy
    assert not any(words in refused.value.remedy for words in ("a Move", "step down"))


def test_the_second_action_may_use_up_the_last_ticks() -> None:
    game = duel(tick=5)
    game.act("Ann", "move")
    assert game.state("Ann").turn.initiative == 0
    game.act("Ann", "assess", 1, 1, extra=4)
    assert game.tick("Ann") is None


def test_five_ticks_must_be_left_to_move() -> None:
    game = duel(tick=5)
    game.act("Ann", "communicate", length="syllable")
    game.go_on(only="Bob")
    with pytest.raises(RuleViolation, match="has 4 ticks left"):
        game.act("Ann", "move")


def test_a_pace_that_is_not_open_is_refused_with_those_that_are() -> None:
    game = duel()
    with pytest.raises(RuleViolation, match="cannot sprint now") as refusal:
        game.act("Ann", "move", pace="sprint")
    assert refusal.value.remedy == "Open: stagger, walk, trot, run."


def test_who_sits_must_get_up_before_moving() -> None:
    game = duel(condition={"stance": "sitting"})
    with pytest.raises(RuleViolation, match="Nobody moves while sitting"):
        game.act("Ann", "move")


def test_one_may_stop_short_but_not_go_farther() -> None:
    game = duel()
    with pytest.raises(RuleViolation, match="farther than one can walk"):
        game.act("Ann", "move", pace="walk", metres=4.5)
    game.act("Ann", "move", pace="walk", metres=2.5)
    assert game.one(Moved).distance_m == 2.5


def test_a_sheet_names_its_own_metres() -> None:
    game = duel(move_m={"run": 15})
    game.act("Ann", "move", pace="run")
    assert game.one(Moved).distance_m == 15


@pytest.mark.parametrize(("away", "range_m"), [(False, 8), (True, 32)])
def test_moving_towards_somebody_changes_the_distance(away: bool, range_m: float) -> None:
    game = duel()
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=20))
    game.act("Ann", "move", target="Bob", away=away)
    assert game.one(RangeSet).range_m == range_m
    assert game.scene.range_m("Bob", "Ann") == range_m


def test_nobody_walks_past_the_one_approached() -> None:
    game = duel()
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=5))
    game.act("Ann", "move", target="Bob")
    assert game.one(RangeSet).range_m == 0


def test_a_distance_that_nobody_has_named_stays_open() -> None:
    game = duel()
    game.act("Ann", "move", target="Bob")
    assert not [event for event in game.events if isinstance(event, RangeSet)]


@pytest.mark.parametrize(("what", "moves"), [("open", 1), ("dismount", 1), ("car", 2), ("mount", 2), ("combat", 3)])
def test_getting_in_or_out_takes_one_to_three_moves(what: str, moves: int) -> None:
    game = duel(tick=15)
    game.act("Bob", "correct", initiative=0)
    for done in range(1, moves + 1):
        game.act("Ann", "board", what=what)
        assert (game.one(Boarded).done, game.one(Boarded).needed) == (done, moves)
        game.act("Ann", "wait")
    assert game.state("Ann").body.boarded == 0


def test_getting_into_something_else_begins_anew() -> None:
    game = duel(tick=15)
    game.act("Ann", "board", what="car")
    game.act("Ann", "wait")
    game.act("Bob", "wait")
    game.act("Ann", "board", what="mount")
    assert game.one(Boarded).done == 1


def in_pause(**places: Any) -> Game:
    game = Game()
    game.join("Ann", **places)
    game.start(*FAIL)
    while game.scene.state.phase == "exchange":
        game.go_on()
    game.act("Ann", "hold")
    return game


def test_walking_through_a_pause_covers_forty_metres() -> None:
    """RX-05."""
    game = in_pause()
    game.act("Ann", "pause_move", pace="walk")
    assert game.one(PauseMoved).distance_m == 40
    assert game.now() == ("Ann",)


def test_movement_in_a_pause_is_over_with_it_and_comes_once() -> None:
    game = in_pause()
    game.act("Ann", "pause_move", pace="walk", metres=10)
    with pytest.raises(RuleViolation, match="has moved in this pause already"):
        game.act("Ann", "pause_move")
    game.act("Ann", "rest")
    game.act("Ann", "hold", 1, 1)
    game.act("Ann", "pause_move")
    assert game.one(PauseMoved).distance_m == 120


def test_what_is_in_the_way_is_known_before_a_move_is_priced() -> None:
    """Else a panel offers it as possible, and refuses it when it is tapped."""
    move = orders.Act(actor="Ann", action="move", inputs={"target": "Guard"})
    assert engine.tried(REFLEX, facing(), move) == 5
    with pytest.raises(RuleViolation, match=r"^Wall is in the way\."):
        engine.tried(REFLEX, facing(60, wall(10)), move)
