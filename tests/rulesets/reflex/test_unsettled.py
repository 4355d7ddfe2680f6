"""Who is unsettled is the same as if everybody were asked each time, and hardly anybody is asked."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.core import folding
from bot.core.dice import ScriptedDice
from bot.core.play import Play
from bot.core.scene import Combatant, with_combatant, without_combatant
from bot.core.source import Source
from bot.rulesets.reflex.person import unsettled
from bot.rulesets.reflex.person.unsettled import MOST_KNOWN
from tests.core.brawl import TOY, facing
from tests.rulesets.toy.brawl.events import Hurt
from tests.rulesets.toy.state import State, ToyPlay, ToyScene

FULL = 6  # hits of somebody unhurt


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Who is asked whether it is unsettled; of the toy's people those are who are hurt."""
    names: list[str] = []

    def hurt(combatant: Combatant[State]) -> bool:
        names.append(combatant.actor)
        return combatant.state.hits < FULL

    monkeypatch.setattr(unsettled, "_known", {})
    monkeypatch.setattr(unsettled, "_is_unsettled", hurt)
    return names


def found(play: Any) -> list[str]:
    return list(unsettled.unsettled(play))


def on(scene: ToyScene) -> ToyPlay:
    return Play(scene, TOY.book(scene.options), Source(ScriptedDice(())), partial(folding.kept, TOY))


def hurt(play: ToyPlay, actor: str) -> None:
    play.tell(Hurt(actor=actor, points=1))


def test_all_are_asked_once_and_then_who_has_changed(asked: list[str]) -> None:
    play = on(facing(4, 3).scene)
    assert (found(play), asked) == ([], ["Ann", "Thug"])
    hurt(play, "Thug")
    assert (found(play), asked) == (["Thug"], ["Ann", "Thug", "Thug"])
    assert found(play) == ["Thug"]
    later = on(play.scene)
    hurt(later, "Ann")
    assert (found(later), asked[3:]) == (["Ann", "Thug"], ["Ann"])


def test_an_order_decided_anew_asks_nobody_of_before(asked: list[str]) -> None:
    scene = facing(4, 3).scene
    for name in ("Thug", "Ann", "Thug"):
        play = on(scene)
        hurt(play, name)
        assert found(play) == [name]
    assert asked == ["Ann", "Thug", "Thug", "Ann", "Thug"]


def test_who_comes_is_asked_and_who_goes_is_forgotten(asked: list[str]) -> None:
    play = on(facing(4, 3).scene)
    hurt(play, "Thug")
    assert found(play) == ["Thug"]
    later = on(play.scene)
    weak = later.scene.combatants["Thug"]
    later.scene = with_combatant(
        without_combatant(later.scene, "Thug"), Combatant("Cy", weak.owner, weak.side, weak.state, {})
    )
    assert found(later) == ["Cy"]


def test_another_chapter_is_asked_anew_and_few_are_remembered(asked: list[str]) -> None:
    plays = [on(facing(4, 3).scene) for _ in range(MOST_KNOWN + 1)]
    for play in plays:
        hurt(play, "Ann")
        assert found(play) == ["Ann"]
    assert len(asked) == 3 * len(plays)
    assert len(unsettled._known) == 1
