"""Who may be attacked: to a player the hidden are not here."""

from __future__ import annotations

from bot.core.errors import RuleViolation, absent
from bot.core.wording import shown
from bot.rulesets.graydawn.referee import DawnScene


def present(scene: DawnScene, actor: str, wanted: str) -> str:
    """The id of somebody who is here as far as ``actor`` may know, named by id or by name.

    Raises:
        RuleViolation: there is nobody of that name.
    """
    found = scene.meant(actor, wanted)
    if found is None:
        raise absent(wanted)
    return found


def target_of(scene: DawnScene, actor: str, wanted: str) -> str:
    """The id of somebody who can be attacked.

    Raises:
        RuleViolation: there is nobody, it is the attacker, or it is known to be dead: of enemies players only see that
            they are down.
    """
    found = present(scene, actor, wanted)
    if found == actor:
        raise RuleViolation("That would be oneself.", "Choose somebody else.")
    other = scene.combatants[found]
    if other.state.dead and (scene.combatants[actor].guarded or not other.guarded):
        raise RuleViolation(f"{shown(found)} is down already.", "Choose somebody else.")
    return found


def split(names: str) -> list[str]:
    """Names parted by commas."""
    return [name.strip() for name in names.split(",") if name.strip()]
