"""The scene after what happens: nothing is decided and nothing rolled here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import restated, with_combatant, with_state
from bot.rulesets.eclipse import events as happened
from bot.rulesets.eclipse.play import EclipseScene
from bot.rulesets.eclipse.state import Aim, AimKind, Moment, Shaken, State, Suppression, Volley, Weapon

_with = msgspec.structs.replace


def renewed(state: State, moment: Moment) -> State:
    """The state as a phase of its own finds it: what lasted until then is over, and only a full aim is carried on."""
    if state.moment == moment:
        return state
    aim = state.aim
    kept = aim if aim and aim.kind is AimKind.COMPLEX and aim.since == state.moment else None
    fresh: dict[str, Any] = {"quick": 0, "running": False, "defending": False}
    return _with(state, moment=moment, aim=kept, volley=None, suppressing=None, **fresh)


def evolve(scene: EclipseScene, event: Event) -> EclipseScene:
    """The scene after one of the system's own events."""
    if isinstance(event, happened.TurnBegan):
        return _turn_began(scene, event)
    if isinstance(event, happened.AmbushSprung):
        surprised = event.surprised
        return restated(scene, event.target, lambda state: _with(state, surprised=surprised, startled=not surprised))
    own, done_to = _OWN.get(type(event)), _DONE_TO.get(type(event))
    if own is not None:
        return _own(scene, event, own)
    if done_to is None:
        return scene
    return with_state(scene, event.actor, done_to(scene.combatants[event.actor].state, event))


def _turn_began(scene: EclipseScene, event: happened.TurnBegan) -> EclipseScene:
    scene = _with(scene, ground=_with(scene.ground, turn=event.turn))
    for combatant in scene.combatants.values():
        state = combatant.state
        shaken = _with(state.shaken, turns=max(0, state.shaken.turns - 1))
        fresh = _with(state, out_turns=max(0, state.out_turns - 1), shaken=shaken)
        scene = with_combatant(scene, _with(combatant, state=fresh))
    return scene


def _own(scene: EclipseScene, event: Event, change: Callable[[State, Any], State]) -> EclipseScene:
    """What somebody does itself counts at once, also for what it does next in the same phase."""
    if event.actor in scene.opening:
        scene = _with(scene, opening={**scene.opening, event.actor: change(scene.opening[event.actor], event)})
    return with_state(scene, event.actor, change(scene.combatants[event.actor].state, event))


def _spent(state: State, event: happened.Spent) -> State:
    return _with(renewed(state, event.moment), quick=event.quick, surprised=False)


def _aimed(state: State, event: happened.Aimed) -> State:
    return _with(state, aim=Aim(event.kind, event.target, event.moment))


def _defence_raised(state: State, _: happened.DefenceRaised) -> State:
    return _with(state, defending=True)


def armed(state: State, key: str, **changes: Any) -> State:
    """The state with one weapon changed."""
    weapons: dict[str, Weapon] = {**state.weapons, key: _with(state.weapons[key], **changes)}
    return _with(state, weapons=weapons)


def _reloaded(state: State, event: happened.Reloaded) -> State:
    rounds = {"loaded": event.loaded, "spare": event.spare, "ammunition": event.ammunition}
    return armed(state, event.weapon, loading_left=event.left, **rounds)


def _readied(state: State, event: happened.Readied) -> State:
    return armed(state, event.weapon, ready=event.ready)


def _stance_changed(state: State, event: happened.StanceChanged) -> State:
    return _with(state, prone=event.prone)


def _moved(state: State, event: happened.Moved) -> State:
    return _with(state, running=event.pace == "run")


def _attacked(state: State, event: happened.Attacked) -> State:
    fired = armed(state, event.weapon, loaded=event.loaded)
    if event.free:
        return _fired_at(fired, event.target)
    volley = Volley(event.weapon, event.mode, (event.target, *event.others)) if event.second else None
    return _with(fired, volley=volley)


def _resolved(state: State, event: happened.Resolved) -> State:
    volley = state.volley
    return _with(state, volley=_with(volley, hit=True)) if volley and event.hit else state


def _fired_at(state: State, target: str) -> State:
    cone = state.suppressing
    return _with(state, suppressing=_with(cone, fired_at=(*cone.fired_at, target))) if cone else state


def _suppressed(state: State, event: happened.Suppressed) -> State:
    return _with(armed(state, event.weapon, loaded=event.loaded), suppressing=Suppression(event.weapon))


def _damaged(state: State, event: happened.Damaged) -> State:
    stanched = state.stanched and not event.wounds
    return _with(state, damage=event.total, wounds=state.wounds + event.wounds, stanched=stanched)


def _bled(state: State, event: happened.Bled) -> State:
    return _with(state, damage=event.total)


def _initiative_rolled(state: State, _: happened.InitiativeRolled) -> State:
    return _with(state, startled=False)


def _fell_down(state: State, _: happened.FellDown) -> State:
    return _with(state, prone=True)


def _knocked_out(state: State, _: happened.KnockedOut) -> State:
    return _with(state, unconscious=True, prone=True, suppressing=None)


def _disarmed(state: State, event: happened.Disarmed) -> State:
    cone = state.suppressing
    kept = None if cone and cone.weapon == event.weapon else cone
    return _with(armed(state, event.weapon, ready=False), suppressing=kept)


def _died(state: State, _: happened.Died) -> State:
    return _with(state, dead=True, prone=True, suppressing=None)


def _stunned(state: State, event: happened.Stunned) -> State:
    return _with(state, out_turns=max(state.out_turns, event.turns), suppressing=None)


def _shocked(state: State, event: happened.Shocked) -> State:
    longer = event.turns > state.shaken.turns
    return _with(state, shaken=Shaken(event.turns, event.step)) if longer else state


def _dazed(state: State, _: happened.Dazed) -> State:
    return _with(state, dazed=True, suppressing=None)


def _recovered(state: State, _: happened.Recovered) -> State:
    return _with(state, dazed=False)


def _stressed(state: State, event: happened.Stressed) -> State:
    return _with(state, stress=event.total, traumas=state.traumas + event.traumas)


def _broke(state: State, _: happened.Broke) -> State:
    return _with(state, broken=True, suppressing=None)


def _healed(state: State, event: happened.Healed) -> State:
    left = {key: getattr(state, key) - getattr(event, key) for key in ("damage", "wounds", "stress", "traumas")}
    fresh: dict[str, Any] = {"out_turns": 0, "shaken": Shaken(), "dazed": False}
    awake = {"unconscious": False, "broken": False, **fresh} if event.awake else {}
    return _with(state, stanched=True, **left, **awake)


def _corrected(state: State, event: happened.Corrected) -> State:
    if event.weapon:
        return armed(state, event.weapon, loaded=event.value)
    was = getattr(state, event.field)
    return _with(state, **{event.field: bool(event.value) if isinstance(was, bool) else event.value})


Change = Callable[[State, Any], State]

_OWN: Mapping[type[Event], Change] = {
    happened.Spent: _spent,
    happened.InitiativeRolled: _initiative_rolled,
    happened.Recovered: _recovered,
    happened.Aimed: _aimed,
    happened.DefenceRaised: _defence_raised,
    happened.Reloaded: _reloaded,
    happened.Readied: _readied,
    happened.StanceChanged: _stance_changed,
    happened.Moved: _moved,
    happened.Attacked: _attacked,
    happened.Resolved: _resolved,
    happened.Suppressed: _suppressed,
    happened.Healed: _healed,
    happened.Corrected: _corrected,
}

_DONE_TO: Mapping[type[Event], Change] = {
    happened.Damaged: _damaged,
    happened.FellDown: _fell_down,
    happened.KnockedOut: _knocked_out,
    happened.Disarmed: _disarmed,
    happened.Died: _died,
    happened.Stunned: _stunned,
    happened.Shocked: _shocked,
    happened.Bled: _bled,
    happened.Dazed: _dazed,
    happened.Stressed: _stressed,
    happened.Broke: _broke,
}
