"""What stands on a ground hides and stops by what it is made of, how far it reaches, and how high."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.ground.outlines import Outline

PIECE = "piece:"
"""Stands before the name of a piece where an id of somebody could stand, too."""


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A thing on the ground, called ``name``, from ``bottom_cm`` to ``top_cm`` above the ground's own height.

    ``material`` is a word that every system's table of pieces knows: by it a system tells what it stops. One that
    ``hides`` cannot be seen through, one that ``blocks`` not be walked through. A door that is ``opened`` does neither.
    Of what is ``hidden`` only the GM knows. ``stops`` is what a GM says that it stops, in the numbers of the system.
    """

    name: str
    outline: Outline
    material: str
    top_cm: int = 250
    bottom_cm: int = 0
    hides: bool = True
    blocks: bool = True
    opened: bool = False
    hidden: bool = False
    stops: int | None = None


MARKED = "core.marked"
"""The kind of an area that a GM has marked, whose key is its name: rules know nothing of it."""


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the ground where something happens: ``kind`` is a word of the rule system that laid it.

    ``key`` is its own among all areas of the scene, ``owner`` the id of whose it is. One that ``hides``, such as smoke,
    is hard to see through, up to ``top_cm``. Of what is ``hidden`` only the GM knows.
    """

    bottom_cm: ClassVar[int] = 0

    key: str
    kind: str
    outline: Outline
    owner: str = ""
    top_cm: int = 250
    hides: bool = False
    hidden: bool = False
