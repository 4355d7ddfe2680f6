"""The scene: who may act, what is known of distances, and that whoever leaves is gone from every part of it."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.folding import remembered, reopened
from bot.core.scene import (
    MOST_CHANGES,
    Combatant,
    Scene,
    changed_keys,
    pair,
    restated,
    same_people,
    unique_name,
    with_combatant,
    with_state,
    without_combatant,
)
from bot.core.timeline import Agenda, Slot, agenda

Plain = Scene[int, None]
NAMES = ("Ann", "Bob", "Cy")


def someone(actor: str, state: int = 0, owner: int = 1) -> Combatant[int]:
    return Combatant(actor, owner, "red", state, {})


def peopled(*slots: Slot) -> Plain:
    people = {name: someone(name, state) for state, name in enumerate(NAMES)}
    return reopened(Scene(None, combatants=people, agenda=agenda(slots)))


def slot(key: int, actor: str) -> Slot:
    return Slot((key,), actor, ("act",))


def replanned(scene: Plain, *slots: Slot) -> Plain:
    return reopened(msgspec.structs.replace(scene, agenda=agenda(slots)))


def acting(scene: Plain) -> list[str]:
    return [slot.actor for slot in scene.entitled()]


def test_the_game_masters_combatants_are_guarded() -> None:
    assert someone("Thug", owner=0).guarded
    assert not someone("Ann", owner=7).guarded


def test_all_on_the_earliest_key_may_act_together() -> None:
    assert acting(peopled(slot(-9, "Bob"), slot(-9, "Ann"), slot(-3, "Cy"))) == ["Ann", "Bob"]


def test_those_who_act_together_are_judged_by_the_state_at_the_opening() -> None:
    scene = peopled(slot(-9, "Ann"), slot(-9, "Bob"))
    hurt = reopened(with_state(scene, "Bob", 99))
    assert hurt.combatants["Bob"].state == 99
    assert hurt.opening == {"Ann": 0, "Bob": 1}


def test_others_find_somebody_as_at_the_opening_whatever_has_happened_since() -> None:
    scene = peopled(slot(-9, "Ann"), slot(-9, "Bob"))
    hurt = remembered(scene, with_state(scene, "Cy", 99), "Cy")
    again = remembered(hurt, with_state(hurt, "Cy", 100), "Cy")
    assert again.before == {"Cy": 2}
    assert replanned(again, slot(-3, "Bob")).before == {}


def test_nothing_is_remembered_of_who_did_not_change_or_is_not_there() -> None:
    scene = peopled(slot(-9, "Ann"))
    assert remembered(scene, scene, "Ann") is remembered(scene, scene, "Nemo") is scene
    idle = peopled()
    assert remembered(idle, with_state(idle, "Ann", 5), "Ann").before == {}
    assert remembered(scene, without_combatant(scene, "Bob"), "Bob").before == {}


def test_what_is_set_right_counts_at_once_for_everybody() -> None:
    scene = restated(peopled(slot(-9, "Ann"), slot(-9, "Bob")), "Ann", lambda state: state + 50)
    assert (scene.combatants["Ann"].state, scene.opening, scene.before) == (50, {"Ann": 50, "Bob": 1}, {"Ann": 50})
    assert restated(peopled(), "Ann", lambda state: state + 50).before == {}


def test_whoever_moves_onto_the_key_being_played_waits_until_the_others_are_done() -> None:
    scene = replanned(peopled(slot(-9, "Ann"), slot(-3, "Bob")), slot(-9, "Ann"), slot(-9, "Bob"))
    assert acting(scene) == ["Ann"]
    assert acting(replanned(scene, slot(-9, "Bob"))) == ["Bob"]


def test_an_earlier_key_that_comes_up_is_played_at_once() -> None:
    scene = replanned(peopled(slot(-9, "Ann"), slot(-3, "Bob")), slot(-10, "Bob"), slot(-9, "Ann"))
    assert acting(scene) == ["Bob"]
    assert acting(replanned(scene, slot(-9, "Ann"))) == ["Ann"]


def test_what_comes_before_the_key_being_played_entitles_nobody_until_it_is_opened() -> None:
    scene = msgspec.structs.replace(peopled(slot(-9, "Ann")), agenda=agenda((slot(-10, "Bob"), slot(-9, "Ann"))))
    assert acting(scene) == ["Ann"]
    assert acting(reopened(scene)) == ["Bob"]


def test_an_empty_agenda_opens_nothing() -> None:
    scene = peopled()
    assert (scene.opened, scene.opening, scene.entitled()) == (None, {}, ())


def test_the_next_slot_of_somebody_may_be_later() -> None:
    scene = peopled(slot(-9, "Ann"), slot(-3, "Bob"))
    assert scene.slot("Bob") == slot(-3, "Bob")
    assert scene.slot("Cy") is None


def test_a_distance_has_no_direction() -> None:
    scene: Plain = Scene(None, ranges_m={pair("Ann", "Bob"): 12.5})
    assert scene.range_m("Bob", "Ann") == scene.range_m("Ann", "Bob") == 12.5
    assert scene.range_m("Ann", "Cy") is None


def test_a_combatant_is_replaced_whole_or_by_its_state() -> None:
    scene = with_combatant(peopled(), someone("Ann", 5))
    assert scene.combatants["Ann"].state == 5
    assert with_state(scene, "Ann", 6).combatants["Ann"] == someone("Ann", 6)


agendas = st.lists(st.builds(slot, st.integers(-5, 5), st.sampled_from(NAMES)), max_size=6)


@given(agendas, st.sampled_from(NAMES))
def test_whoever_leaves_is_gone_from_every_part(slots: list[Slot], actor: str) -> None:
    ranges_m = {pair("Ann", "Bob"): 1.0, pair("Bob", "Cy"): 2.0, pair("Ann", "Cy"): 3.0}
    scene = msgspec.structs.replace(peopled(*slots), ranges_m=ranges_m)
    left = reopened(without_combatant(scene, actor))
    assert actor.encode() not in msgspec.json.encode(left)
    assert set(left.combatants) == set(NAMES) - {actor}
    assert len(left.ranges_m) == 1


@given(agendas)
def test_somebody_may_act_as_long_as_the_agenda_is_not_empty(slots: list[Slot]) -> None:
    scene = peopled(*slots)
    left: Agenda = scene.agenda
    while left:
        assert {entitled.key for entitled in scene.entitled()} == {left[0].key}
        left = left[1:]
        scene = replanned(scene, *left)
    assert scene.entitled() == ()


@pytest.mark.parametrize(
    ("taken", "actor"), [((), "Guard"), (("Guard",), "Guard#2"), (("Guard", "Guard#2", "Guard#3"), "Guard#4")]
)
def test_equal_names_are_kept_apart(taken: tuple[str, ...], actor: str) -> None:
    assert unique_name(dict.fromkeys(taken), "Guard") == actor


def test_things_of_one_name_are_told_apart_behind_a_mark_of_their_own() -> None:
    assert unique_name(["Pistol", "Pistol 2"], "Pistol", " ") == "Pistol 3"


@pytest.mark.parametrize(("owner", "seen"), [(1, False), (0, True)])
def test_only_the_gms_see_the_hidden(owner: int, seen: bool) -> None:
    scene = with_combatant(peopled(), someone("Ann", owner=owner))
    scene = with_combatant(scene, msgspec.structs.replace(someone("Spy", owner=0), hidden=True))
    assert (scene.sees("Ann", "Spy"), scene.sees("Ann", "Ann"), scene.sees("Ann", "Nobody")) == (seen, True, False)
    assert scene.meant("Ann", "spy") == ("Spy" if seen else None)


def test_an_id_is_meant_before_another_in_other_letters() -> None:
    scene = with_combatant(with_combatant(peopled(), someone("ANN")), someone("ann"))
    assert [scene.meant("ANN", wanted) for wanted in ("ann", "ANN", "aNN", "Bea")] == ["ann", "ANN", "Ann", None]


@given(agendas)
def test_the_kinds_of_somebody_are_those_of_all_its_slots_that_may_be_used(slots: list[Slot]) -> None:
    scene = peopled(*slots)
    for _ in range(2):
        for name in NAMES:
            kinds = tuple(kind for slot in scene.entitled() if slot.actor == name for kind in slot.kinds)
            assert scene.kinds_now(name) == kinds
        scene = msgspec.structs.replace(scene, agenda=agenda((*scene.agenda, slot(-9, "Cy"))))


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
    assert same_people(before, after) == ([*before] == [*after])


WAYS = ("change", "change", "back", "aside", "leave", "come")


@given(st.lists(st.tuples(st.sampled_from(WAYS), st.sampled_from("abcdef")), max_size=MOST_CHANGES + 8))
def test_changed_are_found_by_what_was_done_to_them(changes: list[tuple[str, str]]) -> None:
    first = scene = Scene(None, combatants={name: someone(name) for name in "abcd"})
    for way, name in changes:
        if way == "come":
            scene = with_combatant(scene, someone(name))
        elif way == "leave":
            scene = without_combatant(scene, name)
        elif name in scene.combatants:
            changed = with_state(scene, name, 1)
            gone_back = with_combatant(changed, first.combatants.get(name, changed.combatants[name]))
            scene = {"change": changed, "back": gone_back, "aside": scene}[way]
        before, after = first.combatants, scene.combatants
        assert list(changed_keys(before, after)) == [each for each in after if before.get(each) is not after[each]]
        assert same_people(before, after) == ([*before] == [*after])
