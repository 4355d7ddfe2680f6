"""What a GM sets right by hand: luck, armour, life, and what is in hand."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.wording import shown
from bot.rulesets.nighttripper.person.actions import NONE, Correct
from bot.rulesets.nighttripper.person.events import Corrected
from bot.rulesets.nighttripper.person.sheet import FISTS
from bot.rulesets.nighttripper.play import NightPlay, NightReading

rules = Rules()


@rules(Correct)
def correct(play: NightPlay, right: Correct) -> None:
    """Set something right by hand.

    Raises:
        RuleViolation: nothing was named, or a weapon that is not there.
    """
    if right == Correct(actor=right.actor):
        raise RuleViolation("Nothing was named to set right.", "Say luck=, luck_max=, armor=, dead= or item=.")
    event = Corrected(
        actor=right.actor,
        luck=right.luck,
        luck_max=right.luck_max,
        armor="" if right.armor == NONE else right.armor,
        dead=right.dead,
        wields=_weapon(play, right),
    )
    play.tell(event)


def _weapon(reading: NightReading, right: Correct) -> str | None:
    """Return the name of the weapon that shall be in hand, if one shall."""
    weapons = {name.casefold(): name for name in (FISTS, *reading.scene.combatants[right.actor].state.weapons)}
    if right.item is not None and right.item.casefold() not in weapons:
        has = ", ".join(weapons.values())
        raise RuleViolation(f"{shown(right.actor)} has no {right.item[:40]}.", f"There is: {has}.")
    return None if right.item is None else weapons[right.item.casefold()]
