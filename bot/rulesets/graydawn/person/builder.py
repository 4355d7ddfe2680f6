"""Making and improving a character page by page: which page offers what, and what filling it in does to the sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from bot.core.building import BUILD, IMPROVE, Blank, Options, Page, Rolling
from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.options import MOST_CHOICES, Choice
from bot.core.scene import Sheet
from bot.core.sheets import Problem, named
from bot.core.wording import Line, counted, good, line, note, number
from bot.rulesets.graydawn.person.character import (
    EQUIPMENT,
    LONGEST_NAME,
    MOST_LEVEL,
    OWN,
    entry_key,
    spelled,
    stats_of,
)
from bot.rulesets.graydawn.person.creation import (
    account,
    account_lines,
    check_affordable,
    flaw_value,
    perk_name,
    perk_price,
    written,
)
from bot.rulesets.graydawn.person.development import MARKS, Raise, awarded, gained, learned, paid, points_left, raises
from bot.rulesets.graydawn.state import STATS
from bot.rulesets.graydawn.tables import GrayTables

Values = Mapping[str, str]
STATS_PAGES = {"stats.1": STATS[:5], "stats.2": STATS[5:]}
TOGETHER = 5
MOST_LISTED = 30
LOOKS = Ask("attractiveness", 2, 5)


class GraydawnBuilder:
    """Creation and development with one set of tables."""

    def __init__(self, tables: GrayTables) -> None:
        self._tables = tables

    def begun(self, sheet: Sheet, throw: Rolling, options: Options) -> Sheet:
        """Return the sheet with 2d5 rolled for attractiveness, unless it holds what was rolled (004:39)."""
        if "attr_rolled" in sheet or sheet.get("finished"):
            return sheet
        stats = {stat: level for stat, level in sheet.get("stats", {}).items() if stat != "attr"}
        return {**sheet, "stats": stats, "attr_rolled": sum(throw(LOOKS).faces)}

    def rolled(self, sheet: Sheet, before: Sheet | None, throw: Rolling) -> Sheet:
        """Return the sheet with the attractiveness that was rolled, whatever was written; creation settles it."""
        if before is not None and ("attr_rolled" in before or before.get("finished")):
            return sheet
        return {**sheet, "attr_rolled": sum(throw(LOOKS).faces)}

    def page(self, sheet: Sheet, key: str, options: Options) -> Page:
        """Return a page of creation until that is over, and of improvement from then on."""
        tables = self._tables.under(options)
        pages = _development(tables, sheet) if sheet.get("finished") else _creation(tables, sheet)
        if key in pages:
            return pages[key]
        raise _over(sheet, key)

    def filled(self, sheet: Sheet, key: str, values: Values, options: Options) -> Sheet:
        """Return the sheet after a page was filled in or chosen; creation may not overdraw its account."""
        tables = self._tables.under(options)
        page = self.page(sheet, key, options)
        if page.choices:
            raise RuleViolation("That page changes nothing by itself.", "Choose one of its steps.")
        if sheet.get("finished"):
            return paid(sheet, _bought(tables, sheet, key, values))
        made = _made(sheet, key, values)
        check_affordable(tables, sheet, made)
        return made

    def check(self, sheet: Sheet, before: Sheet | None, options: Options) -> tuple[Problem, ...]:
        """Return what a player may not do by writing a whole sheet."""
        return written(self._tables.under(options), sheet, before)

    def awards(self, sheet: Sheet) -> Sequence[Choice]:
        """Return the marks of a sheet, and its skills."""
        marks = sum(sheet.get(MARKS, {}).values())
        found = [Choice(MARKS, f"so many for each of {counted(marks, 'mark')}")] if marks else []
        return [*found, *map(Choice, dict.fromkeys((*sheet.get("skills", {}), *self._tables.skills)))]

    def awarded(self, sheet: Sheet, what: str, points: int, options: Options) -> Sheet:
        """Return the sheet after an award of improvement points."""
        return awarded(self._tables.under(options), sheet, what, points)


def _over(sheet: Sheet, key: str) -> RuleViolation:
    if sheet.get("finished") and key == BUILD:
        return RuleViolation("The creation of this character is over.", "/sheet improve spends improvement points.")
    if key == IMPROVE:
        return RuleViolation(
            "This character is not finished yet.", "Go on with /sheet create; Finish is its last step."
        )
    return RuleViolation("That step is not there any more.", "Take another one, or begin again with the command.")


def _creation(tables: GrayTables, sheet: Sheet) -> dict[str, Page]:
    steps = (
        *(_stats_page(sheet, key, stats) for key, stats in STATS_PAGES.items()),
        *_skill_pages(tables, sheet),
        Page("learn", "Another skill", blanks=(_name("What is it called?"), _level("level", "Level", 1))),
        _perk_page(tables, sheet),
        _flaw_page(tables, sheet),
        Page("equip", "Special equipment", blanks=(_level("level", "Level; the first is free", _equipment(sheet)),)),
        *_waiting(tables, sheet),
        Page("finish", "Finish, for good"),
    )
    inner = (*_perk_steps(tables, sheet), *_flaw_steps(tables, sheet))
    choices = tuple(Choice(step.key, step.title) for step in steps)
    menu = Page(BUILD, "What next?", (*_levels(sheet), *account_lines(tables, sheet)), choices)
    return {page.key: page for page in (menu, *steps, *inner)}


def _levels(sheet: Sheet) -> tuple[Line, ...]:
    """Return what stands on the sheet so far."""
    stats = ", ".join(f"{stat.upper()} {level}" for stat, level in stats_of(sheet).items())
    skills = ", ".join(f"{name} {level}" for name, level in sheet.get("skills", {}).items())
    return (line(stats), *((line(skills),) * bool(skills)))


def _equipment(sheet: Sheet) -> int:
    return int(sheet.get("special_equipment", 1))


def _name(label: str) -> Blank:
    return Blank("name", label, longest=LONGEST_NAME)


def _level(key: str, label: str, level: int, *, needed: bool = True) -> Blank:
    return Blank(key, label, str(level) if level else "", f"1 to {MOST_LEVEL}", 3, needed)


def _stats_page(sheet: Sheet, key: str, stats: Sequence[str]) -> Page:
    levels = stats_of(sheet)
    label = f"ATTR (rolled {sheet.get('attr_rolled', levels['attr'])})"
    blanks = tuple(_level(stat, label if stat == "attr" else stat.upper(), levels[stat]) for stat in stats)
    return Page(key, f"Stats: {' '.join(stat.upper() for stat in stats)}", blanks=blanks)


def _skill_pages(tables: GrayTables, sheet: Sheet) -> Iterable[Page]:
    """Return five skills at a time: those of the table, then those that the sheet alone has."""
    levels = sheet.get("skills", {})
    names = list(dict.fromkeys((*(spelled(levels, name) for name in tables.skills), *levels)))
    most = MOST_CHOICES - TOGETHER * 2  # the steps that are no skills
    for first in range(0, min(len(names), most * TOGETHER), TOGETHER):
        few = names[first : first + TOGETHER]
        blanks = tuple(_level(name, name.capitalize(), levels.get(name, 0), needed=False) for name in few)
        yield Page(f"skills.{first}", f"Skills: {', '.join(few)}"[:100], blanks=blanks)


def _perk_page(tables: GrayTables, sheet: Sheet) -> Page:
    steps = _perk_steps(tables, sheet)
    lines = (line("Perks: ", ", ".join(perk_name(tables, perk) for perk in sheet.get("perks", ())) or "none", "."),)
    return Page("perks", "Perks", lines, _choices(steps, BUILD))


def _perk_steps(tables: GrayTables, sheet: Sheet) -> tuple[Page, ...]:
    taken = sheet.get("perks", [])
    kinds = {perk["kind"] for perk in taken}
    free = [kind for kind in tables.perks if kind not in (*kinds, EQUIPMENT)]
    own = (_name("What is it called?"), Blank("price", "Perk points", "", "as your GM says", 2))
    return (
        *(
            Page(f"take.{kind}", f"Take {tables.perks[kind].title} ({perk_price(tables, {'kind': kind})})")
            for kind in free
        ),
        Page("take own", "Take one that is not listed", blanks=own),
        *(_away("leave", "Give back", taken, at, perk_name(tables, perk)) for at, perk in enumerate(taken)),
    )


def _away(step: str, verb: str, entries: Sequence[Any], at: int, what: str) -> Page:
    return Page(entry_key(step, entries, at, what), f"{verb} {what}")


def _flaw_page(tables: GrayTables, sheet: Sheet) -> Page:
    lines = tuple(_flaw_line(tables, flaw) for flaw in sheet.get("flaws", ()))
    steps = _flaw_steps(tables, sheet)
    return Page("flaws", "Flaws", lines or (line("No flaws."),), _choices(steps, BUILD))


def _flaw_line(tables: GrayTables, flaw: Mapping[str, Any]) -> Line:
    state = good("approved") if flaw["approved"] else note("waits for a GM")
    about = f": {flaw['severity']}, {flaw['frequency']}, "
    return line(flaw["name"], about, counted(flaw_value(tables, flaw), "point"), ", ", state, ".")


def _flaw_steps(tables: GrayTables, sheet: Sheet) -> tuple[Page, ...]:
    kinds, flaws = product(tables.severities, tables.frequencies), sheet.get("flaws", ())
    return (
        *(_flaw_kind(tables, severity, frequency) for severity, frequency in kinds),
        *(_away("drop", "Drop", flaws, at, flaw["name"]) for at, flaw in enumerate(flaws)),
    )


def _flaw_kind(tables: GrayTables, severity: str, frequency: str) -> Page:
    value = flaw_value(tables, {"severity": severity, "frequency": frequency})
    title = f"{severity.capitalize()}, {frequency} ({value})"
    return Page(f"flaw.{severity}.{frequency}", title, blanks=(_name("What is it?"),))


def _waiting(tables: GrayTables, sheet: Sheet) -> tuple[Page, ...]:
    """Return the step that asks a GM to approve flaws, where there are any to approve."""
    waiting = [flaw for flaw in sheet.get("flaws", ()) if not flaw["approved"]]
    title = f"Approve flaws for {account(tables, sheet).waiting} points"
    lines = tuple(_flaw_line(tables, flaw) for flaw in waiting)
    return (Page("approve", title, lines, asks_gm=True),) if waiting else ()


def _choices(steps: Iterable[Page], back: str = "") -> tuple[Choice, ...]:
    """Return the steps to choose from, as many as there is room for, and the way back."""
    behind = (Choice(back, "Back"),) if back else ()
    found = [Choice(step.key, step.title) for step in steps]
    return (*found[: MOST_CHOICES - len(behind)], *behind)


def _made(sheet: Sheet, key: str, values: Values) -> Sheet:
    step, _, rest = key.partition(".")
    return _STEPS[step](sheet, rest, values)


def _set_stats(sheet: Sheet, _: str, values: Values) -> Sheet:
    levels = {stat: _whole(stat.upper(), value, 1, MOST_LEVEL) for stat, value in values.items()}
    rolled = sheet.get("attr_rolled", 1)
    if levels.get("attr", rolled) < rolled:
        raise RuleViolation(f"ATTR was rolled: {rolled}.", "It cannot be traded in; more of it costs skill points.")
    return {**sheet, "stats": {**sheet.get("stats", {}), **levels}}


def _set_skills(sheet: Sheet, _: str, values: Values) -> Sheet:
    levels = {name: _whole(name, value or "0", 0, MOST_LEVEL) for name, value in values.items()}
    return _with_skills(sheet, levels)


def _with_skills(sheet: Sheet, levels: Mapping[str, int]) -> Sheet:
    skills = {**sheet.get("skills", {}), **levels}
    return {**sheet, "skills": {name: level for name, level in skills.items() if level}}


def _learn(sheet: Sheet, _: str, values: Values) -> Sheet:
    return _with_skills(sheet, {_skill(sheet, values): _whole("The level", values.get("level", ""), 1, MOST_LEVEL)})


def _skill(sheet: Sheet, values: Values) -> str:
    return spelled(sheet.get("skills", {}), _text(values).casefold())


def _text(values: Values) -> str:
    found = values.get("name", "").strip()
    if not found:
        raise RuleViolation("It has no name.", "Say what it is called.")
    return named(found)[:LONGEST_NAME].strip()


def _take(sheet: Sheet, kind: str, values: Values) -> Sheet:
    return {**sheet, "perks": [*sheet.get("perks", ()), {"kind": kind}]}


def _own(values: Values) -> dict[str, Any]:
    return {"kind": OWN, "name": _text(values), "price": _whole("The price", values.get("price", ""), 1, 15)}


def _take_own(sheet: Sheet, _: str, values: Values) -> Sheet:
    return {**sheet, "perks": [*sheet.get("perks", ()), _own(values)]}


def _leave(sheet: Sheet, at: str, values: Values) -> Sheet:
    return {**sheet, "perks": _without(sheet["perks"], at)}


def _drop(sheet: Sheet, at: str, values: Values) -> Sheet:
    return {**sheet, "flaws": _without(sheet["flaws"], at)}


def _without(entries: Sequence[Any], at: str) -> list[Any]:
    place = int(at.partition(".")[0])
    return [*entries[:place], *entries[place + 1 :]]


def _flawed(sheet: Sheet, kind: str, values: Values) -> Sheet:
    severity, _, frequency = kind.partition(".")
    flaw = {"name": _text(values), "severity": severity, "frequency": frequency, "approved": False}
    return {**sheet, "flaws": [*sheet.get("flaws", ()), flaw]}


def _approve(sheet: Sheet, _: str, values: Values) -> Sheet:
    return {**sheet, "flaws": [{**flaw, "approved": True} for flaw in sheet["flaws"]]}


def _equip(sheet: Sheet, _: str, values: Values) -> Sheet:
    return {**sheet, "special_equipment": _whole("The level", values.get("level", ""), 1, MOST_LEVEL)}


def _finish(sheet: Sheet, _: str, values: Values) -> Sheet:
    return {**sheet, "finished": True}


_STEPS: Mapping[str, Callable[[Sheet, str, Values], Sheet]] = {
    "stats": _set_stats,
    "skills": _set_skills,
    "learn": _learn,
    "take": _take,
    "take own": _take_own,
    "leave": _leave,
    "flaw": _flawed,
    "drop": _drop,
    "approve": _approve,
    "equip": _equip,
    "finish": _finish,
}


def _whole(what: str, value: str, lo: int, hi: int) -> int:
    text = value.strip()
    found = int(text[:6]) if text.isdecimal() else -1
    if not lo <= found <= hi:
        raise RuleViolation(f"{what}: {text[:20]!r} does not fit.", f"A whole number from {lo} to {hi}.")
    return found


_KINDS = {"raise": "Raise a skill", "gain": "Gain a perk", "grow": "Raise a stat", "rid": "Buy off a flaw"}


def _development(tables: GrayTables, sheet: Sheet) -> dict[str, Page]:
    found = raises(tables, sheet)
    learn = Page("learn", "Learn a new skill", blanks=(_name("Which skill?"),), back=IMPROVE)
    price = Blank("price", "Perk points", "", "as your GM says", 2)
    own = Page("gain own", "Gain a perk that is not listed", blanks=(_name("What is it called?"), price), back=IMPROVE)
    inner = [_raise_page(each) for each in found]
    groups = [page for kind in _KINDS if (page := _group(sheet, kind, found)) is not None]
    menu = Page(IMPROVE, "Spend points on what?", _purse_lines(sheet), _choices((*groups, learn, own)))
    return {page.key: page for page in (*inner, menu, *groups, learn, own)}


def _raise_page(found: Raise) -> Page:
    title = f"{found.title} ({counted(found.price, 'point')})"
    return Page(found.key, title, asks_gm=found.asks_gm, back=IMPROVE)


def _group(sheet: Sheet, kind: str, found: Iterable[Raise]) -> Page | None:
    """Return the raises of one kind: the affordable ones to choose, the others to save for."""
    mine = [each for each in found if _kind(each) == kind]
    affordable = [each for each in mine if each.price <= points_left(sheet, each.skill)]
    lines = tuple(_offer_line(sheet, each) for each in mine[:MOST_LISTED])
    if not mine:
        return None
    title = f"{_KINDS[kind]} ({len(affordable)} of {len(mine)} affordable)"
    return Page(f"{kind}s", title, lines, _choices(map(_raise_page, affordable), IMPROVE), back=IMPROVE)


def _kind(found: Raise) -> str:
    step = found.key.partition(".")[0]
    return "gain" if step == "equip" else step


def _offer_line(sheet: Sheet, found: Raise) -> Line:
    short = found.price - points_left(sheet, found.skill)
    state = note(f"{short} short") if short > 0 else good("affordable")
    gm = " A GM must agree." if found.asks_gm else ""
    return line(found.title, ": ", number(found.price), " points, ", state, f".{gm}")


def _purse_lines(sheet: Sheet) -> tuple[Line, ...]:
    own = sheet.get("improvement", {}).get("skills", {})
    marks = ", ".join(f"{name} {count}" for name, count in sheet.get(MARKS, {}).items())
    only = ", ".join(f"{name} {points}" for name, points in own.items())
    return (
        line("Improvement points: ", number(points_left(sheet)), " for anything", f"; {only}" if only else "", "."),
        *((line(note(f"Marks that no points were awarded for yet: {marks}."), depth=1),) * bool(marks)),
    )


def _bought(tables: GrayTables, sheet: Sheet, key: str, values: Values) -> Raise:
    if key == "learn":
        name = _skill(sheet, values)
        if name in sheet.get("skills", {}):
            raise RuleViolation(f"{name} is learned already.", "Raise it instead.")
        return learned(tables, sheet, name)
    if key == "gain own":
        perk = _own(values)
        return gained(tables, sheet, key, perk["name"], perk)
    return next(each for each in raises(tables, sheet) if each.key == key)
