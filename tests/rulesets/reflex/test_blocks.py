"""Blocks: who is asked, what it costs, and what else may come of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bot.core import engine
from bot.core.dice import every_leaf
from bot.core.errors import RuleViolation
from bot.core.events import Asked
from bot.core.orders import Act, Answer, Together
from bot.core.outlook import AnswerOutlook, outlooks
from bot.core.scene import Scene
from bot.core.views import GM, PUBLIC
from bot.rulesets.reflex.checks.check import opposed, skill_check
from bot.rulesets.reflex.close.blocks import TAKE
from bot.rulesets.reflex.close.events import Blocked, BlockTested
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.time.events import TimeSpent
from bot.rulesets.reflex.wounds.events import Hit, Stopped, Wounded
from tests.rulesets.game import FirstThese, play_on
from tests.rulesets.reflex.boxing import Played, answered, fighter, ring, strike
from tests.rulesets.reflex.firing import REFLEX, act, changed, every, only, state_of
from tests.rulesets.reflex.playing import FAIL, Game

BARE = "bare hands"


def choices(scene: ReflexScene, **inputs: Any) -> tuple[str, ...]:
    """What the defender is asked; the attack succeeds by four."""
    return only(strike(scene, 2, 20, **inputs), Asked).question.choices


def blocks(scene: ReflexScene) -> tuple[str, ...]:
    """The choices but those to grapple."""
    return tuple(choice for choice in choices(scene) if not choice.startswith("grapple"))


def asked(played: Played) -> bool:
    return bool(every(played, Asked))


def test_rx_17_a_better_block_stops_the_blow() -> None:
    played = answered(strike(ring(), 2, 20), "Police baton", 1, 20)
    blocked = only(played, Blocked)
    assert (blocked.cost_ticks, blocked.outcome.margin, blocked.net) == (3, 5, -1)
    assert [(spent.actor, spent.ticks) for spent in every(played, TimeSpent)] == [("Guard", 3), ("Ann", 2)]
    assert not every(played, Hit)


@pytest.mark.parametrize(("tick", "may"), [(20, True), (19, True), (18, False)])
def test_rx_18_only_who_could_act_within_one_tick_blocks(tick: int, may: bool) -> None:
    faces = (2, 20) if may else (2, 20, 3, 3)
    assert asked(strike(ring(tick=tick), *faces)) is may


def test_a_block_one_tick_later_is_paid_from_there() -> None:
    played = answered(strike(ring(tick=19), 2, 20), "Police baton", 1, 20)
    assert (played.scene.slot("Guard") or played.scene.agenda[0]).key == (-16,)


def test_a_block_that_falls_short_takes_its_margin_off() -> None:
    hit = only(answered(strike(ring(), 2, 20), "Police baton", 4, 20, 3, 3), Hit)
    assert hit.damage == 3 + 2


def test_a_block_that_fails_takes_nothing_off() -> None:
    hit = only(answered(strike(ring(), 2, 20), BARE, 20, 20, 3, 3), Hit)
    assert hit.damage == 3 + 4


def test_who_takes_the_blow_spends_nothing() -> None:
    played = answered(strike(ring(), 2, 20), TAKE, 3, 3)
    assert only(played, Hit).damage == 7
    assert only(played, TimeSpent).actor == "Ann"


def test_nobody_is_asked_about_a_miss() -> None:
    assert not asked(strike(ring(), 20, 20))


def test_whatever_is_in_hand_can_block_if_there_is_time() -> None:
    assert blocks(ring()) == (TAKE, "Police baton", BARE)
    assert blocks(changed(ring(), "Guard", initiative=2)) == (TAKE, BARE)
    assert blocks(changed(ring(), "Guard", wounds={"right arm": 4, "left arm": 4})) == (TAKE, "Police baton")


def test_each_block_may_be_one_to_grapple() -> None:
    assert choices(ring())[-2:] == ("grapple with Police baton", "grapple with bare hands")


def test_who_is_on_the_move_blocks_as_its_second_action() -> None:
    scene = act(ring(), "move", actor="Guard", pace="walk").scene
    assert blocks(scene) == (TAKE, "Police baton", BARE)
    assert only(answered(strike(scene, 2, 20), BARE, 1, 20, 100), Blocked).net < 0


def test_who_is_in_shock_or_has_no_turn_left_does_not_block() -> None:
    assert not asked(strike(changed(ring(), "Guard", out=True), 2, 20, 3, 3))
    assert not asked(strike(ring(tick=0), 2, 20, 3, 3))


def test_who_does_not_know_of_the_attack_does_not_block() -> None:
    assert not asked(strike(ring(), 2, 20, 3, 3, easy="unaware"))


def test_a_block_goes_by_quickness_and_suffers_from_wounds() -> None:
    scene = changed(ring(guard=fighter("baton", ooda=8)), "Guard", wounds={"head": 1})
    check = only(answered(strike(scene, 2, 20), "Police baton", 1), Blocked).outcome.check
    assert (check.attribute.label, check.target, check.level_penalty) == ("ooda", 8, 1)


@pytest.mark.parametrize(("face", "arm"), [(1, "right arm"), (2, "left arm")])
def test_bare_hands_against_a_blade_are_hurt_half_of_the_time(face: int, arm: str) -> None:
    played = answered(strike(ring(), 2, 20), BARE, 1, 20, 50, face)
    assert only(played, BlockTested).place == arm
    assert (only(played, Hit).damage, only(played, Wounded).place) == (3, arm)


def test_bare_hands_may_stay_unhurt() -> None:
    played = answered(strike(ring(), 2, 20), BARE, 1, 20, 51)
    assert only(played, BlockTested).place is None
    assert not every(played, Hit)


@pytest.mark.parametrize(("armor", "kind"), [(2, Wounded), (3, Stopped)])
def test_003_88_worn_armour_counts_at_the_weapons_penetration(armor: int, kind: type[Wounded | Stopped]) -> None:
    worn = [{"kind": "vest", "armor": armor, "covers": ["right forearm"]}]
    played = answered(strike(ring(guard=fighter(armor=worn)), 2, 20), BARE, 1, 20, 1, 1)
    assert only(played, Hit).final == max(0, 3 - armor)
    assert every(played, kind)


def test_a_weapon_that_meets_a_fist_hurts_it_half_of_the_time() -> None:
    played = answered(strike(ring(fighter()), 2, 20, weapon=BARE), "Police baton", 1, 20, 50)
    assert (only(played, BlockTested).actor, only(played, Hit).target) == ("Ann", "Ann")
    assert (only(played, Hit).place, only(played, Hit).damage) == ("right arm", 3)


def test_bare_hands_that_meet_a_fist_or_a_club_hurt_nobody() -> None:
    for weapons, weapon in (((), BARE), (("bat",), "bat")):
        played = answered(strike(ring(fighter(*weapons)), 2, 20, weapon=weapon), BARE, 1, 20)
        assert not every(played, BlockTested)


def test_what_everybody_reads_of_a_block_and_what_only_a_gm() -> None:
    blocked = only(answered(strike(ring(), 2, 20), "Police baton", 1, 20), Blocked)
    told, check = REFLEX.lines(blocked, PUBLIC)
    assert told.text == "Guard blocks with the Police baton (3 ticks): stopped."
    assert "OODA" not in check.text
    assert "OODA" in REFLEX.lines(blocked, GM)[1].text


def test_a_tie_is_said_to_be_one_and_gets_through() -> None:
    tied = only(answered(strike(ring(), 2, 20), "Police baton", 2, 20, 3, 3), Blocked)
    assert tied.net == 0
    assert REFLEX.lines(tied, PUBLIC)[0].text.endswith(": a tie, which gets through.")


def test_what_a_block_does_is_told() -> None:
    hurt = only(answered(strike(ring(), 2, 20), BARE, 1, 20, 50, 2), BlockTested)
    assert "meets the weapon with the left arm" in REFLEX.lines(hurt, PUBLIC)[0].text
    unhurt = only(answered(strike(ring(), 2, 20), BARE, 1, 20, 51), BlockTested)
    assert "unharmed" in REFLEX.lines(unhurt, PUBLIC)[0].text


def margins() -> list[int]:
    """The margin of a check of six with two dice, for each of their four hundred falls."""
    falls = [(one, other) for one in range(1, 21) for other in range(1, 21)]
    return [6 - min(fall) + (2 if max(fall) <= 6 else 0) for fall in falls]


@pytest.mark.untraced
def test_the_odds_of_a_block_against_an_attack_are_exact() -> None:
    stopped = Fraction(0)
    for dice in every_leaf():
        asker = play_on(REFLEX, Scene(REFLEX.empty_state()), dice=dice)
        attack, block = (skill_check(asker, "odds", state_of(muscle=6), "", "muscle") for _ in range(2))
        if attack.succeeded and opposed(attack, block) < 0:
            stopped += Fraction(dice.weight, dice.ways)
    pairs = [(attack, block) for attack in margins() for block in margins()]
    assert stopped == Fraction(sum(block > attack >= 0 for attack, block in pairs), len(pairs))


def test_whom_two_strike_in_one_order_is_asked_about_each_blow() -> None:
    game = Game()
    game.join("Ann", **fighter("baton"), encumbrance="unencumbered")
    for name in ("Guard", "Thug"):
        game.join(name, owner=0, **fighter("knife"), encumbrance="unencumbered")
    game.start(*FAIL * 3)
    blows = tuple(Act(actor=name, action="attack", inputs={"target": "Ann"}) for name in ("Guard", "Thug"))
    game.do(Together(acts=blows), 2, 19)
    game.answer(TAKE, 3, 2, 2, 19)
    assert [event.actor for event in game.every(Asked)] == ["Ann"]
    game.answer("Police baton", 1)
    assert (game.one(Hit).actor, game.one(Blocked).target) == ("Guard", "Thug")


def three_at_odds(second: dict[str, Any]) -> Game:
    """Ann, who is easily felled, and two of the GM's who may act in one order: Guard with a knife, and Thug."""
    game = Game()
    game.join("Ann", owner=1, encumbrance="unencumbered", thresholds={"head": [1, 2, 3, 4]})
    for name, arms in (("Guard", fighter("knife")), ("Thug", second)):
        game.join(name, owner=0, **arms, encumbrance="unencumbered")
    game.start(*FAIL * 3)
    return game


def test_what_the_first_of_an_order_makes_impossible_does_not_happen() -> None:
    game = three_at_odds(fighter("knife"))
    acts = (
        Act(actor="Guard", action="correct", inputs={"withdrawn": True}),
        Act(actor="Thug", action="attack", inputs={"target": "Guard"}),
    )
    game.do(Together(acts=acts))
    assert "Struck" not in game.kinds()
    assert game.state("Guard").turn.withdrawn


@pytest.mark.parametrize(
    "first",
    [
        Act(actor="Ann", action="correct", inputs={"stance": "prone"}),
        Act(actor="Guard", action="attack", inputs={"target": "Ann"}),
    ],
    ids=["done at once", "asks for a block"],
)
def test_what_is_impossible_from_the_start_refuses_the_whole_order(first: Act) -> None:
    game = three_at_odds({"weapons": []})
    with pytest.raises(RuleViolation, match="not here"):
        game.do(Together(acts=(first, Act(actor="Thug", action="attack", inputs={"target": "Nobody"}))), 1, 1)
    assert game.scene.pending is None


@pytest.mark.untraced
def test_each_way_to_block_is_weighed_by_every_fall_of_its_check() -> None:
    asked = strike(ring(), 2, 20)
    known = outlooks(REFLEX, asked.scene, GM)
    assert set(known) == {way for way in only(asked, Asked).question.choices if way != TAKE}
    falls = [FirstThese(one, other) for one in range(1, 21) for other in range(1, 21)]
    nets = [only(_answered_by(asked, dice), Blocked).net for dice in falls]
    assert known["Police baton"] == AnswerOutlook(3, Fraction(sum(net < 0 for net in nets), len(nets)))


def _answered_by(asked: Played, dice: FirstThese) -> Played:
    return engine.decide(REFLEX, asked.scene, Answer(choice="Police baton"), lambda *_: dice)


@pytest.mark.parametrize("face", [2, 5])
def test_how_well_one_of_the_gms_aims_a_blow_shows_in_no_players_outlook(face: int) -> None:
    game = Game()
    game.join("Ann", **fighter("baton"), encumbrance="unencumbered")
    game.join("Guard", owner=0, **fighter("knife"), encumbrance="unencumbered")
    game.start(*FAIL * 2)
    game.act("Guard", "attack", face, 19, target="Ann")
    players, gms = outlooks(REFLEX, game.scene, PUBLIC), outlooks(REFLEX, game.scene, GM)
    assert players["Police baton"] == AnswerOutlook(3, Fraction(51, 100), at_most=True)
    assert (gms["Police baton"].chance or Fraction(1)) < Fraction(51, 100)
