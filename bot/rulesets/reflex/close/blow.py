"""A declared close combat attack is checked whole before any die falls: who strikes whom, with what and how."""

from __future__ import annotations

import msgspec

from bot.core.errors import RuleViolation
from bot.core.terms import Term
from bot.core.wording import metres, shown
from bot.rulesets.reflex.checks.reach import band_of
from bot.rulesets.reflex.close.dives import dive_of
from bot.rulesets.reflex.kinds import Band, BodyPart, Pace
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.person.anatomy import arms_at_work, usable
from bot.rulesets.reflex.person.control import control_over, hampered, holders
from bot.rulesets.reflex.person.gear import find, weapon
from bot.rulesets.reflex.person.hands import BARE_HANDS, HELD_SKILL, fists
from bot.rulesets.reflex.person.physique import LEGS
from bot.rulesets.reflex.person.protection import Cover
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.shots.actions import USUAL_MODE, Attack
from bot.rulesets.reflex.shots.in_hand import check_in_hand
from bot.rulesets.reflex.shots.seeing import seen_of
from bot.rulesets.reflex.shots.shot import target_of
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.vehicles.seats import Traffic, check_facing, reach_m, traffic

LIKE_SHOTS = {"hip": "blind", "aimed": "calculated"}
_BARE_ROW, _ROCK_ROW = "bare_hands", "rock"
GRAPPLE, COMPLY, DISARM, WRENCH, ESCAPE = "grapple", "comply", "disarm", "wrench", "escape"


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """A close combat attack that is possible.

    ``striker`` and ``target`` are the states it is judged by, ``weapon`` what strikes and ``limbs`` the parts of the
    body at work. ``dive`` is the pace of a diving strike, ``range_m`` the distance where one is known, ``control`` what
    the striker has over the target, ``hampered`` what grips take off, ``light`` what can be seen, ``cover`` what is in
    the way, ``traffic`` how vehicles go, ``said`` what was said.
    """

    actor: str
    aimed_at: str
    striker: State
    target: State
    weapon: Weapon
    limbs: tuple[BodyPart, ...]
    mode: str
    dive: Pace
    range_m: float | None
    control: int
    hampered: tuple[Term, ...]
    light: str
    cover: Cover | None
    traffic: Traffic
    said: Attack


def bare_hands(tables: ReflexTables) -> Weapon:
    """Return what everybody can strike with (text 003, lines 791-792)."""
    return weapon(tables, BARE_HANDS, {"kind": _BARE_ROW, "held": True})


def improvised(tables: ReflexTables, state: State) -> dict[str, Weapon]:
    """Return what else is in hand, each as good as a rock (text 003, lines 765, 889)."""
    return {
        key: weapon(tables, key, {"kind": _ROCK_ROW, "held": True, "hands": item.hands, "hand": item.hand})
        for key, item in state.kit.items.items()
        if item.held
    }


def is_bare(arm: Weapon) -> bool:
    """Tell whether a weapon is a part of the body."""
    return arm.name == BARE_HANDS


def wielded(reading: ReflexReading, attack: Attack) -> Weapon | None:
    """Return what a close combat attack would be made with, None where the attack is a shot.

    Raises:
        RuleViolation: the weapon that was named is nowhere, or more than one has such a name, or it is broken.
    """
    state = reading.at_opening(attack.actor)
    if attack.weapon:
        weapons = {**improvised(reading.tables, state), **state.kit.weapons}
        key = find("weapon", (*weapons, BARE_HANDS), attack.weapon)
        found = weapons[key] if key in weapons else bare_hands(reading.tables)
        return _sound(state, key, found) if found.model.melee else _blunt(found, attack.use)
    ready = [(key, weapon) for key, weapon in state.kit.weapons.items() if weapon.is_ready]
    only = ready[0] if len(ready) == 1 and ready[0][1].model.melee else None
    if only is not None:
        return _sound(state, *only)
    return bare_hands(reading.tables) if attack.use else None


def _sound(state: State, key: str, arm: Weapon) -> Weapon:
    """Return a hand weapon that still works (text 003, line 1072).

    Raises:
        RuleViolation: it is disabled or destroyed.
    """
    if key in state.kit.broken:
        raise RuleViolation(f"The {arm.name} is {state.kit.broken[key]}.", f"Strike with weapon={BARE_HANDS}.")
    return arm


def _blunt(gun: Weapon, use: str) -> Weapon | None:
    """Return a firearm as a piece of wood and iron, which is of use for a grapple (text 003, line 880).

    Raises:
        RuleViolation: it was to be of another use in a grip.
    """
    if not use:
        return None
    if use != GRAPPLE:
        raise RuleViolation(f"The {gun.name} is of no use for that.", f"Say weapon={BARE_HANDS}, or a hand weapon.")
    held = msgspec.structs.replace(gun.model, skill=HELD_SKILL, melee=True)
    return msgspec.structs.replace(gun, model=held)


def declared_blow(reading: ReflexReading, attack: Attack, arm: Weapon) -> Blow:
    """Return the blow with ``arm`` that an attack is.

    Raises:
        RuleViolation: it is not possible: no such target, nothing to strike with, out of reach.
    """
    aimed_at, target = target_of(reading, attack)
    check_facing(reading.scene, aimed_at, facing=attack.facing, bodily=bool(attack.called) or attack.dive)
    striker = reading.at_opening(attack.actor)
    mode = attack.mode or USUAL_MODE
    _check_use(reading, attack, aimed_at)
    light, cover = seen_of(reading, attack, aimed_at, striker, target)
    return Blow(
        actor=attack.actor,
        aimed_at=aimed_at,
        striker=striker,
        target=target,
        weapon=arm,
        limbs=_limbs(reading, striker, arm, attack.limb),
        mode=LIKE_SHOTS.get(mode, mode),
        dive=dive_of(reading.tables, reading.scene, attack),
        range_m=_within_reach(reading, attack, aimed_at),
        control=control_over(reading.scene, attack.actor, aimed_at),
        hampered=hampered(reading.scene, attack.actor, aimed_at),
        light=light,
        cover=cover,
        traffic=traffic(
            reading.scene, attack.actor, aimed_at, attack.own_speed, attack.target_speed, attack.keeping_pace
        ),
        said=attack,
    )


def _check_use(reading: ReflexReading, attack: Attack, aimed_at: str) -> None:
    """Check that the Control at hand allows what is asked for; a blow needs none (text 003, lines 842-871).

    Raises:
        RuleViolation: it takes more Control, there is nothing to escape from, or it is said what only fits a blow.
    """
    use, control = attack.use, control_over(reading.scene, attack.actor, aimed_at)
    if not use:
        return
    if reading.scene.combatants[aimed_at].state.body.vehicle:
        raise RuleViolation(f"{shown(aimed_at)} is a vehicle.", "Grips are for bodies; strike it instead.")
    needed = reading.tables.grips[use].control
    if control < needed:
        raise RuleViolation(
            f"That takes Control {needed} of {shown(aimed_at)}; there is {control}.",
            f"Get hold of it first: /attack with:use={GRAPPLE}.",
        )
    if use == ESCAPE and aimed_at not in holders(reading.scene, attack.actor):
        raise RuleViolation(f"{shown(aimed_at)} has no Control to escape from.", "Name who holds you.")
    for key, said, fitting in (("called", bool(attack.called), WRENCH), ("dive", attack.dive, GRAPPLE)):
        if said and use != fitting:
            raise RuleViolation(f"{key}= does not go with use={use}.", f"It goes with a blow and {fitting}.")


def _limbs(reading: ReflexReading, striker: State, arm: Weapon, wanted: str) -> tuple[BodyPart, ...]:
    """Return the arms that hold the weapon, or the limb that strikes: the first of use where none is named."""
    if not is_bare(arm):
        check_in_hand(striker, arm)
        return arms_at_work(arm)
    sound = [limb for limb in (*fists(reading, striker), *LEGS) if usable(striker, limb)]
    found = next((limb for limb in sound if wanted in ("", limb.value)), None)
    if found is None:
        remedy = f"Sound: {', '.join(sound)}." if sound else "A GM makes one sound again with /damage heal."
        raise RuleViolation("There is no limb to strike with.", remedy)
    return (found,)


def _within_reach(reading: ReflexReading, attack: Attack, aimed_at: str) -> float | None:
    """Return the distance where one is said; who strikes at an unknown one is close enough (ours).

    Raises:
        RuleViolation: the target is out of reach.
    """
    known_m = reach_m(reading.tables, reading.scene, attack.actor, aimed_at)
    range_m = known_m if attack.range_m is None else attack.range_m
    if range_m is not None and band_of(reading.tables, range_m) is not Band.PERSONAL:
        edge = reading.tables.bands["personal"].to_m
        raise RuleViolation(
            f"{shown(aimed_at)} is {metres(range_m)} away, out of reach.",
            f"Get within {edge:g} m first: /act action:move.",
        )
    return None if attack.range_m is None else float(attack.range_m)
