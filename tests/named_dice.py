"""Dice that fall alike every time: what they are rolled from is drawn out of a name."""

from __future__ import annotations

import itertools
from hashlib import sha512
from types import SimpleNamespace


def secrets_of(name: str) -> SimpleNamespace:
    """Return what stands for `secrets` where secrets are drawn: other ones at each call, the same for the same name."""
    drawn = itertools.count()

    def token_bytes(count: int) -> bytes:
        return sha512(f"{name} {next(drawn)}".encode()).digest()[:count]

    return SimpleNamespace(token_bytes=token_bytes)
