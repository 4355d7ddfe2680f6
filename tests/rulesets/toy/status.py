"""Where a brawl and everybody in it stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.core.scene import Sheet
from bot.core.tables import Tables
from bot.core.views import Viewer
from bot.core.wording import Line, line, name
from tests.rulesets.toy.state import ToyReading


def status(reading: ToyReading, actor: str, viewer: Viewer) -> Line:
    """One line on a brawler."""
    combatant = reading.scene.combatants[actor]
    state, known = combatant.state, viewer.gm or not combatant.guarded
    condition = f" {state.hits} of {state.most_hits}" if known else " standing" if state.able else " down"
    return line(name(actor), condition)


def clock(reading: ToyReading) -> Line:
    """One line on the moment."""
    at = f", at {-reading.scene.opened[0]}" if reading.scene.opened else ""
    return line(f"Round {reading.scene.state.rounds}{at}")


def described(tables: Tables, sheet: Sheet) -> tuple[Line, ...]:
    """A sheet in one sentence."""
    shield = " and shield" if sheet["shield"] else ""
    return (line(f"Skill {sheet['skill']}, {sheet['hits']} hits, {sheet['weapon']}{shield}."),)


def morale(reading: ToyReading, actor: str, viewer: Viewer) -> tuple[Line, ...]:
    """How threatened somebody is, or everybody, where the viewer may know."""
    known = [each for each in reading.scene.combatants.values() if viewer.gm or not each.guarded]
    return tuple(line(name(each.actor), f": threat {each.state.threat}") for each in known if actor in ("", each.actor))


def mines(reading: ToyReading, actor: str, viewer: Viewer) -> tuple[Line, ...]:
    """The mines of a view."""
    return tuple(line(f"Mine {mine.key}") for mine in reading.scene.state.mines)


TOPICS: Mapping[str, Callable[[ToyReading, str, Viewer], tuple[Line, ...]]] = {"morale": morale, "mines": mines}
