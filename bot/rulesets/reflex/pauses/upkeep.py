"""Weapons are put right in a pause all at once, and by two faster than by one."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.terms import total
from bot.core.wording import shown
from bot.rulesets.reflex.pauses.events import Assisted, WeaponsReset
from bot.rulesets.reflex.pauses.operations import close_by, done, ready
from bot.rulesets.reflex.person.anatomy import held_in
from bot.rulesets.reflex.person.gear import find
from bot.rulesets.reflex.person.physique import ARMS, usable_hands
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.state import Lies, State, Weapon
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.small_actions import loaded_after, reload_costs
from bot.rulesets.reflex.time.timing import afford, spend

CREW_ACTIONS = 2

rules = Rules()


@rules("reset_weapons")
def reset_weapons(play: ReflexPlay, order: Act) -> None:
    """Load all of one's weapons and one that takes a crew, clear them, put away what is in hand (lines 327-329).

    Raises:
        RuleViolation: the crew's weapon is out of reach or none, or what is to be put away is not in hand.
    """
    state = ready(play.scene, order.actor)
    if not usable_hands(state):
        raise RuleViolation(f"{shown(order.actor)} has no hand to work with.", "Rest, or talk.")
    stowed = tuple(_put_away(state, order.inputs.get("stow", "")))
    crewed = _crewed(play, order)
    own = play.scene.combatants[order.actor].state.weapons
    loads = tuple(full(key, weapon) for key, weapon in own.items() if weapon.lies is Lies.CARRIED and not weapon.melee)
    play.tell(WeaponsReset(actor=order.actor, loads=loads, stowed=stowed))
    if crewed is not None:
        owner, key, weapon = crewed
        play.tell(WeaponsReset(actor=owner, target=order.actor, loads=(full(key, weapon),)))
    play.tell(done(order))


def full(key: str, weapon: Weapon) -> tuple[str, int, int | None]:
    """A weapon as full as the rounds carried for it make it; nothing that was in it is lost."""
    if weapon.spare is None:
        return key, weapon.capacity, None
    brought = min(weapon.capacity - weapon.loaded, weapon.spare)
    return key, weapon.loaded + brought, weapon.spare - brought


def _put_away(state: State, words: str) -> Iterator[str]:
    held = [thing for arm in ARMS for thing in held_in(state, arm)]
    for word in words.split(","):
        if word.strip():
            yield find("thing in hand", dict.fromkeys(held), word.strip())


def _crewed(reading: ReflexReading, order: Act) -> tuple[str, str, Weapon] | None:
    """The weapon of somebody else that is helped to manage."""
    if "target" not in order.inputs:
        return None
    owner, state = close_by(reading, order)
    weapons = {key: weapon for key, weapon in state.weapons.items() if takes_crew(reading.tables, weapon)}
    key = find("weapon that takes a crew", weapons, order.inputs.get("item") or next(iter(weapons), ""))
    return owner, key, weapons[key]


def takes_crew(tables: ReflexTables, weapon: Weapon) -> bool:
    """Whether a weapon takes more than one to serve: on a mount, or fed by a belt or round by heavy round."""
    served = weapon.fixed_mount or weapon.crewed or tables.feeds[weapon.feed].actions >= CREW_ACTIONS
    return served and not weapon.melee and weapon.lies is Lies.CARRIED


@rules("assist")
def assist(play: ReflexPlay, order: Act) -> None:
    """Do one of the two actions that loading somebody's belt-fed or heavy weapon takes (text 003, lines 1536-1540).

    The rounds are at hand then: the gunner digs for none.

    Raises:
        RuleViolation: the campaign plays without assistants, the gunner is out of reach, or there is nothing to do.
    """
    if not play.options["assistant_gunners"]:
        raise RuleViolation("This campaign plays without assistant gunners.", "A GM switches them on with /campaign.")
    gunner, state = close_by(play, order)
    key, weapon = _served(play.tables, gunner, state, order)
    costs = reload_costs(play, play.scene.combatants[order.actor].state, weapon, keeps=False, roll=None)
    afford(play, order.actor, total(costs))
    feed = play.tables.feeds[weapon.feed]
    done_so_far = state.reloading.get(key, 0) + 1
    whole = done_so_far == feed.actions
    loaded, spare = loaded_after(weapon, feed.rounds, keeps=False) if whole else (weapon.loaded, weapon.spare)
    event = Assisted(
        actor=gunner,
        target=order.actor,
        weapon=key,
        loaded=loaded,
        spare=spare,
        done=done_so_far,
        needed=feed.actions,
    )
    play.tell(event)
    spend(play, order.actor, total(costs))


def _served(tables: ReflexTables, gunner: str, state: State, order: Act) -> tuple[str, Weapon]:
    if gunner == order.actor:
        raise RuleViolation("Nobody is their own assistant.", "Name the gunner with target=.")
    weapons = {
        key: weapon
        for key, weapon in state.weapons.items()
        if takes_crew(tables, weapon) and tables.feeds[weapon.feed].actions >= CREW_ACTIONS
    }
    key = find("weapon that two load", weapons, order.inputs.get("item") or next(iter(weapons), ""))
    if key in state.helped:
        raise RuleViolation(f"The other half of loading the {key} is the gunner's.", "Let the gunner reload.")
    if weapons[key].loaded >= weapons[key].capacity or weapons[key].spare == 0:
        raise RuleViolation(f"Nothing can be loaded into the {key}.", "It is full, or no rounds are left.")
    return key, weapons[key]
