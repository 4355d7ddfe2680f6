"""The one roll of the system: a sum of terms and a ten-sided die that goes on after a ten."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from bot.core.dice import Ask, Each, Meaning, Pick, Roll
from bot.core.terms import Term, total
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.play import DawnPlay

SIDES = 10


def exploded(play: DawnPlay, label: str, steps: Sequence[int] = ()) -> tuple[Roll, ...]:
    """Roll a die, and another for as long as a ten falls (B1; 004-26). Dice: one, and one more for each ten.

    Where only it matters which of the ascending ``steps`` they reach together, odds need not tell all faces apart.
    """
    rolls = [play.roll(Ask(label, 1, SIDES, _alike(steps, 0)))]
    while rolls[-1].faces == (SIDES,) and len(rolls) <= play.tables.limits.explosions.value:
        rolls.append(play.roll(Ask(label, 1, SIDES, _alike(steps, SIDES * len(rolls)))))
    return tuple(rolls)


def _alike(steps: Sequence[int], fallen: int) -> Meaning:
    """Return which faces are alike: those that reach the same steps; a one that falls first and a ten are apart.

    A ten is like those that reach the last step, since whatever follows it does so too.
    """
    if not steps:
        return Each()
    found: dict[tuple[int, int], list[int]] = {}
    for face in range(1, SIDES + 1):
        reached = bisect_right(steps, fallen + face)
        goes_on = face == SIDES and (reached < len(steps) or (reached, 0) not in found)
        found.setdefault((reached, face if goes_on or fallen + face == 1 else 0), []).append(face)
    return Pick(tuple(((faces[0],), len(faces)) for faces in found.values()))


def faces_of(rolls: tuple[Roll, ...]) -> int:
    """Return all that fell."""
    return sum(face for roll in rolls for face in roll.faces)


def check(
    play: DawnPlay,
    label: str,
    terms: tuple[Term, ...],
    skill: str = "",
    *,
    fails: bool = True,
    numbers: Iterable[int] = (),
) -> Outcome:
    """Roll on a sum of terms; a one that falls first fails it, where ``fails``.

    ``numbers`` are what it must reach for one thing or another, where nothing else about it matters.
    """
    base = total(terms)
    rolls = exploded(play, label, sorted(number - base for number in numbers))
    fumble = fails and rolls[0].faces == (1,)
    return Outcome(terms, rolls, base + faces_of(rolls), fumble=fumble, skill=skill)


def passed(made: Outcome, number: int) -> bool:
    """Tell whether a check reaches a number."""
    return not made.fumble and made.total >= number
