from __future__ import annotations

from typing import Any

import pytest

from bot.core.views import PUBLIC
from bot.rulesets.graydawn.equipment.events import Cleared, Reloaded
from bot.rulesets.graydawn.equipment.held import spare_arm
from bot.rulesets.graydawn.fire.events import Attacked
from tests.rulesets.graydawn.playing import DAWN, PLAIN, Game, value_of


def loader(*, face: int = 9, **weapon: Any) -> Game:
    """Ann alone with an almost empty weapon, against Bob who comes late."""
    game = Game()
    game.join("Ann", **{**PLAIN, "skills": {"handgun": 2, "rifle": 3}, "weapons": [{"spare": 2, **weapon}]})
    game.join("Bob", owner=2, **{**PLAIN, "stats": {"ref": 1}, "weapons": [{"kind": "assault_rifle"}]})
    game.start(face, 2)
    return game


def held(game: Game) -> tuple[int, int]:
    (weapon,) = game.state("Ann").weapons.values()
    return weapon.loaded, weapon.spare


def test_as_the_only_action_it_just_works() -> None:
    game = loader(kind="light_pistol", loaded=0)
    game.act("Ann", "reload")
    assert (game.one(Reloaded).check, held(game)) == (None, (14, 1))


def test_beside_other_actions_it_takes_a_check_at_their_penalty() -> None:
    game = loader(kind="light_pistol", loaded=2)
    game.act("Ann", "declare", actions=3)
    game.attack("Ann", "Bob", 2, 9)
    assert value_of(game.one(Attacked).attack.terms, "rush") == -6
    game.attack("Ann", "Bob", 2, 9)
    game.act("Ann", "reload", 10, 3)
    check = game.one(Reloaded).check
    assert check is not None
    assert (value_of(check.terms, "rush"), game.one(Reloaded).number, game.one(Reloaded).done) == (-6, 15, True)
    assert (held(game), game.state("Ann").marks) == ((14, 1), {"handgun": 1})
    assert "reloads the light pistol: loaded, 14 in it, 1 spare" in game.told()
    assert "against 15" in game.told()


def test_how_an_enemys_weapon_is_loaded_stays_with_the_gm() -> None:
    game = loader(kind="light_pistol")
    game.join("Guard", 2, owner=0, **{**PLAIN, "stats": {"ref": 1}, "weapons": [{"kind": "light_pistol"}]})
    game.act("Guard", "correct", loaded=0, spare=1)
    game.act("Ann", "pass")
    game.act("Guard", "reload")
    told = game.told(PUBLIC)
    assert "Guard reloads the light pistol: done." in told
    assert "loaded" not in told


def test_a_check_that_fails_can_be_tried_again() -> None:
    game = loader(kind="light_pistol", loaded=0)
    game.act("Ann", "declare", actions=2)
    game.act("Ann", "reload", 5)
    assert (game.one(Reloaded).done, held(game)) == (False, (0, 2))
    game.act("Ann", "reload", 10, 2)
    assert held(game) == (14, 1)


def test_a_fumble_drops_the_magazine_or_jams_the_weapon() -> None:
    game = loader(kind="light_pistol", loaded=0)
    game.act("Ann", "declare", actions=2)
    game.act("Ann", "reload", 1, 5)
    assert (held(game), game.one(Reloaded).jammed) == ((0, 1), False)
    assert "not loaded and drops a spare, 0 in it, 1 spare." in game.told()
    game.act("Ann", "reload", 1, 6)
    assert (held(game), game.one(Reloaded).jammed) == ((0, 1), True)


def test_a_jam_is_cleared_with_an_action() -> None:
    game = loader(kind="light_pistol", loaded=0, jammed=True)
    game.act("Ann", "declare", actions=2)
    assert "is jammed" in game.refused("Ann", "reload")
    game.act("Ann", "clear")
    assert game.one(Cleared).actor == "Ann"
    assert "Nothing is jammed" in game.refused("Ann", "clear")


def test_five_after_one_move_it_just_works_and_on_the_move_it_is_rolled() -> None:
    game = loader(kind="light_pistol", loaded=0)
    game.act("Ann", "declare", actions=2, moves=1)
    game.act("Ann", "move")
    game.act("Ann", "reload")
    assert game.one(Reloaded).check is None
    game = loader(kind="light_pistol", loaded=0)
    game.act("Ann", "declare", actions=2, moves=1)
    game.act("Ann", "move", firing=True)
    game.act("Ann", "reload", 6)
    check = game.one(Reloaded).check
    assert check is not None
    assert (value_of(check.terms, "on_the_move"), check.total) == (-3, 11)


def test_while_running_it_is_rolled() -> None:
    game = loader(kind="light_pistol", loaded=0)
    game.act("Ann", "declare", actions=3, moves=2)
    game.act("Ann", "reload", 6)
    check = game.one(Reloaded).check
    assert check is not None
    assert value_of(check.terms, "rush") == -6


def test_what_needs_or_has_nothing_is_refused() -> None:
    assert "No reload is needed" in loader(kind="light_pistol").refused("Ann", "reload")
    assert "No reload is needed" in loader(kind="knife", face=9).refused("Ann", "reload")
    assert "nothing to load" in loader(kind="light_pistol", loaded=0, spare=0).refused("Ann", "reload")


# Tubes


def test_a_tube_takes_shell_after_shell_until_one_fails() -> None:
    game = loader(kind="pump_shotgun", loaded=1, spare=9)
    game.act("Ann", "reload", 2, 4, 6)
    totals = [(one.done, one.check and value_of(one.check.terms, "further")) for one in game.every(Reloaded)]
    assert totals == [(True, 0), (True, -3), (False, -6)]
    assert held(game) == (3, 7)


def test_a_tube_takes_no_more_than_fits_or_than_there_is() -> None:
    game = loader(kind="pump_shotgun", loaded=5, spare=9)
    game.act("Ann", "reload", 2)
    assert held(game) == (6, 8)
    game = loader(kind="pump_shotgun", loaded=0, spare=1)
    game.act("Ann", "reload", 2)
    assert held(game) == (1, 0)


def test_filling_a_tube_takes_the_whole_round() -> None:
    game = loader(kind="pump_shotgun", loaded=0)
    game.act("Ann", "declare", actions=2)
    assert "whole round" in game.refused("Ann", "reload")


def test_one_shell_can_be_dropped_in_and_fired_five_later_without_penalty() -> None:
    game = loader(kind="pump_shotgun", loaded=0)
    game.act("Ann", "chamber")
    assert (held(game), game.number()) == ((1, 1), 13)
    game.attack("Ann", "Bob", 2, 10, 9, range_m=5.0)
    assert value_of(game.one(Attacked).attack.terms, "rush") == 0


def test_dropped_in_too_late_the_shell_stays_for_the_next_round() -> None:
    game = loader(kind="pump_shotgun", loaded=0)
    game.act("Ann", "delay", until=4)
    game.act("Ann", "chamber")
    assert (held(game), game.now()) == ((1, 1), ("Bob",))


def test_who_drops_a_shell_in_aims_no_more() -> None:
    game = loader(kind="pump_shotgun", loaded=0)
    game.act("Ann", "aim", target="Bob")
    game.act("Bob", "pass", 9, 2)
    game.act("Ann", "chamber")
    game.attack("Ann", "Bob", 2, 10, 9, range_m=5.0)
    assert (game.state("Ann").aim, value_of(game.one(Attacked).attack.terms, "aim")) == (None, 0)


@pytest.mark.parametrize(
    ("weapon", "action"),
    [
        ({"kind": "assault_rifle", "loaded": 0}, "reload"),
        ({"kind": "pump_shotgun", "loaded": 0}, "chamber"),
        ({"kind": "assault_rifle", "jammed": True}, "clear"),
    ],
)
def test_a_crippled_arm_neither_loads_nor_clears_what_it_cannot_hold(weapon: dict[str, Any], action: str) -> None:
    game = Game()
    crippled = {"condition": {"boxes": 3, "crippled": ["left_arm"]}}
    game.join(
        "Ann", **{**PLAIN, "weapons": [{"spare": 2, **weapon}, {"kind": "light_pistol", "loaded": 0}], **crippled}
    )
    game.join("Bob", owner=2, **{**PLAIN, "stats": {"ref": 1}})
    game.start(9, 2)
    refused = game.refused("Ann", action)
    assert "takes more hands than are left. Choose a smaller one: /act action:draw item:light pistol." in refused
    assert spare_arm(DAWN.reading(game.scene), "Ann") == ""


def test_a_hand_that_is_left_loads_a_pistol() -> None:
    game = Game()
    crippled = {"condition": {"boxes": 3, "crippled": ["left_arm"]}}
    pistols = [{"kind": "light_pistol", "loaded": 0, "spare": 2}, {"kind": "assault_rifle"}]
    game.join("Ann", **{**PLAIN, "weapons": pistols, **crippled})
    game.join("Bob", owner=2, **{**PLAIN, "stats": {"ref": 1}})
    game.start(9, 2)
    assert spare_arm(DAWN.reading(game.scene), "Ann") == ""
    game.act("Ann", "reload")
    assert game.one(Reloaded).loaded == 14


def test_only_an_empty_tube_takes_a_single_shell() -> None:
    assert "Nothing can be dropped" in loader(kind="pump_shotgun").refused("Ann", "chamber")
    assert "Nothing can be dropped" in loader(kind="light_pistol", loaded=0).refused("Ann", "chamber")
    assert "Nothing can be dropped" in loader(kind="pump_shotgun", loaded=0, spare=0).refused("Ann", "chamber")


def test_luck_helps_a_reload() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "mook": False, "weapons": [{"kind": "light_pistol", "loaded": 0, "spare": 2}]})
    game.start(9)
    game.act("Ann", "declare", actions=2)
    game.act("Ann", "reload", 8)
    game.answer("raise reload 11 (2 luck)")
    assert (game.one(Reloaded).done, game.state("Ann").luck) == (True, 3)


@pytest.mark.parametrize(
    ("weapon", "action"),
    [
        ({"kind": "light_pistol", "loaded": 0}, "reload"),
        ({"kind": "light_pistol", "loaded": 1}, ""),
        ({"kind": "light_pistol", "loaded": 0, "spare": 0}, ""),
        ({"kind": "light_pistol", "loaded": 0, "jammed": True}, "clear"),
        ({"kind": "knife", "spare": 0}, ""),
    ],
)
def test_a_weapon_that_does_not_fire_is_known_with_what_helps(weapon: dict[str, Any], action: str) -> None:
    game = loader(**weapon)
    assert game.ruleset.mended_by(game.state("Ann")) == action
    if action:
        game.refused("Ann", "attack", target="Bob", range_m=5)
        game.act("Ann", action)


def test_bare_hands_need_nothing_to_fire() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": []})
    assert game.ruleset.mended_by(game.state("Ann")) == ""


def test_no_shell_is_dropped_into_what_is_jammed() -> None:
    game = loader(kind="pump_shotgun", loaded=0, spare=2, jammed=True)
    assert "is jammed" in game.refused("Ann", "chamber")
