"""Distance counts in bands: what they do to a weapon's time and accuracy, and to the eye, are separate sums."""

from __future__ import annotations

import msgspec

from bot.core.errors import RuleViolation
from bot.core.events import RangeSet
from bot.core.terms import Term
from bot.core.wording import metres
from bot.rulesets.reflex.checks.reach import BANDS, band_keys, band_of, seen_terms
from bot.rulesets.reflex.kinds import Band
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables

TICKS_PER_BAND = 1


class Distance(msgspec.Struct, frozen=True):
    """How far a target is: in metres, in its true band, in the band its size makes of it, and in that of the eye.

    ``seen`` may lie beyond every band: such a target cannot be seen. ``light`` is what can be seen, a row of the table
    ``visibility``. ``farther`` are the bands that its size adds, below zero for what is big.
    """

    range_m: float
    true: Band
    sized: Band
    seen: int
    light: str
    farther: int = 0


def distance(tables: ReflexTables, range_m: float, target: State, size: str, light: str, optics_bands: int) -> Distance:
    """Return how far ``target`` is for a weapon and for the eye (ruling A6; A7 for a prone target; A3 for light)."""
    true = band_of(tables, range_m)
    by_size = tables.sizes[size].bands_farther
    by_light = tables.visibility[light].bands_farther
    by_stance = tables.stances[target.body.stance].visual_bands_farther
    sized = BANDS[min(Band.BEYOND, max(Band.PERSONAL, true + by_size))]
    return Distance(range_m, true, sized, max(0, true + by_size + by_light + by_stance - optics_bands), light, by_size)


def remember(play: ReflexPlay, actor: str, target: str, said_m: float | None) -> None:
    """Tell a distance that was said with an attack, where it is not known to be so."""
    if said_m is not None and play.distance(actor, target) != said_m:
        play.tell(RangeSet(actor=actor, target=target, range_m=float(said_m)))


def check_reach(tables: ReflexTables, title: str, weapon: Weapon, far: Distance) -> None:
    """Check that a target is within the weapon's reach (text 003, line 567).

    Raises:
        RuleViolation: the target is beyond the weapon's maximum range.
    """
    if far.sized > weapon.model.maximum:
        raise _beyond(tables, title, far.range_m, weapon.model.maximum - far.farther, sized=far.farther != 0)


def check_band(tables: ReflexTables, title: str, weapon: Weapon, range_m: float, band: Band) -> None:
    """Check that something so far away, in this band, is within the weapon's reach, an area too (lines 567, 1422).

    Raises:
        RuleViolation: it is beyond the weapon's maximum range.
    """
    if band > weapon.model.maximum:
        raise _beyond(tables, title, range_m, weapon.model.maximum, sized=False)


def _beyond(tables: ReflexTables, title: str, range_m: float, reached: int, *, sized: bool) -> RuleViolation:
    """Return the refusal of what is too far, and how far off it may be: ``sized`` says that its size counts in that."""
    what = f"{metres(range_m)} is beyond what the {title} can hit."
    if reached < Band.PERSONAL:
        return RuleViolation(what, "Something as small as that it hits at no distance.")
    reaches = "Something of that size it reaches at" if sized else "It reaches"
    row = tables.bands[band_keys(tables)[reached]]
    return RuleViolation(what, f"{reaches} {row.title} range, up to {row.to_m:g} m: get closer.")


def check_sight(far: Distance) -> None:
    """Check that a target can be seen at all (ruling 003-84).

    Raises:
        RuleViolation: there is no band as far away as the target looks.
    """
    if far.seen > Band.EXTREME:
        raise RuleViolation("At that distance the target cannot be made out.", "Get closer, or use optics.")


def surcharge(weapon: Weapon, band: Band) -> int:
    """Return the ticks more for a target in a band closer than optimum range (text 003, line 564).

    Usually by its true band: a target's size does not make it slower to swing to (ruling A6).
    """
    return TICKS_PER_BAND * max(0, weapon.model.optimum - band)


def visual_terms(tables: ReflexTables, far: Distance) -> tuple[Term, ...]:
    """Return the penalty of seeing as far as the target looks (rulings A3, 003-44)."""
    return seen_terms(tables, far.true, far.seen, far.light)
