"""What is done in a round besides attacking: talk, run, and anything else."""

from __future__ import annotations

from bot.core.errors import RuleViolation, absent
from bot.core.events import RangeSet
from bot.core.features import Rules
from bot.core.orders import Act
from bot.rulesets.nighttripper.deeds.events import Moved, Talked, Worked
from bot.rulesets.nighttripper.play import NightPlay, NightScene
from bot.rulesets.nighttripper.throws.events import Throw
from bot.rulesets.nighttripper.throws.rules import MOVING, WORK, rank, spent, thrown, told_terms, wound_terms
from bot.rulesets.nighttripper.time.rules import done

rules = Rules()


@rules("talk")
def talk(play: NightPlay, order: Act) -> None:
    """Say a few words before anything else happens; to talk them out of it, with a throw (text 002, lines 33-34).

    Dice: two for the throw, one for each reroll.
    """
    actor, skill, words = order.actor, order.inputs.get("skill", ""), order.inputs.get("words", "")
    throw = _throw(play, order, skill, WORK) if skill else None
    play.tell(Talked(actor=actor, words=words, skill=skill, throw=throw))
    spent(play, actor, throw)
    play.tell(done(actor))


def _throw(play: NightPlay, order: Act, skill: str, deed: str) -> Throw:
    """A throw for a skill, with what hampers the ``deed``."""
    state = play.at_opening(order.actor)
    terms = (rank(state, skill), *wound_terms(play, state, deed), *told_terms(order.inputs))
    return thrown(play, order.actor, terms)


@rules("move")
def move(play: NightPlay, order: Act) -> None:
    """Run, at most about 9 m; to run away from somebody breaks off the melee (text 002, line 46; 002-10).

    Raises:
        RuleViolation: too far, or it is not said from whom.
    """
    actor, target = order.actor, order.inputs.get("target", "")
    most_m, away = play.tables.number("limits", "run", "value"), bool(order.inputs.get("away"))
    metres = order.inputs.get("metres", most_m)
    _check_run(play.scene, actor, target, away=away)
    if metres > most_m:
        raise RuleViolation(f"{metres:g} m is too far.", f"Over open ground one can run {most_m} m.")
    play.tell(Moved(actor=actor, target=target, metres=metres, away=away))
    range_m = play.distance(actor, target)
    if range_m is not None:
        changed_m = range_m + metres if away else max(0.0, range_m - metres)
        play.tell(RangeSet(actor=actor, target=target, range_m=changed_m))
    play.tell(done(actor))


def _check_run(scene: NightScene, actor: str, target: str, *, away: bool) -> None:
    if target and target not in scene.combatants:
        raise absent(target)
    if target == actor or (away and not target):
        raise RuleViolation("Towards or away from whom?", "Name somebody else as the target.")


@rules("work")
def work(play: NightPlay, order: Act) -> None:
    """Do anything else, with a throw where a skill is named (text 002, lines 49-50).

    A complex technical task is hopeless for the untrained (ruling D); one that needs the legs is hampered by their
    wounds (002-14). Dice: two for the throw, one for each reroll.
    """
    actor, skill, what = order.actor, order.inputs.get("skill", ""), order.inputs.get("what", "")
    hopeless = order.inputs.get("complex") and not rank(play.at_opening(actor), skill).value
    deed = MOVING if order.inputs.get("moving") else WORK
    throw = None if hopeless or not skill else _throw(play, order, skill, deed)
    play.tell(Worked(actor=actor, what=what, skill=skill, throw=throw))
    spent(play, actor, throw)
    play.tell(done(actor))
