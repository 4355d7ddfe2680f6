"""The scene after what happens in a fight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.renaming import sign_of
from bot.core.scene import restated, with_state
from bot.rulesets.graydawn import events as happened
from bot.rulesets.graydawn.play import DawnScene
from bot.rulesets.graydawn.state import BEHIND, FISTS, Aim, Fear, Lane, Piece, Shelter, Stance, State, Turn

_with = msgspec.structs.replace

ATTACKER, SHOTGUN, STRUCK = "attacker", "shotgun", "struck"

AT_ONCE = (
    happened.TurnBegan,
    happened.Recovered,
    happened.Corrected,
    happened.Healed,
    happened.CoverSet,
    happened.SessionBegan,
)


def evolve(scene: DawnScene, event: Event) -> DawnScene:
    """The scene after one of the system's own events."""
    if isinstance(event, happened.RoundBegan):
        return _round(scene, event.number)
    if isinstance(event, happened.LaneHeld):
        number = -(-event.fired // event.width)
        source, secret = sign_of(event.actor), event.actor in event.unseen
        lane = Lane(event.area, event.kind, event.ammunition, number, source, secret)
        scene = _with(scene, ground=_with(scene.ground, lanes={**scene.ground.lanes, event.area: lane}))
    if event.target in scene.combatants:
        state = scene.combatants[event.target].state
        changes = _of_target(state, event)
        scene = with_state(scene, event.target, _with(state, **changes)) if changes else scene
    return _of_actor(scene, event) if event.actor else scene


def _round(scene: DawnScene, number: int) -> DawnScene:
    for actor, combatant in scene.combatants.items():
        state = combatant.state
        fresh = _with(state, turn=Turn(), hurried=state.quick, quick=False)
        scene = with_state(scene, actor, fresh)
    return _with(scene, ground=_with(scene.ground, rounds=number, lanes={}))


def _of_actor(scene: DawnScene, event: Event) -> DawnScene:
    """What changes the actor; what begins its turn or is set right counts at once, also in the moment being played."""
    combatant = scene.combatants[event.actor]
    if isinstance(event, AT_ONCE):
        return restated(scene, event.actor, lambda state: _with(state, **_changes(state, event)))
    changes = _changes(combatant.state, event)
    return with_state(scene, event.actor, _with(combatant.state, **changes)) if changes else scene


def _of_target(state: State, event: Event) -> dict[str, Any]:
    match event:
        case happened.Attacked():
            dodged = {} if event.hit else _marked(state, event.defence)
            frightened = {} if event.melee or event.covering else {"fears": _frightened(state, event)}
            return {**_paid(state, event.defence.luck if event.defence else 0), **dodged, **frightened}
        case happened.Hit():
            struck = any(fear.kind == STRUCK for fear in state.fears)
            fears = state.fears if struck else (*state.fears, Fear(STRUCK, "", event.fear))
            return {**_paid(state, event.luck), "fears": fears}
        case happened.Stabilized() if event.done:
            return {"stable": True}
        case happened.Frightened():
            return {"fears": _scared(state, event)}
        case _:
            return {}


def _frightened(state: State, event: happened.Attacked) -> tuple[Fear, ...]:
    """Each attacker once, each shot of a shotgun (B7)."""
    sign = sign_of(event.actor)
    if event.spread:
        return (*state.fears, Fear(SHOTGUN, sign, event.fear))
    known = any(fear.source == sign for fear in state.fears)
    return state.fears if known else (*state.fears, Fear(ATTACKER, sign, event.fear))


def _scared(state: State, event: happened.Frightened) -> tuple[Fear, ...]:
    """The points of covering fire stand in for those of the same attacker (004-38)."""
    sign = sign_of(event.actor)
    others = tuple(fear for fear in state.fears if not (fear.source == sign and fear.kind == ATTACKER))
    return (*others, Fear(event.kind, sign, event.value))


def _paid(state: State, points: int) -> dict[str, Any]:
    return {"luck": max(0, state.luck - points)} if points else {}


def _marked(state: State, made: happened.Check | None, *, succeeded: bool = True) -> dict[str, Any]:
    """A skill that has succeeded keeps a mark (text 004, line 85)."""
    if made is None or not made.skill or not succeeded:
        return {}
    return {"marks": {**state.marks, made.skill: state.marks.get(made.skill, 0) + 1}}


def _changes(state: State, event: Event) -> Mapping[str, Any]:
    """What an event changes of its actor."""
    for part in (_of_time, _of_arms, _of_body):
        changes = part(state, event)
        if changes:
            return changes
    return {}


def _of_time(state: State, event: Event) -> dict[str, Any]:
    turn = state.turn
    match event:
        case happened.InitiativeRolled():
            return {"score": event.check.total, **_paid(state, event.check.luck)}
        case happened.NerveTested():
            return _tested(state, event)
        case happened.TurnBegan():
            return {"turn": _with(turn, begun=True), "run": 0}
        case happened.Declared():
            shelter = Shelter(event.cover, event.level) if event.cover else state.shelter
            declared = _with(turn, actions=event.actions, moves=event.moves)
            return {"turn": declared, "stance": event.stance, "shelter": shelter}
        case happened.Assumed():
            return {"turn": _with(turn, actions=1, moves=event.moves), "stance": event.stance}
        case happened.Acted():
            moved = turn.moved + int(event.moved)
            return {"turn": _with(turn, done=turn.done + event.count, moved=moved), "aim": None}
        case happened.Passed():
            return {"aim": None}
        case happened.QuickStart():
            return {"quick": True}
        case happened.Aimed():
            return {"aim": Aim(sign_of(event.target), event.rounds)}
        case happened.Moved():
            return _moved(state, event)
        case _:
            return {}


def _tested(state: State, event: happened.NerveTested) -> dict[str, Any]:
    """All that added to the roll is cleared; who gave way keeps wholly down, or runs (text 004, lines 156-164).

    Who only does not dare to enter a lane has not borne what was fired before, and is as frightened as ever (ours).
    """
    luck = event.check.luck + (event.second.luck if event.second else 0)
    marked = _marked(state, event.check, succeeded=event.held)
    found = {"fears": (), **_paid(state, luck), **marked}
    if event.area:
        fears = () if event.held else state.fears
        return {**found, "fears": fears, "turn": _with(state.turn, balked=not event.held)}
    pinned = not event.held and not event.steady
    turn = _with(state.turn, pinned=pinned, bound=event.steady, leaving=event.leaving and event.held)
    down = {"stance": Stance.FULL if state.shelter else Stance.MOVING} if pinned else {}
    return {**found, "turn": turn, **down}


def _moved(state: State, event: happened.Moved) -> dict[str, Any]:
    """Cover is left behind; who reaches other has that, and no more what running gives (004-20)."""
    if not event.cover:
        return {"shelter": None, "stance": Stance.MOVING, "run": state.run + 1}
    stance = Stance.FULL if event.full else Stance.ACTIVE
    return {"shelter": Shelter(event.cover, event.level), "stance": stance, "run": 0}


def _of_arms(state: State, event: Event) -> dict[str, Any]:
    match event:
        case happened.CoverFired() | happened.LaneHeld():
            return {"wields": event.weapon, **_armed(state, event.weapon, loaded=event.loaded)}
        case happened.Drew():
            return {"wields": event.weapon}
        case happened.Attacked():
            marked = _marked(state, event.attack, succeeded=event.hit)
            fired = _armed(state, event.weapon, loaded=event.loaded) if event.fired else {}
            return {"wields": event.weapon, **fired, **marked, **_paid(state, event.attack.luck)}
        case happened.Thrown():
            marked = _marked(state, event.check, succeeded=event.hit)
            return {**_armed(state, event.weapon, loaded=event.left), **marked, **_paid(state, event.check.luck)}
        case happened.Fumbled():
            return _mishap(state, event)
        case happened.Reloaded():
            return _reloaded(state, event)
        case happened.Cleared():
            return _armed(state, event.weapon, jammed=False)
        case happened.Stabilized():
            return {**_marked(state, event.check, succeeded=event.done), **_paid(state, event.check.luck)}
        case happened.Worked() if event.check:
            return {**_marked(state, event.check, succeeded=event.done), **_paid(state, event.check.luck)}
        case _:
            return {}


def _armed(state: State, key: str, **changes: Any) -> dict[str, Any]:
    weapon = state.weapons.get(key)
    return {"weapons": {**state.weapons, key: _with(weapon, **changes)}} if weapon else {}


def _mishap(state: State, event: happened.Fumbled) -> dict[str, Any]:
    if event.result == "jammed":
        return _armed(state, event.weapon, jammed=True)
    return {"wields": FISTS} if event.result == "dropped" else {}


def _reloaded(state: State, event: happened.Reloaded) -> dict[str, Any]:
    armed = _armed(state, event.weapon, loaded=event.loaded, spare=event.spare, jammed=event.jammed)
    paid = _paid(state, event.check.luck if event.check else 0)
    return {**armed, **_marked(state, event.check, succeeded=event.done), **paid}


def _of_body(state: State, event: Event) -> dict[str, Any]:
    match event:
        case happened.Threatened():
            return {"fears": (*state.fears, Fear("told", "", event.value))}
        case happened.Calmed():
            return {"fears": ()}
        case happened.LaneBraved():
            return {**_marked(state, event.check, succeeded=event.safe), **_paid(state, event.check.luck)}
        case happened.Protected() if event.piece is not None:
            return {"armor": _worn_down(state.armor, event.piece, event.place)}
        case happened.Grazed():
            return _paid(state, event.check.luck)
        case happened.Wounded():
            ones = state.ones + int(event.one)
            return {"boxes": event.total, "ones": ones, "stun": state.stun + event.stun, "stable": False}
        case happened.Crippled():
            return {"crippled": tuple(dict.fromkeys((*state.crippled, event.place)))}
        case happened.Saved():
            return _paid(state, event.save.luck)
        case happened.Stunned():
            return {"stunned": True}
        case happened.Recovered():
            return {"stunned": False}
        case happened.Doomed():
            return {"dying": True, "stunned": True}
        case happened.Died():
            return {"dead": True}
        case happened.CoverSet():
            return _sheltered(state, event)
        case happened.SessionBegan():
            return {"luck": event.luck}
        case happened.Healed():
            return _healed(state, event)
        case happened.Corrected():
            return _corrected(state, event)
        case _:
            return {}


def _worn_down(armor: tuple[Piece, ...], index: int, place: str) -> tuple[Piece, ...]:
    piece = armor[index]
    worn = _with(piece, lost={**piece.lost, place: piece.lost.get(place, 0) + 1})
    return (*armor[:index], worn, *armor[index + 1 :])


def _sheltered(state: State, event: happened.CoverSet) -> dict[str, Any]:
    if event.cover:
        return {"shelter": Shelter(event.cover, event.level)}
    return {"shelter": None, "stance": Stance.OPEN if state.stance in BEHIND else state.stance}


def _healed(state: State, event: happened.Healed) -> dict[str, Any]:
    return {
        "boxes": state.boxes - event.boxes,
        "ones": state.ones - event.ones,
        "stun": state.stun - event.stun,
        "crippled": () if event.limbs else state.crippled,
        "dying": state.dying and bool(state.boxes - event.boxes),
        "stable": state.stable and bool(state.boxes - event.boxes),
    }


def _corrected(state: State, event: happened.Corrected) -> dict[str, Any]:
    plain = ("luck", "boxes", "stun", "wields", "stance", "stunned", "stable", "dead")
    found = {field: getattr(event, field) for field in plain if getattr(event, field) is not None}
    ones = {"ones": min(state.ones, event.boxes)} if event.boxes is not None else {}
    arms = {key: value for key, value in (("loaded", event.loaded), ("spare", event.spare)) if value is not None}
    return {**found, **ones, **(_armed(state, found.get("wields", state.wields), **arms) if arms else {})}
