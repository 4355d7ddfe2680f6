"""A yard to fight in: the toy ruleset, played order by order."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import engine, orders
from bot.core.dice import Dice, SeededDice
from bot.core.events import Event
from bot.core.options import ActionSpec
from bot.core.ruleset import Ruleset
from bot.core.scene import Combatant, Question, Scene, Sheet
from bot.core.views import PUBLIC, Viewer
from tests.rulesets.game import decided
from tests.rulesets.toy import create, tables
from tests.rulesets.toy.state import SceneState, State, ToyScene

TOY: Ruleset[State, SceneState] = create(tables())
ANN, BOB = 11, 12


def offer(monkeypatch: pytest.MonkeyPatch, **actions: ActionSpec) -> None:
    """Have the toy offer some actions otherwise, or more of them; nothing that it remembers of its own holds then."""
    monkeypatch.setattr(TOY, "actions", {**TOY.actions, **actions})
    monkeypatch.setattr(TOY, "_known", {})
    monkeypatch.setattr(TOY, "_come_to", TOY._worked_out)  # type: ignore[attr-defined]


def paper(**changes: Any) -> Sheet:
    """A brawler's checked sheet."""
    return {"skill": 10, "hits": 6, "hurt": 0, "weapon": "club", "shield": False, **changes}


def recruit(name: str, owner: int = 0, *, hidden: bool = False, **changes: Any) -> orders.Enlist:
    return orders.Enlist(name=name, owner=owner, side="red" if owner else "blue", sheet=paper(**changes), hidden=hidden)


def act(actor: str, action: str, **inputs: Any) -> orders.Act:
    return orders.Act(actor=actor, action=action, inputs=inputs)


def strike(actor: str, target: str, **inputs: Any) -> orders.Act:
    return act(actor, "strike", target=target, **inputs)


def seeded(position: int, order: bytes) -> Dice:
    return SeededDice(b"public", b"gm", position, order)


class Yard:
    """A scene and how it came about: one tuple of events for each order."""

    def __init__(self, options: dict[str, Any] | None = None) -> None:
        self.checkpoint: ToyScene = Scene(SceneState(), options or {})
        self.scene = self.checkpoint
        self.history: list[tuple[Event, ...]] = []

    def do(self, order: orders.Order, *faces: int) -> tuple[Event, ...]:
        """Play ``order`` with exactly these faces."""
        return self._kept(decided(TOY, self.scene, order, *faces))

    def roll(self, order: orders.Order) -> tuple[Event, ...]:
        """Play ``order`` with fair faces."""
        return self._kept(engine.decide(TOY, self.scene, order, seeded))

    def _kept(self, decision: engine.Decision[State, SceneState]) -> tuple[Event, ...]:
        self.scene = decision.scene
        self.history.append(decision.events)
        return decision.events

    def turns(self) -> list[str]:
        """Who may act now."""
        return [slot.actor for slot in self.scene.entitled()]

    def someone(self, actor: str) -> Combatant[State]:
        return self.scene.combatants[actor]

    def hits(self, actor: str) -> int:
        return self.someone(actor).state.hits

    def question(self) -> Question:
        assert self.scene.pending is not None
        return self.scene.pending.question


def facing(*hastes: int, options: dict[str, Any] | None = None, **changes: Any) -> Yard:
    """A fight of Ann (a player's) and Thug (the GM's), who rolled these hastes; ``changes`` are of both sheets."""
    yard = Yard(options)
    yard.do(recruit("Ann", ANN, **changes))
    yard.do(recruit("Thug", **changes))
    yard.do(orders.StartFight(title="The yard"), *hastes)
    return yard


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def told(event: Event, viewer: Viewer = PUBLIC) -> str:
    """All that ``viewer`` reads of an event."""
    return "\n".join(line.text for line in engine.lines(TOY, event, viewer))


def only(events: tuple[Event, ...], kind: type[Event]) -> Any:
    """The one event of a kind."""
    (found,) = (event for event in events if isinstance(event, kind))
    return found
