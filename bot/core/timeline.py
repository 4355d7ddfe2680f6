"""Time is a sorted agenda of slots; what a key counts (ticks, passes, phases) only the ruleset knows."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence

import msgspec

Key = tuple[int, ...]


class Slot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, order=True, cache_hash=True):
    """A moment at which ``actor`` may act: smaller keys come first, equal keys are simultaneous.

    ``kinds`` are the kinds of action that may be taken then, in the ruleset's own words.
    """

    key: Key
    actor: str
    kinds: tuple[str, ...]


Agenda = tuple[Slot, ...]


def agenda(slots: Iterable[Slot]) -> Agenda:
    """Return the slots in the order in which they come."""
    return tuple(sorted(slots))


def without(slots: Agenda, actor: str) -> Agenda:
    """Return the agenda after ``actor`` has left it."""
    return tuple([slot for slot in slots if slot.actor != actor])


_held: list[tuple[Agenda, Sequence[str]]] = [((), [])]
"""Who holds each slot of the agenda that was asked about or made last: whoever asks next nearly always means that."""


def holders(slots: Agenda) -> Sequence[str]:
    """Return who holds each of the slots."""
    known, found = _held[0]
    if known is not slots:
        found = [slot.actor for slot in slots]
        _held[0] = slots, found
    return found


def moved(slots: Agenda, actor: str, new: Iterable[Slot]) -> Agenda:
    """Return the agenda with all slots of ``actor`` replaced by ``new``."""
    left, held = [*slots], [*holders(slots)]
    while actor in held:
        at = held.index(actor)
        del left[at], held[at]
    for slot in new:
        at = bisect(left, slot)
        left.insert(at, slot)
        held.insert(at, slot.actor)
    after = tuple(left)
    _held[0] = after, held
    return after


def slot_of(slots: Agenda, actor: str) -> Slot | None:
    """Return the first slot of ``actor``, if any is left."""
    return next((slot for slot in slots if slot.actor == actor), None)
