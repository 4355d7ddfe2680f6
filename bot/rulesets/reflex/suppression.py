"""Suppressive fire: an area kept under fire by one burst, and whoever shows himself in it draws another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from bot.core.dice import Ask, Faces
from bot.core.errors import RuleViolation
from bot.core.events import Audience
from bot.core.orders import Act
from bot.core.scene import Question
from bot.core.source import DefaultSource
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.attack import LEAST_TICKS, fire
from bot.rulesets.reflex.burst import Load, load
from bot.rulesets.reflex.consciousness import able
from bot.rulesets.reflex.events_suppression import (
    AreaCovered,
    AreaLifted,
    AreaSuppressed,
    AreaSwept,
    CaughtOpen,
    Exposed,
    SuppressionDenied,
    Thwarted,
)
from bot.rulesets.reflex.nerve import is_broken
from bot.rulesets.reflex.ranges import band_of, surcharge
from bot.rulesets.reflex.recoil import kick
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.shot import declared, in_hand, is_firearm
from bot.rulesets.reflex.state import Area, Weapon
from bot.rulesets.reflex.tango import took_heart
from bot.rulesets.reflex.timing import FINISH, RuleOf, afford, judged, spend

SHORT_BURST_TO = 5
SNAP = 1
REQUEST = "suppress"
ALLOW, DENY = "allow", "refuse"
FREE = Term("free_shot", 0, "003:1432")


class Fire(msgspec.Struct, frozen=True):
    """Suppressive fire that is possible: with the weapon called ``key``, at ``area``."""

    key: str
    weapon: Weapon
    fired: Load
    area: str
    width_m: float
    range_m: float
    ticks: int
    recoil: int
    tracer: bool


def suppress(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Keep an area under fire with a snap shot; no dice fall (text 003, lines 1418-1433).

    Raises:
        RuleViolation: nothing in hand can do it, nobody said how far away it is, or it is too wide.
    """
    return (yield from _suppressed(referee, scene, order, _aimed(referee, scene, order)))


def requesting(rule: RuleOf) -> RuleOf:
    """An attack, or a player's request for suppressive fire, which the GM confirms."""

    def attack(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
        if order.inputs.get("mode") != REQUEST:
            return (yield from rule(referee, scene, order))
        planned = _aimed(referee, scene, order)
        asks = Question(REQUEST, order.actor, REQUEST, (ALLOW, DENY), default=DENY, detail=planned.area, gm=True)
        if scene.combatants[order.actor].owner and referee.source.answer(asks) == DENY:
            return (yield from _denied(referee, scene, order.actor, planned.ticks))
        return (yield from _suppressed(referee, scene, order, planned))

    return attack


def _denied(referee: Referee, scene: ReflexScene, actor: str, ticks: int) -> Ruling:
    """What the GM denies costs nothing, but the time of an action that was begun before is gone (ours)."""
    scene = yield SuppressionDenied(actor=actor)
    begun = any(slot.actor == actor and FINISH in slot.kinds for slot in scene.entitled())
    return (yield from spend(referee, scene, actor, ticks)) if begun else scene


def _aimed(referee: Referee, scene: ReflexScene, order: Act) -> Fire:
    inputs, state = order.inputs, judged(scene, order.actor)
    key, weapon = in_hand(scene.combatants[order.actor].state.weapons, state, inputs.get("weapon"))
    if not is_firearm(weapon):
        raise RuleViolation(f"The {weapon.name} is no firearm.", "Ready a gun first.")
    fired = load(weapon, inputs.get("rounds"), untrained=state.untrained_bursts)
    range_m = _range(scene, order)
    ticks = weapon.speed[SNAP] + surcharge(weapon, band_of(referee.tables, range_m))
    planned = Fire(
        key=key,
        weapon=weapon,
        fired=fired,
        area=_named(scene, inputs),
        width_m=_width(inputs, fired),
        range_m=range_m,
        ticks=max(LEAST_TICKS["snap"], ticks),
        recoil=kick(state, weapon, fired, braced=False),
        tracer=bool(inputs.get("tracer", weapon.tracer)) or bool(weapon.explosive),
    )
    afford(referee, scene, order.actor, planned.ticks)
    return planned


def _range(scene: ReflexScene, order: Act) -> float:
    """How far away the area is: as told, or as far as somebody who is there."""
    target = str(order.inputs.get("target", ""))
    known = scene.range_m(order.actor, target)
    range_m = order.inputs.get("range_m", known)
    if range_m is None:
        raise RuleViolation("How far away is the area?", "Say range_m=60, or a target whose distance is known.")
    return float(range_m)


def _named(scene: ReflexScene, inputs: Mapping[str, Any]) -> str:
    return str(inputs.get("area") or f"area {len(scene.ground.areas) + 1}")


def _width(inputs: Mapping[str, Any], fired: Load) -> float:
    """At most half as many metres as rounds (text 003, lines 1424-1425; ruling 003-27)."""
    most = fired.spent / 2
    width_m = float(inputs.get("width_m", most))
    if width_m > most:
        raise RuleViolation(f"{fired.spent} rounds cover {most:g} m at most.", "Fire more rounds, or say width_m=.")
    return width_m


def rating_terms(spent: int, *, visible: bool) -> tuple[Term, ...]:
    """One for up to five rounds, two for more, one more where it can be seen (text 003, lines 1426-1428; 003-1)."""
    short = spent <= SHORT_BURST_TO
    base = Term("short_burst", 1, "003:1426; 003-1") if short else Term("long_burst", 2, "003:1427; 003-1")
    return (base, Term("visible_fire", 1, "003:1428")) if visible else (base,)


def _suppressed(referee: Referee, scene: ReflexScene, order: Act, planned: Fire) -> Ruling:
    actor, hidden = order.actor, scene.combatants[order.actor].hidden
    known = bool(order.inputs.get("known", not hidden))
    terms = rating_terms(planned.fired.spent, visible=planned.tracer)
    scene = yield AreaSuppressed(
        actor=actor,
        area=planned.area,
        weapon=planned.key,
        title=planned.weapon.name,
        rounds=order.inputs.get("rounds", planned.fired.rounds),
        spent=planned.fired.spent,
        loaded=planned.weapon.loaded - planned.fired.spent,
        recoil=planned.recoil,
        width_m=planned.width_m,
        range_m=planned.range_m,
        terms=terms,
        cost_ticks=planned.ticks,
        known=known,
    )
    if known and hidden:
        scene = yield AreaSwept(area=planned.area, rating=sum(term.value for term in terms), width_m=planned.width_m)
    yield from spend(referee, scene, actor, planned.ticks, steadied=False)
    return (yield AreaCovered(actor=actor, area=planned.area))


def expose(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Somebody shows itself in an area under fire without an action of its own.

    Raises:
        RuleViolation: there is no such area, or nobody can see who does it.
    """
    return (yield from _shown(referee, scene, order.actor, areas_called(scene, order, "area")))


def cease(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """The GM ends all fire on an area before the exchange is over; the threat stays (line 1431; ours).

    Raises:
        RuleViolation: there is no such area.
    """
    found = _fires_on(str(order.inputs["area"]), scene.ground.areas)
    audience = Audience.ALL if any(area.known for area in found) else Audience.GM
    return (yield AreaLifted(area=found[0].name, audience=audience))


def braving(rule: RuleOf) -> RuleOf:
    """An action that shows somebody in an area under fire: the fire comes first (text 003, lines 1430-1433).

    What is not possible is refused before any shot falls; what the fire makes impossible does not happen.
    """

    def braved(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
        if "exposed" not in order.inputs:
            return (yield from rule(referee, scene, order))
        areas = areas_called(scene, order, "exposed")
        _try(rule, referee, scene, order)
        scene = yield from _shown(referee, scene, order.actor, areas)
        if not able(scene.combatants[order.actor].state):
            return (yield Thwarted(actor=order.actor))
        try:
            _try(rule, referee, scene, order)
        except RuleViolation:
            return (yield Thwarted(actor=order.actor))
        return (yield from rule(referee, scene, order))

    return braved


class _Ones:
    """Dice of a rule that is only asked whether it is possible."""

    def faces(self, ask: Ask, index: int) -> Faces:
        """A one on every die."""
        return (1,) * ask.count


def _try(rule: RuleOf, referee: Referee, scene: ReflexScene, order: Act) -> None:
    """Nothing, if an action is possible.

    Raises:
        RuleViolation: it is not.
    """
    trial = rule(replace(referee, source=DefaultSource(_Ones())), scene, order)
    next(trial, None)
    trial.close()


def areas_called(scene: ReflexScene, order: Act, key: str) -> tuple[Area, ...]:
    """All fires on the area that the input ``key`` names; of secret ones only the GM's people hear.

    Raises:
        RuleViolation: there is none, or whoever shows itself is hidden from those who would fire.
    """
    actor = scene.combatants[order.actor]
    heard = [area for area in scene.ground.areas if area.known or actor.guarded]
    found = _fires_on(str(order.inputs[key]), heard)
    if actor.hidden:
        raise RuleViolation(f"{shown(order.actor)} is hidden.", "Let it be seen first: /init show.")
    return found


def _fires_on(name: str, heard: Sequence[Area]) -> tuple[Area, ...]:
    """All fires on the area of that name among those that somebody hears."""
    found = tuple(area for area in heard if area.name.casefold() == name.casefold())
    if not found:
        names = ", ".join(dict.fromkeys(area.name for area in heard)) or "none"
        raise RuleViolation(f"{name[:40].casefold()!r} is not under fire.", f"Areas under fire: {names}.")
    return found


def _shown(referee: Referee, scene: ReflexScene, actor: str, areas: Sequence[Area]) -> Ruling:
    """The threat of the worst fire, then a shot of each gunner who still covers the area (1430-1433; 003-28, 003-74).

    Dice: those of each attack.
    """
    known = any(area.known for area in areas)
    rating = max(area.rating for area in areas)
    scene = yield Exposed(actor=actor, area=areas[0].name if known else "", rating=rating)
    before = scene
    for area in areas:
        if area.covered and _keen(scene, area, actor):
            with referee.source.about(area.gunner):
                scene = yield from _free_shot(referee, scene, area, actor)
    return scene if scene is before else (yield CaughtOpen(actor=actor))


def _keen(scene: ReflexScene, area: Area, actor: str) -> bool:
    """Whether the gunner is there, able, and no friend (ours)."""
    gunner = scene.combatants.get(area.gunner)
    return bool(
        gunner
        and gunner.side != scene.combatants[actor].side
        and able(gunner.state)
        and not is_broken(gunner.state)
        and area.weapon in gunner.state.weapons
    )


def _free_shot(referee: Referee, scene: ReflexScene, area: Area, actor: str) -> Ruling:
    """The same attack again, at no cost in time; where it is not possible, none (text 003, line 1432)."""
    known = scene.range_m(area.gunner, actor)
    inputs = {
        "target": actor,
        "weapon": area.weapon,
        "mode": "snap",
        "rounds": area.rounds,
        "range_m": area.range_m if known is None else known,
    }
    try:
        shot = declared(referee, scene, Act(actor=area.gunner, action="attack", inputs=inputs))
    except RuleViolation:
        return scene
    fired = yield from fire(referee, scene, shot, (FREE,))
    return (yield from took_heart(scene, fired, area.gunner))


RULES: dict[str, RuleOf] = {"suppress": suppress, "expose": expose, "cease_fire": cease}
