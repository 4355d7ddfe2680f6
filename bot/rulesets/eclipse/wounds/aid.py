"""First aid: ten minutes of Medicine, once for each injury."""

from __future__ import annotations

from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.ground.lost import check_in_sight
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.eclipse.checks.rules import check
from bot.rulesets.eclipse.play import EclipsePlay
from bot.rulesets.eclipse.state import BodyKind, State
from bot.rulesets.eclipse.wounds.actions import Treat
from bot.rulesets.eclipse.wounds.events import FirstAidGiven
from bot.rulesets.eclipse.wounds.injury import condition_terms

rules = Rules()

SKILL = "medicine"
HEALS = 10


@rules(Treat)
def treat(play: EclipsePlay, treating: Treat) -> None:
    """Give first aid for an injury: a success heals a die of damage and a wound (EPL 7; 001-32).

    Dice: Medicine, then what it heals.

    Raises:
        RuleViolation: a fight goes on, or there is nothing in sight that first aid could help.
    """
    target = treating.target or treating.actor
    state, helper = play.scene.combatants[target].state, play.scene.combatants[treating.actor].state
    if play.scene.fight:
        raise RuleViolation("First aid takes ten minutes, and a fight goes on.", "Give it when the fight has ended.")
    check_in_sight(play.scene, treating.actor, target)
    _check_patient(state, target)
    told = (Term("told", treating.modifier, "GM"),) if treating.modifier else ()
    first = Term("skill", helper.skills.get(SKILL, 0), "sheet", SKILL)
    outcome = check(play, SKILL, first, (*condition_terms(play.tables, helper), *told))
    if not outcome.succeeded:
        play.tell(FirstAidGiven(actor=treating.actor, target=target, outcome=outcome))
        return
    roll = play.roll(Ask("healing", 1, HEALS))
    damage, wounds = min(roll.faces[0], state.damage), min(1, state.wounds)
    play.tell(
        FirstAidGiven(actor=treating.actor, target=target, outcome=outcome, roll=roll, damage=damage, wounds=wounds)
    )


def _check_patient(state: State, target: str) -> None:
    """Check that first aid can help somebody.

    Raises:
        RuleViolation: it is a machine or dead, has medichines, or has had first aid for every injury.
    """
    if state.kind is not BodyKind.BIOMORPH:
        raise RuleViolation(
            f"{shown(target)} is a machine.", "It is repaired: a GM takes the damage away with /damage heal."
        )
    if state.dead:
        raise RuleViolation(f"{shown(target)} is beyond help.", "Treat somebody else.")
    if state.medichines:
        raise RuleViolation(
            f"{shown(target)} has medichines, which do that.", "A GM takes away what they heal with /damage heal."
        )
    if not state.untreated:
        raise RuleViolation(
            f"{shown(target)} has no injury without first aid.", "Each injury gets it once: treat somebody else."
        )
