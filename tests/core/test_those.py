"""Who is of a kind is the same as if everybody were asked each time, and hardly anybody is asked."""

from __future__ import annotations

from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from bot.core import folding
from bot.core.dice import ScriptedDice
from bot.core.play import MOST_KNOWN, Play, _known
from bot.core.scene import Combatant, changed_keys, with_combatant, without_combatant
from bot.core.source import Source
from tests.core.brawl import TOY, facing
from tests.rulesets.toy.brawl.events import Hurt
from tests.rulesets.toy.state import State, ToyPlay, ToyScene

FULL = 6  # hits of somebody unhurt


class Asked:
    """A kind that notes who is asked."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def __call__(self, combatant: Combatant[State]) -> bool:
        self.names.append(combatant.actor)
        return combatant.state.hits < FULL


def on(scene: ToyScene) -> ToyPlay:
    return Play(scene, TOY.book(scene.options), Source(ScriptedDice(())), partial(folding.kept, TOY))


def hurt(play: ToyPlay, actor: str) -> None:
    play.tell(Hurt(actor=actor, points=1))


def test_all_are_asked_once_and_then_who_has_changed() -> None:
    asked, play = Asked(), on(facing(4, 3).scene)
    assert (list(play.those(asked)), asked.names) == ([], ["Ann", "Thug"])
    hurt(play, "Thug")
    assert (list(play.those(asked)), asked.names) == (["Thug"], ["Ann", "Thug", "Thug"])
    assert list(play.those(asked)) == ["Thug"]
    later = on(play.scene)
    hurt(later, "Ann")
    assert (list(later.those(asked)), asked.names[3:]) == (["Ann", "Thug"], ["Ann"])


def test_an_order_decided_anew_asks_nobody_of_before() -> None:
    asked, scene = Asked(), facing(4, 3).scene
    for name in ("Thug", "Ann", "Thug"):
        play = on(scene)
        hurt(play, name)
        assert list(play.those(asked)) == [name]
    assert asked.names == ["Ann", "Thug", "Thug", "Ann", "Thug"]


def test_who_comes_is_asked_and_who_goes_is_forgotten() -> None:
    asked, play = Asked(), on(facing(4, 3).scene)
    hurt(play, "Thug")
    assert list(play.those(asked)) == ["Thug"]
    later = on(play.scene)
    weak = later.scene.combatants["Thug"]
    later.scene = with_combatant(
        without_combatant(later.scene, "Thug"), Combatant("Cy", weak.owner, weak.side, weak.state, {})
    )
    assert list(later.those(asked)) == ["Cy"]


def test_another_chapter_is_asked_anew_and_few_are_remembered() -> None:
    asked = Asked()
    for _ in range(MOST_KNOWN + 1):
        play = on(facing(4, 3).scene)
        hurt(play, "Ann")
        assert list(play.those(asked)) == ["Ann"]
    assert len(_known) <= MOST_KNOWN


def test_changed_are_those_who_come_and_nobody_who_goes() -> None:
    ann, bob, cy = (Combatant(name, 1, "red", 0, {}) for name in ("Ann", "Bob", "Cy"))
    assert list(changed_keys({"Ann": ann}, {"Ann": ann, "Bob": bob})) == ["Bob"]
    assert list(changed_keys({"Ann": ann, "Bob": bob}, {"Bob": bob})) == []
    assert list(changed_keys({"Ann": ann, "Bob": bob}, {"Bob": bob, "Cy": cy})) == ["Cy"]


@given(st.lists(st.tuples(st.sampled_from(("replace", "leave", "come")), st.sampled_from("abcdef")), max_size=8))
def test_changed_are_those_who_are_not_the_very_same_in_order(changes: list[tuple[str, str]]) -> None:
    before = {name: Combatant(name, 1, "red", 0, {}) for name in "abcd"}
    after = dict(before)
    for change, name in changes:
        if change == "leave" or name not in after:
            after.pop(name, None)
        if change == "come" or (change == "replace" and name in after):
            after[name] = Combatant(name, 1, "red", 1, {})
    assert list(changed_keys(before, after)) == [name for name in after if before.get(name) is not after[name]]
