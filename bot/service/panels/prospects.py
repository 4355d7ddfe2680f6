"""What an action would cost and come to, as far as the asker knows: by a trial, and by counting until it hits."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from bot.core import engine, orders
from bot.core.dice import every_leaf
from bot.core.engine import OddsTooLarge, OutcomeOf
from bot.core.errors import RuleViolation
from bot.core.options import ActionSpec
from bot.service.case import Case, PlayedScene
from bot.service.playing.actions import inputs_said
from bot.service.rows import AnyScene

ATTACK = "attack"
AT_ONCE = 1500  # falls that are listed for all numbers of a panel that is waited for
EACH = 300  # of them for one number
IN_TIME = 20_000  # falls for the one number that follows by and by
LOOKED_AT = 32  # falls after which it is looked whether the rest can still change what is shown


class Prospect(msgspec.Struct, frozen=True):
    """What one order would come to: why it is refused, or what it costs and how often it hits, where that is known."""

    refusal: RuleViolation | None = None
    cost: int | None = None
    hits: Fraction | None = None


class Prospects:
    """What the orders of one panel would come to, each looked at once.

    Of a ``whole`` one the first may take as long as it takes, the others no longer than somebody waits.
    """

    def __init__(
        self, case: Case, played: PlayedScene, seen: AnyScene, spec: ActionSpec, actor: str, *, whole: bool
    ) -> None:
        self._case, self._played, self._seen = case, played, seen
        self._spec, self._actor = spec, actor
        self._left, self._whole = AT_ONCE, whole
        self._known: dict[bytes, Prospect] = {}
        self.counted = True

    def of(self, chosen: Mapping[str, Any]) -> Prospect:
        """Return what the action would come to with these inputs."""
        try:
            inputs = inputs_said(self._case, self._played, self._spec, chosen)
        except RuleViolation as refusal:
            return Prospect(refusal)
        order = orders.Act(actor=self._actor, action=self._spec.name, inputs=inputs)
        key = orders.canonical(order)
        if key not in self._known:
            self._known[key] = self._found(order)
        return self._known[key]

    def _found(self, order: orders.Act) -> Prospect:
        try:
            cost = engine.tried(self._played.system.ruleset, self._seen, order)
        except RuleViolation as refusal:
            return Prospect(refusal)
        question = self._question()
        if question is None:
            return Prospect(cost=cost)
        most = IN_TIME if self._whole else min(EACH, self._left)
        self._whole = False
        try:
            return Prospect(cost=cost, hits=self._hits(order, question, most))
        except OddsTooLarge:
            self.counted = False
            self._left = 0
            return Prospect(cost=cost)

    def _question(self) -> OutcomeOf | None:
        """Return what says of an event whether it is a hit; nothing where an action hits nobody."""
        chances = self._played.system.ruleset.chances
        if not chances or not (self._spec.odds or self._spec.command == ATTACK):
            return None
        return chances[self._spec.odds or next(iter(chances))]

    def _hits(self, order: orders.Act, outcome_of: OutcomeOf, most: int) -> Fraction | None:
        """Return how often it hits, to the digits that are shown; None where nothing of it is a hit or a miss.

        Raises:
            OddsTooLarge: more falls than these would have to be listed.
        """
        ruleset, hits, rest, settled = self._played.system.ruleset, Fraction(), Fraction(1), False
        for leaves, dice in enumerate(every_leaf(), 1):
            if leaves > most:
                raise OddsTooLarge(f"more than {most} falls")
            self._left -= 1
            self._case.unit.breathe()
            outcome = engine.outcome_with(ruleset, self._seen, order, outcome_of, dice)
            share = Fraction(dice.weight, dice.ways)
            rest -= share
            hits += share if outcome in ruleset.hits else 0
            settled = settled or outcome != ""
            if not leaves % LOOKED_AT and shown_as(hits) == shown_as(hits + rest):
                break
        return hits if settled else None


def shown_as(chance: Fraction) -> float:
    """Return a chance in percent with all digits that people are shown."""
    return round(float(chance * 100), 1)
