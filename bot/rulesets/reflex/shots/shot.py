"""A declared attack is checked whole before any die falls: who fires what at whom, how, and around what."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.core.errors import Incomplete, RuleViolation, absent
from bot.core.ground.places import Place
from bot.core.terms import Term
from bot.core.wording import counted, sentence, shown
from bot.rulesets.reflex.checks.check import halved_up
from bot.rulesets.reflex.checks.reach import band_of
from bot.rulesets.reflex.kinds import Band, Lies, Pace, Stance
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.person.anatomy import can_work
from bot.rulesets.reflex.person.between import Outlook, check_in_sight, cover_between, light_between, outlook
from bot.rulesets.reflex.person.control import clinched, hampered
from bot.rulesets.reflex.person.cover import ALL_PARTS, ToldCover
from bot.rulesets.reflex.person.gear import find, modes_of
from bot.rulesets.reflex.person.protection import Cover, check_shown, cover_of, hidden_parts
from bot.rulesets.reflex.play import ReflexReading, ReflexScene
from bot.rulesets.reflex.shots.actions import USUAL_MODE, Attack, Throw
from bot.rulesets.reflex.shots.ranges import Distance, check_reach, check_sight, distance
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.timing import pace_faced, pace_of
from bot.rulesets.reflex.vehicles.seats import Traffic, apart_m, check_facing, shell_between, stands_at, traffic

ARCHERY = "archery"
SECOND_HAND, BIPOD = 2, 2
CAR = -1
CLOSE_SIZE = "human"
"""By which the eye judges in close combat, where sizes have a table of their own (text 003, lines 739-745)."""


class Load(msgspec.Struct, frozen=True):
    """What one attack fires: ``rounds`` count for bonus and further hits, ``spent`` leave the weapon.

    ``kicks`` add to its Recoil: none for a single shot. ``untrained`` says that rounds are wasted on a long burst.
    """

    rounds: int
    spent: int
    kicks: int = 0
    untrained: bool = False


SINGLE = Load(1, 1)


def load(weapon: Weapon, wanted: int | None, *, untrained: bool) -> Load:
    """Return what the weapon fires for ``wanted`` rounds, or by default; the weapon is not empty.

    A short magazine makes a shorter burst (text 003, lines 614-617), its last round a single shot (ruling 003-52). An
    untrained burst takes double (lines 664-665; ruling 003-53).

    Raises:
        RuleViolation: the weapon has no such mode of fire; the remedy names those it has.
    """
    modes = modes_of(weapon)
    wanted = modes[0] if wanted is None else wanted
    if wanted not in modes:
        raise RuleViolation(f"It does not fire {wanted} at a time.", f"Rounds it fires: {', '.join(map(str, modes))}.")
    spent = min(weapon.loaded, wanted * 2 if untrained and wanted > 1 else wanted)
    return SINGLE if spent == 1 else Load(min(wanted, spent), spent, spent, untrained)


def told_cover(reading: ReflexReading, said: Attack | Throw, aimed_at: str) -> ToldCover:
    """Return what was said of the cover; the vehicle around the target is it where nobody said what it is of.

    Nothing of it is between two who are in the same.
    """
    told = _told(said)
    around = shell_between(reading.tables, reading.scene, said.actor, aimed_at, said.facing)
    if around is None or told.is_of_something:
        return told
    return msgspec.structs.replace(told, cover=around.cover, armor=around.armor, parts=told.parts or ALL_PARTS)


def _told(said: Attack | Throw) -> ToldCover:
    return msgspec.convert(said, ToldCover, from_attributes=True)


def view_of(
    reading: ReflexReading, said: Attack | Throw, aimed_at: str, shooter: State, target: State, *, blind: bool = False
) -> Outlook | None:
    """Return how the shooter sees the target on a ground; None where one of them has no place.

    Raises:
        RuleViolation: it is out of sight, and neither aimed at ``blind`` nor by what is said of its cover.
    """
    view = outlook(reading.tables, reading.scene, (said.actor, shooter), (aimed_at, target))
    if view and not (blind or said.hidden or target.body.cover or _told(said).is_of_something):
        check_in_sight(view, aimed_at)
    return view


def cover_before(
    reading: ReflexReading, said: Attack | Throw, aimed_at: str, target: State, view: Outlook | None
) -> Cover | None:
    """Return what is in the way: as it was said, or else as the ground has it (text 003, lines 470-477).

    Raises:
        RuleViolation: see ``cover_of``.
    """
    told = told_cover(reading, said, aimed_at)
    if view is None or told.is_of_something or target.body.cover:
        return cover_of(reading.tables, target, told)
    found = cover_between(reading.tables, view)
    return (
        msgspec.structs.replace(found, hides=hidden_parts(reading.tables, told.parts))
        if found and told.parts
        else found
    )


def light_on(reading: ReflexReading, said: Attack | Throw, view: Outlook | None) -> str:
    """Return what can be seen of a target: as it was said, or as the ground or else the scene has it (ruling A3)."""
    return said.light or light_between(reading.tables, reading.scene, view)


def seen_of(
    reading: ReflexReading, attack: Attack, aimed_at: str, shooter: State, target: State
) -> tuple[str, Cover | None]:
    """Return what can be seen of a target and what is in the way of a shot or a blow (lines 410-411, 470-491).

    Nothing comes between two of whom one holds the other (ours).

    Raises:
        RuleViolation: it is out of sight, or cover hides the whole of it, or of whoever attacks (003-94).
    """
    clinch = clinched(reading.scene, attack.actor, aimed_at)
    if not clinch:
        check_shown(reading.tables, attack.actor, shooter)
    view = view_of(reading, attack, aimed_at, shooter, target, blind=clinch)
    return light_on(reading, attack, view), None if clinch else cover_before(reading, attack, aimed_at, target, view)


def holding_muscle(tables: ReflexTables, state: State, weapon: Weapon) -> int:
    """Return the Muscle that holds the gun: grip first, then stance (text 003, lines 651-653; rulings A7, 003-51)."""
    stance = tables.stances[state.body.stance]
    return int(_gripping_muscle(state, weapon) * stance.recoil_times + stance.recoil_muscle)


def _gripping_muscle(state: State, weapon: Weapon) -> int:
    muscle = state.person.attributes.muscle
    if weapon.model.grip_hands < weapon.held_with:
        return muscle + SECOND_HAND
    one_handed = weapon.held_with < weapon.model.grip_hands and not weapon.fixed_mount
    return halved_up(muscle) if one_handed else muscle


def kick(state: State, weapon: Weapon, fired: Load, *, braced: bool) -> int:
    """Return the Recoil of an attack, all rounds of a burst added (text 003, lines 640-641; rulings 003-2, 003-53).

    Zero for a weapon without recoil, to which none of this applies (line 622).
    """
    return _supported_recoil(state, weapon, braced=braced) + fired.kicks if weapon.model.recoil else 0


def _supported_recoil(state: State, weapon: Weapon, *, braced: bool) -> int:
    """Return the weapon's Recoil on a mount or a bipod (text 003, lines 672-673)."""
    if weapon.fixed_mount:
        return halved_up(weapon.model.recoil)
    stands = weapon.bipod_down and state.body.moving == Pace.STILL and (braced or state.body.stance == Stance.PRONE)
    return max(0, weapon.model.recoil - BIPOD) if stands else weapon.model.recoil


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


def is_firearm(weapon: Weapon) -> bool:
    """Tell whether a weapon fires with noise: neither a bow nor one for close combat (text 003, lines 1421, 1476)."""
    return not weapon.model.melee and weapon.model.skill != ARCHERY


def check_quick(weapon: Weapon) -> None:
    """Check that a weapon has a Speed, without which it fires no hip, snap or aimed shot (lines 398-400, 1422, 1658).

    Raises:
        RuleViolation: its crew needs a pause to fire it.
    """
    if weapon.model.crewed:
        raise RuleViolation(
            f"The {weapon.name} has no Speed: it takes a pause to fire, or a whole exchange.",
            "Ready another weapon: /act action:ready.",
        )


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


def in_hand(armed: Mapping[str, Weapon], shooter: State, wanted: str) -> tuple[str, Weapon]:
    """Return the weapon that is fired, held as ``shooter`` did at the opening of the tick, loaded as it is now.

    Raises:
        RuleViolation: it is not in hand, the hands cannot hold it, or it is empty; the remedy says what would work.
    """
    key = _named(armed, shooter, wanted)
    held = shooter.kit.weapons.get(key, armed[key])
    check_in_hand(shooter, held)
    if key in shooter.kit.broken:
        raise RuleViolation(
            f"The {held.name} is {shooter.kit.broken[key]}.", "Ready another weapon: /act action:ready."
        )
    if not armed[key].loaded:
        raise RuleViolation(f"The {held.name} is empty.", _refill(armed, shooter, key))
    return key, held if held is armed[key] else msgspec.structs.replace(held, loaded=armed[key].loaded)


def check_in_hand(shooter: State, held: Weapon) -> None:
    """Check that a weapon is in hand or on a mount that was not left behind, and that its arms can be used.

    Raises:
        RuleViolation: it is not, or one of them cannot.
    """
    if held.lies is Lies.AWAY:
        raise RuleViolation(f"The {held.name} was left behind.", "Ready another weapon: /act action:ready.")
    if not held.is_ready:
        raise RuleViolation(
            f"The {held.name} is not in hand.",
            f"Ready it first ({counted(max(1, held.model.bulk), 'tick')}): /act action:ready item:{held.name}.",
        )
    if not can_work(shooter, held):
        raise RuleViolation(
            f"An arm that the {held.name} needs is useless.", "Ready something for the other hand: /act action:ready."
        )


def _named(armed: Mapping[str, Weapon], shooter: State, wanted: str) -> str:
    """Return the key of the weapon that was named, or of the only one that is ready; what takes a crew comes last."""
    if wanted:
        return find("weapon", armed, wanted)
    ready = [key for key in armed if shooter.kit.weapons.get(key, armed[key]).is_ready]
    ready = [key for key in ready if not armed[key].model.crewed] or ready
    if len(ready) == 1:
        return ready[0]
    if ready:
        raise RuleViolation("Which weapon?", f"In hand: {', '.join(ready)}.")
    drawn = [f"{key} ({counted(max(1, armed[key].model.bulk), 'tick')})" for key in _usable(armed, shooter)]
    bare = f"There is none to ready: {_BARE_HANDS}."
    raise RuleViolation(
        "No weapon is in hand.", f"Ready one with /act action:ready: {', '.join(drawn)}." if drawn else bare
    )


_BARE_HANDS = "strike at arm's reach with weapon=bare hands"


def _usable(armed: Mapping[str, Weapon], shooter: State) -> list[str]:
    """Return what is within reach, whole, and attacks without a crew, in hand or not."""
    broken = shooter.kit.broken
    return [
        key for key, weapon in armed.items() if not (key in broken or weapon.lies is Lies.AWAY or weapon.model.crewed)
    ]


def _refill(armed: Mapping[str, Weapon], shooter: State, empty: str) -> str:
    """Return what helps against an empty weapon: loading it, or using another one that is loaded."""
    choices: list[str] = []
    if armed[empty].spare != 0:
        ticks = counted(max(1, armed[empty].model.bulk), "tick")
        choices.append(f"reload ({ticks}): /act action:reload item:{empty}")
    for key in _usable(armed, shooter):
        if key != empty and armed[key].loaded:
            draws = f"draw the {key} ({max(1, armed[key].model.bulk)}): /act action:ready item:{key}"
            choices.append(f"use the {key}: /attack weapon:{key}" if armed[key].held_with else draws)
    return f"{sentence('; or '.join(choices or [_BARE_HANDS]))}."


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
