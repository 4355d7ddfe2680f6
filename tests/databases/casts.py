"""Who fights in the recording of each rule system, and which shot of Ann's leaves a question open there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

Options = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Cast:
    """The sheets of Ann and Bob, and what ``/damage apply`` needs for a wound.

    ``asking`` are shots of Ann's of which one leaves a question open; none where the system asks nothing.
    """

    key: str
    sheets: Mapping[str, Options]
    wound: Options
    asking: Sequence[Options] = ()


REFLEX: Final = Cast(
    key="reflex",
    sheets={
        "ann": {
            "name": "Ann",
            "attributes": {"muscle": 20, "coordination": 12},
            "skills": {"support weapons": 8, "longarm": 8},
            "weapons": [{"kind": "m249"}],
        },
        "bob": {"name": "Bob", "skills": {"longarm": 6}, "weapons": [{"kind": "ak47", "spare": 30}]},
    },
    wound={"degree": "slight", "place": "torso"},
    asking=[
        {"attacker": "Ann", "target": "Guard 2", "mode": "suppress", "rounds": 9, "range_m": 30.0, "with": "area=door"}
    ],
)
ECLIPSE: Final = Cast(
    key="eclipse",
    sheets={
        "ann": {
            "name": "Ann",
            "som": 20,
            "durability": 60,
            "skills": {"kinetic weapons": 60, "perception": 60},
            "weapons": [{"kind": "automatic_rifle", "spare": 30}],
        },
        "bob": {
            "name": "Bob",
            "durability": 60,
            "skills": {"fray": 41, "kinetic weapons": 40},
            "weapons": [{"kind": "smg"}],
        },
    },
    wound={"amount": 7},
)
NIGHTTRIPPER: Final = Cast(
    key="nighttripper",
    sheets={
        "ann": {"name": "Ann", "weapons": [{"kind": "pistol"}], "luck": 5},
        "bob": {"name": "Bob", "weapons": [{"kind": "pistol"}], "luck": 5, "armor": "vest"},
    },
    wound={"amount": 1, "place": "torso"},
    asking=[{"attacker": "Ann", "target": "Guard 2", "weapon": "pistol", "range_m": 8.0}],
)
HORIZONS: Final = Cast(
    key="horizons",
    sheets={
        "ann": {
            "name": "Ann",
            "abilities": {"dexterity": 6},
            "skills": {"rifles": 3},
            "weapons": [{"kind": "assault_rifle", "spare": 60}],
        },
        "bob": {
            "name": "Bob",
            "abilities": {"strength": 6},
            "skills": {"rifles": 2},
            "weapons": [{"kind": "assault_rifle"}],
        },
    },
    wound={"amount": 3, "place": "legs"},
    asking=[  # one in a thousand is the worst that can happen to a gun
        {"attacker": "Ann", "target": "Guard 2", "range_m": 20 + part / 100} for part in range(9_000)
    ],
)
GRAYDAWN: Final = Cast(
    key="graydawn",
    sheets={
        "ann": {
            "name": "Ann",
            "mook": False,
            "stats": {"ref": 6, "cl": 6, "ma": 6, "body": 6, "lk": 5},
            "weapons": [{"kind": "light_pistol", "spare": 2}],
        },
        "bob": {
            "name": "Bob",
            "mook": True,
            "stats": {"ref": 6, "cl": 6, "ma": 6, "body": 6},
            "weapons": [{"kind": "light_pistol", "spare": 2}],
        },
    },
    wound={"amount": 3, "place": "left_arm"},
    asking=[{"attacker": "Ann", "target": "Guard 2", "range_m": 20.0, "modifier": -part} for part in range(20)],
)
CASTS: Final = {cast.key: cast for cast in (REFLEX, ECLIPSE, NIGHTTRIPPER, HORIZONS, GRAYDAWN)}
