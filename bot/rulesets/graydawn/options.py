"""The campaign's switches: the readings between which it may choose."""

from __future__ import annotations

from bot.core.options import Kind, OptionSpec

REF_MA, CL_MA = "REF_MA", "CL_MA"
LUCK, ENEMY_LUCK = "luck_questions", "enemy_luck"

SWITCHES = (
    OptionSpec(
        "defense_stat",
        "which two stats are blended to dodge a shot",
        Kind.CHOICE,
        default=REF_MA,
        choices=(REF_MA, CL_MA),
        source="004:124, 131, 140; 004-1",
    ),
    OptionSpec(
        "max_actions",
        "the most actions in a round; 0 for as many as initiative gives",
        Kind.INT,
        default=0,
        hi=20,
        source="004-3",
    ),
    OptionSpec(
        LUCK,
        "players are asked whether luck changes a roll that went against them",
        Kind.FLAG,
        default=True,
        source="004:166-173",
    ),
    OptionSpec(
        ENEMY_LUCK,
        "the GM is asked the same for enemies that are no mooks",
        Kind.FLAG,
        default=False,
        source="ours",
        house=True,
    ),
    OptionSpec(
        "graze_questions",
        "players are asked whether to roll for a graze, instead of always rolling",
        Kind.FLAG,
        default=False,
        source="004:192; ours",
        house=True,
    ),
    OptionSpec(
        "daily_healing",
        "a day of rest heals real wounds too",
        Kind.FLAG,
        default=False,
        source="004-49",
    ),
)
