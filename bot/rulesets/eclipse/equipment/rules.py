"""Load a weapon, take it in hand or put it away."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.rulesets.eclipse.equipment.events import Readied, Reloaded
from bot.rulesets.eclipse.equipment.weapons import check_kind, find
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.state import State, Weapon
from bot.rulesets.eclipse.time.phases import COMPLEX, after_quick, check_able, leave, slot_now, spend

rules = Rules()


@rules("reload")
def reload(play: EclipsePlay, order: Act) -> None:
    """Load a weapon: a complex action, a quick one where the next magazine is at hand (001:47-58).

    Raises:
        RuleViolation: there is nothing to load, or nothing to load it with.
    """
    state = check_able(play.scene, order.actor)
    key = _loadable(play.scene.combatants[order.actor].state, order.inputs.get("item"))
    weapon = play.scene.combatants[order.actor].state.weapons[key]
    quick = weapon.taped or bool(order.inputs.get("quick"))
    _check_room(play.scene, order.actor, state, quick=quick)
    reloaded = _reloaded(order.actor, key, weapon, order.inputs.get("ammunition"))
    spend(play, order.actor, quick=int(quick))
    play.tell(reloaded)
    if quick:
        after_quick(play, order.actor)
    else:
        leave(play, order.actor)


def _loadable(state: State, wanted: str | None) -> str:
    """The weapon that was named, or the first that is ready and can be loaded."""
    fitting = [key for key, weapon in state.weapons.items() if weapon.capacity and weapon.ready]
    key = find(state.weapons, wanted) if wanted else next(iter(fitting), "")
    if key not in fitting:
        raise RuleViolation(f"The {key or 'weapon'} cannot be loaded.", f"Loadable: {', '.join(fitting) or 'nothing'}.")
    return key


def _check_room(scene: EclipseScene, actor: str, state: State, *, quick: bool) -> None:
    """Raises RuleViolation where a complex action does not fit any more."""
    now = slot_now(scene, actor)
    if not quick and now and COMPLEX not in now.kinds:
        raise RuleViolation("That is a complex action.", "Pass, and do it in the next phase.")


def _reloaded(actor: str, key: str, weapon: Weapon, ammunition: str | None) -> Reloaded:
    """A weapon after one action of loading; an archaic one may take more than one (001:57-58)."""
    check_kind(weapon, ammunition)
    kind = ammunition or weapon.ammunition
    loaded, spare = _filled(weapon, kind)
    left = (weapon.loading_left or max(1, weapon.reload_actions)) - 1
    if left:
        loaded, spare, kind = weapon.loaded, weapon.spare, weapon.ammunition
    return Reloaded(actor=actor, weapon=key, loaded=loaded, spare=spare, ammunition=kind, left=left)


def _filled(weapon: Weapon, kind: str) -> tuple[int, int | None]:
    """The rounds in a weapon and beside it after loading; where another kind replaces them, those left are kept."""
    kept = weapon.loaded if kind == weapon.ammunition else 0
    wanted = weapon.capacity - kept
    have = wanted if weapon.spare is None else min(wanted, weapon.spare)
    if have <= 0:
        raise RuleViolation(f"The {weapon.name} is full or nothing is left for it.", "Use another weapon.")
    return kept + have, None if weapon.spare is None else weapon.spare - have + weapon.loaded - kept


@rules("ready")
def ready(play: EclipsePlay, order: Act) -> None:
    """Take a weapon in hand, or with ``away`` put it away: a quick action (ours)."""
    check_able(play.scene, order.actor)
    armed = play.scene.combatants[order.actor].state.weapons
    key, wanted = find(armed, order.inputs["item"]), not order.inputs.get("away", False)
    if armed[key].ready == wanted:
        raise RuleViolation(
            f"The {key} is {'in hand' if wanted else 'put away'} already.", "Use it, or choose another."
        )
    spend(play, order.actor, quick=1)
    play.tell(Readied(actor=order.actor, weapon=key, ready=wanted))
    after_quick(play, order.actor)
