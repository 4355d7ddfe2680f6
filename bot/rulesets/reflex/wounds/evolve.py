"""The scene after an attack or an injury: nothing is decided and nothing rolled here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import restated, with_state
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Item, Lies, Pace, Recoil, Stance, State, Weapon
from bot.rulesets.reflex.wounds import events as happened

_with = msgspec.structs.replace


def evolve(scene: ReflexScene, event: Event) -> ReflexScene:
    """The scene after one event of EVENTS_COMBAT."""
    if isinstance(event, happened.TookCover):
        return restated(scene, event.actor, lambda state: _took_cover(state, event))
    change = _CHANGES.get(type(event))
    if change is None:
        return scene
    return with_state(scene, event.actor, change(scene.combatants[event.actor].state, event))


def _shot_fired(state: State, event: happened.ShotFired) -> State:
    fired = _with(state.weapons[event.weapon], loaded=event.loaded)
    carried = Recoil(event.weapon, event.recoil)
    return _with(state, weapons={**state.weapons, event.weapon: fired}, carried=carried)


def _took_cover(state: State, event: happened.TookCover) -> State:
    return _with(state, cover=event.cover, cover_parts=event.parts)


def _wounded(state: State, event: happened.Wounded) -> State:
    if event.virtual:
        return _with(state, virtual={**state.virtual, event.place: event.after})
    return _with(state, wounds={**state.wounds, event.place: event.after})


def _halted(state: State) -> State:
    return _with(state, moving=Pace.STILL, moved_m=0)


def _shocked(state: State, _: happened.Shocked) -> State:
    return _with(_halted(state), shock=True, shocked=True, out=True)


def _destabilized(state: State, event: happened.Destabilized) -> State:
    return _with(state, unstable=True, unstable_in=event.period)


def _knocked_out(state: State, event: happened.KnockedOut) -> State:
    limp = _with(_halted(state), unconscious=True, unconscious_for_scene=event.for_scene, stance=Stance.PRONE)
    return _let_go(limp, (*limp.weapons, *limp.items))


def _lost_hold(state: State, event: happened.LostHold) -> State:
    return _let_go(state, event.things)


def _let_go(state: State, things: tuple[str, ...]) -> State:
    weapons = {key: _dropped_weapon(weapon) if key in things else weapon for key, weapon in state.weapons.items()}
    items = {key: _dropped_item(item) if key in things else item for key, item in state.items.items()}
    return _with(state, weapons=weapons, items=items)


def _dropped_weapon(weapon: Weapon) -> Weapon:
    return _with(weapon, held_with=0, bipod_down=False, lies=Lies.NEAR) if weapon.held_with else weapon


def _dropped_item(item: Item) -> Item:
    return _with(item, held=False, lies=Lies.NEAR) if item.held else item


def _fell_down(state: State, _: happened.FellDown) -> State:
    return _with(_halted(state), stance=Stance.PRONE)


def _limb_tested(state: State, event: happened.LimbTested) -> State:
    return _with(state, lost=(*state.lost, event.place)) if event.lost else state


def _worsened(state: State, event: happened.Worsened) -> State:
    return _with(state, wounds={**state.wounds, **{place: after for place, _, after in event.changes}})


def _died(state: State, _: happened.Died) -> State:
    return _let_go(_with(_halted(state), dead=True, stance=Stance.PRONE), (*state.weapons, *state.items))


def _healed(state: State, event: happened.Healed) -> State:
    if event.virtual:
        return _with(state, virtual={**state.virtual, event.place: event.after})
    return _with(state, wounds={**state.wounds, event.place: event.after})


def _stabilized(state: State, _: happened.Stabilized) -> State:
    return _with(state, unstable=False)


def _woke(state: State, _: happened.Woke) -> State:
    return _with(state, unconscious=False, unconscious_for_scene=False, shock=False, out=False, dazed=False)


_CHANGES: Mapping[type[Event], Callable[[State, Any], State]] = {
    happened.ShotFired: _shot_fired,
    happened.Wounded: _wounded,
    happened.Shocked: _shocked,
    happened.Destabilized: _destabilized,
    happened.KnockedOut: _knocked_out,
    happened.LostHold: _lost_hold,
    happened.FellDown: _fell_down,
    happened.LimbTested: _limb_tested,
    happened.Worsened: _worsened,
    happened.Died: _died,
    happened.Healed: _healed,
    happened.Stabilized: _stabilized,
    happened.Woke: _woke,
}
