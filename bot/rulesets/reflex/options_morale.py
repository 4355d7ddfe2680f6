"""The readings of the morale rules between which a campaign may choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.options import Kind, OptionSpec

MORALE, TEAMWORK = "morale", "teamwork"
SWITCHES_MORALE = (
    OptionSpec(
        MORALE,
        "threats count against Coolness Under Fire",
        Kind.FLAG,
        default=True,
        source="003:1322-1491",
    ),
    OptionSpec(
        TEAMWORK,
        "what a team with a leader who stands adds to the CUF of each in it",
        Kind.INT,
        default=1,
        hi=10,
        source="003:1491",
        house=True,
    ),
)
_DEFAULTS = {spec.key: spec.default for spec in SWITCHES_MORALE}


def plays_morale(options: Mapping[str, Any]) -> bool:
    """Tell whether the campaign plays with morale."""
    return bool(options.get(MORALE, _DEFAULTS[MORALE]))


def team_bonus(options: Mapping[str, Any]) -> int:
    """Return what acting as part of a team adds to CUF."""
    return int(options.get(TEAMWORK, _DEFAULTS[TEAMWORK]))
