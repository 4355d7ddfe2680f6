"""Whom somebody plays is the sheet that is in use, and it is said to them whenever that becomes another."""

from __future__ import annotations

from functools import partial

from bot.core.wording import Line, enumerated, line, name, note
from bot.service.case import Case
from bot.service.rows import SheetRow

MOST_NAMED = 12


def own_sheets(case: Case) -> list[SheetRow]:
    """Return the asker's sheets for the system that is played here."""
    return case.unit.sheets(case.request.guild_id, case.request.user_id, case.system.ruleset.key)


def in_use(case: Case) -> SheetRow | None:
    """Return the sheet that the asker joins fights with, None where none is chosen."""
    return next((row for row in own_sheets(case) if row.active), None)


def told_others(case: Case, ruleset: str) -> str:
    """Return for which other systems the asker has sheets, as the end of a remedy; "" where there are none.

    As long as people are here nobody chooses other rules.
    """
    mine = partial(case.unit.sheets, case.request.guild_id, case.request.user_id)
    titles = [case.house.title(key) for key in case.house.systems if key != ruleset and mine(key)]
    if not titles:
        return ""
    played = case.found_beside()
    kept = "other rules cannot be played here until the fight is over or all are out."
    chosen = "a GM chooses the rules of this channel with /campaign setup."
    return f" You have sheets for {enumerated(titles)}: {chosen if played is None or played.unseen_alone else kept}"


def told_change(case: Case, before: SheetRow | None) -> tuple[Line, ...]:
    """Return whom the asker plays now, in words; nothing where it is whom they played ``before``."""
    now = in_use(case)
    if now is None and before is not None:
        return (line("You play nobody now."), _others(case))
    if now is None or (before is not None and before.id == now.id):
        return ()
    return (line("You now play ", name(now.name), "."), *_still_here(case, now))


def _others(case: Case) -> Line:
    known = ", ".join(row.name for row in own_sheets(case)[:MOST_NAMED])
    return line(note(f"/sheet use chooses one of yours: {known}." if known else "/sheet create makes somebody new."))


def _still_here(case: Case, now: SheetRow) -> tuple[Line, ...]:
    """Return who else of the asker's stands in the channel, whom a sheet in use takes out of nothing."""
    played, mine = case.found_beside(), {row.id: row.name for row in own_sheets(case) if row.id != now.id}
    people = played.scene.combatants.values() if played else ()
    here = [mine[each.sheet_id] for each in people if each.owner == case.request.user_id and each.sheet_id in mine]
    if not here:
        return ()
    return (line(note(f"In this channel {', '.join(here)} stays until /init remove or the end of the fight.")),)
