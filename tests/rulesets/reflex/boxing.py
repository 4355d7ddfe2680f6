"""A ring: Ann and Guard within arm's reach on the same tick, or a chosen one, with blows on scripted dice."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.core import orders
from bot.core.engine import Decision
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.scene_state import SceneState
from bot.rulesets.reflex.state import State
from tests.rulesets.reflex.firing import act, fight, ordered, shoot

Played = Decision[State, SceneState]
TICK = 20


def fighter(*kinds: str, **given: Any) -> dict[str, Any]:
    """A sheet of somebody competent with hand weapons and bare hands; nothing shocks them."""
    tough = {place.value: [1, 50, 60, 70] for place in BodyPart}
    fields = {"skills": {"hand weapons": 4, "hand-to-hand": 4}, "thresholds": tough, **given}
    known = ("awareness", "coordination", "cuf", "fitness", "muscle", "ooda")
    attributes = {key: fields.pop(key) for key in known if key in fields}
    weapons = [{"kind": kind, "held": True} for kind in kinds]
    return {"weapons": weapons, **fields, "attributes": attributes}


def ring(
    ann: dict[str, Any] | None = None, guard: dict[str, Any] | None = None, *, tick: int = TICK, options: Any = None
) -> ReflexScene:
    """Both in reach of each other, Ann to act on tick 20, Guard on ``tick``."""
    scene = fight(ann or fighter("knife"), guard or fighter("baton"), range_m=1, options=options)
    scene = act(scene, "correct", actor="Guard", initiative=tick).scene
    scene = act(scene, "correct", actor="Ann", initiative=TICK).scene
    return msgspec.structs.replace(scene, before={})


def strike(scene: ReflexScene, *faces: int, **inputs: Any) -> Played:
    """Ann strikes at Guard."""
    return shoot(scene, *faces, **inputs)


def answered(played: Played, choice: str, *faces: int) -> Played:
    """What comes of the answer to the question that is open; the faces are those after it."""
    return ordered(played.scene, orders.Answer(choice=choice), *faces)
