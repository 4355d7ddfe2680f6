"""Creation is an account in skill points: what a sheet costs, what pays for it, and by how much it is overdrawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bot.core.errors import RuleViolation
from bot.core.scene import Sheet
from bot.core.sheets import Problem
from bot.core.wording import Line, bad, counted, good, line, note, number
from bot.rulesets.graydawn.person.character import BOUGHT, EQUIPMENT, MOST_LEVEL, OWN, SECTION, stats_of
from bot.rulesets.graydawn.tables import GrayTables

HALF = 2
KEPT_BY_THE_GM = ("improvement", "marks", "growth")


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """The running account of a sheet.

    ``stats`` and ``perks`` are in their own points, all others in skill points. ``looks`` is the part of ``skills``
    that attractiveness took. ``flaws`` is what approved flaws give, ``waiting`` what the others would. ``budget`` and
    ``spent`` are everything, exchanged into skill points.
    """

    stats: int
    skills: int
    looks: int
    perks: int
    flaws: int
    waiting: int
    budget: int
    spent: int

    @property
    def left(self) -> int:
        """Return the skill points that are left; below zero the sheet is overdrawn."""
        return self.budget - self.spent


def level_cost(tables: GrayTables, what: str, level: int) -> int:
    """Return what a level of a stat or a skill costs from nothing, in the points of its budget (004:33-55)."""
    costs = tables.prices[what].costs
    return int(costs[min(level, len(costs)) - 1]) if level > 0 else 0


def worth(tables: GrayTables, budget: str) -> int:
    """Return the skill points that one point of a budget is exchanged for, either way (004:27)."""
    return tables.budgets[budget].worth


def account(tables: GrayTables, sheet: Sheet) -> Account:
    """Return what a sheet has cost at creation: what improvement points bought later does not count (004:17-27)."""
    looks = _looks(tables, sheet)
    stats, skills, perks = _stats(tables, sheet), _skills(tables, sheet) + looks, _perks(tables, sheet)
    gone = sheet.get("growth", {}).get("flaw_points", 0)
    flaws = gone + sum(flaw_value(tables, flaw) for flaw in sheet.get("flaws", ()) if flaw["approved"])
    waiting = sum(flaw_value(tables, flaw) for flaw in sheet.get("flaws", ()) if not flaw["approved"])
    budgets = ("stats", "skills", "perks")
    budget = sum(tables.budgets[key].points * worth(tables, key) for key in budgets)
    spent = stats * worth(tables, "stats") + skills + perks * worth(tables, "perks")
    return Account(
        stats=stats,
        skills=skills,
        looks=looks,
        perks=perks,
        flaws=flaws,
        waiting=waiting,
        budget=budget + flaws,
        spent=spent,
    )


def grown(sheet: Sheet, what: str) -> Mapping[str, int]:
    """Return the levels of stats or skills that improvement points have bought."""
    found: Mapping[str, int] = sheet.get("growth", {}).get(what, {})
    return found


def _stats(tables: GrayTables, sheet: Sheet) -> int:
    """Return the stat points for all stats but attractiveness, which is rolled."""
    levels, later = stats_of(sheet), grown(sheet, "stats")
    return sum(level_cost(tables, "stats", levels[stat] - later.get(stat, 0)) for stat in BOUGHT)


def _skills(tables: GrayTables, sheet: Sheet) -> int:
    later = grown(sheet, "skills")
    levels = sheet.get("skills", {})
    return sum(level_cost(tables, "skills", level - later.get(name, 0)) for name, level in levels.items())


def _looks(tables: GrayTables, sheet: Sheet) -> int:
    """Return the skill points for looks above what was rolled; what was rolled is never traded in (004:39)."""
    level, later = stats_of(sheet)["attr"], grown(sheet, "stats").get("attr", 0)
    rolled: int = sheet.get("attr_rolled", level)
    return max(0, level - later - rolled) * tables.prices["attractiveness"].cost


def _perks(tables: GrayTables, sheet: Sheet) -> int:
    """Return perk points for perks, and for special equipment behind its first level, which is free (004:23)."""
    taken = sum(perk_price(tables, perk) for perk in sheet.get("perks", ()))
    levels: int = max(0, sheet.get("special_equipment", 1) - 1)
    later: int = sheet.get("growth", {}).get("perk_points", 0)
    return max(0, taken + levels * tables.perks[EQUIPMENT].price - later)


def perk_price(tables: GrayTables, perk: Mapping[str, Any]) -> int:
    """Return the perk points for a perk: its own price, or that of its row."""
    return int(perk.get("price", 1)) if perk["kind"] == OWN else tables.perks[perk["kind"]].price


def perk_name(tables: GrayTables, perk: Mapping[str, Any]) -> str:
    """Return what a perk is called."""
    return str(perk.get("name", "")) or (OWN if perk["kind"] == OWN else tables.perks[perk["kind"]].title)


def flaw_value(tables: GrayTables, flaw: Mapping[str, Any]) -> int:
    """Return the skill points of a flaw: its severity's, times a half, one or two for its frequency (004:75; GD-03)."""
    halves = tables.frequencies[flaw["frequency"]].halves
    return tables.severities[flaw["severity"]].value * halves // HALF


def overdrawn(tables: GrayTables, sheet: Sheet) -> Iterator[Problem]:
    """Yield what a sheet has too much of, and by how much."""
    found = account(tables, sheet)
    if found.left < 0:
        waiting = f"; flaws worth {found.waiting} wait for a GM to approve them" if found.waiting else ""
        what = f"{counted(-found.left, 'skill point')} too many"
        yield Problem("points", what, f"{found.budget} are there, {found.spent} are spent{waiting}")
    most, given = tables.budgets["flaws"].points, found.flaws + found.waiting
    if given > most:
        yield Problem("flaws", f"they give {counted(given, 'point')}, {given - most} too many", f"at most {most}")


def check_affordable(tables: GrayTables, before: Sheet, sheet: Sheet) -> None:
    """Check that a change does not overdraw the account, or overdraw it further.

    Raises:
        RuleViolation: it does; the words say by how much.
    """
    problem = next(overdrawn(tables, sheet), None)
    if problem and any(over > was for over, was in zip(_over(tables, sheet), _over(tables, before), strict=True)):
        raise RuleViolation(f"{problem.path.capitalize()}: {problem.what}.", f"{problem.allowed.capitalize()}.")


def _over(tables: GrayTables, sheet: Sheet) -> tuple[int, int]:
    """Return by how much the account is overdrawn, and flaws give too much."""
    found = account(tables, sheet)
    flaws = found.flaws + found.waiting - tables.budgets["flaws"].points
    return max(0, -found.left), max(0, flaws)


def written(tables: GrayTables, sheet: Sheet, before: Sheet | None) -> tuple[Problem, ...]:
    """Return what a player may not do by writing a sheet: overdraw the account, or take what is a GM's to give."""
    old = before or {}
    if old.get("finished"):
        return tuple(_changed_since(sheet, old))
    return (*_taken(sheet, old), *_misnamed(sheet), *overdrawn(tables, sheet))


def _changed_since(sheet: Sheet, before: Sheet) -> Iterator[Problem]:
    for place in SECTION:
        if sheet.get(place) != before.get(place):
            yield Problem(place, "is settled since creation is over", "/sheet improve spends improvement points")


def _taken(sheet: Sheet, before: Sheet) -> Iterator[Problem]:
    for place in KEPT_BY_THE_GM:
        if (sheet.get(place) or {}) != (before.get(place) or {}):
            yield Problem(place, "is changed by play and by a GM alone", "leave it as it was, or out")
    known = before.get("flaws", ())
    for index, flaw in enumerate(sheet.get("flaws", ())):
        if flaw["approved"] and flaw not in known:
            yield Problem(f"flaws.{index}.approved", "a GM must say so", "false; then ask for it in /sheet create")
    if stats_of(sheet)["body"] > MOST_LEVEL:
        yield Problem("stats.body", "is more than anybody has at creation", f"at most {MOST_LEVEL}")
    rolled = before.get("attr_rolled")
    if rolled is not None and sheet.get("attr_rolled") != rolled:
        yield Problem("attr_rolled", "was rolled already", str(rolled))


def _misnamed(sheet: Sheet) -> Iterator[Problem]:
    """Yield skills and perks that are there twice, and own perks that do not say what they are."""
    skills = [name.casefold() for name in sheet.get("skills", {})]
    for name in sorted({name for name in skills if skills.count(name) > 1}):
        yield Problem("skills", f"{name} is there twice", "once")
    kinds = [perk["kind"] for perk in sheet.get("perks", ()) if perk["kind"] != OWN]
    for kind in sorted({kind for kind in kinds if kinds.count(kind) > 1}):
        yield Problem("perks", f"{kind} is there twice", "once")
    for index, perk in enumerate(sheet.get("perks", ())):
        if perk["kind"] == OWN and not (perk.get("name") and perk.get("price")):
            yield Problem(f"perks.{index}", "does not say what it is", "an own perk has a name and a price")


def account_lines(tables: GrayTables, sheet: Sheet) -> tuple[Line, ...]:
    """Return the running account in words."""
    found = account(tables, sheet)
    state = good(f"{found.left} left") if found.left >= 0 else bad(f"{-found.left} too many")
    flaws = f", {found.flaws} of them from flaws" if found.flaws else ""
    return (
        line("Skill points: ", number(found.spent), " of ", number(found.budget), " spent", flaws, ", ", state, "."),
        line(note("; ".join(_parts(tables, found))), depth=1),
        *((line(note(f"Flaws worth {found.waiting} wait for a GM to approve them."), depth=1),) * bool(found.waiting)),
    )


def _parts(tables: GrayTables, found: Account) -> Sequence[str]:
    """Return the three budgets, each in its own points and with its rate of exchange."""

    def part(budget: str, spent: int, rest: str) -> str:
        return f"{budget} {spent} of {tables.budgets[budget].points} points{rest}"

    looks = f", {found.looks} of them for attractiveness" if found.looks else ""
    return (
        part("stats", found.stats, f" (1 is {worth(tables, 'stats')} skill points)"),
        part("skills", found.skills, looks),
        part("perks", found.perks, f" (1 is {worth(tables, 'perks')} skill points)"),
    )
