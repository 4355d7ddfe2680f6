"""A turn begins when its initiative comes up; what somebody does in it comes in steps of five."""

from __future__ import annotations

from bot.core.events import SlotMoved
from bot.core.orders import Act
from bot.core.timeline import Slot
from bot.rulesets.graydawn.play import DawnPlay, DawnReading, DawnScene
from bot.rulesets.graydawn.state import Stance, State
from bot.rulesets.graydawn.time.events import Acted, Assumed, FearLapsed, TurnBegan
from bot.rulesets.graydawn.time.slots import ACTION, NERVE, STRIDE, has_turn, most_actions, number_now, slot_now
from bot.rulesets.graydawn.wounds.saves import save_at_turn


def give_up_places(play: DawnPlay) -> None:
    """Take the dead out of the round, but for who may still act in the moment in which it died."""
    for slot in play.scene.agenda:
        if play.scene.combatants[slot.actor].state.dead and not _still_acts(play, slot):
            play.tell(SlotMoved(actor=slot.actor))


def _still_acts(reading: DawnReading, slot: Slot) -> bool:
    return slot in reading.scene.entitled() and reading.at_opening(slot.actor).able


def begin_turn(play: DawnPlay) -> None:
    """Begin the turn of somebody whose initiative has come up; who cannot act loses the moment."""
    actor = _next_to_begin(play)
    if actor is None:
        return
    with play.by_itself(f"turn of {actor}", actor):
        _begin_turn_of(play, actor)


def _next_to_begin(reading: DawnReading) -> str | None:
    """Return somebody whose moment this is, who has not begun, cannot go on, or must test nerve before it does."""
    scene = reading.scene
    for slot in scene.entitled():
        begun = scene.combatants[slot.actor].state.turn.begun
        if not begun or not reading.at_opening(slot.actor).able or _kinds_due(reading, slot) != slot.kinds:
            return slot.actor
    return None


def _kinds_due(reading: DawnReading, slot: Slot) -> tuple[str, ...]:
    """Return what a moment is for: nerve before a first action, whenever that comes (text 004, lines 166 and 228).

    What those who act in this very moment fire is for the turn after it, whose nerve has failed tests it no more, and
    nor does whom a GM has calmed.
    """
    state = reading.at_opening(slot.actor)
    settled = state.turn.done or state.turn.pinned or state.turn.bound
    if NERVE in slot.kinds:
        return slot.kinds if state.fears else (ACTION,)
    return (NERVE,) if ACTION in slot.kinds and state.fears and not settled else slot.kinds


def _begin_turn_of(play: DawnPlay, actor: str) -> None:
    """Make the saves of the dying and the stunned; whoever was fired at and is able must test nerve then (004-18).

    Whoever is not has had its initiative all the same: what was fired before that counts no more (text 004, line 166).
    Dice: one for each save.
    """
    if not play.scene.combatants[actor].state.turn.begun:
        play.tell(TurnBegan(actor=actor))
        save_at_turn(play, actor)
        state = play.scene.combatants[actor].state
        if state.fears and not (state.able or state.dead):
            play.tell(FearLapsed(actor=actor, felt=play.at_opening(actor).fears))
    slot = slot_now(play.scene, actor)
    if not play.at_opening(actor).able:
        play.tell(SlotMoved(actor=actor))
    elif (due := _kinds_due(play, slot)) != slot.kinds:
        play.tell(SlotMoved(actor=actor, slots=(Slot(slot.key, actor, due),)))


def unsaid_stance(state: State) -> Stance:
    """Return the stance of whoever says none: as before; who has moved stands in the open, or behind new cover.

    Whom a second roll lets fight from cover does so in active cover, and does not brace (text 004, line 230); whose
    nerve has failed keeps wholly down behind what there is.
    """
    if state.turn.pinned and state.shelter:
        return Stance.FULL
    if state.turn.bound and state.stance is not Stance.FULL:
        return Stance.ACTIVE if state.shelter else Stance.OPEN
    return (Stance.ACTIVE if state.shelter else Stance.OPEN) if state.stance is Stance.MOVING else state.stance


def begin_action(play: DawnPlay, order: Act) -> None:
    """Begin an action other than movement."""
    _begin(play, order.actor, moving=False)


def begin_move(play: DawnPlay, order: Act) -> None:
    """Begin an action of movement."""
    _begin(play, order.actor, moving=True, firing=bool(order.inputs.get("firing")))


def _begin(play: DawnPlay, actor: str, *, moving: bool, firing: bool = False) -> None:
    """Begin an action: who has declared nothing takes one, behind a move another one where there is time (004:254)."""
    state = play.scene.combatants[actor].state
    if not state.turn.actions:
        goes_on = moving and (firing or most_actions(play, number_now(play.scene, actor)) > 1)
        stance = Stance.MOVING if moving else unsaid_stance(state)
        play.tell(Assumed(actor=actor, stance=stance, moves=int(moving), actions=1 + int(goes_on)))


def end_action(play: DawnPlay, order: Act, before: DawnScene) -> None:
    """End an action other than movement."""
    end(play, order.actor)


def end(play: DawnPlay, actor: str, *, moved: bool = False, striding: bool = False) -> None:
    """End an action: the next comes five later, or at this number where it is done ``striding``.

    Who has lost its turn on the way has none.
    """
    if not has_turn(play.scene, actor):
        play.tell(Acted(actor=actor, moved=moved))
        return
    slot = slot_now(play.scene, actor)
    play.tell(Acted(actor=actor, moved=moved, strode=-slot.key[0] if striding else 0))
    turn = play.scene.combatants[actor].state.turn
    number = -slot.key[0] - (0 if striding else play.tables.limits.step.value)
    stays = turn.done < turn.actions and number >= 0
    kinds = (STRIDE,) if striding else (ACTION,)
    play.tell(SlotMoved(actor=actor, slots=(Slot((-number, slot.key[1]), actor, kinds),) if stays else ()))
