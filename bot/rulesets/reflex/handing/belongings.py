"""A thing is at one place only: with it go its place on the sheet, its Wear and the fuse that burns in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from bot.core.ground.places import Place, distance_cm
from bot.core.scene import restated, unique_name, with_combatant, with_scene_state
from bot.rulesets.reflex.checks.labels import another
from bot.rulesets.reflex.kinds import Lies
from bot.rulesets.reflex.kit import Fuse, Item, Weapon
from bot.rulesets.reflex.person.consciousness import is_down
from bot.rulesets.reflex.person.gear import belongings, is_in_hand
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.throws.lit_fuses import is_own, next_number, own_fuse, thrown_at, without_fuse

_with = msgspec.structs.replace
Section = Literal["weapons", "items"]


def in_the_open(state: State) -> dict[str, Weapon | Item]:
    """Return what everybody can see lying at somebody: what was dropped, and what the hands of who is down hold."""
    down = is_down(state)
    return {
        key: thing
        for key, thing in belongings(state).items()
        if thing.lies is Lies.NEAR or (down and is_in_hand(thing))
    }


def live(state: State) -> dict[str, Fuse]:
    """Return the fuses that burn where somebody is and were thrown there, by what tells them apart."""
    return {another(fuse.item, fuse.number): fuse for fuse in state.kit.fuses if not is_own(fuse)}


def lying(state: State) -> Iterable[str]:
    """Return what may be picked up at somebody, by name."""
    return (*in_the_open(state), *live(state))


def live_at(scene: ReflexScene, place: Place) -> dict[tuple[str, str], int]:
    """Return by with whom they are kept and by name how many centimetres live grenades lie from a place."""
    return {
        (actor, name): distance_cm(place, fuse.place)
        for actor, each in scene.combatants.items()
        for name, fuse in live(each.state).items()
        if fuse.place
    }


def new_name(state: State, item: str) -> str:
    """Return what somebody calls a thing that it is given: by its name, with a number where it has one so called."""
    return unique_name(belongings(state), item)


def handed_on(
    scene: ReflexScene, giver: str, item: str, taker: str, into: str, hands: int, hand: str, number: int = 0
) -> ReflexScene:
    """Return the scene in which a thing is in the hands of ``taker``, who calls it ``into``.

    With a ``number`` it is the live grenade of that number at ``giver``, which is a thing of whoever threw it.
    """
    state = scene.combatants[giver].state
    fuse = _burning(state, item, number) if number else own_fuse(state, item)
    thrown = thrown_at(giver, item, fuse.number) if fuse else ""
    by = scene.state.throwers.get(thrown, "")
    if fuse:
        scene = restated(scene, giver, lambda state: without_fuse(state, _burning(state, item, fuse.number)))
    owner = by if number else giver
    there = owner in scene.combatants and item in belongings(scene.combatants[owner].state)
    scene = _given(scene, owner, item, taker, into) if there else _found(scene, taker, into, fuse)
    scene = restated(scene, taker, lambda state: _in_hands(state, into, hands, hand))
    return _lit(scene, taker, into, fuse, thrown, by) if fuse else scene


def _burning(state: State, item: str, number: int) -> Fuse | None:
    return next((fuse for fuse in state.kit.fuses if (fuse.item, fuse.number) == (item, number)), None)


def _found(scene: ReflexScene, taker: str, into: str, fuse: Fuse | None) -> ReflexScene:
    """Return the scene in which somebody has a grenade that was of nobody who is still here."""
    thing = Item(name=into, explosive=fuse.explosive if fuse else "")
    entry = {"name": into, "explosive": thing.explosive}
    return _put(scene, taker, "items", into, thing, entry)


def _given(scene: ReflexScene, owner: str, item: str, taker: str, into: str) -> ReflexScene:
    """Return the scene in which a thing of ``owner`` is one of ``taker``, with its Wear."""
    if (owner, item) == (taker, into):
        return scene
    kit = scene.combatants[owner].state.kit
    section: Section = "items" if item in kit.items else "weapons"
    thing, entries = getattr(kit, section)[item], _entries(scene, owner, section)
    kept = {field: getattr(kit, field)[item] for field in _BY_NAME if item in getattr(kit, field)}
    scene = _sheeted(scene, owner, section, _less(entries, item))
    scene = restated(scene, owner, lambda state: _without(state, section, item))
    scene = _put(scene, taker, section, into, _with(thing, name=into), {**entries[item], "name": into})
    return restated(scene, taker, lambda state: _with_marks(state, into, kept))


_BY_NAME = ("wear", "broken", "patched")
"""What a kit keeps of a thing beside it, which goes with the thing."""


def _without(state: State, section: Section, item: str) -> State:
    left = {field: _less(getattr(state.kit, field), item) for field in (*_BY_NAME, "reloading", section)}
    return state.with_kit(**left, helped=tuple(key for key in state.kit.helped if key != item))


def _less(named: Mapping[str, Any], item: str) -> dict[str, Any]:
    return {key: value for key, value in named.items() if key != item}


def _with_marks(state: State, into: str, kept: Mapping[str, Any]) -> State:
    return state.with_kit(**{field: {**getattr(state.kit, field), into: value} for field, value in kept.items()})


def _put(
    scene: ReflexScene, taker: str, section: Section, into: str, thing: Weapon | Item, entry: Mapping[str, Any]
) -> ReflexScene:
    scene = _sheeted(scene, taker, section, {**_entries(scene, taker, section), into: entry})
    things = {**getattr(scene.combatants[taker].state.kit, section), into: thing}
    return restated(scene, taker, lambda state: state.with_kit(**{section: things}))


def _entries(scene: ReflexScene, actor: str, section: Section) -> dict[str, Mapping[str, Any]]:
    """Return the entries of a sheet by what its things are called, which stand in the same order."""
    combatant = scene.combatants[actor]
    return dict(zip(getattr(combatant.state.kit, section), combatant.sheet.get(section, ()), strict=True))


def _sheeted(scene: ReflexScene, actor: str, section: Section, entries: Mapping[str, Mapping[str, Any]]) -> ReflexScene:
    """Return the scene with these entries on a sheet, each with its name written down, which stays when others go."""
    combatant = scene.combatants[actor]
    sheet = {**combatant.sheet, section: [{**entry, "name": key} for key, entry in entries.items()]}
    return with_combatant(scene, _with(combatant, sheet=sheet))


def _in_hands(state: State, into: str, hands: int, hand: str) -> State:
    if into in state.kit.weapons:
        return state.with_weapon(into, held_with=hands, hand=hand, lies=Lies.CARRIED, bipod_down=False)
    return state.with_item(into, held=True, hands=hands, hand=hand, lies=Lies.CARRIED, worn=False)


def _lit(scene: ReflexScene, taker: str, into: str, fuse: Fuse, thrown: str, by: str) -> ReflexScene:
    """Return the scene in which the fuse burns in the hand; whoever threw it is still known as who did."""
    number = next_number(scene.combatants[taker].state, into)
    burning = Fuse(into, fuse.explosive, fuse.tick, number=number)
    scene = restated(scene, taker, lambda state: state.with_kit(fuses=(*state.kit.fuses, burning)))
    throwers = _less(scene.state.throwers, thrown)
    if by:
        throwers[thrown_at(taker, into, number)] = by
    return with_scene_state(scene, throwers=throwers)
