"""What people read who learn a game: topics that hold everywhere, and each system's cheat sheet, turn and words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core.errors import AssemblyError


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to read: ``about`` says in a few words what it is about."""

    title: str
    about: str
    lines: tuple[str, ...]


class Handbook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a system is at a glance: its rules in a few lines, a turn as it is played, and words with their meanings."""

    cheat_sheet: tuple[str, ...] = ()
    sample_turn: tuple[str, ...] = ()
    glossary: Mapping[str, str] = {}


def topics_of(raw: Mapping[str, Any]) -> Mapping[str, Topic]:
    """Return the topics of a file, by their keys, in its order.

    Raises:
        AssemblyError: it is no such file.
    """
    try:
        return msgspec.convert(dict(raw), dict[str, Topic])
    except msgspec.ValidationError as error:
        raise AssemblyError(f"topics of help: {error}") from error


def handbook_of(raw: Mapping[str, Any]) -> Handbook:
    """Return the handbook of a file.

    Raises:
        AssemblyError: it is no such file.
    """
    try:
        return msgspec.convert(dict(raw), Handbook)
    except msgspec.ValidationError as error:
        raise AssemblyError(f"a handbook: {error}") from error
