"""Fire meets things as it meets people, only that walls and vehicles stand up to it worse than coats do."""

from __future__ import annotations

from fractions import Fraction

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.rulesets.reflex.hazards.burning import FIRE_PENETRATION, STRUCTURE_PENETRATION, ignition
from bot.rulesets.reflex.person.gear import HALVES, find
from bot.rulesets.reflex.person.protection import effective_armor
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.surroundings.actions import BurnOut, Scorch
from bot.rulesets.reflex.surroundings.events import BurnedOut, Scorched

rules = Rules()


@rules(Scorch)
def scorch(play: ReflexPlay, heat: Scorch) -> None:
    """Have fire meet a structure, a vehicle or a thing, which may catch it (text 003, lines 1192-1197; ruling A10).

    Dice: one for catching fire, where any of it gets through.

    Raises:
        RuleViolation: nobody has said what burns.
    """
    what, flame = heat.what, heat.flame
    damage = play.tables.flames[flame].damage if heat.damage is None else heat.damage
    armor = _armor(play, heat)
    penetration = HALVES[FIRE_PENETRATION if heat.gear else STRUCTURE_PENETRATION] or 0
    final = max(0, damage - effective_armor(armor, penetration))
    threshold = heat.threshold
    burns = what in play.scene.state.blazes
    need, roll, caught = (0, None, False)
    if final and not burns:
        need, roll, caught = ignition(play, damage, heat.fuel)
    play.tell(
        Scorched(
            what=what,
            flame=flame,
            damage=damage,
            armor_halves=int(2 * armor),
            penetration=penetration,
            final=final,
            threshold=threshold,
            broken=bool(threshold) and final >= threshold,
            caught=caught,
            need=need,
            roll=roll,
        )
    )


def _armor(reading: ReflexReading, heat: Scorch) -> Fraction:
    """Return the Armor that was told, or that of a kind of cover; none where neither was."""
    if heat.armor is not None:
        return Fraction(heat.armor, 1)
    kind = heat.cover
    return Fraction(reading.tables.cover[kind].armor_halves, 2) if kind else Fraction(0)


@rules(BurnOut)
def burn_out(play: ReflexPlay, end: BurnOut) -> None:
    """Have a thing burn no more.

    Raises:
        RuleViolation: nothing of that name burns.
    """
    if not play.scene.state.blazes:
        raise RuleViolation("Nothing burns here.", "See /init status.")
    play.tell(BurnedOut(what=find("fire", play.scene.state.blazes, end.what)))
