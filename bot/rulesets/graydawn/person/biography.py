"""Who somebody is beside what a fight asks for: perks, flaws, and the points spent and still to be spent on them."""

from __future__ import annotations

from bot.core.scene import Sheet
from bot.core.wording import Line, Mark, Span, counted, line, note
from bot.rulesets.graydawn.person.character import EQUIPMENT
from bot.rulesets.graydawn.person.creation import account_lines, flaw_value, perk_name
from bot.rulesets.graydawn.person.development import MARKS
from bot.rulesets.graydawn.tables import GrayTables


def character_lines(tables: GrayTables, sheet: Sheet) -> tuple[Line, ...]:
    """Return perks and flaws, then the account of creation while it goes on, or what has been learned since."""
    last = _learned(sheet) if sheet.get("finished") else account_lines(tables, sheet)
    return (_perks(tables, sheet), *_flaws(tables, sheet), *last)


def _perks(tables: GrayTables, sheet: Sheet) -> Line:
    level = sheet.get("special_equipment", 1)
    names = [perk_name(tables, perk) for perk in sheet.get("perks", ())]
    return line(Span("Perks ", Mark.HEADING), ", ".join((*names, f"{tables.perks[EQUIPMENT].title} {level}")))


def _flaws(tables: GrayTables, sheet: Sheet) -> tuple[Line, ...]:
    told = [
        f"{flaw['name']} ({flaw['severity']}, {flaw['frequency']}, {counted(flaw_value(tables, flaw), 'point')}"
        f"{'' if flaw['approved'] else ', not approved'})"
        for flaw in sheet.get("flaws", ())
    ]
    return (line(Span("Flaws ", Mark.HEADING), ", ".join(told)),) if told else ()


def _learned(sheet: Sheet) -> tuple[Line, ...]:
    improvement = sheet.get("improvement", {})
    points = {"anything": improvement.get("points", 0), **improvement.get("skills", {})}
    told = ", ".join(f"{count} for {what}" for what, count in points.items() if count)
    marks = ", ".join(f"{name} {count}" for name, count in sheet.get(MARKS, {}).items())
    return (
        *((line(Span("Improvement points ", Mark.HEADING), told),) * bool(told)),
        *((line(note(f"Marks: {marks}"), depth=1),) * bool(marks)),
    )
