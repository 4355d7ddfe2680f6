"""What size, range and aim add to the difficulty of hitting something."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bot.core.errors import RuleViolation
from bot.core.features import Adds
from bot.core.terms import Term
from bot.core.wording import metres
from bot.rulesets.horizons.checks.difficulty import Hitting
from bot.rulesets.horizons.play import HorizonsReading, row_term
from bot.rulesets.horizons.state import SIZES, State

adds = Adds()

BANDS = (("close", 8), ("medium", 4), ("far", 2), ("maximum", 1))


def band_at(range_m: float, effective_m: int) -> str:
    """Return the range band by exact fractions of the range, "" beyond it; an edge belongs to the nearer band.

    Text 000, lines 60-72; rulings 000-2, 000-3.
    """
    return next((band for band, part in BANDS if range_m * part <= effective_m), "")


def beyond(reading: HorizonsReading, range_m: float, effective_m: int) -> tuple[Term, ...]:
    """Return what a shot beyond the effective range costs, for each half of it that is begun (ruling 000-4).

    Raises:
        RuleViolation: the campaign allows no such shots.
    """
    if range_m <= effective_m:
        return ()
    if not reading.options["beyond_range"]:
        raise RuleViolation(
            f"{metres(range_m)} is out of range.", f"It reaches {effective_m} m: go nearer with /act action:move."
        )
    halves = math.ceil((range_m - effective_m) * 2 / effective_m)
    return (row_term("beyond", reading.tables.numbers.beyond, "beyond", times=halves),)


def size_of(reading: HorizonsReading, target: State, called: str = "") -> str:
    """Return the size that a target shows: kneeling and lying make it smaller, and so does aiming at a zone.

    Raises:
        RuleViolation: it has no such zone, or it would be smaller than tiny.
    """
    steps = reading.tables.postures[target.lying].smaller
    shown = max(0, SIZES.index(target.size) - steps)
    if called:
        shown -= _smaller(reading, target, called)
    if shown < 0:
        raise RuleViolation(f"That is too small to be aimed at: {called}.", "Shoot without called.")
    return SIZES[shown]


def _smaller(reading: HorizonsReading, target: State, called: str) -> int:
    """Return the steps of size that a zone is smaller; those that the GM has named are one (ruling 000-27)."""
    known = target.named_zones or reading.tables.zones
    if zone_meant(target, called) not in known:
        raise RuleViolation(f"It has no zone {called[:40]}.", f"There are: {', '.join(known)}.")
    return 1 if target.named_zones else reading.tables.zones[called].smaller


def zone_meant(target: State, called: str) -> str:
    """Return the zone that a word means: one that the GM has named is known in any letters."""
    return next((zone for zone in target.named_zones if zone.casefold() == called.casefold()), called)


def size_term(reading: HorizonsReading, size: str, band: str) -> Term:
    """Return the summand of size and range band together."""
    row = reading.tables.size_bands[size]
    return Term("size and range", row.at(band), row.cited, f"{size}, {band}")


@adds(Hitting)
def aiming(reading: HorizonsReading, hitting: Hitting) -> Iterator[Term]:
    """Yield what aim adds to a shot: it is taken along a gun, and helps no throw (text 000, lines 126-133)."""
    if not hitting.thrown:
        yield row_term("aim", reading.tables.numbers.aim, "aim", times=hitting.shooter.aimed)
