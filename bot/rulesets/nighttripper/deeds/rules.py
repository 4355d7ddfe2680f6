"""What is done in a round besides attacking: talk, run, and anything else."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.ground.moving import bound_for, went
from bot.core.ground.shelter import piece_meant, sheltered
from bot.core.wording import metres, shown
from bot.rulesets.nighttripper.checks.events import Outcome
from bot.rulesets.nighttripper.checks.rules import (
    MELEE,
    MOVING,
    RANGED,
    WORK,
    rank,
    spent,
    thrown,
    told_terms,
    wound_terms,
)
from bot.rulesets.nighttripper.deeds.actions import GetBehind, Move, Resolve, Talk, TrySkill, Work
from bot.rulesets.nighttripper.deeds.events import FightResolved, Moved, SkillTried, Talked, Worked
from bot.rulesets.nighttripper.person.limbs import ARM, LEG, check_limbs
from bot.rulesets.nighttripper.person.sheet import FISTS, weapons_at_hand
from bot.rulesets.nighttripper.play import NightPlay, NightScene
from bot.rulesets.nighttripper.state import Weapon
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


def _throw(play: NightPlay, tried: Talk | TrySkill | Work, deed: str) -> Outcome:
    """Return a throw for a skill, with what hampers the ``deed``."""
    state = play.at_opening(tried.actor)
    terms = (rank(state, tried.skill), *wound_terms(play, state, deed), *told_terms(tried.modifier))
    return thrown(play, tried.actor, terms)


@rules(Move)
def move(play: NightPlay, run: Move) -> None:
    """Run, at most about 9 m; to run away from somebody breaks off the melee (text 002, line 46; 002-10).

    Raises:
        RuleViolation: too far, it is not said from whom, or there is no leg to run with.
    """
    actor, target, away = run.actor, run.target, run.away
    check_limbs(play.at_opening(actor), actor, LEG)
    most_m = play.tables.limits.run.value
    run_m = most_m if run.metres is None else run.metres
    _check_run(play.scene, actor, target, away=away)
    way = bound_for(play, actor, target, away=away, to=run.to, via=run.via)
    if run_m > most_m:
        raise RuleViolation(f"{metres(run_m)} is too far.", f"Over open ground one can run {most_m} m.")
    run_m = way.at_most(run_m)
    known_m = None if away or way.legs or not target else play.distance(actor, target)
    run_m = run_m if known_m is None else min(run_m, known_m)
    play.tell(Moved(actor=actor, target=target, metres=run_m, away=away))
    went(play, way, run_m)
    play.tell(done(actor))


@rules(GetBehind)
def get_behind(play: NightPlay, taken: GetBehind) -> None:
    """Run behind something on the ground, which takes what a run takes (text 002, line 46).

    Raises:
        RuleViolation: it is too far, something is in the way, or there is no leg to run with.
    """
    actor, ground = taken.actor, play.scene.ground
    check_limbs(play.at_opening(actor), actor, LEG)
    way = bound_for(play, actor, to=sheltered(play, actor, taken.behind), via=taken.via)
    run_m, most_m = way.length_m or 0.0, play.tables.limits.run.value
    if run_m > most_m:
        raise RuleViolation(
            f"It is {metres(run_m)} to there.", f"One can run {most_m} m: run nearer first, /act action:move."
        )
    piece = piece_meant(ground, taken.behind) if ground else None
    play.tell(Moved(actor=actor, metres=run_m, behind=piece.name if piece and not piece.hidden else ""))
    went(play, way, run_m)
    play.tell(done(actor))


def _check_run(scene: NightScene, actor: str, target: str, *, away: bool) -> None:
    if target:
        scene.present(target)
    if target == actor or (away and not target):
        raise RuleViolation("Towards or away from whom?", "Name somebody else as the target.")


@rules(Work)
def work(play: NightPlay, task: Work) -> None:
    """Do anything else, with a throw where a skill is named (text 002, lines 49-50).

    A complex technical task is hopeless for the untrained (ruling D); one that needs the legs is hampered by their
    wounds (002-14). Dice: two for the throw, one for each reroll.
    """
    throw = _tried(play, task) if task.skill else None
    play.tell(Worked(actor=task.actor, what=task.what, skill=task.skill, throw=throw))
    spent(play, task.actor, throw)
    play.tell(done(task.actor))


def _tried(play: NightPlay, task: TrySkill | Work) -> Outcome | None:
    """Return a throw for a task; None where it is hopeless."""
    if task.complex and not rank(play.at_opening(task.actor), task.skill).value:
        return None
    return _throw(play, task, MOVING if task.moving else WORK)


@rules(TrySkill)
def try_skill(play: NightPlay, tested: TrySkill) -> None:
    """Throw for a skill where nobody fights (ruling D).

    Dice: two for the throw, one for each reroll.

    Raises:
        RuleViolation: a fight is open.
    """
    _check_peace(play.scene, "In a fight it takes a step: /act action:work or /act action:talk, with a skill.")
    throw = _tried(play, tested)
    play.tell(SkillTried(actor=tested.actor, skill=tested.skill, throw=throw))
    spent(play, tested.actor, throw)


@rules(Resolve)
def resolve(play: NightPlay, fight: Resolve) -> None:
    """Have a single throw with a weapon decide a simple fight (text 002, line 8); what it comes to, the GM says.

    Dice: two for the throw, one for each reroll.

    Raises:
        RuleViolation: a fight is being played already, there is no such weapon, or no arm.
    """
    _check_peace(play.scene, "Play it on; one throw decides where none is open.")
    actor, state = fight.actor, play.scene.combatants[fight.actor].state
    check_limbs(state, actor, ARM)
    said, known = fight.weapon or state.wields, weapons_at_hand(state)
    name = next((each for each in known if each.casefold() == said.casefold()), None)
    if name is None:
        raise RuleViolation(f"{shown(actor)} has no {said[:40]}.", f"At hand: {', '.join(known)}.")
    kind = state.weapons.get(name, Weapon(FISTS)).kind
    row = play.tables.weapons[kind]
    wounds = wound_terms(play, state, RANGED if row.row else MELEE)
    throw = thrown(play, actor, (rank(state, name, kind, row.title), *wounds, *told_terms(fight.modifier)))
    play.tell(FightResolved(actor=actor, weapon=name, throw=throw, won=throw.impact > 0))
    spent(play, actor, throw)


def _check_peace(scene: NightScene, remedy: str) -> None:
    """Raise RuleViolation while a fight is open."""
    if scene.fight:
        raise RuleViolation("A fight is being played here.", remedy)
