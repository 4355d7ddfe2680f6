from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import RangeSet
from bot.core.renaming import renamed
from bot.core.views import PUBLIC
from bot.rulesets.nighttripper.close.events import AdvantageGained
from bot.rulesets.nighttripper.close.reaches import settled
from bot.rulesets.nighttripper.fire.events import Attacked, Drew, Hit
from bot.rulesets.nighttripper.wounds.events import Wounded
from tests.rulesets.nighttripper.playing import CLUB, KNIFE, NIGHT, PISTOL, SPEAR, TABLES, Game, duel, facing

MISS = (1, 1)


def throw_of(game: Game, *faces: int, **inputs: Any) -> dict[str, int]:
    """The terms of Ann's attack on Bob."""
    game.attack("Ann", "Bob", *faces, **inputs)
    return {term.label: term.value for term in game.one(Attacked).throw.terms}


@pytest.mark.parametrize(("faces", "impact"), [((2, 5), 0), ((3, 5), 1), ((6, 6), 5)])
def test_eight_succeeds_and_impact_counts_from_there(faces: tuple[int, int], impact: int) -> None:
    game = duel("pistol")
    game.attack("Ann", "Bob", *faces, range_m=5)
    assert game.one(Attacked).throw.impact == impact


CHART = {
    "pistol": (0, 0, -2, None),
    "scattergun": (2, 0, None, None),
    "carbine": (1, 1, -1, -2),
    "long_rifle": (-2, 1, 1, 1),
}
CELLS = [
    (row, range_m, value)
    for row, values in CHART.items()
    for range_m, value in zip((10, 30, 200, 1000), values, strict=True)
]


@pytest.mark.parametrize(("row", "range_m", "value"), CELLS)
def test_the_chart_gives_the_modifier_of_weapon_and_range(row: str, range_m: int, value: int | None) -> None:
    game = duel(row, [{"kind": row}])
    if value is None:
        with pytest.raises(RuleViolation, match="cannot hit at"):
            game.attack("Ann", "Bob", range_m=range_m)
    else:
        game.attack("Ann", "Bob", *MISS, range_m=range_m)
        assert game.one(Attacked).throw.terms[1].value == value


def test_nothing_reaches_beyond_a_kilometre() -> None:
    game = duel("long_rifle", [{"kind": "long_rifle"}])
    with pytest.raises(RuleViolation, match="reaches 1000 m"):
        game.attack("Ann", "Bob", range_m=1000.5)


def test_what_has_nothing_between_its_ranges_is_not_told_to_get_closer() -> None:
    game = duel("pistol", [{"kind": "pistol", "ranges": {"short": 1, "distant": -2}}])
    refused = game.refused("Ann", "attack", target="Bob", range_m=20.0)
    assert "cannot hit at 20 m. It hits at short range and distant range: /act action:move" in refused


@pytest.mark.parametrize(("range_m", "column"), [(10, "short"), (10.5, "medium"), (30, "medium"), (31, "long")])
def test_the_first_column_that_reaches_counts(range_m: float, column: str) -> None:
    assert column in throw_of(duel("pistol"), *MISS, range_m=range_m)


def test_a_distance_must_be_known_for_a_shot() -> None:
    with pytest.raises(Incomplete, match="How far is Bob"):
        duel("pistol").attack("Ann", "Bob")


def test_a_distance_that_is_said_is_kept() -> None:
    game = duel("pistol")
    game.attack("Ann", "Bob", *MISS, range_m=25)
    assert game.one(RangeSet).range_m == 25
    game.attack("Bob", "Ann", *MISS)
    assert "RangeSet" not in game.kinds()


def test_a_laser_fires_in_the_row_of_its_shape() -> None:
    game = duel("long_rifle", [{"kind": "laser_rifle"}])
    assert throw_of(game, *MISS, range_m=100)["long"] == 1
    assert game.one(Attacked).laser


@pytest.mark.parametrize(("skills", "rank"), [({"PISTOL": 2}, 2), ({"my gun": 3, "pistol": 1}, 3), ({"carbine": 2}, 1)])
def test_the_rank_is_that_of_the_weapon_else_the_one_for_all(skills: dict[str, int], rank: int) -> None:
    game = Game()
    game.join("Ann", skill=1, skills=skills, weapons=[{"kind": "pistol", "name": "My gun"}])
    game.join("Bob")
    game.start()
    game.until("pistol")
    assert throw_of(game, *MISS, range_m=5)["skill"] == rank


def test_what_is_agreed_at_the_table_counts() -> None:
    assert throw_of(duel("pistol"), *MISS, range_m=5, modifier=-2)["told"] == -2


@pytest.mark.parametrize(("places", "term"), [(["arm"], -2), (["leg"], None), (["head", "arm"], -2), (["torso"], -2)])
def test_the_worst_wound_that_matters_hampers_a_shot(places: list[str], term: int | None) -> None:
    game = Game()
    wounds = [{"place": place, "severity": 1 + (place != "head")} for place in places]
    game.join("Ann", weapons=PISTOL, condition={"wounds": wounds})
    game.join("Bob")
    game.start()
    game.until("pistol")
    assert throw_of(game, *MISS, range_m=5).get("wound") == term


def test_a_leg_hampers_blows_and_a_campaign_may_leave_wounds_out() -> None:
    for on, term in ((True, -3), (False, None)):
        game = Game(wound_penalties=on)
        game.join("Ann", weapons=CLUB, condition={"wounds": [{"place": "leg", "severity": 3}]})
        game.join("Bob", weapons=KNIFE)
        game.start()
        game.until("advantaged")
        assert throw_of(game, *MISS).get("wound") == term


def test_a_wound_of_the_same_step_does_not_hamper() -> None:
    game = duel("pistol")
    game.attack("Ann", "Bob", 3, 5, range_m=5)
    game.attack("Bob", "Ann", *MISS)
    assert [term.label for term in game.one(Attacked).throw.terms] == ["skill", "short"]


@pytest.mark.parametrize(
    ("step", "mine", "theirs", "value"),
    [("advantaged", SPEAR, KNIFE, 2), ("matched", CLUB, CLUB, 1), ("disadvantaged", KNIFE, SPEAR, 0)],
)
def test_the_longer_weapon_has_the_advantage(step: str, mine: Any, theirs: Any, value: int) -> None:
    assert throw_of(duel(step, mine, theirs), *MISS)[step] == value


def test_a_gun_in_hand_is_no_longer_than_a_fist() -> None:
    game = duel("matched", PISTOL, PISTOL)
    throw_of(game, *MISS)
    assert game.one(Attacked).weapon == "fists"


def test_a_blow_has_its_step_by_reach() -> None:
    with pytest.raises(RuleViolation, match="Strike in the step Disadvantaged melee, or let this one go by"):
        duel("matched", KNIFE, SPEAR).attack("Ann", "Bob")
    with pytest.raises(RuleViolation, match=r"Ann is advantaged, holding spear\. That step of the round is over"):
        duel("matched", SPEAR, KNIFE).attack("Ann", "Bob")


def test_what_is_in_hand_is_what_was_used_last() -> None:
    game = duel("pistol", [*SPEAR, *PISTOL], CLUB)
    game.attack("Ann", "Bob", *MISS, range_m=2)
    game.until("advantaged")
    assert game.state("Ann").wields == "pistol"
    game.attack("Bob", "Ann", *MISS)
    assert game.one(Attacked).step == "advantaged"


def test_a_weapon_may_be_named_and_must_fit_the_step() -> None:
    game = duel("advantaged", [*SPEAR, *KNIFE], KNIFE)
    with pytest.raises(RuleViolation, match="These fit this step: spear, knife, fists"):
        game.attack("Ann", "Bob", weapon="bow")
    game.attack("Ann", "Bob", *MISS, weapon="KNIFE")
    assert game.state("Ann").wields == "knife"


def test_the_step_of_a_blow_goes_by_what_both_held_when_it_opened() -> None:
    game = duel("matched", [*KNIFE, *SPEAR], [*KNIFE, *SPEAR])
    game.attack("Ann", "Bob", *MISS, weapon="spear")
    game.attack("Bob", "Ann", *MISS)
    assert (game.one(Attacked).step, game.state("Ann").wields) == ("matched", "spear")
    game.until("advantaged")
    with pytest.raises(RuleViolation, match="Bob is disadvantaged, holding knife"):
        game.attack("Bob", "Ann", weapon="spear")
    game.attack("Ann", "Bob", *MISS, weapon="knife")
    assert game.one(Attacked).step == "advantaged"


def test_who_draws_bare_hands_puts_away_what_was_in_them() -> None:
    game = duel("advantaged", SPEAR, KNIFE)
    game.act("Ann", "draw", item="fists")
    assert (game.state("Ann").wields, game.told(PUBLIC)) == ("fists", "Ann puts away what was in hand.")


def test_what_is_drawn_counts_from_the_next_step_on_and_takes_no_action() -> None:
    game = duel("advantaged", [*KNIFE, *SPEAR], KNIFE)
    game.act("Ann", "draw", item="SPEAR")
    assert (game.one(Drew).weapon, game.now()) == ("spear", ("Ann", "Bob"))
    assert game.told(PUBLIC) == "Ann takes the spear in hand."
    with pytest.raises(RuleViolation, match="Ann is matched"):
        game.attack("Ann", "Bob")
    game.go_on()
    with pytest.raises(
        RuleViolation, match=r"Ann is advantaged, holding spear\. That step of the round is over: let this"
    ):
        game.attack("Ann", "Bob")


@pytest.mark.parametrize(("weapon", "why"), [("knife", "has that in hand: knife"), ("bow", "does not have that: bow")])
def test_what_cannot_be_drawn(weapon: str, why: str) -> None:
    game = duel("talking", [*KNIFE, *SPEAR], KNIFE)
    with pytest.raises(RuleViolation, match=why) as refusal:
        game.act("Ann", "draw", item=weapon)
    assert refusal.value.remedy == "At hand: spear, fists."


def test_what_is_not_in_hand_is_offered_to_be_drawn() -> None:
    game = duel("talking", [*KNIFE, *SPEAR], KNIFE)
    offered = NIGHT.candidates(game.scene, "draw", "item", {"actor": "Ann"})
    assert [choice.value for choice in offered] == ["spear", "fists"]


def test_a_weapon_may_have_a_length_of_its_own() -> None:
    game = duel("advantaged", [{"kind": "knife", "length": 9}], SPEAR)
    game.attack("Ann", "Bob", *MISS)
    assert game.one(Attacked).step == "advantaged"
    assert "knife (length 9)" in NIGHT.describe(Game.sheet(weapons=[{"kind": "knife", "length": 9}]), {})[1].text


@pytest.mark.parametrize(("template", "blade"), [("guard", "club"), ("trooper", "knife"), ("boarder", "sword")])
def test_ready_made_people_with_gun_and_blade_fight_close_with_the_blade(template: str, blade: str) -> None:
    game = Game()
    game.join("Ann")
    game.join("Guard", owner=0, **NIGHT.templates[template])
    game.start()
    game.until("advantaged")
    game.attack("Guard", "Ann", *MISS)
    assert game.one(Attacked).weapon == blade


@pytest.mark.parametrize(("weapon", "what"), [("club", "a club"), ("fists", "fists")])
def test_without_a_weapon_of_the_row_nothing_is_fired(weapon: str, what: str) -> None:
    game = duel("pistol", [*PISTOL], PISTOL)
    with pytest.raises(RuleViolation, match=f"cannot fire {what} now"):
        game.attack("Ann", "Bob", weapon=weapon, range_m=5)


def test_a_carrier_whose_gun_was_struck_off_the_sheet_fires_nothing() -> None:
    game = duel("pistol")
    game.do(orders.EditSheet(actor="Ann", path="weapons", sheet={}))
    with pytest.raises(RuleViolation, match="cannot fire anything now"):
        game.attack("Ann", "Bob", range_m=5)


def test_fists_on_a_sheet_are_fists() -> None:
    game = duel("matched", [{"kind": "fists"}], [])
    game.attack("Ann", "Bob", *MISS)
    assert game.one(Attacked).weapon == "fists"


def test_blows_need_the_other_within_reach_where_the_distance_is_known() -> None:
    game = duel("matched", CLUB, CLUB)
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=12))
    with pytest.raises(RuleViolation, match="Within 2 m"):
        game.attack("Ann", "Bob")
    with pytest.raises(RuleViolation, match="Bob is 12 m away"):
        game.attack("Ann", "Bob", range_m=1)
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=2))
    game.attack("Ann", "Bob", *MISS)
    assert not game.one(Attacked).hit


def test_blows_go_by_the_distance_that_is_said_where_none_is_known() -> None:
    game = duel("matched", CLUB, CLUB)
    with pytest.raises(RuleViolation, match=r"Bob is 60 m away\. Within 2 m"):
        game.attack("Ann", "Bob", range_m=60)
    game.attack("Ann", "Bob", *MISS, range_m=2)
    assert not game.one(Attacked).hit


@pytest.mark.parametrize(("target", "why"), [("Cyd", "Cyd is not here"), ("Ann", "That would be oneself")])
def test_an_attack_needs_somebody_else(target: str, why: str) -> None:
    with pytest.raises(RuleViolation, match=why):
        duel("pistol").attack("Ann", target, range_m=5)


def test_the_dead_are_shot_at_like_anybody() -> None:
    game = facing(owner=0, condition={"dead": True})
    game.attack("Ann", "Bob", 5, 5, range_m=5)
    assert game.one(Hit).target == "Bob"
    assert "Bob is hit" in game.told(PUBLIC)
    assert "goes down" not in game.told(PUBLIC)


def swapped() -> Game:
    """Bob with his knife has hit Ann with her spear in the first round."""
    game = duel("disadvantaged", SPEAR, KNIFE)
    game.attack("Bob", "Ann", 4, 4)
    assert game.one(AdvantageGained).target == "Ann"
    return game


def test_a_hit_from_the_worse_side_has_the_advantage_from_the_next_round_on() -> None:
    game = swapped()
    game.until("advantaged")
    game.attack("Bob", "Ann", *MISS)
    game.until("disadvantaged")
    game.attack("Ann", "Bob", *MISS)
    game.until("advantaged")
    game.attack("Bob", "Ann", *MISS)
    assert game.one(Attacked).step == "advantaged"


@pytest.mark.parametrize("name", ["Aardvark", "Zed"])
def test_who_gets_another_name_is_inside_as_before(name: str) -> None:
    game = duel("disadvantaged", SPEAR, KNIFE)
    game.attack("Bob", "Ann", 4, 4)
    game.scene = renamed(game.scene, "Bob", name, ())
    assert settled(game.scene.state.gained, name, "Ann") == 1
    game.until("advantaged")
    assert settled(game.scene.state.reaches, "Ann", name) == -1
    game.attack(name, "Ann", *MISS)
    assert game.one(Attacked).step == "advantaged"


def test_the_next_such_hit_swaps_back() -> None:
    game = swapped()
    game.until("advantaged")
    game.until("disadvantaged")
    game.attack("Ann", "Bob", 5, 5)
    game.until("advantaged")
    game.attack("Ann", "Bob", *MISS)
    assert game.one(Attacked).step == "advantaged"


def test_a_miss_from_the_worse_side_swaps_nothing() -> None:
    game = duel("disadvantaged", SPEAR, KNIFE)
    game.attack("Bob", "Ann", *MISS)
    assert not game.scene.state.gained


def test_where_both_of_a_pair_hit_that_from_the_worse_side_swaps() -> None:
    game = duel("advantaged", SPEAR, KNIFE)
    game.attack("Ann", "Bob", 3, 3)
    game.until("disadvantaged")
    game.attack("Bob", "Ann", 5, 5)
    game.until("advantaged")
    game.attack("Bob", "Ann", *MISS)
    assert game.one(Attacked).throw.terms[1].value == 2


def test_running_away_breaks_off() -> None:
    game = swapped()
    game.until("movement")
    game.act("Ann", "move", target="Bob", away=True)
    game.until("advantaged")
    assert not game.scene.state.reaches


def test_advantage_belongs_to_each_pair() -> None:
    game = Game()
    for name, weapons in (("Ann", SPEAR), ("Bob", KNIFE), ("Cyd", KNIFE)):
        game.join(name, weapons=weapons)
    game.start()
    game.until("disadvantaged")
    game.attack("Bob", "Ann", 4, 4)
    game.until("advantaged")
    game.attack("Ann", "Cyd", *MISS)
    game.attack("Bob", "Ann", *MISS)
    assert game.one(Attacked).step == "advantaged"


def test_who_has_left_is_forgotten() -> None:
    game = swapped()
    game.do(orders.Release(actor="Ann"))
    game.until("advantaged")
    assert not game.scene.state.reaches


@pytest.mark.parametrize(
    ("face", "place"), [(1, "leg"), (2, "arm"), (3, "torso"), (4, "torso"), (5, "head"), (6, "head")]
)
def test_the_lower_die_says_where(face: int, place: str) -> None:
    game = duel("pistol")
    side = (3,) if place in ("leg", "arm") else ()
    game.attack("Ann", "Bob", 6, face, *side, range_m=5, modifier=5)
    assert game.one(Hit).place == place


def test_a_face_that_a_campaign_leaves_to_no_place_means_the_nearest() -> None:
    game = duel("pistol", **{"locations.head.faces.1": 5})
    game.attack("Ann", "Bob", 6, 6, range_m=5)
    assert game.one(Hit).place == "head"


@pytest.mark.parametrize(("face", "side"), [(1, "left"), (2, "right"), (5, "left"), (6, "right")])
def test_one_more_die_says_which_limb(face: int, side: str) -> None:
    game = duel("pistol")
    game.attack("Ann", "Bob", 2, 6, face, range_m=5)
    assert game.one(Hit).side == side


def test_the_tables_say_what_the_text_says() -> None:
    assert [row["modifier"] for row in TABLES["melee"].values()] == [2, 1, 0]
    assert list(TABLES["chart"]) == list(CHART)


SMG: dict[str, Any] = {"kind": "carbine", "name": "SMG", "ranges": {"short": 2, "medium": -1}}


@pytest.mark.parametrize(("range_m", "value"), [(10, 2), (30, -1), (31, None)])
def test_a_weapon_may_have_a_row_of_its_own_in_the_chart(range_m: int, value: int | None) -> None:
    game = duel("carbine", [SMG])
    if value is None:
        with pytest.raises(RuleViolation, match="cannot hit at 31 m") as refusal:
            game.attack("Ann", "Bob", range_m=range_m)
        assert "It reaches 30 m" in refusal.value.remedy
    else:
        game.attack("Ann", "Bob", *MISS, range_m=range_m)
        term = game.one(Attacked).throw.terms[1]
        assert (term.value, term.source) == (value, "002:56; the sheet")


def test_a_row_of_its_own_stands_in_the_sheet_and_is_no_enemys_to_know() -> None:
    game = duel("carbine", [SMG])
    described = "\n".join(line.text for line in NIGHT.describe(NIGHT.project(game.scene.combatants["Ann"]), {}))
    assert "SMG (carbine, short +2, medium −1)" in described
    assert NIGHT.public(game.state("Ann")).weapons["SMG"].ranges == {}


def test_what_strikes_has_no_row_in_the_chart() -> None:
    game = duel("matched", [{"kind": "knife", "ranges": {"short": 3}}])
    assert game.state("Ann").weapons["knife"].ranges == {}


def test_two_of_one_step_may_shoot_at_one_and_the_dead_are_not_asked() -> None:
    game = Game()
    for name in ("Ann", "Bob"):
        game.join(name, weapons=PISTOL, skill=2)
    game.join("Cyd", owner=0)
    game.join("Dan", armor="vest", luck=9)
    game.start()
    game.until("pistol")
    game.attack("Ann", "Dan", 6, 6, range_m=5)
    game.do(orders.Answer(choice="take"))
    game.do(orders.Answer(choice="take"))
    assert game.state("Dan").dead
    game.attack("Bob", "Dan", 6, 6, range_m=5)
    assert game.one(Attacked).hit
    assert (game.one(Wounded).severity, game.one(Wounded).total) == (7, 14)
    assert game.scene.pending is None
