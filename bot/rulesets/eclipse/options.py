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
        "wounds slow the GM's people at once, too; the order then shows players who of them is wounded",
        Kind.FLAG,
        default=False,
        source="EPL 7; 001-26",
    ),
)
