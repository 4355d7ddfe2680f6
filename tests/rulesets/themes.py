"""What random fights are about: switches, sheets and orders that lead to what chance alone would hardly ever try."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from bot.core.scene import Sheet

OFFERED = "?"
"""Stands for whatever is offered just then."""


class Beat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happens: an action of one of some with inputs as in ``Theme.acts``."""

    action: str
    actors: tuple[str, ...] = ()
    inputs: dict[str, Any] = {}


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody brings along and has not, and what they are likely to do.

    ``acts`` are orders by action with inputs to be given: a value, one of a list, or whatever is offered. Before the
    fight ``prepared`` of those that need no turn are tried. ``story`` is what happens one after the other, again and
    again, while others do whatever they like. One that is ``laid`` is always fought on a ground.
    """

    acts: dict[str, dict[str, Any]] = {}
    story: tuple[Beat, ...] = ()
    switches: dict[str, Any] = {}
    sheet: dict[str, Any] = {}
    without: tuple[str, ...] = ()
    metres: tuple[float, ...] = (1, 4, 30)
    prepared: int = 0
    laid: bool = False

    def worn(self, sheet: Sheet) -> Sheet:
        """A sheet with what everybody brings along, and without what nobody has."""
        return _merged({key: value for key, value in sheet.items() if key not in self.without}, self.sheet)


def _merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    return {**one, **{key: _joined(one.get(key), value) for key, value in other.items()}}


def _joined(one: Any, other: Any) -> Any:
    if isinstance(one, dict) and isinstance(other, dict):
        return _merged(one, other)
    return [*other, *one] if isinstance(one, list) and isinstance(other, list) else other


@cache
def themes(key: str) -> tuple[Theme, ...]:
    """The themes of a ruleset."""
    found = tomllib.loads((Path(__file__).parent / "themes.toml").read_text("utf-8"))
    return tuple(msgspec.convert(row, Theme) for row in found.get(key, {}).values())
