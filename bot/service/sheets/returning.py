"""Who left a fight comes back into it under the name of before, whatever their sheet is called by now."""

from __future__ import annotations

from typing import Any

from bot.core.absence import left_as
from bot.core.scene import Away
from bot.core.wording import Line, line, note, shown
from bot.service.rows import AnyScene, SheetRow


def away(scene: AnyScene, row: SheetRow) -> Away[Any] | None:
    """Return what is kept of a sheet that has left this fight, None where it has not been here."""
    return scene.away.get(left_as(scene, row.id, row.owner_id, row.name))


def comes_back_as(scene: AnyScene, row: SheetRow) -> str:
    """Return the name that a sheet has left this fight with; "" where it has not, or the name is another's by now."""
    kept = away(scene, row)
    return "" if kept is None or kept.combatant.actor in scene.combatants else shown(kept.combatant.actor)


def told_name(scene: AnyScene, row: SheetRow) -> tuple[Line, ...]:
    """Return that a sheet comes back under another name than it has now; nothing where the two are the same."""
    before = comes_back_as(scene, row)
    if not before or before == row.name:
        return ()
    return (line(note(f"{row.name} is still {before} here: names stay as they are while a fight goes on.")),)
