"""An attack before its dice: who, whom, with what, from how far, and whether that is possible at all."""

from __future__ import annotations

from itertools import pairwise

import msgspec
from msgspec.structs import replace

from bot.core.actions import read
from bot.core.errors import Incomplete, RuleViolation
from bot.core.orders import Act
from bot.core.renaming import sign_of
from bot.core.wording import agreeing, counted, shown, the
from bot.rulesets.graydawn.cover.actions import NO_COVER
from bot.rulesets.graydawn.cover.between import Protection, protection
from bot.rulesets.graydawn.cover.rules import level_of
from bot.rulesets.graydawn.equipment.held import check_filled, check_usable, in_hand, is_drawn, reload_words
from bot.rulesets.graydawn.fire.actions import Attack
from bot.rulesets.graydawn.fire.ranges import Brackets, reach
from bot.rulesets.graydawn.fire.rates import single_shots
from bot.rulesets.graydawn.play import DawnReading, DawnScene
from bot.rulesets.graydawn.state import AUTO, BURST, SINGLE, STRIKE, THROW, Shelter, Stance, State, Weapon
from bot.rulesets.graydawn.tables import GrayTables, WeaponRow
from bot.rulesets.graydawn.targets import check_reached, others_named, target_of

BLINDED = "blinded"
"""The situation of whoever fires through smoke or dust."""


class DeclaredAttack(msgspec.Struct, frozen=True, kw_only=True):
    """An attack that is possible, on one target.

    ``rounds`` are those of this target, ``wasted`` those that go astray before it; ``reach`` is None for a blow.
    ``defended`` says whether the target can dodge.
    """

    actor: str
    target: str
    key: str
    weapon: Weapon
    row: WeaponRow
    mode: str
    rounds: int
    reach: Brackets | None
    range_m: float | None
    defended: bool
    drawn: bool
    shelter: Shelter | None
    hidden: bool
    modifier: int
    called: str = ""
    ambush: bool = False
    situations: frozenset[str] = frozenset()
    wasted: int = 0


def declared(reading: DawnReading, attack: Attack) -> tuple[DeclaredAttack, ...]:
    """Return what an attack asks for, one for each target of one pull of the trigger.

    Raises:
        RuleViolation: no such target or weapon, empty, jammed, out of reach, or not in this stance.
    """
    scene, actor = reading.scene, attack.actor
    target = target_of(scene, actor, attack.target)
    targets = tuple(dict.fromkeys((target, *others_named(scene, actor, attack.others))))
    state = reading.at_opening(actor)
    key, weapon = in_hand(state, attack.weapon)
    row = reading.tables.weapons[weapon.kind]
    _check_exposed(state)
    check_usable(reading.tables, state, key, weapon)
    mode = _mode(row, attack.mode)
    if len(targets) > 1 and mode != AUTO:
        instead = "Say mode=auto, or name one." if AUTO in row.modes else "Name one."
        raise RuleViolation("Only full automatic fire has several targets.", instead)
    _check_called(state, attack.called, row, mode)
    _check_situations(reading.tables, attack.situations, mode)
    rounds = _rounds(reading, weapon, row, mode, attack.rounds, len(targets))
    if rounds > weapon.loaded and mode != STRIKE:
        check_filled(state, key, weapon, row.title)
        left = f"Only {counted(weapon.loaded, 'round')} left."
        instead = "fire single shots: mode=single" if mode == BURST else "fire fewer"
        raise RuleViolation(left, f"{reload_words(state, key)}, or {instead}.")
    lost = _lost(reading, targets)
    share = (rounds - lost) // len(targets)
    if share < 1:
        few = f"Not enough to reach from one to the other: {counted(rounds, 'round')}."
        raise RuleViolation(few, f"{lost} are lost between them: name fewer targets, or fire more.")
    further = {other: _further(reading, attack, other) for other in targets[1:]}
    whole = [_attempt(reading, further.get(each, attack), each, key, weapon, row, mode) for each in targets]
    return tuple(replace(one, rounds=share, wasted=0 if index else lost) for index, one in enumerate(whole))


def is_blow(reading: DawnReading, act: Act) -> bool:
    """Tell whether an action is a blow, by the way it is said or else by what is in hand."""
    if act.action != Attack.offer.name:
        return False
    said = read(Attack, act)
    _, weapon = in_hand(reading.at_opening(act.actor), said.weapon)
    return (said.mode or reading.tables.weapons[weapon.kind].modes[0]) == STRIKE


def _check_exposed(state: State) -> None:
    """Raise RuleViolation where somebody keeps wholly down (text 004, line 232)."""
    if state.stance is Stance.FULL:
        raise RuleViolation(
            "From full cover only covering fire is possible.",
            "Lay it with /act action:suppress; other stances are for when a turn begins: /act action:declare.",
        )


def _further(reading: DawnReading, attack: Attack, other: str) -> Attack:
    """Return an attack as it is on one more target: metres that are said are to the first, where others are known."""
    known = reading.distance(attack.actor, other)
    return attack if known is None else replace(attack, range_m=known)


def _lost(reading: DawnReading, targets: tuple[str, ...]) -> int:
    """Return the rounds that go between several targets: five for each metre, where distances are known (B4)."""
    metres = sum(reading.distance(one, other) or 0 for one, other in pairwise(targets))
    return int(metres * reading.tables.limits.between.value)


def _mode(row: WeaponRow, wanted: str) -> str:
    modes = row.modes
    if THROW in modes:
        raise RuleViolation(f"The {row.title} is thrown.", "Use /act action:throw.")
    if wanted and wanted not in modes:
        has = agreeing(row.title, "has", "have")
        raise RuleViolation(f"The {row.title} {has} no {wanted[:20]}.", f"Say mode={' or mode='.join(modes)}.")
    return str(wanted or modes[0])


def _check_called(state: State, called: str, row: WeaponRow, mode: str) -> None:
    """Check that whoever aims for a place braces (text 004, line 236) and fires single shots (B4).

    Raises:
        RuleViolation: it does not.
    """
    if not called:
        return
    if state.stance is not Stance.BRACED:
        raise RuleViolation(
            "A called shot is a single one while bracing.",
            "Brace first, as a turn begins: /act action:declare with:stance=bracing.",
        )
    if mode in (BURST, AUTO):
        single = "Say mode=single, or leave" if SINGLE in row.modes else "Leave"
        raise RuleViolation("A called shot is a single one.", f"{single} called out.")


def _check_situations(tables: GrayTables, said: frozenset[str], mode: str) -> None:
    """Raise RuleViolation where what can only be said of a shot is said of a blow, such as that it ricochets (B3)."""
    shots_only = [key for key in tables.situations if key in said and not tables.situations[key].blows]
    if mode == STRIKE and shots_only:
        what = ", ".join(tables.situations[key].title for key in shots_only)
        raise RuleViolation(f"That is said of shots and not of blows: {what}.", f"Leave out {', '.join(shots_only)}.")


def _rounds(reading: DawnReading, weapon: Weapon, row: WeaponRow, mode: str, wanted: int | None, targets: int) -> int:
    """Return the rounds of the whole action; what does not share out evenly among targets stays in the weapon (B4).

    Raises:
        RuleViolation: the weapon does not fire so many.
    """
    if mode == STRIKE:
        return 1
    if mode == BURST:
        least = most = reading.tables.limits.burst.value
    else:
        least, most = (targets, row.rof) if mode == AUTO else (1, single_shots(row))
    rounds = wanted or (min(most, max(least, weapon.loaded)) if mode == AUTO else least)
    if not least <= rounds <= most:
        span = counted(most, "round") if least == most else f"{least} to {most} rounds"
        raise RuleViolation(f"It fires {span} so, not {rounds}.", f"Say rounds={least if rounds < least else most}.")
    return rounds


def _attempt(
    reading: DawnReading, attack: Attack, target: str, key: str, weapon: Weapon, row: WeaponRow, mode: str
) -> DeclaredAttack:
    actor = attack.actor
    state = reading.at_opening(actor)
    melee = mode == STRIKE
    range_m = _distance(reading, actor, target, attack.range_m, melee=melee)
    braced = state.stance is Stance.BRACED
    far = None if range_m is None else reach(reading.tables, row, range_m, braced=braced, scoped=weapon.scope)
    behind = _protection(reading, attack, target)
    ambush = attack.ambush or sign_of(target) in state.unnoticed
    if behind.hidden and (behind.by or not melee):
        raise nothing_shows(target, behind.by)
    return DeclaredAttack(
        actor=actor,
        target=target,
        key=key,
        weapon=weapon,
        row=row,
        mode=mode,
        rounds=0,
        reach=far,
        range_m=range_m,
        defended=not ambush and reading.as_seen(target).able,
        drawn=is_drawn(reading.tables, state, key, weapon),
        shelter=None if melee else behind.shelter,
        hidden=False,
        modifier=attack.modifier,
        called=attack.called,
        ambush=ambush,
        situations=attack.situations | ({BLINDED} if behind.hazy else frozenset()),
    )


def _distance(reading: DawnReading, actor: str, target: str, said_m: float | None, *, melee: bool) -> float | None:
    """Return how far a shot is; of a blow only that it is near enough."""
    if not melee:
        return distance(reading.scene, actor, target, said_m)
    check_reached(reading.tables, target, reading.distance(actor, target) if said_m is None else said_m)
    return None


def distance(scene: DawnScene, actor: str, target: str, said_m: float | None) -> float:
    """Return how far a shot is: as it is said, or as it is known.

    Raises:
        Incomplete: nobody has said.
    """
    range_m = scene.range_m(actor, target) if said_m is None else said_m
    if range_m is None:
        raise Incomplete(f"How far is {shown(target)}?", "Say range_m=60, or a GM sets it with /init range.")
    return float(range_m)


def _protection(reading: DawnReading, attack: Attack, target: str) -> Protection:
    """Return what the target is behind as seen from the attacker, and whether wholly.

    To name the cover counts before all else: a flank is open, whatever stands before it.
    """
    if attack.cover == NO_COVER:
        return Protection()
    found = protection(reading, attack.actor, target, in_turn=True)
    if not attack.cover:
        return found
    return replace(found, shelter=Shelter(attack.cover, level_of(reading.tables, attack.cover, attack.level)))


def nothing_shows(target: str, by: str) -> RuleViolation:
    """Return the refusal of an attack on somebody who is wholly out of sight, with what hides it on a ground."""
    unseen = f"Of {shown(target)} nothing shows"
    if by:
        return RuleViolation(f"{unseen} behind {the(by)}.", f"Lay covering fire, or go to where {shown(target)} shows.")
    return RuleViolation(f"{unseen}.", "Lay covering fire; of a flank a GM says cover=none.")
