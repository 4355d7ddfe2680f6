"""The steps of a round in their order, and which of them somebody acts in."""

from __future__ import annotations

from bot.core.tables import Tables
from bot.rulesets.nighttripper.play import NightScene

TALKING, MOVEMENT, MISCELLANEOUS = "talking", "movement", "miscellaneous"
_TITLES = {TALKING: "Talking", MOVEMENT: "Movement", MISCELLANEOUS: "Anything else"}


def steps(tables: Tables) -> tuple[str, ...]:
    """The steps of a round in their order (text 002, lines 12-16, 34-56; 002-6)."""
    return (TALKING, *tables.rows("melee"), MOVEMENT, MISCELLANEOUS, *tables.rows("chart"))


def step_title(tables: Tables, step: str) -> str:
    """What a step is called."""
    table = "melee" if step in tables.rows("melee") else "chart"
    return _TITLES.get(step) or tables.title(table, step)


def step_now(scene: NightScene, actor: str) -> str:
    """The step in which ``actor`` acts, which the shared rules have seen to be open to it."""
    return next(slot.kinds[0] for slot in scene.entitled() if slot.actor == actor)
