"""What happens at arm's length: strikes, and the blocks that meet them."""

from __future__ import annotations

from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.terms import Term
from bot.rulesets.reflex.check import Outcome
from bot.rulesets.reflex.state import Place


class Struck(Event, frozen=True, kw_only=True, tag="reflex.struck"):
    """``actor`` attacked ``target`` in close combat.

    ``mode`` is blind, snap or calculated. ``margin`` is that of the attack before any block. ``costs`` are the parts
    of ``cost_ticks``.
    """

    title: str
    mode: str
    cost_ticks: int
    costs: tuple[Term, ...]
    outcome: Outcome
    margin: int
    called: str = ""


class Blocked(Event, frozen=True, kw_only=True, tag="reflex.blocked"):
    """``actor`` tried to block an attack of ``target``; ``net`` is the margin left to the attack, below zero none."""

    title: str
    cost_ticks: int
    outcome: Outcome
    net: int


class BlockTested(Event, frozen=True, kw_only=True, tag="reflex.block_tested"):
    """A block that succeeded may have hurt ``actor``, who met the weapon of ``target``: at ``place``, None unhurt."""

    roll: Roll
    place: Place | None = None


EVENTS_CLOSE: tuple[type[Event], ...] = (Struck, Blocked, BlockTested)
"""Every event of close combat; none of them changes anybody's state by itself."""
