from __future__ import annotations

from typing import Any

import pytest

from bot.core import engine, orders
from bot.core.errors import Incomplete
from bot.core.views import GM, PUBLIC
from bot.rulesets.graydawn.equipment.events import Drew
from bot.rulesets.graydawn.fire.events import Attacked, Fumbled
from bot.rulesets.graydawn.state import Stance
from bot.rulesets.graydawn.wounds.events import Hit, Protected, Wounded
from tests.rulesets.graydawn.playing import DAWN, KNIFE, PISTOL, PLAIN, RIFLE, SHOTGUN, Game, duel, facing, value_of


def armed(weapon: dict[str, Any], bob: dict[str, Any] | None = None, **places: Any) -> Game:
    """Ann with a weapon against Bob, who acts last; both blend two sixes."""
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": [{"spare": 3, **weapon}, *PISTOL], **places})
    game.join("Bob", owner=2, **{**PLAIN, "weapons": PISTOL, **(bob or {})})
    game.start(10, 5, 2)
    return game


def missed(game: Game, **inputs: Any) -> Attacked:
    """A shot of Ann's that misses."""
    game.attack("Ann", "Bob", 2, 10, 10, 9, **inputs)
    return game.one(Attacked)


def test_meeting_the_defence_is_a_hit() -> None:
    game = duel()
    game.attack("Ann", "Bob", 5, 5, 2, 1, 1, 4)
    assert (game.one(Attacked).hit, game.one(Attacked).margin) == (True, 0)
    game = duel()
    game.attack("Ann", "Bob", 5, 6)
    assert (game.one(Attacked).hit, game.one(Attacked).margin) == (False, -1)


def test_stats_are_blended_and_rounded_up() -> None:
    game = duel(stats={"ref": 6, "cl": 9, "ma": 2}, skills={"handgun": 3})
    terms = missed(game).attack.terms
    assert (value_of(terms, "blend"), value_of(terms, "skill")) == (8, 3)


@pytest.mark.parametrize(("choice", "value"), [("REF_MA", 7), ("CL_MA", 4)])
def test_which_stats_dodge_is_the_campaigns_choice(choice: str, value: int) -> None:
    game = facing({"defense_stat": choice}, stats={"ref": 8, "cl": 3, "ma": 5}, skills={"cover": 4})
    defence = missed(game).defence
    assert defence is not None
    assert (value_of(defence.terms, "blend"), value_of(defence.terms, "skill")) == (value, 4)


def test_both_sides_explode_and_a_defence_of_one_only_counts_one() -> None:
    game = duel()
    game.attack("Ann", "Bob", 10, 1, 10, 10, 3)
    found = game.one(Attacked)
    assert (found.attack.total, found.defence and found.defence.total, found.attack.fumble) == (17, 29, False)
    game = duel()
    game.attack("Ann", "Bob", 2, 1, 2, 1, 1, 4)
    assert game.one(Attacked).margin == 1


@pytest.mark.parametrize(
    ("range_m", "bracket", "value"),
    [(12.5, "close", 0), (13.0, "medium", -5), (25.0, "medium", -5), (50.0, "long", -10), (100.0, "extreme", -15)],
)
def test_range_comes_in_brackets(range_m: float, bracket: str, value: int) -> None:
    game = armed({"kind": "light_pistol"})
    shot = missed(game, range_m=range_m)
    assert (shot.bracket, value_of(shot.attack.terms, "value")) == (bracket, value)


def test_beyond_extreme_range_there_is_no_shot() -> None:
    game = armed({"kind": "light_pistol"})
    assert "reaches 100 m without bracing. Brace" in game.refused("Ann", "attack", target="Bob", range_m=101.0)
    with pytest.raises(Incomplete, match="How far is Bob"):
        game.act("Ann", "attack", target="Bob")


@pytest.mark.parametrize(
    ("scope", "range_m", "counts"),
    [
        (False, 200.0, "close"),
        (False, 400.0, "medium"),
        (False, 800.0, "long"),
        (False, 1600.0, "extreme"),
        (True, 400.0, "close"),
        (True, 800.0, "medium"),
        (True, 1600.0, "long"),
        (True, 3200.0, "extreme"),
    ],
)
def test_bracing_and_a_scope_bring_a_shot_nearer(scope: bool, range_m: float, counts: str) -> None:
    game = armed({"kind": "marksman_rifle", "scope": scope})
    game.act("Ann", "declare", stance="bracing")
    assert missed(game, range_m=range_m).bracket == counts


def test_a_scope_does_nothing_unbraced_and_reaches_no_farther_than_its_brackets() -> None:
    game = armed({"kind": "marksman_rifle", "scope": True})
    assert "reaches 800 m without bracing. Brace" in game.refused("Ann", "attack", target="Bob", range_m=801.0)
    game.act("Ann", "declare", stance="bracing")
    refusal = game.refused("Ann", "attack", target="Bob", range_m=3201.0)
    assert "reaches 3200 m while bracing, through the scope" in refusal
    assert "Brace" not in refusal


def test_without_a_scope_a_refusal_says_that_one_reaches_farther() -> None:
    game = armed({"kind": "marksman_rifle"})
    game.act("Ann", "declare", stance="bracing")
    told = game.refused("Ann", "attack", target="Bob", range_m=1601.0)
    assert "reaches 1600 m while bracing. A scope reaches farther." in told


def test_whoever_braces_does_not_dodge() -> None:
    game = duel(skills={"cover": 5})
    game.act("Ann", "declare", stance="bracing")
    game.attack("Ann", "Bob", 2, 10, 10, 9)
    game.act("Bob", "nerve", 10, 5)
    game.attack("Bob", "Ann", 2, 9, 5, 5)
    defence = game.one(Attacked).defence
    assert defence is not None
    assert (value_of(defence.terms, "skill"), game.state("Ann").stance) == (0, Stance.BRACED)


def test_called_shots_take_bracing() -> None:
    game = duel()
    assert "while bracing" in game.refused("Ann", "attack", target="Bob", called="head", range_m=5.0)
    game.act("Ann", "declare", stance="bracing")
    game.attack("Ann", "Bob", 10, 9, 2, 1, 1, 3, called="right_arm")
    assert value_of(game.one(Attacked).attack.terms, "called") == -4
    assert (game.one(Hit).place, game.one(Hit).roll, game.one(Hit).luck) == ("right_arm", None, 0)


@pytest.mark.parametrize(
    ("kind", "instead"), [("assault_rifle", "Say mode=single, or leave"), ("machine_gun", "Leave")]
)
def test_whoever_braces_is_not_told_to_brace_for_a_called_burst(kind: str, instead: str) -> None:
    game = armed({"kind": kind})
    game.act("Ann", "declare", stance="bracing")
    told = game.refused("Ann", "attack", target="Bob", called="head", mode="burst", range_m=5.0)
    assert told.endswith(f"A called shot is a single one. {instead} called out.")


def test_at_point_blank_damage_is_the_most() -> None:
    game = duel()
    game.attack("Ann", "Bob", 9, 2, 3, 1, range_m=1.0)
    assert (game.one(Hit).damage, game.one(Hit).dice) == (13, None)


def test_an_ambush_is_not_dodged_and_goes_by_numbers() -> None:
    game = armed({"kind": "light_pistol"})
    game.attack("Ann", "Bob", 9, 2, 1, 1, 3, range_m=20.0, ambush=True)
    shot = game.one(Attacked)
    assert (shot.defence, shot.number, shot.margin) == (None, 20, 0)
    assert (value_of(shot.attack.terms, "ambush"), value_of(shot.attack.terms, "value")) == (5, 0)


def test_the_helpless_do_not_dodge() -> None:
    game = duel()
    game.act("Bob", "correct", stunned=True)
    game.attack("Ann", "Bob", 2, 5, range_m=10.0)
    assert (game.every(Attacked)[0].number, value_of(game.every(Attacked)[0].attack.terms, "helpless")) == (15, 4)


def test_at_point_blank_the_number_is_ten() -> None:
    game = duel()
    game.attack("Ann", "Bob", 2, range_m=1.0, ambush=True, modifier=-20)
    assert game.one(Attacked).number == 10


def test_movement_counts_only_against_numbers() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": PISTOL})
    game.join("Bob", owner=2, **{**PLAIN, "weapons": PISTOL})
    game.start(2, 10, 2)
    game.act("Bob", "move")
    game.act("Bob", "pass")
    game.act("Ann", "declare", actions=3, moves=2)
    game.act("Ann", "move")
    game.act("Ann", "move")
    game.attack("Ann", "Bob", 2, 5, 5, ambush=True)
    terms = game.every(Attacked)[0].attack.terms
    assert (value_of(terms, "moving_target"), value_of(terms, "running_shooter")) == (-3, -3)


def test_situations_and_fittings_add_up() -> None:
    game = armed({"kind": "light_pistol", "fitted": ["smartgun", "laser"]})
    terms = missed(game, hip=True, turning=True, blinded=True, modifier=2).attack.terms
    assert (value_of(terms, "situation"), value_of(terms, "fitting"), value_of(terms, "told")) == (-7, 3, 2)


def test_a_blow_meets_the_situations_that_are_no_matter_of_shots() -> None:
    game = armed({"kind": "knife"})
    game.act("Ann", "attack", 2, 9, target="Bob", range_m=1.0, turning=True, two_weapons=True, blinded=True)
    assert value_of(game.one(Attacked).attack.terms, "situation") == -8
    assert [term.detail for term in game.one(Attacked).attack.terms if term.label == "situation"] == [
        "turning to face",
        "two weapons at once",
        "blinded by light or dust",
    ]


def test_what_is_said_of_shots_alone_is_refused_of_a_blow() -> None:
    game = armed({"kind": "knife"})
    refusal = game.refused("Ann", "attack", target="Bob", range_m=1.0, hip=True, ricochet=True, blinded=True)
    assert refusal == "That is said of shots and not of blows: from the hip, ricochet. Leave out hip, ricochet."


def test_what_was_not_in_hand_is_drawn_fast() -> None:
    game = armed({"kind": "assault_rifle"})
    shot = missed(game, weapon="Light Pistol")
    assert (value_of(shot.attack.terms, "fast_draw"), game.one(Drew).weapon) == (-3, "light pistol")
    assert game.state("Ann").wields == "light pistol"


def test_too_few_rounds_for_a_burst_name_what_they_are_enough_for() -> None:
    game = armed({"kind": "assault_rifle", "loaded": 2})
    shot = {"target": "Bob", "range_m": 5.0}
    assert game.refused("Ann", "attack", **shot, mode="burst").endswith("or fire single shots: mode=single.")
    assert game.refused("Ann", "attack", **shot, mode="auto", rounds=9).endswith("or fire fewer.")


def test_bare_hands_are_not_drawn() -> None:
    game = armed({"kind": "assault_rifle"})
    game.act("Ann", "attack", 2, 9, target="Bob", range_m=1.0, weapon="fists")
    assert value_of(game.one(Attacked).attack.terms, "fast_draw") == 0
    assert "Ann has both hands free." in game.told()
    assert game.state("Ann").wields == "fists"


def test_what_is_not_in_hand_is_named_by_what_would_load_or_clear_it() -> None:
    game = armed({"kind": "assault_rifle"})
    game.act("Ann", "correct", item="light pistol", loaded=0)
    game.act("Ann", "correct", item="assault rifle")
    assert "action:reload item:light pistol" in game.refused(
        "Ann", "attack", target="Bob", range_m=5.0, weapon="light pistol"
    )
    assert game.refused("Ann", "attack", target="Bob", range_m=1.0, weapon="fists", mode="burst") == (
        "The fists have no burst. Say mode=strike."
    )


@pytest.mark.parametrize(("rounds", "counts"), [(1, 1), (2, 2), (4, 3)])
def test_the_aim_of_whole_rounds_counts_up_to_three(rounds: int, counts: int) -> None:
    game = armed({"kind": "light_pistol"})
    for _ in range(rounds):
        game.act("Ann", "aim", target="Bob")
        game.act("Bob", "pass", 10, 5, 2)
    assert value_of(missed(game).attack.terms, "aim") == counts


def test_the_aim_at_somebody_else_begins_anew() -> None:
    game = armed({"kind": "light_pistol"})
    game.join("Cid", 1, 1, owner=2, **PLAIN)
    for target in ("Cid", "Cid", "Bob"):
        game.act("Ann", "aim", target=target)
        game.go_on(only="Bob")
        game.go_on(10, 5, 3, 2, only="Cid")
    assert value_of(missed(game).attack.terms, "aim") == 1


def test_concentration_helps_an_aimed_shot_at_what_is_far() -> None:
    game = armed({"kind": "light_pistol"}, perks=[{"kind": "concentration"}])
    game.act("Ann", "aim", target="Bob")
    game.act("Bob", "pass", 10, 5, 2)
    assert value_of(missed(game, range_m=40.0).attack.terms, "concentration") == 1


def test_nobody_aims_from_full_cover() -> None:
    game = duel()
    game.act("Ann", "cover", cover="wall")
    game.act("Ann", "correct", stance="full_cover")
    assert "cannot aim" in game.refused("Ann", "aim", target="Bob")
    game.act("Ann", "declare", stance="active_cover")
    game.act("Ann", "aim", target="Bob")


def test_aim_is_lost_with_another_action_or_another_target() -> None:
    game = armed({"kind": "light_pistol"})
    game.act("Ann", "declare", actions=2)
    assert "whole round" in game.refused("Ann", "aim", target="Bob")
    game = armed({"kind": "light_pistol"})
    game.act("Ann", "aim", target="Bob")
    game.act("Bob", "pass", 10, 5, 2)
    game.act("Ann", "work")
    assert game.state("Ann").aim is None
    game.act("Bob", "pass", 10, 5, 2)
    game.act("Ann", "aim", target="Bob")
    game.act("Bob", "pass", 10, 5, 2)
    game.act("Ann", "pass")
    assert game.state("Ann").aim is None


def test_what_is_left_of_a_round_is_no_whole_round_of_aim() -> None:
    for waited in ("delay", "chamber"):
        game = armed({"kind": "pump_shotgun", "loaded": 0, "spare": 2})
        game.act("Ann", waited, **({"until": game.number() - 1} if waited == "delay" else {}))
        assert "a part of it has gone by. Aim in the next round" in game.refused("Ann", "aim", target="Bob")
    game.act("Ann", "pass")
    game.act("Bob", "pass", 10, 5, 2)
    game.act("Ann", "aim", target="Bob")


# Rounds


def test_a_pistol_fires_as_often_as_it_can() -> None:
    game = duel()
    game.attack("Ann", "Bob", 2, 9, 2, 9, rounds=2)
    assert (len(game.every(Attacked)), game.state("Ann").weapons["light pistol"].loaded) == (2, 12)
    game.act("Bob", "nerve", 10, 5)
    assert "1 to 2 rounds" in game.refused("Bob", "attack", target="Ann", range_m=5.0, rounds=3)


def test_shots_end_with_their_target() -> None:
    game = duel()
    game.act("Bob", "correct", boxes=39)
    game.attack("Ann", "Bob", 9, 2, 3, 6, 6, 5, rounds=2)
    assert len(game.every(Attacked)) == 1


@pytest.mark.parametrize(("face", "hits"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_a_burst_hits_by_its_table(face: int, hits: int) -> None:
    game = duel(ann=RIFLE)
    game.attack("Ann", "Bob", 9, 2, face, *([3, 1, 1, 1, 1, 1, 1] * hits), mode="burst")
    assert (game.one(Attacked).hits, len(game.every(Hit)), game.one(Attacked).fired) == (hits, hits, 3)


def test_a_face_that_a_campaign_leaves_to_no_row_means_the_nearest() -> None:
    named = {"bursts.three.faces.0": 9, "locations.torso.faces.0": 3, "fumbles.jammed.faces.0": 8}
    game = duel(ann=RIFLE, options=named)
    game.attack("Ann", "Bob", 9, 2, 6, *([2, 1, 1, 1, 1, 1, 1] * 2), mode="burst")
    assert [hit.place for hit in game.every(Hit)] == ["head"] * 2
    game = duel(options=named)
    game.attack("Ann", "Bob", 1, 7)
    assert game.one(Fumbled).result == "discharged"


def test_a_burst_is_told_with_its_die_and_how_many_rounds_of_it_hit() -> None:
    game = duel(ann=RIFLE)
    game.attack("Ann", "Bob", 9, 2, 4, *([3, 1, 1, 1, 1, 1, 1] * 2), mode="burst")
    assert [text for text in game.told().split("\n") if "Burst" in text] == ["Burst 4: 2 rounds on target."]


@pytest.mark.parametrize(("range_m", "burst", "accuracy"), [(200.0, 3, 0), (201.0, 0, 1)])
def test_a_bursts_bonus_stands_in_for_accuracy_by_true_distance(range_m: float, burst: int, accuracy: int) -> None:
    game = armed({"kind": "assault_rifle"})
    game.act("Ann", "declare", stance="bracing")
    terms = missed(game, mode="burst", range_m=range_m).attack.terms
    assert (value_of(terms, "burst"), value_of(terms, "accuracy")) == (burst, accuracy)


@pytest.mark.parametrize(("range_m", "rounds", "value"), [(50.0, 29, 2), (150.0, 29, -2), (50.0, 9, 0)])
def test_full_automatic_fire_counts_whole_tens(range_m: float, rounds: int, value: int) -> None:
    game = armed({"kind": "assault_rifle"})
    terms = missed(game, mode="auto", rounds=rounds, range_m=range_m).attack.terms
    assert value_of(terms, "auto") == value


def test_each_point_of_margin_is_a_hit_and_meeting_the_number_is_one() -> None:
    game = duel(ann=[{"kind": "assault_rifle"}])
    game.attack("Ann", "Bob", 2, 6, 3, 1, 1, 1, 1, 1, 1, mode="auto")
    assert (game.one(Attacked).margin, game.one(Attacked).hits, game.one(Attacked).fired) == (0, 1, 30)
    game = duel(ann=[{"kind": "assault_rifle"}])
    game.attack("Ann", "Bob", 9, 2, *([3, 1, 1, 1, 1, 1, 1] * 2), mode="auto", rounds=2)
    assert (game.one(Attacked).margin, game.one(Attacked).hits) == (8, 2)


def test_full_automatic_fire_is_shared_among_its_targets() -> None:
    game = duel(ann=[{"kind": "assault_rifle"}])
    game.join("Cid", 2, **PLAIN)
    game.attack("Ann", "Bob", 2, 9, 2, 9, mode="auto", others="Cid, Bob", rounds=15)
    assert [(shot.target, shot.fired) for shot in game.every(Attacked)] == [("Bob", 7), ("Cid", 7)]
    assert game.state("Ann").weapons["assault rifle"].loaded == 21


def test_metres_that_are_said_are_to_the_first_of_several_targets_where_others_are_known() -> None:
    game = duel(ann=[{"kind": "assault_rifle"}])
    game.join("Cid", 2, **PLAIN)
    game.do(orders.SetRange(actor="Ann", target="Cid", range_m=300))
    game.attack("Ann", "bob", 2, 9, 2, 9, mode="auto", others="Cid", rounds=15)
    assert [(shot.target, shot.range_m, shot.bracket) for shot in game.every(Attacked)] == [
        ("Bob", 10.0, "close"),
        ("Cid", 300.0, "long"),
    ]
    assert game.scene.range_m("Ann", "Cid") == 300


def test_rounds_are_lost_between_targets() -> None:
    game = duel(ann=[{"kind": "assault_rifle"}])
    game.join("Cid", 2, **PLAIN)
    game.do(orders.SetRange(actor="Bob", target="Cid", range_m=2))
    game.attack("Ann", "Bob", 2, 9, 2, 9, mode="auto", others="Cid", rounds=30)
    assert [shot.fired for shot in game.every(Attacked)] == [20, 10]
    assert game.state("Ann").weapons["assault rifle"].loaded == 5


def test_targets_too_far_apart_are_not_swept() -> None:
    game = duel(ann=[{"kind": "assault_rifle"}])
    game.join("Cid", 2, **PLAIN)
    game.do(orders.SetRange(actor="Bob", target="Cid", range_m=6))
    assert "30 are lost between them: name fewer targets, or fire more." in game.refused(
        "Ann", "attack", target="Bob", mode="auto", others="Cid", range_m=9.0
    )


def test_what_a_weapon_cannot_do_is_refused() -> None:
    game = duel(ann=[{"kind": "light_pistol", "loaded": 1}, {"kind": "assault_rifle", "loaded": 2}])
    assert "has no auto" in game.refused("Ann", "attack", target="Bob", range_m=5.0, mode="auto")
    many = game.refused("Ann", "attack", target="Bob", range_m=5.0, rounds=99)
    assert "It fires 1 to 2 rounds so, not 99. Say rounds=2." in many
    assert "Only 1 round left" in game.refused("Ann", "attack", target="Bob", range_m=5.0, rounds=2)
    burst = game.refused("Ann", "attack", target="Bob", range_m=5.0, weapon="assault rifle", mode="burst")
    assert "Only 2 rounds left" in burst
    others = game.refused("Ann", "attack", target="Bob", others="Ann", range_m=5.0)
    assert "oneself" in others
    assert "There is no sling" in game.refused("Ann", "attack", target="Bob", weapon="sling")
    assert "not here" in game.refused("Ann", "attack", target="Zoe")


def test_only_full_automatic_fire_has_several_targets() -> None:
    for weapons, remedy in ((PISTOL, "Name one."), (RIFLE, "Say mode=auto, or name one.")):
        game = duel(ann=weapons)
        game.join("Cid", 2, **PLAIN)
        assert game.refused("Ann", "attack", target="Bob", others="Cid", range_m=5.0) == (
            f"Only full automatic fire has several targets. {remedy}"
        )


def test_players_find_none_of_the_hidden() -> None:
    game = duel()
    game.join("Spy", 2, owner=0, hidden=True, **PLAIN)
    assert "not here" in game.refused("Ann", "attack", target="Spy", range_m=5.0)


@pytest.mark.parametrize("owner", [0, 2])
def test_the_dead_are_shot_at_and_hit_like_anybody(owner: int) -> None:
    game = duel()
    game.join("Cay", 2, owner=owner, **PLAIN)
    game.act("Cay", "correct", dead=True)
    game.act("Ann", "attack", 9, 1, 6, 6, target="Cay", range_m=5.0)
    assert game.one(Hit).target == "Cay"
    assert "Cay is hit: head" in game.told(PUBLIC)
    assert "goes down" not in game.told(PUBLIC)


def test_all_shots_are_fired_where_nobody_sees_that_the_first_has_killed() -> None:
    """Of a player's character everybody sees it, and the second is not fired."""
    game = duel()
    game.join("Cay", 2, owner=0, **PLAIN)
    game.act("Cay", "correct", boxes=40, stunned=True)
    game.act("Ann", "attack", 9, 1, 6, 6, 9, 1, 6, 6, target="Cay", range_m=5.0, rounds=2)
    assert [event.target for event in game.events if isinstance(event, Hit)] == ["Cay", "Cay"]
    assert game.state("Cay").dead
    assert "goes down" not in game.told(PUBLIC)


# Shotguns


@pytest.mark.parametrize(("range_m", "bonus", "dice"), [(10.0, 2, 4), (20.0, 4, 3), (40.0, 6, 2)])
def test_a_shotgun_spreads(range_m: float, bonus: int, dice: int) -> None:
    game = duel(ann=SHOTGUN)
    game.attack("Ann", "Bob", 9, 2, 3, *([1] * dice), 3, range_m=range_m)
    terms = game.one(Attacked).attack.terms
    assert (value_of(terms, "spread"), value_of(terms, "value")) == (bonus, 0)
    found = game.one(Hit).dice
    assert found is not None
    assert len(found.faces) == dice


def test_a_shotgun_has_no_extreme_range_and_bracing_brings_it_no_nearer() -> None:
    game = duel(ann=SHOTGUN)
    game.act("Ann", "declare", stance="bracing")
    assert "reaches 40 m." in game.refused("Ann", "attack", target="Bob", range_m=41.0)
    game.attack("Ann", "Bob", 2, 10, 10, 9, range_m=40.0)
    assert game.one(Attacked).bracket == "long"


def test_a_shotgun_at_the_unready_has_one_number_and_keeps_its_bonus() -> None:
    game = duel(ann=SHOTGUN)
    game.attack("Ann", "Bob", 2, range_m=40.0, ambush=True, modifier=-20)
    assert (game.one(Attacked).number, value_of(game.one(Attacked).attack.terms, "spread")) == (15, 6)


# Blows


def test_hand_to_hand_the_big_have_the_advantage() -> None:
    game = duel(ann=KNIFE, stats={"ref": 6, "ma": 7, "body": 8}, skills={"melee": 2})
    game.attack("Ann", "Bob", 2, 9, range_m=1.0)
    shot = game.one(Attacked)
    assert [value_of(shot.attack.terms, label) for label in ("blend", "build", "skill")] == [6, 3, 2]
    assert shot.defence is not None
    assert [value_of(shot.defence.terms, label) for label in ("blend", "build", "skill")] == [6, 2, 0]


@pytest.mark.parametrize(
    ("weapons", "skill", "level"), [(KNIFE, "melee", 3), (PISTOL, "brawling", 1), ([], "brawling", 1)]
)
def test_a_blow_is_warded_off_with_what_strikes_in_hand_else_with_bare_hands(
    weapons: Any, skill: str, level: int
) -> None:
    game = facing(weapons=weapons, skills={"melee": 3, "brawling": 1, "handgun": 5})
    while game.now() != ("Ann",):
        game.act("Bob", "pass")
    game.act("Ann", "attack", 2, 9, target="Bob", weapon="fists")
    defence = game.one(Attacked).defence
    assert defence is not None
    assert [(term.detail, term.value) for term in defence.terms if term.label == "skill"] == [(skill, level)]


def test_a_blow_needs_somebody_near_but_no_distance() -> None:
    game = duel(ann=KNIFE, bob=KNIFE)
    first, second = game.now()[0], "Bob"
    assert "Move closer" in game.refused(first, "attack", target=second if first == "Ann" else "Ann", range_m=3.0)
    game.act(first, "attack", 2, 9, target=second if first == "Ann" else "Ann", range_m=1.0)
    assert game.one(Attacked).melee
    (headline,) = (text for text in game.told().split("\n") if "strikes at" in text)
    assert "1 m" not in headline


def test_a_blow_that_hits_is_told_as_a_hit_and_metres_of_a_shot_to_a_tenth() -> None:
    game = duel(ann=[*KNIFE, *PISTOL], bob=KNIFE)
    game.act("Ann", "attack", 9, 2, 3, 1, 2, target="Bob", weapon="knife")
    assert headline(game) == "Ann → Bob, a blow: hit."
    game = duel()
    game.attack("Ann", "Bob", 2, 9, range_m=10.04)
    assert headline(game) == "Ann → Bob, one round at 10 m: miss."
    assert "(close, 10.04 m)" in game.told()


def headline(game: Game) -> str:
    """The first line of the last order."""
    return engine.story(DAWN, filter(DAWN.story.is_heard, game.events), GM)[0].text


def test_bare_hands_are_always_there_and_half_stun() -> None:
    game = duel(stats={"ref": 6, "ma": 6, "body": 6}, skills={"brawling": 4})
    game.act("Ann", "attack", 9, 2, 3, 3, 4, target="Bob", weapon="fists")
    wound = game.one(Wounded)
    assert (wound.boxes, wound.stun, game.state("Bob").stun) == (0, 1, 1)


def test_an_unready_target_of_a_blow_is_like_one_at_point_blank() -> None:
    game = duel(ann=KNIFE)
    while game.now() != ("Ann",):
        game.act("Bob", "pass")
    game.act("Ann", "attack", 2, target="Bob", ambush=True, modifier=-20)
    assert game.every(Attacked)[0].number == 10


# Fumbles


@pytest.mark.parametrize(
    ("face", "result"), [(4, "nothing"), (5, "dropped"), (6, "discharged"), (7, "jammed"), (10, "ally")]
)
def test_a_one_fumbles(face: int, result: str) -> None:
    game = duel()
    game.attack("Ann", "Bob", 1, face)
    assert (game.one(Attacked).hit, game.one(Attacked).defence, game.one(Fumbled).result) == (False, None, result)
    assert game.state("Ann").weapons["light pistol"].jammed is (result == "jammed")
    assert game.state("Ann").wields == ("fists" if result == "dropped" else "light pistol")


def test_a_fumble_may_wound_oneself() -> None:
    game = duel()
    game.attack("Ann", "Bob", 1, 8, 7, 2, 2, 4)
    assert (game.one(Hit).target, game.one(Wounded).actor) == ("Ann", "Ann")


def test_what_armour_stops_of_ones_own_attack_is_told_beside_the_fumble_and_not_of_it() -> None:
    game = duel(armor=[{"kind": "full_suit"}])
    game.attack("Ann", "Bob", 1, 8, 3, 2, 2)
    assert headline(game) == "Ann → Bob, one round at 10 m: fumble."
    assert "Ann fumbles: is hit by its own attack (8)." in game.told()


@pytest.mark.parametrize("face", [5, 7])
def test_a_fumble_that_takes_the_weapon_ends_the_shots(face: int) -> None:
    game = duel()
    game.attack("Ann", "Bob", 1, face, rounds=2)
    assert len(game.every(Attacked)) == 1


def test_who_stuns_oneself_fires_no_more() -> None:
    game = duel()
    game.attack("Ann", "Bob", 1, 8, 3, 6, 6, 10, rounds=2)
    assert len(game.every(Attacked)) == 1


def test_whose_own_arm_is_crippled_fires_the_rifle_no_more() -> None:
    game = duel(ann=RIFLE)
    game.attack("Ann", "Bob", 1, 8, 5, 6, 6, 6, 6, 6, 1, 1, rounds=2)
    assert (game.state("Ann").able, len(game.every(Attacked))) == (True, 1)


def test_one_aims_along_a_gun_that_fires() -> None:
    for weapon, why in (
        ({"kind": "knife"}, "Nobody aims with the knife. Take what fires in hand"),
        ({"kind": "light_pistol", "jammed": True}, "The light pistol is jammed."),
    ):
        assert why in duel(ann=[weapon]).refused("Ann", "aim", target="Bob")


def test_the_aim_along_one_gun_is_none_with_another() -> None:
    game = duel(ann=[*PISTOL, *RIFLE])
    game.act("Ann", "aim", target="Bob")
    game.act("Bob", "pass", 9, 2)
    game.attack("Ann", "Bob", 2, 9, weapon="assault rifle")
    terms = game.one(Attacked).attack.terms
    assert (value_of(terms, "fast_draw"), value_of(terms, "aim")) == (-3, 0)


def test_who_stuns_oneself_sweeps_no_further() -> None:
    game = duel(ann=[{"kind": "assault_rifle"}])
    game.join("Cid", 2, **PLAIN)
    game.attack("Ann", "Bob", 1, 8, 3, 6, 6, 6, 6, 6, 10, mode="auto", others="Cid", rounds=20)
    assert [shot.target for shot in game.every(Attacked)] == ["Bob"]


@pytest.mark.parametrize(("face", "told"), [(5, "nothing worse"), (7, "nothing worse"), (6, "hits something else")])
def test_a_fumble_with_bare_hands_neither_drops_nor_jams_anything(face: int, told: str) -> None:
    game = duel()
    game.act("Ann", "attack", 1, face, target="Bob", weapon="fists")
    assert told in game.told()


# Cover and arms


def test_nobody_shoots_from_or_at_full_cover() -> None:
    game = duel()
    game.act("Ann", "declare", stance="full_cover", cover="wall")
    assert "covering fire is possible. Lay it with /act action:suppress" in game.refused(
        "Ann", "attack", target="Bob", range_m=5.0
    )
    game.act("Ann", "pass")
    assert "nothing shows" in game.refused("Bob", "attack", target="Ann", range_m=5.0)
    assert "nothing shows" in game.refused("Bob", "attack", target="Ann", range_m=5.0, cover="wall", level=1)
    game.attack("Bob", "Ann", 2, 9, 5, 5, cover="none")
    assert game.every(Attacked)


def test_a_crippled_arm_holds_no_rifle() -> None:
    game = duel(ann=[*RIFLE, *PISTOL], condition={"boxes": 3, "crippled": ["left_arm"]})
    while game.now() != ("Ann",):
        game.act("Bob", "pass")
    assert "The assault rifle takes more hands" in game.refused("Ann", "attack", target="Bob", range_m=5.0)
    in_hand = "takes more hands than are left. Use the light pistol, which is in hand."
    game.act("Ann", "correct", item="light pistol")
    assert f"The assault rifle {in_hand}" in game.refused("Ann", "draw", item="assault rifle")
    game.attack("Ann", "Bob", 2, 9, *(() if game.numbers("Bob") else (5, 5)), weapon="light pistol")
    assert game.every(Attacked)


def test_without_arms_nothing_smaller_is_to_be_chosen() -> None:
    game = duel(ann=PISTOL, condition={"boxes": 3, "crippled": ["left_arm", "right_arm"]})
    refused = game.refused("Ann", "attack", target="Bob", range_m=5.0)
    assert "The light pistol takes more hands than are left. Nothing smaller is there." in refused
    game.attack("Ann", "Bob", 2, 9, weapon="fists", range_m=1.0)
    assert game.one(Attacked).melee


def test_a_jammed_weapon_must_be_cleared() -> None:
    game = duel(ann=[{"kind": "light_pistol", "jammed": True}])
    assert "jammed" in game.refused("Ann", "attack", target="Bob", range_m=5.0)


@pytest.mark.parametrize("stunned", [True, False])
def test_who_is_stunned_as_its_turn_comes_up_has_lost_its_aim_though_it_comes_round(stunned: bool) -> None:
    game = armed({"kind": "light_pistol"})
    game.act("Ann", "aim", target="Bob")
    if stunned:
        game.act("Ann", "correct", stunned=True)
    game.do_at_least(orders.Act(actor="Bob", action="pass"), 9, 2)
    assert game.now() == ("Ann",)
    assert bool(game.state("Ann").aim) is not stunned


def test_a_blow_that_is_meant_for_a_place_costs_as_much_as_a_shot() -> None:
    game = duel(ann=[{"kind": "knife"}])
    game.act("Ann", "declare", stance="bracing")
    game.act("Ann", "attack", 2, 9, target="Bob", called="head")
    assert value_of(game.one(Attacked).attack.terms, "called") == -4


def test_a_wound_of_ones_own_is_of_what_the_weapon_is_loaded_with() -> None:
    game = duel(ann=[{"kind": "light_pistol", "ammunition": "armor_piercing"}])
    game.do_at_least(orders.Act(actor="Ann", action="attack", inputs={"target": "Bob", "range_m": 10.0}), 1, 8, 3, 6, 6)
    assert (game.one(Fumbled).result, game.one(Protected).halved) == ("self", True)
