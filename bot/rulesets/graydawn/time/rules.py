"""What somebody says of the turn: stance and actions, waiting, passing, and a lightning start."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.core.timeline import Slot
from bot.core.wording import counted, shown
from bot.rulesets.graydawn.checks.stats import is_lame
from bot.rulesets.graydawn.cover.rules import taken_cover
from bot.rulesets.graydawn.cover.things import beside
from bot.rulesets.graydawn.play import DawnPlay, DawnReading
from bot.rulesets.graydawn.state import BEHIND, Shelter, Stance, State
from bot.rulesets.graydawn.time.actions import Declare, Delay, Pass, Quick
from bot.rulesets.graydawn.time.events import Declared, Delayed, FearLapsed, Passed, QuickStart
from bot.rulesets.graydawn.time.settled import settled_for
from bot.rulesets.graydawn.time.slots import ACTION, NERVE, STRIDE, most_actions, number_now, slot_now
from bot.rulesets.graydawn.time.turns import unsaid_stance

rules = Rules()

KEEPING = (*BEHIND, Stance.BRACED)
"""The stances in which whatever stands beside one is cover."""


@rules(Declare)
def declare(play: DawnPlay, said: Declare) -> None:
    """Say one's stance and how many actions one takes, how many of them movement (text 004, lines 226-242).

    Raises:
        RuleViolation: there is no time for so many, or the stance does not fit.
    """
    actor, moves = said.actor, said.moves
    state = play.at_opening(actor)
    actions = max(1, moves) if said.actions is None else said.actions
    if refusal := settled_for(state, moving=moves > 0):
        raise refusal
    _check_count(play, state, number_now(play.scene, actor), actions, moves)
    stance = said.stance or (Stance.MOVING if moves else unsaid_stance(state))
    taken = taken_cover(play, actor, said.cover, said.level)
    place = play.scene.ground.places.get(actor) if play.scene.ground else None
    if place and not taken and not state.shelter and stance in KEEPING and not state.turn.pinned:
        taken = beside(play, place)
    _check_stance(state, stance, moves, taken)
    _check_dared(state, actor, stance, taken)
    behind = taken or Shelter("", 0)
    play.tell(
        Declared(
            actor=actor,
            stance=stance,
            actions=actions,
            moves=moves,
            cover=behind.kind,
            level=behind.level,
            thing=behind.thing,
        )
    )


def _check_count(reading: DawnReading, state: State, number: int, actions: int, moves: int) -> None:
    """Check that there is time for so many: a shot on the move shares its number, so one more action fits (004-41).

    Raises:
        RuleViolation: there is not, more of them are movement than may be (text 004, lines 250-252), or than a leg
            carries for.
    """
    acts = counted(actions, "action")
    if moves > actions:
        raise RuleViolation(f"{moves} movement actions are more than {acts}.", "Movement counts as action.")
    furthest = reading.tables.limits.moves.value
    if moves > furthest:
        raise RuleViolation(f"Nobody moves {moves} times in a round.", f"Say moves={furthest} or fewer.")
    if moves > 1 and is_lame(reading.tables, state):
        raise RuleViolation("Nobody runs on one leg.", "Say moves=1.")
    shares = int(0 < moves < actions)
    most = most_actions(reading, number) + shares
    if actions > most:
        raise RuleViolation(f"At {number} there is no time for {acts}.", f"At most {most} fit: say actions={most}.")


def _check_stance(state: State, stance: Stance, moves: int, taken: Shelter | None) -> None:
    if moves and stance is not Stance.MOVING:
        raise RuleViolation(f"Movement takes the moving stance, not {stance.value}.", "Leave stance or moves out.")
    if stance is Stance.MOVING and not moves:
        raise RuleViolation("A moving stance needs movement.", "Say moves=.")
    if stance in BEHIND and not (taken or state.shelter):
        raise RuleViolation(
            "There is no cover.",
            "Go behind some: /act action:take_cover, or a GM says what there is: /act action:cover.",
        )


def _check_dared(state: State, actor: str, stance: Stance, taken: Shelter | None) -> None:
    """Check a stance by what a suppression roll has left of it: no cover out of nothing (text 004, line 230; 004-19).

    Raises:
        RuleViolation: nerve has failed for it.
    """
    if state.turn.pinned and stance not in (Stance.FULL, Stance.MOVING):
        raise RuleViolation(
            f"{shown(actor)} is pinned down.",
            "Take full cover with stance=full_cover, or run for some: /act action:move.",
        )
    if state.turn.pinned and taken:
        raise RuleViolation(
            "No cover comes out of nothing.", "Run for it: /act action:move, with:cover=wall where a wall is reached."
        )
    if state.turn.bound and (stance is Stance.BRACED or (state.shelter and stance not in BEHIND)):
        raise RuleViolation("There is nerve for active cover and no more.", "Declare active_cover, or say no stance.")


@rules(Pass)
def pass_(play: DawnPlay, passing: Pass) -> None:
    """Do nothing more in this round; who was under fire has let that go by, too (text 004, lines 164-166)."""
    actor = passing.actor
    play.price(None)
    play.tell(Passed(actor=actor))
    if NERVE in slot_now(play.scene, actor).kinds:
        play.tell(FearLapsed(actor=actor, felt=play.at_opening(actor).fears))
    play.tell(SlotMoved(actor=actor))


@rules(Delay)
def delay(play: DawnPlay, waiting: Delay) -> None:
    """Wait until a later initiative; what follows comes five after that (text 004, line 244).

    Who would act in haste behind a move does so no more five later (text 004, line 254).

    Raises:
        RuleViolation: that moment has passed.
    """
    actor, number, slot = waiting.actor, waiting.until, slot_now(play.scene, waiting.actor)
    if number >= -slot.key[0]:
        remedy = f"Say until={-slot.key[0] - 1} or less." if slot.key[0] else "None is left in this round: act now."
        raise RuleViolation("That moment has passed.", remedy)
    play.tell(Delayed(actor=actor, number=number))
    since = play.scene.combatants[actor].state.turn.strode - number
    kinds = (STRIDE,) if STRIDE in slot.kinds and since < play.tables.limits.step.value else (ACTION,)
    play.tell(SlotMoved(actor=actor, slots=(Slot((-number, slot.key[1]), actor, kinds),)))


@rules(Quick)
def quick(play: DawnPlay, asked: Quick) -> None:
    """Start the next round like lightning: +3 initiative for -3 on all its actions (B1).

    Raises:
        RuleViolation: that was said already.
    """
    if play.scene.combatants[asked.actor].state.quick:
        raise RuleViolation(f"{shown(asked.actor)} gets ready for that already.", "Act, or pass with /act action:pass.")
    play.tell(QuickStart(actor=asked.actor))
