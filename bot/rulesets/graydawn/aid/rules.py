"""What makes a body better: first aid, rest, and the word of a GM."""

from __future__ import annotations

from bot.core.errors import RuleViolation, already_dead
from bot.core.features import Rules
from bot.core.ground.lost import check_in_sight
from bot.core.terms import Term
from bot.core.wording import shown, the
from bot.rulesets.graydawn.aid.actions import Heal, Rest, Treat
from bot.rulesets.graydawn.aid.events import Healed, Treated
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.checks.luck import reconsidered
from bot.rulesets.graydawn.checks.rolls import check, passed
from bot.rulesets.graydawn.checks.stats import mortal_number, skill_term, stat, told_terms
from bot.rulesets.graydawn.cover.between import protection
from bot.rulesets.graydawn.play import DawnPlay, DawnReading
from bot.rulesets.graydawn.state import HOURS_OF_DAY
from bot.rulesets.graydawn.targets import check_reached, present
from bot.rulesets.graydawn.time.slots import haste
from bot.rulesets.graydawn.wounds.events import Recovered

rules = Rules()

FIRST_AID = "first aid"


@rules(Treat)
def stabilize(play: DawnPlay, help_given: Treat) -> None:
    """Keep somebody alive: TECH and first aid against all damage that was taken (B5). Dice: as for a check.

    One goes there first, also where distances are told and that one is known (ours). Of an enemy no player is told
    whether it needs help, nor by how much too little was done; nor does a mark tell it.

    Raises:
        RuleViolation: nobody is named who needs it and is in sight and reach, with nothing between.
    """
    actor = help_given.actor
    target = present(play.scene, actor, help_given.target or actor)
    check_in_sight(play.scene, actor, target)
    if target != actor:
        _check_at_hand(play, actor, target)
    hurt = play.scene.combatants[target].state
    untold = play.scene.combatants[target].guarded and not play.scene.combatants[actor].guarded
    if not untold and (hurt.dead or hurt.stable or not hurt.boxes):
        raise RuleViolation(f"{shown(target)} cannot be stabilized.", "It takes somebody wounded who still lives.")
    state, number = play.at_opening(actor), hurt.boxes
    terms = (
        Term("stat", stat(play.tables, state, "tech"), "B5", detail="TECH"),
        skill_term(state, FIRST_AID, "B5"),
        *haste(play, actor),
        *told_terms(help_given.modifier),
    )

    def rolled() -> Outcome:
        return check(play, "stabilize", terms, "" if untold else FIRST_AID)

    made = reconsidered(play, actor, rolled(), rolled, lambda one: 0 if untold else number - one.total)
    play.tell(Treated(actor=actor, target=target, check=made, number=number, done=passed(made, number)))


def _check_at_hand(reading: DawnReading, actor: str, target: str) -> None:
    """Raise RuleViolation where somebody is out of the reach of hands, or wholly behind a thing."""
    check_reached(reading.tables, target, reading.distance(actor, target))
    if by := protection(reading, actor, target).by:
        whom = shown(target)
        raise RuleViolation(f"{whom} is behind {the(by)}.", f"Go round it first: /act action:move target:{whom}.")


@rules(Heal)
def heal(play: DawnPlay, better: Heal) -> None:
    """Clear boxes of the wound track and stun, all where no number is named; the dead stay dead (004-49).

    Who has none left comes round (ours).

    Raises:
        RuleViolation: there is nothing of the kind.
    """
    actor = better.target or better.actor
    state = play.scene.present(actor).state
    boxes = state.boxes if better.boxes is None else min(state.boxes, better.boxes)
    stun = state.stun if better.stun is None else min(state.stun, better.stun)
    ones = max(0, state.ones - max(0, state.boxes - boxes))
    limbs = better.limbs and bool(state.crippled)
    comes_round = state.stunned and not state.dead and (boxes, stun) == (state.boxes, state.stun)
    if not (boxes or stun or limbs or comes_round):
        unhurt = not (state.boxes or state.stun or state.crippled)
        there = f"{shown(actor)} is unhurt." if unhurt else "Say boxes=, stun= or limbs=yes."
        raise RuleViolation("That changes nothing.", there)
    if boxes or stun or limbs:
        play.tell(Healed(actor=actor, boxes=boxes, ones=min(ones, boxes), stun=stun, limbs=limbs, rested=state.rested))
    if comes_round:
        play.tell(Recovered(actor=actor))


@rules(Rest)
def rest(play: DawnPlay, rested: Rest) -> None:
    """Let time heal: stun by the hour, up to four one-point wounds a day, real ones where the campaign says so.

    Hours of several rests add up to days. One-point wounds stay while somebody is mortally wounded (text 004, lines
    180-182; 004-49). Who is hurt less than that is stunned for no hour (ours).

    Raises:
        RuleViolation: nothing heals the dead.
    """
    actor = rested.target or rested.actor
    state = play.scene.present(actor).state
    if state.dead:
        raise already_dead(actor)
    days, left = divmod(state.rested + rested.hours, HOURS_OF_DAY)
    mortal = mortal_number(play.tables, state.boxes) is not None
    ones = 0 if mortal else min(state.ones, days * play.tables.limits.small_wounds.value)
    daily = days * play.tables.limits.daily.value if play.options["daily_healing"] else 0
    real = min(state.boxes - state.ones, daily)
    stun = min(state.stun, rested.hours * play.tables.limits.hourly.value)
    play.tell(Healed(actor=actor, boxes=ones + real, ones=ones, stun=stun, rested=left))
    if state.stunned and not (mortal or state.dying):
        play.tell(Recovered(actor=actor))
