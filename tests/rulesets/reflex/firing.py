"""A firing range: people from sheets, a fight in which the first of them acts first, and attacks on scripted dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from bot.core import orders
from bot.core.engine import Decision
from bot.core.events import Event
from bot.core.scene import Scene, with_state
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.scene_state import SceneState
from bot.rulesets.reflex.state import State
from tests.rulesets.game import decided, play_on
from tests.rulesets.reflex import playing
from tests.rulesets.reflex.altering import altered, altered_weapon

E = TypeVar("E", bound=Event)

BEST, WORST = [1, 1], [20, 20]
REFLEX = playing.REFLEX
TABLES = REFLEX.tables


def play_of(*faces: int, **options: Any) -> ReflexPlay:
    """A play with scripted dice, of an empty scene."""
    return play_on(REFLEX, Scene(REFLEX.empty_state()), *faces, **options)


def sheet(**given: Any) -> dict[str, Any]:
    """A sheet of somebody competent with an AK-47; attributes are named without their table."""
    fields = {"skills": {"longarm": 4}, "weapons": [{"kind": "ak47", "held": True}], **given}
    known = ("awareness", "coordination", "cuf", "fitness", "muscle", "ooda")
    attributes = {key: fields.pop(key) for key in known if key in fields}
    return {"attributes": {"coordination": 7, "muscle": 9, **attributes}, **fields}


def state_of(**given: Any) -> State:
    """The state of somebody with such a sheet."""
    return REFLEX.enlist(sheet(**given), {})


def ordered(scene: ReflexScene, order: orders.Order, *faces: int) -> Decision[State, SceneState]:
    """An order decided on exactly these faces."""
    return decided(REFLEX, scene, order, *faces)


def fight(
    ann: dict[str, Any] | None = None,
    guard: dict[str, Any] | None = None,
    *,
    range_m: float = 60,
    options: dict[str, Any] | None = None,
) -> ReflexScene:
    """Ann (a player's) and Guard (the GM's) in an exchange of fire; Ann's tick comes first."""
    scene: ReflexScene = Scene(REFLEX.empty_state(), {"visual_penalty": False, **(options or {})})
    people = (("Ann", 7, ann or sheet()), ("Guard", 0, guard or sheet()))
    for name, owner, each in people:
        scene = ordered(scene, orders.Enlist(name=name, owner=owner, side=name, sheet=each)).scene
    scene = ordered(scene, orders.StartFight(), *BEST, *WORST).scene
    return ordered(scene, orders.SetRange(actor="Ann", target="Guard", range_m=range_m)).scene


def act(scene: ReflexScene, action: str, *faces: int, actor: str = "Ann", **inputs: Any) -> Decision[State, SceneState]:
    """An action on exactly these faces."""
    return ordered(scene, orders.Act(actor=actor, action=action, inputs=inputs), *faces)


def shoot(scene: ReflexScene, *faces: int, **inputs: Any) -> Decision[State, SceneState]:
    """Ann attacks Guard."""
    return act(scene, "attack", *faces, **{"target": "Guard", **inputs})


def changed(scene: ReflexScene, actor: str, **fields: Any) -> ReflexScene:
    """The scene with the state of somebody changed by hand, also as it was at the opening of the tick."""
    state = altered(scene.combatants[actor].state, **fields)
    opening = {key: state if key == actor else value for key, value in scene.opening.items()}
    return msgspec.structs.replace(with_state(scene, actor, state), opening=opening)


def rearmed(scene: ReflexScene, actor: str, key: str, **fields: Any) -> ReflexScene:
    """The scene with one weapon of somebody changed by hand."""
    weapons = scene.combatants[actor].state.kit.weapons
    return changed(scene, actor, weapons={**weapons, key: altered_weapon(weapons[key], **fields)})


def every(decision: Decision[State, SceneState], kind: type[E]) -> list[E]:
    """All events of a kind, in order."""
    return [event for event in decision.events if isinstance(event, kind)]


def only(decision: Decision[State, SceneState], kind: type[E]) -> E:
    """The one event of a kind."""
    found = every(decision, kind)
    assert len(found) == 1, [type(event).__name__ for event in decision.events]
    return found[0]


def values(terms: Sequence[Any]) -> dict[str, int]:
    """Terms as a mapping of labels to values."""
    return {term.label: term.value for term in terms}
