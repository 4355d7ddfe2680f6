"""Who did what it could not do, in random play: each system says how its events and states are read.

A system has a module ``conduct`` beside its tests, with a ``CONDUCT``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from bot.core import folding, orders
from bot.core.events import Enlisted, Event, SheetEdited, type_of
from bot.core.ruleset import Ruleset
from tests.rulesets.drawing import AnyScene
from tests.rulesets.play import Step

Use = tuple[str, Hashable, int, int]
"""Who uses up what, how much of it, and how much of that it has in a round."""
Change = tuple[str, str, int]
"""Whose, what, and by how much."""


@dataclass(frozen=True, kw_only=True)
class Conduct:
    """How to read what happens in a system.

    ``deed`` says who does something by an event, "" where nobody does; ``may`` whether somebody in a state may do it;
    ``own_moment`` whether it is a free shot or a reaction, or what comes of one. ``uses`` says of an event what it uses
    up of the round. ``has`` are a person's numbers that only events change, and ``changes`` what an event does to them.
    """

    deed: Callable[[Event], str]
    may: Callable[[Any, Event], bool]
    own_moment: Callable[[Event], bool]
    uses: Callable[[AnyScene, Event], Iterable[Use]]
    has: Callable[[Any], Mapping[str, int]]
    changes: Callable[[AnyScene, Event], Iterable[Change]]


@cache
def conduct_of(key: str) -> Conduct | None:
    """The readings of a system; None where it has none."""
    name = f"tests.rulesets.{key}.conduct"
    return import_module(name).CONDUCT if find_spec(name) else None


def misconduct(conduct: Conduct, ruleset: Ruleset[Any, Any], steps: Iterable[Step]) -> list[str]:
    """What somebody did in a game that it could not do, and what came or went without being told."""
    watch = _Watch(conduct, ruleset)
    return [problem for step in steps if step.after is not None for problem in watch.problems(step)]


class _Watch:
    """Somebody who looks on: who was put out by whom at the moment, and what of the round is used up."""

    def __init__(self, conduct: Conduct, ruleset: Ruleset[Any, Any]) -> None:
        self.conduct, self.ruleset = conduct, ruleset
        self.excused: dict[str, tuple[Any, ...]] = {}
        self.moment: object = None
        self.used: Counter[tuple[str, Hashable]] = Counter()
        self.edited: set[str] = set()
        self.period: object = None

    def problems(self, step: Step) -> Iterator[str]:
        scene, doers = step.before, _doers(self.ruleset, step)
        self._look_up(scene)
        begun = self.excused
        for event in step.events:
            self._look_up(scene)
            doers |= {event.counts_for} if event.counts_for else set()
            yield from self._deed(scene, event, begun)
            after = folding.evolve(self.ruleset, scene, event)
            yield from self._used(scene, event)
            yield from self._changed(scene, event, after)
            self._put_out(scene, after, doers if not self.conduct.own_moment(event) else set())
            scene = after

    def _look_up(self, scene: AnyScene) -> None:
        """A moment is over when another opens, and a round when another begins."""
        period = (scene.fights, self.ruleset.period(scene))
        if self.moment != (period, scene.opened):
            self.moment, self.excused = (period, scene.opened), {}
        if self.period != period:
            self.period = period
            self.used.clear()
            self.edited.clear()

    def _deed(self, scene: AnyScene, event: Event, begun: Mapping[str, tuple[Any, ...]]) -> Iterator[str]:
        """Where somebody does what it cannot: only what others do at the same moment is no hindrance.

        That is the moment in which the order was ``begun``, too: its time may be spent before all of it is told.
        """
        actor = self.conduct.deed(event)
        if not actor:
            return
        if actor not in scene.combatants:
            yield f"{actor} is gone, and there is {type_of(event)}"
        elif not self.conduct.may(scene.combatants[actor].state, event):
            was = self.excused.get(actor, begun.get(actor, ()))
            if self.conduct.own_moment(event) or not any(self.conduct.may(state, event) for state in was):
                yield f"{actor} may not, and there is {type_of(event)}"

    def _put_out(self, scene: AnyScene, after: AnyScene, doers: set[str]) -> None:
        """Keep how those stood who are worse off by what others do at the same moment.

        Somebody may come to at it, as its turn begins, and be put out after that.
        """
        for actor in scene.opening:
            was, now = scene.combatants[actor].state, after.combatants.get(actor)
            if now is not None and now.state is not was and doers - {actor}:
                self.excused[actor] = (*self.excused.get(actor, ()), was)

    def _used(self, scene: AnyScene, event: Event) -> Iterator[str]:
        """Where more is used than there is; whose sheet was edited in the round has what it had before.

        Who enters is somebody else than whoever left in the round under the same name.
        """
        if isinstance(event, Enlisted):
            self.used = Counter({key: amount for key, amount in self.used.items() if key[0] != event.actor})
        if isinstance(event, SheetEdited):
            self.edited.add(event.actor)
        for actor, what, amount, most in self.conduct.uses(scene, event):
            self.used[actor, what] += amount
            if self.used[actor, what] > most and actor not in self.edited:
                yield f"{actor} has {most} of {what} in a round, and used {self.used[actor, what]}"

    def _changed(self, scene: AnyScene, event: Event, after: AnyScene) -> Iterator[str]:
        """Where somebody's numbers are others than the event says."""
        told: Counter[tuple[str, str]] = Counter()
        for actor, what, by in self.conduct.changes(scene, event):
            told[actor, what] += by
        for actor, combatant in scene.combatants.items():
            if actor not in after.combatants or isinstance(event, SheetEdited):
                continue
            had, has = self.conduct.has(combatant.state), self.conduct.has(after.combatants[actor].state)
            for what in had.keys() & has.keys():
                if has[what] - had[what] != told[actor, what]:
                    yield f"{type_of(event)}: {what} of {actor} is {has[what]}, was {had[what]}"


def _doers(ruleset: Ruleset[Any, Any], step: Step) -> set[str]:
    """Who acts in its own turn by an order: what it does to others is at the same moment as what they do."""
    order = step.order
    if step.before.pending:
        order = orders.parsed(step.before.pending.order)
    match order:
        case orders.Act():
            acts = [order]
        case orders.Together():
            acts = list(order.acts)
        case _:
            return {slot.actor for slot in step.before.entitled()} if isinstance(order, orders.GoOn) else set()
    entitled = {slot.actor for slot in step.before.entitled()}
    return {act.actor for act in acts if not ruleset.actions[act.action].gm_only} & entitled
