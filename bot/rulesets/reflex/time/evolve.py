"""The scene after what happens in time: nothing is decided and nothing rolled here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import restated, with_state
from bot.rulesets.reflex.person.corrections import corrected
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Broken, Lies, Pace, State
from bot.rulesets.reflex.time import events as happened

_with = msgspec.structs.replace


def evolve(scene: ReflexScene, event: Event) -> ReflexScene:
    """The scene after one event of EVENTS_TIME."""
    if isinstance(event, happened.Corrected):
        period = (scene.ground.exchange, scene.ground.pauses)
        return restated(scene, event.actor, lambda state: corrected(state, event, period))
    phase = _PHASES.get(type(event))
    if phase is not None:
        return phase(scene, event)
    return _own(scene, event, _CHANGES[type(event)])


def _own(scene: ReflexScene, event: Event, change: Callable[[State, Any], State]) -> ReflexScene:
    """What somebody does itself counts at once, also for what it does next on the same tick."""
    if event.actor in scene.opening:
        opening = {**scene.opening, event.actor: change(scene.opening[event.actor], event)}
        scene = _with(scene, opening=opening)
    return with_state(scene, event.actor, change(scene.combatants[event.actor].state, event))


def _exchange_began(scene: ReflexScene, event: happened.ExchangeBegan) -> ReflexScene:
    ground = _with(scene.ground, phase="exchange", exchange=event.exchange, pauses=0, played=False)
    return _everyone(_with(scene, ground=ground), _fresh)


def _fresh(state: State) -> State:
    surrendered = state.choice == "surrender"
    idle = _with(_settled(state), out=False, dazed=False, choice="", acted=False)
    return _with(idle, initiative=None, surrendered=surrendered)


def _settled(state: State) -> State:
    """What does not outlast an exchange or a pause is over."""
    return _with(state, moving=Pace.STILL, moved_m=0, carried=None)


def _exchange_ended(scene: ReflexScene, _event: happened.ExchangeEnded) -> ReflexScene:
    return _choices(scene)


def _choices(scene: ReflexScene) -> ReflexScene:
    ended = _everyone(_with(scene, ground=_with(scene.ground, phase="choice")), _settled)
    return _everyone(ended, _unchosen)


def _unchosen(state: State) -> State:
    """Before the next choice; a bonus for pressing that brought no initiative is gone."""
    return _with(state, initiative=None, out=False, dazed=False, choice="", pressed=False)


def _pause_began(scene: ReflexScene, event: happened.PauseBegan) -> ReflexScene:
    ground = _with(scene.ground, phase="pause", pauses=event.pauses)
    return _everyone(_with(scene, ground=ground), lambda state: _with(_settled(state), pressed=False))


def _pause_ended(scene: ReflexScene, _event: happened.PauseEnded) -> ReflexScene:
    return _choices(scene)


def _fight_decided(scene: ReflexScene, _event: happened.FightDecided) -> ReflexScene:
    return _with(scene, ground=_with(scene.ground, decided=True))


def _everyone(scene: ReflexScene, change: Callable[[State], State]) -> ReflexScene:
    everyone = {actor: _with(combatant, state=change(combatant.state)) for actor, combatant in scene.combatants.items()}
    return _with(scene, combatants=everyone)


def _time_spent(scene: ReflexScene, event: happened.TimeSpent) -> ReflexScene:
    unseen = scene.apart and scene.combatants[event.actor].hidden
    played = scene if scene.ground.played or unseen else _with(scene, ground=_with(scene.ground, played=True))
    return _own(played, event, _later)


def _later(state: State, event: happened.TimeSpent) -> State:
    over: dict[str, Any] = {"moving": Pace.STILL, "moved_m": 0} if event.ticks else {}
    steady: dict[str, Any] = {"carried": None} if event.steadied else {}
    return _with(state, initiative=event.initiative, acted=True, **over, **steady)


_PHASES: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {
    happened.ExchangeBegan: _exchange_began,
    happened.ExchangeEnded: _exchange_ended,
    happened.PauseBegan: _pause_began,
    happened.PauseEnded: _pause_ended,
    happened.FightDecided: _fight_decided,
    happened.TimeSpent: _time_spent,
}


def _composure_checked(state: State, event: happened.ComposureChecked) -> State:
    return _with(state, shock=not event.outcome.succeeded, dazed=not event.outcome.succeeded)


def _initiative_rolled(state: State, event: happened.InitiativeRolled) -> State:
    return _with(state, initiative=event.initiative, rolled=True, pressed=False, bonus=0)


def _pressed(state: State, _event: happened.Pressed) -> State:
    return _with(state, choice="press", pressed=True)


def _held(state: State, event: happened.Held) -> State:
    nerve = event.outcome is None or event.outcome.succeeded
    return _with(state, choice="hold" if nerve else "press", pressed=False)


def _surrendered(state: State, _event: happened.Surrendered) -> State:
    return _with(state, choice="surrender", pressed=False, surrendered=True)


def _pause_moved(state: State, event: happened.PauseMoved) -> State:
    return _gone(_with(state, moved_m=event.distance_m))


def _unchanged(state: State, _event: Event) -> State:
    return state


def _switched(state: State, event: happened.Switched) -> State:
    return _with(state, items={**state.items, event.item: _with(state.items[event.item], active=event.active)})


def _stance_changed(state: State, event: happened.StanceChanged) -> State:
    return _with(_folded_up(state), stance=event.stance)


def _moved(state: State, event: happened.Moved) -> State:
    return _gone(_with(state, moving=event.pace, moved_m=event.distance_m, boarding="", boarded=0))


def _gone(state: State) -> State:
    """Somebody who has moved: what was dropped and any cover stay behind, and no bipod stands."""
    state = _folded_up(state)
    weapons = {key: _left(weapon) for key, weapon in state.weapons.items()}
    items = {key: _left(item) for key, item in state.items.items()}
    return _with(state, weapons=weapons, items=items, cover="", cover_parts="")


def _left(thing: Any) -> Any:
    return _with(thing, lies=Lies.AWAY) if thing.lies == Lies.NEAR else thing


def _folded_up(state: State) -> State:
    folded = {key: _with(weapon, bipod_down=False) for key, weapon in state.weapons.items()}
    return _with(state, weapons=folded)


def _boarded(state: State, event: happened.Boarded) -> State:
    done = event.done == event.needed
    return _with(state, boarding="" if done else event.what, boarded=0 if done else event.done)


def _braced(state: State, event: happened.Braced) -> State:
    return _armed(state, event.weapon, bipod_down=event.down)


def _armed(state: State, key: str, **changes: Any) -> State:
    return _with(state, weapons={**state.weapons, key: _with(state.weapons[key], **changes)})


def _equipped(state: State, key: str, **changes: Any) -> State:
    return _with(state, items={**state.items, key: _with(state.items[key], **changes)})


def _ditched(state: State, event: happened.Ditched) -> State:
    if event.item in state.weapons:
        return _armed(state, event.item, held_with=0, lies=Lies.NEAR, bipod_down=False)
    if event.item not in state.items:
        return _shed(state, event)
    return _equipped(state, event.item, held=False, worn=False, lies=Lies.NEAR, damaged=event.damaged)


def _shed(state: State, event: happened.Ditched) -> State:
    """Armour is off; what was torn is of no use until it is repaired."""
    shed = tuple(piece for piece in state.armor if piece.name == event.item)
    broken = {**state.broken, event.item: Broken.DISABLED.value} if event.damaged else state.broken
    left = tuple(piece for piece in state.armor if piece not in shed)
    return _with(state, armor=left, doffed=(*state.doffed, *shed), broken=broken)


def _readied(state: State, event: happened.Readied) -> State:
    if event.item in state.weapons:
        return _armed(state, event.item, held_with=event.hands, hand=event.hand, lies=Lies.CARRIED)
    return _equipped(state, event.item, held=True, hand=event.hand, lies=Lies.CARRIED)


def _stowed(state: State, event: happened.Stowed) -> State:
    if event.item in state.weapons:
        return _armed(state, event.item, held_with=0, bipod_down=False)
    return _equipped(state, event.item, held=False)


def _reloaded(state: State, event: happened.Reloaded) -> State:
    done = {key: count for key, count in state.reloading.items() if key != event.weapon}
    if event.done < event.needed:
        done[event.weapon] = event.done
    return _with(_armed(state, event.weapon, loaded=event.loaded, spare=event.spare), reloading=done)


_CHANGES: Mapping[type[Event], Callable[[State, Any], State]] = {
    happened.ComposureChecked: _composure_checked,
    happened.InitiativeRolled: _initiative_rolled,
    happened.Pressed: _pressed,
    happened.Held: _held,
    happened.Surrendered: _surrendered,
    happened.Rested: _unchanged,
    happened.PauseMoved: _pause_moved,
    happened.Waited: _unchanged,
    happened.SecondDeclined: _unchanged,
    happened.Switched: _switched,
    happened.Assessed: _unchanged,
    happened.StanceChanged: _stance_changed,
    happened.Communicated: _unchanged,
    happened.DitchChecked: _unchanged,
    happened.Ditched: _ditched,
    happened.Moved: _moved,
    happened.Boarded: _boarded,
    happened.Readied: _readied,
    happened.Stowed: _stowed,
    happened.Reloaded: _reloaded,
    happened.Braced: _braced,
}
