from __future__ import annotations

from typing import Any

import pytest

from bot.core.views import GM
from bot.rulesets.graydawn.checks.stats import build, mortal_number, stat
from bot.rulesets.graydawn.fire.events import Attacked
from bot.rulesets.graydawn.state import Shelter
from bot.rulesets.graydawn.wounds.events import Crippled, Died, Doomed, Hit, Protected, Saved, Stunned, Wounded
from bot.rulesets.graydawn.wounds.hits import Incoming, cover_sp, layered
from bot.rulesets.graydawn.wounds.saves import death_number, stun_number
from tests.rulesets.graydawn.playing import DAWN, PLAIN, Game, duel, facing

HAND_CANNON = {"kind": "hand_cannon"}


def struck(face: int, *rest: int, weapon: dict[str, Any] | None = None, **bob: Any) -> Game:
    """Bob hit by a hand cannon where ``face`` says, with a margin of 3: four damage dice, saves. Cid is next."""
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": [weapon or HAND_CANNON]})
    game.join("Bob", owner=2, **{**PLAIN, "weapons": [{"kind": "assault_rifle"}], **bob})
    game.join("Cid", **{**PLAIN, "weapons": [{"kind": "assault_rifle"}]})
    game.start(9, 2, 9)
    game.attack("Ann", "Bob", 6, 3, face, *rest)
    return game


def test_the_die_of_location() -> None:
    places = {1: "head", 2: "torso", 4: "torso", 5: "right_arm", 6: "left_arm", 7: "right_leg", 8: "right_leg"}
    for face, place in places.items():
        assert struck(face, 1, 1, 1, 1, 2, stats={"body": 9}).one(Hit).place == place
    assert struck(10, 1, 1, 1, 1, 2).one(Hit).place == "left_leg"


@pytest.mark.parametrize(("body", "build"), [(2, 0), (3, 1), (5, 2), (8, 3), (9, 3), (10, 4)])
def test_the_body_takes_some_off(body: int, build: int) -> None:
    wound = struck(3, 1, 1, 1, 1, 1, stats={"body": body}).one(Wounded)
    assert (wound.build, wound.boxes) == (build, max(1, 5 - build))


def test_a_limb_takes_half_rounded_down_and_at_least_one() -> None:
    assert struck(7, 1, 1, 1, 4, 2).one(Wounded).boxes == 3
    least = struck(7, 1, 1, 1, 1, 2).one(Wounded)
    assert (least.boxes, least.state) == (1, "light")
    assert struck(7, 1, 1, 1, 1, 2, stats={"body": 10}).one(Wounded).boxes == 1


def test_a_limb_takes_no_more_than_eight_and_is_crippled_by_them() -> None:
    game = struck(5, 6, 6, 6, 6, 5, 2)
    assert (game.one(Wounded).boxes, game.one(Wounded).state) == (8, "serious")
    assert (game.one(Crippled).place, game.state("Bob").crippled) == ("right_arm", ("right_arm",))
    first, second = game.every(Saved)
    assert (first.kind, first.save.number, second.kind) == ("death", 5, "stun")


@pytest.mark.parametrize(
    ("faces", "body", "said"),
    [
        ((3, 1, 1, 1, 1, 1), 3, "4 boxes (5 less body type 1), "),
        ((7, 1, 1, 1, 4, 2), 3, "3 boxes (8 less body type 1, half in a limb, rounded down), "),
        ((7, 1, 1, 1, 5, 2), 3, "4 boxes (9 less body type 1, half in a limb), "),
        ((5, 6, 6, 6, 6, 5, 2), 6, "8 boxes (25 less body type 2, 8 at most in a limb), "),
        ((1, 1, 1, 1, 4, 2), 3, "14 boxes (8 less body type 1, twice in the head), "),
        ((3, 1, 1, 1, 1, 1), 30, "1 box (5 less body type 5, 1 at least), "),
    ],
)
def test_the_boxes_are_told_so_that_the_sum_adds_up(faces: tuple[int, ...], body: int, said: str) -> None:
    assert said in struck(*faces, stats={"body": body}).told(GM)


def test_of_whoever_is_out_of_it_no_stance_is_told() -> None:
    game = struck(1, 1, 1, 1, 4, 10)
    assert not game.state("Bob").able
    assert "in the open" not in DAWN.status(game.scene, "Bob", GM).text
    assert "in the open" in DAWN.status(game.scene, "Cid", GM).text


def test_seven_boxes_do_not_cripple() -> None:
    game = struck(5, 6, 6, 3, 1, 2)
    assert (game.one(Wounded).boxes, game.every(Crippled)) == (7, [])


def test_a_death_save_is_failed_for_good() -> None:
    game = struck(5, 6, 6, 6, 6, 6)
    assert game.one(Died).actor == "Bob"


def test_crippled_while_mortally_wounded_counts_the_mortal_step() -> None:
    game = struck(5, 6, 6, 6, 6, 1, 1, condition={"boxes": 14, "stable": True})
    assert (game.state("Bob").boxes, game.every(Saved)[0].save.number) == (22, 6 - 2 - 1)


def test_the_head_takes_twice() -> None:
    game = struck(1, 1, 1, 1, 0 + 1, 2, stats={"body": 6})
    assert (game.one(Wounded).damage, game.one(Wounded).boxes) == (5, 6)


def test_eight_points_to_the_head_are_fatal_before_they_are_doubled() -> None:
    game = struck(1, 1, 1, 3, 3, 2)
    assert (game.one(Wounded).boxes, game.every(Doomed)) == (14, [])
    game = struck(1, 1, 1, 3, 4)
    assert (game.one(Wounded).boxes, game.one(Doomed).actor) == (16, "Bob")
    game.act("Cid", "pass", 5, 5)
    assert game.one(Died).actor == "Bob"


def test_the_torso_has_no_most() -> None:
    game = struck(3, 6, 6, 5, 4, 1)
    assert (game.one(Wounded).boxes, game.one(Wounded).state) == (20, "mortal")


def test_past_forty_boxes_is_death() -> None:
    game = struck(3, 6, 6, 6, 6, condition={"boxes": 18, "stable": True})
    assert (game.state("Bob").boxes, game.one(Died).actor) == (41, "Bob")


def test_a_failed_stun_save_takes_somebody_out() -> None:
    game = struck(3, 1, 1, 1, 1, 7)
    assert (game.every(Saved)[0].save.number, game.one(Stunned).actor) == (6, "Bob")


@pytest.mark.parametrize(("boxes", "number"), [(0, 6), (3, 5), (7, 4), (11, 3), (14, 2)])
def test_stun_saves_grow_harder_with_the_wound_state(boxes: int, number: int) -> None:
    game = struck(3, 1, 1, 1, 1, 1, condition={"boxes": boxes})
    assert next(save.save.number for save in game.every(Saved) if save.kind == "stun") == number


def test_stun_points_count_for_saves_but_not_for_the_wound_state() -> None:
    game = struck(3, 1, 1, 1, 1, 1, condition={"stun": 6})
    assert (game.one(Wounded).state, game.one(Saved).save.number) == ("light", 4)


def test_stun_adds_to_no_mortal_step_and_the_sixth_is_the_last() -> None:
    state = DAWN.enlist(Game.sheet(condition={"boxes": 13, "stun": 30}), {})
    assert (stun_number(DAWN.tables, state), death_number(DAWN.tables, state)) == (2, 4)
    steps = [mortal_number(DAWN.tables, boxes) for boxes in (12, 13, 16, 17, 37, 40, 41, 60)]
    assert steps == [None, 0, 0, 1, 6, 6, 6, 6]


def test_the_stunned_need_no_further_save() -> None:
    game = duel(ann=[HAND_CANNON])
    game.act("Bob", "correct", stunned=True)
    game.attack("Ann", "Bob", 9, 3, 1, 1, 1, 1, 1)
    assert [event.kind for event in game.every(Saved)] == ["stun"]
    assert game.kinds().index("Saved") > game.kinds().index("TurnBegan")


@pytest.mark.parametrize(("boxes", "ref", "cl"), [(4, 7, 7), (5, 5, 7), (9, 4, 4), (13, 3, 3)])
def test_wounds_take_from_stats(boxes: int, ref: int, cl: int) -> None:
    game = facing(stats={"ref": 7, "cl": 7, "ma": 7}, condition={"boxes": boxes, "stable": True})
    found = [stat(DAWN.tables, game.state("Bob"), key) for key in ("ref", "cl", "ma")]
    assert found == [ref, cl, 7]


def test_armour_encumbers() -> None:
    game = facing(armor=[{"kind": "heavy_jacket"}, {"kind": "flak_vest"}])
    assert stat(DAWN.tables, game.state("Bob"), "ref") == 3


def test_two_hits_on_one_limb_cripple_each_by_itself() -> None:
    game = duel(ann=[{"kind": "assault_rifle"}], bob=[{"kind": "assault_rifle"}])
    one = (5, 6, 6, 6, 6, 6, 1, 1)
    game.attack("Ann", "Bob", 9, 2, 4, *one, *one, 1, mode="burst")
    assert (len(game.every(Crippled)), game.state("Bob").boxes, game.state("Bob").crippled) == (2, 16, ("right_arm",))


# Armour and cover


def test_armour_stops_and_loses_a_point_where_it_is_pierced() -> None:
    game = struck(3, 3, 3, 3, 4, armor=[{"kind": "light_jacket"}])
    assert (game.one(Protected).armor, game.one(Protected).left, game.state("Bob").armor[0].lost) == (14, 0, {})
    assert ": 1 comes through armour 14." in struck(3, 4, 4, 3, 3, 4, armor=[{"kind": "light_jacket"}]).told()
    game = struck(3, 6, 6, 6, 6, 2, armor=[{"kind": "light_jacket"}])
    assert (game.one(Protected).left, game.state("Bob").armor[0].lost) == (11, {"torso": 1})


def test_worn_armour_stops_less_and_only_where_it_covers() -> None:
    worn = [{"kind": "light_jacket", "lost": {"torso": 3}}]
    assert struck(3, 3, 3, 3, 4, 2, armor=worn).one(Protected).left == 3
    assert struck(7, 1, 1, 1, 1, 2, armor=worn).one(Protected).armor == 0
    last = struck(3, 3, 3, 3, 4, 2, armor=[{"kind": "light_jacket", "lost": {"torso": 13}}])
    assert (last.one(Protected).armor, last.state("Bob").armor[0].lost) == (1, {"torso": 14})


@pytest.mark.parametrize(
    ("armor", "sp", "loses"),
    [
        (["kevlar_vest", "light_jacket"], 19, 1),
        (["light_jacket", "kevlar_vest"], 19, 0),
        (["leather", "light_jacket"], 17, 1),
        (["leather", "flak_vest"], 23, 1),
        (["leather", "full_suit"], 27, 1),
        (["leather", "kevlar_vest", "light_jacket"], 19, 2),
    ],
)
def test_layers_fold_from_outside_in(armor: list[str], sp: int, loses: int) -> None:
    game = facing(armor=[{"kind": kind} for kind in armor])
    assert layered(DAWN.tables, game.state("Bob").armor, "torso") == (sp, loses)


def test_a_layer_that_is_far_behind_adds_nothing() -> None:
    game = facing({"armor.full_suit.sp": 40}, armor=[{"kind": "leather"}, {"kind": "full_suit"}])
    tables = DAWN.tables.under(game.scene.options)
    assert layered(tables, game.state("Bob").armor, "torso") == (40, 1)


def test_armour_piercing_rounds_halve_armour_cover_and_damage_but_no_limb_again() -> None:
    weapon = {"kind": "hand_cannon", "ammunition": "armor_piercing"}
    game = struck(5, 5, 5, 5, 4, 2, weapon=weapon, armor=[{"kind": "leather", "lost": {"right_arm": 1}}])
    told = game.one(Protected)
    assert (told.armor, told.left, told.halved, game.one(Wounded).boxes) == (1, 9, True, 7)


def test_what_is_halved_away_still_wounds() -> None:
    weapon = {"kind": "hand_cannon", "ammunition": "armor_piercing"}
    suit = {"kind": "full_suit", "lost": {"torso": 0}}
    game = struck(3, 4, 4, 4, 5, 2, weapon=weapon, armor=[suit, {"kind": "nylon_helmet"}])
    assert game.one(Protected).left == 3
    game = struck(3, 2, 4, 3, 3, 2, weapon=weapon, armor=[{"kind": "full_suit"}])
    assert (game.one(Protected).left, game.one(Wounded).boxes) == (1, 1)


@pytest.mark.parametrize(
    ("cover", "face", "covered"),
    [
        ("small", 7, True),
        ("small", 6, False),
        ("wall", 3, True),
        ("wall", 2, False),
        ("fortified", 2, True),
        ("fortified", 1, False),
    ],
)
def test_cover_protects_what_is_behind_it(cover: str, face: int, covered: bool) -> None:
    game = duel(ann=[HAND_CANNON], bob=[{"kind": "assault_rifle"}])
    game.act("Bob", "cover", cover=cover, level=3)
    rest = (3, 3, 3, 3, 2) if face != 1 else (1, 1, 1, 1, 2)
    game.attack("Ann", "Bob", 6, 3, face, *rest)
    assert game.one(Protected).cover == (12 if covered else 0)


def test_a_shotgun_finds_ways_around_cover() -> None:
    game = duel(ann=[{"kind": "pump_shotgun"}], bob=[{"kind": "assault_rifle"}])
    game.attack("Ann", "Bob", 6, 3, 3, 4, 4, 4, 4, 2, cover="wall", level=3)
    assert game.one(Protected).cover == 9


def test_armour_piercing_rounds_halve_cover() -> None:
    game = duel(ann=[{"kind": "hand_cannon", "ammunition": "armor_piercing"}], bob=[{"kind": "assault_rifle"}])
    game.attack("Ann", "Bob", 6, 3, 3, 4, 4, 4, 4, 2, cover="wall", level=3)
    assert (game.one(Protected).cover, game.one(Protected).left) == (6, 5)


def test_a_flank_is_open_and_what_the_attacker_says_counts() -> None:
    game = duel(ann=[HAND_CANNON], bob=[{"kind": "assault_rifle"}])
    game.act("Bob", "cover", cover="wall")
    game.attack("Ann", "Bob", 6, 3, 3, 2, 2, 2, 2, 2, cover="none")
    assert game.one(Protected).cover == 0


def test_a_place_that_was_aimed_for_is_covered_where_all_of_it_is() -> None:
    game = duel(ann=[HAND_CANNON], bob=[{"kind": "assault_rifle"}])
    game.act("Ann", "declare", stance="bracing")
    game.attack("Ann", "Bob", 10, 8, 3, 6, 6, 6, 6, 1, 1, called="torso", cover="wall")
    assert game.one(Protected).cover == 0
    game = duel(ann=[HAND_CANNON], bob=[{"kind": "assault_rifle"}])
    game.act("Ann", "declare", stance="bracing")
    game.attack("Ann", "Bob", 10, 8, 3, 4, 4, 4, 4, 2, called="right_leg", cover="wall", level=1)
    assert game.one(Protected).cover == 4


def test_a_burst_ends_with_its_target() -> None:
    game = duel(ann=[{"kind": "assault_rifle"}])
    game.act("Bob", "correct", boxes=39)
    game.attack("Ann", "Bob", 9, 2, 6, 3, 6, 6, 6, 6, 6, 5, mode="burst")
    assert len(game.every(Hit)) == 1


def test_what_covers_a_whole_body_covers_every_place() -> None:
    incoming = Incoming(dice=1, sides=6, flat=0, shelter=Shelter("small", 2), hidden=True)
    assert [cover_sp(DAWN.tables, incoming, "head", face) for face in (1, None)] == [8, 8]


def test_the_dead_have_nothing_more_to_withstand() -> None:
    game = Game()
    for name in ("Ann", "Bob"):
        game.join(name, **{**PLAIN, "weapons": [HAND_CANNON]})
    game.start(5, 5)
    game.act("Bob", "correct", boxes=39)
    game.attack("Ann", "Bob", 9, 2, 3, 6, 6, 6, 6)
    game.attack("Bob", "Ann", 1, 8, 3, 6, 6, 6, 6, 5)
    assert game.one(Wounded).actor == "Bob"
    assert game.every(Saved) == []


def test_a_very_weak_body_takes_nothing_off_and_adds_nothing() -> None:
    game = duel(ann=[{"kind": "knife"}], stats={"ref": 6, "ma": 6, "body": 2})
    game.act("Ann", "attack", 2, 9, target="Bob")
    assert [term.label for term in game.one(Attacked).attack.terms] == ["blend", "skill"]


def test_a_body_beyond_the_last_row_of_a_campaign_takes_off_what_that_does() -> None:
    state = facing(stats={"body": 12}).state("Bob")
    assert build(DAWN.tables.under({"builds.superhuman.body": 11}), state) == 5
