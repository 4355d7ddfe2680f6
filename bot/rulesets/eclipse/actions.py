"""What somebody does in a phase besides attacking."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.errors import RuleViolation
from bot.core.events import RangeSet
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.eclipse.events import Aimed, DefenceRaised, Moved, Readied, Recovered, Reloaded, StanceChanged
from bot.rulesets.eclipse.gear import check_kind, find
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene, RuleOf
from bot.rulesets.eclipse.state import AimKind, State, Weapon
from bot.rulesets.eclipse.targets import target_of
from bot.rulesets.eclipse.timing import COMPLEX, after_quick, check_able, judged, leave, moment, slot_now, spend


def full_defence(play: EclipsePlay, order: Act) -> None:
    """Do nothing but defend oneself, at +30 until the next phase (C1)."""
    check_able(play.scene, order.actor)
    spend(play, order.actor)
    play.tell(DefenceRaised(actor=order.actor))
    leave(play, order.actor)


def recover(play: EclipsePlay, order: Act) -> None:
    """Regain the wits that a trauma took: a complex action (EPL 7).

    Raises:
        RuleViolation: nothing is the matter.
    """
    if not judged(play.scene, order.actor).dazed:
        raise RuleViolation(f"{shown(order.actor)} is not out of its wits.", "Do something else.")
    spend(play, order.actor)
    play.tell(Recovered(actor=order.actor))
    leave(play, order.actor)


def aim(play: EclipsePlay, order: Act) -> None:
    """Fix one's aim on somebody for a whole complex action: +30 on the next phase's attack (001:39-43)."""
    check_able(play.scene, order.actor)
    target = target_of(play.scene, order.actor, order.inputs["target"])
    spend(play, order.actor)
    play.tell(Aimed(actor=order.actor, target=target, kind=AimKind.COMPLEX, moment=moment(play.scene)))
    leave(play, order.actor)


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


def stance(play: EclipsePlay, order: Act) -> None:
    """Drop to the ground or stand up: a quick action (ours)."""
    state, prone = check_able(play.scene, order.actor), order.inputs["to"] == "prone"
    if state.prone == prone:
        raise RuleViolation(f"{shown(order.actor)} is {order.inputs['to']} already.", "Do something else.")
    spend(play, order.actor, quick=1)
    play.tell(StanceChanged(actor=order.actor, prone=prone))
    after_quick(play, order.actor)


def move(play: EclipsePlay, order: Act) -> None:
    """Walk or run: a quick action; who runs attacks at -20 from afar and at -10 otherwise (001-7).

    The metres of a turn are shared among one's own phases (EPL 7; of others' phases nobody is told).

    Raises:
        RuleViolation: further than the pace goes, or too far away to say from whom.
    """
    inputs, actor = order.inputs, order.actor
    state = check_able(play.scene, actor)
    pace = inputs.get("pace", "walk")
    most = play.tables.number("paces", pace, "metres") / state.speed
    metres = min(inputs.get("metres", most), most)
    if state.prone:
        raise RuleViolation(f"{shown(actor)} lies on the ground.", "Stand up first: a quick action.")
    target = target_of(play.scene, actor, inputs["target"]) if "target" in inputs else ""
    spend(play, actor, quick=1)
    play.tell(Moved(actor=actor, target=target, pace=pace, metres=metres))
    known = play.distance(actor, target) if target else None
    if known is not None:
        far = known + metres if inputs.get("away") else max(0.0, known - metres)
        play.tell(RangeSet(actor=actor, target=target, range_m=far))
    after_quick(play, actor)


RULES: Mapping[str, RuleOf] = {
    "full_defence": full_defence,
    "aim": aim,
    "recover": recover,
    "reload": reload,
    "ready": ready,
    "stance": stance,
    "move": move,
}
