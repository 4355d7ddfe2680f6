"""The area under fire as an input of actions that are no types yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.options import ActionSpec, Choice, Input
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.time.timing import TACTICAL

EXPOSED = Input("exposed", "the area under fire that this shows you in", shared=False, asks_scene=True)
AREA = Input("area", "a name for the area to suppress", open_ended=True, shared=False, asks_scene=True, longest=40)


def risking(spec: ActionSpec) -> ActionSpec:
    """The action with a word for the area under fire that it shows somebody in."""
    if TACTICAL not in spec.kinds or spec.button or EXPOSED.key in {item.key for item in spec.inputs}:
        return spec
    further = (EXPOSED, AREA) if spec.name == "attack" else (EXPOSED,)
    return replace(spec, inputs=(*spec.inputs, *further))


def areas(scene: ReflexScene, action: str, key: str) -> Sequence[Choice] | None:
    """The areas under fire of a view of the scene, None for an input that holds anything else."""
    if key != EXPOSED.key and (key != AREA.key or action != "attack"):
        return None
    found = {area.name: Choice(area.name, f"{area.name} (threat {area.rating})") for area in scene.state.areas}
    return tuple(found.values())
