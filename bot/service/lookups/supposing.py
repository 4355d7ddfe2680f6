"""How a scene would stand at a moment of somebody's for an action, as all else is now."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

import msgspec

from bot.core.engine import tried
from bot.core.errors import RuleViolation
from bot.core.options import ActionSpec
from bot.core.orders import Act
from bot.core.timeline import Slot, agenda
from bot.service.rows import AnyScene
from bot.service.systems import AnyRuleset


def at_own_moment(ruleset: AnyRuleset, scene: AnyScene, order: Act, spec: ActionSpec) -> AnyScene:
    """Return the scene if ``order`` is possible in it, or as it would be at a moment that it is meant for.

    Raises:
        RuleViolation: it is possible at none; told is what stands against it at the first that it is meant for.
    """
    kinds = _meant(ruleset, scene, order, spec)
    refusals: list[tuple[bool, RuleViolation]] = []
    for supposed in _supposed(scene, order.actor, spec, kinds):
        try:
            tried(ruleset, supposed, order)
        except RuleViolation as why:
            refusals.append((bool(kinds) and kinds.isdisjoint(supposed.kinds_now(order.actor)), why))
        else:
            return supposed
    if refusals:
        raise min(refusals, key=itemgetter(0))[1]
    return scene


def _meant(ruleset: AnyRuleset, scene: AnyScene, order: Act, spec: ActionSpec) -> frozenset[str]:
    """Return of which kinds the moments are that an order is meant for: all of its action where nothing says more."""
    meant = ruleset.moments_of(scene, order) if order.actor in scene.combatants else ()
    return frozenset(meant or spec.kinds)


def _supposed(scene: AnyScene, actor: str, spec: ActionSpec, kinds: frozenset[str]) -> Iterator[AnyScene]:
    """Yield the scene if its moment fits an action, then those that it is meant for: none for who is not here."""
    in_turn = bool(scene.fight and spec.kinds)
    if not in_turn or not set(spec.kinds).isdisjoint(scene.kinds_now(actor)):
        yield scene
    if in_turn and actor in scene.combatants:
        yield from (_opened(scene, slot) for slot in _moments(scene, actor, spec, kinds))


def _moments(scene: AnyScene, actor: str, spec: ActionSpec, kinds: frozenset[str]) -> Iterator[Slot]:
    """Yield what is still to come of somebody's moments for an action, and behind those what there might be now."""
    for slot in scene.agenda:
        if slot.actor == actor and not kinds.isdisjoint(slot.kinds):
            yield slot
    for slot in scene.agenda[:1]:
        for kind in filter(kinds.__contains__, spec.kinds):
            yield Slot(slot.key, actor, (kind,))


def _opened(scene: AnyScene, slot: Slot) -> AnyScene:
    """Return the scene with a moment being played: nothing that comes before is left, and all are as they are now."""
    later = (each for each in scene.agenda if each.key >= slot.key and each.actor != slot.actor)
    mine = (each for each in scene.agenda if each.key > slot.key and each.actor == slot.actor)
    slots = agenda([slot, *later, *mine])
    acting = {each.actor: scene.combatants[each.actor].state for each in slots if each.key == slot.key}
    return msgspec.structs.replace(scene, agenda=slots, opened=slot.key, opening=acting, before={})
