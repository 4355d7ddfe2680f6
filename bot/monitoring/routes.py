"""What a request to Discord is called wherever it is counted or logged: its route, without anybody's id or token."""

from __future__ import annotations

import re

VERSIONED = re.compile(r"^/api(?:/v\d+)?(?=/)")
WORD = re.compile(r"@?[a-z][a-z-]{0,23}")
UNREACHED = "unreached"
"""The status of a request that Discord did not answer."""


def route_of(method: str, path: str) -> str:
    """Return a request to Discord without what is particular about it: ids, tokens, and whatever else is no plain
    word."""
    parts = VERSIONED.sub("", path).split("/")
    return f"{method} {'/'.join(part if not part or WORD.fullmatch(part) else _place_of(part) for part in parts)}"


def _place_of(part: str) -> str:
    return "{id}" if part.isdecimal() else "{token}"
