"""What happens at arm's length: strikes, and the blocks that meet them."""

from __future__ import annotations

from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.state import Pace, Place


class Struck(Event, frozen=True, kw_only=True, tag="reflex.struck"):
    """``actor`` attacked ``target`` in close combat.

    ``mode`` is blind, snap or calculated. ``margin`` is that of the attack before any block. ``costs`` are the parts
    of ``cost_ticks``. ``dive`` is the pace of a diving strike. ``use`` is a row of the table ``grips``, what it was
    to do instead of hurting, or empty.
    """

    title: str
    mode: str
    cost_ticks: int
    costs: tuple[Term, ...]
    outcome: Outcome
    margin: int
    called: str = ""
    dive: Pace = Pace.STILL
    use: str = ""


class Blocked(Event, frozen=True, kw_only=True, tag="reflex.blocked"):
    """``actor`` tried to block an attack of ``target``; ``net`` is the margin left to the attack, below zero none.

    ``grapples`` says that the block was to grapple.
    """

    title: str
    cost_ticks: int
    outcome: Outcome
    net: int
    grapples: bool = False


class BlockTested(Event, frozen=True, kw_only=True, tag="reflex.block_tested"):
    """A block that succeeded may have hurt ``actor``, who met the weapon of ``target``: at ``place``, None unhurt."""

    roll: Roll
    place: Place | None = None


class FootingTested(Event, frozen=True, kw_only=True, tag="reflex.footing_tested"):
    """``actor`` tried to keep upright in a dive; ``target`` dived at it, nobody where it dived itself.

    ``needed`` is the least margin that does.
    """

    outcome: Outcome
    stands: bool
    needed: int = 0


EVENTS_CLOSE: tuple[type[Event], ...] = (Struck, Blocked, BlockTested, FootingTested)
"""Every event of close combat; none of them changes anybody's state by itself."""
