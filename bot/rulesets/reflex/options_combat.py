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
        "confined_spaces",
        "walls throw explosions back",
        Kind.FLAG,
        default=False,
        source="003:1548-1560",
    ),
    OptionSpec(
        "blast_knockdown",
        "blast throws people off their feet",
        Kind.FLAG,
        default=False,
        source="003:1542-1547",
    ),
    OptionSpec(
        "indirect_fire",
        "fire at what the shooter cannot see, by observers or by oneself",
        Kind.FLAG,
        default=False,
        source="003:1607-1658",
    ),
    OptionSpec(
        "size_changes_ticks",
        "the size of a target counts for ticks at close range",
        Kind.FLAG,
        default=False,
        source="A6",
    ),
    OptionSpec(
        "assistant_gunners",
        "an assistant may do half of the loading of a belt-fed or heavy weapon",
        Kind.FLAG,
        default=False,
        source="003:1536-1540",
    ),
    OptionSpec(
        "advanced_timing",
        "actions take effect on the tick on which they end",
        Kind.FLAG,
        default=False,
        source="003:1499-1525; 003-30",
    ),
    OptionSpec(
        "armor_degrades",
        "armour that is penetrated protects less from then on",
        Kind.FLAG,
        default=False,
        source="003:1528-1534",
    ),
    OptionSpec(
        "sustained_fire",
        "further attacks on one target are faster, tracers make bursts better",
        Kind.FLAG,
        default=False,
        source="003:1782-1803",
    ),
    OptionSpec(
        "uncapped_bursts",
        "bonuses of bursts and tracers are over and above the most that bonuses add up to",
        Kind.FLAG,
        default=False,
        source="003-45",
    ),
    OptionSpec(
        "handedness",
        "the other hand is worse at everything",
        Kind.FLAG,
        default=False,
        source="003:1560-1570",
    ),
    OptionSpec(
        "one_handed_actions",
        "one hand is worse at what takes two",
        Kind.FLAG,
        default=False,
        source="003:1572-1577",
    ),
    OptionSpec(
        "two_guns",
        "a gun in each hand may be fired at once",
        Kind.FLAG,
        default=False,
        source="003:1578-1586",
    ),
    OptionSpec(
        "long_and_short",
        "a second hand weapon helps the ambidextrous",
        Kind.FLAG,
        default=False,
        source="003:1588-1599",
    ),
    OptionSpec(
        "twin_fists",
        "no fist is worse than the other",
        Kind.FLAG,
        default=False,
        source="003:1601-1605",
    ),
)
