"""What a dice expression means once it is read: a frozen tree, and the bounds that keep any of it small."""

from __future__ import annotations

import operator
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from typing import Final

import msgspec

from bot.core.errors import RuleViolation

MOST_LETTERS: Final = 200
MOST_DICE: Final = 1_000
MOST_SIDES: Final = 1_000_000
MOST_MODIFIERS: Final = 10
MOST_NESTING: Final = 20
LARGEST: Final = 1_000_000_000

Value = int | Fraction

COMPARISONS: Final[dict[str, Callable[[Value, Value], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class DiceAction(Enum):
    """What a modifier does with the dice that it picks."""

    KEEP = "keep"
    DROP = "drop"
    REROLL = "reroll"
    REROLL_ONCE = "reroll once"
    EXPLODE = "explode"
    EXPLODE_ONCE = "explode once"
    AT_LEAST = "at least"
    AT_MOST = "at most"


class DiceSelector(msgspec.Struct, frozen=True):
    """Dice picked by rank (``rule`` "h" or "l": the ``number`` highest or lowest) or by value (a comparison)."""

    rule: str
    number: int


class Modifier(msgspec.Struct, frozen=True):
    """One act on the dice that any of ``picks`` picks."""

    act: DiceAction
    picks: tuple[DiceSelector, ...]


class Number(msgspec.Struct, frozen=True):
    """A number as typed, with the words that the user put in brackets behind it."""

    value: Value
    text: str
    note: str = ""


class DiceTerm(msgspec.Struct, frozen=True):
    """Dice whose kept values are added up; modifiers apply in the order written."""

    count: int
    sides: int
    modifiers: tuple[Modifier, ...]
    text: str
    note: str = ""


class Extreme(msgspec.Struct, frozen=True):
    """Dice of which one counts: the lowest (``3d20L``) or the highest (``2d20H``)."""

    count: int
    sides: int
    highest: bool
    text: str
    note: str = ""


class Group(msgspec.Struct, frozen=True):
    """An expression in round brackets."""

    inner: Node
    note: str = ""


class Negative(msgspec.Struct, frozen=True):
    """An expression with its sign turned."""

    inner: Node


class Joined(msgspec.Struct, frozen=True):
    """Two expressions with a sign between them."""

    left: Node
    sign: str
    right: Node


class Sum(Joined, frozen=True):
    """Two expressions joined by one of ``+ - * / // %``."""


class Count(msgspec.Struct, frozen=True):
    """How many of the dice compare to the target as ``sign`` says."""

    dice: DiceTerm
    sign: str
    target: Node


class Comparison(Joined, frozen=True):
    """1 where one total compares to the other as ``sign`` says, else 0."""


class MarginCheck(msgspec.Struct, frozen=True):
    """A check that wants to roll at or under the target, and its margin."""

    dice: Extreme
    target: Node


Node = Number | DiceTerm | Extreme | Group | Negative | Sum | Count | Comparison | MarginCheck


class Formula(msgspec.Struct, frozen=True):
    """A whole expression and the words behind its ``#``."""

    root: Node
    label: str


def bounded(value: Value) -> Value:
    """Return ``value`` itself where it is small enough to go on with; whole fractions become ints.

    Raises:
        RuleViolation: beyond a thousand million, or finer than one part in as many.
    """
    if isinstance(value, int) and -LARGEST <= value <= LARGEST:
        return value
    if abs(value.numerator) > LARGEST * value.denominator or value.denominator > LARGEST:
        raise RuleViolation("The numbers grow too large or too fine.", f"Stay within {LARGEST:,}.")
    return value.numerator if value.denominator == 1 else value
