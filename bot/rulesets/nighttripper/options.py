"""The campaign's switches: the readings between which it may choose."""

from __future__ import annotations

from bot.core.options import Kind, OptionSpec

FIRST, ASK, DEADLY = "first", "ask", "deadly"
LIMB, PAIR = "limb", "pair"

SWITCHES = (
    OptionSpec(
        "wound_penalties",
        "the worst wound that matters is taken off a throw",
        Kind.FLAG,
        default=True,
        source="002-9",
    ),
    OptionSpec(
        "limbs",
        "wounds of a limb are summed by limb, or by pair (harsher)",
        Kind.CHOICE,
        default=LIMB,
        choices=(LIMB, PAIR),
        source="002-3",
    ),
    OptionSpec(
        "rerolls",
        "whoever has luck is asked after each throw whether to reroll a die",
        Kind.FLAG,
        default=True,
        source="ruling D (luck use)",
    ),
    OptionSpec(
        "enemy_luck",
        "the GM's people have the luck on their sheets, and the GM is asked",
        Kind.FLAG,
        default=False,
        source="ours (002-11)",
        house=True,
    ),
    OptionSpec(
        "enemy_armor",
        "enemies spend armor on the first hit, on a deadly one, or the GM is asked",
        Kind.CHOICE,
        default=FIRST,
        choices=(FIRST, DEADLY, ASK),
        source="ours",
        house=True,
    ),
)
