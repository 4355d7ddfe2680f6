"""What the scene itself knows of a target outranks whatever a player says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.events import Event
from bot.core.orders import Act
from bot.core.scene import pair
from bot.rulesets.reflex.objects.actions import AttackThing
from bot.rulesets.reflex.person.between import Outlook, cover_between, light_between, outlook
from bot.rulesets.reflex.person.cover import NO_COVER, USUAL_PARTS
from bot.rulesets.reflex.person.protection import words_of
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.scene_state import SceneState
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.moves import Boarded, Moved, PauseMoved
from bot.rulesets.reflex.vehicles.seats import apart_m, ride, shell_between, speed_row
from bot.rulesets.reflex.wounds.events import TookCover

MOVING: frozenset[type[Event]] = frozenset({Moved, PauseMoved, Boarded, TookCover})
_UNSAID = SceneState().visibility  # nobody has said what can be seen
_STILL = "half"  # the row of whatever does not drive


def facts(tables: ReflexTables, scene: ReflexScene, act: Act) -> Mapping[str, Any]:
    """Return the distance, light, size, cover and speeds that an attack need not be told.

    A thing of somebody has a size of its own.
    """
    actor, target = act.actor, act.inputs.get("target", "")
    if target == actor or not {target, actor} <= scene.combatants.keys():
        return _light(scene.state.visibility)
    range_m = None if pair(actor, target) in scene.outdated else apart_m(scene, actor, target)
    own, theirs = (scene.combatants[each].state for each in (actor, target))
    view = outlook(tables, scene, (actor, own), (target, theirs))
    return {
        **_light(light_between(tables, scene, view)),
        **({} if range_m is None else {"range_m": range_m}),
        **({} if act.action == AttackThing.offer.name else {"size": scene.combatants[target].state.person.size}),
        **_cover(tables, scene, (actor, target), view),
        **_speed(scene, "own_speed", ride(scene, actor)),
        **_speed(scene, "target_speed", ride(scene, target) or target),
    }


def _light(row: str) -> Mapping[str, Any]:
    return {} if row == _UNSAID else {"light": row}


def _cover(tables: ReflexTables, scene: ReflexScene, two: tuple[str, str], view: Outlook | None) -> Mapping[str, Any]:
    """Return the vehicle around it, what it has taken cover behind, or what stands before it on a ground."""
    actor, target = two
    state = scene.combatants[target].state
    behind = {"cover": state.body.cover, "parts": state.body.cover_parts or USUAL_PARTS} if state.body.cover else {}
    around = shell_between(tables, scene, actor, target)
    if around:
        return {"cover": around.cover, "armor": around.armor, "parts": around.parts}
    if behind or view is None:
        return behind
    found = cover_between(tables, view)
    return {"cover": found.what, "parts": words_of(tables, found.all_hidden)} if found else {"cover": NO_COVER}


def _speed(scene: ReflexScene, key: str, vehicle: str) -> Mapping[str, Any]:
    state = scene.combatants[vehicle].state if vehicle else None
    if state is None or state.body.vehicle is None or not state.body.vehicle.safe_kmh:
        return {}
    return {key: speed_row(state.body.vehicle, state.body.kmh) if state.body.kmh else _STILL}
