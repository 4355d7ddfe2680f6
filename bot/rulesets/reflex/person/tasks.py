"""A task is a check of a skill against whichever attribute it asks for, hindered by the wounds that matter to it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.errors import RuleViolation
from bot.core.terms import Term
from bot.core.wording import counted, shown
from bot.rulesets.reflex.checks.check import MIND, Outcome, attribute_term, hurt_levels, prepared, rolled
from bot.rulesets.reflex.person.consciousness import conscious
from bot.rulesets.reflex.person.handwork import sound_hands
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene, at_opening
from bot.rulesets.reflex.state import State


def task(
    play: ReflexPlay,
    state: State,
    label: str,
    skill: str,
    attribute: str,
    terms: Sequence[Term] = (),
    *,
    by_hand: bool = False,
    secret: bool = True,
) -> Outcome:
    """Return a check of ``skill``, a row of that table or empty for none, with ``attribute``."""
    hurt = hurt_levels(state, skill, attribute, sound_hands(state) if by_hand else MIND)
    check = prepared(play, label, state, skill, attribute_term(state, attribute), terms, hurt)
    return rolled(play, check, secret=secret)


def gets_past(looking: Outcome, hidden: int | None) -> bool:
    """Tell whether a look beats what was hidden by a check with the margin ``hidden``, which wins ties (ruling A1).

    What was hidden badly, None, any success finds (ruling 003-87).
    """
    return looking.succeeded and (hidden is None or looking.margin > hidden)


def check_awake(scene: ReflexScene, actor: str) -> None:
    """Check that somebody could do anything at all as the tick opened.

    Raises:
        RuleViolation: it is not awake, or a vehicle.
    """
    state = at_opening(scene, actor)
    if state.body.vehicle or not conscious(state):
        raise RuleViolation(f"{shown(actor)} cannot do that now.", "Name somebody who is awake.")


def check_leisure(scene: ReflexScene, actor: str, minutes: int) -> None:
    """Check that somebody is awake and has ``minutes`` to spend: nobody has in a fight but those whom a GM plays.

    For a GM's combatant it counts as done before the fight.

    Raises:
        RuleViolation: it is not awake, or the fight goes on.
    """
    check_awake(scene, actor)
    if scene.fight and not scene.combatants[actor].guarded:
        taken = f"That takes {counted(minutes, 'minute')}, and the fight goes on."
        raise RuleViolation(taken, "Do it before the fight, or when it is over.")
