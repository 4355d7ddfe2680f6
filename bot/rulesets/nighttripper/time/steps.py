"""The steps of a round in their order, and which of them somebody acts in."""

from __future__ import annotations

from bot.rulesets.nighttripper.play import NightScene
from bot.rulesets.nighttripper.tables import NightTables

TALKING, MOVEMENT, MISCELLANEOUS = "talking", "movement", "miscellaneous"
_TITLES = {TALKING: "Talking", MOVEMENT: "Movement", MISCELLANEOUS: "Anything else"}


def steps(tables: NightTables) -> tuple[str, ...]:
    """Return the steps of a round in their order (text 002, lines 12-16, 34-56; 002-6)."""
    return (TALKING, *tables.melee, MOVEMENT, MISCELLANEOUS, *tables.chart)


def step_title(tables: NightTables, step: str) -> str:
    """Return what a step is called."""
    return _TITLES.get(step) or (tables.melee.get(step) or tables.chart[step]).title


def step_now(scene: NightScene, actor: str) -> str:
    """Return the step in which ``actor`` acts, which the shared rules have seen to be open to it."""
    return next(slot.kinds[0] for slot in scene.entitled() if slot.actor == actor)
