from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import engine, orders
from bot.core.events import Audience, Event
from bot.core.views import GM, PUBLIC, Viewer, view
from bot.rulesets.graydawn.fire.events import Attacked, Fumbled
from bot.rulesets.graydawn.state import Stance
from bot.rulesets.graydawn.suppression.events import CoverFired, Frightened, LaneBraved, LaneEnded, NerveTested
from bot.rulesets.graydawn.suppression.laid_lanes import known_lanes
from bot.rulesets.graydawn.wounds.events import Hit, Protected, Stunned
from bot.storage.codec import Codec
from tests.rulesets.graydawn.playing import DAWN, PISTOL, PLAIN, RIFLE, SHOTGUN, Game, duel, facing, happen, value_of
from tests.rulesets.graydawn.test_odds import CAPPED, hits


def shot_at(**bob: Any) -> Game:
    """Bob whose turn has come after a shot of Ann's that missed."""
    game = facing(**bob)
    game.attack("Ann", "Bob", 2, 9)
    return game


def test_who_was_fired_at_must_test_nerve_first() -> None:
    game = shot_at()
    assert "Now only: Test nerve, Pass." in game.refused("Bob", "declare")
    game.act("Bob", "nerve", 10, 1)
    tested = game.one(NerveTested)
    assert (tested.number, tested.held, tested.check.total, game.state("Bob").fears) == (16, True, 17, ())
    assert game.state("Bob").marks == {"cover": 2}
    game.act("Bob", "declare", actions=2)
    assert game.state("Bob").turn.actions == 2


def test_of_a_roll_of_older_rules_it_is_not_said_what_its_number_is_the_sum_of() -> None:
    game = shot_at()
    game.act("Bob", "nerve", 10, 1)
    older = msgspec.structs.replace(game.one(NerveTested), against=())
    assert [line.text for line in engine.lines(DAWN, older, GM)][1].endswith("= 17 against 16.")


def test_the_tracker_says_of_whoever_is_under_fire_that_nerve_comes_first() -> None:
    game = shot_at()
    comes_first = "now, under fire: nerve comes first"
    assert comes_first in DAWN.status(game.scene, "Bob", GM).text
    game.act("Bob", "nerve", 10, 1)
    assert "under fire" not in DAWN.status(game.scene, "Bob", GM).text


def test_going_on_tests_nerve() -> None:
    game = shot_at()
    game.do(orders.GoOn(), 10, 1)
    assert game.one(NerveTested).held


def test_all_that_was_fired_adds_up() -> None:
    game = duel(ann=SHOTGUN)
    game.act("Ann", "declare", actions=2)
    game.attack("Ann", "Bob", 2, 10, 9)
    game.attack("Ann", "Bob", 9, 2, 3, 1, 1, 1, 1, 2)
    told = [(fear.kind, fear.value) for fear in game.state("Bob").fears]
    assert told == [("shotgun", 1), ("shotgun", 1), ("struck", 3)]
    why = "(15, a shotgun blast +1, a shotgun blast +1, being hit +3)."
    (said,) = DAWN.topics["morale"](DAWN.reading(game.scene), "Bob", GM)
    assert said.text == f"Bob: next suppression roll against 20 {why}"
    game.do_at_least(orders.GoOn(), 5)
    assert f"against 20 {why}" in game.told()


def test_what_was_fired_before_a_turn_that_was_passed_counts_no_more() -> None:
    game = shot_at()
    game.act("Bob", "pass", 9, 2)
    assert game.state("Bob").fears == ()
    assert "Bob is under fire no more." in game.told(GM)
    assert "no more" not in game.told(PUBLIC)
    game.act("Ann", "pass")
    game.act("Bob", "declare")


def test_what_was_fired_before_a_turn_in_which_somebody_was_stunned_counts_no_more() -> None:
    game = facing()
    game.act("Bob", "correct", stunned=True)
    game.act("Bob", "morale_threat", target="Bob", amount=2)
    game.act("Ann", "pass", 7, 9, 2)
    assert (game.state("Bob").stunned, game.state("Bob").fears) == (True, ())
    game.act("Bob", "morale_threat", target="Bob", amount=2)
    game.act("Ann", "pass", 6)
    assert (game.state("Bob").stunned, len(game.state("Bob").fears)) == (False, 1)
    assert "Test nerve" in game.refused("Bob", "declare")


def test_who_is_put_out_between_two_actions_tests_nerve_for_it_in_the_next_turn() -> None:
    game = duel()
    game.act("Ann", "declare", actions=2)
    game.attack("Ann", "Bob", 2, 9)
    game.act("Ann", "correct", stunned=True)
    game.act("Ann", "morale_threat", target="Ann", amount=2)
    assert game.now() == ("Bob",)
    assert len(game.state("Ann").fears) == 1


def test_an_attacker_counts_once_and_being_struck_too() -> None:
    game = duel()
    game.attack("Ann", "Bob", 9, 2, 3, 1, 1, 4, 9, 2, 3, 1, 1, 4, rounds=2)
    assert [fear.value for fear in game.state("Bob").fears] == [1, 3]


def test_neither_blows_nor_a_shot_of_ones_own_frighten() -> None:
    game = duel(ann=[{"kind": "knife"}])
    game.act("Ann", "attack", 9, 2, 3, 1, 1, target="Bob")
    assert (game.one(Hit).fear, game.state("Bob").fears) == (0, ())
    game = duel()
    game.attack("Ann", "Bob", 1, 8, 3, 1, 1, 9)
    assert (game.one(Fumbled).result, game.one(Hit).target, game.state("Ann").fears) == ("self", "Ann", ())


@pytest.mark.parametrize(("level", "fears"), [(4, ["attacker"]), (3, ["attacker", "struck"])])
def test_what_cover_alone_stops_has_struck_nobody(level: int, fears: list[str]) -> None:
    game = facing(armor=[{"kind": "light_jacket"}])
    game.act("Bob", "cover", cover="fortified", level=level)
    game.attack("Ann", "Bob", 9, 2, 3, 6, 6)
    assert game.one(Protected).damage in range(13, 17)
    assert (game.one(Protected).left, [fear.kind for fear in game.state("Bob").fears]) == (0, fears)


def test_armour_piercing_rounds_are_stopped_by_half_the_cover() -> None:
    game = duel(ann=[{"kind": "light_pistol", "ammunition": "armor_piercing"}])
    game.act("Bob", "cover", cover="fortified", level=4)
    game.attack("Ann", "Bob", 9, 2, 3, 6, 6, 5)
    assert game.one(Hit).fear == 3


def test_delaying_does_not_escape_nerve() -> None:
    game = duel(ann=RIFLE)
    game.act("Ann", "delay", until=3)
    game.act("Bob", "declare", actions=2)
    game.act("Bob", "delay", until=1)
    game.attack("Ann", "Bob", 2, 9)
    assert "Now only: Test nerve, Pass." in game.refused("Bob", "attack", target="Ann")
    game.act("Bob", "nerve", 2)
    state = game.state("Bob")
    assert (state.fears, state.turn.pinned, state.turn.actions) == ((), True, 0)


def test_what_a_gm_adds_once_the_turn_has_come_is_tested_before_the_first_action() -> None:
    game = duel()
    assert "declare" not in game.refused("Ann", "nerve")
    game.act("Ann", "morale_threat", target="Ann", amount=2)
    game.act("Ann", "nerve", 10, 1)
    assert (game.one(NerveTested).number, game.one(NerveTested).held) == (17, True)
    game.act("Ann", "morale_threat", target="Ann", amount=2)
    game.act("Ann", "nerve", 2)
    game.act("Ann", "morale_threat", target="Ann", amount=2)
    assert game.state("Ann").turn.pinned
    game.act("Ann", "move")


def test_what_is_fired_in_the_same_moment_weighs_on_the_next_turn() -> None:
    game = duel()
    while len(game.now()) == 1:
        game.act(game.now()[0], "pass", *(() if len(game.scene.agenda) > 1 else (5, 5)))
    game.attack("Ann", "Bob", 2, 9)
    game.attack("Bob", "Ann", 2, 9, 5, 5)
    assert game.state("Bob").fears
    assert "Test nerve" in game.refused("Bob", "attack", target="Ann")


def tied_under_fire() -> Game:
    """Ann and Bob act at once, of whom Cid has shot at Bob before that, and then Ann does."""
    game = Game()
    for name in ("Ann", "Bob", "Cid"):
        game.join(name, **{**PLAIN, "weapons": PISTOL})
    game.start(5, 5, 9)
    game.attack("Cid", "Bob", 2, 9)
    game.attack("Ann", "Bob", 2, 9)
    return game


def test_a_nerve_roll_counts_and_clears_what_was_fired_before_its_moment_and_nothing_of_that() -> None:
    game = tied_under_fire()
    (said,) = DAWN.topics["morale"](DAWN.reading(game.scene), "Bob", GM)
    assert said.text.startswith("Bob: next suppression roll against 16 ")
    game.act("Bob", "nerve", 10, 1)
    assert (game.one(NerveTested).number, game.state("Bob").tally) == (16, 1)
    game.attack("Bob", "Ann", 2, 9, 5, 5, 5)
    game = tied_under_fire()
    game.act("Bob", "nerve", 2)
    assert (game.state("Bob").turn.pinned, sum(fear.value for fear in game.state("Bob").fears)) == (True, 1)
    game = tied_under_fire()
    game.act("Bob", "pass", 5, 5, 5)
    assert game.state("Bob").tally == 1


def test_covering_fire_of_the_moment_stands_in_for_what_was_felt_before_and_weighs_on_the_next_roll() -> None:
    game = duel(ann=RIFLE, bob=RIFLE)
    game.act("Ann", "delay", until=1)
    game.act("Bob", "pass")
    game.attack("Ann", "Bob", 2, 9, 5, 5)
    game.do_at_least(orders.Act(actor="Ann", action="suppress", inputs={"target": "Bob", "rounds": 10}), 2, 9)
    game.act("Bob", "nerve", 10, 5)
    assert game.one(NerveTested).number == 16
    assert [(fear.kind, fear.value) for fear in game.state("Bob").fears] == [("sweeping", 2)]


def test_whom_a_gm_calms_need_not_test_nerve() -> None:
    game = duel()
    game.act("Bob", "morale_threat", target="Bob", amount=2)
    game.act("Ann", "pass")
    assert "Now only: Test nerve, Pass." in game.refused("Bob", "attack", target="Ann")
    game.act("Bob", "morale_calm", target="Bob")
    game.attack("Bob", "Ann", 2, 9, 5, 5)


def test_a_threat_after_the_first_action_waits_for_the_next_turn() -> None:
    game = duel()
    game.act("Ann", "declare", actions=2)
    game.attack("Ann", "Bob", 2, 9)
    game.act("Ann", "morale_threat", target="Ann", amount=2)
    assert (game.now(), game.number()) == (("Ann",), 13)
    game.attack("Ann", "Bob", 2, 9)


def test_cover_and_armour_steady() -> None:
    game = shot_at(armor=[{"kind": "light_jacket"}])
    game.act("Bob", "cover", cover="wall", level=3)
    game.act("Bob", "nerve", 5)
    terms = game.one(NerveTested).check.terms
    assert (value_of(terms, "shelter"), value_of(terms, "armor")) == (3, 2)


def test_who_gives_way_behind_cover_keeps_down() -> None:
    game = shot_at()
    game.act("Bob", "cover", cover="wall", level=1)
    game.act("Bob", "nerve", 2)
    assert "Bob: nerve under fire: gives way, and keeps wholly down." in game.told()
    state = game.state("Bob")
    assert (state.turn.pinned, state.stance) == (True, Stance.FULL)
    assert "pinned" in DAWN.status(game.scene, "Bob", GM).text
    assert "too much fire" in game.refused("Bob", "move")
    assert "only covering fire" in game.refused("Bob", "attack", target="Ann", range_m=5.0)
    assert "pinned down" in game.refused("Bob", "declare", stance="active_cover")
    game.act("Bob", "suppress", 2, 9, 5, 5, target="Ann", range_m=5.0)
    assert game.one(CoverFired).points == 3


def test_who_gives_way_in_the_open_runs() -> None:
    game = shot_at()
    game.act("Bob", "nerve", 2)
    assert "Bob: nerve under fire: gives way, and runs for cover first." in game.told()
    assert game.state("Bob").stance is Stance.MOVING
    game.act("Bob", "declare", moves=2)
    game.act("Bob", "move")
    assert game.state("Bob").run == 1


def test_the_pinned_run_for_cover_before_they_do_what_that_allows() -> None:
    game = facing(weapons=[{"kind": "light_pistol", "loaded": 0, "spare": 1}])
    game.attack("Ann", "Bob", 2, 9)
    game.act("Bob", "nerve", 2)
    assert "first comes a run for cover" in game.refused("Bob", "reload")
    assert "first comes a run for cover" in game.refused("Bob", "declare", stance="full_cover", cover="wall")
    assert "out of nothing" in game.refused("Bob", "declare", moves=1, cover="wall")
    game.act("Bob", "move", cover="wall")
    assert game.state("Bob").stance is Stance.FULL
    game.act("Bob", "reload", 9, 2)
    assert game.state("Bob").weapons["light pistol"].loaded == 14


def test_the_pinned_drop_no_shell_in_before_they_run_for_cover() -> None:
    game = facing(weapons=[{"kind": "pump_shotgun", "loaded": 0, "spare": 1}])
    game.attack("Ann", "Bob", 2, 9)
    game.act("Bob", "nerve", 2)
    assert "first comes a run for cover" in game.refused("Bob", "chamber")
    game.act("Bob", "move", cover="wall")
    game.act("Bob", "chamber")
    assert game.state("Bob").weapons["pump shotgun"].loaded == 1


def test_the_pinned_may_lay_covering_fire_behind_their_run() -> None:
    game = shot_at()
    game.act("Bob", "nerve", 2)
    game.act("Bob", "move")
    assert "only covering fire" in game.refused("Bob", "attack", target="Ann", range_m=9.0)
    game.act("Bob", "suppress", 2, 9, 9, 2, target="Ann", range_m=9.0)
    assert game.one(CoverFired).points == 2


def test_who_moves_at_will_lays_no_covering_fire_behind_it() -> None:
    game = duel()
    game.act("Ann", "move")
    assert "takes the whole round" in game.refused("Ann", "suppress", target="Bob", range_m=9.0)


def test_a_second_roll_gives_active_cover_and_no_bracing() -> None:
    game = shot_at()
    game.act("Bob", "cover", cover="wall", level=1)
    game.act("Bob", "correct", stance="bracing")
    game.act("Bob", "nerve", 8, 9, leaving=True)
    assert "active cover and no more" in game.refused("Bob", "declare", stance="bracing")
    assert "active cover and no more" in game.refused("Bob", "declare", stance="open")
    game.attack("Bob", "Ann", 2, 9, 9, 2)
    assert game.state("Bob").stance is Stance.ACTIVE
    game = shot_at()
    game.act("Bob", "cover", cover="wall", level=1)
    game.act("Bob", "nerve", 8, 9, leaving=True)
    game.act("Bob", "declare", stance="full_cover")
    assert game.state("Bob").stance is Stance.FULL


def test_a_one_loses_the_turn() -> None:
    game = shot_at()
    game.act("Bob", "nerve", 1, 9, 2)
    assert (game.one(NerveTested).lost, game.now()) == (True, ("Ann",))
    assert "the turn is lost" in game.told()


def test_who_fails_to_leave_cover_may_fight_from_it() -> None:
    game = shot_at()
    game.act("Bob", "cover", cover="wall", level=1)
    game.act("Bob", "nerve", 8, 9, leaving=True)
    tested = game.one(NerveTested)
    assert (tested.held, tested.steady, game.state("Bob").turn.bound) == (False, True, True)
    assert "but not to fight from cover" in game.told()
    assert "too much fire" in game.refused("Bob", "declare", moves=1)
    game.attack("Bob", "Ann", 2, 9, 9, 2)
    assert game.one(Attacked).actor == "Bob"


def test_who_fails_twice_keeps_down_and_a_second_one_loses_the_turn() -> None:
    game = shot_at()
    game.act("Bob", "cover", cover="wall", level=1)
    game.act("Bob", "nerve", 8, 8, leaving=True)
    assert game.state("Bob").turn.pinned
    game = shot_at()
    game.act("Bob", "cover", cover="wall", level=1)
    game.act("Bob", "nerve", 8, 1, 9, 2, leaving=True)
    assert game.one(NerveTested).lost


def test_nerve_for_leaving_cover_must_be_used_for_it() -> None:
    game = shot_at()
    game.act("Bob", "cover", cover="wall", level=1)
    game.act("Bob", "nerve", 10, 1, leaving=True)
    assert "leaving cover" in game.refused("Bob", "declare")
    game.act("Bob", "move")
    assert game.state("Bob").shelter is None


def test_in_the_open_there_is_no_cover_to_leave() -> None:
    game = shot_at()
    game.act("Bob", "nerve", 2, leaving=True)
    assert game.one(NerveTested).leaving is False


def test_luck_helps_both_rolls() -> None:
    game = facing(mook=False)
    game.act("Bob", "cover", cover="wall", level=1)
    game.attack("Ann", "Bob", 2, 9)
    game.act("Bob", "nerve", 8, 8, leaving=True)
    game.answer("raise nerve 15 of the second roll (1 luck)")
    game.answer("keep")
    assert (game.one(NerveTested).steady, game.state("Bob").luck) == (True, 4)


def test_a_gm_frightens_and_calms() -> None:
    game = duel()
    assert "under no fire" in game.refused("Ann", "morale_calm", target="Bob")
    game.act("Ann", "morale_threat", target="Bob", amount=4)
    assert "next suppression roll +4 harder" in game.told()
    game.act("Ann", "morale_threat", target="Bob", amount=-2)
    assert "next suppression roll 2 easier" in game.told()
    game.act("Bob", "morale_calm")
    assert game.state("Bob").fears == ()


def test_morale_tells_what_the_next_roll_is_up_against() -> None:
    game = shot_at()
    report = DAWN.reports["morale"]
    assert [line.text for line in report(game.scene, "Bob", Viewer(2))] == [
        "Bob: next suppression roll against 16 (15, an attacker +1)."
    ]
    game.act("Bob", "nerve", 2)
    assert "Bob: under no fire (pinned)." in [line.text for line in report(game.scene, "", GM)]
    game.act("Bob", "correct", 9, dead=True)
    assert [line.text for line in report(game.scene, "Bob", GM)] == ["Bob: dead."]
    hidden = facing(owner=0)
    assert report(hidden.scene, "Bob", PUBLIC) == ()


@pytest.mark.parametrize("cl", [2, 6, 10])
def test_nerve_holds_as_often_as_counting_says(cl: int) -> None:
    def outcome(event: Event) -> str | None:
        return str(event.held) if isinstance(event, NerveTested) else None

    game = facing(CAPPED, stats={"cl": cl})
    game.attack("Ann", "Bob", 2, 9)
    found = engine.odds(DAWN, game.scene, orders.Act(actor="Bob", action="nerve"), outcome)
    assert found["True"] == hits(16, cl)


# Covering fire


def covering(weapon: dict[str, Any], *faces: int, **inputs: Any) -> Game:
    """Ann, on 18 with a pistol or 15 with a rifle, covers Bob, who acts last."""
    game = duel(ann=[weapon], bob=[{"kind": "assault_rifle"}])
    game.act("Ann", "suppress", *faces, **{"target": "Bob", "range_m": 10.0, **inputs})
    return game


def test_single_shots_count_by_actions_up_to_three() -> None:
    game = covering({"kind": "light_pistol"}, 2, 9)
    assert (game.one(CoverFired).fired, game.one(CoverFired).points) == (6, 3)
    one = covering({"kind": "light_pistol", "loaded": 3}, 2, 9).one(CoverFired)
    assert (one.points, one.fired, one.loaded) == (1, 2, 1)
    automatic = covering({"kind": "assault_rifle"}, 2, 9, mode="single").one(CoverFired)
    assert (automatic.points, automatic.fired) == (3, 6)


def twice(weapon: str, first: dict[str, Any], then: dict[str, Any], **weights: int) -> Game:
    """Ann, who fires at the very end of a round and first in the next, while Bob has passed and stands there."""
    options = {f"limits.{limit}.value": weight for limit, weight in weights.items()}
    game = duel(ann=[{"kind": weapon, "loaded": 60 if weapon == "machine_gun" else 8}], options=options)
    game.act("Ann", "delay", until=1)
    game.act("Bob", "pass")
    for inputs, rolled in ((first, (9, 2)), (then, ())):
        faces = (10, 4) if "area" in inputs else (2, 9)
        game.act("Ann", "attack" if inputs is SHOT_AT_BOB else "suppress", *faces, *rolled, **inputs)
    return game


AT_BOB = {"target": "Bob", "range_m": 10.0, "rounds": 10}
SHOT_AT_BOB = {"target": "Bob", "range_m": 10.0, "rounds": 10, "mode": "auto"}
LANE_OF_BOB = {"area": "yard", "others": "Bob", "rounds": 10}


@pytest.mark.parametrize(("weapon", "felt"), [("light_pistol", [1, 2]), ("auto_shotgun", [2, 6])])
def test_of_single_shots_of_one_firer_three_points_are_felt_in_however_many_rounds(
    weapon: str, felt: list[int]
) -> None:
    game = twice(weapon, AT_BOB, AT_BOB)
    assert [fear.value for fear in game.state("Bob").fears] == felt


def test_a_burst_and_automatic_covering_fire_add_up_whichever_comes_first() -> None:
    automatic, burst = {**AT_BOB, "rounds": 20}, {**AT_BOB, "rounds": 3, "mode": "burst"}
    for first, then in ((automatic, burst), (burst, automatic)):
        fears = twice("machine_gun", first, then).state("Bob").fears
        assert {fear.kind: fear.value for fear in fears} == {"sweeping": 4, "covering": 1}


@pytest.mark.parametrize(
    ("first", "then", "felt"),
    [
        (LANE_OF_BOB, LANE_OF_BOB, [("lane", 1)]),
        (LANE_OF_BOB, AT_BOB, [("sweeping", 2)]),
        (AT_BOB, LANE_OF_BOB, [("sweeping", 2)]),
    ],
)
def test_a_gunner_counts_once_whether_by_a_lane_or_by_covering_fire(
    first: dict[str, Any], then: dict[str, Any], felt: list[tuple[str, int]]
) -> None:
    game = twice("machine_gun", first, then)
    assert [(fear.kind, fear.value) for fear in game.state("Bob").fears] == felt


@pytest.mark.parametrize(
    ("first", "then", "felt"),
    [
        (LANE_OF_BOB, AT_BOB, {"sweeping": 2, "lane": 3}),
        (AT_BOB, LANE_OF_BOB, {"sweeping": 2, "lane": 3}),
        (SHOT_AT_BOB, LANE_OF_BOB, {"attacker": 3, "lane": 2}),
        (LANE_OF_BOB, SHOT_AT_BOB, {"lane": 5}),
        (AT_BOB, SHOT_AT_BOB, {"sweeping": 2, "attacker": 1}),
        (SHOT_AT_BOB, AT_BOB, {"sweeping": 2, "attacker": 1}),
    ],
)
def test_what_a_campaign_has_weigh_most_counts_of_a_gunner_whichever_comes_first(
    first: dict[str, Any], then: dict[str, Any], felt: dict[str, int]
) -> None:
    game = twice("machine_gun", first, then, lane=5, attacker=3)
    assert {fear.kind: fear.value for fear in game.state("Bob").fears} == felt


def test_who_has_run_lays_covering_fire_in_haste() -> None:
    game = shot_at()
    game.act("Bob", "nerve", 2)
    game.act("Bob", "declare", moves=2, actions=3)
    for _ in range(2):
        game.act("Bob", "move")
    game.act("Bob", "suppress", 2, 9, 9, 2, target="Ann", range_m=9.0)
    assert value_of(game.one(Attacked).attack.terms, "rush") == -6


def test_covering_fire_on_who_has_noticed_nothing_is_an_ambush() -> None:
    game = duel(skills={"stealth": 2})
    game.act("Ann", "move", 5, 7, unseen_by="Bob")
    game.act("Ann", "pass")
    game.act("Bob", "pass", 9, 2)
    game.act("Ann", "suppress", 2, target="Bob", range_m=9.0)
    assert (game.one(Attacked).defence, value_of(game.one(Attacked).attack.terms, "ambush")) == (None, 5)
    assert game.state("Ann").unnoticed == ()


def test_what_is_empty_or_no_gun_covers_nobody_and_the_refusal_says_what_would() -> None:
    game = duel(ann=[{"kind": "assault_rifle", "loaded": 0}, {"kind": "light_pistol", "loaded": 0, "spare": 1}])
    at: dict[str, Any] = {"target": "Bob", "range_m": 5.0}
    for inputs in (at, {"area": "yard"}):
        assert game.refused("Ann", "suppress", **inputs) == (
            "The assault rifle is empty. Draw another weapon with /act action:draw."
        )
    assert game.refused("Ann", "suppress", **at, weapon="light pistol") == (
        "The light pistol is empty. Reload with /act action:reload item:light pistol."
    )
    assert "The fists cannot cover anybody." in game.refused("Ann", "suppress", **at, weapon="fists")
    assert "cannot cover so. Say mode=single." in game.refused(
        "Ann", "suppress", **at, weapon="light pistol", mode="auto"
    )


def test_bursts_are_rolled_one_by_one_and_hit_once_at_most() -> None:
    game = covering({"kind": "assault_rifle"}, *([2, 9] * 4), mode="burst")
    assert (game.one(CoverFired).fired, game.one(CoverFired).points, len(game.every(Attacked))) == (12, 3, 4)
    hit = (9, 2, 3, 1, 1, 1, 1, 1, 2)
    game = covering({"kind": "assault_rifle"}, *hit, mode="burst", rounds=3, modifier=20)
    assert len(game.every(Hit)) == 1


def test_a_shotgun_counts_shot_by_shot_without_a_limit() -> None:
    game = covering({"kind": "auto_shotgun"}, 2, 9)
    assert (game.one(CoverFired).fired, game.one(CoverFired).points) == (8, 8)


@pytest.mark.parametrize(("rounds", "points"), [(30, 6), (29, 5), (4, 0)])
def test_full_automatic_fire_counts_whole_fives(rounds: int, points: int) -> None:
    game = covering({"kind": "assault_rifle"}, 2, 9, rounds=rounds)
    assert (game.one(CoverFired).points, game.one(CoverFired).fired) == (points, rounds)


def test_full_automatic_fire_hits_by_the_burst_table() -> None:
    game = covering({"kind": "assault_rifle"}, 9, 2, 4, *([3, 1, 1, 1, 1, 1, 1] * 2), modifier=20)
    assert (game.one(Attacked).hits, len(game.every(Hit))) == (2, 2)


def test_it_is_fifteen_harder_and_aims_at_nothing() -> None:
    terms = covering({"kind": "assault_rifle"}, 2, 9, mode="auto", range_m=200.0).one(Attacked).attack.terms
    assert [(term.label, term.value) for term in terms] == [
        ("blend", 6),
        ("skill", 0),
        ("covering", -15),
        ("value", -5),
        ("accuracy", 1),
    ]


def test_of_who_is_down_the_number_stands_for_the_range_and_nobody_dodges() -> None:
    game = duel(ann=RIFLE, bob=RIFLE)
    game.act("Bob", "correct", stunned=True)
    game.do_at_least(orders.Act(actor="Ann", action="suppress", inputs={"target": "Bob", "range_m": 400.0}), 2)
    fired = game.one(Attacked)
    assert (fired.defence, fired.number) == (None, 25)
    assert [(term.label, term.value) for term in fired.attack.terms] == [
        ("blend", 6),
        ("skill", 0),
        ("covering", -15),
        ("accuracy", 1),
        ("helpless", 4),
    ]


def test_it_works_up_to_long_range() -> None:
    game = duel()
    assert "too far for covering" in game.refused("Ann", "suppress", target="Bob", range_m=51.0)
    assert "How far" in game.refused("Ann", "suppress", target="Bob")


def test_it_takes_the_whole_round_and_a_gun_with_rounds() -> None:
    game = duel()
    game.act("Ann", "declare", actions=2)
    assert "whole round" in game.refused("Ann", "suppress", target="Bob", range_m=5.0)
    assert "Whom, or which area" in game.refused("Ann", "suppress")
    game = duel(ann=[{"kind": "light_pistol", "loaded": 0}, {"kind": "knife"}])
    assert "is empty" in game.refused("Ann", "suppress", target="Bob", range_m=5.0)
    assert "cannot cover" in game.refused("Ann", "suppress", target="Bob", range_m=5.0, weapon="knife")
    assert "cannot cover" in game.refused("Ann", "suppress", target="Bob", range_m=5.0, mode="auto")
    game = duel(ann=[{"kind": "light_pistol", "jammed": True}])
    assert "jammed" in game.refused("Ann", "suppress", target="Bob", range_m=5.0)


def test_it_goes_through_full_cover_and_draws_what_it_needs() -> None:
    game = duel(ann=[{"kind": "knife"}, {"kind": "light_pistol"}], bob=RIFLE)
    while game.now() != ("Ann",):
        game.act("Bob", "pass")
    game.act("Bob", "cover", cover="wall", level=1)
    game.act("Bob", "correct", stance="full_cover")
    game.act("Ann", "quick")
    game.act("Ann", "pass")
    game.act("Bob", "pass", 9, 2)
    inputs = {"target": "Bob", "range_m": 5.0, "weapon": "light pistol", "modifier": 20}
    assert "too few" in game.refused("Ann", "suppress", rounds=1, **inputs)
    game.act("Ann", "suppress", 9, 2, 2, 2, 2, 1, rounds=2, **inputs)
    assert game.one(Protected).cover == 4
    terms = game.one(Attacked).attack.terms
    assert (value_of(terms, "fast_draw"), value_of(terms, "hurry")) == (-3, -3)
    assert game.state("Ann").wields == "light pistol"


def test_it_is_felt_nearby() -> None:
    game = duel(ann=[{"kind": "assault_rifle"}], bob=RIFLE)
    for name in ("Cid", "Dan", "Eve"):
        game.join(name, 2, **{**PLAIN, "weapons": RIFLE})
    game.do(orders.SetRange(actor="Bob", target="Cid", range_m=2))
    game.do(orders.SetRange(actor="Bob", target="Dan", range_m=3))
    game.act("Ann", "suppress", 2, 9, target="Bob", range_m=9.0, rounds=10, others="Eve")
    assert [event.target for event in game.every(Frightened)] == ["Bob", "Cid", "Eve"]


def test_it_is_felt_by_whoever_is_where_the_target_is() -> None:
    game = duel(ann=[{"kind": "assault_rifle"}], bob=RIFLE)
    game.join("Cid", 2, **{**PLAIN, "weapons": RIFLE})
    game.do(orders.SetRange(actor="Bob", target="Cid", range_m=0))
    game.act("Ann", "suppress", 2, 9, target="Bob", range_m=9.0, rounds=10)
    assert [event.target for event in game.every(Frightened)] == ["Bob", "Cid"]


@pytest.mark.parametrize(("owner", "felt"), [(2, []), (0, ["Bob"])])
def test_of_the_dead_those_alone_are_said_to_be_under_it_of_whom_nobody_may_tell(owner: int, felt: list[str]) -> None:
    game = facing(owner=owner)
    game.act("Bob", "correct", dead=True)
    game.do_at_least(orders.Act(actor="Ann", action="suppress", inputs={"target": "Bob", "range_m": 9.0}), 2)
    assert [event.target for event in game.every(Frightened)] == felt


def test_nobody_learns_of_the_hidden_who_are_near() -> None:
    game = duel(ann=[{"kind": "assault_rifle"}], bob=RIFLE)
    game.join("Spy", 2, owner=0, hidden=True, **{**PLAIN, "weapons": RIFLE})
    game.do(orders.SetRange(actor="Bob", target="Spy", range_m=1))
    game.act("Ann", "suppress", 2, 9, target="Bob", range_m=9.0, rounds=10)
    assert game.state("Spy").fears
    assert "unseen" not in game.told(PUBLIC)


def test_its_points_stand_in_for_the_attackers() -> None:
    game = duel()
    game.attack("Ann", "Bob", 2, 9)
    game.act("Bob", "pass", 9, 2)
    game.act("Ann", "suppress", 2, 9, target="Bob")
    assert [(fear.kind, fear.value) for fear in game.state("Bob").fears] == [("covering", 3)]


def test_what_a_volley_adds_is_said_of_whoever_feels_it_alone() -> None:
    game = twice("light_pistol", AT_BOB, AT_BOB)
    assert game.one(CoverFired).points == 3
    assert "lays covering fire on Bob: 6 rounds.\nBob finds the next suppression roll +2 harder" in game.told()


def test_the_words_say_for_what_its_points_stand_in_to_who_reads_the_sum() -> None:
    game = twice("machine_gun", SHOT_AT_BOB, AT_BOB)
    harder = "Bob finds the next suppression roll +2 harder"
    assert f"{harder} (in place of +1 for what the same one fired before)." in game.told(PUBLIC)
    game = facing(owner=0)
    game.attack("Ann", "Bob", 2, 9)
    game.act("Bob", "pass", 9, 2)
    game.act("Ann", "suppress", 2, 9, target="Bob")
    assert "Bob finds the next suppression roll +3 harder." in game.told(PUBLIC)


LANE_OF_BEFORE = {"kind": "lane", "value": 5}
COVERING_OF_BEFORE = {"kind": "sweeping", "value": 2}
SHOT_OF_BEFORE = {
    "weapon": "light pistol",
    "kind": "light_pistol",
    "mode": "single",
    "attack": {"terms": [], "rolls": [], "total": 9},
    "number": 15,
    "fired": 1,
    "loaded": 9,
    "fear": 3,
    "noticed": True,
}


@pytest.mark.parametrize(
    ("first", "then", "felt"),
    [
        (LANE_OF_BEFORE, COVERING_OF_BEFORE, [("sweeping", 2)]),
        (SHOT_OF_BEFORE, COVERING_OF_BEFORE, [("sweeping", 2)]),
        (LANE_OF_BEFORE, SHOT_OF_BEFORE, [("lane", 5)]),
        (COVERING_OF_BEFORE, SHOT_OF_BEFORE, [("sweeping", 2)]),
    ],
)
def test_what_was_stored_before_the_heavier_counted_folds_as_it_did_then(
    first: dict[str, Any], then: dict[str, Any], felt: list[tuple[str, int]]
) -> None:
    game, codec = duel(), Codec(DAWN)
    for fields in (first, then):
        kind = "graydawn.attacked" if "weapon" in fields else "graydawn.frightened"
        stored = msgspec.json.encode({"type": kind, "actor": "Ann", "target": "Bob", **fields})
        happen(game, codec.event(kind, 1, stored))
    assert [(fear.kind, fear.value) for fear in game.state("Bob").fears] == felt


def test_a_fumble_and_a_death_end_it() -> None:
    game = covering({"kind": "assault_rifle"}, 1, 7, mode="burst")
    assert len(game.every(Attacked)) == 1
    game = duel(ann=[{"kind": "assault_rifle"}], bob=RIFLE)
    game.act("Bob", "correct", boxes=39)
    game.act("Ann", "suppress", 9, 2, 3, 6, 6, 6, 6, 6, 5, target="Bob", range_m=9.0, mode="burst", modifier=20)
    assert len(game.every(Attacked)) == 1
    game = duel(ann=[{"kind": "assault_rifle"}], bob=RIFLE)
    game.act("Bob", "correct", boxes=39)
    game.act("Ann", "suppress", 9, 2, 6, 3, 6, 6, 6, 6, 6, 5, target="Bob", range_m=9.0, modifier=20)
    assert len(game.every(Hit)) == 1


# Lanes


def together() -> Game:
    """Ann with a rifle, and Cid and Bob with pistols, who act in one moment."""
    game = Game()
    for name, weapons in (("Ann", RIFLE), ("Cid", PISTOL), ("Bob", PISTOL)):
        game.join(name, **{**PLAIN, "weapons": weapons})
    game.start(8, 5, 5)
    return game


def held(*faces: int, **inputs: Any) -> Game:
    """Ann, who holds the yard under fire, and Bob who is still to act."""
    game = duel(ann=RIFLE, bob=RIFLE)
    game.act("Ann", "suppress", *faces, **{"area": "Yard", "rounds": 25, **inputs})
    return game


def test_a_lane_is_dodged_against_rounds_by_width_rounded_up() -> None:
    game = held()
    assert game.scene.state.lanes["yard"].number == 13
    assert game.state("Ann").weapons["assault rifle"].loaded == 10
    game.act("Bob", "brave", 10, 1, 7, area="yard")
    assert (game.one(LaneBraved).safe, game.one(NerveTested).number) == (True, 16)
    assert "yard" in [choice.value for choice in DAWN.candidates(game.scene, "brave", "area", {"actor": "Bob"})]
    assert held(width=5).scene.state.lanes["yard"].number == 5


def test_who_fails_the_dodge_is_hit_by_the_burst_table() -> None:
    game = held()
    game.act("Bob", "brave", 10, 1, 6, 4, *([3, 1, 1, 1, 1, 1, 1] * 2), area="yard")
    assert (game.one(LaneBraved).hits, len(game.every(Hit))) == (2, 2)
    game = held()
    game.act("Bob", "correct", boxes=39)
    game.act("Bob", "brave", 10, 10, 5, 1, 4, 3, 6, 6, 6, 6, 6, 9, area="yard")
    assert len(game.every(Hit)) == 1


def test_who_is_taken_out_by_a_lane_does_nothing_more_in_that_moment() -> None:
    game = held()
    game.act("Bob", "brave", 10, 1, 6, 1, 3, 6, 6, 6, 6, 6, 6, 10, 9, 2, area="yard")
    assert (game.one(Stunned).actor, game.scene.state.rounds) == ("Bob", 2)
    game = together()
    game.act("Ann", "suppress", 6, 1, 3, 6, 6, 6, 6, 6, 6, area="yard", rounds=25, others="Bob")
    assert (game.one(Stunned).actor, game.now()) == ("Bob", ("Cid",))


def test_what_a_gm_does_counts_at_once() -> None:
    game = together()
    game.act("Ann", "pass")
    game.act("Bob", "damage", 10, damage=9, target="Bob", place="torso")
    assert (game.one(Stunned).actor, game.now()) == ("Bob", ("Cid",))
    assert "not Bob's turn" in game.refused("Bob", "attack", target="Ann")


@pytest.mark.parametrize(
    "inputs", [{"dead": True}, {"stunned": True}, {"stance": "full_cover"}, {"item": "fists"}], ids=str
)
def test_a_lane_ends_with_its_gunner(inputs: dict[str, Any]) -> None:
    game = held()
    game.act("Ann", "correct", **inputs)
    assert (game.one(LaneEnded).area, game.scene.state.lanes) == ("yard", {})
    assert "under no fire" in game.refused("Bob", "brave", area="yard")


def test_a_lane_ends_with_the_arm_that_holds_its_gun() -> None:
    game = held()
    game.act("Ann", "damage", 1, 1, damage=18, target="Ann", place="left_arm")
    assert (game.state("Ann").able, game.one(LaneEnded).area) == (True, "yard")


def test_whose_own_arm_is_crippled_covers_nobody_any_more() -> None:
    game = duel(ann=RIFLE)
    game.act("Ann", "suppress", 1, 8, 5, 6, 6, 6, 6, 6, 1, 1, target="Bob", range_m=10.0, mode="burst")
    assert (game.state("Ann").able, len(game.every(Attacked))) == (True, 1)


def test_who_has_given_way_in_the_open_is_told_what_is_left() -> None:
    game = shot_at()
    game.act("Bob", "nerve", 3)
    game.act("Bob", "declare", actions=2, moves=1)
    game.act("Bob", "move")
    for action in ("attack", "aim"):
        assert game.refused("Bob", action, target="Ann") == (
            "Whose nerve has failed has only covering fire. Lay it with /act action:suppress."
        )


def test_a_lane_ends_as_its_gunner_leaves_or_is_shot() -> None:
    game = held()
    game.do(orders.Release(actor="Ann"))
    assert game.scene.state.lanes == {}
    game = duel(ann=RIFLE, bob=PISTOL)
    game.act("Ann", "suppress", area="yard", rounds=25)
    game.act("Ann", "correct", boxes=39)
    game.act("Bob", "declare", actions=2)
    game.attack("Bob", "Ann", 9, 2, 3, 6, 6)
    assert game.kinds().index("Died") < game.kinds().index("LaneEnded")
    assert "Nobody holds yard" in game.told()


def test_who_is_beside_the_gunner_of_a_lane_takes_the_most() -> None:
    game = duel(ann=RIFLE)
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=1))
    inputs = {"area": "yard", "rounds": 25, "others": "Bob"}
    game.do_at_least(orders.Act(actor="Ann", action="suppress", inputs=inputs), 3, 1, 3)
    assert (game.one(Hit).dice, game.one(Hit).damage) == (None, 30)


def test_without_nerve_nobody_enters_a_lane() -> None:
    game = held()
    game.act("Bob", "brave", 2, area="yard")
    assert (game.one(NerveTested).held, game.every(LaneBraved)) == (False, [])
    assert "to enter yard" in game.told()
    assert "under no fire" in game.refused("Bob", "brave", area="road")


def test_a_critical_failure_of_nerve_before_a_lane_loses_the_turn() -> None:
    game = held()
    game.act("Bob", "brave", 1, 9, 2, area="yard")
    assert (game.one(NerveTested).lost, "the turn is lost" in game.told()) == (True, True)
    assert (game.scene.state.rounds, game.now()) == (2, ("Ann",))


def test_a_sum_that_is_enough_says_that_a_one_fails_all_the_same() -> None:
    game = held()
    game.act("Bob", "cover", cover="fortified", level=10)
    game.act("Bob", "brave", 1, 9, 2, area="yard")
    assert "= 17 against 16 (15, a lane of fire +1): a one fails." in game.told()
    lower = held()
    lower.act("Bob", "brave", 1, 9, 2, area="yard")
    assert "= 7 against 16 (15, a lane of fire +1)." in lower.told()


def test_who_stands_in_a_lane_is_under_fire_at_once() -> None:
    game = held(7, others="Bob")
    assert game.one(LaneBraved).actor == "Bob"
    assert [(fear.kind, fear.value) for fear in game.state("Bob").fears] == [("lane", 1)]
    assert game.kinds().index("Frightened") < game.kinds().index("LaneBraved")


def test_a_lane_frightens_once() -> None:
    game = held(7, others="Bob")
    game.act("Bob", "nerve", 9)
    assert game.one(NerveTested).number == 16
    assert "Test nerve" in held(7, others="Bob").refused("Bob", "brave", area="yard")
    game = together()
    game.act("Ann", "suppress", 7, area="yard", rounds=25, others="Bob")
    game.act("Bob", "brave", 2, area="yard")
    assert game.one(NerveTested).number == 16


def test_a_lane_of_somebody_hidden_is_met_but_never_told_of() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": RIFLE})
    game.join("Vasily", owner=0, hidden=True, **{**PLAIN, "weapons": RIFLE})
    game.start(2, 9)
    game.act("Vasily", "suppress", area="yard", rounds=25)
    known = view(game.scene, PUBLIC, DAWN)
    assert (game.told(PUBLIC), list(DAWN.candidates(known, "brave", "area", {"actor": "Ann"}))) == ("", [])
    assert game.refused("Ann", "brave", area="road").endswith("/act action:suppress with:area=gate.")
    game.act("Ann", "brave", 10, 1, 7, area="yard")
    assert game.one(LaneBraved).safe


def test_the_lane_of_somebody_who_is_revealed_is_known_by_its_name_and_ends_for_all() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": RIFLE})
    game.join("Vasily", owner=0, hidden=True, **{**PLAIN, "weapons": RIFLE})
    game.join("Bob", **PLAIN)
    game.start(2, 9, 5)
    game.act("Vasily", "suppress", area="Yard", rounds=30)
    assert "A lane is held by automatic fire" in game.refused("Bob", "brave", area="street")
    assert view(game.scene, PUBLIC, DAWN).state.lanes == {}
    game.do(orders.Show(actor="Vasily", hidden=False))
    assert "Lanes under fire: yard" in game.refused("Bob", "brave", area="street")
    assert list(view(game.scene, PUBLIC, DAWN).state.lanes) == ["yard"]
    game.do_at_least(orders.Act(actor="Bob", action="damage", inputs={"target": "Vasily", "damage": 60}), 1)
    assert game.one(LaneEnded).audience is Audience.ALL


@pytest.mark.parametrize("sheet_id", [0, 7])
@pytest.mark.parametrize("hidden", [True, False])
def test_players_do_not_learn_that_a_gunner_has_left_out_of_their_sight(sheet_id: int, hidden: bool) -> None:
    game = Game()
    game.join("Ann", **PLAIN)
    armed = game.sheet(**{**PLAIN, "weapons": RIFLE})
    game.do(orders.Enlist(name="Vasily", side="enemies", owner=0, sheet=armed, sheet_id=sheet_id, hidden=not hidden))
    game.start(2, 9)
    game.act("Vasily", "suppress", area="yard", rounds=30)
    game.do(orders.Show(actor="Vasily", hidden=hidden))
    known = [] if hidden else ["yard"]
    assert list(view(game.scene, PUBLIC, DAWN).state.lanes) == known
    game.do(orders.Release(actor="Vasily"))
    assert game.one(LaneEnded).audience is (Audience.GM if hidden else Audience.ALL)
    assert game.scene.state.lanes == {}


def test_two_lanes_of_one_name_are_held_apart_and_one_that_nobody_knows_of_takes_no_name_from_players() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": RIFLE})
    game.join("Vasily", owner=0, hidden=True, **{**PLAIN, "weapons": RIFLE})
    game.join("Bob", **{**PLAIN, "weapons": RIFLE})
    game.join("Cid", **PLAIN)
    game.start(9, 5, 3, 2)
    game.act("Ann", "suppress", area="Yard", rounds=25)
    game.act("Vasily", "suppress", area="yard", rounds=30)
    assert (game.told(PUBLIC), list(known_lanes(game.scene))) == ("", ["yard"])
    assert {area: lane.number for area, lane in game.scene.state.lanes.items()} == {"yard": 13, "yard 2": 15}
    game.act("Bob", "suppress", area="yard", rounds=20)
    assert "yard 2" in game.told(PUBLIC)
    assert {area: lane.number for area, lane in game.scene.state.lanes.items()} == {"yard": 13, "yard 2": 10}


def test_who_is_named_twice_stands_in_a_lane_once() -> None:
    game = held(7, others="Bob, bob")
    assert len(game.every(LaneBraved)) == len(game.state("Bob").fears) == 1


def test_another_attacker_counts_beside_the_lane() -> None:
    game = together()
    game.act("Ann", "suppress", area="yard", rounds=25)
    game.attack("Cid", "Bob", 2, 9)
    game.act("Bob", "brave", 2, area="yard")
    assert game.one(NerveTested).number == 17


def test_nerve_before_a_lane_clears_the_tally_whether_it_holds_or_not() -> None:
    game = together()
    game.attack("Cid", "Bob", 2, 9)
    game.act("Ann", "suppress", area="yard", rounds=25)
    game.act("Bob", "brave", 2, area="yard")
    assert (game.one(NerveTested).held, game.state("Bob").fears, game.now()) == (False, (), ("Bob",))


def test_nobody_braves_a_lane_out_of_turn() -> None:
    game = held()
    assert "not Ann's turn" in game.refused("Ann", "brave", area="yard")


def test_who_does_not_dare_stays_out_for_the_round() -> None:
    game = held()
    game.act("Bob", "brave", 2, area="yard")
    assert "did not dare" in game.refused("Bob", "brave", area="yard")
    game.act("Bob", "pass", 9, 2)
    game.act("Ann", "suppress", area="yard", rounds=10)
    game.act("Bob", "brave", 10, 1, 7, area="yard")
    assert game.one(LaneBraved).safe


def test_a_lane_is_held_for_one_round() -> None:
    game = held()
    game.act("Bob", "pass", 9, 2)
    assert game.scene.state.lanes == {}


def test_saturation_takes_nerve_time_and_an_automatic_weapon() -> None:
    game = duel(ann=[*PISTOL, *RIFLE])
    assert "full automatic: /act action:draw" in game.refused("Ann", "suppress", area="yard")
    assert "rounds=30 or fewer" in game.refused("Ann", "suppress", area="yard", weapon="assault rifle", rounds=31)
    game.act("Ann", "cover", cover="wall")
    game.act("Ann", "correct", stance="full_cover")
    assert "showing oneself" in game.refused("Ann", "suppress", area="yard", weapon="assault rifle")
    game.act("Ann", "correct", stance="active_cover")
    game.act("Ann", "declare", actions=2)
    assert "takes the whole round" in game.refused("Ann", "suppress", area="yard", weapon="assault rifle")


@pytest.mark.parametrize("how", ["stunned", "dead"])
def test_the_fire_of_a_lane_goes_above_who_is_down(how: str) -> None:
    game = duel(ann=RIFLE, bob=RIFLE)
    game.act("Bob", "correct", **{how: True})
    assert "Bob is down" in game.refused("Ann", "suppress", area="Yard", others="Bob")


def behind_a_wall(*faces: int, leaving: bool = True) -> Game:
    """Bob, whose cover is gone after a suppression roll behind it."""
    game = shot_at()
    game.act("Bob", "cover", cover="wall", level=1)
    game.act("Bob", "nerve", *faces, leaving=leaving)
    game.act("Bob", "cover", cover="none")
    return game


def test_whose_cover_is_gone_after_a_second_roll_fights_in_the_open_or_runs() -> None:
    game = behind_a_wall(8, 9)
    assert game.state("Bob").turn.bound
    assert "active cover and no more" in game.refused("Bob", "declare", stance="bracing")
    game.act("Bob", "declare", stance="open")
    game = behind_a_wall(8, 9)
    game.attack("Bob", "Ann", 2, 9, 9, 2)
    assert game.state("Bob").stance is Stance.OPEN
    game = behind_a_wall(8, 9)
    game.act("Bob", "move", metres=3.0)
    assert game.state("Bob").stance is Stance.MOVING


def test_whose_cover_is_gone_after_a_roll_to_leave_it_need_not_move() -> None:
    game = behind_a_wall(10, 9)
    assert game.state("Bob").turn.leaving
    game.attack("Bob", "Ann", 2, 9, 9, 2)
    assert game.one(Attacked).actor == "Bob"


def test_who_is_pinned_in_the_open_and_has_cover_by_then_keeps_wholly_down_behind_it() -> None:
    game = shot_at()
    game.act("Bob", "nerve", 2)
    game.act("Bob", "cover", cover="wall", level=1)
    assert "too much fire" in game.refused("Bob", "move", metres=3.0)
    game.act("Bob", "suppress", 2, 9, 9, 2, target="Ann", range_m=10.0)
    assert game.state("Bob").stance is Stance.FULL


def test_whose_nerve_fails_aims_no_more() -> None:
    for face, aims in ((10, True), (2, False), (1, False)):
        game = facing()
        game.act("Ann", "pass")
        game.act("Bob", "aim", 9, 2, target="Ann")
        game.attack("Ann", "Bob", 2, 9)
        game.do_at_least(orders.Act(actor="Bob", action="nerve"), face)
        assert bool(game.state("Bob").aim) is aims


def test_who_is_pinned_stays_so_though_nobody_fires_any_more() -> None:
    game = shot_at()
    game.act("Bob", "nerve", 2)
    game.do(orders.Release(actor="Ann"))
    assert "Nerve has failed" in game.refused("Bob", "attack", target="Bob")
    assert game.state("Bob").turn.pinned
