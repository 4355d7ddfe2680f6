"""What is tried with the values of a sheet: what they are, what hinders it, and what opposes it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bot.core.engine import odds
from bot.core.errors import RuleViolation
from bot.core.orders import Act, Enlist
from bot.core.views import GM, PUBLIC, Viewer
from bot.rulesets.reflex.checks.check import Check, Outcome
from bot.rulesets.reflex.trials.events import Tried
from tests.rulesets.reflex.firing import act, ordered
from tests.rulesets.reflex.gripping import clinch
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game, duel

SKILLS = {"stealth": 4, "tactics": 8, "mechanics": 4, "deception": 4, "climbing": 4}
OWN = {
    "awareness": 7,
    "cognition": 8,
    "coordination": 9,
    "fitness": 10,
    "muscle": 11,
    "personality": 7,
    "cuf": 7,
}


def camp(*, owner: int = 2, hidden: bool = False, **places: Any) -> Game:
    """Ann and Bob, where nobody fights."""
    game = Game()
    game.join("Ann", owner=1, **{"skills": SKILLS, "attributes": OWN, **places})
    game.join("Bob", owner=owner, hidden=hidden, skills={"deception": 4}, attributes={"personality": 8})
    return game


def outcome(game: Game) -> Outcome:
    """Ann's own check."""
    found = game.one(Tried).outcome
    assert found is not None
    return found


def check(game: Game) -> Check:
    return outcome(game).check


def test_a_skill_is_checked_with_its_value_and_its_attribute() -> None:
    game = camp()
    game.act("Ann", "check", 3, 20, 20, skill="Tactics", modifier=-1)
    assert (check(game).skill, check(game).attribute.label, check(game).pool.dice) == ("tactics", "cognition", 3)
    assert (check(game).target, outcome(game).margin, game.one(Tried).won) == (7, 4, True)
    assert game.told(PUBLIC).startswith("Ann tries tactics: margin 4.")
    assert "Cognition 8, situation −1 = 7; 3d20L 3, 20, 20; 7 −3 = margin 4" in game.told(PUBLIC)


def test_another_attribute_may_be_said_and_a_skill_of_ones_own_needs_one() -> None:
    game = camp()
    game.act("Ann", "check", 20, 20, 20, skill="tactics", attribute="awareness")
    assert (check(game).attribute.label, check(game).target, game.one(Tried).won) == ("awareness", 7, False)
    assert "failed by 13" in game.told(PUBLIC)
    assert "With which attribute?" in game.refused("Ann", "check", skill="stealth")
    game.act("Ann", "check", 1, 1, skill="stealth", attribute="coordination")
    assert (check(game).skill, check(game).pool.level) == ("stealth", "competent")


def test_a_skill_of_the_rules_that_somebody_lacks_is_unskilled() -> None:
    game = camp()
    game.act("Ann", "check", 3, 4, skill="medicine")
    assert (check(game).pool.level, outcome(game).margin) == ("unskilled", 4)


@pytest.mark.parametrize("attribute", ["awareness", "muscle", "cuf", "ooda", "education"])
def test_an_attribute_alone_is_checked_as_a_competent_skill(attribute: str) -> None:
    game = camp()
    game.act("Ann", "check", 20, 20, attribute=attribute)
    assert (check(game).skill, check(game).pool.level, check(game).attribute.label) == ("", "competent", attribute)


def test_a_check_is_of_something() -> None:
    assert "With which attribute?" in camp().refused("Ann", "check")
    assert "'juggling' is no skill." in camp().refused("Ann", "check", skill="juggling")


@pytest.mark.parametrize(
    ("inputs", "torso", "levels"),
    [
        ({"attribute": "cognition"}, "serious", 1),
        ({"attribute": "coordination"}, "slight", 2),
        ({"attribute": "coordination"}, "serious", 3),
        ({"attribute": "muscle"}, "serious", 3),
        ({"attribute": "fitness"}, "slight", 1),
        ({"attribute": "muscle", "using": "legs"}, "serious", 4),
        ({"skill": "climbing", "attribute": "muscle", "using": "hands"}, "slight", 2),
        ({"attribute": "fitness", "using": "nothing"}, "serious", 0),
        ({"attribute": "cuf", "using": "mind"}, "serious", 0),
        ({"attribute": "ooda"}, "serious", 0),
        ({"skill": "climbing", "attribute": "cuf"}, "serious", 1),
    ],
)
def test_wounds_count_for_what_does_it(inputs: dict[str, Any], torso: str, levels: int) -> None:
    wounds = {"head": "slight", "left arm": "moderate", "left leg": "critical", "torso": torso}
    game = camp(condition={"wounds": wounds, "stance": "prone"})
    dice = {0: 2, 1: 1, 2: 2, 3: 3, 4: 4}[levels]
    game.act("Ann", "check", *(20,) * dice, **inputs)
    assert check(game).level_penalty == levels


def test_threats_take_off_a_check_in_a_fight_which_costs_no_time() -> None:
    game = duel(attributes=OWN, skills=SKILLS)
    game.act("Ann", "morale_threat", amount=9)
    tick = game.tick("Ann")
    game.act("Ann", "check", 20, 20, attribute="awareness")
    assert [(term.label, term.value) for term in check(game).terms] == [("morale", -3)]
    assert game.tick("Ann") == tick


def test_movement_takes_off_what_hands_do_and_nothing_else() -> None:
    game = duel(attributes=OWN, skills=SKILLS)
    game.act("Ann", "move", pace="trot")
    game.act("Ann", "check", 20, 20, skill="mechanics", using="hands")
    assert [term.label for term in check(game).terms] == ["own_pace"]
    game.act("Ann", "check", 20, 20, attribute="muscle")
    assert check(game).terms == ()


@pytest.mark.parametrize(
    ("attribute", "target", "held"),
    [("muscle", "", -3), ("muscle", "Guard", -2), ("coordination", "", -3), ("cognition", "", 0)],
)
def test_who_is_held_is_hampered_in_what_its_body_does(attribute: str, target: str, held: int) -> None:
    scene = clinch(6, holder="Guard")
    found = act(scene, "check", 20, 20, attribute=attribute, target=target).events[0]
    assert isinstance(found, Tried)
    assert found.outcome is not None
    assert [(term.label, term.value) for term in found.outcome.check.terms] == [("held", held)] * bool(held)


def test_somebody_may_oppose_it_with_the_same_or_with_something_else() -> None:
    game = camp()
    game.act("Ann", "check", 3, 20, 4, 20, skill="deception", target="Bob")
    tried = game.one(Tried)
    assert tried.opposing is not None
    assert (tried.opposing.check.skill, tried.opposing.margin, tried.net, tried.won) == ("deception", 2, 3, True)
    assert "Ann tries deception against Bob: wins by 3." in game.told(PUBLIC)
    game.act("Ann", "check", 7, 20, 1, 20, skill="deception", target="Bob", opposing="personality")
    tried = game.one(Tried)
    assert tried.opposing is not None
    assert (tried.opposing.check.attribute.label, tried.net, tried.won) == ("personality", -6, False)
    assert "loses by 6" in game.told(PUBLIC)


def test_a_tie_goes_to_who_tries_and_what_fails_by_itself_meets_no_dice() -> None:
    game = camp()
    game.act("Ann", "check", 8, 20, 6, 20, skill="deception", target="Bob", against="deception")
    assert (game.one(Tried).net, game.one(Tried).won) == (0, True)
    assert "Ann tries deception against Bob: wins the tie." in game.told(PUBLIC)
    game.act("Ann", "check", 20, 20, skill="deception", target="Bob")
    assert (game.one(Tried).opposing, game.one(Tried).won) == (None, False)
    assert "Ann tries deception against Bob: failed by 12." in game.told(PUBLIC)


@pytest.mark.parametrize(("opposing", "levels"), [("personality", 0), ("muscle", 1)])
def test_who_only_resists_with_the_mind_suffers_from_no_wound(opposing: str, levels: int) -> None:
    game = camp()
    game.act("Bob", "damage", target="Bob", place="head", degree="slight")
    game.act("Bob", "damage", target="Bob", place="torso", degree="slight")
    game.act("Ann", "check", 3, 20, 20, *(20,) * (1 - levels), skill="deception", target="Bob", opposing=opposing)
    found = game.one(Tried).opposing
    assert found is not None
    assert found.check.level_penalty == levels


def broken(game: Game, actor: str) -> Game:
    game.act("Ann" if actor == "Bob" else "Bob", "intimidate", 1, 1, target=actor, situation=20)
    assert game.state(actor).nerve.routed
    return game


def bullies() -> Game:
    """Two who both can break the other."""
    game = Game()
    for name in ("Ann", "Bob"):
        game.join(name, owner=1, skills={"intimidation": 4, "deception": 4, "tactics": 4, "persuasion": 4})
    return game


@pytest.mark.parametrize(
    "inputs",
    [
        {"skill": "deception"},
        {"skill": "intimidation"},
        {"skill": "persuasion", "attribute": "personality"},
        {"attribute": "personality"},
        {"attribute": "cognition", "opposing": "personality"},
    ],
)
def test_the_broken_lose_what_people_contest_before_any_dice(inputs: dict[str, str]) -> None:
    game = broken(bullies(), "Ann")
    game.act("Ann", "check", target="Bob", **inputs)
    assert (game.one(Tried).outcome, game.one(Tried).won) == (None, False)
    assert "against Bob: broken, and lost before it begins." in game.told(PUBLIC)


def test_the_broken_oppose_nobody_among_people() -> None:
    game = broken(bullies(), "Bob")
    game.act("Ann", "check", 6, 20, skill="deception", target="Bob")
    assert (game.one(Tried).opposing, game.one(Tried).won) == (None, True)
    assert "wins by 0, unopposed." in game.told(PUBLIC)


def test_what_is_no_contest_among_people_the_broken_only_find_harder() -> None:
    game = broken(bullies(), "Ann")
    game.act("Ann", "check", 20, 20, skill="deception")
    assert [term.label for term in check(game).terms] == ["morale"]
    game.act("Ann", "check", 20, 20, skill="tactics", target="Bob")
    assert [term.label for term in check(game).terms] == ["morale"]


def test_the_unconscious_try_nothing_resist_and_oppose_nobody() -> None:
    game = camp(condition={"unconscious": True})
    assert "can try nothing now" in game.refused("Ann", "check", attribute="awareness")
    game.act("Ann", "check", 20, 20, attribute="fitness", using="nothing")
    game.act("Bob", "check", 1, 20, attribute="muscle", target="Ann")
    assert (game.one(Tried).opposing, game.one(Tried).won) == (None, True)


def test_the_dead_and_vehicles_try_nothing() -> None:
    game = camp(condition={"dead": True})
    assert "can try nothing" in game.refused("Ann", "check", attribute="fitness", using="nothing")
    game = Game()
    game.join("Truck", owner=1, vehicle={"kind": "truck"})
    assert "can try nothing" in game.refused("Truck", "check", attribute="fitness", using="nothing")


def test_nobody_opposes_oneself_or_from_where_nobody_sees_him() -> None:
    assert "oneself" in camp().refused("Ann", "check", attribute="muscle", target="Ann")
    with pytest.raises(RuleViolation, match="not here"):
        camp(owner=0, hidden=True).act("Ann", "check", attribute="muscle", target="Bob")


def test_a_guards_numbers_stay_the_gms() -> None:
    game = camp(owner=0)
    game.act("Ann", "check", 3, 20, 4, 20, skill="deception", target="Bob")
    assert "Cognition 6;" in game.told(GM)
    assert "Cognition 6" not in game.told(PUBLIC)


def test_in_secret_only_the_gm_reads_what_came_of_it() -> None:
    game = camp()
    game.act("Ann", "check", 3, 20, attribute="awareness", secret=True)
    assert game.one(Tried).outcome is not None
    assert game.told(Viewer(1)) == "Ann tries awareness."
    assert "margin 4" in game.told(GM)
    assert outcome(game).roll.secret


def chances(game: Game, **inputs: Any) -> dict[str, Fraction]:
    return odds(REFLEX, game.scene, Act(actor="Ann", action="check", inputs=inputs), REFLEX.chances["margin"])


def test_odds_tell_by_how_much_it_succeeds() -> None:
    alone = chances(camp(), attribute="muscle")
    assert sum(chance for told, chance in alone.items() if told.startswith("succeeds")) == 1 - Fraction(9, 20) ** 2
    exactly_12 = sum(margin(fall, 11) == 12 for fall in product(range(1, 21), repeat=2))
    assert alone["succeeds by 12"] == Fraction(exactly_12, 400)


@pytest.mark.untraced
def test_odds_of_a_contest_are_those_of_both_sides() -> None:
    even = chances(camp(), skill="deception", target="Bob")
    lost = chances(broken(bullies(), "Ann"), skill="deception", target="Bob")
    won = Fraction(0)
    for own, other in product(product(range(1, 21), repeat=2), repeat=2):
        mine, theirs = margin(own, 8), margin(other, 6)
        won += mine >= max(0, theirs)
    assert sum(chance for told, chance in even.items() if told.startswith("succeeds")) == won / 20**4
    assert lost == {"": 1}


def margin(faces: tuple[int, ...], target: int) -> int:
    """Return the margin of the lowest of two dice: two more where both are low enough."""
    return target - min(faces) + 2 * (max(faces) <= target)


def test_skills_of_ones_own_are_offered_first() -> None:
    game = camp()
    offered = [choice.value for choice in REFLEX.candidates(game.scene, "check", "skill", {"actor": "Ann"})]
    assert sorted(offered[: len(SKILLS)]) == sorted(SKILLS)
    assert "medicine" in offered
    assert len(offered) == len(set(offered))
    assert next(choice.value for choice in REFLEX.candidates(game.scene, "check", "skill", {})) == "longarm"


def test_a_check_in_a_fight_may_be_made_on_anybodys_tick() -> None:
    game = duel(attributes=OWN)
    game.act("Ann", "wait")
    game.act("Ann", "check", *FAIL, attribute="awareness")
    assert not game.one(Tried).won


def test_the_dice_of_both_sides_are_weighed_by_their_chances() -> None:
    game = camp()
    before = game.scene
    game.act("Ann", "check", 1, 1, 20, 20, skill="deception", target="Bob")
    tested = [each for event in game.events for each in REFLEX.tested(before, event)]
    assert [(each.actor, each.passed, each.attack) for each in tested] == [("Ann", True, False), ("Bob", False, False)]
    assert all(0 < each.chance < 1 for each in tested)


@pytest.mark.parametrize(
    ("attribute", "target", "found"),
    [("muscle", "", []), ("muscle", "Guard", []), ("muscle", "Cid", [-3]), ("coordination", "Cid", [-3])],
)
def test_who_holds_somebody_is_worse_at_what_it_does_against_others(
    attribute: str, target: str, found: list[int]
) -> None:
    scene = ordered(clinch(6), Enlist(name="Cid", owner=0, side="Guard", sheet={}), 20, 20).scene
    tried = act(scene, "check", 20, 20, attribute=attribute, target=target).events[0]
    assert isinstance(tried, Tried)
    assert tried.outcome is not None
    assert [term.value for term in tried.outcome.check.terms if term.label == "holding"] == found
