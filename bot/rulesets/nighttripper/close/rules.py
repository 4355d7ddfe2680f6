"""What a GM decides about reach: who is inside whose, and how much room there is."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.rulesets.nighttripper.close.actions import Quarters, Reach
from bot.rulesets.nighttripper.close.events import QuartersSet
from bot.rulesets.nighttripper.close.parting import settle
from bot.rulesets.nighttripper.close.reaches import SIGNS
from bot.rulesets.nighttripper.play import NightPlay

rules = Rules()


@rules(Reach)
def reach(play: NightPlay, verdict: Reach) -> None:
    """Tell how two stand to each other in melee, at the GM's discretion (text 002, line 37; 002-18).

    Raises:
        RuleViolation: the target is not here, or nobody else.
    """
    target = play.scene.present(verdict.target).actor
    if target == verdict.actor:
        raise RuleViolation("A reach lies between two.", "Name somebody else as the target.")
    position = verdict.position
    settle(play, verdict.actor, target, position if position in SIGNS else "")


@rules(Quarters)
def quarters(play: NightPlay, verdict: Quarters) -> None:
    """Tell all whether it is so cramped that the shorter weapon has the advantage (text 002, line 37)."""
    play.tell(QuartersSet(cramped=verdict.cramped))
