"""What is done in a turn besides attacking, moving and loading."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.orders import Act
from bot.core.renaming import sign_of
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.graydawn.attempts import in_hand
from bot.rulesets.graydawn.check import check, passed, skill_term, stat, told_terms
from bot.rulesets.graydawn.events import Aimed, Check, Drew, Stabilized, Worked
from bot.rulesets.graydawn.luck import reconsidered
from bot.rulesets.graydawn.play import DawnPlay, DawnReading, RuleOf
from bot.rulesets.graydawn.state import Stance, State
from bot.rulesets.graydawn.targets import present, target_of
from bot.rulesets.graydawn.turns import STRIDE, leave, ready, rush, slot_now

FIRST_AID = "first aid"
DIFFICULTY = 15


def draw(play: DawnPlay, order: Act) -> None:
    """Take another weapon in hand, as one action (ours)."""
    ready(play, order.actor)
    key, _ = in_hand(play.scene.combatants[order.actor].state, order.inputs["item"])
    play.tell(Drew(actor=order.actor, weapon=key))
    leave(play, order.actor)


def aim(play: DawnPlay, order: Act) -> None:
    """Aim for the whole round (text 004, line 267; 004-30).

    Raises:
        RuleViolation: something else was declared, nothing can be seen from here, or there is no such target.
    """
    actor = order.actor
    ready(play, actor)
    state = play.scene.combatants[actor].state
    if state.stance is Stance.FULL or state.turn.pinned:
        raise RuleViolation("Who keeps wholly down, or runs for it, cannot aim.", "Declare another stance first.")
    if state.turn.actions > 1:
        raise RuleViolation("Aiming takes the whole round.", "Declare one action only, and aim with it.")
    target = target_of(play.scene, actor, order.inputs["target"])
    held = state.aim
    rounds = held.rounds + 1 if held and held.target == sign_of(target) else 1
    leave(play, actor)
    play.tell(Aimed(actor=actor, target=target, rounds=rounds))


def work(play: DawnPlay, order: Act) -> None:
    """Do anything else, with a check of a stat and a skill against a number where one of them is named (B1).

    Dice: one for the check, with what follows a ten.

    Raises:
        RuleViolation: no skill is called so.
    """
    ready(play, order.actor)
    inputs, actor = order.inputs, order.actor
    number, made = inputs.get("number", DIFFICULTY), None
    if "skill" in inputs or "stat" in inputs:
        made = _checked(play, order, number)
    done = made is not None and passed(made, number)
    play.tell(Worked(actor=actor, what=inputs.get("what", ""), check=made, number=number, done=done))
    leave(play, actor)


def _skilled(reading: DawnReading, state: State, wanted: str) -> str:
    """The skill that is named, one of the table or of one's own.

    Raises:
        RuleViolation: there is none of that name.
    """
    known, skill = dict.fromkeys((*state.skills, *reading.tables.rows("skills"))), wanted.casefold().strip()
    if skill not in known:
        raise RuleViolation(f"{wanted[:40]!r} is no skill.", f"Of: {', '.join(known)}.")
    return skill


def _checked(play: DawnPlay, order: Act, number: int) -> Check:
    state = play.at_opening(order.actor)
    skill = _skilled(play, state, order.inputs["skill"]) if "skill" in order.inputs else ""
    key = order.inputs.get("stat") or play.tables.rows("skills").get(skill, {}).get("stat", "ref")
    terms = (
        Term("stat", stat(play.tables, state, key), "B1", detail=key.upper()),
        *((skill_term(state, skill),) if skill else ()),
        *_haste(play, order.actor),
        *told_terms(order.inputs),
    )

    def rolled() -> Check:
        return check(play, "check", terms, skill)

    return reconsidered(play, order.actor, rolled(), rolled, lambda made: number - made.total)


def _haste(reading: DawnReading, actor: str) -> tuple[Term, ...]:
    striding = STRIDE in slot_now(reading.scene, actor).kinds
    return tuple(rush(reading, reading.scene.combatants[actor].state, striding=striding))


def stabilize(play: DawnPlay, order: Act) -> None:
    """Keep somebody alive: TECH and first aid against all damage that was taken (B5). Dice: as for a check.

    Of an enemy nobody is told whether it needs help, nor by how much too little was done.

    Raises:
        RuleViolation: nobody is named who needs it.
    """
    actor = order.actor
    target = present(play.scene, actor, order.inputs.get("target", actor))
    patient = play.scene.combatants[target]
    hurt = patient.state
    if not patient.guarded and (hurt.dead or hurt.stable or not hurt.boxes):
        raise RuleViolation(f"{shown(target)} cannot be stabilized.", "It takes somebody wounded who still lives.")
    ready(play, actor)
    state, number = play.at_opening(actor), hurt.boxes
    terms = (
        Term("stat", stat(play.tables, state, "tech"), "B5", detail="TECH"),
        skill_term(state, FIRST_AID, "B5"),
        *_haste(play, actor),
        *told_terms(order.inputs),
    )

    def rolled() -> Check:
        return check(play, "stabilize", terms, FIRST_AID)

    made = reconsidered(play, actor, rolled(), rolled, lambda one: 0 if patient.guarded else number - one.total)
    play.tell(Stabilized(actor=actor, target=target, check=made, number=number, done=passed(made, number)))
    leave(play, actor)


RULES: dict[str, RuleOf] = {"draw": draw, "aim": aim, "work": work, "treat": stabilize}
