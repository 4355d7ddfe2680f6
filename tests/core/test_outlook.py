"""What each answer to a question would come to: exact, by the rule that asked it, and no more than its reader knows."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from bot.core import engine, orders, outlook
from bot.core.dice import Ask, Each
from bot.core.outlook import AnswerOutlook, outlook_of, outlooks
from bot.core.said.claims import ALLOW, WITHOUT
from bot.core.source import AtStake
from bot.core.views import GM, PUBLIC
from tests.core.brawl import TOY, Yard, facing, strike
from tests.rulesets.game import play_on


def claiming(yard: Yard) -> Yard:
    """Ann strikes at somebody of whom she says that they cannot move, which a GM has to allow."""
    yard.do(orders.Claimed(act=strike("Ann", "Thug", bound=True), claims=("bound",), asks=True))
    return yard


def test_nothing_is_known_where_nothing_is_asked() -> None:
    assert outlooks(TOY, facing(6, 1).scene, GM) == {}


@pytest.mark.parametrize(("choice", "inputs"), [(ALLOW, {"bound": True}), (WITHOUT, {})])
def test_a_gm_reads_how_often_an_order_hits_with_a_players_word_and_without(
    choice: str, inputs: dict[str, bool]
) -> None:
    yard = claiming(facing(6, 1))
    order, hit = strike("Ann", "Thug", **inputs), next(iter(TOY.chances))
    chances = engine.odds(TOY, replace(yard.scene, pending=None), order, TOY.chances[hit])
    assert outlooks(TOY, yard.scene, GM)[choice].chance == sum(chances[name] for name in TOY.hits if name in chances)


def test_a_claim_in_an_order_of_too_many_falls_has_no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlook, "MOST_OF_AN_ORDER", 1)
    assert outlooks(TOY, claiming(facing(6, 1)).scene, GM)[ALLOW].chance is None


def test_players_read_nothing_of_what_a_gm_decides() -> None:
    assert outlooks(TOY, claiming(facing(6, 1)).scene, PUBLIC) == {}


def test_nothing_is_known_of_an_order_that_has_become_impossible() -> None:
    scene = claiming(facing(6, 1)).scene
    assert outlooks(TOY, replace(scene, combatants={"Ann": scene.combatants["Ann"]}), GM) == {}


def test_a_chance_is_not_told_where_too_much_would_be_listed() -> None:
    play = play_on(TOY, facing(6, 1).scene)
    many = Ask("many", 3, 20, Each())
    assert outlook_of(play, AtStake(2, lambda: play.roll(many).faces[0] > 1)) == AnswerOutlook(2)
    huge = Ask("huge", 40, 20, Each())
    assert outlook_of(play, AtStake(2, lambda: play.roll(huge).faces[0] > 1)) == AnswerOutlook(2)


def test_a_chance_counts_every_fall_and_a_cost_stands_alone() -> None:
    play = play_on(TOY, facing(6, 1).scene)
    six = Ask("six", 1, 6, Each())
    assert outlook_of(play, AtStake(comes=lambda: play.roll(six).faces[0] == 6)) == AnswerOutlook(chance=Fraction(1, 6))
    assert outlook_of(play, AtStake(3)) == AnswerOutlook(3)


def test_a_question_of_which_the_rule_says_nothing_has_no_outlook() -> None:
    yard = facing(6, 1, shield=True)
    yard.do(strike("Ann", "Thug"), 1, 1)
    assert yard.question().key == "block"
    assert outlooks(TOY, yard.scene, GM) == {}
