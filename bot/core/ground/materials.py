"""A material is a word that every rule system knows: what a thing of it usually is, until somebody says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from bot.core.errors import AssemblyError


class Material(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What things of a material are: whether they hide and block, and how high they usually reach.

    ``house`` marks what is ours.
    """

    title: str
    hides: bool
    blocks: bool
    top_m: float
    house: bool = False

    @property
    def top_cm(self) -> int:
        """Return how high a thing of it usually reaches."""
        return round(self.top_m * 100)


Materials: TypeAlias = Mapping[str, Material]


def materials_of(table: Mapping[str, Any]) -> Materials:
    """Return the materials of a table by their words.

    Raises:
        AssemblyError: a row is none.
    """
    try:
        return msgspec.convert(table, dict[str, Material])
    except msgspec.ValidationError as error:
        raise AssemblyError(f"materials: {error}") from error
