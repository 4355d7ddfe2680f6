"""Weapons are hidden on the body by stealth, and found by notice against that."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import Audience
from bot.core.features import Rules
from bot.core.ground.lost import check_in_sight
from bot.rulesets.horizons.checks.rules import aftermath, meets, rolled
from bot.rulesets.horizons.equipment.actions import HideWeapon, Search
from bot.rulesets.horizons.equipment.events import Searched, WeaponHidden
from bot.rulesets.horizons.equipment.rules import weapon_of
from bot.rulesets.horizons.play import HorizonsPlay, opponent
from bot.rulesets.horizons.sights import check_at_hand

rules = Rules()


@rules(HideWeapon)
def hide(play: HorizonsPlay, hide: HideWeapon) -> None:
    """Hide a small weapon on the body: the total is what a search must reach (text 000, lines 202-209).

    Raises:
        RuleViolation: the actor cannot act, or the weapon is none that can be hidden.
    """
    state = play.scene.combatants[hide.actor].state
    name, weapon = weapon_of(state, hide.item)
    if not weapon.small:
        raise RuleViolation(f"{name} is too large to hide.", "Pistols and the like can be hidden.")
    made = rolled(play, state, "stealth", hide.effort)
    play.tell(WeaponHidden(actor=hide.actor, weapon=name, check=made))
    aftermath(play, hide.actor, made, Audience.GM)


@rules(Search)
def search(play: HorizonsPlay, search: Search) -> None:
    """Look for hidden weapons: five easier by hand than from afar; the number itself is enough (000-10, 000-23).

    Raises:
        RuleViolation: the actor cannot act, has not that much effort, or sees nothing of the other on a ground, or is
            to search by hand whom it does not reach.
    """
    target = opponent(play.scene, search.actor, search.target)
    if search.from_afar:
        check_in_sight(play.scene, search.actor, target)
    else:
        check_at_hand(play, search.actor, target)
    made = rolled(play, play.scene.combatants[search.actor].state, "notice", search.effort)
    by_hand = not search.from_afar
    easier = play.tables.numbers.search.difficulty if by_hand else 0
    weapons = play.scene.combatants[target].state.weapons
    hidden = {name: weapon.hidden for name, weapon in weapons.items() if weapon.hidden is not None}
    found = tuple(name for name, needed in hidden.items() if meets(made.result, needed + easier))
    unnoticed = play.scene.combatants[search.actor].hidden and not by_hand
    audience = Audience.GM if unnoticed else Audience.ALL
    play.tell(Searched(actor=search.actor, target=target, check=made, by_hand=by_hand, found=found, audience=audience))
    aftermath(play, search.actor, made)
