"""Of whom something holds is the same as if everybody were asked each time, and hardly anybody is asked."""

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
from bot.rulesets.reflex.person.few import MOST_KNOWN, Few
from tests.core.brawl import TOY, facing
from tests.rulesets.toy.brawl.events import Hurt
from tests.rulesets.toy.state import State, ToyPlay, ToyScene

FULL = 6  # hits of somebody unhurt


class Asking:
    """Of the toy's people those who are hurt, and who was asked whether it is."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.few = Few(self._is_hurt)

    def _is_hurt(self, combatant: Combatant[State], but: str = "") -> bool:
        self.names.append(combatant.actor)
        return combatant.state.hits < FULL and combatant.actor != but

    def found(self, play: Any, *but: str) -> list[str]:
        """Who is hurt, since the order of a play began."""
        return list(self.few.among(play.scene, *but, since=play.began))

    def found_in(self, scene: Any) -> list[str]:
        """Who is hurt, since that was asked last."""
        return list(self.few.among(scene))


@pytest.fixture
def asking() -> Asking:
    return Asking()


def on(scene: ToyScene) -> ToyPlay:
    return Play(scene, TOY.book(scene.options), Source(ScriptedDice(())), partial(folding.kept, TOY))


def hurt(play: ToyPlay, actor: str) -> None:
    play.tell(Hurt(actor=actor, points=1))


def test_all_are_asked_once_and_then_who_has_changed(asking: Asking) -> None:
    play = on(facing(4, 3).scene)
    assert (asking.found(play), asking.names) == ([], ["Ann", "Thug"])
    hurt(play, "Thug")
    assert (asking.found(play), asking.names) == (["Thug"], ["Ann", "Thug", "Thug"])
    assert asking.found(play) == ["Thug"]
    later = on(play.scene)
    hurt(later, "Ann")
    assert (asking.found(later), asking.names[3:]) == (["Ann", "Thug"], ["Ann"])


def test_where_nobody_says_since_when_it_is_since_it_was_asked(asking: Asking) -> None:
    play = on(facing(4, 3).scene)
    assert (asking.found_in(play.scene), asking.names) == ([], ["Ann", "Thug"])
    hurt(play, "Thug")
    assert (asking.found_in(play.scene), asking.names[2:]) == (["Thug"], ["Thug"])
    hurt(play, "Ann")
    assert (asking.found_in(play.scene), asking.names[3:]) == (["Ann", "Thug"], ["Ann"])
    assert (asking.found_in(play.scene), asking.names[4:]) == (["Ann", "Thug"], [])


def test_what_it_is_about_is_asked_by_itself(asking: Asking) -> None:
    play = on(facing(4, 3).scene)
    hurt(play, "Thug")
    assert [asking.found(play), asking.found(play, "Thug"), asking.found(play)] == [["Thug"], [], ["Thug"]]


def test_an_order_decided_anew_asks_nobody_of_before(asking: Asking) -> None:
    scene = facing(4, 3).scene
    for name in ("Thug", "Ann", "Thug"):
        play = on(scene)
        hurt(play, name)
        assert asking.found(play) == [name]
    assert asking.names == ["Ann", "Thug", "Thug", "Ann", "Thug"]


def test_who_comes_is_asked_and_who_goes_is_forgotten(asking: Asking) -> None:
    play = on(facing(4, 3).scene)
    hurt(play, "Thug")
    assert asking.found(play) == ["Thug"]
    later = on(play.scene)
    weak = later.scene.combatants["Thug"]
    later.scene = with_combatant(
        without_combatant(later.scene, "Thug"), Combatant("Cy", weak.owner, weak.side, weak.state, {})
    )
    assert asking.found(later) == ["Cy"]


def test_another_chapter_is_asked_anew_and_few_are_remembered(asking: Asking) -> None:
    plays = [on(facing(4, 3).scene) for _ in range(MOST_KNOWN + 1)]
    for play in plays:
        hurt(play, "Ann")
        assert asking.found(play) == ["Ann"]
    assert len(asking.names) == 3 * len(plays)
    assert len(asking.few._known) == 1


def test_the_unsettled_are_asked_since_the_order_began(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unsettled, "_unsettled", asking.few)
    play: Any = on(facing(4, 3).scene)
    hurt(play, "Thug")
    assert list(unsettled.unsettled(play)) == ["Thug"]
    assert asking.names == ["Ann", "Thug", "Thug"]
