"""What a pull of the trigger means: rounds by mode of fire, what more of them do, and the bands of range."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.core.errors import Incomplete, RuleViolation
from bot.core.terms import Term
from bot.core.wording import agreeing, counted, metres
from bot.rulesets.eclipse.fire.actions import TO_HIT, Attack
from bot.rulesets.eclipse.play import EclipseReading
from bot.rulesets.eclipse.state import ROUNDS, TWICE, AreaOfEffect, FirstAttack, Mode, Weapon
from bot.rulesets.eclipse.tables import ModifierRow, Modifiers

MOST_TARGETS: Mapping[str, int] = {Mode.BURST: 2, Mode.FULL_AUTOMATIC: 3}
MORE: Mapping[str, tuple[int, int]] = {Mode.BURST: (1, 0), Mode.FULL_AUTOMATIC: (1, 10)}
LATER: Mapping[str, tuple[int, int]] = {Mode.BURST: (1, 0), Mode.FULL_AUTOMATIC: (3, 0)}
BANDS = ("short", "medium", "long", "extreme")
POINT_BLANK_M = 2
_LOAD_FIRST = "Reload it with /act action:reload, or use another weapon."
_NOTHING_TO_LOAD = "Nothing is left to load: take another weapon in hand with /act action:ready, or pass."
_HOLDS_NO_MORE = "It holds no more: use another weapon, or pass."
_LOAD_BETWEEN = "Load it where that is a quick action: /act action:reload, or pass."


class RoundsFired(msgspec.Struct, frozen=True):
    """One attack's rounds: the mode, how many, and what they add to the damage, or to the attack by a modifier."""

    mode: str
    rounds: int
    extra_dice: int = 0
    extra: int = 0
    to_hit: tuple[Term, ...] = ()


def rounds_fired(
    reading: EclipseReading, weapon: Weapon, said: Attack, volley: FirstAttack | None, targets: int
) -> RoundsFired:
    """Return what an attack with a weapon fires, the second of an action in the mode of the first.

    Raises:
        RuleViolation: the weapon has no such mode, too few rounds, or the mode cannot do what was asked.
    """
    wanted = said.mode or (volley.mode if volley else "")
    if weapon.melee:
        if wanted or said.concentrated:
            used = agreeing(weapon.name, "is", "are")
            raise RuleViolation(f"The {weapon.name} {used} used hand to hand.", "Attack without a mode.")
        return RoundsFired("", 0)
    mode = _mode(weapon, wanted, second=volley is not None)
    if targets > MOST_TARGETS.get(mode, 1) and weapon.area != AreaOfEffect.CONE:
        wider = [f"{each} takes {most}" for each, most in MOST_TARGETS.items() if each in weapon.modes]
        several = f"Name fewer others: {', '.join(wider)}." if wider else "Attack one after the other."
        raise RuleViolation(f"{mode} hits {MOST_TARGETS.get(mode, 1)} at most.", several)
    if said.concentrated and not weapon.beam:
        raise RuleViolation(f"The {weapon.name} has no beam to concentrate.", "Attack without concentrated.")
    rounds = 1 if weapon.thrown else ROUNDS[mode]
    if targets > 1:
        return RoundsFired(mode, rounds)
    if reading.options["later_printing"]:
        return _later(reading.tables.modifiers, mode, rounds, for_hit=said.burst_for == TO_HIT)
    return RoundsFired(mode, rounds, *MORE.get(mode, (0, 0)))


def _later(modifiers: Modifiers, mode: str, rounds: int, *, for_hit: bool) -> RoundsFired:
    """Return what a burst is by the later printing: easier to hit with, or doing more damage (001-9)."""
    easier: Mapping[str, ModifierRow] = {
        Mode.BURST: modifiers.burst_to_hit,
        Mode.FULL_AUTOMATIC: modifiers.auto_to_hit,
    }
    if for_hit and mode in easier:
        return RoundsFired(mode, rounds, to_hit=easier[mode].terms())
    return RoundsFired(mode, rounds, *LATER.get(mode, (0, 0)))


def _mode(weapon: Weapon, wanted: str, *, second: bool) -> str:
    """Return the mode that was named, or the first that the rounds allow (001-23)."""
    modes = tuple(mode for mode in weapon.modes or (Mode.SINGLE,) if mode in TWICE or not second)
    fitting = [mode for mode in modes if weapon.loaded >= ROUNDS[mode]]
    if wanted and wanted not in modes:
        raise RuleViolation(f"The {weapon.name} does not fire {wanted}.", f"It fires {', '.join(modes)}.")
    if wanted in fitting:
        return wanted
    if not wanted and fitting:
        return fitting[0]
    least = wanted or min(modes, key=lambda mode: ROUNDS[mode])
    takes = f"{least} takes {counted(ROUNDS[least], 'round')}; the {weapon.name} has {weapon.loaded}."
    full = weapon.loaded >= weapon.capacity
    loads = weapon.spare != 0 and not full
    unloaded = _HOLDS_NO_MORE if full else _NOTHING_TO_LOAD
    none_fits = (_LOAD_BETWEEN if second else _LOAD_FIRST) if loads else unloaded
    otherwise = "reload" if loads and not second else "pass"
    fits = f"Still possible: {', '.join(fitting)}, or {otherwise}." if fitting else none_fits
    raise RuleViolation(takes if weapon.loaded or second else f"The {weapon.name} is empty.", fits)


def band_of(weapon: Weapon, range_m: float | None, whom: str) -> str:
    """Return the band of range that a target is in, "" in melee (C2, C3).

    Raises:
        RuleViolation: nobody has said how far it is, or it is out of reach.
    """
    if weapon.melee:
        return ""
    if range_m is None:
        raise Incomplete(f"How far away is {whom}?", "Say it in metres, for example range_m=60.")
    if range_m <= POINT_BLANK_M:
        return "point_blank"
    found = next((band for band, most in zip(BANDS, weapon.ranges_m, strict=False) if range_m <= most), None)
    if found is None:
        far = f"{whom} is {metres(range_m)} away, out of range."
        raise RuleViolation(far, f"The {weapon.name} reaches {reach_m(weapon)} m.")
    return found


def reach_m(weapon: Weapon) -> int:
    """Return how far a weapon fires at all; one whose sheet names no ranges, point blank."""
    return weapon.ranges_m[-1] if weapon.ranges_m else POINT_BLANK_M


CONE_TARGETS = {"point_blank": 1, "short": 1, "medium": 2, "long": 3, "extreme": 3}
CONE_DICE = {"point_blank": 1, "short": 1, "medium": 0, "long": -1, "extreme": -1}


def cone_dice(weapon: Weapon, band: str, targets: int) -> int:
    """Return the dice that a cone adds or loses at a range (C3).

    Raises:
        RuleViolation: it is not wide enough there for so many.
    """
    most = CONE_TARGETS[band]
    if targets > most:
        raise RuleViolation(f"At {band.replace('_', ' ')} range a cone takes {most}.", "Name fewer others.")
    return CONE_DICE[band]
