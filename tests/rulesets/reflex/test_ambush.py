"""Ambushes: who sets them with what, who notices them when, and what it does to those who do not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import Audience
from bot.core.scene import with_state
from bot.core.terms import Term
from bot.core.views import GM, PUBLIC, Viewer, view
from bot.rulesets.reflex.ambush.events import AmbushMet, AmbushSet, AmbushSprung, AmbushWatched
from bot.rulesets.reflex.checks import nerve
from bot.rulesets.reflex.time.events import InitiativeRolled
from bot.rulesets.reflex.traps import Ambush
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game

LEADER: dict[str, Any] = {
    "attributes": {"cognition": 8},
    "skills": {"Tactics": 8, "Deception": 4, "Fieldcraft": 4, "Streetcraft": 16},
}
WELL = (6, 20, 20)


def woods(**options: Any) -> Game:
    """Ed and Simon of the GM's before any fight, Ann and Bob who walk towards them."""
    game = Game(**options)
    game.join("Ed", owner=0, **LEADER)
    game.join("Simon", owner=0, skills={"Tactics": 2})
    game.join("Ann", owner=1, encumbrance="light", skills={"Tactics": 4})
    game.join("Bob", owner=2, encumbrance="light")
    return game


def set_up(game: Game, *faces: int, **inputs: Any) -> AmbushSet:
    """Have Ed prepare an ambush."""
    game.act("Ed", "ambush_set", *(faces or WELL), **inputs)
    return game.one(AmbushSet)


def target(game: Game, *faces: int, **inputs: Any) -> tuple[str, int]:
    """The skill and the target number of an ambush."""
    check = set_up(game, *faces, **inputs).outcome.check
    return check.skill, check.target


# Setting


def test_rx_38_two_on_foot_and_the_crew_of_a_vehicle_take_three_minutes_and_one_off() -> None:
    event = set_up(woods(), people=2, vehicles=1)
    assert (event.ambush.minutes, event.outcome.check.skill, event.outcome.check.target) == (3, "tactics", 7)
    assert [(term.label, term.value) for term in event.outcome.check.terms] == [("vehicles", -1)]


def test_each_without_the_skill_is_one_less() -> None:
    assert target(woods(), unskilled=2, modifier=1) == ("tactics", 7)


def test_those_of_the_leaders_side_who_are_there_take_part() -> None:
    game = woods()
    game.join("Rookie", owner=0)
    game.join("Truck", owner=0, vehicle={"kind": "truck"})
    event = set_up(game)
    assert event.ambush.minutes == 4
    assert [(term.label, term.value) for term in event.outcome.check.terms] == [("vehicles", -1), ("unskilled", -1)]


def test_those_aboard_a_vehicle_are_one_with_it_and_still_lack_the_skill() -> None:
    game = woods()
    game.join("Rookie", owner=0)
    game.join("Truck", owner=0, vehicle={"kind": "truck"})
    seats = dict.fromkeys(("Rookie", "Simon"), "Truck")
    game.scene = msgspec.structs.replace(game.scene, state=msgspec.structs.replace(game.scene.state, aboard=seats))
    event = set_up(game)
    assert event.ambush.minutes == 2
    assert [(term.label, term.value) for term in event.outcome.check.terms] == [("vehicles", -1), ("unskilled", -1)]


def test_a_social_ambush_goes_by_deception_and_suffers_from_company() -> None:
    event = set_up(woods(), 4, 20, kind="social", people=3, unskilled=1)
    assert event.outcome.check.skill == "deception"
    assert [(term.label, term.value) for term in event.outcome.check.terms] == [("companions", -2), ("unskilled", -1)]


@pytest.mark.parametrize(
    ("urban", "tactics", "skill", "dice"),
    [
        (False, 8, "fieldcraft", 2),
        (True, 8, "tactics", 3),
        (False, 4, "tactics", 2),
        (True, 32, "streetcraft", 4),
    ],
)
def test_a_maneuver_takes_the_lower_of_tactics_and_stealth(urban: bool, tactics: int, skill: str, dice: int) -> None:
    game = Game()
    skills = {**LEADER["skills"], "Tactics": tactics}
    game.join("Ed", owner=0, attributes=LEADER["attributes"], skills=skills)
    check = set_up(game, *[8] * dice, kind="maneuver", urban=urban, people=1).outcome.check
    assert check.skill == skill


def test_it_is_prepared_in_secret_and_only_the_gm_looks_at_it() -> None:
    game = woods()
    event = set_up(game, side="players")
    assert (event.audience, event.outcome.roll.secret, game.told(PUBLIC)) == (Audience.GM, True, "")
    assert "Ed prepares a classic ambush for players (2 minutes): well hidden." in game.told(GM)
    report = REFLEX.reports["ambushes"]
    assert [line.text for line in report(game.scene, "", GM)] == [
        "Ed: classic ambush for players (2 minutes), noticed by more than a margin of 2."
    ]
    assert report(game.scene, "Ann", GM) == ()
    assert report(view(game.scene, Viewer(1), REFLEX), "", Viewer(1)) == ()
    assert not view(game.scene, Viewer(1), REFLEX).state.ambushes


def test_it_outlives_a_fight() -> None:
    game = woods()
    set_up(game)
    game.start(*FAIL * 4)
    game.do(orders.EndFight())
    assert list(game.scene.state.ambushes) == ["Ed"]


def test_nobody_prepares_one_while_shots_are_fired() -> None:
    game = woods()
    game.start(*FAIL * 4)
    with pytest.raises(RuleViolation, match="while shots are fired"):
        set_up(game)


# On the watch


def watched(game: Game, *faces: int, actor: str = "Ed", **inputs: Any) -> AmbushWatched:
    """Have somebody watch for Ed's ambush."""
    game.act(actor, "ambush_detect", *faces, **{"target": "Ann", **inputs})
    return game.one(AmbushWatched)


@pytest.mark.parametrize(("face", "noticed"), [(3, True), (4, False)])
def test_tactics_with_awareness_must_beat_it_and_it_wins_ties(face: int, noticed: bool) -> None:
    game = woods()
    set_up(game)
    event = watched(game, face, 20)
    assert (event.noticed, event.outcome.check.skill, event.outcome.check.target) == (noticed, "tactics", 6)
    assert (event.audience, game.told(PUBLIC)) == (Audience.GM, "")
    assert ("notices" if noticed else "does not notice") in game.told(GM)


def test_a_social_ambush_is_noticed_by_personality() -> None:
    game = woods()
    set_up(game, 8, 20, kind="social", people=1)
    assert watched(game, 6, 20).outcome.check.attribute.label == "personality"


def test_003_87_of_an_ambush_that_failed_any_success_knows() -> None:
    game = woods()
    assert set_up(game, 20, 20, 20).ambush.margin is None
    assert "anybody who looks will notice" in game.told(GM)
    assert "any success notices it" in REFLEX.reports["ambushes"](game.scene, "", GM)[0].text
    assert watched(game, 6, 20).noticed


def test_there_is_one_chance() -> None:
    game = woods()
    set_up(game)
    watched(game, *FAIL)
    with pytest.raises(RuleViolation, match="had the one chance"):
        watched(game)


@pytest.mark.parametrize("who", ["Ed", "Nobody", "Truck"])
def test_only_who_could_walk_into_it_watches(who: str) -> None:
    game = woods()
    game.join("Truck", owner=0, vehicle={"kind": "truck"})
    set_up(game, people=2, vehicles=0, unskilled=0)
    with pytest.raises(RuleViolation, match="does not watch"):
        watched(game, target=who)


def test_darkness_and_distance_hide_it_from_the_eye_alone() -> None:
    game = woods()
    set_up(game)
    assert watched(game, *FAIL, range_m=5000, modifier=-1).outcome.check.target < 0
    set_up(game, 8, 20, kind="social", people=1)
    game.do(orders.SetRange(actor="Ann", target="Ed", range_m=5000))
    assert watched(game, *FAIL).outcome.check.target == 6


def test_the_dark_hides_it_also_where_nobody_says_how_far_it_is() -> None:
    game = woods()
    set_up(game)
    game.act("Ann", "weather", light="dark")
    assert [term.label for term in watched(game, *FAIL).outcome.check.terms] == ["visual"]


def test_where_nothing_is_hard_to_see_neither_is_an_ambush() -> None:
    game = woods(visual_penalty=False)
    set_up(game)
    assert watched(game, *FAIL, range_m=5000).outcome.check.terms == ()


def test_which_of_several_ambushes_has_to_be_said() -> None:
    game = woods()
    with pytest.raises(RuleViolation, match="/ambush set prepares one"):
        watched(game)
    set_up(game)
    game.act("Simon", "ambush_set", 20, people=1)
    assert watched(game, *FAIL, actor="Ann", ambush="Ed").target == "Ed"
    with pytest.raises(RuleViolation, match="Which ambush"):
        watched(game, actor="Ann")
    with pytest.raises(RuleViolation, match="Which ambush"):
        watched(game, actor="Ann", ambush="Moriarty")


# Springing


def sprung(game: Game, *faces: int, **inputs: Any) -> dict[str, bool]:
    """Have Ed spring his ambush: who is surprised."""
    game.act("Ed", "ambush_spring", *faces, **inputs)
    return {event.actor: event.surprised for event in game.events if isinstance(event, AmbushMet)}


def test_awareness_at_the_last_moment_must_beat_it() -> None:
    game = woods()
    set_up(game)
    assert sprung(game, 3, 20, 4, 20) == {"Ann": False, "Bob": True}
    assert "An ambush! Ed springs it." in game.told(PUBLIC)
    assert "Ann notices it just in time." in game.told(PUBLIC)
    assert "Bob is taken by surprise." in game.told(PUBLIC)
    assert not game.scene.state.ambushes


def test_003_22_who_noticed_it_on_the_watch_is_ready_and_who_watched_in_vain_is_not() -> None:
    game = woods()
    set_up(game)
    watched(game, 1, 20)
    watched(game, *FAIL, target="Bob")
    assert sprung(game) == {"Ann": False, "Bob": True}
    assert "Ann has noticed it in time." in game.told(PUBLIC)


def test_the_surprised_begin_from_zero_in_the_first_exchange_and_roll_as_ever() -> None:
    game = woods()
    set_up(game)
    sprung(game, *FAIL, 1, 20)
    game.start(*FAIL, *FAIL, 3, 20, *FAIL)
    rolled = {event.actor: event for event in game.events if isinstance(event, InitiativeRolled)}
    assert rolled["Ann"].terms == (Term("ambushed", 0, "003:1295"),)
    assert (rolled["Ann"].initiative, rolled["Bob"].initiative) == (6, 12)
    assert "Ambushed 0, twice the margin +6 (3) = 6." in game.told(GM)


def test_after_that_they_are_surprised_no_more_and_stay_shaken() -> None:
    game = woods()
    set_up(game)
    sprung(game, *FAIL, *FAIL)
    game.start(*FAIL * 4)
    while game.scene.state.phase != "choice":
        game.go_on()
    ann = game.state("Ann")
    assert (ann.nerve.surprised, ann.nerve.ambushed) == (False, True)
    assert ("ambushed", 1) in [(term.label, term.value) for term in nerve.threat_terms(ann)]


def test_the_surprised_are_unaware_until_they_have_rolled() -> None:
    game = woods()
    set_up(game)
    sprung(game, *FAIL, *FAIL)
    assert not game.state("Ann").turn.rolled
    game.start(*FAIL * 4)
    assert game.state("Ann").turn.rolled


def test_sprung_at_the_opening_of_a_fight_it_takes_the_base_off_what_was_rolled() -> None:
    game = woods()
    set_up(game)
    game.start(*FAIL, *FAIL, 3, 20, *FAIL)
    assert game.tick("Ann") == 18
    sprung(game, *FAIL, *FAIL)
    assert (game.tick("Ann"), game.tick("Bob")) == (6, None)
    assert "Ann is taken by surprise and acts from tick 6." in game.told(PUBLIC)
    assert "Bob is taken by surprise and does not act in this exchange." in game.told(PUBLIC)
    game.act("Ed", "wait")
    set_up_again = game.scene.state.ambushes
    assert not set_up_again


def test_nobody_springs_one_in_the_middle_of_an_exchange() -> None:
    game = woods()
    set_up(game)
    game.start(*FAIL * 4)
    game.go_on(only="Simon")
    with pytest.raises(RuleViolation, match="under way"):
        sprung(game)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({}, {"Ann", "Bob"}),
        ({"target": "Bob"}, {"Bob"}),
        ({"side": "players"}, {"Ann", "Bob"}),
    ],
)
def test_its_victims_may_be_named_before_or_then(said: dict[str, str], meant: set[str]) -> None:
    game = woods()
    set_up(game, **said)
    assert set(sprung(game, *FAIL * len(meant))) == meant
    again = woods()
    set_up(again)
    assert set(sprung(again, *FAIL * len(meant), **said)) == meant


def test_the_gms_own_may_be_its_victims_and_their_numbers_stay_the_gms() -> None:
    game = woods()
    set_up(game, target="Simon")
    assert sprung(game, 5, 20) == {"Simon": True}
    assert "d20" in game.told(GM)
    assert "d20" not in game.told(PUBLIC)


def test_nobody_is_there() -> None:
    game = woods()
    set_up(game, side="ghosts")
    with pytest.raises(RuleViolation, match=r"Nobody is here .* sides that are here: enemies, players"):
        sprung(game)


def test_a_leader_who_has_left_is_not_named() -> None:
    game = woods()
    set_up(game, side="players")
    game.do(orders.Release(actor="Ed"))
    game.act("Simon", "ambush_spring", *FAIL, *FAIL)
    assert game.one(AmbushSprung).actor == ""
    assert game.told(PUBLIC).startswith("An ambush!\n")
    set_up_by_nobody = Ambush(leader="Ed", kind="classic", minutes=1)
    assert set_up_by_nobody.margin is None


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("sheet_id", [0, 7])
def test_players_do_not_learn_that_a_leader_has_left_out_of_their_sight(sheet_id: int, hidden: bool) -> None:
    game = Game()
    leader = game.sheet(**LEADER)
    game.do(orders.Enlist(name="Ed", owner=0, side="enemies", sheet=leader, sheet_id=sheet_id, hidden=hidden))
    game.join("Ann", owner=1)
    set_up(game, side="players")
    game.do_at_least(orders.StartFight())
    game.do_at_least(orders.Release(actor="Ed"))
    game.do_at_least(orders.Act(actor="Ann", action="ambush_spring"), *FAIL)
    assert game.told(GM).startswith("An ambush!\n")
    assert game.told(PUBLIC).startswith("Ann is taken" if hidden else "An ambush!\n")


def test_an_ambush_whose_hidden_leader_has_left_is_not_led_by_whoever_takes_that_name() -> None:
    game = Game()
    game.join("Ed", owner=0, hidden=True, **LEADER)
    game.join("Ann", owner=1)
    set_up(game, side="players")
    game.do_at_least(orders.StartFight())
    game.do_at_least(orders.Release(actor="Ed"))
    assert "The ambush of Ed waits on without a leader." in game.told(GM)
    assert "ambush" not in game.told(PUBLIC)
    game.join("Ed", *FAIL, owner=0, hidden=True, **LEADER)
    assert [choice.value for choice in REFLEX.candidates(game.scene, "ambush_spring", "ambush", {})] == ["Ed, who left"]
    game.do_at_least(orders.Act(actor="Ed", action="ambush_spring"), *FAIL)
    assert (game.one(AmbushSprung).actor, game.scene.state.ambushes) == ("", {})
    assert game.told(PUBLIC).startswith("Ann is taken")


@pytest.mark.parametrize("how", ["dead", "unconscious", "surrendered", "withdrawn"])
@pytest.mark.parametrize("hidden", [False, True])
def test_a_leader_who_is_out_of_it_springs_nothing(how: str, hidden: bool) -> None:
    game = Game()
    game.join("Ed", owner=0, hidden=hidden, **LEADER)
    game.join("Ann", owner=1)
    set_up(game)
    game.act("Ed", "correct", **{how: True})
    game.act("Ann", "ambush_spring", *FAIL)
    assert game.told(GM).startswith("An ambush!\n")
    assert game.told(PUBLIC).startswith("Ann is taken by surprise" if hidden else "An ambush!\n")


def test_of_a_leader_out_of_sight_players_learn_nothing_by_the_ambush() -> None:
    game = Game()
    game.join("Ed", owner=0, hidden=True, **LEADER)
    game.join("Ann", owner=1)
    set_up(game)
    game.act("Ed", "ambush_spring", *FAIL)
    assert game.one(AmbushSprung).actor == "Ed"
    assert game.told(PUBLIC).startswith("Ann is taken by surprise")


def test_without_its_leader_its_victims_have_to_be_named() -> None:
    game = woods()
    set_up(game)
    game.do(orders.Release(actor="Ed"))
    with pytest.raises(RuleViolation, match="Nobody is here"):
        game.act("Simon", "ambush_spring")


def test_an_ambush_can_be_called_off() -> None:
    game = woods()
    set_up(game)
    game.act("Ed", "ambush_spring", off=True)
    assert not game.scene.state.ambushes
    assert (game.told(GM), game.told(PUBLIC)) == ("The ambush of Ed is called off.", "")


def test_what_is_offered() -> None:
    game = woods()
    set_up(game)

    def offered(key: str) -> list[str]:
        return [choice.value for choice in REFLEX.candidates(game.scene, "ambush_spring", key, {})]

    assert offered("ambush") == ["Ed"]
    assert offered("side") == ["enemies", "players"]
    assert offered("target") == ["Ed", "Simon", "Ann", "Bob"]
    assert offered("off") == []


def test_a_watcher_who_knows_shows_in_the_list() -> None:
    game = woods()
    set_up(game)
    watched(game, 1, 20)
    assert "noticed by Ann" in REFLEX.reports["ambushes"](game.scene, "Ed", GM)[0].text


def shaken(game: Game, actor: str) -> None:
    """The will of somebody is broken."""
    cowed = game.state(actor).with_nerve(cowed=5, routed=True)
    game.scene = with_state(game.scene, actor, cowed)


def test_the_broken_lead_no_ambush() -> None:
    game = woods()
    shaken(game, "Ed")
    with pytest.raises(RuleViolation, match="will of Ed is broken"):
        set_up(game)


@pytest.mark.parametrize(("kind", "fooled"), [("social", True), ("classic", False)])
def test_among_company_the_broken_notice_nothing(kind: str, fooled: bool) -> None:
    game = woods()
    set_up(game, *(20,) * (2 if fooled else 3), kind=kind)
    for name in ("Ann", "Bob"):
        shaken(game, name)
    game.act("Ann", "ambush_detect", 1, 1, ambush="Ed")
    assert game.one(AmbushWatched).noticed is not fooled
    game.act("Ed", "ambush_spring", 1, 1)
    met = {event.actor: event.surprised for event in game.events if isinstance(event, AmbushMet)}
    assert met == {"Ann": fooled, "Bob": fooled}


def test_the_unconscious_prepare_nothing() -> None:
    game = woods()
    game.act("Ed", "correct", unconscious=True)
    with pytest.raises(RuleViolation, match="cannot do that now"):
        set_up(game, people=1)


def test_who_is_out_of_it_takes_no_part() -> None:
    game = woods()
    game.join("Rookie", owner=0)
    game.act("Rookie", "correct", unconscious=True)
    event = set_up(game)
    assert (event.ambush.minutes, event.outcome.check.terms) == (2, ())
