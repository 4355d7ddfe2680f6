"""Fire against things: walls and vehicles at x2, gear at x1/2, and what catches fire from it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.views import PUBLIC
from bot.rulesets.reflex.state import Burning
from bot.rulesets.reflex.surroundings.events import BurnedOut, Scorched
from tests.rulesets.reflex.playing import REFLEX, Game


def place() -> Game:
    game = Game()
    game.join("Ann")
    return game


@pytest.mark.parametrize(
    ("inputs", "penetration", "final"),
    [
        ({"cover": "plywood_door", "flame": "thermite"}, 4, 11),
        ({"armor": 4, "flame": "thermite"}, 4, 4),
        ({"armor": 4, "flame": "thermite", "gear": True}, 1, 10),
        ({"flame": "house"}, 4, 3),
    ],
)
def test_fire_counts_the_armor_of_structures_double_and_of_gear_by_half(
    inputs: dict[str, Any], penetration: int, final: int
) -> None:
    game = place()
    game.act("Ann", "scorch", 10, what="door", fuel="usual", **inputs)
    assert (game.one(Scorched).penetration, game.one(Scorched).final) == (penetration, final)


def test_what_fire_gets_at_may_catch_it_and_burns_until_it_is_put_out() -> None:
    game = place()
    game.act("Ann", "scorch", 3, what="barn", flame="house")
    assert game.one(Scorched).caught
    assert "Fire (house) meets the barn: it catches fire." in game.told(PUBLIC)
    assert "Catches fire on 3 or less on d10: 3 (house table)." in game.told(PUBLIC)
    assert game.scene.state.blazes == {"barn": Burning("house", 3)}
    assert "barn on fire" in REFLEX.clock(game.scene).text
    game.act("Ann", "scorch", what="barn", flame="house")
    assert not game.one(Scorched).caught
    game.act("Ann", "burn_out", what="barn")
    assert game.one(BurnedOut).what == "barn"
    assert "The barn burns no more." in game.told(PUBLIC)
    with pytest.raises(RuleViolation, match="Nothing burns"):
        game.act("Ann", "burn_out", what="barn")


def test_what_is_soaked_needs_no_die() -> None:
    game = place()
    game.act("Ann", "scorch", what="rag", flame="paper", fuel="soaked")
    assert (game.one(Scorched).caught, game.one(Scorched).roll) == (True, None)


def test_what_keeps_fire_out_does_not_catch_it() -> None:
    game = place()
    game.act("Ann", "scorch", what="bunker", flame="house", armor=9)
    assert (game.one(Scorched).final, game.one(Scorched).caught) == (0, False)
    assert "Damage 3, Armor 9 ×2: 0 get through." in game.told(PUBLIC)


def test_from_its_threshold_on_a_thing_gives_way() -> None:
    game = place()
    game.act("Ann", "scorch", 10, what="beam", flame="thermite", threshold=12)
    assert game.one(Scorched).broken
    assert "It gives way." in game.told(PUBLIC)
    game.act("Ann", "scorch", 10, what="post", flame="house", damage=5, threshold=12)
    assert (game.one(Scorched).damage, game.one(Scorched).broken) == (5, False)


def test_what_burns_outlives_the_fight() -> None:
    game = place()
    game.start(20, 20)
    game.act("Ann", "scorch", what="barn", flame="house", fuel="soaked")
    game.do(orders.EndFight())
    assert list(game.scene.state.blazes) == ["barn"]
