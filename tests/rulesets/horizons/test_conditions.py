"""What side effects and wounds leave behind: open until the GM tells, and kept with what they do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.core.errors import RuleViolation
from bot.core.events import Audience
from bot.core.views import GM, PUBLIC, Viewer
from bot.rulesets.horizons.checks.events import Checked, EffectTold, SideEffect
from bot.rulesets.horizons.checks.words import effect_name
from bot.rulesets.horizons.conditions.events import ConditionEnded, ConditionSet
from bot.rulesets.horizons.fire.events import ShotFired
from bot.rulesets.horizons.person.sheet import projected
from bot.rulesets.horizons.state import Condition, Effect
from bot.rulesets.horizons.wounds.events import Died, WoundChecked
from tests.rulesets.horizons.playing import ANN, HORIZONS, Game, duel


def status(game: Game, actor: str = "Ann", viewer: Viewer = PUBLIC) -> str:
    return HORIZONS.status(game.scene, actor, viewer).text


def told_of(game: Game, skill: str) -> dict[str, int]:
    game.act("Ann", "check", 5, skill=skill, difficulty=5)
    return {term.detail: term.value for term in game.one(Checked).check.terms if term.label == "condition"}


def mishap() -> Game:
    """Ann has rolled a one at something else than a shot."""
    game = duel()
    game.act("Ann", "check", 1, 5, skill="notice", difficulty=5)
    return game


def test_only_who_has_effort_left_reads_of_it() -> None:
    assert ("4 effort" in status(duel()), "effort" in status(duel(effort=0))) == (True, False)


@pytest.mark.parametrize(
    ("degree", "name"), [(1, "small lucky turn"), (-2, "marked mishap"), (3, "grave lucky turn"), (-4, "grave mishap")]
)
def test_a_side_effect_beyond_the_third_degree_is_as_grave_as_that(degree: int, name: str) -> None:
    assert effect_name(degree) == name


def test_a_side_effect_is_open_until_the_gm_tells_what_comes_of_it() -> None:
    game = mishap()
    assert game.one(SideEffect).open
    assert "small mishap still to be told" in status(game)
    game.act("Ann", "tell", what="the strap snaps")
    assert game.one(EffectTold) == EffectTold(actor="Ann", degree=-1, what="the strap snaps")
    assert "small mishap of Ann: the strap snaps" in game.told(PUBLIC)
    assert "told" not in status(game)
    with pytest.raises(RuleViolation, match="No side effect of Ann is open") as refusal:
        game.act("Ann", "tell")
    assert "/act action:condition" in refusal.value.remedy


def test_several_of_one_kind_are_counted() -> None:
    game = mishap()
    game.act("Ann", "check", 10, 10, 5, skill="notice", difficulty=5)
    game.act("Ann", "check", 10, 10, 5, skill="notice", difficulty=5)
    assert "small mishap still to be told, 2 marked lucky turns still to be told" in status(game)


def test_the_oldest_is_told_first() -> None:
    game = mishap()
    game.act("Ann", "check", 10, 10, 5, skill="notice", difficulty=5)
    assert game.state("Ann").effects == (Effect(-1), Effect(2))
    game.act("Guard", "tell", target="Ann")
    assert game.told(PUBLIC) == "The small mishap of Ann is dealt with."
    assert game.state("Ann").effects == (Effect(2),)
    assert "marked lucky turn still to be told" in status(game)


def test_what_is_told_may_leave_a_condition_that_counts_at_checks() -> None:
    game = mishap()
    game.act("Ann", "tell", what="dust", condition="Blinking", modifier=-2, skill="rifles", rounds=2)
    assert game.one(ConditionSet) == ConditionSet(actor="Ann", name="blinking", modifier=-2, skill="rifles", until=2)
    assert "blinking −2 (rifles) to round 2" in status(game)
    assert told_of(game, "notice") == {}
    game.act("Ann", "attack", 5, target="Guard", rounds=1, modifier=20)
    (term,) = [term for term in game.one(ShotFired).check.terms if term.label == "condition"]
    assert (term.value, term.detail) == (-2, "blinking")


def test_a_condition_ends_with_its_last_round() -> None:
    game = duel()
    game.act("Ann", "condition", condition="dazed", modifier=-1, rounds=1)
    assert game.told(PUBLIC) == "Ann: dazed −1, to the end of round 1."
    game.act("Ann", "wait")
    assert game.state("Ann").conditions
    game.act("Guard", "wait", 9, 2)
    assert game.one(ConditionEnded) == ConditionEnded(actor="Ann", name="dazed")
    assert "Ann is dazed no more." in game.told(PUBLIC)
    assert game.state("Ann").conditions == {}


def test_a_condition_without_rounds_lasts_until_the_gm_ends_it_and_stands_on_the_sheet() -> None:
    game = duel()
    game.act("Ann", "condition", condition="calm", modifier=1)
    game.act("Ann", "condition", condition="dazed", modifier=-1, rounds=3)
    game.act("Ann", "wait")
    game.act("Guard", "wait", 9, 2)
    assert told_of(game, "notice") == {"calm": 1, "dazed": -1}
    sheet = projected(HORIZONS.tables, game.scene.combatants["Ann"])
    assert sheet["condition"]["others"] == [{"name": "calm", "modifier": 1}]
    assert "calm +1" in "\n".join(line.text for line in HORIZONS.describe(sheet, {}))
    amended = HORIZONS.amend(game.state("Ann"), sheet, {}, interrupts=True)
    assert amended.conditions == {"calm": Condition(1), "dazed": Condition(-1, "", 3)}
    game.act("Ann", "condition", condition="Calm", over=True)
    assert list(game.state("Ann").conditions) == ["dazed"]
    with pytest.raises(RuleViolation, match="Ann is not calm") as refusal:
        game.act("Ann", "condition", condition="calm", over=True)
    assert "There is: dazed." in refusal.value.remedy


def test_a_condition_of_the_sheet_is_meant_however_it_is_written() -> None:
    game = duel(condition={"others": [{"name": "Dazed", "modifier": -1}]})
    game.act("Ann", "condition", condition="dazed", modifier=-2)
    assert game.state("Ann").conditions == {"Dazed": Condition(-2)}
    game.act("Ann", "condition", condition="DAZED", over=True)
    assert game.state("Ann").conditions == {}


@pytest.mark.parametrize("name", [" ", "a\nb", "\u200b"])
def test_what_no_sheet_can_hold_names_no_condition(name: str) -> None:
    with pytest.raises(RuleViolation, match="no name"):
        duel().act("Ann", "condition", condition=name)


def test_there_is_room_for_so_many_conditions() -> None:
    others = [{"name": f"c{number}"} for number in range(20)]
    game = duel(condition={"others": others})
    with pytest.raises(RuleViolation, match="has 20 conditions"):
        game.act("Ann", "condition", condition="one more")
    game.act("Ann", "condition", condition="c3", modifier=-1)
    assert game.state("Ann").conditions["c3"] == Condition(-1)


def test_conditions_are_offered_by_whose_they_are() -> None:
    game = duel(condition={"others": [{"name": "dazed"}]})
    offered = HORIZONS.candidates(game.scene, "condition", "condition", {"actor": "Guard", "target": "Ann"})
    assert [choice.value for choice in offered] == ["dazed"]
    assert not HORIZONS.candidates(game.scene, "condition", "condition", {"actor": "Nobody"})


def test_of_whom_a_side_effect_is_open_is_offered_where_one_is_told() -> None:
    game = duel()
    assert not HORIZONS.candidates(game.scene, "tell", "target", {"actor": "Ann"})
    game.act("Ann", "check", 10, 5, skill="notice", difficulty=5)
    assert [each.value for each in HORIZONS.candidates(game.scene, "tell", "target", {"actor": "Guard"})] == ["Ann"]


def test_what_ails_the_gms_people_players_do_not_read() -> None:
    game = duel()
    game.act("Guard", "condition", condition="poisoned", modifier=-3)
    assert game.told(PUBLIC) == ""
    assert "poisoned −3" in game.told(GM)
    assert "poisoned" not in status(game, "Guard")
    assert "poisoned −3" in status(game, "Guard", GM)
    game.act("Guard", "condition", condition="poisoned", over=True)
    assert (game.told(PUBLIC), game.told(GM)) == ("", "Guard is poisoned no more.")


def test_a_side_effect_of_what_is_secret_is_told_in_secret() -> None:
    game = Game()
    game.join("Ann", **ANN)
    game.act("Ann", "hide", 10, 5, item="Pistol")
    assert "lucky" not in status(game)
    assert "small lucky turn still to be told" in status(game, viewer=GM)
    game.act("Ann", "tell", what="a false bottom", condition="smug", modifier=1)
    assert {event.audience for event in game.events} == {Audience.GM}


def test_a_side_effect_that_nobody_told_is_over_with_the_fight() -> None:
    game = duel()
    game.act("Ann", "check", 1, 5, skill="notice", difficulty=5)
    ann = game.scene.combatants["Ann"]
    assert ann.state.effects == (Effect(-1),)
    assert HORIZONS.enlist(projected(HORIZONS.tables, ann), {}).effects == ()


def test_side_effects_that_were_faults_of_a_gun_are_told_already() -> None:
    game = duel()
    game.act("Ann", "attack", 1, 5, target="Guard", modifier=20)
    assert not game.one(SideEffect).open
    assert game.told(PUBLIC).count("the GM says") == 0
    assert game.state("Ann").effects == ()


def test_a_small_mishap_that_the_gm_tells_is_open() -> None:
    game = duel(options={"minor_effect": "told by the GM"})
    game.act("Ann", "attack", 1, 5, target="Guard", modifier=20)
    assert game.state("Ann").effects == (Effect(-1),)


def test_a_lucky_shot_is_the_gms_to_tell() -> None:
    game = duel()
    game.act("Ann", "attack", 10, 5, target="Guard", modifier=20)
    assert game.state("Ann").effects == (Effect(1),)
    assert "the GM says what comes of it" in game.told(PUBLIC)


def test_a_wound_takes_one_off_the_most_hit_points() -> None:
    game = duel()
    game.act("Guard", "damage", 9, 1, damage=40)
    state = game.state("Guard")
    assert (state.wounds, state.points, state.limit) == ({"body": 1}, -5, 34)
    assert "−5 of 34 hit points" in status(game, "Guard", GM)
    assert "has a wound." in game.told(GM)


def test_a_campaign_may_let_wounds_weigh_more_or_nothing() -> None:
    for each, limit in ((5, 30), (0, 35)):
        game = duel(options={"numbers.wound.hit_points": each})
        game.act("Guard", "damage", 9, 1, damage=40)
        assert game.state("Guard").limit == limit


def test_healing_goes_no_further_than_the_wounds_allow() -> None:
    game = duel(guard={"condition": {"damage": 10, "wounds": {"arms": 2, "body": 1}}})
    game.act("Guard", "heal", points=20)
    assert (game.state("Guard").points, game.state("Guard").damage) == (32, 3)
    game.act("Guard", "heal", place="arms")
    assert (game.state("Guard").points, game.state("Guard").limit) == (32, 34)
    game.act("Guard", "heal", place="body", points=20)
    assert (game.state("Guard").points, game.state("Guard").limit) == (35, 35)


def test_wounds_on_a_sheet_keep_hit_points_down_and_healing_them_gives_none_back() -> None:
    game = duel(guard={"condition": {"wounds": {"torso": 5}}})
    assert game.state("Guard").points == 30
    game.act("Guard", "damage", damage=4)
    assert game.state("Guard").points == 26
    game.act("Guard", "heal", place="torso")
    assert (game.state("Guard").points, game.state("Guard").limit) == (26, 35)


def test_wounds_do_not_move_where_death_lies() -> None:
    game = duel(guard={"condition": {"damage": 68, "wounds": {"arms": 9}}})
    game.act("Guard", "damage", 1, 1, damage=1, place="torso")
    assert not game.one(WoundChecked).passed
    assert (game.state("Guard").limit, game.state("Guard").dead) == (25, False)
    game.act("Guard", "damage", damage=1)
    assert game.one(Died).actor == "Guard"


def test_a_gm_sets_wounds_right() -> None:
    game = duel()
    game.act("Ann", "correct", wounds=2, place="arms")
    assert "Set right for Ann: wounds (arms) 2." in game.told()
    game.act("Ann", "correct", wounds=1)
    assert game.state("Ann").wounds == {"arms": 2, "body": 1}
    assert "wounds (body) 1" in game.told(PUBLIC)
    game.act("Ann", "correct", wounds=0, place="arms")
    assert (game.state("Ann").wounds, game.state("Ann").points) == ({"body": 1}, 32)


def test_its_owner_knows_neither_of_effects_in_secret_nor_under_whose_fire_it_shows_itself() -> None:
    state = mishap().state("Ann")
    full = replace(state, exposed=2, exposed_to={"Guard": 1}, effects=(*state.effects, Effect(2, secret=True)))
    known = HORIZONS.noticed(full)
    assert (known.exposed, known.exposed_to, known.effects) == (0, {}, state.effects)
    assert state.effects


def test_nobody_is_a_thing_where_all_can_be_hurt() -> None:
    assert not HORIZONS.is_thing(duel().state("Guard"))
