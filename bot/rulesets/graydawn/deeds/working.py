"""Anything else that is done in a turn, with a check where a stat or a skill is named."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.terms import Term
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.checks.luck import reconsidered
from bot.rulesets.graydawn.checks.rolls import check, passed
from bot.rulesets.graydawn.checks.stats import skill_term, stat, told_terms
from bot.rulesets.graydawn.deeds.actions import SkillTry, Work
from bot.rulesets.graydawn.deeds.events import Worked
from bot.rulesets.graydawn.play import DawnPlay, DawnReading
from bot.rulesets.graydawn.state import State
from bot.rulesets.graydawn.time.slots import haste

rules = Rules()


@rules(Work)
def work(play: DawnPlay, task: Work) -> None:
    """Do anything else, with a check of a stat and a skill against a number where one of them is named (B1).

    Dice: one for the check, with what follows a ten.

    Raises:
        RuleViolation: no skill is called so.
    """
    checked = task.skill is not None or task.stat
    made = _checked(play, task) if checked else None
    done = made is not None and passed(made, task.number)
    play.tell(Worked(actor=task.actor, what=task.what, check=made, number=task.number, done=done))


@rules(SkillTry)
def try_out(play: DawnPlay, task: SkillTry) -> None:
    """Make a check where no fight is on; a skill that succeeds has its mark (text 004, line 85). Dice: as for `work`.

    Raises:
        RuleViolation: a fight is on, or nothing is named to check.
    """
    if play.scene.fight:
        raise RuleViolation("A fight is on.", "In one's turn there is /act action:work.")
    if task.skill is None and not task.stat:
        raise RuleViolation("What is tried?", "Say skill= or stat=.")
    made = _checked(play, task)
    play.tell(Worked(actor=task.actor, check=made, number=task.number, done=passed(made, task.number)))


def _skilled(reading: DawnReading, state: State, wanted: str) -> str:
    """Return the skill that is named, one of the table or of one's own.

    Raises:
        RuleViolation: there is none of that name.
    """
    known, skill = dict.fromkeys((*state.skills, *reading.tables.skills)), wanted.casefold().strip()
    if skill not in known:
        raise RuleViolation(f"{wanted[:40]!r} is no skill.", f"Of: {', '.join(known)}.")
    return skill


def _checked(play: DawnPlay, task: Work | SkillTry) -> Outcome:
    state = play.at_opening(task.actor)
    skill = "" if task.skill is None else _skilled(play, state, task.skill)
    listed = play.tables.skills.get(skill)
    key = task.stat or (listed.stat if listed else "ref")
    terms = (
        Term("stat", stat(play.tables, state, key), "B1", detail=key.upper()),
        *((skill_term(state, skill),) if skill else ()),
        *(haste(play, task.actor) if isinstance(task, Work) else ()),
        *told_terms(task.modifier),
    )

    def rolled() -> Outcome:
        return check(play, "check", terms, skill)

    return reconsidered(play, task.actor, rolled(), rolled, lambda made: task.number - made.total)
