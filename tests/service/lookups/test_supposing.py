"""A scene as it would be at a moment of somebody's: all else as it is now, and nothing else becomes possible."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.core.errors import RuleViolation
from bot.core.orders import Act, SetRange
from bot.core.timeline import Slot
from bot.service.lookups.supposing import at_own_moment
from tests.core.brawl import TOY, Yard, facing, recruit, strike
from tests.rulesets.nighttripper.playing import CLUB, NIGHT, PISTOL, STEPS, Game
from tests.rulesets.toy.state import ToyScene

SPEC = TOY.actions["strike"]


def supposed(scene: ToyScene, order: Act) -> ToyScene:
    return at_own_moment(TOY, scene, order, SPEC)


def test_whose_moment_it_is_finds_the_scene_as_it_is() -> None:
    yard = facing(6, 1)
    assert yard.turns() == ["Ann"]
    assert supposed(yard.scene, strike("Ann", "Thug")) is yard.scene


def test_where_no_fight_is_open_it_is_refused_as_the_order_would_be() -> None:
    yard = Yard()
    yard.do(recruit("Ann"))
    yard.do(recruit("Thug"))
    with pytest.raises(RuleViolation, match="No fight is open"):
        supposed(yard.scene, strike("Ann", "Thug"))


def test_whoever_is_not_here_has_no_moment() -> None:
    scene = facing(6, 1).scene
    assert supposed(scene, strike("Nobody", "Thug")) is scene


def test_whoever_acts_later_finds_it_at_their_own_moment_and_nobody_moved() -> None:
    scene = facing(6, 1).scene
    later = supposed(scene, strike("Thug", "Ann"))
    assert later.opened == scene.agenda[-1].key
    assert later.entitled() == (scene.agenda[-1],)
    assert later.opening == {"Thug": scene.combatants["Thug"].state}
    assert later.combatants == scene.combatants


def test_whoever_has_acted_finds_it_at_the_moment_being_played() -> None:
    yard = facing(6, 1)
    ann = yard.scene.agenda[0]
    scene = replace(yard.scene, agenda=yard.scene.agenda[1:], opened=yard.scene.agenda[1].key, opening={})
    now = supposed(scene, strike("Ann", "Thug"))
    assert now.entitled()[0] == Slot(scene.agenda[0].key, "Ann", ann.kinds)
    assert [slot.actor for slot in now.agenda] == ["Ann", "Thug"]


def test_what_their_own_moment_would_not_allow_is_refused_for_that() -> None:
    scene = facing(6, 1).scene
    with pytest.raises(RuleViolation, match="oneself"):
        supposed(scene, strike("Thug", "Thug"))


def test_where_nothing_is_known_of_any_moment_the_scene_is_as_it_is() -> None:
    scene = replace(facing(6, 1).scene, agenda=(), opened=None, opening={})
    assert supposed(scene, strike("Ann", "Thug")) is scene


def step_of(*arms: Any, apart_m: float | None = None, **said: Any) -> str:
    """The step of a skirmish in which an attack would be taken that is asked about in the first one."""
    game = Game()
    game.join("Ann", weapons=list(arms))
    game.join("Bob", weapons=PISTOL)
    game.start()
    if apart_m is not None:
        game.do(SetRange(actor="Ann", target="Bob", range_m=apart_m))
    game.until("talking")
    order = Act(actor="Ann", action="attack", inputs={"target": "Bob", **said})
    opened = at_own_moment(NIGHT, game.scene, order, NIGHT.actions["attack"]).opened
    assert opened is not None
    return STEPS[opened[0]]


@pytest.mark.parametrize(
    ("arms", "apart_m", "said", "step"),
    [
        (PISTOL, 1, {}, "pistol"),
        (PISTOL, None, {"range_m": 60.0}, "pistol"),
        ([*PISTOL, *CLUB], 1, {"weapon": "Club"}, "matched"),
        ([*CLUB, *PISTOL], 1, {}, "advantaged"),
        ([*CLUB, *PISTOL], None, {"range_m": 60.0}, "pistol"),
        ([*CLUB, *PISTOL], None, {"weapon": "pistol", "range_m": 60.0}, "pistol"),
        (CLUB, None, {"range_m": 1.0}, "advantaged"),
        ([], 1, {}, "matched"),
    ],
)
def test_an_attack_is_of_the_step_of_the_weapon_that_is_said_or_in_hand(
    arms: list[Any], apart_m: float | None, said: dict[str, Any], step: str
) -> None:
    assert step_of(*arms, apart_m=apart_m, **said) == step


@pytest.mark.parametrize(
    ("arms", "said", "words"),
    [
        (CLUB, {"range_m": 60.0}, "Bob is 60 m away"),
        (PISTOL, {}, "How far is Bob"),
        ([*CLUB, *PISTOL], {"weapon": "pistol"}, "How far is Bob"),
    ],
)
def test_an_attack_is_refused_for_what_is_against_it_in_the_step_of_its_weapon(
    arms: list[Any], said: dict[str, Any], words: str
) -> None:
    with pytest.raises(RuleViolation, match=words):
        step_of(*arms, **said)


def test_at_a_moment_of_its_own_an_attack_is_what_it_would_be_now() -> None:
    game = Game()
    game.join("Ann", weapons=PISTOL)
    game.join("Bob", weapons=PISTOL)
    game.start()
    game.until("matched")
    order = Act(actor="Ann", action="attack", inputs={"target": "Bob"})
    assert at_own_moment(NIGHT, game.scene, order, NIGHT.actions["attack"]) is game.scene
