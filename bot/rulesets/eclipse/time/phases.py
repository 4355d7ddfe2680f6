"""A phase of somebody: in which state it acts, which actions fit, and what is left of it after each."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.timeline import Key, Slot
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.state import Moment, State, Weapon
from bot.rulesets.eclipse.time.events import Spent

QUICK = "quick"
COMPLEX = "complex"
SECOND = "second"
FULL = (QUICK, COMPLEX)
ANY = (QUICK, COMPLEX, SECOND)
LATE = "late"
HELD = "held"
"""Marks the slot of an action that is held: it has come already, so that wounds do not move it back."""
QUICKLY = (QUICK, LATE)
"""When a quick action may be taken: in the phase, and behind its complex action until somebody else acts."""
MOST_QUICK = 3


INSIDE = -1
"""Where in a phase those come who spring an ambush inside of it: before all others."""


def moment(scene: EclipseScene) -> Moment:
    """Return the turn and the phase that is being played; the phase of an ambush inside of one is below zero."""
    return _moment_of(scene, scene.opened or (0, 0))


def _moment_of(scene: EclipseScene, key: Key) -> Moment:
    phase, order, *_ = key
    return (scene.state.turn, -phase if order == INSIDE else phase)


def is_phase_over(scene: EclipseScene, actor: str, since: EclipseScene) -> bool:
    """Tell whether nothing is left to somebody of the phase that was played then, which is not over while it holds."""
    slots = (slot for slot in scene.agenda if slot.actor == actor)
    return all(_moment_of(scene, slot.key) != moment(since) for slot in slots)


def slot_of_moment(scene: EclipseScene, actor: str) -> Slot | None:
    """Return the slot of ``actor`` in the moment that is played, if it has one."""
    if actor not in scene.opening:
        return None
    return next((slot for slot in scene.agenda if slot.actor == actor and slot.key == scene.opened), None)


def state_in_moment(scene: EclipseScene, actor: str) -> State:
    """Return the state in which somebody acts and others find it, of those who act at one moment as at its opening.

    What somebody does itself counts at once (001-14); what lasts until its next phase is over when that has come.
    """
    state = scene.opening.get(actor, scene.combatants[actor].state)
    return state.renewed(moment(scene)) if slot_of_moment(scene, actor) else state


def state_now(scene: EclipseScene, actor: str, since: EclipseScene | None = None) -> State:
    """Return the state in which whatever has a moment of its own finds somebody: with all that has happened.

    What lasts until its next phase is over where that has come; had not by ``since``, where that is what counts.
    """
    state, then = scene.combatants[actor].state, since or scene
    return state.renewed(moment(then)) if slot_of_moment(then, actor) else state


def late(state: State) -> tuple[str, ...]:
    """Return what may still be done of a phase that has been left: its one quick action (C1; the order is ours)."""
    return (LATE,) if state.unspent else ()


def begin_action(play: EclipsePlay, actor: str, *, quick: int = 0) -> None:
    """Begin an action of the phase, or of that just left, of which ``quick`` quick ones; nothing refuses it after."""
    play.price(1)
    state = state_in_moment(play.scene, actor)
    at = moment(play.scene) if slot_of_moment(play.scene, actor) else state.moment
    so_far = state.quick + quick
    play.tell(Spent(actor=actor, moment=at, quick=so_far, room=not so_far))


def end_action(play: EclipsePlay, actor: str, kinds: tuple[str, ...] = ()) -> None:
    """End an action: ``kinds`` may still be done in this phase; with none the phase is over for ``actor``."""
    now = slot_of_moment(play.scene, actor)
    later = tuple(slot for slot in play.scene.agenda if slot.actor == actor and slot is not now)
    stays = (Slot(now.key, actor, kinds),) if now and kinds else ()
    play.tell(SlotMoved(actor=actor, slots=(*stays, *later)))


def begin_quick_action(play: EclipsePlay, actor: str) -> None:
    """Begin a quick action; nothing refuses it after.

    Raises:
        RuleViolation: a second attack is still to come, and the one quick action of the phase is spent.
    """
    if is_between(play.scene, actor) and state_in_moment(play.scene, actor).quick:
        raise RuleViolation(
            "The one quick action of this phase is spent.", "Make the second attack, or pass with /act action:pass."
        )
    begin_action(play, actor, quick=1)


def is_between(scene: EclipseScene, actor: str) -> bool:
    """Tell whether somebody has made the first of two attacks of one action, and the second may follow."""
    now = slot_of_moment(scene, actor)
    return now is not None and SECOND in now.kinds


def kinds_between(scene: EclipseScene, actor: str, weapon: Weapon) -> tuple[str, ...]:
    """Return what may follow the first of two attacks, by what is left in its weapon: the second, or the one quick
    action (ours).

    Where the weapon is put away, or there is nothing to fire and no room to load, the phase is over; for want of rounds
    not that of the GM's people, since it would tell how many are left.
    """
    spent = state_in_moment(scene, actor).quick and not weapon.fires_twice and not scene.combatants[actor].guarded
    return () if spent or not weapon.ready else (SECOND, LATE)


def end_quick_action(play: EclipsePlay, actor: str) -> None:
    """End a quick action: one leaves room for a complex one, three are the most (C1); or for a second attack."""
    state = state_in_moment(play.scene, actor)
    kinds: tuple[str, ...] = FULL if state.quick == 1 else (QUICK,) if state.quick < MOST_QUICK else ()
    if is_between(play.scene, actor):
        kinds = kinds_between(play.scene, actor, state.weapons[state.volley.weapon]) if state.volley else ()
    end_action(play, actor, kinds)
