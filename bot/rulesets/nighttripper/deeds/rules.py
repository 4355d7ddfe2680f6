"""What is done in a round besides attacking: talk, run, and anything else."""

from __future__ import annotations

from bot.core.errors import RuleViolation, absent
from bot.core.events import RangeSet
from bot.core.features import Rules
from bot.rulesets.nighttripper.deeds.actions import Move, Talk, Work
from bot.rulesets.nighttripper.deeds.events import Moved, Talked, Worked
from bot.rulesets.nighttripper.play import NightPlay, NightScene
from bot.rulesets.nighttripper.throws.events import Throw
from bot.rulesets.nighttripper.throws.rules import MOVING, WORK, rank, spent, thrown, told_terms, wound_terms
from bot.rulesets.nighttripper.time.rules import done

rules = Rules()


@rules(Talk)
def talk(play: NightPlay, said: Talk) -> None:
    """Say a few words before anything else happens; to talk them out of it, with a throw (text 002, lines 33-34).

    Dice: two for the throw, one for each reroll.
    """
    throw = _throw(play, said, WORK) if said.skill else None
    play.tell(Talked(actor=said.actor, words=said.words, skill=said.skill, throw=throw))
    spent(play, said.actor, throw)
    play.tell(done(said.actor))


def _throw(play: NightPlay, done: Talk | Work, deed: str) -> Throw:
    """A throw for a skill, with what hampers the ``deed``."""
    state = play.at_opening(done.actor)
    terms = (rank(state, done.skill), *wound_terms(play, state, deed), *told_terms(done.modifier))
    return thrown(play, done.actor, terms)


@rules(Move)
def move(play: NightPlay, run: Move) -> None:
    """Run, at most about 9 m; to run away from somebody breaks off the melee (text 002, line 46; 002-10).

    Raises:
        RuleViolation: too far, or it is not said from whom.
    """
    actor, target, away = run.actor, run.target, run.away
    most_m = play.tables.limits.run.value
    metres = most_m if run.metres is None else run.metres
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


@rules(Work)
def work(play: NightPlay, task: Work) -> None:
    """Do anything else, with a throw where a skill is named (text 002, lines 49-50).

    A complex technical task is hopeless for the untrained (ruling D); one that needs the legs is hampered by their
    wounds (002-14). Dice: two for the throw, one for each reroll.
    """
    hopeless = task.complex and not rank(play.at_opening(task.actor), task.skill).value
    throw = None if hopeless or not task.skill else _throw(play, task, MOVING if task.moving else WORK)
    play.tell(Worked(actor=task.actor, what=task.what, skill=task.skill, throw=throw))
    spent(play, task.actor, throw)
    play.tell(done(task.actor))
