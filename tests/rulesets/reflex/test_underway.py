"""Advanced timing: an action takes effect on the tick on which it ends, and may be lost before that."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.core import engine, orders
from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.events import Event, Released
from bot.core.scene import Question
from bot.core.source import Unanswered
from bot.core.views import GM, PUBLIC, Viewer, view
from bot.rulesets.reflex.attacks.rules import dives
from bot.rulesets.reflex.close.events import Struck
from bot.rulesets.reflex.kinds import Pace
from bot.rulesets.reflex.person.events import Corrected
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.time.events import ActionBegun, ActionEnded, ActionLost, Assessed, TimeSpent, Waited
from bot.rulesets.reflex.time.ticks import tick_of
from bot.rulesets.reflex.time.underway import bring_to_end, put_off
from bot.rulesets.reflex.traps import Ambush, Mine
from bot.rulesets.reflex.wounds.events import Hit, LostHold
from tests.rulesets.game import play_on
from tests.rulesets.reflex.playing import REFLEX, Game

BATTLE_RIFLE = {"kind": "ak47", "name": "rifle", "speed": [3, 6, 8], "recoil": 1}
FIGHTER: dict[str, Any] = {
    "skills": {"longarm": 4},
    "attributes": {"coordination": 9, "muscle": 9, "ooda": 6},
    "weapons": [BATTLE_RIFLE],
    "encumbrance": "heavy",
}
HIT, MISS = (9, 20), (20, 20)
FAIL = (20, 20)


def duel(initiative: int = 10, *, owner: int = 2, **options: Any) -> Game:
    """Ed and Boris, both on tick ten."""
    game = Game(**{"visual_penalty": False, "advanced_timing": True, **options})
    game.join("Ed", **FIGHTER)
    game.join("Boris", owner=owner, **FIGHTER)
    game.start(*FAIL, *FAIL)
    for name in ("Ed", "Boris"):
        game.act(name, "correct", initiative=initiative)
    return game


def shoot(game: Game, actor: str, target: str, *faces: int, mode: str = "hip") -> None:
    game.act(actor, "attack", *faces, target=target, mode=mode, range_m=150, rounds=1)


def ends(game: Game, actor: str) -> int:
    """The tick of somebody's next slot."""
    slot = game.scene.slot(actor)
    assert slot is not None
    return tick_of(slot.key)


def kinds(game: Game) -> list[str]:
    return [type(event).__name__ for event in game.events]


def test_rx_47_the_faster_shot_comes_first_and_the_aim_is_lost() -> None:
    game = duel()
    shoot(game, "Ed", "Boris")
    shoot(game, "Boris", "Ed", *MISS, mode="aimed")  # the faces are those of Ed's shot, which ends on tick 7
    assert [(shot.actor, shot.hit) for shot in game.events if isinstance(shot, ShotFired)] == [("Ed", False)]
    assert (ends(game, "Ed"), ends(game, "Boris"), game.now()) == (7, 2, ("Ed",))
    serious = (3, 20, 6, 2, 1, 1, 20, 20)  # margin 3: 10 damage to the right forearm; no shock, but the hand lets go
    shoot(game, "Ed", "Boris", *serious)
    assert any(isinstance(event, LostHold) for event in game.events)
    assert (ends(game, "Ed"), ends(game, "Boris")) == (4, 2)
    game.act("Ed", "wait")
    assert [event.actor for event in game.events if isinstance(event, ActionLost)] == ["Boris"]
    assert not any(isinstance(event, ShotFired) for event in game.events)
    assert (game.state("Boris").turn.initiative, game.now()) == (2, ("Boris",))


def test_what_can_still_be_done_takes_effect_at_its_end() -> None:
    game = duel()
    shoot(game, "Ed", "Boris")
    shoot(game, "Boris", "Ed", *MISS, mode="aimed")
    game.act("Ed", "wait", *MISS)
    assert [(event.actor, event.cost_ticks) for event in game.events if isinstance(event, ShotFired)] == [("Boris", 8)]
    assert ends(game, "Boris") == 2


def test_what_ends_next_takes_effect_when_who_was_to_act_before_it_has_left() -> None:
    game = duel()
    game.act("Ed", "stance", to="prone")
    assert game.now() == ("Boris",)
    game.do(orders.Release(actor="Boris"))
    assert kinds(game) == ["Released", "ActionEnded", "StanceChanged", "TimeSpent", "SlotMoved"]
    assert game.now() == ("Ed",)


def test_two_shots_that_end_together_both_hit() -> None:
    game = duel()
    shoot(game, "Ed", "Boris")
    deadly = (1, 1, 3, 2, 20, 20)
    shoot(game, "Boris", "Ed", *deadly, *deadly)
    assert [shot.actor for shot in game.events if isinstance(shot, ShotFired)] == ["Boris", "Ed"]
    assert all(shot.hit for shot in game.events if isinstance(shot, ShotFired))


def test_an_action_under_way_is_kept_as_it_was_typed() -> None:
    game = duel()
    typed = {"target": "Boris", "range_m": 150, "rounds": 1, "modifier": 0, "hidden": False}
    game.act("Ed", "attack", **typed)
    assert orders.parsed(game.scene.state.orders["Ed"]) == orders.Act(actor="Ed", action="attack", inputs=typed)


def test_movement_begins_at_once() -> None:
    game = duel()
    game.act("Ed", "move", pace="walk")
    assert game.state("Ed").body.moving == "walk"
    game.act("Ed", "assess", *FAIL)
    assert any(isinstance(event, Assessed) for event in game.events)


def test_whoever_begins_something_stands_still() -> None:
    game = duel()
    game.act("Ed", "move", pace="walk")
    game.act("Ed", "wait")
    game.act("Boris", "wait")
    shoot(game, "Ed", "Boris")
    assert game.state("Ed").body.moving == "still"


@pytest.mark.parametrize(
    ("action", "inputs", "why"),
    [
        ("attack", {"target": "Boris", "weapon": "nothing", "range_m": 150}, "No weapon is called"),
        ("deactivate", {"item": "rifle"}, "has no bipod"),
        ("hand_over", {"target": "Boris", "item": "rifle"}, "cannot take it now"),
        ("mine_detonate", {"mine": "charge"}, "Who is how far from it?"),
        ("mine_detonate", {"mine": "late", "target": "Boris"}, "Nobody can tell who will be right over it"),
    ],
)
def test_an_impossible_action_is_refused_when_it_is_declared(action: str, inputs: dict[str, Any], why: str) -> None:
    game = duel()
    lying: dict[str, Any] = {"kind": "ied", "explosive": "he_40mm", "open": True}
    mines = {key: Mine(title=key, trigger=by, **lying) for key, by in (("charge", "command"), ("late", "fuse"))}
    game.scene = replace(game.scene, state=replace(game.scene.state, mines=mines))
    assert why in game.refused("Ed", action, **inputs)
    assert set(game.now()) == {"Ed", "Boris"}


def test_what_takes_no_time_is_done_at_once() -> None:
    game = duel()
    game.act("Ed", "ditch", item="rifle")
    assert kinds(game)[0] == "Ditched"


def test_who_is_busy_cannot_block() -> None:
    game = duel()
    shoot(game, "Ed", "Boris", mode="aimed")
    game.act("Boris", "attack", 1, 1, 3, 2, target="Ed", weapon="bare hands", mode="blind", range_m=1)
    (struck,) = [event for event in game.events if isinstance(event, Struck)]
    assert struck.margin >= 0
    assert game.scene.pending is None


def test_the_end_of_the_exchange_ends_what_is_under_way() -> None:
    game = duel(initiative=3)
    shoot(game, "Ed", "Boris")
    game.act("Boris", "wait", *MISS)
    assert game.scene.state.phase == "choice"
    assert game.state("Ed").turn.underway is None


def hit(event: Event) -> str | None:
    return ("hit" if event.hit else "miss") if isinstance(event, ShotFired) else None


def test_odds_are_those_of_the_action_itself() -> None:
    game = duel()
    order = orders.Act(
        actor="Ed", action="attack", inputs={"target": "Boris", "mode": "hip", "range_m": 150, "rounds": 1}
    )
    found = engine.odds(
        REFLEX, game.scene, order, lambda event: str(event.hit) if isinstance(event, ShotFired) else None
    )
    assert found["True"] == 1 - Fraction(14, 20) ** 2


def test_an_action_whose_target_has_left_is_lost_at_its_end() -> None:
    game = duel()
    shoot(game, "Ed", "Boris")
    game.do(orders.Release(actor="Boris"))
    assert [event.actor for event in game.events if isinstance(event, ActionLost)] == ["Ed"]
    assert ends(game, "Ed") == 7


def test_a_fight_of_an_earlier_release_that_waits_for_an_end_goes_on_with_it() -> None:
    game = duel()
    game.act("Ed", "stance", to="prone")
    play = play_on(REFLEX, game.scene, advanced_timing=True)
    play.tell(Released(actor="Boris"))
    game.scene = play.scene
    assert game.now() == ("Ed",)
    game.go_on()
    assert kinds(game) == ["ActionEnded", "StanceChanged", "TimeSpent", "SlotMoved"]


@pytest.mark.parametrize(("first_m", "then_m", "told"), [(20, 150, [3, 2]), (150, 20, [5]), (20, 20, [5])])
def test_an_action_takes_the_ticks_with_which_it_began(first_m: int, then_m: int, told: list[int]) -> None:
    """A shot at somebody nearer than the weapon's optimum takes two ticks more; the distance changes before its end."""
    game = duel(recoil=True)
    game.do(orders.SetRange(actor="Ed", target="Boris", range_m=first_m))
    game.act("Ed", "attack", target="Boris", mode="hip", rounds=1)
    game.do(orders.SetRange(actor="Ed", target="Boris", range_m=then_m))
    game.act("Boris", "wait", *MISS)
    spent = [event for event in game.events if isinstance(event, TimeSpent) and event.actor == "Ed"]
    assert [event.ticks for event in spent] == told
    assert (spent[-1].initiative, ends(game, "Ed")) == (5, 5)
    state = game.state("Ed")
    assert (state.turn.initiative, state.turn.carried is not None) == (5, True), "the rest steadies nobody"
    texts = [row.text for event in spent for row in engine.lines(REFLEX, event, PUBLIC)]
    assert texts[1:] == ["2 ticks more, as many as it began with; Ed next on tick 5."][: len(told) - 1]


def test_fire_on_an_area_goes_on_where_it_has_taken_longer_than_it_would_now() -> None:
    game = duel(recoil=True)
    game.do(orders.SetRange(actor="Ed", target="Boris", range_m=20))
    game.act("Ed", "suppress", target="Boris", area="gate", rounds=4)
    game.do(orders.SetRange(actor="Ed", target="Boris", range_m=150))
    game.act("Boris", "wait")
    game.act("Boris", "wait")
    assert [event.ticks for event in game.every(TimeSpent) if event.actor == "Ed"] == [6, 2]
    (area,) = game.scene.state.areas
    assert area.covered


def test_the_tracker_says_until_when_somebody_is_busy() -> None:
    game = duel()
    shoot(game, "Ed", "Boris")
    assert "busy until tick 7" in REFLEX.status(game.scene, "Ed", GM).text


def test_everybody_reads_who_is_busy_and_nobody_with_what() -> None:
    game = duel()
    shoot(game, "Ed", "Boris")
    (begun,) = [event for event in game.events if isinstance(event, ActionBegun)]
    assert [line.text for line in REFLEX.lines(begun, PUBLIC)] == ["Ed is busy until tick 7."]
    assert all(REFLEX.lines(event, GM) == () for event in game.events if type(event).__name__ == "ActionKept")


def rolling(play: ReflexPlay, order: orders.Act) -> None:
    play.roll(Ask("luck", 1, 6))
    play.tell(Waited(actor=order.actor))


def asking(play: ReflexPlay, order: orders.Act) -> None:
    play.ask(Question("luck", order.actor, "luck", ("yes", "no"), "no"))
    play.tell(Waited(actor=order.actor))


def test_what_rolls_before_it_names_its_time_is_not_kept_waiting() -> None:
    order = orders.Act(actor="Ed", action="gamble")
    play = play_on(REFLEX, duel().scene, 4, advanced_timing=True)
    put_off(play, order, rolling, dives)
    assert play.events == [Waited(actor="Ed")]


def test_what_asks_before_it_names_its_time_is_not_kept_waiting() -> None:
    order = orders.Act(actor="Ed", action="gamble")
    with pytest.raises(Unanswered):
        put_off(play_on(REFLEX, duel().scene, advanced_timing=True), order, asking, dives)


@pytest.mark.parametrize(("owner", "ticks"), [(0, 0), (2, 8)])
def test_on_what_a_player_knows_the_actions_of_others_end_without_effect(owner: int, ticks: int) -> None:
    game = duel(owner=owner)
    shoot(game, "Ed", "Boris")
    shoot(game, "Boris", "Ed", *MISS, mode="aimed")
    known = view(game.scene, Viewer(1), REFLEX)
    assert game.scene.state.orders
    assert known.state.orders == {}
    play = play_on(REFLEX, known, advanced_timing=True)
    bring_to_end(play, "Boris")
    ended, spent, *_ = play.events
    assert isinstance(ended, ActionEnded)
    assert ended.actor == "Boris"
    assert isinstance(spent, TimeSpent)
    assert spent.ticks == ticks


def breaking_off(play: ReflexPlay, order: orders.Act) -> None:
    play.tell(Waited(actor=order.actor))
    raise RuleViolation("That has become impossible.", "Do something else.")


def test_of_an_action_that_has_become_impossible_nothing_has_happened() -> None:
    game = duel()
    shoot(game, "Ed", "Boris")
    play = play_on(REFLEX, game.scene)
    play.book = replace(play.book, rules={"attack": breaking_off})
    bring_to_end(play, "Ed")
    assert [type(event) for event in play.events[:3]] == [ActionEnded, ActionLost, TimeSpent]


def test_whose_initiative_a_gm_corrects_drops_what_was_under_way_and_all_read_it() -> None:
    game = duel(owner=0)
    shoot(game, "Boris", "Ed", mode="aimed")
    assert game.state("Boris").turn.underway is not None
    game.act("Boris", "correct", initiative=4)
    assert game.state("Boris").turn.underway is None
    assert "Boris drops what was under way" in game.told(PUBLIC)
    game.act("Boris", "correct", initiative=3)
    assert "drops" not in game.told(GM)


def test_who_is_put_out_of_the_fight_is_about_nothing_any_more() -> None:
    game = duel()
    shoot(game, "Boris", "Ed", mode="aimed")
    hurt = {"damage": 99, "place": "head"}
    game.do_at_least(orders.Act(actor="Boris", action="damage", inputs=hurt), 20, 20, 20, 20)
    assert game.state("Boris").turn.underway is None
    assert game.scene.slot("Boris") is None
    game.act("Boris", "heal", awake=True)
    game.act("Boris", "correct", initiative=9)
    assert not game.one(Corrected).dropped


def test_who_has_begun_something_gives_up_no_initiative() -> None:
    game = duel()
    shoot(game, "Ed", "Boris", mode="aimed")
    assert "The exchange is under way." in game.refused("Ed", "forgo", task="treat")


@pytest.mark.parametrize("hidden", [False, True])
def test_once_somebody_in_sight_has_begun_something_others_give_up_no_initiative_either(hidden: bool) -> None:
    game = duel(owner=0)
    if hidden:
        game.do(orders.Show(actor="Boris", hidden=True))
        game.scene = msgspec.structs.replace(game.scene, apart=True)
    shoot(game, "Boris", "Ed", mode="aimed")
    assert game.one(ActionBegun).actor == "Boris"
    if hidden:
        assert game.act("Ed", "forgo", task="treat")
    else:
        assert "The exchange is under way." in game.refused("Ed", "forgo", task="treat")


def test_once_somebody_has_begun_something_a_newcomer_comes_in_behind_it() -> None:
    game = duel(initiative=14)
    shoot(game, "Ed", "Boris", mode="aimed")
    game.join("Cid", 1, 20, owner=0, encumbrance="unencumbered")
    assert game.state("Cid").turn.initiative == 14


def test_once_somebody_has_begun_something_no_ambush_is_sprung() -> None:
    game = duel()
    ambush = Ambush(leader="Cid", kind="classic", minutes=1, against="players")
    game.scene = msgspec.structs.replace(
        game.scene, state=msgspec.structs.replace(game.scene.state, ambushes={"Cid": ambush})
    )
    shoot(game, "Ed", "Boris", mode="aimed")
    assert "under way" in game.refused("Boris", "ambush_spring")


@pytest.mark.parametrize(("dive", "damage"), [(True, 4), (False, 0)])
def test_who_dives_after_a_move_keeps_its_speed_until_the_blow_lands(*, dive: bool, damage: int) -> None:
    game = Game(visual_penalty=False, advanced_timing=True)
    quick = {**FIGHTER, "encumbrance": "light", "skills": {"hand-to-hand": 4}}
    for name, owner in (("Ed", 1), ("Boris", 0)):
        game.join(name, owner=owner, **quick)
    game.start(*FAIL, *FAIL)
    game.do(orders.SetRange(actor="Ed", target="Boris", range_m=9))
    game.act("Ed", "move", target="Boris", pace="run", metres=8.0)
    game.act("Ed", "wait")
    game.act("Boris", "wait")
    game.act("Ed", "attack", target="Boris", weapon="bare hands", mode="snap", **({"dive": True} if dive else {}))
    while not game.every(Struck):
        game.do_at_least(orders.GoOn(), 2, 20)
    struck = game.one(Struck)
    assert [term.value for term in struck.outcome.check.terms] == [-2] * dive
    hit = game.one(Hit)
    assert hit.damage == struck.outcome.margin + damage
    assert game.state("Ed").body.moving is Pace.STILL


@pytest.mark.parametrize("weapon", ["rifle", ""])
def test_who_shoots_stands_still_though_it_says_that_it_dives(weapon: str) -> None:
    game = Game(visual_penalty=False, advanced_timing=True)
    for name, owner in (("Ed", 1), ("Boris", 0)):
        game.join(name, owner=owner, **{**FIGHTER, "encumbrance": "light"})
    game.start(*FAIL, *FAIL)
    game.act("Ed", "move", pace="run", metres=8.0)
    game.act("Ed", "wait")
    game.act("Boris", "wait")
    assert game.state("Ed").body.moving is Pace.RUN
    game.act("Ed", "attack", target="Boris", weapon=weapon, mode="hip", range_m=30, dive=True)
    assert game.state("Ed").body.moving is Pace.STILL
