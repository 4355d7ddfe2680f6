"""Damage by a GM's word."""

from __future__ import annotations

from bot.core.dice import Ask
from bot.core.errors import already_dead
from bot.core.features import Rules
from bot.rulesets.graydawn.checks.rolls import SIDES
from bot.rulesets.graydawn.play import DawnPlay
from bot.rulesets.graydawn.wounds.actions import Damage
from bot.rulesets.graydawn.wounds.hits import place_of
from bot.rulesets.graydawn.wounds.injury import Harm, wound

rules = Rules()


@rules(Damage)
def damage(play: DawnPlay, dealt: Damage) -> None:
    """Harm somebody by a GM's word, which no armour stops. Dice: one for the place where none is told, then the saves.

    Raises:
        RuleViolation: there is no such living body.
    """
    actor = dealt.target or dealt.actor
    state = play.scene.present(actor).state
    if state.dead:
        raise already_dead(actor)
    roll = None if dealt.place else play.roll(Ask("place", 1, SIDES))
    place = place_of(play.tables, roll.faces[0]) if roll else dealt.place
    wound(play, actor, Harm(place, dealt.damage, blunt=dealt.blunt, roll=roll))
