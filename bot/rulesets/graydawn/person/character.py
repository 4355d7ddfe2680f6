"""The part of a sheet that makes the character: stats, skills, perks, flaws, and how they came about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.options import SheetField
from bot.core.scene import Sheet
from bot.core.sheet_fields import by_name, choice, flag, number, record, several, text
from bot.rulesets.graydawn.state import AVERAGE, STATS
from bot.rulesets.graydawn.tables import GrayTables

BOUGHT = tuple(stat for stat in STATS if stat != "attr")
MOST_LEVEL = 10
MOST_BODY = 30
MOST_POINTS = 100_000
LONGEST_NAME = 40
LONGEST_IN_KEY = 20
OWN = "own"
EQUIPMENT = "special equipment"


SECTION = (
    *("stats", "attr_rolled", "skills", "perks", "flaws", "special_equipment"),
    *("finished", "improvement", "marks", "growth"),
)
"""The places of a sheet that are the character's: all but ``marks`` stay as they are in a fight."""


def character_fields(tables: GrayTables) -> tuple[SheetField, ...]:
    """Return the places of a sheet that hold the character; `SECTION` names them in order.

    Combat reads ``stats``, ``skills``, the ``kind`` of each of ``perks``, and writes ``marks``: by skill, how often it
    succeeded since the GM last turned marks into improvement points.
    """
    levels = by_name("skills", "levels of skills, 1 to 10", number("level", "1 to 10", 1, MOST_LEVEL))
    return (
        record("stats", "1 to 10, 5 each where missing", (_stat(key) for key in STATS)),
        number("attr_rolled", "what 2d5 gave for attractiveness", 2, MOST_LEVEL),
        levels,
        several("perks", "talents", record("perk", "", _perk(tables))),
        several("flaws", "weaknesses, worth points once a GM has approved them", record("flaw", "", _flaw(tables))),
        number("special_equipment", "level; the first is free", 0, MOST_LEVEL),
        flag("finished", "whether creation is over"),
        record("improvement", "improvement points to spend", _improvement()),
        by_name("marks", "how often a skill succeeded since the last award", number("marks", "times", 0, MOST_POINTS)),
        record("growth", "what improvement points have bought", _growth()),
    )


def _stat(key: str) -> SheetField:
    if key == "body":
        return number(key, "1 to 10; to 30 on a sheet of the GM's", 1, MOST_BODY)
    return number(key, "1 to 10", 1, MOST_LEVEL)


def _perk(tables: GrayTables) -> tuple[SheetField, ...]:
    kinds = (*(kind for kind in tables.perks if kind != EQUIPMENT), OWN)
    return (
        choice("kind", "a row of the perks table, or own", kinds, required=True),
        text("name", "what an own perk is called"),
        number("price", "what an own perk costs, in perk points", 1, 15),
    )


def _flaw(tables: GrayTables) -> tuple[SheetField, ...]:
    return (
        text("name", "what it is", required=True),
        choice("severity", "how bad it is", tables.severities, required=True),
        choice("frequency", "how often it comes up", tables.frequencies, required=True),
        flag("approved", "whether a GM has approved it", default=False),
    )


def _improvement() -> tuple[SheetField, ...]:
    return (
        number("points", "for anything", 0, MOST_POINTS),
        by_name("skills", "for one skill each", number("points", "points", 0, MOST_POINTS)),
    )


def _growth() -> tuple[SheetField, ...]:
    return (
        record("stats", "levels", (number(key, "levels", 0, MOST_LEVEL) for key in STATS)),
        by_name("skills", "levels", number("levels", "levels", 1, MOST_LEVEL)),
        number("perk_points", "perk points", 0, MOST_POINTS),
        number("flaw_points", "skill points of flaws that are gone", 0, MOST_POINTS),
    )


def stats_of(sheet: Sheet) -> dict[str, int]:
    """Return all nine stats: what is missing is average, attractiveness what was rolled for it."""
    said = sheet.get("stats", {})
    unsaid = {"attr": sheet.get("attr_rolled", AVERAGE)}
    return {stat: said.get(stat, unsaid.get(stat, AVERAGE)) for stat in STATS}


def entry_key(step: str, entries: Sequence[Any], at: int, what: str) -> str:
    """Return the key of the page that takes an entry off a list, which it is only while the list is as it is."""
    return f"{step}.{at}.{len(entries)}.{what[:LONGEST_IN_KEY]}"


def spelled(skills: Mapping[str, int], name: str) -> str:
    """Return a skill as the sheet spells it, if it has it: capitals make no other skill."""
    return next((known for known in skills if known.casefold() == name), name)


def perks_of(sheet: Sheet) -> frozenset[str]:
    """Return the perks by the rows of their table; of those that a table made up itself nothing follows."""
    return frozenset(perk["kind"] for perk in sheet.get("perks", ()) if perk["kind"] != OWN)


def fought(sheet: Sheet, marks: Mapping[str, int]) -> Sheet:
    """Return the sheet of somebody in a fight: with its marks by skill, and created for good."""
    kept = {key: value for key, value in sheet.items() if key != "marks"}
    return {**kept, "finished": True, **({"marks": dict(marks)} if marks else {})}
