"""Damage by a GM's word."""

from __future__ import annotations

from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.graydawn.play import DawnPlay, body_of
from bot.rulesets.graydawn.wounds.hits import place_of
from bot.rulesets.graydawn.wounds.injury import Harm, wound

rules = Rules()


@rules("damage")
def damage(play: DawnPlay, order: Act) -> None:
    """Damage by a GM's word, which no armour stops. Dice: one for the place where none is told, then the saves.

    Raises:
        RuleViolation: there is no such living body.
    """
    actor, state = body_of(play.scene, order)
    if state.dead:
        raise RuleViolation(f"{shown(actor)} is dead.", "Undo what killed them, if that was a mistake.")
    inputs, tables = order.inputs, play.tables
    place = inputs.get("place") or place_of(tables, play.roll(Ask("place", 1, 10)).faces[0])
    wound(play, actor, Harm(place, inputs["damage"], blunt=bool(inputs.get("blunt"))))
