"""Intimidation is morale without a fight: threats against Resolve, for as long as nobody shoots."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.terms import Term, total
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import BODY, MIND, attribute_term, skill_check, wound_penalty
from bot.rulesets.reflex.morale.actions import Intimidate
from bot.rulesets.reflex.morale.events import Intimidated
from bot.rulesets.reflex.person.bodies import body_in_sight
from bot.rulesets.reflex.person.consciousness import conscious
from bot.rulesets.reflex.person.control import hampered
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.time.timing import time_used

SKILL = "intimidation"
BY_WORDS_MINUTES, BY_STRENGTH_MINUTES = 5, 1

rules = Rules()


@rules(Intimidate)
def intimidate(play: ReflexPlay, threat: Intimidate) -> None:
    """Threaten somebody with words in five minutes, or by strength in one (text 003, lines 1449-1465).

    The margin is the number of threats, with those of the situation; they count against Resolve. Grips hamper a show of
    strength, which is physical (line 836). A weaker threat takes nothing off a stronger one of before (ours). It takes
    the minute that is played, and the GM lets further ones pass (ours). Dice: the check.

    Raises:
        RuleViolation: a fight is open, or there is nobody else to listen; the broken frighten nobody.
    """
    if play.scene.fight:
        raise RuleViolation("Threats mean nothing while bullets fly.", "Wait until the fight is over.")
    target, listener = body_in_sight(play.scene, threat)
    state = play.scene.combatants[threat.actor].state
    if target == threat.actor or not (conscious(listener) and conscious(state)):
        raise RuleViolation("That takes two who are awake.", "Choose another target.")
    if state.nerve.routed:
        raise RuleViolation(f"{shown(threat.actor)} is broken and frightens nobody.", "Calm them first.")
    attribute = "muscle" if threat.physical else "resolve"
    hurt = wound_penalty(state, BODY if threat.physical else MIND)
    held = hampered(play.scene, threat.actor, target) if threat.physical else ()
    outcome = skill_check(play, SKILL, state, SKILL, attribute, held, hurt)
    own = (Term(SKILL, outcome.margin, "003:1453"),)
    said = (Term("situation", threat.situation, "003:1462-1463"),) if threat.situation else ()
    threats = (*own, *said) if outcome.succeeded else ()
    resolve = attribute_term(listener, "resolve")
    short = max(0, total(threats) - resolve.value)
    play.tell(
        Intimidated(
            actor=threat.actor,
            target=target,
            outcome=outcome,
            threats=threats,
            resolve=resolve,
            short=short,
            before=listener.nerve.cowed,
            minutes=BY_STRENGTH_MINUTES if threat.physical else BY_WORDS_MINUTES,
        )
    )
    play.tell(time_used(play.scene, threat.actor))
