"""What a skirmish comes to: attacks and hits."""

from __future__ import annotations

import pytest

from bot.core.views import PUBLIC
from tests.rulesets.nighttripper.playing import NIGHT, PISTOL, Game


def told(*faces: int) -> list[str]:
    """The summary of one shot of Ann at Bob."""
    game = Game(rerolls=False)
    game.join("Ann", skill=1, weapons=PISTOL)
    game.join("Bob", owner=0)
    game.start()
    game.until("pistol")
    game.attack("Ann", "Bob", *faces, range_m=8)
    return [line.text for line in NIGHT.summary(game.scene, game.events, PUBLIC)]


@pytest.mark.parametrize(
    ("faces", "expected"),
    [((1, 2), ["Ann: 1 attack, 0 hits."]), ((4, 6), ["Ann: 1 attack, 1 hit.", "Bob: hit once."])],
)
def test_attacks_and_hits_are_counted(faces: tuple[int, ...], expected: list[str]) -> None:
    assert told(*faces) == expected
