"""The engine: what is decided is what folding gives, questions wait with their faces, and odds come from the rule."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core import engine, folding, orders
from bot.core.dice import Ask, ScriptedDice
from bot.core.errors import RuleViolation
from bot.core.events import Answered, Asked, Audience, Enlisted, Event, RangeSet, Revealed, Scheduled, rolls_of
from bot.core.scene import Question
from bot.core.source import DefaultSource, Source, Unanswered
from bot.core.views import GM, PUBLIC
from tests.core.brawl import ANN, BOB, TOY, Yard, act, facing, kinds, only, recruit, seeded, strike, told
from tests.rulesets.toy import Toy, tables
from tests.rulesets.toy.brawl.events import Blocked, Downed, Hurt, Struck
from tests.rulesets.toy.state import ToyPlay, ToyScene

steps = st.lists(
    st.sampled_from(
        [
            orders.GoOn(),
            strike("Ann", "Thug", style="wild"),
            strike("Thug", "Ann", all_out=True),
            act("Ann", "hold", until=2),
            act("Ann", "pounce"),
            act("Thug", "hurt", points=2),
            orders.Answer(choice="block"),
            orders.Answer(choice="take"),
            orders.SetRange(actor="Ann", target="Thug", range_m=1),
            recruit("Bob", BOB),
            recruit("Lurker", hidden=True),
            orders.Show(actor="Lurker"),
            orders.Release(actor="Bob"),
            orders.EndFight(),
            orders.StartFight(),
        ]
    ),
    max_size=30,
)


def played(given_orders: list[orders.Order]) -> tuple[Yard, list[ToyScene]]:
    """A yard after those of the orders that were possible, and its scene before each of them."""
    yard, scenes = facing(3, 3, shield=True), list[ToyScene]()
    for order in given_orders:
        before = yard.scene
        try:
            yard.roll(order)
        except RuleViolation:
            continue
        scenes.append(before)
    return yard, scenes


@settings(max_examples=60)
@given(steps)
def test_folding_the_events_gives_the_decided_scene(given_orders: list[orders.Order]) -> None:
    yard, _ = played(given_orders)
    assert folding.fold(TOY, yard.checkpoint, yard.history) == yard.scene


@settings(max_examples=60)
@given(steps, st.integers(1, 5))
def test_undo_is_the_fold_of_what_is_left(given_orders: list[orders.Order], back: int) -> None:
    yard, scenes = played(given_orders)
    for before in scenes[-back:][:1]:
        left = yard.history[: len(yard.history) - len(scenes[-back:])]
        assert folding.fold(TOY, yard.checkpoint, left) == before


def test_each_order_takes_one_position() -> None:
    yard = facing(3, 3)
    assert yard.scene.position == 3
    yard.do(orders.GoOn(), 3, 3)
    assert yard.scene.position == 4


def test_a_refused_order_changes_nothing() -> None:
    yard = facing(4, 3)
    before = yard.scene
    with pytest.raises(RuleViolation, match="not Thug's turn"):
        yard.do(strike("Thug", "Ann"))
    assert yard.scene is before


def test_whose_moment_it_is_can_be_told_before_all_is_said() -> None:
    scene, striking = facing(4, 3).scene, TOY.actions["strike"]
    engine.check_moment(TOY, scene, "Ann", striking)
    with pytest.raises(RuleViolation, match="not Thug's turn"):
        engine.check_moment(TOY, scene, "Thug", striking)


def test_the_same_order_in_the_same_place_is_decided_the_same() -> None:
    yard = facing(4, 3)
    one, other = (engine.decide(TOY, yard.scene, strike("Ann", "Thug"), seeded) for _ in range(2))
    assert one == other


def test_dice_are_given_for_the_position_and_the_canonical_order() -> None:
    yard, asked = facing(4, 3), []

    def dice_for(position: int, canonical: bytes) -> ScriptedDice:
        asked.append((position, canonical))
        return ScriptedDice([20, 20])

    engine.decide(TOY, yard.scene, strike("Ann", "Thug"), dice_for)
    assert asked == [(3, orders.canonical(strike("Ann", "Thug")))]


def test_rolls_are_facts_inside_events() -> None:
    yard = facing(4, 3)
    events = yard.do(strike("Ann", "Thug"), 2, 19, 6)
    assert [(roll.label, roll.faces, roll.index) for roll in rolls_of(events)] == [
        ("strike", (2, 19), 0),
        ("damage", (6,), 1),
    ]


def test_those_who_act_at_the_same_moment_both_strike() -> None:
    yard = facing(3, 3, hits=4)
    yard.do(strike("Ann", "Thug"), 1, 1, 6)
    assert not yard.someone("Thug").state.able
    assert yard.turns() == ["Thug"]
    events = yard.do(strike("Thug", "Ann"), 1, 1, 6)
    assert kinds(events) == ["Struck", "Hurt", "Downed", "SlotMoved"]


def test_whoever_went_down_before_its_moment_has_none() -> None:
    yard = facing(4, 3, hits=4)
    events = yard.do(strike("Ann", "Thug"), 1, 1, 6, 5)
    assert kinds(events) == [
        "Struck",
        "Hurt",
        "Downed",
        "SlotMoved",
        "SlotMoved",
        "RoundBegan",
        "Hastened",
        "Scheduled",
    ]
    assert yard.turns() == ["Ann"]


def test_a_held_slot_comes_later() -> None:
    yard = facing(4, 3)
    yard.do(act("Ann", "hold", until=5))
    assert yard.turns() == ["Thug"]
    yard.do(orders.GoOn())
    assert yard.turns() == ["Ann"]


def test_whoever_held_may_come_before_the_others() -> None:
    yard = facing(4, 3)
    yard.do(act("Ann", "hold", until=5))
    yard.do(act("Ann", "pounce"))
    assert yard.turns() == ["Ann"]
    yard.do(strike("Ann", "Thug"), 20, 20)
    assert yard.turns() == ["Thug"]


def asked_to_block() -> Yard:
    yard = facing(4, 3, shield=True)
    yard.do(strike("Ann", "Thug"), 2, 7)
    return yard


def test_a_question_leaves_only_itself_behind() -> None:
    yard = asked_to_block()
    (asked,) = yard.history[-1]
    assert isinstance(asked, Asked)
    assert (asked.actor, asked.faces, asked.position) == ("Thug", ((2, 7),), 3)
    assert yard.hits("Thug") == 6
    assert yard.question().detail == "2"


def test_an_answer_goes_on_with_the_faces_that_fell() -> None:
    yard = asked_to_block()
    events = yard.do(orders.Answer(choice="block"), 5)
    assert kinds(events) == ["Answered", "Struck", "Blocked", "SlotMoved"]
    assert only(events, Struck).roll.faces == (2, 7)
    assert only(events, Blocked).stopped
    assert yard.scene.pending is None


def test_fair_dice_go_on_where_they_stopped() -> None:
    whole = facing(4, 3, shield=False)
    struck = next(bonus for bonus in range(-5, 6) if _hits(whole, bonus))
    stopped = facing(4, 3, shield=True)
    order = strike("Ann", "Thug", bonus=struck)
    stopped.roll(order)
    answered = stopped.roll(orders.Answer(choice="take"))
    assert rolls_of(answered)[:2] == rolls_of(whole.roll(order))[:2]


def _hits(yard: Yard, bonus: int) -> bool:
    decision = engine.decide(TOY, yard.scene, strike("Ann", "Thug", bonus=bonus), seeded)
    return bool(only(decision.events, Struck).hit)


def test_while_a_question_is_open_nothing_else_goes_on() -> None:
    with pytest.raises(RuleViolation, match="A question is open"):
        asked_to_block().do(orders.EndFight())


def test_going_on_takes_the_stated_default() -> None:
    events = asked_to_block().do(orders.GoOn(), 6)
    assert only(events, Answered).choice == "take"
    assert only(events, Hurt).points == 4


def test_only_what_was_asked_can_be_answered() -> None:
    with pytest.raises(RuleViolation, match="Choose one of: block, take"):
        asked_to_block().do(orders.Answer(choice="run"))


def test_an_answer_needs_a_question() -> None:
    with pytest.raises(RuleViolation, match="No question is open"):
        facing(4, 3).do(orders.Answer(choice="block"))


def test_an_open_question_survives_folding() -> None:
    yard = asked_to_block()
    folded = folding.fold(TOY, yard.checkpoint, yard.history)
    assert folded.pending == yard.scene.pending
    assert folded == yard.scene


def test_a_source_remembers_what_it_gave_and_gives_recorded_faces_first() -> None:
    source = Source(ScriptedDice([4]), recorded=((2, 7),))
    rolls = [source.roll(Ask("strike", 2, 20)), source.roll(Ask("damage", 1, 6, secret=True))]
    assert [(roll.faces, roll.index, roll.secret) for roll in rolls] == [((2, 7), 0, False), ((4,), 1, True)]
    assert source.given == [(2, 7), (4,)]


def test_a_question_is_answered_by_its_key_or_by_default_for_odds() -> None:
    question = Question("block", "Ann", "block", ("block", "take"), "take")
    assert Source(ScriptedDice([]), {"block": "block"}).answer(question) == "block"
    assert DefaultSource(ScriptedDice([])).answer(question) == "take"
    with pytest.raises(Unanswered, match="block"):
        Source(ScriptedDice([])).answer(question)


def test_what_one_order_asks_twice_is_answered_twice() -> None:
    question = Question("block", "Ann", "block", ("block", "take"), "take")
    source = Source(ScriptedDice([]), {"block": "take"})
    assert source.answer(question) == "take"
    with pytest.raises(Unanswered) as second:
        source.answer(question)
    assert second.value.question.key == "block 2"
    again = source.again(second.value.question)
    assert [again.answer(question), again.answer(question)] == ["take", "take"]


def watched(hidden: bool) -> Yard:
    yard = Yard()
    yard.do(recruit("Ann", ANN))
    yard.do(recruit("Lurker", hidden=hidden))
    yard.do(orders.StartFight(), 3, 4)
    return yard


def test_what_a_hidden_one_does_alone_is_the_game_masters() -> None:
    events = watched(hidden=True).history[1]
    assert [(event.unseen, event.guarded, event.audience) for event in events] == [
        (("Lurker",), ("Lurker",), Audience.GM)
    ]


def test_what_a_hidden_one_does_to_others_is_told_without_its_name() -> None:
    yard = watched(hidden=True)
    struck = only(yard.do(strike("Lurker", "Ann"), 20, 20), Struck)
    assert (struck.unseen, struck.audience) == (("Lurker",), Audience.ALL)
    assert told(struck).startswith("Someone unseen strikes at Ann")
    assert told(struck, GM).startswith("Lurker strikes at Ann")


def test_numbers_of_the_game_masters_side_are_not_told() -> None:
    yard = watched(hidden=False)
    struck = only(yard.do(strike("Lurker", "Ann"), 20, 20), Struck)
    assert (struck.unseen, struck.guarded) == ((), ("Lurker",))
    assert "skill" not in told(struck)
    assert "skill" in told(struck, GM)


def test_players_are_not_guarded() -> None:
    (enlisted,) = watched(hidden=False).history[0]
    assert (enlisted.unseen, enlisted.guarded, enlisted.audience) == ((), (), Audience.ALL)


def test_whoever_comes_into_sight_is_announced() -> None:
    yard = watched(hidden=True)
    revealed = only(yard.do(orders.Show(actor="Lurker")), Revealed)
    assert told(revealed) == "Lurker comes into sight."
    assert not yard.someone("Lurker").hidden


def test_whoever_goes_out_of_sight_was_seen_doing_so() -> None:
    yard = watched(hidden=False)
    (concealed,) = yard.do(orders.Show(actor="Lurker", hidden=True))
    assert told(concealed) == "Lurker goes out of sight."
    assert yard.someone("Lurker").hidden


def test_the_distance_to_a_hidden_one_is_the_game_masters() -> None:
    yard = watched(hidden=True)
    ranged = only(yard.do(orders.SetRange(actor="Ann", target="Lurker", range_m=30)), RangeSet)
    assert told(ranged) == ""
    assert told(ranged, GM) == "Ann and Lurker: 30 m apart."


def test_events_about_nobody_are_for_all() -> None:
    started = watched(hidden=True).history[2][0]
    assert (started.guarded, started.audience) == ((), Audience.ALL)


def test_who_may_not_read_of_an_event_gets_no_words() -> None:
    scheduled = only(facing(4, 3).history[2], Scheduled)
    assert told(scheduled) == ""
    assert told(scheduled, GM) == "Order of action: Ann 8, Thug 7."
    assert engine.lines(TOY, Downed(actor="Ann"), PUBLIC)[0].text == "Ann goes down."


def injured(event: Event) -> str | None:
    return f"hurt {event.points}" if isinstance(event, Hurt) else None


def first_injury(events: tuple[Event, ...]) -> str:
    return next(filter(None, map(injured, events)), "")


def test_odds_are_those_of_brute_force() -> None:
    yard, found = facing(4, 3), Counter[str]()
    for strike_faces in product(range(1, 21), repeat=2):
        hit = min(strike_faces) <= 10
        for face in range(1, 7):
            found["" if not hit else f"hurt {1 if face <= 3 else 2 if face <= 5 else 4}"] += 1
    expected = {name: Fraction(ways, 20 * 20 * 6) for name, ways in found.items()}
    assert engine.odds(TOY, yard.scene, strike("Ann", "Thug"), injured) == expected


@pytest.mark.untraced
def test_odds_agree_with_the_rule_on_every_fall() -> None:
    yard, chances = facing(4, 3, skill=2), Counter[str]()
    order = strike("Ann", "Thug", style="careful")
    for faces in product(range(1, 21), range(1, 21), range(1, 7)):
        dice = ScriptedDice((*faces, 1))
        chances[first_injury(engine.decide(TOY, yard.scene, order, lambda *_, dice=dice: dice).events)] += 1
    exact = engine.odds(TOY, yard.scene, order, injured)
    assert exact == {name: Fraction(ways, 2400) for name, ways in chances.items()}


def test_odds_take_the_default_of_a_question() -> None:
    with_shield, without = facing(4, 3, shield=True), facing(4, 3)
    order = strike("Ann", "Thug")
    assert engine.odds(TOY, with_shield.scene, order, injured) == engine.odds(TOY, without.scene, order, injured)


def test_odds_stop_at_the_named_event_and_leave_the_scene_alone() -> None:
    yard = facing(4, 3)
    before = msgspec.json.encode(yard.scene)
    chances = engine.odds(TOY, yard.scene, strike("Ann", "Thug"), lambda event: type(event).__name__)
    assert chances == {"Struck": 1}
    assert msgspec.json.encode(yard.scene) == before


def test_odds_say_where_they_are_too_large() -> None:
    with pytest.raises(engine.OddsTooLarge, match="more than 3 leaves"):
        engine.odds(TOY, facing(4, 3).scene, strike("Ann", "Thug"), injured, most_leaves=3)


class Reckless(Toy):
    """A brawl in which everything rolls thirty dice and looks at each."""

    def decide(self, play: ToyPlay, order: orders.Act) -> None:
        roll = play.roll(Ask("anything", 30, 20))
        play.tell(Hurt(actor=order.actor, points=sum(roll.faces)))


def test_odds_may_leave_out_what_is_rare() -> None:
    order, scene = strike("Ann", "Thug"), facing(4, 3).scene
    exact = engine.odds(TOY, scene, order, injured)
    most = engine.odds(TOY, scene, order, injured, most_leaves=20, left_out=Fraction(9, 10))
    assert Fraction(1, 10) <= sum(most.values()) < 1
    assert all(chance <= exact[name] for name, chance in most.items())
    with pytest.raises(engine.OddsTooLarge):
        engine.odds(TOY, scene, order, injured, most_leaves=20, left_out=Fraction(1, 100))


class Endless(Toy):
    """The brawl in which a deed hurts by one for each three of a die of three that falls in a row."""

    def decide(self, play: ToyPlay, order: orders.Act) -> None:
        points = 0
        while play.roll(Ask("again", 1, 3)).faces == (3,):
            points += 1
        play.tell(Hurt(actor=order.actor, points=points))


def test_dice_that_go_on_for_ever_are_counted_up_to_scraps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "PROBED", 20)
    order, scene = strike("Ann", "Thug"), facing(4, 3).scene
    found = engine.odds(Endless(tables()), scene, order, injured, left_out=Fraction(1, 100))
    assert found["hurt 2"] == Fraction(2, 27)
    assert 0 < 1 - sum(found.values()) <= engine.SCRAPS


def test_odds_of_more_falls_than_can_be_listed_are_too_large() -> None:
    with pytest.raises(engine.OddsTooLarge, match="30d20"):
        engine.odds(Reckless(tables()), facing(4, 3).scene, strike("Ann", "Thug"), injured)


def test_odds_of_what_cannot_be_done_are_refused() -> None:
    with pytest.raises(RuleViolation, match="not Thug's turn"):
        engine.odds(TOY, facing(4, 3).scene, strike("Thug", "Ann"), injured)


def test_an_order_of_the_engine_itself_is_no_rule() -> None:
    with pytest.raises(AssertionError, match="Answer is the engine's own"):
        engine.odds(TOY, facing(4, 3).scene, orders.Answer(choice="block"), injured)


def test_joining_carries_the_sheet_in_the_event() -> None:
    (enlisted,) = watched(hidden=False).history[0]
    assert isinstance(enlisted, Enlisted)
    assert enlisted.sheet["skill"] == 10


class Wary(Toy):
    """The brawl in which a newcomer is asked something behind the die of its first round."""

    def joined(self, play: ToyPlay, actor: str) -> None:
        play.roll(Ask("nerve", 1, 6))
        answer = play.ask(Question("nerve", actor, "block", ("block", "take"), "take"))
        assert answer == "take"
        super().joined(play, actor)


def test_whoever_is_only_entering_cannot_be_asked_and_the_dice_stay() -> None:
    scene = watched(hidden=True).scene
    dice = ScriptedDice((4, 5))
    decision = engine.decide(Wary(tables()), scene, recruit("Xerxes", hidden=True), lambda *_: dice)
    assert "Xerxes" in decision.scene.combatants
    assert (decision.scene.pending, dice.left) == (None, [])
    assert not any(isinstance(event, Asked) for event in decision.events)


def test_what_is_far_too_large_is_known_early() -> None:
    told: list[int] = []
    scene = facing(4, 3, shield=False).scene

    def outcome(event: Event) -> str | None:
        told.append(1)
        return None

    with pytest.raises(engine.OddsTooLarge, match="far more than"):
        engine.odds(Bottomless(tables()), scene, strike("Ann", "Thug"), outcome)
    assert len(told) < 20 * engine.PROBED


class Bottomless(Toy):
    """The brawl in which every deed begins with many dice that are all told apart."""

    def decide(self, play: ToyPlay, order: orders.Act) -> None:
        for number in range(6):
            play.roll(Ask(f"die {number}", 1, 20))
        super().decide(play, order)
