"""What a GM decides about bodies: damage and healing."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.wording import shown
from bot.rulesets.horizons.play import HorizonsPlay, someone
from bot.rulesets.horizons.state import rewounded
from bot.rulesets.horizons.wounds.actions import Damage, Heal
from bot.rulesets.horizons.wounds.events import Healed
from bot.rulesets.horizons.wounds.injury import hurt

rules = Rules()


@rules(Damage)
def damage(play: HorizonsPlay, damage: Damage) -> None:
    """Take hit points, with all that follows from it; neither zone nor armour changes the number.

    Raises:
        RuleViolation: there is no such living body.
    """
    actor = someone(play.scene, damage.actor, damage.target)
    if play.scene.combatants[actor].state.dead:
        raise RuleViolation(f"{shown(actor)} is dead.", "Undo what killed them, if that was a mistake.")
    hurt(play, actor, damage.damage, damage.place)


@rules(Heal)
def heal(play: HorizonsPlay, heal: Heal) -> None:
    """Give points back, heal the wounds of a zone, or wake somebody.

    Raises:
        RuleViolation: that would change nothing.
    """
    actor, zone = someone(play.scene, heal.actor, heal.target), heal.place
    state = play.scene.combatants[actor].state
    points = min(heal.points, rewounded(state, zone, 0).limit - state.points)
    woke = state.unconscious and heal.awake
    if not (points or zone in state.wounds or woke):
        raise RuleViolation("That changes nothing.", "Say points=10, place=arms or awake=yes.")
    play.tell(Healed(actor=actor, points=points, zone=zone, woke=woke))
