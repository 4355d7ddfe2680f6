"""What the Reflex System's tables hold beside what every system's do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from bot.core import tables


@dataclass(frozen=True, slots=True, eq=False)
class Tables(tables.Tables):
    """The tables; from where a skill level counts is no campaign's to change, since levels are told apart by it."""

    NOT_PLAYED: ClassVar[tuple[str, ...]] = (*tables.Tables.NOT_PLAYED, "from")


REFERENCES: Mapping[str, str] = {
    "weapons.skill": "skills",
    "weapons.optimum": "bands",
    "weapons.maximum": "bands",
    "weapons.feed": "feeds",
    "qualifications.skill": "skills",
    "advantages.skill": "skills",
    "weapons.heavy": "heavy_weapons",
    "weapons.explosive": "explosives",
    "weapons.flame": "flames",
    "encumbrance.fastest": "paces",
    "leg_wounds.fastest": "paces",
    "stances.fastest": "paces",
    "armor.covers": "locations",
    "parts.covers": "locations",
    "locations.place": "aims",
    "ambushes.skill": "skills",
    "ambushes.urban": "skills",
    "mines.explosive": "explosives",
    "mines.substance": "substances",
    "threats.replaces": "threats",
    "vehicles.size": "sizes",
    "vehicles.boarding": "boarding",
    "vehicles.cover": "cover",
    "operations.skill": "skills",
    "procedures.skill": "skills",
}
"""The fields that name rows of other tables."""
