"""What a skirmish comes to: attacks and hits."""

from __future__ import annotations

import pytest

from bot.core.views import PUBLIC
from bot.rulesets.nighttripper.fire.events import Attacked
from tests.rulesets.nighttripper.playing import NIGHT, PISTOL, Game


def shot(*faces: int) -> Game:
    """One shot of Ann at Bob."""
    game = Game(rerolls=False)
    game.join("Ann", skill=1, weapons=PISTOL)
    game.join("Bob", owner=0)
    game.start()
    game.until("pistol")
    game.attack("Ann", "Bob", *faces, range_m=8)
    return game


@pytest.mark.parametrize(("faces", "passed"), [((3, 4), True), ((3, 3), False)])
def test_a_throw_that_reaches_just_what_it_needs_has_passed(faces: tuple[int, int], passed: bool) -> None:
    game = shot(*faces)
    (found,) = NIGHT.tested(game.scene, game.one(Attacked))
    assert found.passed is passed


@pytest.mark.parametrize(
    ("faces", "expected"),
    [((1, 2), ["Ann: 1 attack, 0 hits."]), ((4, 6), ["Ann: 1 attack, 1 hit.", "Bob: hit once."])],
)
def test_attacks_and_hits_are_counted(faces: tuple[int, ...], expected: list[str]) -> None:
    game = shot(*faces)
    assert [line.text for line in NIGHT.summary(game.scene, game.events, PUBLIC)] == expected
