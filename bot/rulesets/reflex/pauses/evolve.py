"""The scene after what people do in a pause: nothing is decided and nothing rolled here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import restated
from bot.rulesets.reflex.equipment.events import EquipmentHit
from bot.rulesets.reflex.pauses import events as happened
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Attempt, Broken, Degree, Lies, Stance, State
from bot.rulesets.reflex.time.events import (
    ExchangeBegan,
    ExchangeEnded,
    Moved,
    PauseBegan,
    PauseEnded,
    PauseMoved,
    Reloaded,
)
from bot.rulesets.reflex.vehicles.events import VehicleHit
from bot.rulesets.reflex.wounds.events import Wounded

_with = msgspec.structs.replace
LIFESAVING = "lifesaving"


def evolve(scene: ReflexScene, event: Event) -> ReflexScene:
    """The scene after one event of EVENTS_OPERATIONS; what somebody does or suffers in one counts at once."""
    if isinstance(event, happened.Injected):
        scene = restated(scene, event.target, lambda state: _with(state, eased=True))
    change = _CHANGES.get(type(event))
    if change is None:
        return scene
    whose = event.target if isinstance(event, _OF_THE_TARGET) and event.target else event.actor
    return restated(scene, whose, lambda state: change(state, event))


_OF_THE_TARGET = (happened.Repaired,)


def _operation_chosen(state: State, event: happened.OperationChosen) -> State:
    return _with(state, task=event.task, initiative=0)


def _mounted(state: State, event: happened.Mounted) -> State:
    weapon = _with(state.weapons[event.weapon], fixed_mount=event.up)
    return _with(state, weapons={**state.weapons, event.weapon: weapon})


def _dressed(state: State, event: happened.Dressed) -> State:
    load = state.encumbrance if event.load is None else event.load
    if event.item in state.items:
        item = _with(state.items[event.item], worn=event.on, lies=Lies.CARRIED if event.on else Lies.NEAR)
        return _with(state, items={**state.items, event.item: item}, encumbrance=load)
    pieces = (*state.armor, *state.doffed)
    moved = tuple(piece for piece in pieces if piece.name == event.item)
    armor, doffed = (tuple(piece for piece in worn if piece not in moved) for worn in (state.armor, state.doffed))
    if event.on:
        return _with(state, armor=(*armor, *moved), doffed=doffed, encumbrance=load)
    return _with(state, armor=armor, doffed=(*doffed, *moved), encumbrance=load)


def _repaired(state: State, event: happened.Repaired) -> State:
    """One period more than it holds: the one of the work itself is counted off with the rest."""
    if not event.periods:
        return state
    broken = {item: how for item, how in state.broken.items() if item != event.item}
    return _with(state, broken=broken, patched={**state.patched, event.item: event.periods + 1})


def _repair_aged(state: State, event: happened.RepairAged) -> State:
    return _with(state, patched={**state.patched, event.item: event.left})


def _repair_failed(state: State, event: happened.RepairFailed) -> State:
    return _with(_unpatched(state, event.item), broken={**state.broken, event.item: Broken.DISABLED.value})


def _unpatched(state: State, item: str) -> State:
    return _with(state, patched={key: left for key, left in state.patched.items() if key != item})


def _watch_kept(state: State, event: happened.WatchKept) -> State:
    return _with(state, watch=event.outcome.margin)


def _schemed(state: State, event: happened.Schemed) -> State:
    return _with(state, scheme=Attempt(event.scheme.value, event.outcome.margin))


def _scheme_settled(state: State, event: happened.SchemeSettled) -> State:
    return _with(state, scheme=None, bonus=event.bonus)


def _withdrew(state: State, _: happened.Withdrew) -> State:
    return _with(state, withdrawn=True)


def _weapons_reset(state: State, event: happened.WeaponsReset) -> State:
    weapons = dict(state.weapons)
    for key, loaded, spare in event.loads:
        weapons[key] = _with(weapons[key], loaded=loaded, spare=spare)
    for key in event.stowed:
        if key in weapons:
            weapons[key] = _with(weapons[key], held_with=0, bipod_down=False)
    items = {key: _with(item, held=False) if key in event.stowed else item for key, item in state.items.items()}
    return _with(state, weapons=weapons, items=items, reloading={}, helped=())


def _assisted(state: State, event: happened.Assisted) -> State:
    weapon = _with(state.weapons[event.weapon], loaded=event.loaded, spare=event.spare)
    weapons = {**state.weapons, event.weapon: weapon}
    done = {key: count for key, count in state.reloading.items() if key != event.weapon}
    if event.done >= event.needed:
        return _with(state, weapons=weapons, reloading=done)
    return _with(
        state, weapons=weapons, reloading={**done, event.weapon: event.done}, helped=(*state.helped, event.weapon)
    )


def _aid_began(state: State, event: happened.AidBegan) -> State:
    """Only the worst that one has to deal with in a scene counts (text 003, line 1384)."""
    worst = max(state.threats.get(LIFESAVING, 0), event.degree)
    return _with(state, threats={**state.threats, LIFESAVING: worst})


def _aid_given(state: State, event: happened.AidGiven) -> State:
    """A life that is saved weighs on nobody any more (text 003, lines 1382-1383)."""
    if not event.outcome.succeeded or state.threats.get(LIFESAVING, 0) > event.degree:
        return state
    return _with(state, threats={key: amount for key, amount in state.threats.items() if key != LIFESAVING})


def _revived(state: State, event: happened.Revived) -> State:
    alive = _with(state, dead=False, dead_for=0, unconscious=True, unconscious_for_scene=True, stance=Stance.PRONE)
    return _with(alive, unstable_in=event.period)


def _injected(state: State, event: happened.Injected) -> State:
    item = _with(state.items[event.item], units=event.left)
    return _with(state, items={**state.items, event.item: item})


_CHANGES: Mapping[type[Event], Callable[[State, Any], State]] = {
    happened.OperationChosen: _operation_chosen,
    happened.Mounted: _mounted,
    happened.Dressed: _dressed,
    happened.Repaired: _repaired,
    happened.RepairAged: _repair_aged,
    happened.RepairFailed: _repair_failed,
    happened.WatchKept: _watch_kept,
    happened.Schemed: _schemed,
    happened.SchemeSettled: _scheme_settled,
    happened.Withdrew: _withdrew,
    happened.WeaponsReset: _weapons_reset,
    happened.Assisted: _assisted,
    happened.AidBegan: _aid_began,
    happened.AidGiven: _aid_given,
    happened.Revived: _revived,
    happened.Injected: _injected,
}


def _hurt(scene: ReflexScene, event: Wounded) -> ReflexScene:
    """Whoever is hurt loses what it was about (text 003, line 355)."""
    state = scene.combatants[event.actor].state
    if not state.task or event.virtual or event.degree is Degree.NONE:
        return scene
    return restated(scene, event.actor, lambda state: _with(state, disturbed=True))


def _every(scene: ReflexScene, change: Callable[[State], State]) -> ReflexScene:
    everyone = {actor: _with(combatant, state=change(combatant.state)) for actor, combatant in scene.combatants.items()}
    return _with(scene, combatants=everyone)


def _exchange_began(scene: ReflexScene, _: ExchangeBegan) -> ReflexScene:
    return _every(scene, lambda state: _with(state, task="", disturbed=False))


def _period_ended(scene: ReflexScene, _: ExchangeEnded | PauseEnded) -> ReflexScene:
    return _every(
        scene,
        lambda state: _with(
            state, watch=None, scheme=None, task="", disturbed=False, dead_for=state.dead_for + bool(state.dead)
        ),
    )


def _pause_began(scene: ReflexScene, _: PauseBegan) -> ReflexScene:
    """The bonus of a hasty ambush counts only in the exchange that follows at once (text 003, line 333)."""
    return _every(scene, lambda state: _with(state, bonus=0))


def _thing_hit(scene: ReflexScene, event: EquipmentHit) -> ReflexScene:
    return _broke(scene, event.actor, event.item) if event.broken else scene


def _vehicle_hit(scene: ReflexScene, event: VehicleHit) -> ReflexScene:
    return _broke(scene, event.target, event.place) if event.broken else scene


def _broke(scene: ReflexScene, actor: str, item: str) -> ReflexScene:
    return restated(scene, actor, lambda state: _unpatched(state, item))


def _reloaded(scene: ReflexScene, event: Reloaded) -> ReflexScene:
    helped = tuple(key for key in scene.combatants[event.actor].state.helped if key != event.weapon)
    return restated(scene, event.actor, lambda state: _with(state, helped=helped))


def _walked(scene: ReflexScene, event: Moved | PauseMoved) -> ReflexScene:
    """A weapon on its tripod stays where it stands (ours)."""
    state = scene.combatants[event.actor].state
    left = {
        key: _with(weapon, held_with=0, lies=Lies.AWAY) if weapon.tripod and weapon.fixed_mount else weapon
        for key, weapon in state.weapons.items()
    }
    return restated(scene, event.actor, lambda state: _with(state, weapons=left))


LISTENS: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {
    Wounded: _hurt,
    ExchangeBegan: _exchange_began,
    ExchangeEnded: _period_ended,
    PauseBegan: _pause_began,
    PauseEnded: _period_ended,
    EquipmentHit: _thing_hit,
    VehicleHit: _vehicle_hit,
    Reloaded: _reloaded,
    Moved: _walked,
    PauseMoved: _walked,
}
