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

    On a ground it knows no reach: nobody walks outside a fight, and ten minutes are enough to get there (ours).
    Of the GM's people nobody learns so whether there was anything to help with. Dice: Medicine, then what it heals.

    Raises:
        RuleViolation: a fight goes on, or there is nothing in sight that first aid could help.
    """
    target = treating.target or treating.actor
    patient, helper = play.scene.combatants[target], play.scene.combatants[treating.actor].state
    state = patient.state
    if play.scene.fight:
        raise RuleViolation("First aid takes ten minutes, and a fight goes on.", "Give it when the fight has ended.")
    check_in_sight(play.scene, treating.actor, target)
    useless = _why_useless(state, target)
    if useless and not patient.guarded:
        raise useless
    first = Term("skill", helper.skills.get(SKILL, 0), "sheet", SKILL)
    outcome = check(play, SKILL, first, (*condition_terms(play.tables, helper), Term("told", treating.modifier, "GM")))
    roll = play.roll(Ask("healing", 1, HEALS)) if outcome.succeeded else None
    damage, wounds = (0, 0) if useless or roll is None else (min(roll.faces[0], state.damage), min(1, state.wounds))
    play.tell(
        FirstAidGiven(
            actor=treating.actor,
            target=target,
            outcome=outcome,
            roll=roll,
            damage=damage,
            wounds=wounds,
            useless=useless is not None,
        )
    )


def _why_useless(state: State, target: str) -> RuleViolation | None:
    """Return why first aid does nothing: for a machine, the dead, with medichines, or once each injury has had it."""
    if state.kind is not BodyKind.BIOMORPH:
        return RuleViolation(
            f"{shown(target)} is no living body.", "It is repaired: a GM takes the damage away with /damage heal."
        )
    if state.dead:
        return RuleViolation(f"{shown(target)} is beyond help.", "Treat somebody else.")
    if state.medichines:
        return RuleViolation(
            f"{shown(target)} has medichines, which do that.", "A GM takes away what they heal with /damage heal."
        )
    if not state.untreated:
        return RuleViolation(
            f"{shown(target)} has no injury left for first aid.", "Each injury gets it once: treat somebody else."
        )
    return None
