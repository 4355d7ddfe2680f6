"""Dice as people type them, rolled: text in; faces, total and explained words out, with bounded work for any text.

What is understood follows Avrae and Roll20; where they differ, a sign means what it says: ``>`` and ``<`` are strict.

- ``4d6kh3 4d6kl1 4d6dl1 4d6dh1`` keep or drop by rank (``4d6k3`` is kh3 and ``4d6d1`` dl1, as in Roll20);
  ``4d6k>3 4d6p1`` by value.
- ``2d6!`` explodes on its highest face, ``2d6!>4`` or ``2d6e5`` on others; ``2d6ra1`` once.
- ``2d6r1`` (``rr``) rerolls until it no longer fits, ``2d6ro<2`` once; ``2d6mi2`` and ``2d6ma5`` bound each die.
- ``5d10>=7`` counts the dice that fit, as dice alone stand on the left; ``1d20+5>=15`` and ``(2d6)>=7`` test a total.
- ``3d20L vs 12`` (or ``<=12``) and ``2d20H vs 9`` check the lowest or highest die at or under a target, as does
  ``1d20 vs 8``.
- ``+ - * / // %`` and round brackets. ``/`` is exact and the end result loses its fraction, as in Avrae: 7/2 is 3, -7/2
  is -3, 7/2*2 is 7. ``//`` rounds down at once. ``d%`` is d100.
- ``2d6[fire]`` labels a part, ``1d20+5 # perception`` the whole.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Final, assert_never

from bot.core.errors import RuleViolation
from bot.core.wording import Span, note
from bot.service.dice_expressions.parser import SHOWN, parse
from bot.service.dice_expressions.throws import Die, Throw, Tray, die, fresh, thrown
from bot.service.dice_expressions.tree import (
    COMPARISONS,
    Comparison,
    Count,
    DiceTerm,
    Extreme,
    Group,
    MarginCheck,
    Negative,
    Node,
    Number,
    Sum,
    Value,
    bounded,
)
from bot.service.dice_expressions.wording import Margin, Met, Rolled, Successes, Verdict, explain, told

__all__ = ["Margin", "Met", "Rolled", "Successes", "Throw", "Verdict", "explain", "margin_under", "roll", "told"]

MOST_SPANS: Final = 512  # words that are said again and again are kept as they are
_COMMA: Final = Span(", ")
_CLOSED: Final = Span(")")


def roll(text: str, throw: Throw) -> Rolled:
    """Read ``text`` and roll it with ``throw(count, sides)``, which gives ``count`` faces from 1 to ``sides``.

    At most 200 characters, 1,000 dice in all and numbers up to a thousand million.

    Raises:
        RuleViolation: it cannot be read, or asks for too much.
    """
    formula = parse(text)
    tray = Tray(throw)
    spans: list[Span] = []
    root = formula.root
    if isinstance(root, _WITH_VERDICT):
        verdict = _verdict(root, tray, spans)
        return Rolled(tuple(spans), verdict.total, tuple(tray.faces), verdict, label=formula.label)
    value = _value(root, tray, spans)
    unrounded = "" if value.denominator == 1 else str(round(float(value), 2)).replace("-", SHOWN["-"])
    return Rolled(tuple(spans), int(value), tuple(tray.faces), unrounded=unrounded, label=formula.label)


def margin_under(faces: Sequence[int], target: int, *, highest: bool) -> Margin:
    """Return the margin of a check at or under ``target``: by the lowest die, +2 for every further success; or by
    the highest.

    Source: ruling A1.
    """
    if highest:
        return Margin(target, target - max(faces))
    succeeded = sum(face <= target for face in faces)
    return Margin(target, target - min(faces), max(0, succeeded - 1))


def _value(node: Node, tray: Tray, spans: list[Span]) -> Value:
    """Return what ``node`` comes to; its words are appended to ``spans``."""
    return _VALUES[type(node)](node, tray, spans)


def _of_dice(node: DiceTerm, tray: Tray, spans: list[Span]) -> Value:
    if not node.modifiers:
        faces = tray.throw(node.count, node.sides)
        _set_out(node, [fresh(face).shown for face in faces], spans)
        return sum(faces)  # of so many dice, of so many sides, at most what `bounded` allows
    dice = thrown(node, tray)
    _lay_out(node, dice, spans)
    return bounded(sum([each.value for each in dice if each.kept]))


def _number(node: Number, _tray: Tray, spans: list[Span]) -> Value:
    spans.append(_plain(node.text))
    if node.note:
        _annotate(node.note, spans)
    return node.value


def _extreme(node: Extreme, tray: Tray, spans: list[Span]) -> Value:
    faces = tray.throw(node.count, node.sides)
    counted = max(faces) if node.highest else min(faces)
    _lay_out(node, _singled_out(faces, counted), spans)
    return counted


def _negative(node: Negative, tray: Tray, spans: list[Span]) -> Value:
    spans.append(Span(SHOWN["-"]))
    return -_value(node.inner, tray, spans)


def _of_verdict(node: Count | Comparison | MarginCheck, tray: Tray, spans: list[Span]) -> Value:
    return _verdict(node, tray, spans).total


def _sum(node: Sum, tray: Tray, spans: list[Span]) -> Value:
    left = _value(node.left, tray, spans)
    spans.append(_sign(node.sign))
    right = _value(node.right, tray, spans)
    if right == 0 and node.sign in _DIVISIONS:
        raise RuleViolation("Nothing can be divided by zero.", "Divide by another number.")
    return bounded(_OPERATIONS[node.sign](left, right))


def _group(node: Group, tray: Tray, spans: list[Span]) -> Value:
    spans.append(Span("("))
    value = _value(node.inner, tray, spans)
    spans.append(_CLOSED)
    _annotate(node.note, spans)
    return value


def _verdict(node: Count | Comparison | MarginCheck, tray: Tray, spans: list[Span]) -> Verdict:
    match node:
        case Count():
            return _counted(node, tray, spans)
        case Comparison():
            left = _value(node.left, tray, spans)
            spans.append(_sign(node.sign))
            return Met(int(COMPARISONS[node.sign](left, _value(node.right, tray, spans))))
        case MarginCheck():
            return _checked(node, tray, spans)
        case _:
            assert_never(node)


def _counted(node: Count, tray: Tray, spans: list[Span]) -> Successes:
    fallen = thrown(node.dice, tray)
    behind = [_sign(node.sign)]
    target = _value(node.target, tray, behind)
    compare = COMPARISONS[node.sign]
    dice = [die(each.face, each.value, each.kept and compare(each.value, target)) for each in fallen]
    _lay_out(node.dice, dice, spans)
    spans += behind
    return Successes(sum(each.kept for each in dice))


def _checked(node: MarginCheck, tray: Tray, spans: list[Span]) -> Margin:
    faces = tray.throw(node.dice.count, node.dice.sides)
    behind = [_sign("vs")]
    target = int(_value(node.target, tray, behind) // 1)
    margin = margin_under(faces, target, highest=node.dice.highest)
    counted = target - margin.base
    dice = [die(face, face, face <= target) for face in faces] if margin.extra else _singled_out(faces, counted)
    _lay_out(node.dice, dice, spans)
    spans += behind
    return margin


def _singled_out(faces: Sequence[int], counted: int) -> list[Die]:
    at = faces.index(counted)
    return [die(face, face, here == at) for here, face in enumerate(faces)]


def _lay_out(node: DiceTerm | Extreme, dice: Iterable[Die], spans: list[Span]) -> None:
    _set_out(node, [each.shown for each in dice], spans)


def _set_out(node: DiceTerm | Extreme, shown: Sequence[Span], spans: list[Span]) -> None:
    spans.append(_opened(node.text))
    between = [_COMMA] * (2 * len(shown))
    between[::2] = shown
    between[-1] = _CLOSED
    spans += between
    if node.note:
        _annotate(node.note, spans)


@lru_cache(maxsize=MOST_SPANS)
def _opened(dice: str) -> Span:
    return Span(f"{dice} (")


@lru_cache(maxsize=MOST_SPANS)
def _plain(words: str) -> Span:
    return Span(words)


def _annotate(words: str, spans: list[Span]) -> None:
    if words:
        spans.append(note(f" [{words}]"))


@cache
def _sign(sign: str) -> Span:
    return Span(f" {SHOWN.get(sign, sign)} ")


def _divided(left: Value, right: Value) -> Value:
    return Fraction(left) / right


_OPERATIONS: Final[dict[str, Callable[[Value, Value], Value]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divided,
    "//": operator.floordiv,
    "%": operator.mod,
}
_DIVISIONS: Final = ("/", "//", "%")
_WITH_VERDICT: Final = (Count, Comparison, MarginCheck)
_VALUES: Final[dict[type[Node], Callable[[Any, Tray, list[Span]], Value]]] = {
    Sum: _sum,
    DiceTerm: _of_dice,
    Number: _number,
    Extreme: _extreme,
    Group: _group,
    Negative: _negative,
    **dict.fromkeys(_WITH_VERDICT, _of_verdict),
}
