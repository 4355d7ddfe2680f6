"""How dice are thrown and what modifiers do to them; every chain of throws ends at one bound on dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from bot.core.errors import RuleViolation
from bot.service.dice_expressions.modifiers import picks_value
from bot.service.dice_expressions.tree import MOST_DICE, DiceAction, DiceTerm, Modifier

Throw = Callable[[int, int], tuple[int, ...]]

# Looking up a member of an enumeration takes longer than all that is done by it.
_KEEP, _DROP, _REROLL, _REROLL_ONCE, _EXPLODE, _EXPLODE_ONCE, _AT_LEAST, _AT_MOST = DiceAction


class Die(msgspec.Struct, frozen=True):
    """One die: the face that fell, the value it counts for, and whether it counts at all."""

    face: int
    value: int
    kept: bool = True

    @property
    def text(self) -> str:
        """Return the face, and the value where a modifier changed it."""
        return str(self.face) if self.face == self.value else f"{self.face}→{self.value}"


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
    fallen = _fresh(tray.throw(dice.count, dice.sides))
    for modifier in dice.modifiers:
        fallen = _modified(fallen, modifier, dice.sides, tray)
    return fallen


def _fresh(faces: Iterable[int]) -> list[Die]:
    return [Die(face, face) for face in faces]


def _modified(dice: list[Die], modifier: Modifier, sides: int, tray: Tray) -> list[Die]:
    act = modifier.act
    if act is _KEEP or act is _DROP:
        chosen, keeps = _chosen(dice, modifier), act is _KEEP
        return [die if (at in chosen) is keeps else _out(die) for at, die in enumerate(dice)]
    if act is _AT_LEAST:
        floor = max(pick.number for pick in modifier.picks)
        return [Die(die.face, max(die.value, floor), die.kept) for die in dice]
    if act is _AT_MOST:
        ceiling = min(pick.number for pick in modifier.picks)
        return [Die(die.face, min(die.value, ceiling), die.kept) for die in dice]
    return _rerolled(dice, modifier, sides, tray)


def _chosen(dice: list[Die], modifier: Modifier) -> set[int]:
    values = [die.value for die in dice]
    ranked = sorted([at for at, die in enumerate(dice) if die.kept], key=values.__getitem__)
    chosen: set[int] = set()
    for pick in modifier.picks:
        match pick.rule:
            case "l":
                chosen.update(ranked[: pick.number])
            case "h":
                chosen.update(ranked[max(0, len(ranked) - pick.number) :])
            case _:
                chosen.update(at for at in ranked if picks_value((pick,), values[at]))
    return chosen


def _rerolled(dice: list[Die], modifier: Modifier, sides: int, tray: Tray) -> list[Die]:
    """Throw again for every picked die: in its place, or beside it where dice explode; new dice stand at the end."""
    settled: list[Die] = []
    act, picks = modifier.act, modifier.picks
    replaces, once = act is _REROLL or act is _REROLL_ONCE, act is _REROLL_ONCE or act is _EXPLODE_ONCE
    while True:
        again = [die.kept and picks_value(picks, die.value) for die in dice]
        if True not in again:
            return settled + dice
        settled += [_out(die) if picked and replaces else die for die, picked in zip(dice, again, strict=True)]
        dice = _fresh(tray.throw(sum(again), sides))
        if once:
            return settled + dice


def _out(die: Die) -> Die:
    return Die(die.face, die.value, kept=False)
