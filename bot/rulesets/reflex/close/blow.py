"""A declared close combat attack is checked whole before any die falls: who strikes whom, with what and how."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core.errors import RuleViolation
from bot.core.orders import Act
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.checks.reach import band_of
from bot.rulesets.reflex.close.dives import dive_of
from bot.rulesets.reflex.person.anatomy import arms_at_work, usable
from bot.rulesets.reflex.person.control import control_over, hampered, holders
from bot.rulesets.reflex.person.gear import find, weapon
from bot.rulesets.reflex.person.hands import HELD_SKILL, fists
from bot.rulesets.reflex.person.physique import LEGS
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.shots.shot import check_facing, check_in_hand, target_of
from bot.rulesets.reflex.state import Band, Pace, Place, State, Weapon
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.vehicles.seats import apart_m

MODES = ("blind", "snap", "calculated")
LIKE_SHOTS = {"hip": "blind", "aimed": "calculated"}
USUAL_MODE = "snap"
BARE_HANDS = "bare hands"
_BARE_ROW, _ROCK_ROW = "bare_hands", "rock"
GRAPPLE, COMPLY, DISARM, WRENCH, ESCAPE = "grapple", "comply", "disarm", "wrench", "escape"


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """A close combat attack that is possible.

    ``striker`` and ``target`` are the states it is judged by, ``weapon`` what strikes and ``limbs`` the parts of the
    body at work. ``dive`` is the pace of a diving strike, ``range_m`` the distance where one is known. ``use`` is a row
    of the table ``grips``, empty for a blow, ``control`` what the striker has over the target, ``hampered`` what grips
    take off, ``light`` what can be seen. ``inputs`` are what was said.
    """

    actor: str
    aimed_at: str
    striker: State
    target: State
    weapon: Weapon
    limbs: tuple[Place, ...]
    mode: str
    called: str
    dive: Pace
    range_m: float | None
    use: str
    control: int
    hampered: tuple[Term, ...]
    light: str
    inputs: Mapping[str, Any]


def bare_hands(tables: ReflexTables) -> Weapon:
    """Return what everybody can strike with (text 003, lines 791-792)."""
    return weapon(tables, BARE_HANDS, {"kind": _BARE_ROW, "held": True})


def improvised(tables: ReflexTables, state: State) -> dict[str, Weapon]:
    """Return what else is in hand, each as good as a rock (text 003, lines 765, 889)."""
    return {
        key: weapon(tables, key, {"kind": _ROCK_ROW, "held": True, "hands": 1, "hand": item.hand})
        for key, item in state.items.items()
        if item.held
    }


def is_bare(arm: Weapon) -> bool:
    """Tell whether a weapon is a part of the body."""
    return arm.name == BARE_HANDS


def wielded(reading: ReflexReading, order: Act) -> Weapon | None:
    """Return what a close combat attack would be made with, None where the attack is a shot.

    Raises:
        RuleViolation: the weapon that was named is nowhere, or more than one has such a name.
    """
    state = reading.at_opening(order.actor)
    weapons = {**improvised(reading.tables, state), **state.weapons}
    wanted, use = str(order.inputs.get("weapon", "")), str(order.inputs.get("use", ""))
    if wanted:
        key = find("weapon", (*weapons, BARE_HANDS), wanted)
        found = weapons[key] if key in weapons else bare_hands(reading.tables)
        return found if found.melee else _blunt(found, use)
    ready = [weapon for weapon in state.weapons.values() if weapon.held_with or weapon.fixed_mount]
    only = ready[0] if len(ready) == 1 and ready[0].melee else None
    return bare_hands(reading.tables) if use and only is None else only


def _blunt(gun: Weapon, use: str) -> Weapon | None:
    """A firearm as a piece of wood and iron, which is of use for a grapple (text 003, line 880).

    Raises:
        RuleViolation: it was to be of another use in a grip.
    """
    if not use:
        return None
    if use != GRAPPLE:
        raise RuleViolation(f"The {gun.name} is of no use for that.", f"Say weapon={BARE_HANDS}, or a hand weapon.")
    return msgspec.structs.replace(gun, skill=HELD_SKILL, melee=True)


def declared_blow(reading: ReflexReading, order: Act, arm: Weapon) -> Blow:
    """The attack with ``arm`` that ``order`` asks for.

    Raises:
        RuleViolation: it is not possible: no such target, nothing to strike with, out of reach.
    """
    inputs = order.inputs
    aimed_at = target_of(reading.scene, order)
    check_facing(reading.scene, aimed_at, inputs)
    striker = reading.at_opening(order.actor)
    mode = str(inputs.get("mode", USUAL_MODE))
    _check_use(reading, order, aimed_at)
    return Blow(
        actor=order.actor,
        aimed_at=aimed_at,
        striker=striker,
        target=reading.as_seen(aimed_at),
        weapon=arm,
        limbs=_limbs(reading, striker, arm, inputs.get("limb")),
        mode=LIKE_SHOTS.get(mode, mode),
        called=inputs.get("called", ""),
        dive=dive_of(reading.tables, reading.scene, order),
        range_m=_within_reach(reading, order, aimed_at),
        use=inputs.get("use", ""),
        control=control_over(reading.scene, order.actor, aimed_at),
        hampered=hampered(reading.scene, order.actor, aimed_at),
        light=inputs.get("light", reading.scene.state.visibility),
        inputs=inputs,
    )


def _check_use(reading: ReflexReading, order: Act, aimed_at: str) -> None:
    """Check that the Control at hand allows what is asked for; a blow needs none (text 003, lines 842-871).

    Raises:
        RuleViolation: it takes more Control, there is nothing to escape from, or it is said what only fits a blow.
    """
    use, control = order.inputs.get("use", ""), control_over(reading.scene, order.actor, aimed_at)
    if not use:
        return
    if reading.scene.combatants[aimed_at].state.vehicle:
        raise RuleViolation(f"{shown(aimed_at)} is a vehicle.", "Grips are for bodies; strike it instead.")
    needed = reading.tables.grips[use].control
    if control < needed:
        raise RuleViolation(
            f"That takes Control {needed} of {shown(aimed_at)}; there is {control}.", f"Say use={GRAPPLE} first."
        )
    if use == ESCAPE and aimed_at not in holders(reading.scene, order.actor):
        raise RuleViolation(f"{shown(aimed_at)} has no Control to escape from.", "Name who holds you.")
    for key, fitting in (("called", (WRENCH,)), ("dive", (GRAPPLE,))):
        if order.inputs.get(key) and use not in fitting:
            raise RuleViolation(f"{key}= does not go with use={use}.", f"It goes with a blow and {fitting[0]}.")


def _limbs(reading: ReflexReading, striker: State, arm: Weapon, wanted: str | None) -> tuple[Place, ...]:
    """The arms that hold the weapon, or the one limb that strikes: the first that can be used where none is named."""
    if not is_bare(arm):
        check_in_hand(striker, arm)
        return arms_at_work(arm)
    sound = [limb for limb in (*fists(reading, striker), *LEGS) if usable(striker, limb)]
    found = next((limb for limb in sound if wanted in (None, limb.value)), None)
    if found is None:
        raise RuleViolation("There is no limb to strike with.", f"Sound: {', '.join(sound) or 'none'}.")
    return (found,)


def _within_reach(reading: ReflexReading, order: Act, aimed_at: str) -> float | None:
    """The distance where one is known; who strikes at an unknown one is close enough (ours).

    Raises:
        RuleViolation: the target is out of reach.
    """
    told_m = order.inputs.get("range_m", reading.distance(order.actor, aimed_at))
    range_m = apart_m(reading.scene, order.actor, aimed_at) if told_m is None else told_m
    if range_m is not None and band_of(reading.tables, range_m) is not Band.PERSONAL:
        edge = reading.tables.bands["personal"].to_m
        raise RuleViolation(
            f"{shown(aimed_at)} is {range_m:g} m away, out of reach.",
            f"Get within {edge:g} m first.",
        )
    return None if told_m is None else float(told_m)
