from __future__ import annotations

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import Audience
from bot.rulesets.nighttripper.deeds.events import Talked
from bot.rulesets.nighttripper.time.events import Passed, StepCalled
from tests.rulesets.nighttripper.playing import CLUB, KNIFE, NIGHT, PISTOL, SPEAR, STEPS, Game, duel


def test_a_round_has_its_steps_in_a_fixed_order() -> None:
    first = ("talking", "advantaged", "matched", "disadvantaged", "movement", "miscellaneous")
    assert (*first, "pistol", "scattergun", "carbine", "long_rifle") == STEPS


def test_a_fight_begins_with_talking_and_everybody_is_asked_together() -> None:
    game = duel("talking")
    assert (game.step(), game.now()) == ("talking", ("Ann", "Bob"))


def test_each_step_is_called_once() -> None:
    game = duel("talking")
    game.act("Ann", "pass")
    assert "StepCalled" not in game.kinds()
    game.act("Bob", "pass")
    assert game.one(StepCalled).title == "Advantaged melee"


def test_the_next_step_is_called_behind_the_last_who_leaves() -> None:
    game = duel("pistol", bob=[{"kind": "carbine"}])
    game.do(orders.Release(actor="Ann"))
    assert game.one(StepCalled).title == "Carbine"


def test_whoever_has_other_weapons_by_an_edited_sheet_acts_in_their_steps_from_the_next_one_on() -> None:
    game = duel("pistol")
    game.do(orders.EditSheet(actor="Ann", path="weapons", sheet=game.sheet(weapons=[{"kind": "carbine"}])))
    assert (game.step(), game.now()) == ("pistol", ("Ann", "Bob"))
    game.act("Ann", "pass")
    game.act("Bob", "pass")
    assert (game.step(), game.now()) == ("carbine", ("Ann",))
    game.attack("Ann", "Bob", 1, 1, range_m=5)
    game.until("pistol")
    game.attack("Bob", "Ann", 1, 1, range_m=5)
    game.do(orders.EditSheet(actor="Bob", path="weapons", sheet=game.sheet(weapons=[{"kind": "carbine"}])))
    assert [slot for slot in game.scene.agenda if slot.actor == "Bob"] == [], "who has acted is done for the round"
    game.do(orders.EditSheet(actor="Ann", path="weapons", sheet=game.sheet(weapons=PISTOL)))
    game.act("Ann", "pass")
    assert game.step() == "talking", "nobody waits for a carbine that is gone"


@pytest.mark.parametrize(("until", "comes"), [(None, ["carbine", "long_rifle"]), ("long_rifle", ["long_rifle"])])
def test_a_weapon_by_an_edited_sheet_comes_before_the_old_one_unless_that_is_waited_for(
    until: str | None, comes: list[str]
) -> None:
    rifle = [{"kind": "long_rifle"}]
    game = duel("talking", ann=[*PISTOL, *rifle] if until else rifle)
    if until:
        game.act("Ann", "pass", until=until)
    game.until("miscellaneous" if until else "pistol")
    game.do(
        orders.EditSheet(actor="Ann", path="weapons", sheet=game.sheet(weapons=[*PISTOL, {"kind": "carbine"}, *rifle]))
    )
    assert [slot.kinds[0] for slot in game.scene.agenda if slot.actor == "Ann"] == comes


def test_who_comes_back_with_other_weapons_acts_in_their_steps() -> None:
    game = Game()
    given = orders.Enlist(name="Ann", owner=1, side="players", sheet=game.sheet(weapons=PISTOL), sheet_id=7)
    game.do(given)
    game.join("Bob", owner=2, weapons=PISTOL)
    game.start()
    game.until("movement")
    game.do(orders.Release(actor="Ann"))
    game.do(msgspec.structs.replace(given, sheet=game.sheet(weapons=[{"kind": "carbine"}])))
    game.until("carbine")
    assert (game.now(), game.scene.state.rounds) == (("Ann",), 1)


def test_whoever_has_acted_is_done_for_the_round() -> None:
    game = duel("talking")
    game.act("Ann", "talk", words="Enough!")
    assert game.one(Talked).words == "Enough!"
    game.until("pistol")
    assert game.now() == ("Bob",)


def test_a_new_round_begins_when_nobody_is_left_to_act() -> None:
    game = duel("talking")
    game.until("pistol")
    game.do(orders.GoOn())
    assert (game.scene.state.rounds, game.step()) == (2, "talking")


def test_steps_of_weapons_that_nobody_carries_do_not_come() -> None:
    game = Game()
    game.join("Ann", weapons=[{"kind": "carbine"}])
    game.start()
    seen = [slot.kinds[0] for slot in game.scene.agenda]
    assert seen == [*STEPS[:6], "carbine"]


def test_one_may_wait_for_a_step() -> None:
    game = duel("talking")
    game.act("Ann", "pass", until="pistol")
    assert game.one(Passed).until == "pistol"
    game.do(orders.GoOn())
    assert game.now() == ("Bob",)
    game.until("pistol")
    assert game.now() == ("Ann", "Bob")


@pytest.mark.parametrize(
    ("range_m", "ann", "waited"),
    [
        (None, PISTOL, ["pistol"]),
        (None, [*PISTOL, *KNIFE], ["pistol"]),
        (None, [*KNIFE, *PISTOL], ["matched", "pistol"]),
        (1, SPEAR, ["advantaged", "matched", "disadvantaged", "movement", "miscellaneous"]),
        (1, KNIFE, ["matched", "disadvantaged", "movement", "miscellaneous"]),
        (1, [], ["disadvantaged", "movement", "miscellaneous"]),
        (30, [*KNIFE, *PISTOL], ["pistol"]),
        (300, [*PISTOL, {"kind": "long_rifle"}], ["long_rifle"]),
        (2000, PISTOL, ["movement", "miscellaneous"]),
    ],
)
def test_who_is_only_after_an_attack_lets_go_by_what_comes_before(
    range_m: float | None, ann: list[dict[str, str]], waited: list[str]
) -> None:
    game = Game()
    game.join("Ann", weapons=ann)
    game.join("Bob", owner=0, weapons=[*KNIFE, *PISTOL])
    game.start()
    if range_m is not None:
        game.do(orders.SetRange(actor="Ann", target="Bob", range_m=range_m))
    asked = []
    while game.step() not in ("miscellaneous", *STEPS[6:]):
        game.act("Ann", "await")
        while "Ann" not in game.now():
            game.do(orders.GoOn())
        asked.append(game.step())
    assert asked == waited


def test_who_waits_to_attack_stands_by_what_both_hold_then() -> None:
    game = Game()
    game.join("Ann", weapons=[*PISTOL, *SPEAR])
    game.join("Bob", owner=0, weapons=KNIFE)
    game.start()
    game.act("Ann", "draw", item="spear")
    game.act("Ann", "await")
    assert (game.one(Passed).until, game.now()) == ("advantaged", ("Bob",))
    game.act("Bob", "await")
    assert (game.one(Passed).until, game.step()) == ("disadvantaged", "advantaged")


def test_among_several_foes_one_waits_for_the_first_whom_one_can_strike() -> None:
    game = Game()
    game.join("Ann", weapons=CLUB)
    for foe, weapons in (("Bob", SPEAR), ("Cid", CLUB), ("Dot", KNIFE)):
        game.join(foe, owner=0, weapons=weapons)
    game.start()
    game.do(orders.SetRange(actor="Ann", target="Dot", range_m=9))
    game.act("Ann", "await")
    assert game.one(Passed).until == "matched"


def test_where_nobody_is_known_to_be_there_one_waits_for_the_first_step_of_melee() -> None:
    game = Game()
    game.join("Ann", weapons=CLUB)
    game.join("Bob", owner=0, hidden=True, weapons=KNIFE)
    game.start()
    game.act("Ann", "await")
    assert game.one(Passed).until == "advantaged"


def test_whom_somebody_does_not_see_it_does_not_wait_for() -> None:
    game = Game()
    game.join("Ann", weapons=[*KNIFE, *PISTOL])
    game.join("Bob", weapons=PISTOL)
    game.join("Cid", owner=0, hidden=True, weapons=KNIFE)
    game.join("Dot", owner=0, weapons=PISTOL)
    game.start()
    for other, range_m in (("Bob", 1), ("Cid", 1), ("Dot", 30)):
        game.do(orders.SetRange(actor="Ann", target=other, range_m=range_m))
    game.act("Ann", "await")
    assert next(slot.kinds[0] for slot in game.scene.agenda if slot.actor == "Ann") == "pistol"


def test_for_the_dead_nobody_waits() -> None:
    game = Game()
    game.join("Ann", weapons=[*KNIFE, *PISTOL])
    for foe in ("Bob", "Cid"):
        game.join(foe, owner=0, weapons=[*KNIFE, *PISTOL])
    game.start()
    for foe, range_m in (("Bob", 1), ("Cid", 30)):
        game.do(orders.SetRange(actor="Ann", target=foe, range_m=range_m))
    game.act("Bob", "correct", dead=True)
    game.act("Ann", "await")
    assert next(slot.kinds[0] for slot in game.scene.agenda if slot.actor == "Ann") == "pistol"


def test_a_step_that_is_waited_for_is_told_in_words() -> None:
    game = duel("talking", ann=[{"kind": "long_rifle"}])
    game.act("Ann", "await")
    assert "Ann waits for the step Long rifle." in game.told()


def test_nobody_waits_for_a_step_in_which_there_is_nothing_to_do() -> None:
    game = duel("movement", ann=[*PISTOL, {"kind": "long_rifle"}], bob=[{"kind": "carbine"}])
    refusal = game.refused("Ann", "pass", until="carbine")
    assert "Ann cannot wait for carbine: there is nothing to do for it then" in refusal
    assert "Still to come for it: miscellaneous, pistol, long rifle." in refusal
    assert "Still to come for it: none in this round" in duel("pistol").refused("Ann", "pass", until="long_rifle")


def test_who_waits_for_no_step_by_name_may_act_in_the_next() -> None:
    game = duel("matched")
    before = [slot.kinds[0] for slot in game.scene.agenda if slot.actor == "Ann"]
    game.act("Ann", "pass")
    assert [slot.kinds[0] for slot in game.scene.agenda if slot.actor == "Ann"] == before[1:]


def test_nobody_waits_for_a_step_that_has_begun() -> None:
    game = duel("pistol")
    with pytest.raises(RuleViolation, match="it has begun"):
        game.act("Ann", "pass", until="pistol")


def test_the_last_step_leaves_nothing_to_wait_for() -> None:
    game = duel("long_rifle", [{"kind": "long_rifle"}])
    with pytest.raises(RuleViolation, match="none in this round"):
        game.act("Ann", "pass", until="movement")


def test_who_is_killed_in_a_step_acts_no_more_in_later_ones() -> None:
    game = duel("matched", SPEAR, SPEAR)
    game.attack("Ann", "Bob", 5, 6)
    assert game.state("Bob").dead
    assert game.now() == ("Bob",)
    game.do(orders.GoOn())
    assert (game.scene.state.rounds, game.now()) == (2, ("Ann",))


def test_who_is_killed_in_a_step_of_melee_without_a_blow_in_it_is_gone_at_once() -> None:
    game = duel("advantaged", SPEAR, PISTOL)
    game.attack("Ann", "Bob", 5, 6)
    assert (game.scene.state.rounds, game.now()) == (2, ("Ann",))


@pytest.mark.parametrize(("range_m", "hidden", "acts"), [(None, False, True), (9.0, False, False), (1.0, True, False)])
def test_who_is_killed_strikes_back_at_another_whom_it_may_know_of_in_reach(
    range_m: float | None, hidden: bool, acts: bool
) -> None:
    game = Game()
    game.join("Ann", owner=0, weapons=SPEAR)
    game.join("Bob", weapons=KNIFE)
    game.join("Cid", owner=0, hidden=hidden, weapons=PISTOL)
    game.start()
    game.until("advantaged")
    if range_m is not None:
        game.do(orders.SetRange(actor="Bob", target="Cid", range_m=range_m))
    game.act("Cid", "pass")
    game.attack("Ann", "Bob", 5, 6)
    assert ("Bob" in game.now()) == acts
    if acts:
        game.attack("Bob", "Cid", 5, 6)
        assert game.state("Cid").dead


def test_who_was_passing_in_the_step_of_death_is_gone_at_once() -> None:
    game = duel("advantaged", SPEAR, PISTOL)
    game.act("Bob", "pass")
    game.attack("Ann", "Bob", 5, 6)
    assert (game.scene.state.rounds, game.now()) == (2, ("Ann",))


def test_those_of_one_step_act_together() -> None:
    game = duel("pistol")
    game.attack("Ann", "Bob", 6, 5, range_m=5)
    assert game.state("Bob").dead
    game.attack("Bob", "Ann", 6, 6, range_m=5)
    assert game.state("Ann").dead


def test_nothing_begins_where_nobody_lives() -> None:
    game = duel("pistol")
    game.attack("Ann", "Bob", 6, 5, range_m=5)
    game.attack("Bob", "Ann", 6, 6, range_m=5)
    assert (game.scene.state.rounds, game.scene.agenda) == (1, ())


@pytest.mark.parametrize(
    ("range_m", "called"),
    [
        (None, ["advantaged", "matched", "disadvantaged", "movement", "miscellaneous", "pistol"]),
        (1, ["advantaged", "matched", "disadvantaged", "movement", "miscellaneous", "pistol"]),
        (150, ["movement", "miscellaneous", "pistol"]),
        (900, ["movement", "miscellaneous"]),
    ],
)
def test_a_step_in_which_nobody_can_reach_anybody_is_passed_over(range_m: float | None, called: list[str]) -> None:
    game = duel("talking")
    if range_m is not None:
        game.do(orders.SetRange(actor="Ann", target="Bob", range_m=range_m))
    found = []
    while game.scene.state.rounds == 1:
        game.go_on()
        found += [STEPS[event.step] for event in game.every(StepCalled)]
    assert found == [*called, "talking"]


def test_a_step_in_which_only_their_own_side_is_in_reach_of_anybody_is_passed_over() -> None:
    game = Game()
    for name, owner in (("Ann", 1), ("Bob", 1), ("Foe", 0)):
        game.join(name, owner=owner, weapons=[*PISTOL, *CLUB])
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=1))
    for name in ("Ann", "Bob"):
        game.do(orders.SetRange(actor=name, target="Foe", range_m=150))
    game.start()
    game.go_on()
    assert game.step() == "movement"
    game.do(orders.SetRange(actor="Bob", target="Foe", range_m=2))
    while game.scene.state.rounds == 1:
        game.go_on()
    game.go_on()
    assert (game.step(), game.now()) == ("advantaged", ("Ann", "Bob", "Foe"))


def test_a_step_in_which_only_the_dead_of_another_side_are_in_reach_of_anybody_is_passed_over() -> None:
    game = Game()
    game.join("Ann", weapons=[*CLUB, *PISTOL])
    game.join("Fallen", owner=0, weapons=CLUB, condition={"dead": True})
    game.join("Foe", owner=0, weapons=CLUB)
    for name, range_m in (("Fallen", 1), ("Foe", 150)):
        game.do(orders.SetRange(actor="Ann", target=name, range_m=range_m))
    game.do(orders.SetRange(actor="Fallen", target="Foe", range_m=150))
    game.start()
    game.go_on()
    assert game.step() == "movement"
    game.act("Foe", "correct", dead=True)
    while game.scene.state.rounds == 1:
        game.go_on()
    game.go_on()
    assert game.step() == "advantaged", "where nobody else lives the dead are whom one can still strike at"


def test_a_weapon_with_a_row_of_its_own_reaches_as_far_as_that_says() -> None:
    game = duel("miscellaneous", [{"kind": "pistol", "ranges": {"distant": 0}}], CLUB)
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=900))
    game.go_on()
    assert game.step() == "pistol"


@pytest.mark.parametrize("range_m", [1, 900])
def test_what_only_the_hidden_can_reach_is_called_to_nobody_else(range_m: float) -> None:
    game = Game()
    game.join("Ann", weapons=CLUB)
    game.join("Bob", weapons=CLUB)
    game.join("Lurker", owner=0, hidden=True, weapons=CLUB)
    for one, other, away in (("Ann", "Bob", 900.0), ("Ann", "Lurker", range_m), ("Bob", "Lurker", 900.0)):
        game.do(orders.SetRange(actor=one, target=other, range_m=away))
    game.start()
    game.go_on()
    if range_m > 2:
        assert game.step() == "movement"
        return
    assert (game.step(), game.now()) == ("advantaged", ("Lurker",))
    assert game.one(StepCalled).audience is Audience.GM


def test_whom_the_game_master_kills_in_a_step_acts_no_more() -> None:
    game = duel("talking")
    game.act("Ann", "damage", damage=4, place="head")
    assert game.now() == ("Bob",)
    with pytest.raises(RuleViolation, match="not Ann's turn"):
        game.act("Ann", "talk")


def test_newcomers_have_the_steps_that_are_left() -> None:
    game = duel("matched")
    game.join("Cyd", weapons=CLUB)
    assert [slot.kinds[0] for slot in game.scene.agenda if slot.actor == "Cyd"] == [*STEPS[2:6]]
    game = duel("matched")
    game.act("Ann", "pass")
    game.join("Cyd", weapons=CLUB)
    assert [slot.kinds[0] for slot in game.scene.agenda if slot.actor == "Cyd"] == [*STEPS[2:6]]


def test_the_first_to_come_opens_the_first_round() -> None:
    game = Game()
    game.start()
    game.join("Ann", weapons=PISTOL)
    assert (game.scene.state.rounds, game.now()) == (1, ("Ann",))


def test_a_step_of_the_hidden_is_called_to_the_game_master_alone() -> None:
    game = Game()
    game.join("Ann")
    game.join("Shade", owner=0, hidden=True, weapons=PISTOL)
    game.start()
    game.until("movement")
    game.do(orders.GoOn())
    assert game.one(StepCalled).audience is Audience.ALL, "others may act in it, too"
    game.do(orders.GoOn())
    assert game.one(StepCalled).audience is Audience.GM


def test_whoever_is_not_waited_for_passes() -> None:
    game = duel("talking")
    assert NIGHT.idle(game.scene, game.scene.agenda[0]) == orders.Act(actor="Ann", action="pass")
