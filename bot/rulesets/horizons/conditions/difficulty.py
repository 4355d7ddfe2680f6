"""What light and wind add to the difficulty of hitting something."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.features import Adds
from bot.core.terms import Term
from bot.rulesets.horizons.checks.difficulty import Hitting
from bot.rulesets.horizons.play import HorizonsReading, row_term

adds = Adds()


@adds(Hitting)
def surroundings(reading: HorizonsReading, hitting: Hitting) -> Iterator[Term]:
    """Yield what the light and the wind add, by what the GM said of the scene (text 000, lines 17-18)."""
    tables, state = reading.tables, reading.scene.state
    if state.light:
        yield row_term("light", tables.light[state.light], state.light)
    if state.wind:
        yield row_term("wind", tables.wind[state.wind], state.wind)
