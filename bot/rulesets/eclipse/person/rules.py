"""What a GM sets right by hand."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.rulesets.eclipse.equipment.weapons import weapon_named
from bot.rulesets.eclipse.person.actions import Correct
from bot.rulesets.eclipse.person.events import Corrected
from bot.rulesets.eclipse.play import EclipsePlay
from bot.rulesets.eclipse.state import State

rules = Rules()


@rules(Correct)
def correct(play: EclipsePlay, right: Correct) -> None:
    """Set something right by hand.

    Raises:
        RuleViolation: nothing was said, or what is meant holds no rounds.
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
        key, capacity = _holding_rounds(play.scene.combatants[right.actor].state, right.item)
        changes.append(("loaded", min(right.rounds, capacity), key))
    if not changes:
        raise RuleViolation("Nothing to correct.", f"Say one of: {', '.join(said)}, rounds.")
    for field, value, weapon in changes:
        play.tell(Corrected(actor=right.actor, field=field, value=value, weapon=weapon))


def _holding_rounds(state: State, wanted: str) -> tuple[str, int]:
    """Return the weapon that is meant by its key, or the first that holds rounds, and how many it holds at most."""
    holding = {key: weapon.capacity for key, weapon in state.weapons.items() if weapon.capacity}
    key = weapon_named(state.weapons, wanted) if wanted else next(iter(holding), "")
    if key not in holding:
        raise RuleViolation(f"The {key or 'weapon'} holds no rounds.", f"These do: {', '.join(holding) or 'none'}.")
    return key, holding[key]
