"""Whether one fall of the dice comes to something is told with the rule itself, or not at all."""

from __future__ import annotations

import pytest

from bot.core.dice import Ask, Faces, ScriptedDice, TooManyFallsError
from bot.core.engine import OddsTooLarge, comes_to
from bot.core.orders import Act
from tests.core.brawl import TOY
from tests.core.test_absence import yard_of
from tests.rulesets.toy.brawl.events import Struck


class Endless:
    """Dice of which nobody can list the falls."""

    def faces(self, ask: Ask, index: int) -> Faces:
        raise TooManyFallsError(ask.label)


def test_it_is_so_or_not_or_cannot_be_told() -> None:
    yard = yard_of(6, 5, 4, 3)
    actor = yard.scene.entitled()[0].actor
    target = next(each for each in yard.scene.combatants if each not in (actor, "Lurker"))
    strike = Act(actor=actor, action="strike", inputs={"target": target})
    hits = [comes_to(TOY, yard.scene, strike, _is_hit, ScriptedDice([face] * 9)) for face in (1, 20)]
    assert hits == [True, False]
    with pytest.raises(OddsTooLarge):
        comes_to(TOY, yard.scene, strike, _is_hit, Endless())


def _is_hit(event: object, _scene: object) -> bool:
    return isinstance(event, Struck) and event.hit
