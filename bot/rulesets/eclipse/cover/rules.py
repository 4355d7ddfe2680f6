"""Whoever takes cover walks or runs to the side of a thing that is away from its foes."""

from __future__ import annotations

from bot.core.errors import Incomplete
from bot.core.features import Rules
from bot.core.ground.laying import not_laid
from bot.core.ground.shelter import sheltered
from bot.rulesets.eclipse.cover.actions import TakeCover
from bot.rulesets.eclipse.deeds.actions import Move
from bot.rulesets.eclipse.deeds.rules import move
from bot.rulesets.eclipse.play import EclipsePlay

rules = Rules()


@rules(TakeCover)
def take_cover(play: EclipsePlay, taking: TakeCover) -> None:
    """Go behind something: a move like any other, after which what stands there is cover by itself (ours).

    Raises:
        RuleViolation: nobody has a place, it is not said behind what, or one cannot move.
    """
    if play.scene.ground is None:
        raise not_laid()
    if taking.behind is None:
        raise Incomplete("Behind what?", "Name a thing of the ground, or a place: behind=wall.")
    to = sheltered(play, taking.actor, taking.behind)
    move(play, Move(actor=taking.actor, pace=taking.pace, to=to, via=taking.via))
