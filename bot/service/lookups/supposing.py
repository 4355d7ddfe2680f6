"""How a scene would stand at a moment of somebody's for an action, as all else is now."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.core.engine import tried
from bot.core.errors import RuleViolation
from bot.core.options import ActionSpec
from bot.core.orders import Act
from bot.core.timeline import Slot, agenda
from bot.service.rows import AnyScene
from bot.service.systems import AnyRuleset


def at_own_moment(ruleset: AnyRuleset, scene: AnyScene, order: Act, spec: ActionSpec) -> AnyScene:
    """Return the scene if ``order`` is possible in it, or as it would be at a moment at which it is.

    Raises:
        RuleViolation: it is possible at none; told is what stands against it at the first at which it could be taken.
    """
    refusal: RuleViolation | None = None
    for supposed in _supposed(scene, order.actor, spec):
        try:
            tried(ruleset, supposed, order)
        except RuleViolation as why:
            refusal = refusal or why
        else:
            return supposed
    if refusal:
        raise refusal
    return scene


def _supposed(scene: AnyScene, actor: str, spec: ActionSpec) -> Iterator[AnyScene]:
    """Yield the scene if its moment fits an action, then those at which it could be taken: none for who is not here."""
    in_turn = bool(scene.fight and spec.kinds)
    if not in_turn or not set(spec.kinds).isdisjoint(scene.kinds_now(actor)):
        yield scene
    if in_turn and actor in scene.combatants:
        yield from (_opened(scene, slot) for slot in _moments(scene, actor, spec))


def _moments(scene: AnyScene, actor: str, spec: ActionSpec) -> Iterator[Slot]:
    """Yield what is still to come of somebody's moments for an action, and behind those what there might be now."""
    for slot in scene.agenda:
        if slot.actor == actor and not set(slot.kinds).isdisjoint(spec.kinds):
            yield slot
    for slot in scene.agenda[:1]:
        for kind in spec.kinds:
            yield Slot(slot.key, actor, (kind,))


def _opened(scene: AnyScene, slot: Slot) -> AnyScene:
    """Return the scene with a moment being played: nothing that comes before is left, and all are as they are now."""
    later = (each for each in scene.agenda if each.key >= slot.key and each.actor != slot.actor)
    mine = (each for each in scene.agenda if each.key > slot.key and each.actor == slot.actor)
    slots = agenda([slot, *later, *mine])
    acting = {each.actor: scene.combatants[each.actor].state for each in slots if each.key == slot.key}
    return msgspec.structs.replace(scene, agenda=slots, opened=slot.key, opening=acting, before={})
