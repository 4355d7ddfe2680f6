"""The switches that every system shares: who may join, what a word counts that only a GM can confirm, what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.core.ground.lost import AGAINST
from bot.core.options import Kind, OptionSpec
from bot.service.systems import AnyRuleset

CLAIMS, CLAIMS_WAIT_MIN, JOINING = "claims", "claims_wait_min", "joining"
ASK, COUNT = "ask", "count"
ANYBODY, NOBODY = "anybody", "nobody"
TRACKER = "tracker"
CARD, PLAIN = "card", "text"

_ALL: Final = (
    OptionSpec(
        key=CLAIMS,
        about="what only a GM can know and a player says: a GM is asked, or it counts",
        kind=Kind.CHOICE,
        default=ASK,
        choices=(ASK, COUNT),
        house=True,
    ),
    OptionSpec(
        key=CLAIMS_WAIT_MIN,
        about="minutes without a GM after which nobody waits for one to confirm",
        kind=Kind.INT,
        default=10,
        hi=1440,
        house=True,
    ),
    OptionSpec(
        key=AGAINST,
        about="players play against players: all see only what every side sees",
        kind=Kind.FLAG,
        default=False,
        house=True,
    ),
    OptionSpec(
        key=JOINING,
        about="who may join a running fight: anybody, whom a GM lets in, nobody",
        kind=Kind.CHOICE,
        default=ANYBODY,
        choices=(ANYBODY, ASK, NOBODY),
        house=True,
    ),
    OptionSpec(
        key=TRACKER,
        about="how it is shown where a fight stands: on a card with the ground's picture, or in words alone",
        kind=Kind.CHOICE,
        default=CARD,
        choices=(CARD, PLAIN),
        house=True,
    ),
)
SHARED: Final[Mapping[str, OptionSpec]] = MappingProxyType({spec.key: spec for spec in _ALL})


def switches_of(ruleset: AnyRuleset) -> dict[str, OptionSpec]:
    """Return every switch that a campaign can set: what all systems share first, then the system's own."""
    return {**SHARED, **ruleset.options}
