"""What people read who learn a game: topics that hold everywhere, and each system's cheat sheet, turn and words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

import msgspec

from bot.core.errors import AssemblyError
from bot.core.wording import Line, line, name


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to read: ``about`` says in a few words what it is about."""

    title: str
    about: str
    lines: tuple[str, ...]


class Looking(StrEnum):
    """What a lesson does that is no action: to look who is there, to ask for the chances of an attack, or for sums."""

    LOOK = "look"
    ODDS = "odds"
    WHY = "why"


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"given": "with"}):
    """A step of a training fight: what it ``says``, and what its button ``does``.

    That is an action of the system with what is ``given`` to it, or a kind of looking.
    """

    title: str
    says: str
    button: str
    does: str
    given: Mapping[str, str] = {}


class Training(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fight of one against one whose dice fall alike for everybody: templates of both, and so many metres apart."""

    trainee: str
    target: str
    range_m: float
    dice: str
    lessons: tuple[Lesson, ...]


class Handbook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a system is at a glance: its rules in a few lines, a turn as it is played, and words with their meanings."""

    cheat_sheet: tuple[str, ...] = ()
    sample_turn: tuple[str, ...] = ()
    glossary: Mapping[str, str] = {}
    training: Training | None = None


def meanings(book: Handbook, told: Iterable[Line]) -> tuple[Line, ...]:
    """Return what the glossary says of each of its words that occurs in lines, one or several of it."""
    text = "\n".join(each.text for each in told)
    found = (word for word in book.glossary if re.search(rf"\b{re.escape(word)}s?\b", text, re.IGNORECASE))
    return tuple(line(name(word), f": {book.glossary[word]}", depth=1) for word in found)


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
