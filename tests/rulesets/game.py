"""A fight under a script, by whichever rules: whoever plays says the faces, and one too few or too many fails."""

from __future__ import annotations

from functools import partial
from typing import Any, Generic, TypeVar

import msgspec

from bot.core import engine, folding, orders
from bot.core.dice import Ask, Dice, Faces, ScriptedDice
from bot.core.errors import RuleViolation
from bot.core.events import Event
from bot.core.play import Play
from bot.core.ruleset import Ruleset
from bot.core.scene import Question, Scene, Sheet, with_combatant
from bot.core.sheets import checked
from bot.core.source import Source
from bot.core.views import GM, Viewer

S = TypeVar("S")
G = TypeVar("G")
E = TypeVar("E", bound=Event)

SHEET = 7
"""The sheet of whoever leaves and comes back."""


def decided(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.Order, *faces: int) -> engine.Decision[S, G]:
    """What comes of an order on exactly these faces."""
    dice = ScriptedDice(faces)
    decision = engine.decide(ruleset, scene, order, lambda _position, _order: dice)
    assert not dice.left, f"faces left over: {dice.left}"
    return decision


def play_on(
    ruleset: Ruleset[S, G], scene: Scene[S, G], *faces: int, dice: Dice | None = None, **options: Any
) -> Play[S, G, Any]:
    """A play on a scene and exactly these faces, or other dice, for a rule that is called by itself."""
    source = Source(dice or ScriptedDice(faces))
    return Play(scene, ruleset.book({**scene.options, **options}), source, partial(folding.kept, ruleset))


class FirstThese:
    """Dice that show some faces first, one after the other, and ones from then on, however many are asked for."""

    def __init__(self, *first: int) -> None:
        self._left = list(first)

    def faces(self, ask: Ask, index: int) -> Faces:
        """Return the next faces."""
        taken, self._left = self._left[: ask.count], self._left[ask.count :]
        return (*taken, *[1] * (ask.count - len(taken)))


class Played(Generic[S, G]):
    """One channel: orders go in with their faces, and events come out; a ruleset's own game names its ruleset."""

    ruleset: Ruleset[S, G]

    def __init__(self, **options: Any) -> None:
        self.scene: Scene[S, G] = Scene(self.ruleset.empty_state(), options)
        self.events: tuple[Event, ...] = ()

    @classmethod
    def sheet(cls, **places: Any) -> Sheet:
        """A sheet as an import would make it; a problem in it fails the test."""
        found, problems = checked(cls.ruleset.sheet, places)
        assert not problems, problems
        return found

    def do(self, order: orders.Order, *faces: int) -> tuple[Event, ...]:
        """Decide an order with exactly these faces."""
        decision = decided(self.ruleset, self.scene, order, *faces)
        self.scene, self.events = decision.scene, decision.events
        return decision.events

    def do_at_least(self, order: orders.Order, *faces: int) -> tuple[Event, ...]:
        """Decide an order with these faces first and as many ones behind them as it asks for."""
        dice = FirstThese(*faces)
        decision = engine.decide(self.ruleset, self.scene, order, lambda *_: dice)
        self.scene, self.events = decision.scene, decision.events
        return decision.events

    def join(self, name: str, *faces: int, owner: int = 1, hidden: bool = False, **places: Any) -> tuple[Event, ...]:
        """Bring somebody in; owner 0 is the GM's."""
        side = "players" if owner else "enemies"
        given = orders.Enlist(name=name, owner=owner, side=side, sheet=self.sheet(**places), hidden=hidden)
        return self.do(given, *faces)

    def start(self, *faces: int) -> tuple[Event, ...]:
        """Begin the fight."""
        return self.do(orders.StartFight(), *faces)

    def leave(self, actor: str) -> None:
        """Have somebody leave with a sheet by which it can come back."""
        there = msgspec.structs.replace(self.scene.combatants[actor], sheet_id=SHEET)
        self.scene = with_combatant(self.scene, there)
        self.do(orders.Release(actor=actor))

    def come_back(self, *faces: int) -> tuple[Event, ...]:
        """Have whoever has left come back as it was."""
        was = self.scene.away[SHEET].combatant
        sheet = msgspec.to_builtins(self.ruleset.project(was, self.scene.options))
        back = orders.Enlist(name=was.actor, owner=was.owner, side=was.side, sheet=sheet, sheet_id=SHEET)
        return self.do(back, *faces)

    def act(self, actor: str, action: str, *faces: int, **inputs: Any) -> tuple[Event, ...]:
        """Take an action, its inputs already parsed."""
        return self.do(orders.Act(actor=actor, action=action, inputs=inputs), *faces)

    def go_on(self, *faces: int, only: str = "") -> tuple[Event, ...]:
        """Let everyone who may act now, or only one, take the default."""
        return self.do(orders.GoOn(actors=(only,) if only else ()), *faces)

    def answer(self, choice: str, *faces: int) -> tuple[Event, ...]:
        """Answer the open question."""
        return self.do(orders.Answer(choice=choice), *faces)

    def refused(self, actor: str, action: str, **inputs: Any) -> str:
        """The words of a refusal."""
        try:
            self.act(actor, action, **inputs)
        except RuleViolation as refusal:
            return str(refusal)
        raise AssertionError("it was allowed")

    def state(self, actor: str) -> S:
        """The state of somebody."""
        return self.scene.combatants[actor].state

    def now(self) -> tuple[str, ...]:
        """Who may act now."""
        return tuple(slot.actor for slot in self.scene.entitled())

    def question(self) -> Question:
        """The open question."""
        assert self.scene.pending is not None
        return self.scene.pending.question

    def one(self, kind: type[E]) -> E:
        """The only event of a type that the last order led to."""
        (found,) = self.every(kind)
        return found

    def every(self, kind: type[E]) -> list[E]:
        """All events of a type that the last order led to."""
        return [event for event in self.events if isinstance(event, kind)]

    def kinds(self) -> list[str]:
        """The names of what the last order led to."""
        return [type(event).__name__ for event in self.events]

    def told(self, viewer: Viewer = GM) -> str:
        """What the last order reads as."""
        return "\n".join(line.text for event in self.events for line in engine.lines(self.ruleset, event, viewer))
