"""Time is a sorted agenda of slots; what a key counts (ticks, passes, phases) only the ruleset knows."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable

import msgspec

Key = tuple[int, ...]


class Slot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, order=True):
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


def moved(slots: Agenda, actor: str, new: Iterable[Slot]) -> Agenda:
    """Return the agenda with all slots of ``actor`` replaced by ``new``."""
    left = [slot for slot in slots if slot.actor != actor]
    for slot in new:
        insort(left, slot)
    return tuple(left)


def slot_of(slots: Agenda, actor: str) -> Slot | None:
    """Return the first slot of ``actor``, if any is left."""
    return next((slot for slot in slots if slot.actor == actor), None)
