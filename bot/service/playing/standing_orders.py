"""Squads carry out their standing orders by themselves, each in its moment, where the fight waits for them alone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

import msgspec

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.squads.drills import ordered_now
from bot.core.squads.standing import squad_of
from bot.service.case import Case, PlayedScene
from bot.service.orders.automatic_events import MOST_MOMENTS
from bot.service.orders.ledger import Recorded, carry_out
from bot.service.orders.squad_moments import squad_acts
from bot.service.rows import NOBODY

Acts: TypeAlias = tuple[orders.Act, ...]

_replace = msgspec.structs.replace

TAKES_MOMENTS = (orders.Act, orders.Claimed, orders.Together, orders.GoOn, orders.Answer, orders.StartFight)


def follow(case: Case) -> None:
    """Let squads act by themselves behind what was ordered, for as long as the fight waits for nobody else.

    Behind an order that took nobody's moment they wait for a tap: a GM who has undone what they did, or who puts
    something right, is not overtaken.
    """
    if not case.passed:
        return
    before, now = case.passed[0][0], case.passed[-1][-1]
    if not [squad for squad in now.scene.squads.values() if squad.standing]:
        return
    taken = sum(isinstance(order, TAKES_MOMENTS) for _, order, _ in case.passed)
    if not (taken and _has_gone_on(before, now) and _waits_for_them_alone(now) and _meets_others(now)):
        return
    request = _replace(case.request, user_id=NOBODY)
    unasked = _replace(case, request=request, gm=False)

    def due(played: PlayedScene) -> Acts:
        return acts_due(case, played) if _waits_for_them_alone(played) and _meets_others(played) else ()

    moment_after_moment(unasked, now, due, MOST_MOMENTS - taken)


def moment_after_moment(
    case: Case, played: PlayedScene, due: Callable[[PlayedScene], Acts], most: int = MOST_MOMENTS
) -> list[Recorded]:
    """Carry out what is ``due``, moment after moment, each as its own order, until nothing is or one is refused."""
    done: list[Recorded] = []
    with suppress(RuleViolation):
        while len(done) < most and (acts := due(played)):
            done.append(all_act(case, played, acts))
            played = done[-1].after
    return done


def acts_due(case: Case, played: PlayedScene) -> Acts:
    """Return what those do who may act now and have orders."""
    return tuple(squad_acts(case.unit, played).values())


def all_act(case: Case, played: PlayedScene, acts: Acts) -> Recorded:
    """Carry out what several do at one moment as one order, told by one message."""
    order = orders.Together(acts=acts) if len(acts) > 1 else acts[0]
    return carry_out(case, played, order, aside=True)


def waits_for_squads(played: PlayedScene) -> bool:
    """Tell whether somebody under orders is to act now."""
    scene = played.scene
    return scene.pending is None and scene.fight is not None and bool(ordered_now(scene))


def _has_gone_on(before: PlayedScene, now: PlayedScene) -> bool:
    """Tell whether somebody has used a moment, or a question is answered."""
    was_asked = before.scene.pending is not None and now.scene.pending is None
    return was_asked or before.scene.entitled() != now.scene.entitled()


def _waits_for_them_alone(played: PlayedScene) -> bool:
    waiting = {slot.actor for slot in played.scene.entitled()}
    return waits_for_squads(played) and waiting == {*ordered_now(played.scene)}


def _meets_others(played: PlayedScene) -> bool:
    """Tell whether anybody stands who is under no orders: what squads do among themselves is looked at tap by tap."""
    scene, is_down = played.scene, played.system.ruleset.is_down
    others = (actor for actor, each in scene.combatants.items() if not is_down(each.state))
    return any(not ((squad := squad_of(scene.squads, actor)) and squad.standing) for actor in others)
