"""What a GM sets right by hand."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.rulesets.eclipse.equipment.weapons import weapon_named
from bot.rulesets.eclipse.person.actions import Correct
from bot.rulesets.eclipse.person.events import Corrected
from bot.rulesets.eclipse.play import EclipsePlay

rules = Rules()


@rules(Correct)
def correct(play: EclipsePlay, right: Correct) -> None:
    """Set something right by hand.

    Raises:
        RuleViolation: nothing was said.
    """
    said = {
        "prone": right.prone,
        "unconscious": right.unconscious,
        "dead": right.dead,
        "broken": right.broken,
        "dazed": right.dazed,
        "surprised": right.surprised,
        "out_turns": right.out_turns,
    }
    changes = [(field, int(value), "") for field, value in said.items() if value is not None]
    if right.rounds is not None:
        weapons = play.scene.combatants[right.actor].state.weapons
        weapon = weapon_named(weapons, right.item) if right.item else next(iter(weapons))
        changes.append(("loaded", right.rounds, weapon))
    if not changes:
        raise RuleViolation("Nothing to correct.", f"Say one of: {', '.join(said)}, rounds.")
    for field, value, weapon in changes:
        play.tell(Corrected(actor=right.actor, field=field, value=value, weapon=weapon))
