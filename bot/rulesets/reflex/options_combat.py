"""The readings of the attack rules between which a campaign may choose."""

from __future__ import annotations

from bot.core.options import Kind, OptionSpec

SWITCHES = (
    OptionSpec(
        "visual_penalty",
        "shots suffer from how far the eye must see",
        Kind.FLAG,
        default=True,
        source="A3; 003-44",
    ),
    OptionSpec(
        "aimed_bursts_ignore_recoil",
        "an aimed burst suffers no recoil of its own",
        Kind.FLAG,
        default=False,
        source="003-3",
    ),
    OptionSpec(
        "size_changes_ticks",
        "the size of a target counts for ticks at close range",
        Kind.FLAG,
        default=False,
        source="A6",
    ),
)
