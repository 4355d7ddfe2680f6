"""Choking somebody out: what it takes, and what comes of it at the end of the exchange."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import engine, orders
from bot.core.errors import RuleViolation
from bot.core.views import GM, PUBLIC
from bot.rulesets.reflex.checks.check import worst
from bot.rulesets.reflex.close.events import Blackout, ChokeBegan, ChokeEnded, ChokeSlipped
from bot.rulesets.reflex.kinds import Degree
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.wounds.events import Died, KnockedOut, Shocked, Wounded
from tests.rulesets.reflex.boxing import Played
from tests.rulesets.reflex.firing import REFLEX, act, changed, every, only, ordered
from tests.rulesets.reflex.gripping import MARK, clinch, gripped, wrestler

ENOUGH = 9


def choked(control: int = ENOUGH, after: int | None = None, *faces: int, **guard: Any) -> Played:
    """Ann chokes Guard for the exchange, at whose end she has Control ``after``; the faces are those of its end."""
    scene = act(changed(clinch(control), "Guard", initiative=1), "choke").scene
    if after is not None:
        scene = changed(scene, "Ann", controls={MARK: after} if after else {})
    return ordered(changed(scene, "Guard", **guard), orders.GoOn(), *faces)


def test_it_takes_the_whole_exchange_as_its_first_action() -> None:
    played = act(clinch(ENOUGH), "choke")
    assert only(played, ChokeBegan).cost_ticks == 20
    assert played.scene.slot("Ann") is None
    assert played.scene.combatants["Ann"].state.hold.controls == {MARK: ENOUGH}


def test_after_another_action_it_is_too_late() -> None:
    scene = clinch(ENOUGH)
    scene = changed(scene, "Guard", initiative=1)
    waited = act(scene, "wait").scene
    while "Ann" not in [slot.actor for slot in waited.entitled()]:
        waited = ordered(waited, orders.GoOn()).scene
    with pytest.raises(RuleViolation, match="whole exchange"):
        act(waited, "choke")


def test_how_strong_an_enemy_is_shows_only_in_that_the_grip_slips() -> None:
    played = act(clinch(ENOUGH - 1), "choke")
    assert only(played, ChokeSlipped).target == "Guard"
    assert played.scene.combatants["Ann"].state.turn.initiative == 20


def test_a_gm_and_those_who_may_know_are_told_what_it_takes() -> None:
    scene = clinch(ENOUGH - 1, holder="Guard", tick=20)
    with pytest.raises(RuleViolation, match="takes Control 9"):
        act(scene, "choke", actor="Guard")


def test_nobody_chokes_whom_it_does_not_hold() -> None:
    with pytest.raises(RuleViolation, match="no grip to choke"):
        act(clinch(ENOUGH, holder="Guard"), "choke")
    with pytest.raises(RuleViolation, match="no grip to choke"):
        act(clinch(ENOUGH), "choke", target="Nemo")


def test_003_17_who_withstands_blacks_out() -> None:
    played = choked(ENOUGH, None, 1, 20)
    assert only(played, ChokeEnded).firm
    assert only(played, Blackout).outcome.succeeded
    assert only(played, KnockedOut).actor == "Guard"
    assert played.scene.combatants["Ann"].state.hold.choking == 0


def test_003_17_who_fails_dies_as_of_a_critical_head() -> None:
    played = choked(ENOUGH, None, 20, 20)
    assert only(played, Died).actor == "Guard"
    assert worst(played.scene.combatants["Guard"].state, "head") is Degree.CRITICAL


def test_less_control_only_makes_the_head_worse() -> None:
    wound = only(choked(ENOUGH, ENOUGH - 1), Wounded)
    assert (wound.place, wound.before, wound.after) == ("head", Degree.NONE, Degree.SLIGHT)
    worse = choked(ENOUGH, 1, 20, 20, wounds={"head": 1})
    assert only(worse, Wounded).after is Degree.MODERATE
    assert only(worse, Shocked).actor == "Guard"
    assert only(choked(ENOUGH, 1, wounds={"head": 4}), Wounded).after is Degree.CRITICAL


def test_without_control_or_a_holder_nothing_comes_of_it() -> None:
    lost = choked(ENOUGH, 0)
    assert (only(lost, ChokeEnded).control, only(lost, ChokeEnded).firm) == (0, False)
    assert not every(lost, Wounded)
    scene = act(changed(clinch(ENOUGH), "Guard", initiative=1), "choke").scene
    stunned = ordered(changed(scene, "Ann", out=True), orders.GoOn())
    assert only(stunned, ChokeEnded).control == 0


def test_the_dead_are_choked_like_those_out_of_it_where_nobody_can_tell() -> None:
    played = choked(ENOUGH, None, 20, 20, dead=True)
    assert every(played, Blackout)
    assert not every(played, Died)
    words = [line.text for event in played.events for line in engine.lines(REFLEX, event, PUBLIC)]
    assert not any("down" in told for told in words)


def test_those_who_are_known_to_be_dead_are_choked_no_more() -> None:
    scene = act(changed(clinch(ENOUGH), "Guard", initiative=1), "choke").scene
    known = {**scene.combatants, "Guard": msgspec.structs.replace(scene.combatants["Guard"], owner=3)}
    scene = changed(msgspec.structs.replace(scene, combatants=known), "Guard", dead=True)
    assert not every(ordered(scene, orders.GoOn()), Blackout)


def test_who_has_left_is_choked_no_more() -> None:
    scene = act(changed(clinch(ENOUGH), "Guard", initiative=1), "choke").scene
    assert not every(ordered(scene, orders.Release(actor="Guard")), ChokeEnded)


def offered(scene: ReflexScene, actor: str = "Ann") -> list[str]:
    return [choice.value for choice in REFLEX.candidates(scene, "choke", "target", {"actor": actor})]


def test_those_who_are_held_are_offered() -> None:
    assert offered(clinch(3)) == ["Guard"]
    assert offered(clinch(3), "Guard") == []
    assert offered(clinch(3), "Nemo") == []


def test_two_may_be_held_and_then_one_is_named() -> None:
    scene = ordered(clinch(ENOUGH), orders.Enlist(name="Cop", owner=0, side="", sheet=wrestler()), 20, 20).scene
    both = gripped(scene, "Ann", "Cop", ENOUGH, 2)
    with pytest.raises(RuleViolation, match="no grip"):
        act(both, "choke")
    assert only(act(both, "choke", target="Cop"), ChokeBegan).target == "Cop"


@pytest.mark.parametrize(
    ("played", "words"),
    [
        (act(clinch(ENOUGH), "choke"), "Ann begins to choke Guard (20 ticks)."),
        (act(clinch(1), "choke"), "Ann does not hold Guard firmly enough for a choke."),
        (choked(ENOUGH, None, 1, 20), "Ann cuts off the blood to the head of Guard."),
        (choked(ENOUGH, 2), "Ann chokes Guard, but not firmly enough."),
        (choked(ENOUGH, 0), "Ann has lost hold of Guard: nothing comes of the choke."),
    ],
)
def test_everybody_reads_of_a_choke(played: Played, words: str) -> None:
    told = [
        line.text for event in played.events if type(event) in REFLEX.events for line in REFLEX.lines(event, PUBLIC)
    ]
    assert words in told


@pytest.mark.parametrize(("faces", "words"), [((1, 20), "Guard blacks out."), ((20, 20), "Guard does not come back.")])
def test_only_who_may_know_reads_of_the_check(faces: tuple[int, ...], words: str) -> None:
    blackout = only(choked(ENOUGH, None, *faces), Blackout)
    assert REFLEX.lines(blackout, GM)[0].text == words
    assert REFLEX.lines(blackout, PUBLIC) == ()


def test_a_new_exchange_has_a_first_action_again() -> None:
    scene = choked(ENOUGH, 0).scene
    for actor in ("Ann", "Guard"):
        faces = (20, 20, 20, 20) if actor == "Guard" else ()
        scene = act(scene, "press", *faces, actor=actor).scene
    assert not scene.combatants["Ann"].state.turn.acted
