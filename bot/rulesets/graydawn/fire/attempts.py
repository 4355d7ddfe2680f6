"""An attack before its dice: who, whom, with what, from how far, and whether that is possible at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from bot.core.errors import RuleViolation
from bot.core.orders import Act
from bot.core.tables import Row, Tables
from bot.core.wording import shown
from bot.rulesets.graydawn.cover.rules import NO_COVER, sheltered
from bot.rulesets.graydawn.equipment.held import check_usable, in_hand
from bot.rulesets.graydawn.fire.ranges import Reach, reach
from bot.rulesets.graydawn.play import DawnReading, DawnScene, limit
from bot.rulesets.graydawn.state import Shelter, Stance, State, Weapon
from bot.rulesets.graydawn.targets import split, target_of

SINGLE, BURST, AUTO, STRIKE, THROW = "single", "burst", "auto", "strike", "throw"


SELF_LOADING_SHOTS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """An attack that is possible, on one target.

    ``rounds`` are those of this target, ``wasted`` those that go astray before it; ``reach`` is None for a blow.
    ``defended`` says whether the target can dodge.
    """

    actor: str
    target: str
    key: str
    weapon: Weapon
    row: Row
    mode: str
    rounds: int
    reach: Reach | None
    range_m: float | None
    defended: bool
    drawn: bool
    shelter: Shelter | None
    hidden: bool
    inputs: Mapping[str, Any]
    wasted: int = 0


def declared(reading: DawnReading, order: Act) -> tuple[Attempt, ...]:
    """What ``order`` asks for, one for each target of one pull of the trigger.

    Raises:
        RuleViolation: no such target or weapon, empty, jammed, out of reach, or not in this stance.
    """
    actor, inputs = order.actor, order.inputs
    state, names = reading.scene.combatants[actor].state, split(inputs.get("others", ""))
    targets = tuple(dict.fromkeys(target_of(reading.scene, actor, name) for name in (inputs["target"], *names)))
    key, weapon = in_hand(state, inputs.get("weapon"))
    row = reading.tables.row("weapons", weapon.kind)
    if state.stance is Stance.FULL or state.turn.pinned:
        raise RuleViolation(
            "From full cover only covering fire is possible.", "Use /suppress, or declare another stance."
        )
    check_usable(reading.tables, state, key, weapon, row)
    mode = _mode(row, inputs.get("mode"))
    if len(targets) > 1 and mode != AUTO:
        raise RuleViolation("Only full automatic fire has several targets.", "Say mode=auto, or name one.")
    _check_called(state, inputs, mode)
    rounds = _rounds(reading, weapon, row, mode, inputs.get("rounds"), len(targets))
    lost = _lost(reading, targets)
    share = (rounds - lost) // len(targets)
    if share < 1:
        raise RuleViolation(f"{rounds} rounds do not reach from one to the other.", f"{lost} are lost between them.")
    whole = [_attempt(reading, order, target, key, weapon, row, mode) for target in targets]
    return tuple(replace(one, rounds=share, wasted=0 if index else lost) for index, one in enumerate(whole))


def _lost(reading: DawnReading, targets: tuple[str, ...]) -> int:
    """The rounds that go between several targets: five for each metre, where distances are known (B4)."""
    metres = sum(reading.distance(one, other) or 0 for one, other in pairwise(targets))
    return int(metres * limit(reading.tables, "between"))


def _mode(row: Row, wanted: str | None) -> str:
    modes = row["modes"]
    if THROW in modes:
        raise RuleViolation(f"A {row['title']} is thrown.", "Use /act throw.")
    if wanted is not None and wanted not in modes:
        raise RuleViolation(f"A {row['title']} has no {wanted[:20]}.", f"It has: {', '.join(modes)}.")
    return str(wanted or modes[0])


def _check_called(state: State, inputs: Mapping[str, Any], mode: str) -> None:
    """Aiming for a place takes bracing (text 004, line 236) and a single shot (B4)."""
    if inputs.get("called") and (state.stance is not Stance.BRACED or mode in (BURST, AUTO)):
        raise RuleViolation("A called shot is a single one while bracing.", "Brace first, with /act action:stance.")


def _rounds(reading: DawnReading, weapon: Weapon, row: Row, mode: str, wanted: int | None, targets: int) -> int:
    """The rounds of the whole action; what does not share out evenly among targets stays in the weapon (B4).

    Raises:
        RuleViolation: the weapon does not fire so many, or does not hold them.
    """
    if mode == STRIKE:
        return 1
    if mode == BURST:
        least = most = limit(reading.tables, "burst")
    else:
        shots = min(row["rof"], SELF_LOADING_SHOTS) if AUTO in row["modes"] else row["rof"]
        least, most = (targets, row["rof"]) if mode == AUTO else (1, shots)
    rounds = wanted or (min(most, max(least, weapon.loaded)) if mode == AUTO else least)
    if not least <= rounds <= most:
        raise RuleViolation(f"It fires {least} to {most} rounds so, not {rounds}.", f"Say rounds={most}, or less.")
    if rounds > weapon.loaded:
        raise RuleViolation(f"Only {weapon.loaded} rounds are left.", "Reload with /act reload, or fire fewer.")
    return rounds


def _attempt(reading: DawnReading, order: Act, target: str, key: str, weapon: Weapon, row: Row, mode: str) -> Attempt:
    actor, inputs = order.actor, order.inputs
    state, other = reading.scene.combatants[actor].state, reading.scene.combatants[target].state
    melee = mode == STRIKE
    range_m = _distance(reading, actor, target, inputs, melee=melee)
    braced = state.stance is Stance.BRACED
    far = None if range_m is None else reach(reading.tables, row, range_m, braced=braced, scoped=weapon.scope)
    shelter, hidden = (None, False) if melee else _shelter(reading.tables, other, inputs)
    if hidden:
        raise RuleViolation(f"Of {shown(target)} nothing shows.", "Lay covering fire; of a flank a GM says cover=none.")
    return Attempt(
        actor=actor,
        target=target,
        key=key,
        weapon=weapon,
        row=row,
        mode=mode,
        rounds=0,
        reach=far,
        range_m=range_m,
        defended=not inputs.get("ambush") and reading.as_seen(target).able,
        drawn=key != state.wields,
        shelter=shelter,
        hidden=hidden,
        inputs=inputs,
    )


def _distance(reading: DawnReading, actor: str, target: str, inputs: Mapping[str, Any], *, melee: bool) -> float | None:
    """How far a shot is; of a blow only that it is near enough."""
    if not melee:
        return distance(reading.scene, actor, target, inputs)
    range_m = inputs.get("range_m", reading.distance(actor, target))
    if range_m is not None and range_m > limit(reading.tables, "reach"):
        raise RuleViolation(f"{shown(target)} is {range_m:g} m away.", "Move closer first.")
    return None


def distance(scene: DawnScene, actor: str, target: str, inputs: Mapping[str, Any]) -> float:
    """How far a shot is.

    Raises:
        RuleViolation: nobody has said.
    """
    range_m = inputs.get("range_m", scene.range_m(actor, target))
    if range_m is None:
        raise RuleViolation(f"How far is {shown(target)}?", "Say range_m, or a GM sets it with /init range.")
    return float(range_m)


def _shelter(tables: Tables, other: State, inputs: Mapping[str, Any]) -> tuple[Shelter | None, bool]:
    """What the target is behind as seen from the attacker, and whether wholly.

    A flank is open, whatever stands before it; to name the cover is none.
    """
    said = inputs.get("cover")
    if said is None:
        return sheltered(other)
    if said == NO_COVER:
        return None, False
    _, whole = sheltered(other)
    return Shelter(said, inputs.get("level", tables.number("covers", said, "level"))), whole
