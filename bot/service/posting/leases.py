"""Which process posts for a server: the one that holds the lease of its shard, of which only one can do so at a time.

Shards are counted anew when there are to be more of them, and for a while processes with either count may be up. Two
shards of different counts overlap where they share servers, so a lease is taken only where no living process holds one
that overlaps: each server has one poster at the most, and whoever comes with another count waits for those before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd
from typing import Protocol

import msgspec

from bot.service.ports import Unit
from bot.service.rows import LeaseRow
from bot.settings import Shards

NOBODY = 0
UNSHARED = 0
"""The number of the lease of a process that is alone with its database; it always stands."""

EVERYTHING = Shards(1, (0,))
"""As a lease: all servers, into however many shards Discord divides them."""

_replace = msgspec.structs.replace


class LostLeaseError(Exception):
    """What was read under a lease must not be carried out: the lease is somebody else's by now."""


class Tenancy(Protocol):
    """What a process knows of the leases that it holds."""

    def lease_of(self, guild_id: int) -> int | None:
        """Return the number of the lease under which this process posts for a server; None where it may not."""
        ...

    def stands(self, number: int) -> bool:
        """Tell whether a lease is still held, as far as this process knows."""
        ...

    def lost(self, number: int) -> None:
        """Note that the database knows better."""
        ...


class SoleTenancy:
    """The tenancy of a process that has its database for itself."""

    def lease_of(self, guild_id: int) -> int | None:
        """See Tenancy."""
        return UNSHARED

    def stands(self, number: int) -> bool:
        """See Tenancy."""
        return True

    def lost(self, number: int) -> None:
        """See Tenancy."""


ALONE = SoleTenancy()


class Holder(msgspec.Struct, frozen=True):
    """A process as it appears to others: under ``number``, and before that under ``former`` ones."""

    number: int
    former: frozenset[int] = frozenset()


class Tended(msgspec.Struct, frozen=True):
    """The leases after they were tended: the numbers of one's own by shard, and what is in the way of others.

    ``processes`` is how many are there, whatever they hold.
    """

    held: Mapping[int, int] = {}
    in_way: tuple[LeaseRow, ...] = ()
    processes: int = 1


def tended(
    unit: Unit,
    me: Holder,
    shards: Shards,
    is_gone: Callable[[Unit, LeaseRow], bool],
    *,
    beat: bool = True,
    arrives: bool = False,
) -> Tended:
    """Take of the leases of these shards what can be had, and show that one's own are held.

    Of a process that ``arrives`` the others hear at once: they have less to send from then on.
    """
    rows = unit.leases()
    held = {row.shard: row.number for row in rows if row.shards == shards.count and _is_mine(row, me)}
    adopted = [row for row in rows if row.holder in me.former]
    others = [row for row in rows if row.holder != NOBODY and not _is_mine(row, me) and _overlap(row, shards)]
    gone = [row for row in others if is_gone(unit, row)]
    for row in gone:  # also where another lease is taken in its place: whoever held it must find that it does not stand
        unit.save_lease(_replace(row, holder=NOBODY))
    for row in adopted:
        unit.save_lease(_replace(row, holder=me.number))
    in_way = tuple(row for row in others if row not in gone)
    number = max((row.number for row in rows), default=0)
    for shard in shards.ids:
        if shard not in held and not any(_meet(row, shards.count, shard) for row in in_way):
            number += 1
            unit.save_lease(LeaseRow(shards=shards.count, shard=shard, number=number, holder=me.number))
            held[shard] = number
    if beat:
        unit.renew_leases(me.number)
    if arrives:
        unit.tell_others(NOBODY)
    return Tended(held, in_way, unit.processes())


def given_back(unit: Unit, holder: int) -> None:
    """Hold nothing any longer, and have others hear of it."""
    for row in unit.leases():
        if row.holder == holder:
            unit.save_lease(_replace(row, holder=NOBODY))
    unit.tell_others(NOBODY)


def _is_mine(row: LeaseRow, me: Holder) -> bool:
    return row.holder == me.number or row.holder in me.former


def _overlap(row: LeaseRow, shards: Shards) -> bool:
    return any(_meet(row, shards.count, shard) for shard in shards.ids)


def _meet(row: LeaseRow, count: int, shard: int) -> bool:
    """Tell whether a lease is of servers that also fall into a shard of so many."""
    return (row.shard - shard) % gcd(row.shards, count) == 0


def check(unit: Unit, number: int) -> None:
    """Raise LostLeaseError where a lease does not stand; if it does, it stands until the transaction ends."""
    if number != UNSHARED and not unit.lease_stands(number):
        raise LostLeaseError(number)
