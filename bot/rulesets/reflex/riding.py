"""Getting into and out of vehicles, and how fast they go."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.errors import RuleViolation, absent
from bot.core.events import Event
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.reflex.events_time import Boarded
from bot.rulesets.reflex.events_vehicles import Drove
from bot.rulesets.reflex.grips import strain
from bot.rulesets.reflex.ranges import band_of
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.seats import ride
from bot.rulesets.reflex.state import Band
from bot.rulesets.reflex.timing import SECOND, RuleOf, afford, pass_time
from bot.rulesets.reflex.vehicles import SUSPENSION

_replace = msgspec.structs.replace


def on_foot(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Nobody walks about in a vehicle (ours).

    Raises:
        RuleViolation: somebody in one wants to move.
    """
    yield from ()
    inside = ride(scene, order.actor)
    if inside and order.action in ("move", "pause_move"):
        raise RuleViolation(f"{shown(order.actor)} is in {shown(inside)}.", f"Get out first: board target={inside}.")
    return scene


def board(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Getting in or out takes one to three Move actions, in a pause no more than the way there (lines 285-288, 360).

    Who is held must struggle for it; dice: those of ``grips.strain``.

    Raises:
        RuleViolation: nobody said into what, the vehicle is not here or out of reach, or it is another one.
    """
    vehicle = order.inputs.get("target", "")
    what = _entry(referee, scene, order, vehicle) if vehicle else order.inputs.get("what", "")
    if not what:
        raise RuleViolation("Into or out of what?", "Say target= a vehicle that is here, or what=car.")
    needed = referee.tables.number("boarding", what, "moves")
    if scene.ground.phase == "pause":
        return (yield Boarded(actor=order.actor, target=vehicle, what=what, done=needed, needed=needed))
    ticks = referee.tables.number("ticks", "move", "ticks")
    afford(referee, scene, order.actor, ticks)
    state = scene.combatants[order.actor].state
    done = state.boarded + 1 if state.boarding == what else 1
    scene, free_m = yield from strain(referee, scene, order.actor, 1)
    scene = yield from pass_time(scene, order.actor, ticks, steadied=False, kinds=(SECOND,))
    if not free_m:
        return scene
    return (yield Boarded(actor=order.actor, target=vehicle, what=what, done=done, needed=needed))


def _entry(referee: Referee, scene: ReflexScene, order: Act, vehicle: str) -> str:
    """How one gets into or out of a vehicle that is in the scene."""
    actor, inside = order.actor, ride(scene, order.actor)
    if not scene.sees(actor, vehicle):
        raise absent(vehicle)
    body = scene.combatants[vehicle].state.vehicle
    if body is None:
        raise RuleViolation(f"{shown(vehicle)} is no vehicle.", "Name a vehicle with target=.")
    range_m = scene.range_m(actor, vehicle)
    if inside not in ("", vehicle):
        raise RuleViolation(f"{shown(actor)} is in {shown(inside)}.", "Get out of that first.")
    if not inside and range_m is not None and band_of(referee.tables, range_m) is not Band.PERSONAL:
        raise RuleViolation(f"{shown(vehicle)} is {range_m:g} m away.", "Move there first.")
    return str(referee.tables.row("vehicles", body.kind)["boarding"])


def drive(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """A vehicle goes at so many kilometres an hour from now on.

    Raises:
        RuleViolation: it is none, or its suspension is broken.
    """
    state, kmh = scene.combatants[order.actor].state, order.inputs["kmh"]
    if state.vehicle is None:
        raise RuleViolation(f"{shown(order.actor)} is no vehicle.", "Name a vehicle with actor=.")
    if kmh and SUSPENSION in state.broken:
        raise RuleViolation(f"The suspension of {shown(order.actor)} is broken.", "Repair it first, or say kmh=0.")
    return (yield Drove(actor=order.actor, kmh=kmh))


def _boarded(scene: ReflexScene, event: Boarded) -> ReflexScene:
    """Whoever was in the vehicle is out of it, whoever was not is in."""
    if not event.target or event.done < event.needed:
        return scene
    others = {actor: vehicle for actor, vehicle in scene.ground.aboard.items() if actor != event.actor}
    leaves = ride(scene, event.actor) == event.target
    aboard = others if leaves else {**others, event.actor: event.target}
    return _replace(scene, ground=_replace(scene.ground, aboard=aboard))


LISTENS: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {Boarded: _boarded}
RULES: dict[str, RuleOf] = {"board": board, "drive": drive}
