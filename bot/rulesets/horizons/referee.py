"""Whoever decides has dice, books and the campaign's switches at hand: one value that every rule is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.core.dice import Ask, Roll
from bot.core.errors import RuleViolation, absent
from bot.core.generated import Rule
from bot.core.orders import Act
from bot.core.play import Play
from bot.core.scene import Scene
from bot.core.source import Source
from bot.core.tables import Tables
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.horizons.state import Ground, State

HorizonsScene: TypeAlias = Scene[State, Ground]
Ruling: TypeAlias = Rule[State, Ground]
HorizonsPlay: TypeAlias = Play[State, Ground, Tables]


@dataclass(frozen=True, slots=True)
class Referee:
    """The dice and answers of one order, the tables with the campaign's values, and its switches with defaults."""

    source: Source
    tables: Tables
    options: Mapping[str, Any]

    def roll(self, ask: Ask) -> Roll:
        """The faces for ``ask``."""
        return self.source.roll(ask)

    def term(self, label: str, table: str, key: str, field: str = "difficulty", times: int = 1) -> Term:
        """A number of a table as a summand."""
        return Term(label, self.tables.number(table, key, field) * times, self.tables.source(table, key), key)


RuleOf: TypeAlias = Callable[[Referee, HorizonsScene, Act], Ruling]


def judged(scene: HorizonsScene, actor: str) -> State:
    """The state that an action is judged by: as at the opening of the moment, so that ties are one moment."""
    return scene.opening.get(actor, scene.combatants[actor].state)


def faced(scene: HorizonsScene, actor: str) -> State:
    """The state in which others find somebody: as at the opening of the moment, whatever it has done in it."""
    return scene.before.get(actor, scene.combatants[actor].state)


def check_able(scene: HorizonsScene, actor: str) -> None:
    """Raises RuleViolation where ``actor`` cannot act."""
    if not judged(scene, actor).able:
        raise RuleViolation(f"{shown(actor)} cannot act.", "Only waiting is possible.")


def someone(scene: HorizonsScene, order: Act) -> str:
    """Whom an order is about: the target, or the actor where none is named.

    Raises:
        RuleViolation: nobody of that name is here.
    """
    found = str(order.inputs.get("target", order.actor))
    if found not in scene.combatants:
        raise absent(found)
    return found


def opponent(scene: HorizonsScene, order: Act) -> str:
    """The target of an order, who is somebody else.

    Raises:
        RuleViolation: nobody of that name is here, or it is the actor.
    """
    found = someone(scene, order)
    if found == order.actor:
        raise RuleViolation("That would be oneself.", "Choose another target.")
    return found
