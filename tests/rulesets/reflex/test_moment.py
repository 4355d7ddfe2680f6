"""Equal ticks are one moment: whoever acts first on a tick finds nobody changed, nor does whoever acts last."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.core.orders import Act, Answer, SetRange
from bot.rulesets.reflex.close.blocks import TAKE
from bot.rulesets.reflex.close.events import ControlSet, Ended
from bot.rulesets.reflex.kinds import Lies, Pace
from bot.rulesets.reflex.person.gear import belongings
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.throws.events import Thrown
from bot.rulesets.reflex.wounds.events import FellDown, Hit, KnockedOut
from tests.rulesets.reflex.firing import sheet, values
from tests.rulesets.reflex.playing import FAIL, Game
from tests.rulesets.reflex.standing import stand

MISS = (20, 20)


def trio(cy: str = "light") -> Game:
    """Ann and Bob on tick 12 with Cy, who carries ``cy``, 60 m away from both."""
    game = Game(visual_penalty=False)
    for name, owner, load in (("Ann", 1, "light"), ("Bob", 1, "light"), ("Cy", 0, cy)):
        game.join(name, owner=owner, **sheet(encumbrance=load))
    game.start(*FAIL, *FAIL, *FAIL)
    return game


def shot(game: Game, actor: str, target: str, *faces: int, **inputs: Any) -> dict[str, int]:
    """The terms of a shot over 60 m."""
    game.act(actor, "attack", *(faces or MISS), target=target, range_m=60.0, **inputs)
    return values(game.one(ShotFired).outcome.check.terms)


@pytest.mark.parametrize("load", ["light", "moderate"])
def test_the_second_of_two_shooters_does_not_find_the_target_down(load: str) -> None:
    game = trio(load)
    shot(game, "Ann", "Cy", 2, 20, 4, 1, *MISS)
    assert game.one(KnockedOut).actor == "Cy"
    assert shot(game, "Bob", "Cy") == {}


def test_a_tick_later_the_target_is_found_down() -> None:
    game = trio("moderate")
    shot(game, "Ann", "Cy", 2, 20, 4, 1, *MISS)
    game.act("Bob", "communicate", length="syllable")
    assert shot(game, "Bob", "Cy") == {"unaware": 4}


def test_whoever_shot_first_is_found_upright_by_the_others_of_the_tick() -> None:
    game = trio()
    game.act("Cy", "stance", to="kneeling")
    assert shot(game, "Ann", "Cy") == {}
    game.act("Bob", "wait")
    assert game.now() == ("Cy",)


@pytest.mark.parametrize("first", ["Cy", "Ann"])
def test_a_move_begun_on_the_tick_does_not_depend_on_who_is_first(first: str) -> None:
    game = trio()
    if first == "Cy":
        game.act("Cy", "move", pace="run")
    assert shot(game, "Ann", "Cy") == {}


@pytest.mark.parametrize("gone", [False, True])
def test_who_goes_out_of_reach_on_the_tick_is_struck_where_it_stood(*, gone: bool) -> None:
    game = trio()
    game.do(SetRange(actor="Ann", target="Cy", range_m=1))
    if gone:
        game.act("Cy", "move", target="Ann", away=True)
        assert "out of reach" in game.refused("Ann", "attack", target="Cy", weapon="bare hands", use="grapple")
    game.act("Ann", "attack", *MISS, target="Cy", weapon="bare hands")
    assert (game.scene.range_m("Ann", "Cy") == 1) is not gone


def test_a_tick_later_whoever_has_gone_is_out_of_reach() -> None:
    game = trio()
    game.do(SetRange(actor="Ann", target="Cy", range_m=1))
    game.act("Cy", "move", target="Ann", away=True)
    game.act("Cy", "wait")
    game.act("Bob", "wait")
    game.act("Ann", "communicate", length="syllable")
    assert "out of reach" in game.refused("Ann", "attack", target="Cy", weapon="bare hands")


@pytest.mark.parametrize("laid", [False, True])
@pytest.mark.parametrize(("gone_m", "held"), [(1, True), (7, False)])
def test_nobody_is_held_on_the_tick_on_which_it_goes_out_of_reach(laid: bool, gone_m: int, held: bool) -> None:
    game = trio()
    if laid:
        stand(game, Ann=(50, 50), Cy=(50, 50))
    else:
        game.do(SetRange(actor="Ann", target="Cy", range_m=1))
    grapple = {"target": "Cy", "weapon": "bare hands", "use": "grapple"}
    game.do_at_least(Act(actor="Ann", action="attack", inputs=grapple))
    game.do_at_least(Answer(choice=TAKE))
    game.act("Cy", "move", target="Ann", away=True, metres=gone_m)
    assert [torn.ended for torn in game.every(ControlSet)] == [Ended.TORN] * (not held)
    assert bool(game.state("Ann").hold.controls) is held


def test_a_move_counts_until_its_movers_next_tick_has_come() -> None:
    game = trio()
    game.act("Cy", "move", pace="run")
    game.act("Cy", "wait")
    game.act("Ann", "communicate", length="syllable")
    game.act("Bob", "wait")
    assert shot(game, "Ann", "Cy") == {"target_pace": -2}


def test_who_goes_into_shock_runs_no_farther() -> None:
    game = trio()
    game.act("Cy", "move", pace="run")
    game.act("Cy", "wait")
    game.act("Ann", "damage", 7, 20, target="Cy", place="torso", degree="moderate")
    assert game.state("Cy").body.moving is Pace.STILL
    game.act("Ann", "communicate", length="syllable")
    game.act("Bob", "wait")
    assert shot(game, "Ann", "Cy") == {}


def test_who_falls_runs_no_farther() -> None:
    game = trio()
    game.act("Cy", "move", pace="run")
    game.act("Cy", "wait")
    game.act("Ann", "damage", 1, 20, *MISS, target="Cy", place="left leg", degree="moderate")
    assert game.one(FellDown).actor == "Cy"
    assert game.state("Cy").body.moving is Pace.STILL


def test_who_is_put_out_before_setting_out_moves_for_nobody() -> None:
    game = trio()
    shot(game, "Ann", "Cy", 2, 20, 4, 1, *MISS)
    game.act("Cy", "move", pace="run")
    game.act("Cy", "wait")
    game.act("Bob", "communicate", length="syllable")
    assert shot(game, "Bob", "Cy") == {"unaware": 4}


def test_whom_the_gm_puts_out_acts_no_more_though_the_tick_is_played() -> None:
    game = trio()
    game.act("Ann", "damage", 7, 20, target="Cy", place="torso", degree="moderate")
    assert set(game.now()) == {"Ann", "Bob"}
    with pytest.raises(RuleViolation, match="not Cy's turn"):
        game.act("Cy", "move", pace="run")


def test_003_96_who_is_put_on_the_tick_that_is_played_acts_together_with_the_others() -> None:
    game = trio("moderate")
    shot(game, "Ann", "Bob")
    game.act("Cy", "correct", initiative=12)
    assert set(game.now()) == {"Bob", "Cy"}
    shot(game, "Cy", "Bob", 2, 20, 4, 1, *MISS)
    assert game.one(KnockedOut).actor == "Bob"
    assert shot(game, "Bob", "Cy") == {}


def put_out(game: Game, actor: str) -> None:
    """Ann shoots somebody down, who lets go of what it holds."""
    shot(game, "Ann", actor, 2, 20, 4, 1, *MISS)
    assert game.one(KnockedOut).actor == actor


@pytest.mark.parametrize("thing", ["Grenade", "Knife"])
def test_who_is_put_out_on_the_tick_still_throws_what_it_had_in_hand(thing: str) -> None:
    game = Game(visual_penalty=False)
    armed = sheet(
        weapons=[{"kind": "ak47"}, {"kind": "knife", "hand": "left", "held": thing == "Knife"}],
        items=[{"name": "Grenade", "explosive": "hand_grenade", "held": thing == "Grenade"}],
    )
    for owner, name in enumerate(("Cy", "Ann")):
        game.join(name, owner=owner, **sheet() if name == "Ann" else armed)
    game.start(*FAIL, *FAIL)
    put_out(game, "Cy")
    game.do_at_least(Act(actor="Cy", action="throw", inputs={"target": "Ann", "item": thing, "range_m": 10.0}), 5, 5)
    assert game.one(Thrown).item == thing
    assert belongings(game.state("Cy"))[thing].lies is Lies.AWAY


def test_cover_that_a_gm_names_counts_at_once() -> None:
    game = trio()
    game.act("Cy", "take_cover", cover="stone_wall")
    shot(game, "Ann", "Cy", 3, 20, 3, 3)
    assert [layer.what for layer in game.one(Hit).layers] == ["stone_wall"]
