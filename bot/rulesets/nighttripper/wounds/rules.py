"""What a GM decides about bodies: wounds, healing, what else ails them, and luck that comes back."""

from __future__ import annotations

from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.sheets import named
from bot.core.wording import shown
from bot.rulesets.nighttripper.play import NightPlay, body_of
from bot.rulesets.nighttripper.wounds.events import ConditionSet, Healed, Recovered
from bot.rulesets.nighttripper.wounds.injury import place_of, side_of, side_roll, wound

rules = Rules()


@rules("damage")
def damage(play: NightPlay, order: Act) -> None:
    """A wound by a GM's word, which neither armour nor luck stops.

    Dice: two for the place where none is told, one for the side of a limb where none is told.

    Raises:
        RuleViolation: there is no such living body.
    """
    actor, state = body_of(play.scene, order)
    if state.dead:
        raise RuleViolation(f"{shown(actor)} is dead.", "Undo what killed them, if that was a mistake.")
    tables = play.tables
    place = order.inputs.get("place") or place_of(tables, min(play.roll(Ask("place", 2, 6)).faces))
    told = order.inputs.get("side", "") if tables.row("locations", place)["limb"] else ""
    side = told or side_of(side_roll(play, place))
    wound(play, actor, place, side, order.inputs["damage"])


@rules("heal")
def heal(play: NightPlay, order: Act) -> None:
    """Make wounds better, or replace limbs that were lost; the dead stay dead."""
    actor, _ = body_of(play.scene, order)
    place, degree = order.inputs.get("place", ""), order.inputs.get("degree", 0)
    play.tell(Healed(actor=actor, place=place, degree=degree, replaced=bool(order.inputs.get("replaced"))))


@rules("condition")
def condition(play: NightPlay, order: Act) -> None:
    """Something else than a wound that hampers every throw or those for one deed, or its end (ruling D)."""
    actor, _ = body_of(play.scene, order)
    name = named(order.inputs["condition"]).casefold()
    deed = order.inputs.get("deed", "")
    play.tell(ConditionSet(actor=actor, name=name, severity=order.inputs["severity"], deed=deed))


@rules("recover")
def recover(play: NightPlay, order: Act) -> None:
    """Quiet weeks bring luck back, one for two (ruling D)."""
    weeks, each = order.inputs["weeks"], max(1, play.tables.number("limits", "rest", "value"))
    state = play.scene.combatants[order.actor].state
    play.tell(Recovered(actor=order.actor, weeks=weeks, luck=min(state.luck_max, state.luck + weeks // each)))
