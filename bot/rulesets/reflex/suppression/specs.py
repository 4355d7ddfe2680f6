"""What can be asked for where an area is under fire, and what players may know of such areas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from bot.core.options import ActionSpec, Choice, Input, Kind
from bot.core.wording import shown
from bot.rulesets.reflex.hazards.specs import own
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Area, SceneState
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.timing import ALSO_ON_THE_MOVE, TACTICAL

EXPOSED = Input("exposed", "the area under fire that this shows you in", shared=False, asks_scene=True)
AREA = Input("area", "a name for the area to suppress", open_ended=True, shared=False, asks_scene=True, longest=40)


def action_specs(_tables: ReflexTables) -> tuple[ActionSpec, ...]:
    """The actions, in the order in which they are offered."""
    suppress = (
        Input("weapon", "with what", asks_scene=True),
        Input("target", "somebody at the area, for its distance", Kind.COMBATANT, asks_scene=True),
        Input("area", "a name for the area", open_ended=True, asks_scene=True, longest=40),
        Input("rounds", "rounds fired: 1 or a burst of the weapon", Kind.INT, lo=1, hi=100),
        Input("mode", "how it is fired", Kind.CHOICE, choices=("snap",)),
        own("range_m", "metres to the area", Kind.NUMBER, hi=100_000),
        own("width_m", "metres, half of the rounds where missing", Kind.NUMBER, hi=50),
        own("tracer", "tracers, or other rounds that can be seen", Kind.FLAG),
        own("known", "players know of the area", Kind.FLAG),
    )
    where = Input("area", "which area under fire", required=True, shared=False, asks_scene=True)
    return (
        ActionSpec(
            "suppress", "Suppress", "keep an area under fire", "suppress", suppress, ALSO_ON_THE_MOVE, gm_only=True
        ),
        ActionSpec("expose", "Expose", "somebody shows itself in an area under fire", inputs=(where,), gm_only=True),
        ActionSpec("cease_fire", "Cease fire", "an area is under fire no longer", inputs=(where,), gm_only=True),
    )


def risking(spec: ActionSpec) -> ActionSpec:
    """The action with a word for the area under fire that it shows somebody in."""
    if TACTICAL not in spec.kinds or spec.button or EXPOSED.key in {item.key for item in spec.inputs}:
        return spec
    further = (EXPOSED, AREA) if spec.name == "attack" else (EXPOSED,)
    return replace(spec, inputs=(*spec.inputs, *further))


def areas(scene: ReflexScene, action: str, key: str) -> Sequence[Choice] | None:
    """The areas under fire of a view of the scene, None for an input that holds anything else."""
    if key != EXPOSED.key and (key != AREA.key or action not in ("attack", "suppress", "expose", "cease_fire")):
        return None
    found = {area.name: Choice(area.name, f"{area.name} (threat {area.rating})") for area in scene.state.areas}
    return tuple(found.values())


def candidates(
    _tables: ReflexTables, scene: ReflexScene, _action: str, key: str, given: Mapping[str, Any]
) -> Sequence[Choice]:
    """What fits an input of one of these actions in a view of the scene; ``given["actor"]`` says for whom."""
    actor = str(given.get("actor", ""))
    match key:
        case "target":
            return [Choice(other, shown(other)) for other in scene.combatants if other != actor]
        case "weapon" if actor in scene.combatants:
            armed = scene.combatants[actor].state.weapons
            return [Choice(name) for name, weapon in armed.items() if weapon.held_with and not weapon.melee]
        case _:
            return ()


def known_areas(scene: ReflexScene, scene_state: SceneState) -> SceneState:
    """The state with the areas that players know of, and nothing of gunners who are hidden."""
    if not scene_state.areas:
        return scene_state
    return msgspec.structs.replace(
        scene_state, areas=tuple(_outline(scene, area) for area in scene_state.areas if area.known)
    )


def _outline(scene: ReflexScene, area: Area) -> Area:
    gunner = scene.combatants.get(area.gunner)
    if gunner and not gunner.hidden:
        return area
    return Area(name=area.name, rating=area.rating, width_m=area.width_m)
