"""What fell and was answered in an act is kept where it fell, so that the act can be played again with a roll anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, TypeVar

import msgspec

from bot.core.dice import Ask, Roll
from bot.core.scene import Question

K = TypeVar("K")
V = TypeVar("V")

PartPath: TypeAlias = tuple[str, ...]
"""Which part of an act something belongs to, as in ("shot 2", "hit 1")."""

RollName: TypeAlias = tuple[PartPath, str]
"""What a roll is for: the part of the act, and the label. All dice of one name are one roll with what follows it."""


class Tape:
    """What falls and is answered while an act is played.

    What ``before`` has kept falls and is answered again where the same is asked for, but for the rolls at ``anew``.
    """

    def __init__(self, before: Tape | None = None, anew: RollName | None = None) -> None:
        self.rolls: dict[RollName, list[Roll]] = {}
        self.answers: dict[tuple[PartPath, Question], list[str]] = {}
        self._to_fall = _copied(before.rolls if before else {})
        self._to_answer = _copied(before.answers if before else {})
        if anew is not None:
            del self._to_fall[anew]

    def fallen(self, spot: RollName, ask: Ask) -> Roll | None:
        """Return what fell before where the same is asked for; None where it has to be rolled."""
        kept = self._to_fall.get(spot, [])
        if not kept or (kept[0].sides, len(kept[0].faces)) != (ask.sides, ask.count):
            return None
        roll = kept.pop(0)
        self.keep_roll(spot, roll)
        return roll

    def answered(self, part: PartPath, question: Question) -> str | None:
        """Return what was answered before where the same was asked; None where it was not."""
        kept = self._to_answer.get((part, _asked(question)), [])
        if not kept:
            return None
        choice = kept.pop(0)
        self.keep_answer(part, question, choice)
        return choice

    def keep_roll(self, spot: RollName, roll: Roll) -> None:
        """Keep what fell at a spot, behind what fell there before."""
        self.rolls.setdefault(spot, []).append(roll)

    def keep_answer(self, part: PartPath, question: Question, choice: str) -> None:
        """Keep what was answered to a question, behind what was answered to the same before."""
        self.answers.setdefault((part, _asked(question)), []).append(choice)


def _asked(question: Question) -> Question:
    """Return the question as one that does not depend on how many were asked before."""
    return msgspec.structs.replace(question, key="")


def _copied(kept: Mapping[K, list[V]]) -> dict[K, list[V]]:
    return {key: list(values) for key, values in kept.items()}
