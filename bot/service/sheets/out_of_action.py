"""Who is brought in dead, or otherwise out of it as the sheet says, does nothing there: that is told, with what would
set it right."""

from __future__ import annotations

from bot.core.wording import Line, line, name, note
from bot.service.case import PlayedScene
from bot.service.rows import SheetRow

CONDITION = "condition"


def told_condition(played: PlayedScene, row: SheetRow) -> tuple[Line, ...]:
    """Return what a sheet has that keeps it from acting, and where that is changed; nothing where it may act."""
    ruleset, options, condition = played.system.ruleset, played.scene.options, row.sheet.get(CONDITION, {})
    why = ruleset.kept_by(ruleset.enlist(row.sheet, options))
    marked = (key for key, value in condition.items() if value is True) if why else ()
    for mark in marked:
        without = {**row.sheet, CONDITION: {**condition, mark: False}}
        if ruleset.kept_by(ruleset.enlist(without, options)) != why:
            change = f"/sheet edit path:{CONDITION}.{mark} value:no name:{row.name}"
            told = note(f". If that is over: {change} (while a fight goes on, a GM is asked).")
            return (line(name(row.name), f" {why}, as the sheet says, and cannot act", told),)
    return ()
