"""The campaign's switches: the readings between which it may choose."""

from __future__ import annotations

from bot.core.options import Kind, OptionSpec

HARMLESS, NEAR = "harm nobody", "go off near"

SWITCHES = (
    OptionSpec(
        "beyond_range", "shots beyond the effective range, harder with each half", Kind.FLAG, False, source="000-4"
    ),
    OptionSpec("covering_shots", "shots out of turn at those who leave cover", Kind.FLAG, True, source="000-13"),
    OptionSpec("reactions", "one action out of turn a round, for what it was kept for", Kind.FLAG, True, source="E"),
    OptionSpec(
        "two_attacks",
        "attacks in one's turn and as the reaction of the round",
        Kind.FLAG,
        False,
        source="000-31",
    ),
    OptionSpec("strict_round", "aim is lost at the end of the round", Kind.FLAG, False, source="000-8"),
    OptionSpec(
        "missed_throws",
        "a grenade that misses harms nobody, or whom it was meant for by how far it missed",
        Kind.CHOICE,
        HARMLESS,
        (HARMLESS, NEAR),
        source="ours",
        house=True,
    ),
    OptionSpec(
        "minor_effect", "a small mishap with a gun", Kind.CHOICE, "jam", ("jam", "told by the GM"), source="000-29"
    ),
)
