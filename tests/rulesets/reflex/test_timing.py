from __future__ import annotations

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import FightStarted
from bot.core.scene import with_state
from bot.core.terms import total
from bot.rulesets.reflex.kinds import Pace
from bot.rulesets.reflex.time.events import (
    ComposureChecked,
    ExchangeBegan,
    ExchangeEnded,
    Held,
    InitiativeRolled,
    PauseBegan,
    PauseEnded,
    PauseLetGo,
    Pressed,
    Surrendered,
    TimeSpent,
    Waited,
)
from bot.rulesets.reflex.time.timing import pace_of
from tests.rulesets.reflex.altering import altered
from tests.rulesets.reflex.playing import FAIL, Game, duel

NARROW = (7, 20)


def changed(game: Game, actor: str, **fields: object) -> None:
    """Set fields of somebody's state as a past fight would have left them."""
    combatant = game.scene.combatants[actor]
    state = altered(combatant.state, **fields)
    combatants = {**game.scene.combatants, actor: msgspec.structs.replace(combatant, state=state)}
    game.scene = msgspec.structs.replace(game.scene, combatants=combatants)


def alone(*faces: int, load: str = "light", **attributes: int) -> Game:
    game = Game()
    game.join("Ed", encumbrance=load, attributes=attributes)
    game.start(*faces)
    return game


@pytest.mark.parametrize(
    ("load", "tick"), [("overloaded", 5), ("heavy", 7), ("moderate", 9), ("light", 12), ("unencumbered", 15)]
)
def test_a_failed_check_leaves_the_initiative_of_the_load(load: str, tick: int) -> None:
    """RX-02 (moderate: 9) and the rest of table 5a."""
    assert alone(*FAIL, load=load).tick("Ed") == tick


def test_a_success_adds_twice_its_margin() -> None:
    """RX-01: OODA 8, heavy load, margin 6 begins on tick 19."""
    game = alone(2, 19, load="heavy", ooda=8)
    assert game.one(InitiativeRolled).outcome.margin == 6
    assert game.tick("Ed") == 19


def test_a_fight_begins_with_an_exchange_and_on_the_highest_tick_of_all() -> None:
    game = Game()
    game.join("Ann", encumbrance="heavy")
    game.join("Bob", encumbrance="light")
    game.start(*FAIL, *FAIL)
    assert (game.scene.state.phase, game.now()) == ("exchange", ("Bob",))
    assert (game.tick("Bob"), game.tick("Ann")) == (12, 7)


def test_an_action_moves_the_next_one_down_by_its_ticks() -> None:
    """RX-03: from tick 19, five ticks later is tick 14."""
    game = alone(2, 19, load="heavy", ooda=8)
    game.act("Ed", "communicate", length="sentence")
    assert game.one(TimeSpent).ticks == 5
    assert game.tick("Ed") == 14


def test_wounds_do_not_slow_the_wits() -> None:
    game = Game()
    game.join("Ed", condition={"wounds": {"head": "serious"}})
    game.start(*FAIL)
    assert game.one(InitiativeRolled).outcome.check.level_penalty == 0


def test_a_fight_without_anybody_begins_when_the_first_comes() -> None:
    game = Game()
    assert [type(event) for event in game.start()] == [FightStarted]
    game.join("Ed", *FAIL)
    assert game.scene.state.phase == "exchange"
    assert game.now() == ("Ed",)


def test_before_anybody_has_acted_a_newcomer_may_come_first() -> None:
    game = alone(*FAIL)
    game.join("Bob", 1, 1, attributes={"ooda": 8})
    assert game.now() == ("Bob",)
    assert game.tick("Bob") == 12 + 2 * 9


def test_later_a_newcomer_starts_at_most_on_the_tick_being_played() -> None:
    game = alone(*FAIL)
    game.act("Ed", "wait")
    game.join("Bob", 1, 1, attributes={"ooda": 8})
    assert game.one(InitiativeRolled).initiative == 7
    game.act("Ed", "wait")
    assert game.now() == ("Bob",)


def test_what_the_hidden_have_done_counts_for_no_newcomer() -> None:
    game = Game()
    game.scene = msgspec.structs.replace(game.scene, apart=True)
    game.join("Vasily", owner=0, hidden=True)
    game.start(*FAIL)
    game.act("Vasily", "wait")
    game.join("Bob", 1, 1, attributes={"ooda": 8})
    assert game.one(InitiativeRolled).initiative == 12 + 2 * 9


def test_a_newcomer_who_is_down_gets_no_slot() -> None:
    game = alone(*FAIL)
    game.join("Bob", condition={"dead": True})
    assert game.tick("Bob") is None


def test_a_newcomer_to_the_choice_chooses_and_one_to_a_pause_watches() -> None:
    game = alone(*FAIL)
    choose(game)
    game.join("Bob")
    game.act("Ed", "hold")
    assert game.now() == ("Bob",)
    game.act("Bob", "hold")
    game.join("Cat")
    assert game.scene.slot("Cat") is None


def choose(game: Game) -> None:
    """Let the exchange run out."""
    while game.scene.state.phase == "exchange":
        game.go_on()


def test_initiative_of_zero_ends_the_exchange_for_somebody() -> None:
    game = alone(*FAIL, load="overloaded")
    game.act("Ed", "communicate", length="sentence")
    assert game.events[1:3][0] == game.one(TimeSpent)
    assert game.one(TimeSpent).initiative == 0
    assert game.one(ExchangeEnded).exchange == 1


def test_no_action_may_take_more_ticks_than_are_left() -> None:
    game = alone(*FAIL, load="overloaded")
    game.act("Ed", "communicate", length="phrase")
    with pytest.raises(RuleViolation, match="takes 3 ticks") as refusal:
        game.act("Ed", "communicate", length="phrase")
    assert refusal.value.remedy == (
        "Still possible: look around (1), switch something on or off (1), one step down (2), wait."
    )


def test_waiting_may_go_below_zero_and_is_then_the_end() -> None:
    game = alone(*FAIL, load="overloaded", ooda=3)
    game.act("Ed", "wait")
    assert (game.one(TimeSpent).ticks, game.one(TimeSpent).initiative) == (6, 0)
    assert game.scene.state.phase == "choice"


@pytest.mark.parametrize(("ooda", "ticks"), [(1, 6), (4, 5), (7, 4), (10, 3), (13, 2), (15, 1), (20, 1)])
def test_the_quick_wait_less(ooda: int, ticks: int) -> None:
    game = alone(20, 20, load="unencumbered", ooda=min(ooda, 19))
    game.act("Ed", "wait")
    assert game.one(TimeSpent).ticks == ticks


@pytest.mark.parametrize(("until", "ticks"), [(11, 4), (8, 4), (7, 8), (4, 8), (3, 12), (1, 12), (0, 12)])
def test_waiting_until_a_tick_is_whole_waits(until: int, ticks: int) -> None:
    game = alone(*FAIL, ooda=7)
    game.act("Ed", "wait", until=until)
    assert (game.one(TimeSpent).ticks, game.one(TimeSpent).initiative) == (ticks, 12 - ticks)
    assert (game.one(Waited).times, game.one(Waited).each) == ((ticks // 4, 4) if ticks > 4 else (1, 0))


@pytest.mark.parametrize("until", [12, 13])
def test_what_has_come_is_not_waited_for(until: int) -> None:
    assert f"Tick {until} has come" in alone(*FAIL, ooda=7).refused("Ed", "wait", until=until)


def test_on_the_move_nobody_waits_until_anything() -> None:
    game = alone(*FAIL, ooda=7)
    game.act("Ed", "move", pace=Pace.WALK.value)
    assert "waits for nothing" in game.refused("Ed", "wait", until=3)


def test_equal_ticks_are_one_moment() -> None:
    """RX-46: both act on tick 12 whatever their actions cost, and who is put out on it still acts."""
    game = duel()
    assert game.now() == ("Ann", "Bob")
    game.act("Ann", "communicate", length="phrase")
    assert game.now() == ("Bob",)
    changed(game, "Bob", unconscious=True)
    game.act("Bob", "communicate", length="sentence")
    assert game.tick("Bob") is None
    assert game.now() == ("Ann",)


def test_what_the_gm_says_counts_at_once() -> None:
    game = duel()
    game.act("Bob", "correct", unconscious=True)
    assert game.now() == ("Ann",)


def test_who_is_put_out_before_the_tick_comes_loses_it() -> None:
    game = duel()
    game.act("Bob", "wait")
    game.act("Bob", "correct", dead=True)
    assert game.tick("Bob") is None


def test_somebody_who_was_out_at_the_opening_cannot_act() -> None:
    game = alone(*FAIL)
    changed(game, "Ed", unconscious=True)
    game.scene = msgspec.structs.replace(game.scene, opening={"Ed": game.state("Ed")})
    with pytest.raises(RuleViolation, match="Ed is unconscious"):
        game.act("Ed", "assess")
    game.act("Ed", "wait")
    assert game.scene.slot("Ed") is not None


def test_at_the_end_of_an_exchange_all_press_or_hold() -> None:
    game = duel()
    choose(game)
    assert game.one(ExchangeEnded).exchange == 1
    assert game.now() == ("Ann", "Bob")
    assert game.scene.agenda[0].kinds == ("choice",)


def test_one_who_presses_brings_a_new_exchange_and_a_bonus_of_five() -> None:
    game = duel()
    choose(game)
    game.act("Ann", "press")
    game.act("Bob", "hold", *FAIL, *FAIL)
    assert (game.tick("Ann"), game.tick("Bob")) == (17, 12)
    assert game.scene.state.exchange == 2
    assert [term.label for term in initiative_of(game, "Ann").terms] == ["light", "pressed"]


def initiative_of(game: Game, actor: str) -> InitiativeRolled:
    (found,) = [event for event in game.events if isinstance(event, InitiativeRolled) and event.actor == actor]
    return found


def test_the_bonus_for_pressing_counts_once() -> None:
    game = alone(*FAIL)
    for _ in range(2):
        choose(game)
        game.act("Ed", "press", *FAIL)
    choose(game)
    game.act("Ed", "hold")
    game.act("Ed", "rest")
    game.act("Ed", "hold", *FAIL, *FAIL)
    assert total(game.one(InitiativeRolled).terms) == 12


def test_the_bonus_for_pressing_is_lost_with_the_exchange_that_one_is_too_dazed_for() -> None:
    game = duel(tick=5)
    game.act("Ann", "damage", *NARROW, target="Bob", place="torso", degree="moderate")
    game.act("Ann", "wait")
    game.act("Bob", "press")
    game.act("Ann", "hold", *FAIL, *FAIL)
    assert (game.state("Bob").turn.dazed, game.state("Bob").turn.pressed) == (True, True)
    game.act("Ann", "wait")
    assert not game.state("Bob").turn.pressed


@pytest.mark.parametrize(
    ("bonus", "face", "margin", "lost"), [(3, 9, 0, 0), (3, 10, -1, 0), (5, 9, 2, 0), (9, 11, 0, 4)]
)
def test_003_89_a_hasty_ambush_helps_one_initiative_check_under_its_cap(
    bonus: int, face: int, margin: int, lost: int
) -> None:
    game = alone(*FAIL, ooda=6)
    choose(game)
    changed(game, "Ed", bonus=bonus)
    game.act("Ed", "press", face, 20)
    rolled = game.one(InitiativeRolled)
    assert [(term.label, term.value) for term in rolled.outcome.check.terms] == [("hasty_ambush", bonus)]
    assert (rolled.outcome.margin, rolled.outcome.check.lost) == (margin, lost)
    assert game.tick("Ed") == 12 + 5 + 2 * max(0, margin)
    assert game.state("Ed").turn.bonus == 0


def test_when_all_hold_a_pause_begins_in_order_of_coolness() -> None:
    game = Game()
    game.join("Ann", attributes={"cuf": 5})
    game.join("Bob", attributes={"cuf": 9})
    game.join("Cat", attributes={"cuf": 9})
    game.start(*FAIL, *FAIL, *FAIL)
    choose(game)
    game.go_on()
    assert game.one(PauseBegan).pauses == 1
    assert game.now() == ("Bob", "Cat")
    game.go_on()
    assert game.now() == ("Ann",)
    game.act("Ann", "rest")
    assert [type(event) for event in game.events[:1]] == [PauseLetGo]
    assert game.one(PauseEnded).pauses == 1


def test_003_90_in_a_pause_coolness_counts_as_it_is_at_present() -> None:
    game = Game()
    for name, cuf in (("Ann", 5), ("Bob", 7), ("Cat", 6)):
        game.join(name, attributes={"cuf": cuf})
    game.start(*FAIL, *FAIL, *FAIL)
    changed(game, "Ann", heart={"tango": 2})
    changed(game, "Bob", heart={"tango": -2})
    choose(game)
    game.go_on()
    order = []
    while game.scene.state.phase == "pause":
        order.append(game.now())
        game.go_on()
    assert order == [("Ann",), ("Cat",), ("Bob",)]


def paused(pauses: int, cuf: int = 6) -> Game:
    """Ed at the end of the given pause since the exchange."""
    game = alone(*FAIL, cuf=cuf)
    choose(game)
    for number in range(pauses):
        game.act("Ed", "hold", *(1, 1) * bool(number))
        game.act("Ed", "rest")
    return game


@pytest.mark.parametrize("pauses", [1, 2, 3])
def test_holding_after_a_pause_tests_the_nerve_at_the_number_of_pauses(pauses: int) -> None:
    """RX-04."""
    game = paused(pauses, cuf=8)
    game.act("Ed", "hold", 8 - pauses, 20)
    held = game.one(Held)
    assert held.outcome is not None
    assert held.outcome.check.target == 8 - pauses
    assert game.scene.state.phase == "pause"


def test_who_loses_the_nerve_presses_without_the_bonus() -> None:
    """RX-04: failure turns the hold into a press."""
    game = paused(2, cuf=8)
    game.act("Ed", "hold", 7, 20, *FAIL)
    assert game.one(ExchangeBegan).exchange == 2
    assert game.tick("Ed") == 12
    assert game.scene.state.pauses == 0


def test_holding_right_after_an_exchange_needs_no_nerve() -> None:
    game = paused(0)
    game.act("Ed", "hold")
    assert game.one(Held).outcome is None


def test_who_surrenders_takes_no_part_in_the_next_exchange_and_may_choose_again() -> None:
    game = duel()
    choose(game)
    game.act("Bob", "surrender")
    assert game.one(Surrendered).actor == "Bob"
    game.act("Ann", "press", *FAIL)
    assert game.tick("Bob") is None
    choose(game)
    assert game.now() == ("Ann", "Bob")
    game.act("Bob", "press")
    game.act("Ann", "hold", *FAIL, *FAIL)
    assert game.tick("Bob") == 17


def test_who_surrendered_does_nothing_in_a_pause() -> None:
    game = duel()
    choose(game)
    game.act("Bob", "surrender")
    game.act("Ann", "hold")
    assert game.now() == ("Ann",)


def test_who_has_been_in_shock_must_come_to_before_each_exchange() -> None:
    game = duel()
    choose(game)
    changed(game, "Ann", shock=True, shocked=True)
    game.act("Ann", "press")
    game.act("Bob", "press", 20, 20, *FAIL)
    assert not game.one(ComposureChecked).outcome.succeeded
    assert game.state("Ann").turn.dazed
    assert game.tick("Ann") is None
    choose(game)
    game.act("Ann", "press")
    game.act("Bob", "press", 1, 20, *FAIL, *FAIL)
    assert game.tick("Ann") == 17
    assert not game.state("Ann").body.shock


def test_the_unconscious_neither_roll_nor_choose() -> None:
    game = duel()
    game.act("Bob", "correct", unconscious=True)
    choose(game)
    assert game.now() == ("Ann",)
    game.act("Ann", "press", *FAIL)
    assert game.tick("Bob") is None


def test_with_nobody_awake_the_fight_still_goes_on_by_holding() -> None:
    game = alone(*FAIL)
    game.act("Ed", "correct", unconscious=True)
    assert game.now() == ("Ed",)
    with pytest.raises(RuleViolation, match="cannot press"):
        game.act("Ed", "press")
    game.act("Ed", "hold")
    assert game.scene.state.pauses == 1
    game.go_on()
    assert game.scene.state.pauses == 2


def test_a_pause_in_which_somebody_falls_goes_on_without_them() -> None:
    game = Game()
    game.join("Ann", attributes={"cuf": 9})
    game.join("Bob", attributes={"cuf": 5})
    game.start(*FAIL, *FAIL)
    choose(game)
    game.go_on()
    game.act("Bob", "correct", unconscious=True)
    assert game.tick("Bob") is None


def test_pressing_is_told_by_name() -> None:
    game = duel()
    choose(game)
    game.act("Ann", "press")
    assert game.one(Pressed).actor == "Ann"


def test_defaults_are_to_wait_to_hold_and_to_rest() -> None:
    game = alone(*FAIL)
    game.go_on()
    assert game.one(TimeSpent).ticks == 5
    choose(game)
    game.go_on()
    assert game.one(PauseBegan).pauses == 1
    game.go_on()
    assert game.one(PauseLetGo).actor == "Ed"


def test_movement_lasts_until_the_next_action_has_come() -> None:
    game = duel()
    game.act("Ann", "move", pace="run")
    game.act("Ann", "wait")
    assert pace_of(game.scene, "Ann") is Pace.RUN
    game.act("Bob", "wait")
    assert game.now() == ("Ann", "Bob")
    assert pace_of(game.scene, "Ann") is Pace.STILL
    assert game.state("Ann").body.moving is Pace.RUN


def test_the_end_of_an_exchange_ends_movement_and_recoil() -> None:
    game = alone(*FAIL, load="overloaded")
    game.act("Ed", "move", pace="stagger")
    game.act("Ed", "wait")
    assert game.scene.state.phase == "choice"
    assert game.state("Ed").body.moving is Pace.STILL
    assert game.state("Ed").turn.initiative is None


def test_releasing_everybody_and_coming_back_goes_on_in_the_same_exchange() -> None:
    game = alone(*FAIL)
    game.do(orders.Release(actor="Ed"))
    game.join("Bob", *FAIL)
    assert game.now() == ("Bob",)
    assert game.scene.state.exchange == 1


@pytest.mark.parametrize(("out", "exchange"), [((), 2), (("Ann",), 1), (("Ann", "Bob"), 2)])
def test_who_is_put_out_presses_no_more_unless_all_are(out: tuple[str, ...], exchange: int) -> None:
    game = duel()
    for actor in ("Ann", "Bob"):
        game.act(actor, "correct", initiative=0)
    game.act("Ann", "press")
    for actor in out:
        game.scene = with_state(game.scene, actor, game.state(actor).with_body(unconscious=True))
    game.do_at_least(orders.Act(actor="Bob", action="hold"))
    assert (game.scene.state.exchange, game.scene.state.pauses) == (exchange, exchange == 1)
