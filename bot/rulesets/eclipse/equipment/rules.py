"""Load a weapon, take it in hand or put it away."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.wording import agreeing
from bot.rulesets.eclipse.equipment.actions import Ready, Reload
from bot.rulesets.eclipse.equipment.events import Readied, Reloaded
from bot.rulesets.eclipse.equipment.weapons import check_kind, not_ready, weapon_named
from bot.rulesets.eclipse.play import EclipsePlay, EclipseReading
from bot.rulesets.eclipse.state import BARE_HANDS, State, Weapon
from bot.rulesets.eclipse.time.phases import (
    COMPLEX,
    begin_action,
    begin_quick_action,
    end_action,
    end_quick_action,
    slot_of_moment,
)

rules = Rules()


@rules(Reload)
def reload(play: EclipsePlay, loading: Reload) -> None:
    """Load a weapon: a complex action, a quick one where the next magazine is at hand (001:47-58).

    One that is taped to the loaded one is used up by it (ours).

    Raises:
        RuleViolation: there is nothing to load, or nothing to load it with.
    """
    key = _loadable(play.scene.combatants[loading.actor].state, loading.item)
    weapon = play.scene.combatants[loading.actor].state.weapons[key]
    quick = weapon.taped or loading.quick
    now = slot_of_moment(play.scene, loading.actor)
    if not quick and (now is None or COMPLEX not in now.kinds):
        raise RuleViolation("That is a complex action.", "Pass with /act action:pass, and do it in the next phase.")
    reloaded = _reloaded(loading.actor, key, weapon, loading.ammunition)
    (begin_quick_action if quick else begin_action)(play, loading.actor)
    play.tell(reloaded)
    (end_quick_action if quick else end_action)(play, loading.actor)


def _loadable(state: State, wanted: str) -> str:
    """Return the key of the weapon that was named, or of the first that is ready and not full, or else of the first."""
    fitting = [key for key, weapon in state.weapons.items() if weapon.capacity and weapon.ready]
    wanting = [key for key in fitting if state.weapons[key].loaded < state.weapons[key].capacity]
    key = weapon_named(state.weapons, wanted) if wanted else next(iter((*wanting, *fitting)), "")
    if key in state.weapons and state.weapons[key].capacity and not state.weapons[key].ready:
        raise not_ready(key)
    if key not in fitting:
        raise RuleViolation(f"The {key or 'weapon'} cannot be loaded.", f"Loadable: {', '.join(fitting) or 'nothing'}.")
    return key


def mended_by(state: State) -> str:
    """Return by which action what is in hand fires again; empty where it does, and where nothing is left for it."""
    held = next((weapon for weapon in state.weapons.values() if weapon.ready), None)
    return Reload.offer.name if held and held.capacity and not held.loaded and held.spare != 0 else ""


def spare_arm(reading: EclipseReading, actor: str) -> str:
    """Return the first weapon that fires, where the first in hand does not."""
    armed = reading.scene.combatants[actor].state.weapons
    firing = [key for key, weapon in armed.items() if weapon.shoots and (weapon.loaded or not weapon.capacity)]
    held = next((key for key, weapon in armed.items() if weapon.ready), "")
    return "" if held in firing else next(iter(firing), "")


def _reloaded(actor: str, key: str, weapon: Weapon, ammunition: str) -> Reloaded:
    """Return what one action of loading comes to; an archaic weapon may take more than one (001:57-58)."""
    check_kind(weapon, ammunition)
    kind = ammunition or weapon.ammunition
    loaded, spare = _filled(weapon, kind)
    left = (weapon.loading_left or max(1, weapon.reload_actions)) - 1
    if left:
        loaded, spare, kind = weapon.loaded, weapon.spare, weapon.ammunition
    used = weapon.taped and not left
    return Reloaded(actor=actor, weapon=key, loaded=loaded, spare=spare, ammunition=kind, left=left, used=used)


def _filled(weapon: Weapon, kind: str) -> tuple[int, int | None]:
    """Return the rounds in a weapon and the spare ones after loading; rounds of another kind go to the spare ones."""
    kept = weapon.loaded if kind == weapon.ammunition else 0
    wanted = weapon.capacity - kept
    have = wanted if weapon.spare is None else min(wanted, weapon.spare)
    if wanted <= 0:
        raise RuleViolation(f"The {weapon.name} is full.", "Attack with it: /attack.")
    if have <= 0:
        what = f"Nothing is left for the {weapon.name}."
        raise RuleViolation(what, "Take another weapon in hand: /act action:ready.")
    return kept + have, None if weapon.spare is None else weapon.spare - have + weapon.loaded - kept


@rules(Ready)
def ready(play: EclipsePlay, readying: Ready) -> None:
    """Take a weapon in hand, or with ``away`` put it away: a quick action (ours).

    Raises:
        RuleViolation: it is so already, or nobody can put it away.
    """
    armed = play.scene.combatants[readying.actor].state.weapons
    key, wanted = weapon_named(armed, readying.item), not readying.away
    if armed[key].ready == wanted:
        raise RuleViolation(
            f"The {key} {agreeing(key, 'is', 'are')} {'in hand' if wanted else 'put away'} already.",
            "Use it, or name another one.",
        )
    if armed[key].kind == BARE_HANDS:
        raise RuleViolation("Nobody puts away bare hands.", "Put away what is in them: name that, and away=yes.")
    begin_quick_action(play, readying.actor)
    play.tell(Readied(actor=readying.actor, weapon=key, ready=wanted))
    end_quick_action(play, readying.actor)
