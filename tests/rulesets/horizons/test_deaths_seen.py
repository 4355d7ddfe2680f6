"""Of the GM's people others see only who goes down or is better, and nothing new of whoever lay there."""

from __future__ import annotations

import pytest

from bot.core import engine
from bot.core.views import GM, PUBLIC
from bot.rulesets.horizons.wounds.events import Died, Healed
from tests.rulesets.horizons.playing import HORIZONS


@pytest.mark.parametrize(("was_down", "seen"), [(False, ["Guard goes down."]), (True, [])])
def test_players_see_who_goes_down_and_the_gm_who_dies(was_down: bool, seen: list[str]) -> None:
    death = Died(actor="Guard", was_down=was_down, guarded=("Guard",))
    assert [line.text for line in engine.lines(HORIZONS, death, PUBLIC)] == seen
    assert [line.text for line in engine.lines(HORIZONS, death, GM)] == ["Guard dies."]


def test_players_see_that_somebody_is_better_and_the_gm_by_how_much() -> None:
    healed = Healed(actor="Guard", points=4, guarded=("Guard",))
    assert [line.text for line in engine.lines(HORIZONS, healed, PUBLIC)] == ["Guard is better."]
    assert [line.text for line in engine.lines(HORIZONS, healed, GM)] == ["Guard gets 4 hit points back."]
