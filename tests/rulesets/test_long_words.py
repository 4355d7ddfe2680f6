"""What somebody typed stands in a refusal as far as its fortieth character, and no further."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.eclipse.playing import duel as eclipse
from tests.rulesets.game import Played
from tests.rulesets.graydawn.playing import duel as graydawn
from tests.rulesets.horizons.playing import duel as horizons
from tests.rulesets.nighttripper.playing import Game as NightGame
from tests.rulesets.nighttripper.playing import duel as nighttripper
from tests.rulesets.reflex.playing import duel as reflex
from tests.rulesets.reflex.test_mines import camp

LONGEST = 40
TYPED = "w" * 100


def skirmish() -> NightGame:
    """Ann in Night Tripper, before any skirmish."""
    game = NightGame()
    game.join("Ann")
    game.join("Bob")
    return game


@pytest.mark.parametrize(
    ("game", "action", "inputs"),
    [
        pytest.param(eclipse(), "attack", {"target": "Guard", "weapon": TYPED}, id="eclipse-weapon"),
        pytest.param(eclipse(), "blast", {"item": TYPED, "at": "Guard"}, id="eclipse-charge"),
        pytest.param(graydawn(), "attack", {"target": "Bob", "weapon": TYPED}, id="graydawn-weapon"),
        pytest.param(graydawn(), "work", {"skill": TYPED}, id="graydawn-skill"),
        pytest.param(graydawn(), "brave", {"area": TYPED}, id="graydawn-lane"),
        pytest.param(nighttripper(), "attack", {"target": "Bob", "weapon": TYPED}, id="nighttripper-weapon"),
        pytest.param(nighttripper(), "correct", {"item": TYPED}, id="nighttripper-correct"),
        pytest.param(nighttripper("miscellaneous"), "draw", {"item": TYPED}, id="nighttripper-draw"),
        pytest.param(skirmish(), "resolve", {"weapon": TYPED}, id="nighttripper-fight"),
        pytest.param(horizons(), "attack", {"target": "Guard", "weapon": TYPED}, id="horizons-weapon"),
        pytest.param(horizons(), "attack", {"target": "Guard", "called": TYPED}, id="horizons-zone"),
        pytest.param(reflex(), "attack", {"target": "Bob", "weapon": TYPED}, id="reflex-weapon"),
        pytest.param(reflex(), "check", {"skill": TYPED}, id="reflex-skill"),
        pytest.param(reflex(), "let_go", {"target": TYPED}, id="reflex-held"),
        pytest.param(camp(), "mine_emplace", {"mine": f"{TYPED}:"}, id="reflex-name-of-mine"),
        pytest.param(camp(), "mine_mark", {"mine": TYPED}, id="reflex-mine"),
    ],
)
def test_a_refusal_quotes_no_more_than_forty_characters(game: Played[Any, Any], action: str, inputs: Any) -> None:
    told = game.refused("Ann", action, **inputs)
    assert told.count("w" * LONGEST) == 1
    assert "w" * (LONGEST + 1) not in told
