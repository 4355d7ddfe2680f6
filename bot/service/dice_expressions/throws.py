"""How dice are thrown and what modifiers do to them; every chain of throws ends at one bound on dice."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from bot.core.errors import RuleViolation
from bot.core.wording import Mark, Span
from bot.service.dice_expressions.modifiers import picking
from bot.service.dice_expressions.tree import MOST_DICE, DiceAction, DiceTerm, Modifier

Throw = Callable[[int, int], tuple[int, ...]]

# Looking up a member of an enumeration takes longer than all that is done by it.
_KEEP, _DROP, _REROLL, _REROLL_ONCE, _EXPLODE, _EXPLODE_ONCE, _AT_LEAST, _AT_MOST = DiceAction
MOST_KEPT = 2048  # dice that lie there again and again are kept as they are


class Die(msgspec.Struct, frozen=True):
    """One die: the face that fell, the value it counts for, whether it counts at all, and how it is shown."""

    face: int
    value: int
    kept: bool
    shown: Span


@lru_cache(maxsize=MOST_KEPT)
def die(face: int, value: int, kept: bool = True) -> Die:
    """Return a die; it shows the value behind the face where a modifier changed it."""
    text = str(face) if face == value else f"{face}→{value}"
    return Die(face, value, kept, Span(text, Mark.DICE if kept else Mark.DROPPED))


@lru_cache(maxsize=MOST_KEPT)
def fresh(face: int) -> Die:
    """Return a die as it fell."""
    return die(face, face)


class Tray:
    """Throws dice through ``throw`` and remembers every face of one expression, in order."""

    def __init__(self, throw: Throw) -> None:
        self._throw = throw
        self.faces: list[int] = []

    def throw(self, count: int, sides: int) -> tuple[int, ...]:
        """Return ``count`` faces from 1 to ``sides``.

        Raises:
            RuleViolation: the expression has rolled too many dice.
        """
        if len(self.faces) + count > MOST_DICE:
            raise RuleViolation(f"That rolls more than {MOST_DICE:,} dice.", "Roll fewer dice, or in several parts.")
        faces = self._throw(count, sides)
        self.faces += faces
        return faces


def thrown(dice: DiceTerm, tray: Tray) -> list[Die]:
    """Return the dice on the table once every modifier had its turn; those that do not count stay, marked."""
    fallen = list(map(fresh, tray.throw(dice.count, dice.sides)))
    for modifier in dice.modifiers:
        fallen = _modified(fallen, modifier, dice.sides, tray)
    return fallen


def _modified(dice: list[Die], modifier: Modifier, sides: int, tray: Tray) -> list[Die]:
    act = modifier.act
    if act is _KEEP or act is _DROP:
        chosen, keeps = _chosen(dice, modifier), act is _KEEP
        return [each if (at in chosen) is keeps else _out(each) for at, each in enumerate(dice)]
    if act is _AT_LEAST:
        floor = max(pick.number for pick in modifier.picks)
        return [die(each.face, max(each.value, floor), each.kept) for each in dice]
    if act is _AT_MOST:
        ceiling = min(pick.number for pick in modifier.picks)
        return [die(each.face, min(each.value, ceiling), each.kept) for each in dice]
    return _rerolled(dice, modifier, sides, tray)


def _chosen(dice: list[Die], modifier: Modifier) -> set[int]:
    """Return the places of those that a modifier picks."""
    values = [each.value for each in dice]
    ranked = sorted([at for at, each in enumerate(dice) if each.kept], key=values.__getitem__)
    chosen: set[int] = set()
    for pick in modifier.picks:
        if pick.rule == "l":
            chosen.update(ranked[: pick.number])
        elif pick.rule == "h":
            chosen.update(ranked[max(0, len(ranked) - pick.number) :])
        else:
            picked = picking((pick,))
            chosen.update([at for at in ranked if picked(values[at])])
    return chosen


def _rerolled(dice: list[Die], modifier: Modifier, sides: int, tray: Tray) -> list[Die]:
    """Throw again for every picked die: in its place, or beside it where dice explode; new dice stand at the end."""
    settled: list[Die] = []
    act, picked = modifier.act, picking(modifier.picks)
    replaces, once = act is _REROLL or act is _REROLL_ONCE, act is _REROLL_ONCE or act is _EXPLODE_ONCE
    while True:
        again = [each.kept and picked(each.value) for each in dice]
        if True not in again:
            return settled + dice
        settled += [_out(each) if at_all and replaces else each for each, at_all in zip(dice, again, strict=True)]
        dice = list(map(fresh, tray.throw(sum(again), sides)))
        if once:
            return settled + dice


def _out(one: Die) -> Die:
    return die(one.face, one.value, False)
