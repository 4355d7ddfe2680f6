"""Dice as typed, rolled and put into words, against the d20 library on the same texts."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final

import d20

from bot.core.dice import Ask, SeededDice
from bot.service.dice_expressions.rolling import roll, told
from tests.bench.measure import Measure, at_most, quantile, ratio

TEXTS: Final = ("1d20+5", "4d6kh3+2", "8d6", "2d20kl1+3", "4d6ro<2+1d8")
TIMES: Final = 400
SECRET: Final = b"bench" * 6


async def measures() -> list[Measure]:
    """Both in turns, text by text; each roll is read anew and comes out as words."""
    medians = [_medians_s(partial(ours, text), partial(theirs, text)) for text in TEXTS]
    ours_s, theirs_s = (sum(taken) for taken in zip(*medians, strict=True))
    detail = f"{ours_s / len(TEXTS) * 1e6:.0f} µs against {theirs_s / len(TEXTS) * 1e6:.0f} µs"
    return [ratio("roll with its words / d20", ours_s, theirs_s, at_most(0.4), detail)]


def ours(text: str) -> str:
    """A roll in words, with fair dice."""
    dice = SeededDice(SECRET, SECRET, 0, text.encode())
    asked = iter(range(1000))
    return told(roll(text, lambda count, sides: dice.faces(Ask("roll", count, sides), next(asked)))).text


def theirs(text: str) -> str:
    """The same by d20."""
    return str(d20.roll(text).result)


def _medians_s(*contenders: Callable[[], str]) -> list[float]:
    """The median seconds of each, taken in turns."""
    taken_s: list[list[float]] = [[] for _ in contenders]
    for _ in range(TIMES):
        for work, found in zip(contenders, taken_s, strict=True):
            began_s = time.perf_counter()
            work()
            found.append(time.perf_counter() - began_s)
    return [quantile(found, 0.5) for found in taken_s]
