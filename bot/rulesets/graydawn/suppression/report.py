"""What the next suppression roll is up against, as far as it may be known."""

from __future__ import annotations

from bot.core.features import Lines
from bot.core.terms import total
from bot.core.views import Viewer
from bot.core.wording import Line, bad, line, name, note, number
from bot.rulesets.graydawn.play import DawnReading
from bot.rulesets.graydawn.state import State
from bot.rulesets.graydawn.suppression.nerve import difficulty
from bot.rulesets.graydawn.suppression.words import reasons


def morale(reading: DawnReading, actor: str, viewer: Viewer) -> Lines:
    """Return what the next suppression roll of somebody, or of everybody, is up against, as far as it may be known."""
    known = (
        (key, reading.at_opening(key))
        for key, one in reading.scene.combatants.items()
        if actor in ("", key) and (viewer.gm or not one.guarded)
    )
    return tuple(_told(reading, key, state) for key, state in known)


def _told(reading: DawnReading, actor: str, state: State) -> Line:
    if state.dead:
        return line(name(actor), ": ", bad("dead"), ".")
    if not state.fears:
        return line(name(actor), ": under no fire", note(" (pinned)" if state.turn.pinned else ""), ".")
    terms = difficulty(reading, state)
    return line(name(actor), ": next suppression roll against ", number(total(terms)), *reasons(terms), ".")
