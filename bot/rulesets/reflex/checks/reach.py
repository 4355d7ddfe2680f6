"""How far apart two are, as a band, and whether one can touch the other."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from bot.core.errors import RuleViolation
from bot.core.wording import shown
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Band
from bot.rulesets.reflex.tables import ReflexTables

BANDS = tuple(Band)


@lru_cache(maxsize=64)
def outer_edges(tables: ReflexTables) -> tuple[float, ...]:
    """Return how far each band reaches, in metres, nearest first."""
    return tuple(row.to_m for row in tables.bands.values())


def band_of(tables: ReflexTables, range_m: float) -> Band:
    """Return the band of a distance; a boundary belongs to the nearer one (text 003, lines 531-559; ruling A6)."""
    return BANDS[bisect_left(outer_edges(tables), range_m)]


def check_at_hand(tables: ReflexTables, scene: ReflexScene, actor: str, target: str) -> None:
    """Check that somebody may be close enough to be touched (text 003, line 534).

    Raises:
        RuleViolation: it is known to be out of reach.
    """
    range_m = scene.range_m(actor, target)
    if range_m is not None and band_of(tables, range_m) is not Band.PERSONAL:
        raise RuleViolation(f"{shown(target)} is {range_m:g} m away, out of reach.", "Move there first.")
