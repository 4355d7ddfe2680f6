"""Loading is work on a weapon in hand, and what is loaded fires again."""

from __future__ import annotations

from bot.core.dice import Roll
from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.terms import Term, total
from bot.core.wording import counted
from bot.rulesets.reflex.kinds import Lies
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.person.gear import find
from bot.rulesets.reflex.person.handwork import check_hand
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene, at_opening
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.time.actions import (
    Reload,
)
from bot.rulesets.reflex.time.carried import LEAST_READYING, basic_costs, dig, dug_out, overspend, untrained
from bot.rulesets.reflex.time.carried_events import Reloaded
from bot.rulesets.reflex.time.small_actions import ticks_of
from bot.rulesets.reflex.time.timing import afford

rules = Rules()


@rules(Reload)
def reload(play: ReflexPlay, reload: Reload) -> None:
    """Work on loading a weapon in hand (text 003, lines 233-244; multiplication 003-67).

    The partial load of a belt is kept, and paid for, by the action that ends the loading (ours).
    """
    check_hand(play, reload.actor)
    key, weapon = _loadable(play.scene, reload)
    feed = play.tables.feeds[weapon.model.feed]
    done = play.scene.combatants[reload.actor].state.kit.reloading.get(key, 0) + 1
    full = done == feed.actions
    keeps = full and reload.keep and weapon.loaded > 0 and not feed.rounds
    state = play.scene.combatants[reload.actor].state
    afford(play, reload.actor, total(reload_costs(play, state, weapon, keeps, None)))
    roll = dig(play) if reload.deep else None
    costs = reload_costs(play, state, weapon, keeps, roll)
    loaded, spare = loaded_after(weapon, feed.rounds, keeps) if full else (weapon.loaded, weapon.spare)
    event = Reloaded(
        actor=reload.actor,
        weapon=key,
        roll=roll,
        costs=costs,
        loaded=loaded,
        spare=spare,
        done=done,
        needed=feed.actions,
    )
    play.tell(event)
    overspend(play, reload.actor, total(costs))


def _loadable(scene: ReflexScene, reload: Reload) -> tuple[str, Weapon]:
    """Return the weapon to load: the one that is named, or the first in hand or on a mount that takes more."""
    own, now = (kit.weapons for kit in (at_opening(scene, reload.actor).kit, scene.combatants[reload.actor].state.kit))
    ready = [key for key, weapon in own.items() if weapon.is_ready and not weapon.model.melee]
    usual = [key for key in ready if now[key].loaded < now[key].model.capacity] or ready
    key = find("weapon in hand", ready, reload.item or next(iter(usual), ""))
    weapon = now[key]
    if weapon.loaded >= weapon.model.capacity:
        raise RuleViolation(f"The {key} is full: {counted(weapon.loaded, 'round')}.", "Shoot with it: /attack.")
    if weapon.spare == 0:
        raise RuleViolation(f"No rounds are left for the {key}.", "Ready another weapon: /act action:ready.")
    return key, weapon


def mended_by(state: State) -> str:
    """Return by which action what is in hand fires again; empty where something does, and where nothing is left."""
    weapons = state.kit.weapons
    ready = [key for key, weapon in weapons.items() if weapon.is_ready]
    if not ready or any(weapons[key].model.melee or weapons[key].loaded for key in ready):
        return ""
    return Reload.offer.name if ready[0] not in state.kit.broken and weapons[ready[0]].spare != 0 else ""


def spare_arm(reading: ReflexReading, actor: str) -> str:
    """Return the first weapon that fires, of those in hand before others; none where the only one in hand fires.

    What is too coarse to aim at people comes behind all others.
    """
    state = reading.scene.combatants[actor].state
    weapons, heavy = state.kit.weapons, reading.tables.heavy_weapons
    ready = [key for key, weapon in weapons.items() if weapon.is_ready]
    sound = {key: weapon for key, weapon in weapons.items() if key not in state.kit.broken and not weapon.model.melee}
    firing = [key for key, weapon in sound.items() if weapon.loaded and weapon.lies is not Lies.AWAY]
    coarse = [key for key in firing if (kind := weapons[key].model.heavy) and not heavy[kind].at_people]
    found = sorted((key for key in (*ready, *weapons) if key in firing), key=lambda key: key in coarse)
    spare = next(iter(found), "")
    return "" if len(ready) == 1 and ready[0] in firing and (ready[0] not in coarse or ready[0] == spare) else spare


def reload_costs(
    reading: ReflexReading, state: State, weapon: Weapon, keeps: bool, roll: Roll | None
) -> tuple[Term, ...]:
    """Return the ticks of one action of loading a weapon (text 003, lines 241-244; 003-67).

    Rounds from deep storage are readied first: they have no Bulk to speak of (ours), and are dug out by ``roll``.
    """
    terms = basic_costs(weapon, None)
    if roll:
        terms += (Term("rounds_readied", LEAST_READYING, "003:227, 242"), dug_out(roll))
    if keeps:
        terms += (Term("top_off", ticks_of(reading, "top_off"), reading.tables.ticks["top_off"].cited),)
    clumsy = untrained(reading, state, weapon)
    return (*terms, Term("unskilled", 2 * total(terms), "003:244; 003-67")) if clumsy else terms


def loaded_after(weapon: Weapon, rounds: int, keeps: bool) -> tuple[int, int | None]:
    """Return the rounds in the weapon and in reserve after loading ``rounds`` singly, or for zero a whole magazine."""
    kept = weapon.loaded if rounds or keeps else 0
    room = weapon.model.capacity - kept if not rounds else min(rounds, weapon.model.capacity - kept)
    if weapon.spare is None:
        return kept + room, None
    brought = min(room, weapon.spare)
    return kept + brought, weapon.spare - brought
