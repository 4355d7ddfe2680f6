"""Who comes back into an exchange of fire behind its tick has waited, and not a tick is won by going."""

from __future__ import annotations

import msgspec
import pytest

from bot.core import orders
from bot.core.events import SlotMoved
from bot.core.scene import with_combatant, with_state
from bot.core.timeline import Slot
from bot.rulesets.reflex.close.events import ControlSet, Ended
from bot.rulesets.reflex.hazards.events import AirReturned
from bot.rulesets.reflex.kinds import Lies
from bot.rulesets.reflex.kit import Fuse, Item
from bot.rulesets.reflex.person.control import victims
from bot.rulesets.reflex.state import Breath, State
from bot.rulesets.reflex.time.events import TimeSpent
from tests.rulesets.reflex.gripping import MARK, gripped
from tests.rulesets.reflex.playing import FAIL, Game
from tests.rulesets.reflex.standing import stand, there
from tests.rulesets.reflex.test_underway import duel, ends, shoot

SHEET = 7
_with = msgspec.structs.replace


def leave(game: Game, actor: str) -> State:
    """Somebody goes who has a sheet to come back with; the state it goes with."""
    game.scene = with_combatant(game.scene, _with(game.scene.combatants[actor], sheet_id=SHEET))
    game.do(orders.Release(actor=actor))
    return game.scene.away[SHEET].combatant.state


def come_back(game: Game) -> None:
    """Whoever went comes back."""
    was = game.scene.away[SHEET].combatant
    sheet = msgspec.to_builtins(game.ruleset.project(was))
    game.do(orders.Enlist(name=was.actor, owner=was.owner, side=was.side, sheet=sheet, sheet_id=SHEET))


def three() -> Game:
    """Ann on tick 15, Bob on 12, Cal on 9."""
    game = Game()
    for name, load in (("Ann", "unencumbered"), ("Bob", "light"), ("Cal", "moderate")):
        game.join(name, encumbrance=load, attributes={"cuf": 10 - len(game.scene.combatants)})
    game.start(*FAIL * 3)
    return game


def slot_of(game: Game, actor: str) -> Slot:
    """The next slot of somebody."""
    slot = game.scene.slot(actor)
    assert slot is not None
    return slot


def test_whoever_was_away_has_waited_for_the_last_tick_that_was_seen_to_be_played() -> None:
    game = three()
    leave(game, "Ann")
    game.go_on()
    come_back(game)
    assert (game.one(TimeSpent).ticks, game.tick("Ann"), game.state("Ann").turn.initiative) == (3, 12, 12)
    assert game.now() == ("Ann",)


def test_whoever_is_back_before_its_tick_has_waited_for_nothing() -> None:
    game = three()
    leave(game, "Cal")
    game.go_on()
    come_back(game)
    assert (game.kinds(), game.tick("Cal")) == (["Enlisted"], 9)


def test_whoever_cannot_act_waits_for_nothing() -> None:
    game = three()
    leave(game, "Ann")
    away = game.scene.away[SHEET]
    gone = _with(away.combatant, state=away.combatant.state.with_body(unconscious=True))
    game.scene = _with(game.scene, away={SHEET: _with(away, combatant=gone)})
    game.go_on()
    come_back(game)
    assert (game.kinds(), game.tick("Ann")) == (["Enlisted", "OddsCounted"], None)


def test_the_second_action_of_a_move_is_gone_with_its_tick() -> None:
    game = three()
    game.act("Ann", "move", pace="walk")
    assert slot_of(game, "Ann").kinds == ("second",)
    left = leave(game, "Ann").turn.initiative or 0
    game.go_on()
    come_back(game)
    assert slot_of(game, "Ann") == Slot((-min(left, 12),), "Ann", ("tactical",))


def test_an_action_that_would_have_taken_effect_meanwhile_is_lost() -> None:
    game = duel()
    game.join("Cy", *FAIL, encumbrance="overloaded")
    shoot(game, "Ed", "Boris")
    assert ends(game, "Ed") == 7
    leave(game, "Ed")
    shoot(game, "Boris", "Cy", mode="aimed")
    game.act("Cy", "wait", *FAIL)  # Boris fires meanwhile, and that ends on tick 2
    come_back(game)
    assert (game.one(TimeSpent).ticks, game.state("Ed").turn.underway) == (8, None)
    assert slot_of(game, "Ed") == Slot((-2,), "Ed", ("tactical",))


@pytest.mark.parametrize("left", [0, 1])
def test_nobody_has_a_slot_whose_ticks_are_used_up(left: int) -> None:
    game = three()
    game.act("Ann", "correct", initiative=15)
    leave(game, "Ann")
    away = game.scene.away[SHEET]
    tired = _with(away.combatant, state=away.combatant.state.with_turn(initiative=left))
    game.scene = _with(game.scene, away={SHEET: _with(away, combatant=tired)})
    game.go_on()
    come_back(game)
    assert game.one(SlotMoved).slots == ((Slot((-1,), "Ann", ("tactical",)),) if left else ())


def test_what_goes_by_in_a_pause_is_not_made_up_for() -> None:
    game = three()
    while game.scene.state.phase != "pause":
        game.go_on()
    assert game.now() == ("Ann",)
    leave(game, "Ann")
    game.go_on()
    come_back(game)
    assert (game.kinds(), game.scene.slot("Ann")) == (["Enlisted"], None)


@pytest.mark.parametrize("gone", ["Ann", "Bob"])
def test_nobody_comes_back_into_a_grip_or_with_one(gone: str) -> None:
    game = three()
    game.scene = gripped(gripped(game.scene, "Ann", "Bob", 6, MARK), "Cal", "Bob", 3, MARK)
    leave(game, gone)
    game.go_on()
    come_back(game)
    told = [(event.actor, event.target, event.control, event.ended) for event in game.every(ControlSet)]
    assert told == [(holder, "Bob", 0, Ended.UNABLE) for holder in ("Ann", "Cal") if gone == "Bob" or holder == gone]
    assert victims(game.scene, game.state("Ann")) == {}
    assert victims(game.scene, game.state("Cal")) == ({} if gone == "Bob" else {"Bob": 3})


def test_whoever_is_back_before_anybody_acts_is_held_as_before() -> None:
    game = three()
    game.scene = gripped(game.scene, "Ann", "Bob", 6, MARK)
    leave(game, "Bob")
    come_back(game)
    assert victims(game.scene, game.state("Ann")) == {"Bob": 6}


def test_whoever_is_back_in_a_later_period_is_held_by_nobody() -> None:
    game = three()
    game.scene = gripped(game.scene, "Ann", "Bob", 6, MARK)
    leave(game, "Bob")
    while game.scene.state.phase == "exchange":
        game.go_on()
    come_back(game)
    assert victims(game.scene, game.state("Ann")) == {}


def test_a_newcomer_joins_without_a_word_of_grips() -> None:
    game = three()
    game.scene = gripped(game.scene, "Ann", "Bob", 6, MARK)
    game.join("Dan", *FAIL)
    assert victims(game.scene, game.state("Ann")) == {"Bob": 6}


def test_a_grip_of_somebody_who_was_away_is_not_taken_for_one_on_another() -> None:
    game = three()
    game.scene = gripped(game.scene, "Ann", "Bob", 6, MARK)
    game.do(orders.Release(actor="Bob"))
    leave(game, "Ann")
    game.join("Dan", *FAIL)
    game.scene = ControlSet(actor="Cal", target="Dan", before=0, control=4).apply(game.scene)
    come_back(game)
    assert game.every(ControlSet) == []
    assert victims(game.scene, game.state("Ann")) == {}
    assert victims(game.scene, game.state("Cal")) == {"Dan": 4}


def test_who_was_put_out_of_reach_is_torn_from_whoever_comes_back() -> None:
    game = stand(three(), Ann=(50, 50), Bob=(50, 50.5), Cal=(50, 60))
    game.scene = gripped(game.scene, "Ann", "Bob", 6, MARK)
    leave(game, "Ann")
    come_back(game)
    assert victims(game.scene, game.state("Ann")) == {"Bob": 6}
    leave(game, "Ann")
    game.do(orders.PutAt(actors=("Bob",), where=there(50, 90)))
    come_back(game)
    torn = game.one(ControlSet)
    assert (torn.actor, torn.target, torn.ended) == ("Ann", "Bob", Ended.TORN)
    assert victims(game.scene, game.state("Ann")) == {}


def test_what_burns_in_the_hand_of_whoever_leaves_has_gone_off_by_the_next_exchange() -> None:
    game = three()
    grenade = Item(name="Grenade", held=True, explosive="hand_grenade")
    lit = game.state("Ann").with_kit(items={"Grenade": grenade}, fuses=(Fuse("Grenade", "hand_grenade", 3),))
    game.scene = with_state(game.scene, "Ann", lit)
    assert leave(game, "Ann").kit.fuses
    while game.scene.state.phase == "exchange":
        game.go_on()
    come_back(game)
    kit = game.state("Ann").kit
    assert (kit.fuses, kit.items["Grenade"].held, kit.items["Grenade"].lies) == ((), False, Lies.AWAY)


@pytest.mark.parametrize(("gas", "held"), [(True, False), (False, True)])
def test_whoever_left_in_a_cloud_that_is_gone_by_now_breathes(gas: bool, held: bool) -> None:
    game = three()
    game.act("Ann", "gas_release", 1, 1, 1, 1, radius_m=6, victims="Ann:2,Bob:2")
    breath = Breath(left=6, gas=gas)
    game.scene = with_state(game.scene, "Ann", game.state("Ann").with_body(breath=breath))
    leave(game, "Ann")
    game.act("Bob", "gas_clear")
    assert [event.actor for event in game.every(AirReturned)] == ["Bob"]
    come_back(game)
    assert game.state("Ann").body.breath == (breath if held else None)


def test_whoever_left_in_two_clouds_still_holds_the_breath_for_the_other() -> None:
    game = three()
    for gas in ("tear gas", "mustard gas"):
        game.act("Ann", "gas_release", *((1, 1) if gas == "tear gas" else ()), radius_m=6, gas=gas, victims="Ann:2")
    leave(game, "Ann")
    game.act("Bob", "gas_clear", gas="tear gas")
    come_back(game)
    assert game.state("Ann").body.breath is not None
    assert [cloud.inside for cloud in game.scene.state.clouds] == [("Ann",)]


@pytest.mark.parametrize(("cuf", "kinds"), [(1, ["Enlisted", "Broke"]), (9, ["Enlisted"])])
def test_a_will_that_the_changed_sheet_of_whoever_comes_back_no_longer_bears_breaks(cuf: int, kinds: list[str]) -> None:
    game = three()
    game.act("Ann", "morale_threat", kind="horror", amount=7)
    was = leave(game, "Ann")
    assert was.person.attributes.cuf == 10
    sheet = msgspec.to_builtins(game.ruleset.project(game.scene.away[SHEET].combatant))
    sheet["attributes"]["cuf"] = cuf
    game.do(orders.Enlist(name="Ann", owner=1, side="players", sheet=sheet, sheet_id=SHEET))
    assert game.kinds() == kinds
