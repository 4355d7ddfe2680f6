"""What should be equal is compared place by place, so that one changed word is not lost in a large fight."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import msgspec

NOTHING = "nothing"


def differing(found: Any, wanted: Any) -> Iterator[str]:
    """Each place, such as "views.the-table.ann.status", where two things differ, with what stands there."""
    yield from _differing(msgspec.to_builtins(found), msgspec.to_builtins(wanted), "")


def _differing(found: Any, wanted: Any, place: str) -> Iterator[str]:
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in sorted(found.keys() | wanted.keys()):
            yield from _differing(found.get(key, NOTHING), wanted.get(key, NOTHING), f"{place}.{key}".lstrip("."))
    elif isinstance(found, list) and isinstance(wanted, list):
        for at, pair in enumerate(zip_longest(found, wanted, fillvalue=NOTHING)):
            yield from _differing(*pair, f"{place}.{at}")
    elif found != wanted:
        yield f"{place}: {found!r} for {wanted!r}"
