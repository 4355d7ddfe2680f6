"""How far apart two are, as a band: whether one can touch the other, and how well one sees as far as that."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from bot.core.terms import Term
from bot.rulesets.reflex.kinds import Band
from bot.rulesets.reflex.play import ReflexReading, ReflexScene
from bot.rulesets.reflex.tables import ReflexTables

BANDS = tuple(Band)


@lru_cache(maxsize=64)
def band_keys(tables: ReflexTables) -> tuple[str, ...]:
    """Return the keys of the bands, nearest first: ``band_keys(tables)[Band.CQB]`` is "cqb"."""
    return tuple(tables.bands)


@lru_cache(maxsize=64)
def outer_edges(tables: ReflexTables) -> tuple[float, ...]:
    """Return how far each band reaches, in metres, nearest first."""
    return tuple(row.to_m for row in tables.bands.values())


def band_of(tables: ReflexTables, range_m: float) -> Band:
    """Return the band of a distance; a boundary belongs to the nearer one (text 003, lines 531-559; ruling A6)."""
    return BANDS[bisect_left(outer_edges(tables), range_m)]


def look_terms(reading: ReflexReading, range_m: float | None, light: str) -> tuple[Term, ...]:
    """Return what distance and light take off a look, which is at what lies close by where nobody says how far.

    Text 003, lines 178-182, 411; ruling A3.
    """
    if not reading.options["visual_penalty"]:
        return ()
    true = band_of(reading.tables, range_m or 0)
    seen = true + reading.tables.visibility[light].bands_farther
    return seen_terms(reading.tables, true, min(Band.EXTREME, seen), light)


def seen_terms(tables: ReflexTables, true: Band, seen: int, light: str) -> tuple[Term, ...]:
    """Return the penalty of seeing what looks to be in the band ``seen`` (rulings A3, 003-44)."""
    key = band_keys(tables)[seen]
    band, lit = tables.bands[key], tables.visibility[light]
    source = f"{band.cited}; {lit.cited}" if lit.bands_farther else band.cited
    return (Term("visual", band.visual, source, key if seen == true else f"looks_like_{key}"),) if band.visual else ()


def way_there(scene: ReflexScene) -> str:
    """Return what helps against a distance: moving, in a pause another way, and outside of fights the GM's word."""
    if not scene.fight:
        said = "/map place" if scene.ground else "/init range"
        return f"A GM says where people are: {said}."
    if scene.state.phase == "pause":
        return "Move there first: /act action:pause_move."
    return "Move there first: /act action:move."
