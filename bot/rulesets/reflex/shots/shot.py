"""A declared attack is checked whole before any die falls: who fires what at whom, how, and around what."""

from __future__ import annotations

import msgspec

from bot.core.errors import Incomplete, RuleViolation, absent
from bot.core.ground.places import Place
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.checks.reach import band_of
from bot.rulesets.reflex.kinds import Band, Pace
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.person.control import hampered
from bot.rulesets.reflex.person.protection import Cover
from bot.rulesets.reflex.play import ReflexReading, ReflexScene
from bot.rulesets.reflex.shots.actions import USUAL_MODE, Attack, Throw
from bot.rulesets.reflex.shots.in_hand import check_quick, in_hand
from bot.rulesets.reflex.shots.ranges import Distance, check_reach, check_sight, distance
from bot.rulesets.reflex.shots.rounds import Load, holding_muscle, kick, load
from bot.rulesets.reflex.shots.seeing import seen_of
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.timing import pace_faced, pace_of
from bot.rulesets.reflex.vehicles.seats import Traffic, apart_m, check_facing, stands_at, traffic

CAR = -1


CLOSE_SIZE = "human"
"""By which the eye judges in close combat, where sizes have a table of their own (text 003, lines 739-745)."""


class Shot(msgspec.Struct, frozen=True, kw_only=True):
    """An attack that is possible.

    ``shooter`` and ``target`` are the states it is judged by, ``weapon`` the one in hand under the name ``key``.
    ``muscle`` holds ``recoil``. ``said`` is what was said, ``wind`` that of the scene, ``hampered`` what grips take
    off. ``mark`` tells apart what is aimed at where its name does not, ``goal`` is where on a ground it is.
    """

    actor: str
    aimed_at: str
    shooter: State
    target: State
    key: str
    weapon: Weapon
    mode: str
    fired: Load
    far: Distance
    muscle: int
    recoil: int
    own_pace: Pace
    target_pace: Pace
    cover: Cover | None
    traffic: Traffic
    said: Attack | Throw
    wind: str = "still"
    hampered: tuple[Term, ...] = ()
    mark: str = ""
    goal: Place | None = None


def declared(reading: ReflexReading, attack: Attack) -> Shot:
    """Return the shot that an attack is.

    Raises:
        RuleViolation: it is not possible: no such target, no weapon in hand, empty, out of reach or sight.
    """
    aimed_at, target = target_of(reading, attack)
    check_facing(reading.scene, aimed_at, facing=attack.facing, bodily=bool(attack.called) or attack.dive)
    shooter, pace = reading.at_opening(attack.actor), pace_of(reading.scene, attack.actor)
    shooter = shooter if shooter.body.moving is pace else shooter.with_body(moving=pace)
    light, cover = seen_of(reading, attack, aimed_at, shooter, target)
    key, weapon = in_hand(reading.scene.combatants[attack.actor].state.kit.weapons, shooter, attack.weapon)
    check_quick(weapon)
    fired = load(weapon, attack.rounds, untrained=shooter.person.untrained_bursts)
    return Shot(
        actor=attack.actor,
        aimed_at=aimed_at,
        shooter=shooter,
        target=target,
        key=key,
        weapon=weapon,
        mode=attack.mode or USUAL_MODE,
        fired=fired,
        far=_distance(reading, attack, weapon, target, light),
        muscle=holding_muscle(reading.tables, shooter, weapon),
        recoil=kick(shooter, weapon, fired, braced=attack.braced),
        own_pace=pace,
        target_pace=pace_faced(reading.scene, target),
        cover=cover,
        traffic=traffic(
            reading.scene, attack.actor, aimed_at, attack.own_speed, attack.target_speed, attack.keeping_pace
        ),
        said=attack,
        wind=reading.scene.state.wind,
        hampered=hampered(reading.scene, attack.actor, aimed_at),
        goal=stands_at(reading.scene, aimed_at),
    )


def target_of(reading: ReflexReading, attack: Attack) -> tuple[str, State]:
    """Return who is attacked, by id and state: another combatant, alive or dead; for a player's none that is hidden.

    To a player the hidden are not here: what is said of them must not differ from what is said of nobody.
    """
    scene, wanted = reading.scene, attack.target
    if wanted == attack.actor:
        raise RuleViolation("Nobody attacks themselves.", f"Targets: {_others(scene, attack.actor)}.")
    if not scene.sees(attack.actor, wanted):
        raise absent(wanted, f"Targets: {_others(scene, attack.actor)}.")
    found = reading.as_seen(wanted)
    if found.turn.withdrawn:
        raise RuleViolation(f"{shown(wanted)} has left the fight.", f"Targets: {_others(scene, attack.actor)}.")
    return wanted, found


def _others(scene: ReflexScene, actor: str) -> str:
    """Return the names of those who can be shot at and whom everybody may know of."""
    names = [
        shown(other)
        for other, combatant in scene.combatants.items()
        if other != actor and not combatant.hidden and not combatant.state.turn.withdrawn
    ]
    return ", ".join(names) or "none"


def _distance(reading: ReflexReading, attack: Attack, weapon: Weapon, target: State, light: str) -> Distance:
    """Return how far the target is, within reach and in sight.

    Raises:
        Incomplete: nobody has said how far it is.
        RuleViolation: it is too far.
    """
    known_m = apart_m(reading.scene, attack.actor, attack.target)
    range_m = known_m if attack.range_m is None else attack.range_m
    if range_m is None:
        raise Incomplete(f"How far away is {shown(attack.target)}?", "Say it in metres, for example range_m=60.")
    optics = 0 if attack.mode == "hip" else weapon.model.optics_bands
    size = attack.size or target.person.size
    near = band_of(reading.tables, range_m) is Band.PERSONAL
    far = distance(reading.tables, range_m, target, CLOSE_SIZE if near else size, light, optics)
    check_target(reading.tables, weapon, size, far.true)
    check_reach(reading.tables, weapon.name, weapon, far)
    if reading.options["visual_penalty"]:
        check_sight(far)
    return far


def check_target(tables: ReflexTables, weapon: Weapon, size: str, band: Band) -> None:
    """Check that a weapon can be aimed at something of a size in a band (text 003, lines 713, 730, 883).

    Raises:
        RuleViolation: it cannot be aimed at somebody, or not be wielded so close.
    """
    if weapon.model.unwieldy and band is Band.PERSONAL:
        raise RuleViolation(
            f"There is no room to use the {weapon.name} at arm's reach.",
            "Get farther away: /act action:move with:away=yes.",
        )
    if weapon.model.heavy and not tables.heavy_weapons[weapon.model.heavy].at_people and is_small(tables, size):
        remedy = "Use it for indirect fire, or against something bigger than a car."
        raise RuleViolation(f"The {weapon.name} is too coarse to aim at that.", remedy)


def is_small(tables: ReflexTables, size: str) -> bool:
    """Tell whether something is at most as big as a small vehicle."""
    return tables.sizes[size].bands_farther >= CAR
