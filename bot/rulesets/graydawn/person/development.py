"""Development is a purse of improvement points: what fills it, what a raise takes out of it, and what is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from bot.core.errors import RuleViolation
from bot.core.scene import Sheet
from bot.core.wording import counted
from bot.rulesets.graydawn.person.character import EQUIPMENT, MOST_LEVEL, entry_key, stats_of
from bot.rulesets.graydawn.person.creation import flaw_value, grown, level_cost, perk_price, worth
from bot.rulesets.graydawn.state import STATS
from bot.rulesets.graydawn.tables import GrayTables

MARKS = "marks"
Changes = dict[str, Any]


class Raise(msgspec.Struct, frozen=True, kw_only=True):
    """Something that improvement points can buy: its page, what it is, and its price.

    ``key`` names what is reached, so that a second click on an old menu does not buy the next level as well.
    ``skill`` names the skill whose own points pay first. ``sheet`` is the sheet once it is bought, but for the points.
    """

    key: str
    title: str
    price: int
    sheet: Sheet
    skill: str = ""
    asks_gm: bool = False


def raises(tables: GrayTables, sheet: Sheet) -> tuple[Raise, ...]:
    """Return all that can be bought for a sheet, affordable or not."""
    return (*_skills(tables, sheet), *_perks(tables, sheet), *_stats(tables, sheet), *_flaws(tables, sheet))


def skill_price(tables: GrayTables, level: int) -> int:
    """Return the improvement points for the next level of a skill; one not yet learned is at 0 (004:87; GD-04)."""
    return tables.improvement["skill level"].points * max(1, level)


def learned(tables: GrayTables, sheet: Sheet, name: str) -> Raise:
    """Return a skill raised by a level, or learned (004:87)."""
    levels = sheet.get("skills", {})
    level = levels.get(name, 0)
    changed = {
        **sheet,
        "skills": {**levels, name: level + 1},
        "growth": _grown(sheet, skills=_one_more(grown(sheet, "skills"), name)),
    }
    title = f"{name} {level} to {level + 1}" if level else f"{name}, new"
    return Raise(
        key=f"raise.{name}.{level + 1}", title=title, price=skill_price(tables, level), sheet=changed, skill=name
    )


def _skills(tables: GrayTables, sheet: Sheet) -> Iterator[Raise]:
    for name, level in sheet.get("skills", {}).items():
        if level < MOST_LEVEL:
            yield learned(tables, sheet, name)


def gained(tables: GrayTables, sheet: Sheet, key: str, title: str, perk: Mapping[str, Any]) -> Raise:
    """Return a perk that is no gift of birth (004:91)."""
    changed = {**sheet, "perks": [*sheet.get("perks", ()), dict(perk)]}
    return _for_perk_points(tables, changed, key, title, perk_price(tables, perk))


def _for_perk_points(tables: GrayTables, changed: Sheet, key: str, title: str, points: int) -> Raise:
    price = points * tables.improvement["perk point"].points
    spent = changed.get("growth", {}).get("perk_points", 0) + points
    return Raise(key=key, title=title, price=price, sheet={**changed, "growth": _grown(changed, perk_points=spent)})


def _perks(tables: GrayTables, sheet: Sheet) -> Iterator[Raise]:
    """Yield the perks of the table that are not inborn, and the next level of special equipment."""
    taken = {perk["kind"] for perk in sheet.get("perks", ())}
    for kind, row in tables.perks.items():
        if kind != EQUIPMENT and kind not in taken and not row.inborn:
            yield gained(tables, sheet, f"gain.{kind}", row.title, {"kind": kind})
    level = sheet.get("special_equipment", 1)
    if level < MOST_LEVEL:
        changed = {**sheet, "special_equipment": level + 1}
        title = f"{tables.perks[EQUIPMENT].title} {level} to {level + 1}"
        yield _for_perk_points(tables, changed, f"equip.{level + 1}", title, tables.perks[EQUIPMENT].price)


def stat_price(tables: GrayTables, stat: str, level: int) -> int:
    """Return the improvement points from a level of a stat to the next (004:93; GD-05).

    A level of attractiveness costs a part of a stat point, as it does at creation.
    """
    points = tables.improvement["stat point"].points
    if stat == "attr":
        return points * tables.prices["attractiveness"].cost // max(1, worth(tables, "stats"))
    return points * (level_cost(tables, "stats", level + 1) - level_cost(tables, "stats", level))


def _stats(tables: GrayTables, sheet: Sheet) -> Iterator[Raise]:
    levels = stats_of(sheet)
    for stat in STATS:
        if levels[stat] < MOST_LEVEL:
            more = _one_more(grown(sheet, "stats"), stat)
            stats = {**sheet.get("stats", {}), stat: levels[stat] + 1}
            changed = {**sheet, "stats": stats, "growth": _grown(sheet, stats=more)}
            title = f"{stat.upper()} {levels[stat]} to {levels[stat] + 1}"
            price = stat_price(tables, stat, levels[stat])
            key = f"grow.{stat}.{levels[stat] + 1}"
            yield Raise(key=key, title=title, price=price, sheet=changed, asks_gm=True)


def _flaws(tables: GrayTables, sheet: Sheet) -> Iterator[Raise]:
    """Yield approved flaws, for what they gave; the points that they gave stay (004:95; GD-06)."""
    flaws = sheet.get("flaws", ())
    for index, flaw in enumerate(flaws):
        if flaw["approved"]:
            value = flaw_value(tables, flaw)
            gone = sheet.get("growth", {}).get("flaw_points", 0) + value
            changed = {**sheet, "flaws": [*flaws[:index], *flaws[index + 1 :]]}
            changed["growth"] = _grown(sheet, flaw_points=gone)
            price = value * tables.improvement["flaw point"].points
            key, title = entry_key("rid", flaws, index, flaw["name"]), f"No more {flaw['name']}"
            yield Raise(key=key, title=title, price=price, sheet=changed, asks_gm=True)


def _one_more(levels: Mapping[str, int], name: str) -> dict[str, int]:
    return {**levels, name: min(MOST_LEVEL, levels.get(name, 0) + 1)}


def _grown(sheet: Sheet, **changes: Any) -> Changes:
    return {**sheet.get("growth", {}), **changes}


def points_left(sheet: Sheet, skill: str = "") -> int:
    """Return the improvement points that can be spent on anything, or on a skill."""
    found = sheet.get("improvement", {})
    return int(found.get("points", 0) + found.get("skills", {}).get(skill.casefold(), 0))


def paid(sheet: Sheet, wanted: Raise) -> Sheet:
    """Return the sheet with what was bought, the points taken out of its purse: the skill's own points first.

    Raises:
        RuleViolation: there are too few; it says by how much.
    """
    there = points_left(sheet, wanted.skill)
    if there < wanted.price:
        missing = f"{wanted.title} costs {wanted.price}: {wanted.price - there} too few."
        raise RuleViolation(missing, f"There are {counted(there, 'improvement point')} for it; a GM awards them.")
    own = sheet.get("improvement", {}).get("skills", {})
    skill = wanted.skill.casefold()
    first = min(own.get(skill, 0), wanted.price)
    left = {**own, **({skill: own[skill] - first} if first else {})}
    return _with_purse(wanted.sheet, points_left(sheet) - wanted.price + first, left)


def _with_purse(sheet: Sheet, points: int, skills: Mapping[str, int]) -> Sheet:
    filled = {"points": points, "skills": {name: left for name, left in skills.items() if left}}
    return {**sheet, "improvement": {key: value for key, value in filled.items() if value}}


def awarded(tables: GrayTables, sheet: Sheet, what: str, points: int) -> Sheet:
    """Return the sheet after an award of points: for anything, for one skill, or for each of its marks (004:83-89).

    Raises:
        RuleViolation: there would be less than nothing, or there are no marks.
    """
    own, what = dict(sheet.get("improvement", {}).get("skills", {})), what.casefold()
    if what == MARKS:
        return _for_marks(tables, sheet, own, points)
    if what:
        own[what] = own.get(what, 0) + points
    there = points_left(sheet) + (0 if what else points)
    if min(there, own.get(what, 0)) < 0:
        raise RuleViolation("There are not so many points to take away.", "/sheet show says how many there are.")
    return _with_purse(sheet, there, own)


def _for_marks(tables: GrayTables, sheet: Sheet, own: dict[str, int], points: int) -> Sheet:
    marks: Mapping[str, int] = sheet.get(MARKS, {})
    if not marks or points < 0:
        raise RuleViolation("There are no marks to award points for.", "Marks come from skills that succeed in play.")
    each = points * tables.improvement["mark"].points
    for name, count in marks.items():
        own[name.casefold()] = own.get(name.casefold(), 0) + count * each
    kept = {key: value for key, value in sheet.items() if key != MARKS}
    return _with_purse(kept, points_left(sheet), own)
