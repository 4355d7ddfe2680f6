"""How a dice expression is written: precedence climbing over hand-made tokens, and a refusal for everything else."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from bot.core.errors import RuleViolation
from bot.service.dice_expressions.modifiers import MODIFIER, modifiers
from bot.service.dice_expressions.tree import (
    COMPARISONS,
    MOST_DICE,
    MOST_LETTERS,
    MOST_NESTING,
    MOST_SIDES,
    Comparison,
    Count,
    DiceTerm,
    Extreme,
    Formula,
    Group,
    MarginCheck,
    Negative,
    Node,
    Number,
    Sum,
    bounded,
)

SHOWN: Final = {"-": "−", "*": "×", "<=": "≤", ">=": "≥", "!=": "≠"}
"""Signs as people read them, who may type them so, too."""

_TYPED: Final = {shown: typed for typed, shown in SHOWN.items()}
_EXAMPLES: Final = "Write dice such as 4d20kl1+3, 2d6!, 5d10>=7 or 3d20L vs 12."

_TOKEN: Final = re.compile(
    rf" *(?:(?P<dice>[0-9]*d(?:[0-9]+|%)(?:{MODIFIER})*)|(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<note>\[[^]]*\])"
    rf"|(?P<sign>//|[<>=!]=|vs(?![a-z])|[-+*/%()<>={''.join(_TYPED)}])|(?P<label>\#.*)|(?P<odd>[^ ].*))",
    re.IGNORECASE | re.ASCII,
)
_BINDING: Final = (
    dict.fromkeys((*COMPARISONS, "vs"), 1) | dict.fromkeys("+-", 2) | dict.fromkeys(("*", "/", "//", "%"), 3)
)
_END: Final = ("end", "")


@lru_cache(maxsize=512)
def parse(text: str) -> Formula:
    """Read ``text``, at most 200 characters; the result is cached.

    Raises:
        RuleViolation: it is too long, too deep, or no dice expression.
    """
    if len(text) > MOST_LETTERS:
        raise RuleViolation(f"That is longer than {MOST_LETTERS} characters.", "Roll it in several parts.")
    spaced = " ".join(text.split())
    clean = "".join(letter for letter in spaced if letter.isprintable())
    found = [(each.lastgroup or "", each[0].strip()) for each in _TOKEN.finditer(clean)]
    tokens = [(kind, _TYPED.get(word, word)) for kind, word in found]
    label = tokens.pop()[1][1:].strip() if tokens and tokens[-1][0] == "label" else ""
    return Formula(_Reader(tokens).whole(), label)


class _Reader:
    """Walks the tokens of one expression once, from left to right."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = [*tokens, _END]
        self._at = 0
        self._depth = 0

    def whole(self) -> Node:
        if self._tokens[0] is _END:
            raise RuleViolation("There is nothing to roll.", _EXAMPLES)
        root = self._expression(1)
        if self._tokens[self._at] is not _END:
            raise _misplaced(*self._tokens[self._at])
        return root

    def _expression(self, floor: int) -> Node:
        left = self._operand()
        while _BINDING.get(sign := self._sign(), 0) >= floor:
            self._at += 1
            left = _joined(left, sign, self._expression(_BINDING[sign] + 1))
        return left

    def _sign(self) -> str:
        kind, text = self._tokens[self._at]
        text = text.lower() if kind == "sign" else ""
        return "=" if text == "==" else text

    def _operand(self) -> Node:
        kind, text = self._take()
        node: Number | DiceTerm | Extreme | Group
        match kind, text:
            case "dice", _:
                node = _dice(text.lower())
            case "number", _:
                node = Number(bounded(Fraction(text)), text)
            case "sign", "(":
                node = self._bracketed()
            case "sign", "-" | "+":
                return self._signed(text)
            case _:
                raise _misplaced(kind, text)
        return self._noted(node)

    def _take(self) -> tuple[str, str]:
        token = self._tokens[self._at]
        self._at += token is not _END
        return token

    def _bracketed(self) -> Group:
        self._deeper()
        inner = self._expression(1)
        kind, text = self._take()
        if text != ")":
            raise RuleViolation("A bracket is left open.", _EXAMPLES) if kind == "end" else _misplaced(kind, text)
        self._depth -= 1
        return Group(inner)

    def _signed(self, sign: str) -> Node:
        self._deeper()
        inner = self._operand()
        self._depth -= 1
        return Negative(inner) if sign == "-" else inner

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MOST_NESTING:
            raise RuleViolation("That is nested too deeply.", f"Use at most {MOST_NESTING} brackets inside each other.")

    def _noted(self, node: Number | DiceTerm | Extreme | Group) -> Node:
        notes: list[str] = []
        while self._tokens[self._at][0] == "note":
            notes.append(self._take()[1][1:-1].strip())
        return replace(node, note=", ".join(filter(None, notes))) if notes else node


def _dice(text: str) -> DiceTerm | Extreme:
    count_written, _, rest = text.partition("d")
    sides_written = "%" if rest.startswith("%") else rest[: len(rest) - len(rest.lstrip("0123456789"))]
    written = rest.removeprefix(sides_written)
    count = int(count_written or 1)
    sides = 100 if sides_written == "%" else int(sides_written)
    if not (1 <= count <= MOST_DICE and 1 <= sides <= MOST_SIDES):
        raise RuleViolation(
            "Those dice do not exist here.", f"Roll 1 to {MOST_DICE:,} dice of 1 to {MOST_SIDES:,} sides."
        )
    if written in ("l", "h"):
        return Extreme(count, sides, written == "h", text[:-1] + written.upper())
    return DiceTerm(count, sides, modifiers(written, sides), text)


def _joined(left: Node, sign: str, right: Node) -> Node:
    if _BINDING[sign] > 1:
        return Sum(left, sign, right)
    match left:
        case Count() | Comparison() | MarginCheck():
            raise RuleViolation("Only one comparison fits there.", "Put the first one in round brackets.")
        case Extreme() if sign in ("vs", "<="):
            return MarginCheck(left, right)
        case DiceTerm(count=1, modifiers=()) if sign == "vs":
            return MarginCheck(Extreme(1, left.sides, False, left.text, left.note), right)
        case DiceTerm() if sign != "vs":
            return Count(left, sign, right)
        case _ if sign != "vs" and not isinstance(left, Extreme):
            return Comparison(left, sign, right)
        case _:
            raise RuleViolation(f"{sign} does not fit those dice.", "Write 3d20L vs 12, 3d20L<=12 or 5d10>=7.")


def _misplaced(kind: str, text: str) -> RuleViolation:
    if kind == "end":
        return RuleViolation("The expression stops too early.", _EXAMPLES)
    words = "Put words behind a #, as in 1d20+5 # perception, and modifiers right behind their dice, as in 4d20kl1."
    return RuleViolation(f"“{text[:20]}” does not belong there.", words if text[0].isalpha() else _EXAMPLES)
