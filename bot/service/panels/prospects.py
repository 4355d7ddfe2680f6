"""What an action would cost and come to, as far as the asker knows: by a trial, and by counting until it hits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

import msgspec

from bot.core import engine, orders
from bot.core.dice import Dice, SeededDice, every_leaf
from bot.core.engine import Come, OddsTooLarge, OutcomeOf
from bot.core.errors import RuleViolation
from bot.core.events import Event, FellShort
from bot.core.options import ActionSpec
from bot.core.wording import percent
from bot.service.case import Case, PlayedScene
from bot.service.panels.choices import is_aimed
from bot.service.playing.actions import inputs_said
from bot.service.rows import AnyScene

AT_ONCE = 1000  # falls that are listed for all numbers of a panel that is waited for
EACH = 300  # of them for one number
IN_TIME = 20_000  # falls for the one number that follows by and by
HIT, THROUGH, DOWN = "hit", "gets through", "puts down"
PROBED = 150  # falls after which it shows how many there will be
LISTED = 800  # falls for what an attack leads to behind its hit
THROWN = 400  # throws where that is not enough: rarely more than four percent off
SEED = b"panel"  # of dice that no fight is rolled with
LOOKED_AT = 32  # falls after which it is looked whether the rest can still change what is shown


class Prospect(msgspec.Struct, frozen=True):
    """What one order would come to: why it is refused, or what it costs and how often it hits, where that is known.

    One ``at_nobody`` is an attack that can neither hit nor miss: suppression, which a GM may have to allow.
    """

    refusal: RuleViolation | None = None
    cost: int | None = None
    hits: Fraction | None = None
    at_nobody: bool = False


class Stake(msgspec.Struct, frozen=True):
    """How often an order comes to something, in ``words``; where it is not ``exact`` it was thrown and not listed."""

    words: str
    chance: Fraction
    exact: bool


class Prospects:
    """What the orders of one panel would come to, each looked at once.

    Of a ``whole`` one the first may take as long as it takes, the others no longer than somebody waits.
    """

    def __init__(
        self, case: Case, played: PlayedScene, seen: AnyScene, spec: ActionSpec, actor: str, *, whole: bool
    ) -> None:
        self._case, self._played, self._seen = case, played, seen
        self._spec, self._actor = spec, actor
        self._left, self._most = AT_ONCE, IN_TIME if whole else EACH
        self._known: dict[bytes, Prospect] = {}
        self.whole = whole

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

    def refuses(self, chosen: Mapping[str, Any]) -> bool:
        """Tell whether the action would be refused with these inputs, without counting what it comes to."""
        try:
            inputs = inputs_said(self._case, self._played, self._spec, chosen)
            order = orders.Act(actor=self._actor, action=self._spec.name, inputs=inputs)
            engine.tried(self._played.system.ruleset, self._seen, order)
        except RuleViolation:
            return True
        return False

    def _found(self, order: orders.Act) -> Prospect:
        try:
            cost = engine.tried(self._played.system.ruleset, self._seen, order)
        except RuleViolation as refusal:
            return Prospect(refusal)
        question = self._question()
        if question is None:
            return Prospect(cost=cost)
        most, self._most = self._most, EACH
        try:
            hits = self._hits(order, question, most)
            return Prospect(cost=cost, hits=hits, at_nobody=hits is None)
        except OddsTooLarge:
            self._left = 0
            return Prospect(cost=cost)

    @property
    def attacks(self) -> bool:
        """Tell whether the action is one that hits somebody or misses."""
        return self._question() is not None

    def _question(self) -> OutcomeOf | None:
        """Return what says of an event whether it is a hit; nothing where an action hits nobody.

        The first of a system's chances are those of a hit; by others an action comes to something else.
        """
        chances = self._played.system.ruleset.chances
        if not chances or not is_aimed(self._spec):
            return None
        of_a_hit = next(iter(chances))
        return chances[of_a_hit] if self._spec.odds in ("", of_a_hit) else None

    def _hits(self, order: orders.Act, outcome_of: OutcomeOf, most: int) -> Fraction | None:
        """Return how often it hits, to the digits that are shown; None where nothing of it is a hit or a miss.

        Raises:
            OddsTooLarge: more falls than these would have to be listed.
        """
        ruleset, seen = self._played.system.ruleset, set[str]()

        def hits(dice: Dice) -> bool:
            outcome = engine.outcome_with(ruleset, self._seen, order, outcome_of, dice)
            seen.add(outcome)
            return outcome in ruleset.hits

        chance, falls = self._listed(hits, most if self.whole and most > EACH else min(most, self._left))
        self._left -= falls
        return None if seen == {""} else chance

    def _listed(self, comes: Callable[[Dice], bool], most: int) -> tuple[Fraction, int]:
        """Return how often it comes to something, to the digits that are shown, and how many falls that took.

        Raises:
            OddsTooLarge: more falls than these would have to be listed.
        """
        found, rest, leaves = Fraction(), Fraction(1), 0
        for leaves, dice in enumerate(every_leaf(), 1):
            if leaves > most or (leaves == PROBED and leaves > 2 * most * (1 - rest)):
                raise OddsTooLarge(f"more than {most} falls")
            self._case.unit.breathe()
            came = comes(dice)
            share = Fraction(dice.weight, dice.ways)
            found, rest = found + share * came, rest - share
            if not leaves % LOOKED_AT and percent(found) == percent(found + rest):
                break
        return found, leaves

    def stakes(self, chosen: Mapping[str, Any]) -> tuple[Stake, ...]:
        """Return how often an attack gets through to its target, and how often it puts the target down.

        All its rounds count together; of a thing nothing is said. It is listed as far as anybody waits for it, and else
        thrown often enough.
        """
        inputs = inputs_said(self._case, self._played, self._spec, chosen)
        target = self._seen.combatants.get(str(inputs.get("target", "")))
        ruleset = self._played.system.ruleset
        if target is None or ruleset.is_down(target.state) or ruleset.is_thing(target.state):
            return ()
        order = orders.Act(actor=self._actor, action=self._spec.name, inputs=inputs)

        def through(event: Event, _: AnyScene) -> bool:
            harm = ruleset.harms.get(type(event))
            return harm is not None and event.actor == target.actor and bool(getattr(event, harm))

        def down(_: Event, scene: AnyScene) -> bool:
            return ruleset.is_down(scene.combatants[target.actor].state)

        whats: dict[str, Come[Any, Any]] = {THROUGH: through, DOWN: down}
        listed = {words: chance for words, what in whats.items() if (chance := self._exact(order, what)) is not None}
        thrown = self._thrown(order, whats, self.of(chosen).hits) if len(listed) < len(whats) else {}
        return tuple(Stake(words, {**thrown, **listed}[words], words in listed) for words in whats)

    def left_cm(self, chosen: Mapping[str, Any]) -> int:
        """Return how far from the goal one stops who goes there on a ground, as the asker knows it; 0 who arrives.

        Of what is left to dice one fall is looked at.
        """
        inputs = inputs_said(self._case, self._played, self._spec, chosen)
        order = orders.Act(actor=self._actor, action=self._spec.name, inputs=inputs)
        left: list[int] = []

        def short(event: Event, _: AnyScene) -> bool:
            if isinstance(event, FellShort) and event.actor == self._actor:
                left.append(event.short_cm)
            return bool(left)

        with suppress(OddsTooLarge, RuleViolation):
            self._comes(order, short, SeededDice(SEED, SEED, 0, orders.canonical(order)))
        return sum(left)

    def _exact(self, order: orders.Act, what: Come[Any, Any]) -> Fraction | None:
        """Return how often it comes to something, by listing; None where that takes too long."""
        with suppress(OddsTooLarge):
            return self._listed(lambda dice: self._comes(order, what, dice), LISTED)[0]
        return None

    def _comes(self, order: orders.Act, what: Come[Any, Any], dice: Dice) -> bool:
        return engine.comes_to(self._played.system.ruleset, self._seen, order, what, dice)

    def _thrown(
        self, order: orders.Act, whats: Mapping[str, Come[Any, Any]], hits: Fraction | None
    ) -> dict[str, Fraction]:
        """Return about how often it comes to each: of the throws that hit, which are as many as were counted."""
        outcome_of, good, spelled = self._question(), self._played.system.ruleset.hits, orders.canonical(order)
        found, noted = Counter[str](), set[str]()

        def watched(event: Event, scene: AnyScene) -> bool:
            noted.update(words for words, what in whats.items() if what(event, scene))
            if outcome_of and outcome_of(event) in good:
                noted.add(HIT)
            return DOWN in noted

        for at in range(THROWN):
            self._case.unit.breathe()
            noted.clear()
            self._comes(order, watched, SeededDice(SEED, SEED, at, spelled))
            found.update(noted)
        of, share = (found[HIT], hits) if found[HIT] and hits else (THROWN, Fraction(1))
        return {words: min(Fraction(found[words], of), Fraction(1)) * share for words in whats}
