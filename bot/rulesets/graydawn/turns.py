"""A round goes down from the highest initiative; what somebody does in it comes in steps of five."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.events import Audience, Scheduled, SlotMoved
from bot.core.orders import Act
from bot.core.terms import Term, total
from bot.core.timeline import Slot
from bot.core.wording import shown
from bot.rulesets.graydawn import saves
from bot.rulesets.graydawn.check import check, faces_of, stat
from bot.rulesets.graydawn.events import (
    Acted,
    Assumed,
    Check,
    Declared,
    Delayed,
    InitiativeRolled,
    Passed,
    QuickStart,
    RoundBegan,
    TurnBegan,
)
from bot.rulesets.graydawn.luck import reconsidered
from bot.rulesets.graydawn.play import DawnPlay, DawnReading, DawnScene, RuleOf, limit
from bot.rulesets.graydawn.state import BEHIND, FISTS, Stance, State

ACTION, STRIDE, NERVE = "action", "stride", "nerve"
ANY = (ACTION, STRIDE)
PASS = "pass"  # noqa: S105  a name of an action


def slot_now(scene: DawnScene, actor: str) -> Slot:
    """The slot that ``actor`` uses, which the shared rules have seen to be there."""
    return next(slot for slot in scene.entitled() if slot.actor == actor)


def number_now(scene: DawnScene, actor: str) -> int:
    """The initiative that is being played."""
    return -slot_now(scene, actor).key[0]


def begin_round(play: DawnPlay) -> None:
    """All who live roll for initiative; nothing begins where nobody can ever act again.

    Dice: one for each, and those that follow from it, in the order in which they joined.
    """
    living = [actor for actor, combatant in play.scene.combatants.items() if not combatant.state.dead]
    if not any(_may_act(play, play.scene.combatants[actor].state) for actor in living):
        return
    play.tell(RoundBegan(number=play.scene.ground.rounds + 1))
    slots: list[Slot] = []
    for actor in living:
        rolled = _rolled(play, actor)
        play.tell(rolled)
        slots += _slots(play, rolled)
    play.tell(Scheduled(slots=tuple(slots)))


def _may_act(reading: DawnReading, state: State) -> bool:
    return state.able or (state.stunned and not state.dying and saves.stun_number(reading.tables, state) > 0)


def initiative_terms(reading: DawnReading, state: State) -> Iterator[Term]:
    """REF, what the weapon in hand gives, and a lightning start (text 004, lines 273-277; B1)."""
    tables = reading.tables
    yield Term("stat", stat(tables, state, "ref"), "B1", detail="REF")
    kind = state.weapons[state.wields].kind if state.wields in state.weapons else FISTS
    weapon = str(tables.row("weapons", kind)["class"])
    if bonus := tables.number("classes", weapon, "initiative"):
        yield Term("class", bonus, tables.source("classes", weapon), detail=tables.title("classes", weapon))
    if state.hurried:
        yield Term("quick", limit(reading.tables, "quick"), tables.source("limits", "quick"))


def _rolled(play: DawnPlay, actor: str) -> InitiativeRolled:
    with play.about(actor):
        return _initiative(play, actor)


def _initiative(play: DawnPlay, actor: str) -> InitiativeRolled:
    """REF and a die; after a one another is taken off, unless luck takes it back (004-26)."""
    terms = tuple(initiative_terms(play, play.scene.combatants[actor].state))

    def rolled() -> Check:
        return check(play, "initiative", terms)

    made = reconsidered(play, actor, rolled(), rolled, lambda _: 0)
    if made.fumble:
        off = play.roll(Ask("initiative", 1, 10))
        fallen = total(terms) + faces_of(made.rolls) - off.faces[0]
        made = msgspec.structs.replace(made, rolls=(*made.rolls, off), total=fallen)
    return InitiativeRolled(actor=actor, check=made, audience=openly(play.scene, actor))


def openly(scene: DawnScene, actor: str) -> Audience:
    """Who may read that somebody's turn comes: the GM alone where one of theirs is down, since the dead have none."""
    combatant = scene.combatants[actor]
    return Audience.GM if combatant.guarded and not combatant.state.able else Audience.ALL


def _slots(reading: DawnReading, rolled: InitiativeRolled) -> list[Slot]:
    """A place at one's initiative, before others of less REF, together with those of the same (004-43)."""
    if rolled.check.total < 0:
        return []
    ref = stat(reading.tables, reading.scene.combatants[rolled.actor].state, "ref")
    return [Slot((-rolled.check.total, -ref), rolled.actor, (ACTION,))]


def joined(play: DawnPlay, actor: str) -> None:
    """Whoever comes into a round rolls, and acts from the initiative on that is being played."""
    if not play.scene.agenda:
        begin_round(play)
        return
    if play.scene.combatants[actor].state.dead:
        return
    rolled = _rolled(play, actor)
    play.tell(rolled)
    now = play.scene.agenda[0].key
    slots = tuple(Slot(max(slot.key, now), actor, slot.kinds) for slot in _slots(play, rolled))
    play.tell(SlotMoved(actor=actor, slots=slots))


def settled(play: DawnPlay) -> None:
    """One whose initiative has come up begins the turn; who cannot act loses the moment, the dead every one."""
    for slot in play.scene.agenda:
        if play.scene.combatants[slot.actor].state.dead and not _still_acts(play, slot):
            play.tell(SlotMoved(actor=slot.actor))
    if (actor := _waiting(play)) is None:
        return
    with play.by_itself(f"turn of {actor}", actor):
        _come(play, actor)


def _still_acts(reading: DawnReading, slot: Slot) -> bool:
    return slot in reading.scene.entitled() and reading.at_opening(slot.actor).able


def _waiting(reading: DawnReading) -> str | None:
    """Somebody whose moment this is, and who has not begun the turn or is in no condition to go on with it."""
    scene = reading.scene
    for slot in scene.entitled():
        if not scene.combatants[slot.actor].state.turn.begun or not reading.at_opening(slot.actor).able:
            return slot.actor
    return None


def _come(play: DawnPlay, actor: str) -> None:
    """A turn begins with the saves of the dying and the stunned; whoever was fired at must test nerve then (004-18).

    Dice: one for each save.
    """
    if not play.scene.combatants[actor].state.turn.begun:
        play.tell(TurnBegan(actor=actor))
        saves.at_turn(play, actor)
    state = play.scene.combatants[actor].state
    if not state.able:
        play.tell(SlotMoved(actor=actor))
        return
    if not state.fears or state.turn.actions:
        return
    play.tell(SlotMoved(actor=actor, slots=(Slot(slot_now(play.scene, actor).key, actor, (NERVE,)),)))


def room(reading: DawnReading, number: int) -> int:
    """How many actions fit from an initiative on, five apart and none below 0 (004-3; GD-13; GD-14)."""
    fitting = number // limit(reading.tables, "step") + 1
    most: int = reading.options["max_actions"]
    return min(fitting, most) if most else fitting


def rush(reading: DawnReading, state: State, *, striding: bool) -> Iterator[Term]:
    """What more than one action costs each of them (text 004, lines 240 and 254-256; 004-4; GD-15 to GD-17).

    A single movement action does not count, unless something is done at its very number.
    """
    turn = state.turn
    fights, runs = turn.actions - turn.moves, turn.moves >= limit(reading.tables, "running")
    extra = (turn.actions if runs else fights) - 1
    if extra > 0:
        yield Term("rush", extra * limit(reading.tables, "rush"), "004:240; 004-4", detail=str(extra))
    if striding and not runs:
        yield Term("on_the_move", limit(reading.tables, "on_the_move"), "004:254; 004-4")
    if state.hurried:
        yield Term("hurry", limit(reading.tables, "hurry"), "B1")


def resting(state: State) -> Stance:
    """The stance of whoever says none: as before; who has moved stands in the open, or behind what was reached."""
    return (Stance.ACTIVE if state.shelter else Stance.OPEN) if state.stance is Stance.MOVING else state.stance


def ready(play: DawnPlay, actor: str, *, moving: bool = False) -> None:
    """Begin an action: who has declared nothing takes one, and no other.

    Raises:
        RuleViolation: all declared actions of this kind are used up.
    """
    state = play.scene.combatants[actor].state
    turn = state.turn
    _check_nerve(state, moving=moving)
    if not turn.actions:
        running = moving or (turn.pinned and not state.shelter)
        stance = Stance.MOVING if running else resting(state)
        play.tell(Assumed(actor=actor, stance=stance, moves=int(moving)))
        return
    if moving and turn.moved >= turn.moves:
        raise RuleViolation(f"{shown(actor)} has no movement left.", f"{turn.moves} movement actions were declared.")
    if not moving and turn.done - turn.moved >= turn.actions - turn.moves:
        raise RuleViolation(f"{shown(actor)} has only movement left.", "Move, or pass.")


def leave(play: DawnPlay, actor: str, *, moved: bool = False, striding: bool = False, count: int = 1) -> None:
    """End an action: the next comes five later, or at this number where ``striding``."""
    slot = slot_now(play.scene, actor)
    play.tell(Acted(actor=actor, moved=moved, count=count))
    turn = play.scene.combatants[actor].state.turn
    number = -slot.key[0] - (0 if striding else limit(play.tables, "step"))
    stays = turn.done < turn.actions and number >= 0
    kinds = (STRIDE,) if striding else (ACTION,)
    play.tell(SlotMoved(actor=actor, slots=(Slot((-number, slot.key[1]), actor, kinds),) if stays else ()))


def declare(play: DawnPlay, order: Act) -> None:
    """Say one's stance and how many actions one takes, how many of them movement (text 004, lines 226-242).

    Raises:
        RuleViolation: it was said already, there is no time for so many, or the stance does not fit.
    """
    inputs, actor = order.inputs, order.actor
    state = play.scene.combatants[actor].state
    if state.turn.actions:
        raise RuleViolation(f"{shown(actor)} has declared already.", "Act, delay or pass.")
    moves, actions = inputs.get("moves", 0), inputs.get("actions", max(1, inputs.get("moves", 0)))
    _check_nerve(state, moving=moves > 0)
    _check_count(play, number_now(play.scene, actor), actions, moves)
    stance = Stance(inputs.get("stance", Stance.MOVING if moves else resting(state)))
    kind = inputs.get("cover", "")
    _check_stance(state, stance, moves, kind)
    if state.turn.pinned and stance not in (Stance.FULL, Stance.MOVING):
        raise RuleViolation(f"{shown(actor)} is pinned down.", "Take full cover, or run for some.")
    level = inputs.get("level", play.tables.number("covers", kind, "level")) if kind else 0
    play.tell(Declared(actor=actor, stance=stance, actions=actions, moves=moves, cover=kind, level=level))


def _check_nerve(state: State, *, moving: bool) -> None:
    """What a suppression roll has settled about leaving cover (text 004, lines 158 and 230; 004-19)."""
    turn = state.turn
    if moving and (turn.bound or (turn.pinned and state.shelter)):
        raise RuleViolation("There is too much fire to leave cover.", "Stay behind it this round.")
    if turn.leaving and not moving and not turn.moves:
        raise RuleViolation("The nerve was for leaving cover.", "Declare movement, or move.")


def _check_count(reading: DawnReading, number: int, actions: int, moves: int) -> None:
    """A shot on the move shares its number, so that one more action fits (004-41)."""
    if moves > actions:
        raise RuleViolation(f"{moves} movement actions are more than {actions} actions.", "Movement counts as action.")
    shares = int(0 < moves < actions)
    most = room(reading, number) + shares
    if actions > most:
        raise RuleViolation(f"At {number} there is no time for {actions} actions.", f"At most {most} fit.")


def _check_stance(state: State, stance: Stance, moves: int, kind: str) -> None:
    if moves and stance is not Stance.MOVING:
        raise RuleViolation(f"Movement takes the moving stance, not {stance.value}.", "Leave stance or moves out.")
    if stance is Stance.MOVING and not moves:
        raise RuleViolation("A moving stance needs movement.", "Say moves=1, 2 or 3.")
    if stance in BEHIND and not (kind or state.shelter):
        raise RuleViolation("There is no cover.", "Say cover=, or move behind some.")


def pass_(play: DawnPlay, order: Act) -> None:
    """Do nothing more in this round."""
    play.tell(Passed(actor=order.actor))
    play.tell(SlotMoved(actor=order.actor))


def delay(play: DawnPlay, order: Act) -> None:
    """Wait until a later initiative; what follows comes five after that (text 004, line 244).

    Raises:
        RuleViolation: that moment has passed.
    """
    slot, number = slot_now(play.scene, order.actor), order.inputs["until"]
    if number >= -slot.key[0]:
        raise RuleViolation("That moment has passed.", f"Wait until less than {-slot.key[0]}.")
    play.tell(Delayed(actor=order.actor, number=number))
    play.tell(SlotMoved(actor=order.actor, slots=(Slot((-number, slot.key[1]), order.actor, (ACTION,)),)))


def quick(play: DawnPlay, order: Act) -> None:
    """Start the next round like lightning: +3 initiative for -3 on all its actions (B1)."""
    play.tell(QuickStart(actor=order.actor))


RULES: dict[str, RuleOf] = {"declare": declare, PASS: pass_, "delay": delay, "quick": quick}
