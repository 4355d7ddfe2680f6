"""What is tried in secret in a pause, and the enemy's watch that opposes it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.core.events import Asked, Audience
from bot.core.orders import Answer
from bot.core.scene import with_state
from bot.core.views import PUBLIC, view
from bot.rulesets.reflex.blasts.events import BlastReached, Unplaced
from bot.rulesets.reflex.pauses.events import Pursued, Schemed, SchemeSettled, WatchKept, Withdrew
from bot.rulesets.reflex.time.events import InitiativeRolled
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game
from tests.rulesets.reflex.resting import pause, rest
from tests.rulesets.reflex.standing import stand, there

SCOUT: dict[str, Any] = {
    "attributes": {"awareness": 8},
    "skills": {"tactics": 4, "fieldcraft": 4, "streetcraft": 8},
}


def settled(game: Game) -> tuple[int, int | None, int]:
    """The net margin, the watch and the bonus of what was tried."""
    event = game.one(SchemeSettled)
    return event.net, event.watch, event.bonus


def test_keeping_watch_is_a_check_of_awareness_in_secret() -> None:
    game = pause()
    game.act("Ann", "keep_watch", 3, 20)
    outcome = game.one(WatchKept).outcome
    assert (outcome.check.attribute.label, outcome.margin, outcome.roll.secret) == ("awareness", 3, True)
    assert "What some of the enemy do can be made out." in game.told(PUBLIC)
    assert "margin 3" in game.told()


def test_in_the_dark_a_watch_is_harder() -> None:
    game = pause()
    game.act("Ann", "weather", light="dark")
    game.act("Ann", "keep_watch", 3, 20)
    assert [(term.label, term.value) for term in game.one(WatchKept).outcome.check.terms] == [("visual", -1)]


def test_on_a_ground_a_watch_is_as_hard_as_it_is_dark_where_it_is_kept() -> None:
    game = stand(pause(), Ann=(50, 50))
    game.act("Ann", "weather", light="dark", to=there(50, 50), radius_m=5)
    game.act("Ann", "keep_watch", 3, 20)
    assert [(term.label, term.value) for term in game.one(WatchKept).outcome.check.terms] == [("visual", -1)]


def test_a_failed_watch_sees_nothing_and_a_guards_result_is_the_gms() -> None:
    game = pause()
    game.act("Ann", "keep_watch", 20, 20)
    assert "Nothing to be seen." in game.told(PUBLIC)
    game.go_on(only="Cid")
    game.act("Bob", "keep_watch", 3, 20)
    assert game.told(PUBLIC) == "Bob keeps watch."


def test_a_hasty_ambush_gives_its_margin_to_the_next_initiative() -> None:
    game = pause(Ann=SCOUT)
    game.act("Ann", "hasty_ambush", 3, 20)
    check = game.one(Schemed).outcome.check
    assert (check.skill, check.attribute.label, game.one(Schemed).outcome.margin) == ("tactics", "awareness", 5)
    assert "Ann hides what comes next." in game.told(PUBLIC)
    rest(game)
    assert settled(game) == (5, None, 5)
    assert "5 better at the next initiative" in game.told()
    game.act("Ann", "press")
    game.go_on(*FAIL * 7)
    rolled = [event for event in game.events if isinstance(event, InitiativeRolled) and event.actor == "Ann"]
    assert [term.label for term in rolled[0].terms] == ["light", "pressed"]
    assert [(term.label, term.value) for term in rolled[0].outcome.check.terms] == [("hasty_ambush", 5)]
    assert rolled[0].initiative == 17


def test_an_ambush_by_margin_zero_is_worth_one() -> None:
    game = pause(Ann=SCOUT)
    game.act("Ann", "hasty_ambush", 8, 20)
    rest(game)
    assert settled(game) == (0, None, 1)


def test_a_failed_ambush_is_worth_nothing_and_no_watch_makes_it_worse() -> None:
    game = pause(Ann=SCOUT)
    game.act("Ann", "hasty_ambush", 10, 20)
    game.go_on(only="Cid")
    game.act("Bob", "keep_watch", 1, 20)
    rest(game)
    assert settled(game) == (-2, None, 0)
    assert "comes to nothing" in game.told()


def test_the_best_watch_of_the_enemy_opposes_even_if_it_comes_later() -> None:
    game = pause(Ann=SCOUT)
    game.act("Ann", "hasty_ambush", 3, 20)
    game.act("Cid", "keep_watch", 1, 1)
    game.act("Bob", "keep_watch", 4, 20)
    game.act("Dan", "keep_watch", 3, 20)
    assert settled(game) == (2, 3, 2)
    assert "Against a watch of margin 3." in game.told()
    assert "margin 3" not in game.told(PUBLIC)


def test_a_tie_goes_to_whoever_hides() -> None:
    game = pause(Ann=SCOUT)
    game.act("Ann", "hasty_ambush", 5, 20)
    game.go_on(only="Cid")
    game.act("Bob", "keep_watch", 3, 20)
    rest(game)
    assert settled(game) == (0, 3, 1)


def test_the_bonus_is_gone_when_another_pause_follows() -> None:
    game = pause(Ann=SCOUT)
    game.act("Ann", "hasty_ambush", 3, 20)
    rest(game)
    assert game.state("Ann").turn.bonus == 5
    game.go_on(*(1,) * 8)
    assert (game.scene.state.phase, game.state("Ann").turn.bonus) == ("pause", 0)


def test_an_enemys_ambush_is_the_gms_secret() -> None:
    game = pause(Bob=SCOUT)
    game.go_on(only="Ann")
    game.go_on(only="Cid")
    game.act("Bob", "hasty_ambush", 3, 20)
    assert game.told(PUBLIC) == ""
    rest(game)
    assert "ambush" not in game.told(PUBLIC)
    assert game.state("Bob").turn.bonus == 5


def test_an_enemys_attempt_to_slip_away_shows_only_in_what_comes_of_it() -> None:
    game = pause(Bob=SCOUT)
    game.go_on(only="Ann")
    game.go_on(only="Cid")
    game.act("Bob", "withdraw", 20, 20, area="wild")
    assert game.told(PUBLIC) == ""
    game.go_on(only="Dan")
    assert game.one(Asked).question.actor == "Ann"
    game.do(Answer(choice="pursue Bob"))
    assert "Bob is pursued by Ann" in game.told(PUBLIC)
    assert "unnoticed" not in game.told(PUBLIC)


@pytest.mark.parametrize(("area", "skill"), [("wild", "fieldcraft"), ("settled", "streetcraft")])
def test_withdrawing_is_a_check_of_the_craft_of_the_country_with_awareness(area: str, skill: str) -> None:
    game = pause(Ann=SCOUT)
    game.act("Ann", "withdraw", *((3, 20) if area == "wild" else (3, 20, 20)), area=area)
    check = game.one(Schemed).outcome.check
    assert (check.skill, check.attribute.label) == (skill, "awareness")


def test_who_withdraws_unnoticed_is_out_of_the_fight() -> None:
    game = pause(Ann=SCOUT)
    game.act("Ann", "withdraw", 3, 20, area="wild")
    rest(game)
    assert game.one(Withdrew).actor == "Ann"
    assert "Ann leaves the fight." in game.told(PUBLIC)
    assert game.state("Cid").nerve.threats["outnumbered"] == 1
    game.go_on(*(1,) * 6)
    assert "Ann" not in [slot.actor for slot in game.scene.agenda]


CRIPPLED = {"wound": "critical", "place": "left leg"}


@pytest.mark.parametrize(
    ("action", "how", "told"),
    [
        ("withdraw", {"dead": True}, "Ann does not get away any more."),
        ("withdraw", {"unconscious": True}, "Ann does not get away any more."),
        ("withdraw", CRIPPLED, "Ann does not get away any more."),
        ("hasty_ambush", {"unconscious": True}, "Ann's hasty ambush comes to nothing."),
        ("hasty_ambush", CRIPPLED, "Ann's hasty ambush stands: 5 better at the next initiative."),
    ],
)
def test_who_is_put_out_before_a_pause_is_over_neither_gets_away_nor_ambushes(
    action: str, how: dict[str, Any], told: str
) -> None:
    game = pause(Ann=SCOUT)
    game.act("Ann", action, 3, 20, **({"area": "wild"} if action == "withdraw" else {}))
    game.act("Ann", "correct", **how)
    rest(game)
    assert told in game.told()
    assert (game.every(Withdrew), game.state("Ann").turn.scheme) == ([], None)


def test_who_has_left_is_no_target_any_more_and_may_be_brought_back() -> None:
    game = pause(Ann=SCOUT, Bob={"weapons": [{"kind": "ak47"}]})
    game.act("Ann", "withdraw", 3, 20, area="wild")
    rest(game)
    assert "withdrawn" in REFLEX.status(game.scene, "Ann", PUBLIC).text
    game.act("Bob", "press")
    game.go_on(*FAIL * 5)
    with pytest.raises(RuleViolation, match="has left the fight"):
        game.act("Bob", "attack", target="Ann", range_m=30)
    game.act("Ann", "correct", withdrawn=False)
    assert not game.state("Ann").turn.withdrawn


def test_an_enemy_that_has_left_is_seen_to_be_gone() -> None:
    game = pause(Bob=SCOUT)
    game.act("Bob", "correct", withdrawn=True)
    known = view(game.scene, PUBLIC, REFLEX)
    assert "withdrawn" in REFLEX.status(known, "Bob", PUBLIC).text


def failing() -> Game:
    """Ann has failed to slip away, and the enemy is asked."""
    game = pause(Ann=SCOUT)
    game.act("Ann", "withdraw", 20, 20, area="wild")
    rest(game)
    return game


def test_after_a_failure_an_enemy_may_pursue() -> None:
    game = failing()
    question = game.one(Asked).question
    assert (question.actor, question.choices) == ("Bob", ("pursue Ann", "let Ann go"))
    game.do(Answer(choice="pursue Ann"))
    assert game.one(Pursued).target == "Bob"
    assert not game.state("Ann").turn.withdrawn
    assert "Ann is pursued by Bob, and stays in the fight." in game.told(PUBLIC)


def test_whom_nobody_pursues_gets_away() -> None:
    game = failing()
    game.do(Answer(choice="let Ann go"))
    assert game.state("Ann").turn.withdrawn


def test_where_no_enemy_is_awake_nobody_pursues() -> None:
    game = pause(Ann=SCOUT)
    for enemy in ("Bob", "Dan"):
        game.act(enemy, "correct", unconscious=True)
    game.act("Ann", "withdraw", 20, 20, area="wild")
    rest(game)
    assert game.state("Ann").turn.withdrawn


def test_whoever_has_given_up_or_is_broken_pursues_nobody() -> None:
    game = pause(Ann=SCOUT)
    bob = game.state("Bob")
    for out in (bob.with_turn(surrendered=True), bob.with_nerve(threats={"combat": 1, "told": 30})):
        scene = game.scene
        game.scene = with_state(scene, "Bob", out)
        game.act("Ann", "withdraw", 20, 20, area="wild")
        rest(game)
        assert game.one(Asked).question.actor == "Dan"
        game.scene = scene


def test_nobody_is_asked_about_the_hidden() -> None:
    game = Game()
    game.join("Ann")
    game.join("Vasily", owner=0, hidden=True, attributes={"cuf": 9})
    game.start(*FAIL * 2)
    while game.scene.state.phase == "exchange":
        game.go_on()
    game.go_on()
    game.act("Vasily", "withdraw", 20, 20, area="wild")
    game.go_on(only="Ann")
    assert game.state("Vasily").turn.withdrawn
    assert "Vasily" not in game.told(PUBLIC)


def test_who_cannot_walk_cannot_withdraw() -> None:
    game = pause(Ann={**SCOUT, "encumbrance": "overloaded"})
    with pytest.raises(RuleViolation, match="too slow"):
        game.act("Ann", "withdraw", area="wild")


def test_who_lies_gets_up_and_goes() -> None:
    game = pause(Ann={**SCOUT, "condition": {"stance": "prone"}})
    game.act("Ann", "withdraw", 3, 20, area="wild")
    assert game.one(Schemed).outcome.succeeded


def test_the_watch_of_one_pause_does_not_count_in_the_next() -> None:
    game = pause(Ann=SCOUT)
    game.act("Ann", "keep_watch", 3, 20)
    rest(game)
    assert game.state("Ann").turn.watch is None


def test_that_somebody_hidden_may_pursue_only_the_gm_reads() -> None:
    game = Game()
    game.join("Ann", **SCOUT)
    game.join("Vasily", owner=0, hidden=True)
    game.start(*FAIL * 2)
    while game.scene.state.phase == "exchange":
        game.go_on()
    game.go_on()
    game.act("Ann", "withdraw", 20, 20, area="wild")
    while not game.every(Asked):
        game.go_on()
    assert "Ann leaves, seen by Vasily." in game.told()
    assert game.one(Asked).audience is Audience.GM
    assert "unseen" not in game.told(PUBLIC)


def test_who_has_left_the_fight_is_out_of_reach_of_all_who_are_in_it() -> None:
    game = pause(Ann=SCOUT)
    game.act("Bob", "correct", withdrawn=True)
    for action, inputs in (("treat", {}), ("talk", {}), ("check", {"attribute": "muscle"}), ("repair", {"item": "x"})):
        refusal = game.refused("Ann", action, target="Bob", **inputs)
        assert refusal == "Bob has left the fight. Name somebody who is in it.", action
    reached = game.act("Ann", "explode", explosive="rpg7_heat", frag=0, victims="Ann:50", at="Ann")
    assert {each.actor for each in reached if isinstance(each, BlastReached)}.isdisjoint({"Bob"})
    assert "Bob" not in {actor for each in game.every(Unplaced) for actor in each.actors}
