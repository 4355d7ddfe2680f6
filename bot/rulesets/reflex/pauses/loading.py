"""Weapons are put right in a pause all at once, and by two faster than by one."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.terms import total
from bot.rulesets.reflex.kinds import Lies
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.pauses.actions import AssistGunner, ResetWeapons
from bot.rulesets.reflex.pauses.events import Assisted, WeaponsReset
from bot.rulesets.reflex.pauses.operations import REST, close_by
from bot.rulesets.reflex.pauses.things import CREW_ACTIONS, crewed, takes_crew
from bot.rulesets.reflex.person.anatomy import held_in
from bot.rulesets.reflex.person.gear import find
from bot.rulesets.reflex.person.handwork import check_hand
from bot.rulesets.reflex.person.physique import ARMS
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.reloading import loaded_after, reload_costs
from bot.rulesets.reflex.time.timing import afford, spend, time_used

rules = Rules()


@rules(ResetWeapons)
def reset_weapons(play: ReflexPlay, reset: ResetWeapons) -> None:
    """Load all of one's weapons and one that takes a crew, clear them, put away what is in hand (lines 327-329).

    Raises:
        RuleViolation: the crew's weapon is out of reach or none, or what is to be put away is not in hand.
    """
    check_hand(play, reset.actor, REST)
    stowed = tuple(_put_away(play.at_opening(reset.actor), reset.stow))
    helped = _helped(play, reset)
    own = play.scene.combatants[reset.actor].state.kit.weapons
    loads = tuple(
        full(key, weapon) for key, weapon in own.items() if weapon.lies is Lies.CARRIED and not weapon.model.melee
    )
    play.tell(WeaponsReset(actor=reset.actor, loads=loads, stowed=stowed))
    if helped is not None:
        owner, key, weapon = helped
        play.tell(WeaponsReset(actor=owner, target=reset.actor, loads=(full(key, weapon),)))
    play.tell(time_used(play.scene, reset.actor))


def full(key: str, weapon: Weapon) -> tuple[str, int, int | None]:
    """Return a weapon's key, its rounds and those in reserve once it is filled; nothing that was in it is lost."""
    return key, *loaded_after(weapon, 0, keeps=True)


def _put_away(state: State, words: str) -> Iterator[str]:
    held = [thing for arm in ARMS for thing in held_in(state, arm)]
    for word in words.split(","):
        if word.strip():
            yield find("thing in hand", dict.fromkeys(held), word.strip())


def _helped(reading: ReflexReading, reset: ResetWeapons) -> tuple[str, str, Weapon] | None:
    """Return the weapon of somebody else that is helped to manage."""
    if not reset.target:
        return None
    owner, state = close_by(reading, reset)
    keys = tuple(crewed(reading.tables, state))
    key = find("weapon that takes a crew", keys, reset.item or next(iter(keys), ""))
    return owner, key, state.kit.weapons[key]


@rules(AssistGunner)
def assist(play: ReflexPlay, assist: AssistGunner) -> None:
    """Do one of the two actions that loading somebody's belt-fed or heavy weapon takes (text 003, lines 1536-1540).

    The rounds are at hand then: the gunner digs for none.

    Raises:
        RuleViolation: the gunner is out of reach, or there is nothing to do.
    """
    check_hand(play, assist.actor)
    gunner, state = close_by(play, assist)
    key, weapon = _served(play.tables, gunner, state, assist)
    costs = reload_costs(play, play.scene.combatants[assist.actor].state, weapon, keeps=False, roll=None)
    afford(play, assist.actor, total(costs))
    feed = play.tables.feeds[weapon.model.feed]
    done_so_far = state.kit.reloading.get(key, 0) + 1
    whole = done_so_far == feed.actions
    loaded, spare = loaded_after(weapon, feed.rounds, keeps=False) if whole else (weapon.loaded, weapon.spare)
    event = Assisted(
        actor=gunner,
        target=assist.actor,
        weapon=key,
        loaded=loaded,
        spare=spare,
        done=done_so_far,
        needed=feed.actions,
    )
    play.tell(event)
    spend(play, assist.actor, total(costs))


def _served(tables: ReflexTables, gunner: str, state: State, assist: AssistGunner) -> tuple[str, Weapon]:
    if gunner == assist.actor:
        raise RuleViolation("Nobody is their own assistant.", "Name the gunner with target=.")
    weapons = {
        key: weapon
        for key, weapon in state.kit.weapons.items()
        if takes_crew(tables, weapon) and tables.feeds[weapon.model.feed].actions >= CREW_ACTIONS
    }
    key = find("weapon that two load", weapons, assist.item or next(iter(weapons), ""))
    if key in state.kit.helped:
        raise RuleViolation(
            f"The other half of loading the {key} is the gunner's.", "Let the gunner reload: /act action:reload."
        )
    if weapons[key].loaded >= weapons[key].model.capacity or weapons[key].spare == 0:
        raise RuleViolation(f"Nothing can be loaded into the {key}.", "It is full, or no rounds are left.")
    return key, weapons[key]
