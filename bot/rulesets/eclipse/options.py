"""The campaign's switches: the readings between which it may choose."""

from __future__ import annotations

from bot.core.options import Kind, OptionSpec

SWITCHES = (
    OptionSpec(
        "later_printing",
        "bursts give +10 to hit or +1d10 damage, full automatic fire +30 or +3d10",
        Kind.FLAG,
        default=False,
        source="001-9; C3",
    ),
    OptionSpec(
        "wounds_slow_at_once",
        "a wound or trauma moves the rest of the turn back at once; the order then shows players who is wounded",
        Kind.FLAG,
        default=False,
        source="EPL 7",
    ),
)
