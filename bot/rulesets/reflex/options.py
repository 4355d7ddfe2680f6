"""The campaign's switches: those of the whole system, and every single value of the tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.core.options import OptionSpec
from bot.core.tables import Row, own_value
from bot.rulesets.reflex.checks.check import HIGHEST, LOWEST
from bot.rulesets.reflex.options_combat import SWITCHES as SWITCHES_COMBAT
from bot.rulesets.reflex.options_morale import SWITCHES_MORALE
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.person.physique import PACES
from bot.rulesets.reflex.person.sheet_spec import BANDS, PLACES
from bot.rulesets.reflex.state import Attributes
from bot.rulesets.reflex.tables import Tables

_SIGNED = (
    "penalty",
    "own_penalty",
    "penalty_to_be_hit",
    "visual",
    "bands_farther",
    "recoil_muscle",
    "bonus_cap",
    "modifier",
    "close_modifier",
    "dive_penalty",
    "person_penalty",
    "car_penalty",
)
_FROM_ONE = (
    "divisor",
    "tenth_mm_per_armor",
    "dice",
    "sides",
    "capacity",
    "grip_hands",
    "bursts",
    "speed",
    "chances",
    "thresholds",
)
_FEW = {"dice": 20, "chances": 100, "bursts": 100, "grip_hands": 2}
LEAST, MOST = -1000, 100_000
SWITCHES = (*SWITCHES_COMBAT, *SWITCHES_MORALE)


def own_values(tables: Tables) -> Iterator[OptionSpec]:
    """Yield an option for each value of each table, under its dotted path."""
    words = _words(tables)
    for path, value, row in tables.cells():
        yield _cell(path, value, row, words)


def _words(tables: Tables) -> dict[str, tuple[str, ...]]:
    """The words that a field of any table may hold, so that no campaign can name what does not exist."""
    allowed: dict[str, Iterable[str]] = {
        "penetration": HALVES,
        "optimum": BANDS,
        "maximum": BANDS,
        "fastest": PACES,
        "keep": (HIGHEST, LOWEST),
        "attribute": Attributes.__struct_fields__,
        "place": PLACES,
        "feed": tables.rows("feeds"),
        "heavy": tables.rows("heavy_weapons"),
        "explosive": tables.rows("explosives"),
        "flame": tables.rows("flames"),
        "covers": tables.rows("locations"),
        "lateral": tables.rows("locations"),
        "size": tables.rows("sizes"),
        "boarding": tables.rows("boarding"),
        "cover": tables.rows("cover"),
    }
    return {field: tuple(map(str, words)) for field, words in allowed.items()}


def _cell(path: str, value: Any, row: Row, words: Mapping[str, tuple[str, ...]]) -> OptionSpec:
    field = path.split(".")[2]
    least = LEAST if field in _SIGNED or _below_zero(value) else int(field in _FROM_ONE)
    return own_value(path, value, row, lo=least, hi=_FEW.get(field, MOST), choices=words.get(field, ()))


def _below_zero(value: Any) -> bool:
    return isinstance(value, int | float) and value < 0
