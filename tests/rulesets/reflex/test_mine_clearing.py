"""Getting rid of mines: what is found and by whom, what is marked, and what goes wrong with hands on it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from bot.core import engine, orders
from bot.core.errors import RuleViolation
from bot.core.events import Event
from bot.core.views import GM, PUBLIC, Viewer, view
from bot.rulesets.reflex.equipment.rules import armor_and_threshold
from bot.rulesets.reflex.mines.events import (
    FieldCrossed,
    FieldMarked,
    MineHandled,
    MineHit,
    MineSprung,
    MinesSearched,
    MineTaken,
)
from bot.rulesets.reflex.traps import mine_id
from tests.rulesets.reflex.firing import TABLES
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game
from tests.rulesets.reflex.test_mines import ANN, BANG, BOB, SAPPER, WELL, camp, field, lay, mine

KEY = mine_id(1, "bridge")
OWN: dict[str, Any] = {"mine": KEY}


def own(game: Game | None = None, *faces: int, **inputs: Any) -> Game:
    """A camp where Ann has laid a mine by a margin of two."""
    game = game or camp()
    lay(game, *(faces or WELL), actor="Ann", **inputs)
    return game


# Searching


def searched(game: Game, *faces: int, actor: str = "Bob", **inputs: Any) -> MinesSearched:
    """Have somebody look around."""
    game.act(actor, "mine_search", *faces, **inputs)
    return game.one(MinesSearched)


@pytest.mark.parametrize(("face", "found"), [(4, True), (5, False)])
def test_awareness_must_beat_the_margin_of_laying_it(face: int, found: bool) -> None:
    game = camp()
    lay(game, 8, 20)
    assert mine(game, "bridge").hidden == 2
    assert bool(searched(game, face - 1, 20).found) is found


def test_any_success_finds_what_was_laid_badly() -> None:
    game = camp()
    lay(game, 19, 20)
    assert searched(game, 6, 20).found == ("bridge",)


def test_what_was_found_only_its_finder_knows() -> None:
    game = camp()
    lay(game, *WELL, place="the ford")
    searched(game, 1, 20)
    assert game.told(BOB) == "Bob looks for mines and finds bridge."
    assert (game.told(ANN), game.told(PUBLIC)) == ("", "")
    seen = view(game.scene, BOB, REFLEX).state.mines["bridge"]
    assert (seen.place, seen.margin, seen.hidden, seen.layer, seen.known) == ("the ford", 0, None, "", (2,))
    assert not view(game.scene, ANN, REFLEX).state.mines
    assert not view(game.scene, PUBLIC, REFLEX).state.mines


def test_who_finds_nothing_reads_no_dice() -> None:
    game = camp()
    lay(game, *WELL)
    searched(game, *FAIL)
    assert game.told(BOB) == "Bob looks for mines and finds nothing."
    assert "20" in game.told(GM)


def test_the_gms_own_find_nothing_new() -> None:
    game = own()
    searched(game, 1, 20, actor="Guard")
    assert mine(game, KEY).known == (1,)


def test_somebody_who_comes_near_may_notice_one_mine() -> None:
    game = camp()
    lay(game, *WELL)
    lay(game, *WELL, mine="ford")
    game.start(*FAIL, *FAIL, *FAIL)
    game.go_on(only="Ann")
    assert searched(game, 1, 20, mine="ford").found == ("ford",)
    assert game.tick("Bob") == 12
    with pytest.raises(RuleViolation, match="ford is known already"):
        searched(game, mine="ford")


def test_in_an_exchange_a_look_around_takes_a_tick_and_a_turn() -> None:
    game = camp()
    lay(game, *WELL, place="north road")
    lay(game, *WELL, mine="ford", place="ford")
    game.start(*FAIL, *FAIL, *FAIL)
    assert searched(game, 1, 20, place="road", modifier=1).found == ("bridge",)
    assert game.tick("Bob") == 11
    with pytest.raises(RuleViolation, match="not Bob's turn"):
        searched(game)


def test_what_looking_for_mines_would_take_is_known_before_any_dice() -> None:
    game = camp()
    look = orders.Act(actor="Bob", action="mine_search")
    assert engine.tried(REFLEX, game.scene, look) is None
    game.start(*FAIL, *FAIL, *FAIL)
    assert engine.tried(REFLEX, game.scene, look) == 1


def cleared(game: Game, *faces: int, actor: str = "Ann") -> str:
    """Have somebody look for one mine of the meadow in a minute of its own, and give what was found."""
    if game.scene.fight is None:
        game.act("Guard", "pass_time")
    found = searched(game, *faces, actor=actor, mine="meadow", single=True).found
    return "".join(found)


def known_field(density: float = 0.02, **inputs: Any) -> Game:
    """A minefield that all know of, laid by a margin of four."""
    game = camp()
    field(game, density, **inputs)
    game.act("Guard", "mine_mark", mine="meadow", show=True)
    return game


def test_one_mine_of_a_field_is_found_and_handled_by_itself() -> None:
    game = known_field(0.02, area_m2=1000)
    assert cleared(game, 5, 20) == ""
    key = cleared(game, 1, 20)
    assert (key, mine(game, key).title, mine(game, key).is_field) == ("0:meadow:1", "meadow 1", False)
    assert game.told(ANN) == "Ann looks for mines and finds meadow 1."
    assert game.told(GM).startswith("Ann looks for mines and finds meadow 1.")
    assert (game.told(BOB), game.told(PUBLIC)) == ("", "")
    assert key in view(game.scene, ANN, REFLEX).state.mines
    assert key not in view(game.scene, BOB, REFLEX).state.mines
    assert [choice.value for choice in REFLEX.candidates(view(game.scene, ANN, REFLEX), "mine_disarm", "mine", {})] == [
        "meadow",
        key,
    ]
    game.act("Ann", "mine_disarm", 1, 20, mine=key, kind="defuse")
    game.act("Ann", "mine_disarm", mine=key, kind="move")
    assert (mine(game, "meadow").gone, list(game.scene.state.mines)) == (1, ["meadow"])


def test_whoever_laid_the_field_knows_of_what_was_found_in_it() -> None:
    game = camp()
    game.act("Ann", "mine_emplace", *WELL, mine="bridge")
    laid = msgspec.structs.replace(mine(game, KEY), density=0.02, title="yard", open=True)
    game.scene = msgspec.structs.replace(
        game.scene, state=msgspec.structs.replace(game.scene.state, mines={"1:yard": laid})
    )
    key = "".join(searched(game, 1, 20, mine="1:yard", single=True).found)
    assert (key, mine(game, key).known) == ("1:yard:1", (1, 2))


def test_each_mine_that_is_gone_leaves_a_counted_field_less_dense() -> None:
    game = known_field(0.02, area_m2=1000)
    assert mine(game, "meadow").mines == 2
    cleared(game, 1, 20)
    game.act("Bob", "mine_cross", 3, mine="meadow", distance_m=200)
    assert game.one(FieldCrossed).chance == 2
    game.act("Bob", "mine_cross", 2, *BANG, mine="meadow", distance_m=200)
    assert game.one(MineSprung).field
    game.act("Bob", "mine_cross", mine="meadow", distance_m=200)
    assert game.one(FieldCrossed).idle == "spent"
    assert "Nothing can go off: no mine is left in it." in game.told(GM)
    assert cleared(game, 1, 20) == ""
    with pytest.raises(RuleViolation, match="No mine is left in meadow"):
        game.act("Guard", "mine_trigger", mine="meadow", target="Bob")
    assert not marked(game, 20, 20, actor="Bob").accident
    (line,) = (line.text for line in REFLEX.reports["mines"](game.scene, "", GM) if line.text.startswith("meadow:"))
    assert "0.02 mines for 10 square metres as it was laid, 0 of 2 left" in line


def test_a_field_of_unknown_size_stays_as_dense_as_it_was() -> None:
    game = known_field()
    cleared(game, 1, 20)
    game.act("Bob", "mine_cross", 5, mine="meadow", distance_m=200)
    assert (game.one(FieldCrossed).chance, mine(game, "meadow").gone) == (4, 1)


def test_only_in_a_field_is_there_one_of_many() -> None:
    game = own()
    with pytest.raises(RuleViolation, match="In which minefield"):
        searched(game, single=True)
    with pytest.raises(RuleViolation, match="no minefield"):
        searched(game, actor="Ann", mine=KEY, single=True)


def test_nobody_finds_mines_without_end() -> None:
    game = known_field()
    for number in range(49):
        field(game, mine=f"field {number}")
    with pytest.raises(RuleViolation, match="50 mines are known here"):
        cleared(game, actor="Guard")
    for _ in range(50):
        cleared(game, 1, 20)
    with pytest.raises(RuleViolation, match="50 mines are known here"):
        cleared(game)
    assert cleared(game, 1, 20, actor="Bob") == "0:meadow:51"


def test_in_an_exchange_looking_for_one_of_a_field_takes_a_tick() -> None:
    game = known_field()
    game.start(*FAIL, *FAIL, *FAIL)
    cleared(game, 1, 20)
    assert game.tick("Ann") == 11


def test_outside_of_fights_a_look_around_takes_the_minute_and_coming_by_one_takes_none() -> None:
    game = camp()
    lay(game, *WELL)
    searched(game, *FAIL)
    assert "Bob has used this minute" in game.refused("Bob", "mine_search")
    assert not searched(game, *FAIL, mine="bridge").found
    game.act("Bob", "pass_time")
    assert searched(game, 1, 20).found


def test_in_a_pause_a_look_around_is_what_one_does_in_it() -> None:
    game = camp()
    lay(game, *WELL)
    game.start(*FAIL * 3)
    while game.scene.state.phase == "exchange":
        game.go_on()
    assert game.scene.state.phase == "choice"
    assert "It is not Bob's turn" in game.refused("Bob", "mine_search")
    while game.scene.state.phase == "choice":
        game.go_on()
    assert searched(game, 1, 20).found
    assert "Bob" not in game.now()
    assert "It is not Bob's turn" in game.refused("Bob", "mine_search")
    game.act("Ann", "morale_threat", kind="horror", amount=20)
    assert "will of Ann is broken" in game.refused("Ann", "mine_search")


@pytest.mark.parametrize("action", ["mine_search", "mine_detonate"])
def test_who_gave_up_initiative_neither_looks_for_mines_nor_gives_signals_behind_the_exchange(action: str) -> None:
    game = own(None, trigger="command")
    game.start(*FAIL * 3)
    game.act("Guard", "forgo", task="talk")
    game.act("Ann", "mine_mark", mine=KEY, show=True)
    while "Guard" not in game.now():
        game.go_on()
    signal = {"mine": KEY, "victims": "Bob:9"} if action == "mine_detonate" else {}
    assert "It is not Guard's turn" in game.refused("Guard", action, **signal)


# Marking


def marked(game: Game, *faces: int, actor: str = "Ann", **inputs: Any) -> FieldMarked:
    """Have somebody work on a field."""
    game.act(actor, "mine_mark", *faces, **{"mine": "meadow", **inputs})
    return game.one(FieldMarked)


def test_marking_adds_metres_by_the_margin_of_each_check() -> None:
    game = camp()
    field(game)
    assert marked(game, 8, 20).metres == 2
    assert marked(game, 7, 20).metres == 3
    assert marked(game, 9, 20, kind="border").minutes == 10
    assert (mine(game, "meadow").route_m, mine(game, "meadow").border_m) == (5, 1)


def test_003_66_notes_and_ones_own_field_help_up_to_the_cap() -> None:
    game = camp()
    field(game)
    check = marked(game, 20, 20, notes=True, actor="Guard").outcome.check
    assert (check.target, check.lost) == (13, 1)
    assert marked(game, 19, 20, notes=True).outcome.check.target == 12


def test_who_fails_is_not_sure_and_by_ten_steps_on_one() -> None:
    game = camp()
    field(game)
    assert marked(game, 11, 20).metres == 0
    assert "is not sure of a safe way through meadow" in game.told(ANN)
    assert game.told(BOB) == ""
    assert marked(game, 20, 20, *BANG).accident
    assert game.one(MineSprung).actor == "Ann"


def test_a_mine_may_be_marked_for_all_to_see() -> None:
    game = own()
    game.act("Ann", "mine_mark", **OWN, show=True)
    assert game.told(PUBLIC) == "Ann marks bridge for all to see."
    assert KEY in view(game.scene, BOB, REFLEX).state.mines
    with pytest.raises(RuleViolation, match="no minefield"):
        game.act("Ann", "mine_mark", **OWN)


def test_a_mine_may_be_shown_to_one_alone() -> None:
    game = own()
    game.act("Ann", "mine_mark", **OWN, target="Bob")
    assert game.told(BOB) == "Ann shows bridge to Bob."
    assert game.told(PUBLIC) == ""
    assert KEY in view(game.scene, BOB, REFLEX).state.mines
    assert not view(game.scene, PUBLIC, REFLEX).state.mines


# Destroying


def test_rx_57_mines_are_as_tough_as_things_of_their_substance_and_bulk() -> None:
    ap, at = (TABLES.given["mines"][kind] for kind in ("ap", "at"))
    assert (ap["bulk"], armor_and_threshold(TABLES, ap["substance"], ap["bulk"])) == (1, (3, 4))
    assert (at["bulk"], armor_and_threshold(TABLES, at["substance"], at["bulk"])) == (3, (4, 7))


def shot(game: Game, *faces: int, damage: int = 7, **inputs: Any) -> MineHit:
    """Have Ann's mine hit."""
    game.act("Ann", "mine_disarm", *faces, **OWN, kind="destroy", damage=damage, **inputs)
    return game.one(MineHit)


def test_damage_under_the_threshold_only_scratches_a_mine() -> None:
    game = own()
    assert (shot(game, damage=6).final, game.one(MineHit).broken) == (3, "")
    assert shot(game, damage=7, penetration="x2").final == 1
    assert "only scratched" in game.told(ANN)
    assert game.told(BOB) == ""


@pytest.mark.parametrize(("die", "bang"), [(50, True), (51, False)])
def test_003_75_what_disables_a_mine_sets_it_off_half_of_the_time(die: int, bang: bool) -> None:
    game = own()
    assert shot(game, die).goes_off is bang
    assert (KEY in game.scene.state.mines) is not bang
    assert f"goes off at 50 or less on d100: {die}" in game.told(ANN)


def test_what_is_shot_to_pieces_twice_is_gone() -> None:
    game = own()
    shot(game, 51)
    game.act("Ann", "mine_pass", **OWN)
    assert shot(game).broken == "destroyed"
    assert not game.scene.state.mines


def test_whom_it_lies_near_is_reached_by_a_mine_that_is_shot() -> None:
    game = own(None, target="Guard", distance_m=1)
    shot(game, 50, *[10] * 6)
    assert "Guard is close to the explosion" in game.told(PUBLIC)


@pytest.mark.parametrize(("die", "bang"), [(25, True), (26, False)])
def test_003_75_moving_it_then_sets_it_off_a_quarter_of_the_time(die: int, bang: bool) -> None:
    game = own()
    shot(game, 51)
    game.act("Ann", "mine_disarm", die, *(BANG if bang else ()), **OWN, kind="move")
    assert game.one(MineTaken).goes_off is bang
    assert not game.scene.state.mines


def chance(game: Game, **inputs: Any) -> Fraction:
    """The chance that what Ann does to her mine sets it off."""
    order = orders.Act(actor="Ann", action="mine_disarm", inputs={**OWN, **inputs})

    def outcome(event: Event) -> str | None:
        return str(event.goes_off) if isinstance(event, MineHit | MineTaken) else None

    return engine.odds(REFLEX, game.scene, order, outcome).get("True", Fraction())


def test_the_odds_of_destroying_a_mine_and_taking_it_away_are_exact() -> None:
    game = own()
    shattered = chance(game, kind="destroy", damage=7)
    shot(game, 51)
    moved = chance(game, kind="move")
    assert (shattered, moved) == (Fraction(1, 2), Fraction(1, 4))
    assert shattered + (1 - shattered) * moved == Fraction(5, 8)


def test_destroying_asks_for_the_damage() -> None:
    with pytest.raises(RuleViolation, match="How much damage"):
        own().act("Ann", "mine_disarm", **OWN, kind="destroy")


def test_nobody_disarms_a_whole_minefield_at_once() -> None:
    game = camp()
    field(game)
    with pytest.raises(RuleViolation, match="whole minefield"):
        game.act("Ann", "mine_disarm", mine="meadow", kind="defuse")


# Defusing


def handled(game: Game, kind: str, *faces: int, actor: str = "Ann") -> MineHandled:
    """Have somebody work on Ann's mine."""
    game.act(actor, "mine_disarm", *faces, **OWN, kind=kind)
    return game.one(MineHandled)


def test_defusing_takes_cognition_at_minus_two_and_ten_minutes() -> None:
    game = own()
    event = handled(game, "defuse", 6, 20)
    assert (event.outcome.check.target, event.minutes, event.safe) == (6, 10, True)
    assert (mine(game, KEY).armed, mine(game, KEY).defused) == (False, True)
    assert (event.needed, event.progress) == (0, 0)
    assert "Ann defuses bridge (10 minutes)." in game.told(ANN)
    assert "done" not in game.told(ANN)
    game.act("Ann", "mine_disarm", **OWN, kind="move")
    assert not game.scene.state.mines


@pytest.mark.parametrize(("face", "bang"), [(10, False), (11, True)])
def test_a_failure_by_five_sets_it_off(face: int, bang: bool) -> None:
    game = own()
    assert handled(game, "defuse", face, 20, *(BANG if bang else ())).accident is bang
    assert ("sets off" if bang else "does not manage to defuse") in game.told(ANN)
    assert game.told(BOB).startswith("A mine goes off under Ann") is bang


def test_what_never_armed_does_not_go_off_under_ones_hands() -> None:
    game = own(None, 19, 20)
    assert not handled(game, "defuse", 20, 20).accident
    assert KEY in game.scene.state.mines


def test_what_may_go_off_at_a_touch_is_not_moved() -> None:
    game = own()
    with pytest.raises(RuleViolation, match="may go off at a touch"):
        game.act("Ann", "mine_disarm", **OWN, kind="move")


def test_only_who_laid_it_knows_of_one_that_never_armed() -> None:
    game = own(None, 19, 20)
    with pytest.raises(RuleViolation, match="may go off at a touch"):
        game.act("Bob", "mine_disarm", **OWN, kind="move")
    game.act("Ann", "mine_disarm", **OWN, kind="move")
    assert game.told(ANN) == "Ann takes up bridge."
    assert game.told(BOB) == ""


def test_a_charge_that_waits_for_its_signal_can_be_moved() -> None:
    game = own(None, trigger="command")
    game.act("Ann", "mine_disarm", **OWN, kind="move")
    assert not game.scene.state.mines


# Against tampering


def test_a_device_against_tampering_is_seen_with_awareness_at_minus_two_in_secret() -> None:
    game = own(None, tamper=5)
    assert handled(game, "spot", *FAIL, actor="Bob").spotted is False
    assert "no device" in game.told(GM)
    event = handled(game, "spot", 3, 4, actor="Bob")
    assert (event.outcome.check.target, event.spotted) == (4, True)
    assert mine(game, KEY).wary == (1, 2)
    assert "finds a device against tampering on bridge" in game.told(BOB)
    assert "d20" not in game.told(BOB)


def test_where_there_is_none_none_is_seen() -> None:
    assert handled(own(), "spot", 1, 20).spotted is False


def test_a_known_device_is_got_past_step_by_step_with_resolve_at_minus_three() -> None:
    game = own(None, tamper=5)
    first = handled(game, "defuse", 2, 20)
    assert (first.how, first.outcome.check.target, first.progress, first.safe) == ("tamper", 5, 3, False)
    assert first.minutes == 10
    assert "3 of 5 done" in game.told(ANN)
    assert "gets on with bridge" in game.told(ANN)
    assert handled(game, "defuse", 9, 20).progress == 3
    assert handled(game, "defuse", 3, 20).safe
    game.act("Ann", "mine_disarm", **OWN, kind="move")
    assert not game.one(MineTaken).goes_off


def test_a_device_that_nobody_saw_sets_off_what_is_moved_however_well_it_was_defused() -> None:
    game = own(None, tamper=5)
    assert handled(game, "defuse", 3, 4, actor="Bob").safe
    game.act("Bob", "mine_disarm", *BANG, **OWN, kind="move")
    assert (game.one(MineTaken).cause, game.one(MineSprung).actor) == ("tampered", "Bob")


def test_nobody_defuses_or_takes_a_mine_away_in_the_middle_of_a_fight() -> None:
    game = own(None, trigger="command")
    game.start(*FAIL, *FAIL, *FAIL)
    with pytest.raises(RuleViolation, match="10 minutes, and the fight goes on"):
        handled(game, "defuse")
    with pytest.raises(RuleViolation, match="1 minute, and the fight goes on"):
        game.act("Ann", "mine_disarm", **OWN, kind="move")


def test_vehicles_look_for_nothing() -> None:
    game = own()
    game.join("Truck", owner=0, vehicle={"kind": "truck"})
    with pytest.raises(RuleViolation, match="Truck is a vehicle"):
        searched(game, actor="Truck")


def test_who_finds_many_reads_of_some() -> None:
    game = camp()
    for number in range(22):
        field(game, mine=f"field {number:02}", margin=0)
    searched(game, 1, 20)
    assert "field 19 and 2 more." in game.told(BOB)


# Looks


def listed(game: Game, viewer: Viewer, actor: str = "") -> list[str]:
    """The report on mines as somebody reads it."""
    return [line.text for line in REFLEX.reports["mines"](view(game.scene, viewer, REFLEX), actor, viewer)]


def test_everybody_lists_what_they_know_of_and_the_gm_all() -> None:
    game = own(None, place="the ford", tamper=3, target="Bob", distance_m=5)
    field(game)
    assert listed(game, BOB) == []
    (mine_of_hers,) = listed(game, ANN)
    assert mine_of_hers == (
        "bridge: antipersonnel mine at the ford, 5 m before Bob; pressure, armed, margin 2, "
        "guarded against tampering (0 of 3 done)."
    )
    assert listed(game, GM)[1:] == [
        "meadow: minefield (antipersonnel mines); pressure, armed, margin 4, 0.02 mines for 10 square metres."
    ]
    assert listed(game, GM, "Guard") == listed(game, GM)[1:]


def test_a_list_tells_what_was_done_to_a_mine() -> None:
    game = own(None, trigger="fuse")
    shot(game, 51)
    assert "shot to pieces" in listed(game, ANN)[0]
    own(game, mine="ditch", trigger="command")
    game.act("Ann", "mine_disarm", 6, 20, mine=mine_id(1, "ditch"), kind="defuse")
    assert "set off by wire or radio" in listed(game, ANN)[1]
    assert "defused" in listed(game, ANN)[1]
    field(game)
    marked(game, 8, 20, actor="Guard")
    marked(game, 8, 20, actor="Guard", kind="border")
    assert "4 m of a way through marked; 4 m of its border marked" in listed(game, GM)[2]


def test_whom_a_mine_lies_near_is_not_told_once_they_hide() -> None:
    game = own(None, target="Guard", distance_m=5)
    game.do(orders.Show(actor="Guard", hidden=True))
    assert listed(game, ANN) == ["bridge: antipersonnel mine; pressure, armed, margin 2."]


def test_what_is_offered_is_what_is_known() -> None:
    game = own()
    field(game)

    def offered(viewer: Viewer, key: str) -> list[str]:
        seen = view(game.scene, viewer, REFLEX)
        return [choice.value for choice in REFLEX.candidates(seen, "mine_cross", key, {})]

    assert offered(ANN, "mine") == [KEY]
    assert offered(BOB, "mine") == []
    assert offered(GM, "mine") == [KEY, "meadow"]
    assert offered(BOB, "target") == ["Ann", "Bob", "Guard"]
    assert offered(BOB, "distance_m") == []


def test_the_gms_guard_who_is_a_sapper_too_reads_as_the_gm() -> None:
    game = Game()
    game.join("Guard", owner=0, **SAPPER)
    lay(game, *WELL)
    assert "Guard lays an antipersonnel mine: bridge (3 minutes), armed." in game.told(GM)


# What hinders hands and eyes


def test_defusing_is_work_by_hand_and_suffers_from_the_arms_that_do_it() -> None:
    game = own()
    game.act("Ann", "correct", wound="moderate", place="right arm")
    assert handled(game, "defuse", 1, 1).outcome.check.level_penalty == 2


def test_nobody_defuses_without_a_hand() -> None:
    game = own()
    for arm in ("right arm", "left arm"):
        game.act("Ann", "correct", wound="critical", place=arm)
    assert "Ann has no hand to work with." in game.refused("Ann", "mine_disarm", **OWN, kind="defuse")


def test_the_dark_hampers_looking_for_mines_marking_them_and_spotting_what_guards_them() -> None:
    game = own()
    field(game)
    game.act("Ann", "weather", light="dark")
    assert [term.value for term in searched(game, 20, 20).outcome.check.terms] == [-1]
    assert ("visual", -1) in {(t.label, t.value) for t in handled(game, "spot", 6, 20).outcome.check.terms}
    game.act("Guard", "mine_mark", 6, 20, mine="meadow")
    assert ("visual", -1) in {(t.label, t.value) for t in game.one(FieldMarked).outcome.check.terms}
