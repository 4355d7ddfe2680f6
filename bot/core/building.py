"""How characters are made and improved, where a system has rules for it: pages to fill in, and what may not be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from bot.core.dice import Ask, Roll
from bot.core.options import Choice
from bot.core.scene import Sheet
from bot.core.sheets import Problem
from bot.core.wording import Line

MOST_BLANKS = 5
LONGEST_PAGE = 60
BUILD, IMPROVE = "build", "improve"

Rolling = Callable[[Ask], Roll]
Options = Mapping[str, Any]


class Blank(msgspec.Struct, frozen=True):
    """One line to be filled in, or a ``paragraph``; ``value`` is what stands in it now.

    One that is not ``needed`` may be left empty.
    """

    key: str
    label: str
    value: str = ""
    hint: str = ""
    longest: int = 40
    needed: bool = True
    paragraph: bool = False


class Page(msgspec.Struct, frozen=True):
    """One step of making or improving a character.

    ``lines`` are read before it. Of its ``choices`` one is taken, and each is the key of a page; its ``blanks``, at
    most five, are filled in together. A page with neither is a change, made at once; where it ``asks_gm``, a GM must
    agree to it first, who reads its ``lines``. ``back`` is the page that is shown after the change.
    """

    key: str
    title: str
    lines: tuple[Line, ...] = ()
    choices: tuple[Choice, ...] = ()
    blanks: tuple[Blank, ...] = ()
    asks_gm: bool = False
    back: str = BUILD


class Builder(Protocol):
    """What a system offers that has rules for making and improving characters; pure, like all rules.

    The pages begin at the keys ``BUILD`` and ``IMPROVE``; a key has at most ``LONGEST_PAGE`` characters.
    """

    def begun(self, sheet: Sheet, throw: Rolling, options: Options) -> Sheet:
        """Return what making a character begins with, out of a template or nothing, with what is rolled for it."""
        ...

    def rolled(self, sheet: Sheet, before: Sheet | None, throw: Rolling) -> Sheet:
        """Return a sheet that a player has written in place of the one ``before``, with what is rolled for a character.

        Nobody writes that: it is as it was before, or as it falls.
        """
        ...

    def page(self, sheet: Sheet, key: str, options: Options) -> Page:
        """Return a page as it stands for a sheet.

        Raises:
            RuleViolation: the sheet has no such page, or has it no longer.
        """
        ...

    def filled(self, sheet: Sheet, key: str, values: Mapping[str, str], options: Options) -> Sheet:
        """Return the sheet after the change of a page, with the ``values`` of its blanks.

        Raises:
            RuleViolation: a value does not fit, or the change costs more than there is; it says by how much.
        """
        ...

    def check(self, sheet: Sheet, before: Sheet | None, options: Options) -> tuple[Problem, ...]:
        """Return what a player may not do by writing a whole sheet, in place of the one ``before`` if there is one."""
        ...

    def awards(self, sheet: Sheet) -> Sequence[Choice]:
        """Return what a GM may award points for."""
        ...

    def awarded(self, sheet: Sheet, what: str, points: int, options: Options) -> Sheet:
        """Return the sheet after an award; ``what`` is "" for points that can be spent on anything.

        Raises:
            RuleViolation: nothing can be awarded for that.
        """
        ...
