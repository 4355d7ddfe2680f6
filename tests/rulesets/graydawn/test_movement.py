from __future__ import annotations

from typing import Any

import pytest

from bot.core import engine, orders
from bot.core.events import AreaLaid
from bot.core.ground.outlines import Disc
from bot.core.ground.pieces import MARKED, Area
from bot.core.ground.whereabouts import AtPlace
from bot.core.views import PUBLIC
from bot.rulesets.graydawn.deeds.events import StolenPast
from bot.rulesets.graydawn.fire.events import Attacked
from bot.rulesets.graydawn.state import Stance
from tests.rulesets.graydawn.playing import DAWN, PISTOL, PLAIN, RIFLE, Game, duel, facing, happen, place, put, value_of


def running(actions: int, moves: int, *, face: int = 9) -> Game:
    """Ann who has declared so many actions, so many of them movement."""
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": PISTOL})
    game.join("Bob", owner=2, **{**PLAIN, "stats": {"ref": 1}, "weapons": RIFLE})
    game.start(face, 2)
    game.act("Ann", "declare", actions=actions, moves=moves)
    return game


def penalty(game: Game) -> int:
    """What haste takes off a shot of Ann's that misses."""
    game.attack("Ann", "Bob", 2, 9)
    terms = game.one(Attacked).attack.terms
    return value_of(terms, "rush") + value_of(terms, "on_the_move")


def test_a_move_goes_ma_metres_and_changes_the_distance() -> None:
    game = duel()
    game.act("Ann", "pass")
    game.attack("Bob", "Ann", 2, 9, 5, 5, range_m=30.0)
    game.act("Ann", "nerve", 10, 5)
    game.act("Ann", "move", target="Bob")
    assert game.scene.range_m("Ann", "Bob") == 24
    game.act("Bob", "move", target="Ann", away=True, metres=4.0)
    assert game.scene.range_m("Ann", "Bob") == 28


def test_a_bare_move_leaves_an_action_five_later_without_penalty() -> None:
    game = duel()
    game.act("Ann", "move")
    assert (game.now(), game.number()) == (("Ann",), 13)
    assert (penalty(game), game.now()) == (0, ("Bob",))


def test_in_the_last_slot_a_bare_move_is_all() -> None:
    game = duel()
    game.act("Ann", "delay", until=4)
    game.act("Bob", "pass")
    game.act("Ann", "move", 9, 2)
    assert game.scene.state.rounds == 2


@pytest.mark.parametrize(("waits", "expected"), [((17,), -3), ((14,), -3), ((13,), 0), ((16, 13), 0), ((16, 14), -3)])
def test_to_fire_sooner_than_five_behind_a_move_costs_three(waits: tuple[int, ...], expected: int) -> None:
    game = duel()
    game.act("Ann", "move", firing=True)
    for number in waits:
        game.act("Ann", "delay", until=number)
    assert penalty(game) == expected


def test_a_move_can_go_nowhere_in_particular() -> None:
    game = duel()
    assert "too far" in game.refused("Ann", "move", metres=7.0)
    assert "not here" in game.refused("Ann", "move", target="Zoe")
    game.act("Ann", "move")
    assert "moves 6 m." in game.told()


@pytest.mark.parametrize(
    ("declared", "shut"),
    [
        ({"stance": "bracing"}, {"declare", "move", "take_cover"}),
        (
            {"actions": 2, "moves": 2},
            {"declare", "attack", "aim", "throw", "suppress", "reload", "clear", "draw", "treat", "work"},
        ),
        ({"actions": 2, "moves": 1}, {"declare"}),
    ],
)
def test_what_was_declared_leaves_nothing_open_that_there_is_no_room_for(
    declared: dict[str, Any], shut: set[str]
) -> None:
    game = duel()
    own = [name for name, spec in DAWN.actions_under({}).items() if not spec.gm_only]
    before = {name for name in own if engine.is_open_to(DAWN, game.scene, "Ann", name)}
    game.act("Ann", "declare", **declared)
    assert before - {name for name in own if engine.is_open_to(DAWN, game.scene, "Ann", name)} == shut


@pytest.mark.parametrize(
    ("action", "inputs"),
    [("move", {}), ("suppress", {"target": "Bob"}), ("suppress", {"area": "yard"}), ("aim", {"target": "Bob"})],
)
def test_whoever_has_declared_is_not_told_to_declare(action: str, inputs: dict[str, str]) -> None:
    game = duel(ann=RIFLE)
    game.act("Ann", "declare", actions=2)
    assert "action:declare" not in game.refused("Ann", action, **inputs)


def test_only_declared_movement_is_possible() -> None:
    game = running(2, 1)
    game.act("Ann", "move")
    assert "no movement left: the turn had 1 movement action." in game.refused("Ann", "move")
    assert "as a turn begins, with:moves=1" in game.refused("Ann", "move")
    game = running(2, 1)
    game.attack("Ann", "Bob", 2, 9)
    assert "only movement left" in game.refused("Ann", "attack", target="Bob", range_m=5.0)


def test_one_move_five_before_a_shot_costs_nothing() -> None:
    game = running(2, 1)
    game.act("Ann", "move")
    assert game.number() == 13
    assert penalty(game) == 0


def test_a_shot_on_the_move_shares_its_number() -> None:
    game = running(2, 1)
    game.act("Ann", "move", firing=True)
    assert game.number() == 18
    assert penalty(game) == -3


def test_two_shots_and_a_move() -> None:
    game = running(3, 1)
    game.act("Ann", "move", firing=True)
    assert penalty(game) == -6
    assert game.number() == 13
    assert penalty(game) == -3
    game = running(3, 1)
    game.act("Ann", "move")
    assert penalty(game) == -3


@pytest.mark.parametrize(("actions", "moves", "expected"), [(4, 3, -9), (4, 2, -9), (3, 0, -6), (2, 0, -3)])
def test_running_counts_in_full(actions: int, moves: int, expected: int) -> None:
    game = running(actions, moves)
    for _ in range(moves):
        game.act("Ann", "move")
    assert penalty(game) == expected


def test_a_shot_shares_the_number_of_a_run_without_more_penalty() -> None:
    game = running(3, 2)
    game.act("Ann", "move")
    game.act("Ann", "move", firing=True)
    assert penalty(game) == -6


@pytest.mark.parametrize(("moves", "number"), [(1, 18), (2, 13)])
def test_only_before_a_shot_a_move_leaves_its_number_as_it_is(moves: int, number: int) -> None:
    game = running(2, moves)
    game.act("Ann", "move", firing=True)
    assert game.number() == number


def test_a_shot_behind_the_second_move_of_a_run_shares_its_number() -> None:
    game = running(3, 2)
    game.act("Ann", "move")
    game.act("Ann", "move", firing=True)
    assert (game.now(), game.number()) == (("Ann",), 13)


def test_in_the_last_slot_a_shot_on_the_move_still_fits() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "stats": {"ref": 1}, "weapons": [{"kind": "assault_rifle"}]})
    game.join("Bob", **PLAIN)
    game.start(3, 2)
    game.act("Bob", "pass")
    assert game.number() == 4
    game.act("Ann", "declare", actions=2, moves=1)
    game.act("Ann", "move", firing=True)
    game.attack("Ann", "Bob", 2, 9, 5, 5, range_m=20.0)
    assert value_of(game.one(Attacked).attack.terms, "on_the_move") == -3


@pytest.mark.parametrize(("moves", "bonus"), [(1, 0), (2, 3), (3, 5)])
def test_who_runs_is_harder_to_hit(moves: int, bonus: int) -> None:
    game = running(moves, moves)
    for _ in range(moves):
        game.act("Ann", "move")
    game.attack("Bob", "Ann", 2, 9, 5, 5)
    terms = game.every(Attacked)[0].defence
    assert terms is not None
    assert value_of(terms.terms, "running") + value_of(terms.terms, "sprint") == bonus


def test_ten_ma_in_a_sprint_add_seven() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "stats": {"ref": 6, "ma": 10}, "weapons": PISTOL})
    game.join("Bob", **{**PLAIN, "stats": {"ref": 1}, "weapons": RIFLE})
    game.start(9, 2)
    game.act("Ann", "declare", moves=3)
    for _ in range(3):
        game.act("Ann", "move")
    game.attack("Bob", "Ann", 2, 9, 5, 5)
    defence = game.one(Attacked).defence
    assert defence is not None
    assert value_of(defence.terms, "running") + value_of(defence.terms, "sprint") == 7


def test_moving_gives_cover_up_and_reaching_some_ends_the_run() -> None:
    game = running(3, 3)
    game.act("Ann", "move")
    game.act("Ann", "move")
    game.act("Ann", "move", cover="fortified", level=9, full=True)
    state = game.state("Ann")
    assert (state.stance, state.run) == (Stance.FULL, 0)
    assert state.shelter
    assert state.shelter.level == 9


def test_a_crippled_leg_does_not_run() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": PISTOL, "condition": {"boxes": 2, "crippled": ["left_leg"]}})
    game.start(9)
    assert "Nobody runs on one leg. Say moves=1." in game.refused("Ann", "declare", moves=2)
    game.act("Ann", "declare", moves=1, actions=2)
    game.act("Ann", "move")
    assert game.state("Ann").run == 1


def test_whose_leg_is_crippled_on_the_run_runs_no_farther() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": PISTOL})
    game.start(9)
    game.act("Ann", "declare", moves=2)
    game.act("Ann", "move")
    game.act("Ann", "damage", 1, 1, damage=18, place="left_leg")
    assert "Ann cannot run on one leg." in game.refused("Ann", "move")


# Stealth


def awareness(game: Game) -> int:
    """What somebody's awareness came to."""
    made = game.one(StolenPast).against
    assert made is not None
    return made.total


def test_stealth_that_reaches_awareness_makes_the_next_attack_an_ambush() -> None:
    game = duel(skills={"stealth": 2})
    game.act("Ann", "move", 5, 7, unseen_by="Bob")
    stolen = game.one(StolenPast)
    assert (stolen.unnoticed, stolen.check.total, stolen.against and stolen.against.total) == (True, 13, 12)
    assert (game.state("Ann").marks, game.state("Bob").marks) == ({"stealth": 1}, {})
    assert "steals past Bob: unnoticed" in game.told()
    assert " = 12." in game.told()
    game.attack("Ann", "Bob", 9, 5, 1, 1, 2)
    assert (game.one(Attacked).defence, value_of(game.one(Attacked).attack.terms, "ambush")) == (None, 5)
    assert game.state("Ann").unnoticed == ()


@pytest.mark.parametrize(("actions", "moves", "haste"), [(2, 1, 0), (3, 1, -3), (2, 2, -3), (3, 3, -6)])
def test_who_runs_or_does_more_in_the_round_steals_in_haste(actions: int, moves: int, haste: int) -> None:
    game = running(actions, moves)
    game.act("Ann", "move", 5, 7, unseen_by="Bob")
    made = game.one(StolenPast).check
    assert (value_of(made.terms, "rush"), made.total) == (haste, 6 + 5 + haste)


def test_a_tie_of_stealth_and_awareness_goes_unnoticed_and_says_so() -> None:
    game = duel(skills={"stealth": 2})
    game.act("Ann", "move", 5, 8, unseen_by="Bob")
    assert game.one(StolenPast).unnoticed
    assert " = 13: a tie, in which nothing is noticed." in game.told()


def test_awareness_that_fails_notices_nobody_however_high_it_is() -> None:
    game = facing(skills={"awareness": 9})
    game.act("Ann", "move", 2, 1, unseen_by="Bob")
    assert awareness(game) > game.one(StolenPast).check.total
    assert game.one(StolenPast).unnoticed


@pytest.mark.parametrize(("stealth", "awareness"), [((5,), (7,)), ((1,), (2,))])
def test_who_is_noticed_ambushes_nobody(stealth: tuple[int, ...], awareness: tuple[int, ...]) -> None:
    game = duel()
    game.act("Ann", "move", *stealth, *awareness, unseen_by="Bob")
    assert (game.one(StolenPast).unnoticed, game.state("Bob").marks) == (False, {"awareness": 1})
    game.attack("Ann", "Bob", 2, 9)
    assert game.one(Attacked).defence is not None


def test_who_notices_somebody_hidden_keeps_no_mark_of_it() -> None:
    game = Game()
    game.join("Ann", **PLAIN)
    game.join("Vasily", owner=0, hidden=True, **PLAIN)
    game.start(2, 9)
    before = game.state("Ann")
    game.act("Vasily", "move", 1, 9, unseen_by="Ann")
    assert (game.one(StolenPast).unnoticed, game.told(PUBLIC)) == (False, "")
    assert game.state("Ann") == before


def test_what_weighs_on_nerves_is_off_awareness_also_of_the_pinned() -> None:
    game = duel()
    game.act("Ann", "morale_threat", target="Bob", amount=4)
    game.act("Ann", "move", 2, 6, unseen_by="Bob")
    assert awareness(game) == 5 + 6 - 4
    game.act("Ann", "pass")
    game.act("Bob", "nerve", 2)
    game.act("Bob", "move")
    game.act("Bob", "pass", 9, 2)
    assert game.state("Bob").fears == ()
    game.act("Bob", "morale_threat", target="Bob", amount=5)
    game.act("Ann", "delay", until=1)
    game.act("Bob", "nerve", 2)
    game.act("Bob", "move")
    game.act("Bob", "pass")
    game.act("Ann", "move", 2, 6, 9, 2, unseen_by="Bob")
    assert awareness(game) == 5 + 6 - 5


def test_who_is_out_of_it_notices_nobody_and_another_move_gives_it_away() -> None:
    game = duel()
    assert "oneself" in game.refused("Ann", "move", unseen_by="Ann")
    game.act("Bob", "correct", stunned=True)
    game.act("Ann", "declare", actions=3, moves=2)
    game.act("Ann", "move", 2, unseen_by="Bob")
    assert (game.one(StolenPast).against, len(game.state("Ann").unnoticed)) == (None, 1)
    assert "Awareness" not in game.told()
    game.act("Ann", "move", 10)
    assert game.state("Ann").unnoticed == ()


def stolen_past(**places: Any) -> Game:
    """Ann has stolen past Bob, and Cid is here, too; the round after that."""
    game = duel(ann=[*RIFLE, {"kind": "frag_grenade", "loaded": 2}], bob=RIFLE, **places)
    game.join("Cid", 2, owner=3, **PLAIN)
    game.act("Ann", "move", 5, 3, unseen_by="Bob")
    game.act("Ann", "pass")
    assert len(game.state("Ann").unnoticed) == 1
    return game


def test_who_attacks_somebody_has_noticed_that_one() -> None:
    game = stolen_past()
    game.attack("Bob", "Cid", 2, 9)
    assert len(game.state("Ann").unnoticed) == 1
    game = stolen_past()
    game.attack("Bob", "Ann", 2, 9)
    assert game.state("Ann").unnoticed == ()


@pytest.mark.parametrize(
    ("action", "inputs"),
    [
        ("suppress", {"area": "yard", "others": "Cid"}),
        ("suppress", {"target": "Cid", "range_m": 9.0}),
        ("throw", {"target": "Cid", "range_m": 9.0, "item": "fragmentation grenade"}),
    ],
    ids=str,
)
def test_fire_on_others_gives_away_who_has_stolen_past_somebody(action: str, inputs: dict[str, Any]) -> None:
    game = stolen_past()
    for actor in ("Bob", "Cid"):
        game.do_at_least(orders.Act(actor=actor, action="pass"), 2, 9, 3)
    while game.now() != ("Ann",):
        game.do_at_least(orders.Act(actor=game.now()[0], action="pass"), 9)
    game.act("Ann", "declare", stance="open")
    game.do_at_least(orders.Act(actor="Ann", action=action, inputs=inputs), 9)
    assert game.state("Ann").unnoticed == ()


def test_who_is_stunned_in_the_very_moment_in_which_it_moves_still_steals_past_somebody() -> None:
    game = Game()
    for name, owner in (("Ann", 1), ("Bob", 2), ("Cid", 3)):
        game.join(name, owner=owner, **{**PLAIN, "weapons": PISTOL, "stats": {**PLAIN["stats"], "ref": 6 - owner // 3}})
    game.start(5, 5, 2)
    game.attack("Ann", "Bob", 9, 1, 3, 6, 6, 10)
    assert game.state("Bob").stunned
    game.act("Bob", "move", 9, 2, unseen_by="Cid")
    assert game.one(StolenPast).unnoticed


@pytest.mark.parametrize("hidden", [False, True])
def test_who_is_stunned_in_the_very_moment_in_which_it_moves_is_stopped_by_nothing_on_the_way(hidden: bool) -> None:
    game = Game()
    for name in ("Ann", "Bob"):
        game.join(name, **{**PLAIN, "weapons": PISTOL})
    game.do(orders.StartFight(range_m=10.0), 5, 5)
    put(game, "Bob", 50, 60)
    mark = Area("mark", MARKED, Disc(place(50, 57), 100), hidden=hidden)
    happen(game, AreaLaid(area=mark))
    game.attack("Ann", "Bob", 9, 1, 3, 6, 6, 10)
    assert game.state("Bob").stunned
    game.do_at_least(orders.Act(actor="Bob", action="move", inputs={"to": AtPlace(place(50, 55))}), 5, 5)
    assert game.scene.ground
    assert game.scene.ground.places["Bob"] == place(50, 55)
