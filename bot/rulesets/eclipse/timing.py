"""Time in Eclipse Phase: turns of up to four action phases, each in the order of initiative."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.events import Scheduled, SlotMoved
from bot.core.orders import Act
from bot.core.terms import Term, total
from bot.core.timeline import Key, Slot
from bot.core.wording import shown
from bot.rulesets.eclipse.check import SIDES, WORST, doubles, value_of
from bot.rulesets.eclipse.events import Held, InitiativeRolled, Passed, Spent, TurnBegan
from bot.rulesets.eclipse.evolve import renewed
from bot.rulesets.eclipse.harm import bleed
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.state import Moment, State
from bot.rulesets.eclipse.tables import Tables

QUICK = "quick"
COMPLEX = "complex"
SECOND = "second"
FULL = (QUICK, COMPLEX)
ANY = (QUICK, COMPLEX, SECOND)
MOST_QUICK = 3


def moment(scene: EclipseScene) -> Moment:
    """The turn and the phase that is being played."""
    return (scene.ground.turn, scene.opened[0] if scene.opened else 0)


def slot_now(scene: EclipseScene, actor: str) -> Slot | None:
    """The slot that ``actor`` may use now."""
    return next((slot for slot in scene.entitled() if slot.actor == actor), None)


def judged(scene: EclipseScene, actor: str) -> State:
    """The state an action is judged by: the one at the opening of the moment, so that equal scores are one moment."""
    state = scene.opening.get(actor, scene.combatants[actor].state)
    return renewed(state, moment(scene)) if slot_now(scene, actor) else state


def faced(scene: EclipseScene, actor: str) -> State:
    """The state in which others find somebody; what lasts until its next phase is over when that has come.

    Of those who act at one moment each finds the others as at its opening, but for what they did themselves (001-14).
    """
    state = scene.opening.get(actor, scene.combatants[actor].state)
    return renewed(state, moment(scene)) if slot_now(scene, actor) else state


def begin_turn(play: EclipsePlay) -> None:
    """A turn: all who are able roll for initiative and act once in each phase of their Speed (C1).

    Where somebody is surprised, all others have one phase before (C1). Nothing begins where nobody can ever act.
    Dice: one of a hundred sides for each who is able, in the order in which they joined.
    """
    if not any(combatant.state.awake for combatant in play.scene.combatants.values()):
        return
    able_ones = [combatant.state for combatant in play.scene.combatants.values() if combatant.state.able]
    free = any(state.surprised for state in able_ones) and not all(state.surprised for state in able_ones)
    play.tell(TurnBegan(turn=play.scene.ground.turn + 1, free=free))
    for actor in play.scene.combatants:
        if play.scene.combatants[actor].state.bleeds:
            bleed(play, actor)
    slots: list[Slot] = []
    for actor in play.scene.combatants:
        if play.scene.combatants[actor].state.able:
            rolled = _initiative(play, actor)
            play.tell(rolled)
            slots += _slots(play.scene, rolled, free=free)
    play.tell(Scheduled(slots=tuple(slots)))


def initiative_terms(tables: Tables, state: State) -> tuple[Term, ...]:
    """Initiative, less ten for each wound and trauma (C1), and less for whoever has just noticed an ambush (EPL 7)."""
    hurt = (Term("wound", -10 * state.wounds, "C1"), Term("trauma", -10 * state.traumas, "C1"))
    startled = tables.modifier("startled") if state.startled else ()
    return (Term("initiative", state.initiative, "sheet"), *(term for term in hurt if term.value), *startled)


def _initiative(play: EclipsePlay, actor: str) -> InitiativeRolled:
    combatant = play.scene.combatants[actor]
    terms = initiative_terms(play.tables, combatant.state)
    with play.about(actor):
        roll = play.roll(Ask("initiative", 1, SIDES, secret=combatant.guarded))
    value = value_of(roll)
    critical = doubles(value) and value != WORST
    return InitiativeRolled(actor=actor, terms=terms, roll=roll, score=total(terms) + value, critical=critical)


def _slots(scene: EclipseScene, rolled: InitiativeRolled, *, free: bool) -> list[Slot]:
    """A slot in each phase: a critical roll comes first, then scores from above (C1; 001-14)."""
    state = scene.combatants[rolled.actor].state
    first = 0 if free and not state.surprised else 1
    order = (0 if rolled.critical else 1, -rolled.score)
    return [Slot((phase, *order), rolled.actor, FULL) for phase in range(first, state.speed + 1)]


def joined(play: EclipsePlay, actor: str) -> None:
    """Somebody enters an open fight: in this phase at the earliest when it is played, in later ones by its roll."""
    if not play.scene.agenda:
        begin_turn(play)
        return
    if not play.scene.combatants[actor].state.able:
        return
    rolled = _initiative(play, actor)
    play.tell(rolled)
    now = play.scene.agenda[0].key
    slots = tuple(_slots(play.scene, rolled, free=False))
    due = (Slot(max(slot.key, now), actor, FULL) for slot in slots if slot.key[0] >= now[0])
    play.tell(SlotMoved(actor=actor, slots=tuple(due)))


def check_able(scene: EclipseScene, actor: str) -> State:
    """The state that ``actor`` acts with.

    Raises:
        RuleViolation: it is in no condition to act.
    """
    state = judged(scene, actor)
    if not state.able:
        raise RuleViolation(f"{shown(actor)} cannot act now.", "Pass.")
    if state.dazed:
        raise RuleViolation(f"{shown(actor)} is out of its wits.", "Regain them with /act recover, a complex action.")
    return state


def spend(play: EclipsePlay, actor: str, *, quick: int = 0) -> None:
    """Begin an action of the phase, of which ``quick`` quick ones."""
    play.tell(Spent(actor=actor, moment=moment(play.scene), quick=judged(play.scene, actor).quick + quick))


def leave(play: EclipsePlay, actor: str, kinds: tuple[str, ...] = ()) -> None:
    """End an action: ``kinds`` may still be done in this phase; with none the phase is over for ``actor``."""
    now = slot_now(play.scene, actor)
    later = tuple(slot for slot in play.scene.agenda if slot.actor == actor and slot is not now)
    stays = (Slot(now.key, actor, kinds),) if now and kinds else ()
    play.tell(SlotMoved(actor=actor, slots=(*stays, *later)))


def after_quick(play: EclipsePlay, actor: str) -> None:
    """After a quick action: one leaves room for a complex one, three are the most (C1)."""
    quick = judged(play.scene, actor).quick
    kinds = FULL if quick == 1 else (QUICK,) if quick < MOST_QUICK else ()
    leave(play, actor, kinds)


def swept(play: EclipsePlay) -> None:
    """Those who cannot act any more lose what was still to come, but not the moment that is being played."""
    for actor in dict.fromkeys(slot.actor for slot in play.scene.agenda):
        if not play.scene.combatants[actor].state.able:
            kept = tuple(_kept(play.scene, actor))
            if any(slot.actor == actor and slot not in kept for slot in play.scene.agenda):
                play.tell(SlotMoved(actor=actor, slots=kept))


def slowed(play: EclipsePlay, before: EclipseScene) -> None:
    """Fresh wounds and traumas move what is still to come of the turn back, where the campaign wants it (EPL 7)."""
    people = before.combatants if play.options["wounds_slow_at_once"] else ()
    for actor in people:
        worse = _marks(play.scene, actor) - _marks(before, actor)
        slots = tuple(_back(play.scene, slot, 10 * worse) for slot in play.scene.agenda if slot.actor == actor)
        if worse > 0 and any(slot not in play.scene.agenda for slot in slots):
            play.tell(SlotMoved(actor=actor, slots=slots))


def _marks(scene: EclipseScene, actor: str) -> int:
    state = scene.combatants[actor].state
    return state.wounds + state.traumas


def _back(scene: EclipseScene, slot: Slot, later: int) -> Slot:
    """A slot so much later in its phase, unless it is being played."""
    phase, order, score = slot.key
    return slot if slot.key == scene.opened else Slot((phase, order, score + later), slot.actor, slot.kinds)


def _kept(scene: EclipseScene, actor: str) -> Iterable[Slot]:
    now = slot_now(scene, actor)
    if now and scene.opening[actor].able:
        yield now


def pass_phase(play: EclipsePlay, order: Act) -> None:
    """Do nothing more in this phase."""
    spend(play, order.actor)
    play.tell(Passed(actor=order.actor))
    leave(play, order.actor)


def hold(play: EclipsePlay, order: Act) -> None:
    """Wait for a lower score of this phase (ours).

    Raises:
        RuleViolation: that score has passed.
    """
    check_able(play.scene, order.actor)
    now = slot_now(play.scene, order.actor)
    score: int = order.inputs["until"]
    if now is None or (later := _later(now.key, score)) <= now.key:
        raise RuleViolation("That moment has passed.", "Hold until a lower score.")
    play.tell(Held(actor=order.actor, score=score))
    slots = (slot for slot in play.scene.agenda if slot.actor == order.actor and slot != now)
    play.tell(SlotMoved(actor=order.actor, slots=(Slot(later, order.actor, now.kinds), *slots)))


def _later(key: Key, score: int) -> Key:
    return (key[0], 1, -score)


RULES = {"pass": pass_phase, "hold": hold}
