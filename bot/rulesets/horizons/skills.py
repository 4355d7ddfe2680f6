"""Checks outside of shooting: a skill alone, a contest of two, and weapons hidden and looked for."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import Audience
from bot.core.orders import Act
from bot.rulesets.horizons.attack import aftermath
from bot.rulesets.horizons.check import meets, rolled
from bot.rulesets.horizons.events import Checked, Contested, Searched, WeaponHidden
from bot.rulesets.horizons.handling import weapon_of
from bot.rulesets.horizons.play import HorizonsPlay, RuleOf, check_able, opponent


def check(play: HorizonsPlay, order: Act) -> None:
    """A skill against a difficulty (ruling E).

    Raises:
        RuleViolation: the actor cannot act, or has not that much effort.
    """
    check_able(play, order.actor)
    state = play.scene.combatants[order.actor].state
    made = rolled(play, state, order.inputs["skill"], order.inputs.get("effort", 0))
    needed = order.inputs["difficulty"]
    play.tell(Checked(actor=order.actor, check=made, difficulty=needed, passed=meets(made.result, needed)))
    aftermath(play, order.actor, made)


def contest(play: HorizonsPlay, order: Act) -> None:
    """The higher total wins, a tie is whoever's began it (ruling E). Dice: the actor's check, then the target's.

    Raises:
        RuleViolation: the actor cannot act, or has not that much effort.
    """
    check_able(play, order.actor)
    target, skill = opponent(play.scene, order), order.inputs["skill"]
    made = rolled(play, play.scene.combatants[order.actor].state, skill, order.inputs.get("effort", 0))
    against = rolled(play, play.scene.combatants[target].state, order.inputs.get("against", skill))
    play.tell(
        Contested(actor=order.actor, target=target, check=made, against=against, won=made.result >= against.result)
    )
    aftermath(play, order.actor, made)
    aftermath(play, target, against)


def hide(play: HorizonsPlay, order: Act) -> None:
    """Hide a small weapon on the body: the total is what a search must reach (text 000, lines 202-209).

    Raises:
        RuleViolation: the actor cannot act, or the weapon is none that can be hidden.
    """
    check_able(play, order.actor)
    state = play.scene.combatants[order.actor].state
    name, weapon = weapon_of(state, order.inputs.get("item"))
    if not weapon.small:
        raise RuleViolation(f"{name} is too large to hide.", "Pistols and the like can be hidden.")
    made = rolled(play, state, "stealth", order.inputs.get("effort", 0))
    play.tell(WeaponHidden(actor=order.actor, weapon=name, check=made))
    aftermath(play, order.actor, made, Audience.GM)


def search(play: HorizonsPlay, order: Act) -> None:
    """Look for hidden weapons: five easier by hand than from afar; the number itself is enough (000-10, 000-23).

    Raises:
        RuleViolation: the actor cannot act, or has not that much effort.
    """
    check_able(play, order.actor)
    target = opponent(play.scene, order)
    made = rolled(play, play.scene.combatants[order.actor].state, "notice", order.inputs.get("effort", 0))
    by_hand = not order.inputs.get("from_afar", False)
    easier = play.tables.number("numbers", "search", "difficulty") if by_hand else 0
    weapons = play.scene.combatants[target].state.weapons
    hidden = {name: weapon.hidden for name, weapon in weapons.items() if weapon.hidden is not None}
    found = tuple(name for name, needed in hidden.items() if meets(made.result, needed + easier))
    unnoticed = play.scene.combatants[order.actor].hidden and not by_hand
    audience = Audience.GM if unnoticed else Audience.ALL
    play.tell(Searched(actor=order.actor, target=target, check=made, by_hand=by_hand, found=found, audience=audience))
    aftermath(play, order.actor, made)


RULES: dict[str, RuleOf] = {"check": check, "contest": contest, "hide": hide, "search": search}
