"""What still shows, each by its name; the list only ever gets shorter."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.worlds.fights import Difference
from tests.worlds.places import TRACKER

Shows = Callable[[Difference], bool]


def _is_tracker(found: Difference) -> bool:
    return found.surface == TRACKER


def _is_unseen(found: Difference) -> bool:
    return found.move.unseen


def _is_ordered(found: Difference) -> bool:
    return not found.move.unseen and not found.move.option


LEAKS: Mapping[str, Shows] = {
    "the tracker is edited and its buttons change with every hidden order": _is_tracker,
    "what a GM's command about the hidden leads to is told at other times and places": _is_unseen,
    "dice, names, undo and refusals count hidden orders and people": _is_ordered,
}


def is_expected(difference: Difference) -> bool:
    """Whether a difference is one of those that are known."""
    return any(shows(difference) for shows in LEAKS.values())
