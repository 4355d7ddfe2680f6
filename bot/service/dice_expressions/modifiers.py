"""How the modifiers behind dice are written, after the habits of Avrae and Roll20."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from typing import Final

from bot.core.errors import RuleViolation
from bot.service.dice_expressions.tree import COMPARISONS, MOST_MODIFIERS, DiceAction, DiceSelector, Modifier, bounded

# The selector of kh, dl and their like is a plain count, so that 4d6kh>=5 keeps one die and then compares it.
# An exclamation mark before an equals sign is the comparison "not equal".
MODIFIER: Final = r"([kdp][hl]|rr|ro|ra|mi|ma|!(?!=)|[kdprehl])((?<![hl])(?:[<>]=?|==?)[0-9]+|[0-9]+)?"

_ONE: Final = re.compile(MODIFIER, re.ASCII)
_WORDS: Final = {
    "k": (DiceAction.KEEP, "h"),
    "kh": (DiceAction.KEEP, "h"),
    "kl": (DiceAction.KEEP, "l"),
    "d": (DiceAction.DROP, "l"),
    "dh": (DiceAction.DROP, "h"),
    "dl": (DiceAction.DROP, "l"),
    "p": (DiceAction.DROP, "="),
    "ph": (DiceAction.DROP, "h"),
    "pl": (DiceAction.DROP, "l"),
    "r": (DiceAction.REROLL, "="),
    "rr": (DiceAction.REROLL, "="),
    "ro": (DiceAction.REROLL_ONCE, "="),
    "ra": (DiceAction.EXPLODE_ONCE, "="),
    "e": (DiceAction.EXPLODE, "="),
    "!": (DiceAction.EXPLODE, "="),
    "mi": (DiceAction.AT_LEAST, "="),
    "ma": (DiceAction.AT_MOST, "="),
}
# With more sides the bound on dice alone ends a chain; trying every face would cost more than it saves.
_MOST_FACES_TRIED: Final = 100


def modifiers(written: str, sides: int) -> tuple[Modifier, ...]:
    """Return the modifiers in ``written`` (lower case) for dice of ``sides``; neighbours of one act act together, as
    in Avrae.

    Raises:
        RuleViolation: too many modifiers, or one that lacks its number, cannot use it, or would never end.
    """
    if "!!" in written:
        raise RuleViolation("There is no !! here.", "Write a single ! for dice that explode, such as 3d6!.")
    found = _ONE.findall(written)
    if len(found) > MOST_MODIFIERS:
        raise RuleViolation("Those are too many modifiers.", f"Put at most {MOST_MODIFIERS} behind the same dice.")
    acts = [_act_and_pick(word, selector, sides) for word, selector in found]
    grouped = groupby(acts, key=lambda pair: pair[0])
    return tuple(_ending(Modifier(act, tuple(pick for _, pick in pairs)), sides) for act, pairs in grouped)


def picking(picks: tuple[DiceSelector, ...]) -> Callable[[int], bool]:
    """Return what tells whether any of ``picks``, all of them comparisons, picks a die that shows a value."""
    first, *others = [(COMPARISONS[pick.rule], pick.number) for pick in picks]
    if others:
        return lambda value: any(fits(value, number) for fits, number in (first, *others))
    fits, number = first
    return lambda value: fits(value, number)


def _act_and_pick(word: str, selector: str, sides: int) -> tuple[DiceAction, DiceSelector]:
    if word not in _WORDS:
        raise RuleViolation(f"{word.upper()} stands alone behind its dice.", "Write 3d20L, or keep dice with 3d20kl1.")
    act, rule = _WORDS[word]
    digits = selector.lstrip("<>=")
    comparison = selector.removesuffix(digits).replace("==", "=")
    if comparison and act in (DiceAction.AT_LEAST, DiceAction.AT_MOST):
        raise RuleViolation(f"{word} takes a plain number.", f"Write {word}{digits}.")
    return act, DiceSelector(comparison or rule, int(bounded(int(digits))) if digits else _unsaid(word, rule, sides))


def _unsaid(word: str, rule: str, sides: int) -> int:
    if rule in ("h", "l"):
        return 1
    if word == "!":
        return sides
    raise RuleViolation(f"{word} needs a number.", f"Say which faces it means: {word}1 or {word}<3.")


def _ending(modifier: Modifier, sides: int) -> Modifier:
    repeats = modifier.act in (DiceAction.REROLL, DiceAction.EXPLODE) and sides <= _MOST_FACES_TRIED
    if repeats and all(map(picking(modifier.picks), range(1, sides + 1))):
        raise RuleViolation("Those dice would never stop rolling.", "Leave at least one face that ends it.")
    return modifier
