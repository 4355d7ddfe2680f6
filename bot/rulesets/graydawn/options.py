"""The campaign's switches: the readings between which it may choose, and every number of the tables."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.options import Kind, OptionSpec
from bot.core.tables import Tables, own_value

REF_MA, CL_MA = "REF_MA", "CL_MA"

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
        "luck_questions",
        "players are asked whether luck changes a roll that went against them",
        Kind.FLAG,
        default=True,
        source="004:166-173",
    ),
    OptionSpec(
        "enemy_luck",
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
_SIGNED = ("value", "accuracy", "flat", "graze", "stun", "ref", "dice")
_AT_LEAST_ONE = ("divisor", "sides", "quarters", "rounds", "faces", "range_m", "rof", "number")
_NOT_ZERO = ("step", "auto_step", "margin_step", "mortal_step", "luck_raise", "burst", "armor_nerve", "covering_rounds")
_MOST = {"dice": 20, "sides": 100, "rof": 100, "value": 1000, "rounds": 20}


def own_values(tables: Tables) -> Iterator[OptionSpec]:
    """Yield an option for each number of each table, under its dotted path."""
    for path, value, row in tables.cells():
        if type(value) is int:
            _, key, field, *_ = path.split(".")
            yield own_value(path, value, row, lo=_least(key, field), hi=_MOST.get(field, 10_000))


def _least(key: str, field: str) -> int:
    if field in _AT_LEAST_ONE or key in _NOT_ZERO:
        return 1
    return -1000 if field in _SIGNED else 0
