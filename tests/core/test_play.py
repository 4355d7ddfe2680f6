"""An order being carried out: what is told counts at once, a refusal takes it back, and a trial leaves nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from bot.core import engine, folding, orders
from bot.core.dice import Ask, ScriptedDice
from bot.core.errors import RuleViolation
from bot.core.events import Entered, RangeSet
from bot.core.ground.places import Place
from bot.core.play import Play
from bot.core.scene import Question
from bot.core.source import Source, Unanswered
from tests.core.brawl import TOY, Yard, act, facing, kinds, recruit, strike
from tests.rulesets.toy import Toy, tables
from tests.rulesets.toy.brawl.events import Hurt, Rested, Struck
from tests.rulesets.toy.state import ToyPlay

REFUSED = RuleViolation("No.", "Do something else.")
REST = act("Ann", "rest")
MISS = (20, 20)


def played(yard: Yard, *faces: int, answers: dict[str, str] | None = None) -> ToyPlay:
    """A play on the scene of a yard, with exactly these faces."""
    source = Source(ScriptedDice(faces), answers)
    return Play(yard.scene, TOY.book({"deadly": True}), source, partial(folding.kept, TOY))


def hits(play: ToyPlay, actor: str) -> int:
    return play.scene.combatants[actor].state.hits


def hurt(play: ToyPlay, actor: str = "Thug", points: int = 1) -> None:
    play.tell(Hurt(actor=actor, points=points))


def test_what_is_told_counts_at_once() -> None:
    play = played(facing(4, 3))
    hurt(play)
    assert hits(play, "Thug") == 5
    hurt(play, points=2)
    assert (hits(play, "Thug"), kinds(tuple(play.events))) == (3, ["Hurt", "Hurt"])


def test_a_reading_knows_the_scene_the_tables_and_the_switches() -> None:
    yard = facing(4, 4)
    yard.do(orders.SetRange(actor="Ann", target="Thug", range_m=7))
    play = played(yard)
    hurt(play, "Ann")
    assert (play.at_opening("Ann").hits, play.as_seen("Ann").hits, hits(play, "Ann")) == (6, 6, 5)
    assert (play.distance("Thug", "Ann"), play.options["deadly"], "club" in play.tables.rows("weapons")) == (
        7,
        True,
        True,
    )


def test_who_may_not_act_is_judged_and_seen_as_it_is() -> None:
    play = played(facing(4, 3))
    hurt(play, "Thug")
    assert play.at_opening("Thug").hits == 5
    assert play.as_seen("Thug").hits == 6
    yard = Yard()
    yard.do(recruit("Ann"))
    assert played(yard).as_seen("Ann").hits == 6


def test_a_scene_that_is_not_is_read_by_the_same_book() -> None:
    play = played(facing(4, 3))
    before = play.scene
    hurt(play)
    supposed = play.supposing(before)
    assert (supposed.scene.combatants["Thug"].state.hits, supposed.options) == (6, play.options)
    assert not hasattr(supposed, "tell")


def test_dice_and_answers_come_from_the_source() -> None:
    play = played(facing(4, 3), 5, answers={"block": "take"})
    assert play.roll(Ask("strike", 1, 20)).faces == (5,)
    assert play.ask(Question("block", "Ann", "block", ("block", "take"), "take")) == "take"
    with pytest.raises(Unanswered):
        play.ask(Question("other", "Ann", "block", ("block", "take"), "take"))


def test_what_happens_by_itself_is_told_at_its_moment() -> None:
    play = played(facing(4, 3))
    hurt(play)
    with play.by_itself("fuse"), play.about("Thug"):
        hurt(play)
    hurt(play)
    assert play.moments == ["", "0 fuse", ""]


def test_what_follows_from_an_event_happens_before_the_rule_goes_on_and_nothing_follows_from_that() -> None:
    play = played(facing(4, 3))

    def again(following: ToyPlay, event: Hurt) -> None:
        hurt(following, points=2)

    play.follows = {Hurt: [again]}
    hurt(play)
    assert hits(play, "Thug") == 3
    play.tell(Rested(actor="Ann", points=0))
    assert kinds(tuple(play.events)) == ["Hurt", "Hurt", "Rested"]


def test_what_halts_an_action_has_others_follow_from_what_comes_of_it() -> None:
    play = played(facing(4, 3))

    def caught(following: ToyPlay, event: Entered) -> None:
        hurt(following, points=1)
        following.tell(event)

    def rested(following: ToyPlay, event: Hurt) -> None:
        following.tell(Rested(actor="Ann", points=0))

    play.follows = {Entered: [caught], Hurt: [rested]}
    play.tell(Entered(actor="Ann", area="a", kind="k", place=Place(0, 0)))
    assert kinds(tuple(play.events)) == ["Entered", "Hurt", "Rested", "Entered"]


def test_a_refused_attempt_takes_back_what_it_told_and_dice_stay_fallen() -> None:
    play = played(facing(4, 3), 4, 5)
    hurt(play)
    before = play.scene
    with play.attempt() as attempt:
        play.roll(Ask("strike", 1, 20))
        hurt(play)
        raise REFUSED
    assert attempt.refusal is REFUSED
    assert (play.scene, play.source.scene, len(play.events), len(play.moments)) == (before, before, 1, 1)
    assert (play.roll(Ask("strike", 1, 20)).faces, play.source.given) == ((5,), [(4,), (5,)])


def test_an_attempt_that_works_stays_and_another_error_is_none_of_its_business() -> None:
    play = played(facing(4, 3))
    with play.attempt() as attempt:
        hurt(play)
    assert (attempt.refusal, hits(play, "Thug")) == (None, 5)
    with pytest.raises(KeyError), play.attempt():
        raise KeyError


def to_the_end(play: ToyPlay, order: orders.Act) -> None:
    hurt(play)


def refusing_late(play: ToyPlay, order: orders.Act) -> None:
    hurt(play)
    raise REFUSED


def free(play: ToyPlay, order: orders.Act) -> None:
    play.price(None)
    raise REFUSED


def priced(play: ToyPlay, order: orders.Act) -> None:
    play.price(3)
    raise REFUSED


def rolling(play: ToyPlay, order: orders.Act) -> None:
    play.roll(Ask("strike", 1, 20))
    raise REFUSED


def asking(play: ToyPlay, order: orders.Act) -> None:
    play.ask(Question("block", "Ann", "block", ("block", "take"), "take"))
    raise REFUSED


def followed(play: ToyPlay, order: orders.Act) -> None:
    if not play.only_tried:
        raise REFUSED


@pytest.mark.parametrize(
    ("rule", "cost"), [(to_the_end, None), (free, None), (priced, 3), (rolling, None), (asking, None), (followed, None)]
)
def test_a_trial_goes_as_far_as_nothing_is_rolled_asked_or_paid_and_leaves_nothing(
    rule: Callable[[ToyPlay, orders.Act], None], cost: int | None
) -> None:
    play = played(facing(4, 3))
    before = play.scene
    assert play.tried(rule, REST) == cost
    assert (play.scene, play.events) == (before, [])


def test_a_trial_sees_a_refusal_behind_an_event() -> None:
    with pytest.raises(RuleViolation, match=r"No\."):
        played(facing(4, 3)).tried(refusing_late, REST)


def test_who_carries_out_a_priced_action_goes_on() -> None:
    play = played(facing(4, 3))
    play.price(3)
    assert not play.only_tried
    hurt(play)
    assert hits(play, "Thug") == 5


class Hesitant(Toy):
    """The brawl in which a blow that misses is refused, after its dice and its events."""

    def decide(self, play: ToyPlay, order: orders.Act) -> None:
        super().decide(play, order)
        if any(isinstance(event, Struck) and not event.hit and event.actor == order.actor for event in play.events):
            raise REFUSED


def test_of_an_order_for_many_what_is_refused_leaves_no_half_of_it() -> None:
    yard = facing(4, 4)
    together = orders.Together(acts=(strike("Ann", "Thug", range_m=1), strike("Thug", "Ann", range_m=2)))
    dice = ScriptedDice((1, 1, 1, *MISS))
    decision = engine.decide(Hesitant(tables()), yard.scene, together, lambda *_: dice)
    assert [event.actor for event in decision.events if isinstance(event, RangeSet | Struck)] == ["Ann", "Ann"]
    assert decision.scene.range_m("Ann", "Thug") == 1
    assert decision.rolls == 3


def test_an_order_for_many_whose_first_is_refused_does_not_happen() -> None:
    yard = facing(4, 4)
    together = orders.Together(acts=(strike("Ann", "Thug"), strike("Thug", "Ann")))
    with pytest.raises(RuleViolation, match=r"No\."):
        engine.decide(Hesitant(tables()), yard.scene, together, lambda *_: ScriptedDice((*MISS, *MISS)))
