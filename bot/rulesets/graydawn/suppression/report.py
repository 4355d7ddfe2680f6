"""What the next suppression roll is up against, as far as it may be known."""

from __future__ import annotations

from bot.core.features import Lines
from bot.core.views import Viewer
from bot.core.wording import Line, line, name, note, number, signed
from bot.rulesets.graydawn.play import DawnReading
from bot.rulesets.graydawn.state import State
from bot.rulesets.graydawn.tables import GrayTables

FEARS = {
    "attacker": "an attacker",
    "shotgun": "a shotgun blast",
    "struck": "being hit",
    "covering": "covering fire",
    "sweeping": "sweeping covering fire",
    "lane": "a lane of fire",
    "explosion": "an explosion",
    "told": "the situation",
}


def morale(reading: DawnReading, actor: str, viewer: Viewer) -> Lines:
    """Return what the next suppression roll of somebody, or of everybody, is up against, as far as it may be known."""
    known = (
        (key, one.state)
        for key, one in reading.scene.combatants.items()
        if actor in ("", key) and (viewer.gm or not one.guarded)
    )
    return tuple(_told(reading.tables, key, state) for key, state in known)


def _told(tables: GrayTables, actor: str, state: State) -> Line:
    if not state.fears:
        return line(name(actor), ": under no fire", note(" (pinned)" if state.turn.pinned else ""), ".")
    base = tables.limits.nerve.value
    reasons = [part for fear in state.fears for part in (f", {FEARS.get(fear.kind, fear.kind)} ", signed(fear.value))]
    total = base + sum(fear.value for fear in state.fears)
    return line(name(actor), ": next suppression roll against ", number(total), note(f" ({base}"), *reasons, note(")"))
