"""Who may still act: what others do at the same moment is left out, and all else has counted since it happened."""

from __future__ import annotations

import pytest

from bot.core import folding
from bot.core.errors import RuleViolation
from bot.core.events import Event, SlotMoved
from bot.core.orders import Act, Release
from bot.core.system import Turns
from bot.core.timeline import Slot
from bot.core.wording import shown
from tests.core.brawl import Yard, act, facing, recruit, strike
from tests.rulesets.game import decided, play_on
from tests.rulesets.toy import Toy, tables
from tests.rulesets.toy.brawl.events import Hurt
from tests.rulesets.toy.state import State, ToyPlay


def _hindered(state: State, actor: str, action: str) -> RuleViolation | None:
    """Whoever has no hits left can only rest."""
    return None if state.able or action == "rest" else RuleViolation(f"{shown(actor)} lies there.", "Rest.")


class Careful(Toy):
    """The brawl, in which who may act is asked in one place."""

    turns = Turns(Toy.turns.begin, Toy.turns.joined, Toy.turns.period, Toy.turns.idle, _hindered)


CAREFUL = Careful(tables())


def do(yard: Yard, order: Act, *faces: int) -> tuple[Event, ...]:
    decision = decided(CAREFUL, yard.scene, order, *faces)
    assert folding.fold(CAREFUL, yard.scene, [decision.events]) == decision.scene
    yard.scene = decision.scene
    return decision.events


def together() -> ToyPlay:
    """A play in which Ann and Thug may act at one moment."""
    return play_on(CAREFUL, facing(4, 4).scene)


def hurt(play: ToyPlay, actor: str, points: int) -> None:
    play.tell(Hurt(actor=actor, points=points))


def hits(play: ToyPlay, actor: str) -> tuple[int, int, int]:
    """What somebody has left: in truth, as its own actions are judged, and as others find it."""
    return play.scene.combatants[actor].state.hits, play.at_opening(actor).hits, play.as_seen(actor).hits


def test_who_is_struck_down_by_somebody_at_the_same_moment_still_acts() -> None:
    yard = facing(4, 4, hits=1)
    do(yard, strike("Ann", "Thug"), 1, 20, 6)
    assert not yard.someone("Thug").state.able
    assert do(yard, strike("Thug", "Ann"), 20, 20, 4)


def test_who_is_struck_down_by_the_gms_word_acts_no_more() -> None:
    yard = facing(4, 4)
    do(yard, act("Ann", "hurt", points=6))
    with pytest.raises(RuleViolation, match="Ann lies there"):
        do(yard, strike("Ann", "Thug"))
    assert do(yard, act("Ann", "rest"))


def test_a_moment_of_its_own_counts_for_everybody_at_once() -> None:
    play = together()
    with play.turn_of("Ann"), play.own_moment():
        hurt(play, "Ann", 2)
        hurt(play, "Thug", 1)
    assert (hits(play, "Ann"), hits(play, "Thug")) == ((4, 4, 4), (5, 5, 5))


def test_what_somebody_does_in_its_own_turn_counts_at_once_for_itself_alone() -> None:
    play = together()
    with play.turn_of("Ann"):
        hurt(play, "Ann", 2)
        hurt(play, "Thug", 1)
    assert (hits(play, "Ann"), hits(play, "Thug")) == ((4, 4, 6), (5, 6, 6))


def test_what_others_do_at_the_moment_stays_left_out_when_something_else_counts() -> None:
    play = together()
    with play.turn_of("Ann"):
        hurt(play, "Thug", 5)
    hurt(play, "Thug", 1)
    assert hits(play, "Thug") == (0, 5, 5)
    assert play.hindrance("Thug", "strike") is None
    assert str(play.hindrance("Thug")) == "Thug lies there. Rest."


def test_between_the_parts_of_an_action_a_rule_asks_whether_it_may_go_on() -> None:
    play = together()
    play.check_able("Ann", "strike")
    with play.turn_of("Ann"):
        hurt(play, "Ann", 6)
    with pytest.raises(RuleViolation, match="Ann lies there"):
        play.check_able("Ann", "strike")


def test_whoever_has_left_does_nothing_more() -> None:
    yard = facing(4, 4)
    yard.scene = decided(CAREFUL, yard.scene, Release(actor="Thug")).scene
    assert str(play_on(CAREFUL, yard.scene).hindrance("Thug")).startswith("Thug is not here.")


def test_one_whose_moment_it_is_not_is_found_as_the_gm_has_just_said() -> None:
    play = play_on(CAREFUL, facing(4, 3).scene)
    hurt(play, "Thug", 2)
    assert hits(play, "Thug") == (4, 4, 4)
    with play.turn_of("Ann"):
        hurt(play, "Thug", 1)
    assert hits(play, "Thug") == (3, 3, 4)


def test_where_no_moment_is_played_nobody_is_judged_otherwise() -> None:
    yard = Yard()
    yard.do(recruit("Ann"))
    play = play_on(CAREFUL, yard.scene)
    hurt(play, "Ann", 1)
    assert play.events[-1].counts_for is None


def test_who_is_put_on_the_moment_that_is_played_acts_there_together_only_where_that_is_said() -> None:
    for together, now in ((False, ["Thug"]), (True, ["Ann", "Thug"])):
        play = play_on(CAREFUL, facing(4, 4).scene)
        slot = play.scene.slot("Ann")
        assert slot
        play.tell(SlotMoved(actor="Ann", slots=(Slot((slot.key[0] + 1, *slot.key[1:]), "Ann", slot.kinds),)))
        play.tell(SlotMoved(actor="Ann", slots=(slot,), together=together))
        assert sorted(each.actor for each in play.scene.entitled()) == now
