"""What is done with a weapon besides shooting: loading, drawing, clearing."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.wording import counted, shown
from bot.rulesets.horizons.equipment.actions import Clear, Draw, Reload
from bot.rulesets.horizons.equipment.events import Cleared, Drew, Reloaded
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsReading, HorizonsScene
from bot.rulesets.horizons.state import BURST_BARREL, JAM, SQUIB, State, Weapon

rules = Rules()

QUICK = ("holster", "armor slot")
NOTHING = "Nothing is in hand."
GET_AWAY = "Get out of sight: /act action:move."


def weapon_of(state: State, name: str | None) -> tuple[str, Weapon]:
    """Return the weapon that is meant: the one named, or the one in hand.

    Raises:
        RuleViolation: there is no such weapon, or none in hand.
    """
    known = {key.casefold(): key for key in state.weapons}
    wanted = state.held if name is None else known.get(name.casefold(), "")
    if wanted not in state.weapons:
        what = NOTHING if name is None else f"There is no {name[:40]!r} at hand."
        raise RuleViolation(what, f"There are: {', '.join(state.weapons) or 'no weapons'}.")
    return wanted, state.weapons[wanted]


def in_hand(scene: HorizonsScene, actor: str, name: str | None) -> tuple[str, Weapon]:
    """Return a weapon that is in hand.

    Raises:
        RuleViolation: it has to be drawn first, or there is none.
    """
    state = scene.combatants[actor].state
    if name is None and not state.held:
        drawn = f"Draw a weapon: /act action:draw. There are: {', '.join(state.weapons)}."
        raise RuleViolation(NOTHING, drawn if state.weapons else _unarmed(state))
    found, weapon = weapon_of(state, name)
    if found != state.held:
        raise RuleViolation(
            f"{found} is not in hand.",
            f"Draw it first, {counted(drawing(weapon), 'action')}: /act action:draw item:{found}.",
        )
    return found, weapon


def check_fires(name: str, weapon: Weapon) -> None:
    """Raise RuleViolation for a blade or whatever else fires nothing: the text says only how it is drawn and hidden."""
    if not (weapon.cartridge and weapon.modes):
        raise RuleViolation(f"{name} fires nothing.", "What it does in a hand a GM says with /damage; or draw a gun.")


def working(scene: HorizonsScene, actor: str, name: str | None, *, force: bool | None = None) -> tuple[str, Weapon]:
    """Return a weapon in hand that can be fired; behind a stuck bullet only by force (text 000, lines 233-236), which
    is None where there is no such way.

    Raises:
        RuleViolation: it is not in hand, fires nothing, is empty, or something is wrong with it.
    """
    found, weapon = in_hand(scene, actor, name)
    check_fires(found, weapon)
    if weapon.fault == SQUIB and not force:
        clears = "Clear it with /act action:clear"
        forced = "" if force is None else ", or say force=yes, which costs the weapon"
        raise RuleViolation(f"A bullet is stuck in {found}.", f"{clears}{forced}.")
    if weapon.fault and weapon.fault != SQUIB:
        raise RuleViolation(
            f"{found} does not work: {weapon.fault}.", _instead(scene, actor, clears=weapon.fault == JAM)
        )
    if not weapon.loaded:
        reloading = f"Reload it, {counted(weapon.reload, 'action')}: /act action:reload."
        raise RuleViolation(f"{found} is empty.", reloading if loads(weapon) else _instead(scene, actor))
    return found, weapon


def _instead(scene: HorizonsScene, actor: str, *, clears: bool = False) -> str:
    """Return what is left to somebody whose weapon does not fire."""
    state = scene.combatants[actor].state
    if len(state.weapons) == 1:
        return "Clear it: /act action:clear." if clears else _unarmed(state)
    if clears:
        return "Clear it with /act action:clear, or draw another weapon: /act action:draw."
    return "Draw another weapon: /act action:draw."


def _unarmed(state: State) -> str:
    """Return what is left to somebody who has nothing that fires: to move, once in a turn."""
    return "Let the turn go by: /act action:wait." if state.freed else GET_AWAY


def _use(scene: HorizonsScene, actor: str, weapon: Weapon) -> str:
    """Return what can be done with a weapon in hand as it is."""
    if weapon.loaded and not weapon.fault:
        return "Shoot with it: /attack."
    match mended_by(scene.combatants[actor].state):
        case Clear.offer.name:
            return "Clear it: /act action:clear."
        case Reload.offer.name:
            return "Reload it: /act action:reload."
        case _:
            return _instead(scene, actor)


def mended_by(state: State) -> str:
    """Return by which action the weapon in hand fires again; empty where it does, and where nothing helps."""
    held = state.weapons.get(state.held)
    if held is None or held.fault == BURST_BARREL:
        return ""
    if held.fault:
        return Clear.offer.name
    return Reload.offer.name if held.cartridge and held.modes and not held.loaded and loads(held) else ""


def loads(weapon: Weapon) -> bool:
    """Tell whether there is room for rounds in a weapon, and something to fill it with."""
    return weapon.loaded < weapon.capacity and weapon.spare != 0


def spare_arm(reading: HorizonsReading, actor: str) -> str:
    """Return the first weapon that fires, where the one in hand does not."""
    state = reading.scene.combatants[actor].state
    firing = [key for key, each in state.weapons.items() if each.loaded and each.modes and not each.fault]
    return "" if state.held in firing else next(iter(firing), "")


def drawing(weapon: Weapon) -> int:
    """Return the actions that drawing takes: one from a holster or a slot of armour, else two (000, 191-200).

    What is hidden by stealth is in neither.
    """
    return 1 if weapon.carried in QUICK and weapon.hidden is None else 2


@rules(Reload)
def reload(play: HorizonsPlay, reload: Reload) -> None:
    """Swap the magazine; what was left in the old one is kept (text 000, lines 179-187).

    Raises:
        RuleViolation: the weapon is full, or there is nothing to load.
    """
    name, weapon = in_hand(play.scene, reload.actor, reload.item)
    check_fires(name, weapon)
    if weapon.loaded == weapon.capacity:
        raise RuleViolation(f"{name} is full.", _use(play.scene, reload.actor, weapon))
    if weapon.spare == 0:
        raise RuleViolation(f"{shown(reload.actor)} has no more rounds for {name}.", _instead(play.scene, reload.actor))
    worked, needed = weapon.worked + 1, weapon.reload
    loaded, spare = weapon.loaded, weapon.spare
    if worked == needed:
        loaded = weapon.capacity if spare is None else min(weapon.capacity, loaded + spare)
        spare = None if spare is None else spare - (loaded - weapon.loaded)
    play.tell(Reloaded(actor=reload.actor, weapon=name, worked=worked, needed=needed, loaded=loaded, spare=spare))


@rules(Draw)
def draw(play: HorizonsPlay, draw: Draw) -> None:
    """Take a weapon in hand; what was in hand is put away.

    Raises:
        RuleViolation: it is in hand already, or there is no such weapon.
    """
    name, weapon = weapon_of(play.scene.combatants[draw.actor].state, draw.item)
    if name == play.scene.combatants[draw.actor].state.held:
        raise RuleViolation(f"{name} is in hand already.", _use(play.scene, draw.actor, weapon))
    play.tell(Drew(actor=draw.actor, weapon=name, drawn=weapon.drawn + 1, needed=drawing(weapon)))


@rules(Clear)
def clear(play: HorizonsPlay, clear: Clear) -> None:
    """Put a malfunction right (text 000, lines 221-236).

    Raises:
        RuleViolation: nothing is wrong with the weapon, it fires nothing, or it cannot be put right in a fight.
    """
    name, weapon = in_hand(play.scene, clear.actor, clear.item)
    check_fires(name, weapon)
    if not weapon.fault:
        raise RuleViolation(f"Nothing is wrong with {name}.", _use(play.scene, clear.actor, weapon))
    needed = play.tables.faults[weapon.fault].actions
    if not needed:
        raise RuleViolation(f"{name} cannot be repaired in a fight.", _instead(play.scene, clear.actor))
    play.tell(Cleared(actor=clear.actor, weapon=name, fault=weapon.fault, cleared=weapon.cleared + 1, needed=needed))
