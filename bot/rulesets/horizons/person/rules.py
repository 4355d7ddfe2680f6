"""What a GM sets right by hand."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.rulesets.horizons.equipment.rules import weapon_of
from bot.rulesets.horizons.person.actions import NONE, Correct
from bot.rulesets.horizons.person.events import Corrected
from bot.rulesets.horizons.play import HorizonsPlay, someone
from bot.rulesets.horizons.state import BODY

rules = Rules()


@rules(Correct)
def correct(play: HorizonsPlay, right: Correct) -> None:
    """Set something right by hand.

    Raises:
        RuleViolation: nothing is said, or there is no such weapon.
    """
    if right == Correct(actor=right.actor, target=right.target, item=right.item, place=right.place):
        raise RuleViolation("What is to be set right?", "Say for example posture=prone.")
    actor = someone(play.scene, right.actor, right.target)
    weapon, rounds, fault, cleared = "", right.rounds, "" if right.fault == NONE else right.fault, None
    if rounds is not None or fault is not None:
        weapon, found = weapon_of(play.scene.combatants[actor].state, right.item)
        rounds = None if rounds is None else min(rounds, found.capacity)
        cleared = None if fault in (None, found.fault) else 0
    play.tell(
        Corrected(
            actor=actor,
            weapon=weapon,
            rounds=rounds,
            fault=fault,
            posture=right.posture,
            pace=right.pace,
            effort=right.effort,
            zone=right.place or ("" if right.wounds is None else BODY),
            wounds=right.wounds,
            cleared=cleared,
        )
    )
