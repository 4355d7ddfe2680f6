"""A check is one ten-sided die, two ability modifiers, a rank and effort against a difficulty."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.events import Audience
from bot.core.features import Rules
from bot.core.ground.lost import check_in_sight
from bot.core.terms import Term, total
from bot.core.wording import shown
from bot.rulesets.horizons.checks.actions import CheckSkill, Contest, Rest
from bot.rulesets.horizons.checks.events import Checked, Contested, EffortSpent, Outcome, Rested, SideEffect
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsReading, opponent, someone
from bot.rulesets.horizons.state import State, modifier

rules = Rules()

SIDES = 10
MOST_DICE = 3


def modifiers(state: State, abilities: tuple[str, ...]) -> tuple[Term, ...]:
    """Return the modifiers of abilities as summands."""
    return tuple(Term(ability, modifier(state, ability), "E") for ability in abilities)


def terms_of(reading: HorizonsReading, state: State, skill: str, effort: int = 0) -> tuple[Term, ...]:
    """Return what is added to the die: modifiers, of the unlearned only bad ones, rank, conditions and effort."""
    rank = state.skills.get(skill, 0)
    abilities = reading.tables.skills[skill].abilities
    found = modifiers(state, abilities)
    learned = found if rank else tuple(term for term in found if term.value < 0)
    told = tuple(told_terms(state, skill))
    return *learned, Term("rank", rank, "E", skill), *told, *([Term("effort", effort, "E")] if effort else [])


def told_terms(state: State, skill: str) -> Iterator[Term]:
    """Yield what the GM said ails or helps somebody at a check of a skill (ours)."""
    for name, condition in state.conditions.items():
        if condition.modifier and condition.skill in ("", skill):
            yield Term("condition", condition.modifier, "ours", name)


def check_effort(state: State, skill: str, effort: int) -> None:
    """Raise RuleViolation where more effort is put in than there is, or than the rank of the skill."""
    most = min(state.effort, state.skills.get(skill, 0))
    if effort > most:
        raise RuleViolation(f"No more than {most} effort can go into that.", "Up to the rank, while points are left.")


def rolled(play: HorizonsPlay, state: State, skill: str, effort: int = 0) -> Outcome:
    """Roll a check: a one or a ten is followed by another die, three at most.

    Raises:
        RuleViolation: there is not that much effort.
    """
    check_effort(state, skill, effort)
    terms = terms_of(play, state, skill, effort)
    rolls = [play.roll(Ask("check", 1, SIDES))]
    while rolls[-1].faces[0] in (1, SIDES) and len(rolls) < MOST_DICE:
        rolls.append(play.roll(Ask("escalation", 1, SIDES)))
    faces = [roll.faces[0] for roll in rolls]
    side = faces.count(SIDES) - faces.count(1)
    return Outcome(skill, terms, rolls[0], tuple(rolls[1:]), total(terms) + faces[0], side, effort)


def meets(result: int, difficulty: int) -> bool:
    """Tell whether a total reaches a difficulty; one below 1 is met by any (ruling 000-28)."""
    return difficulty < 1 or result >= difficulty


def aftermath(
    play: HorizonsPlay, actor: str, check: Outcome, audience: Audience = Audience.ALL, *, decided: bool = False
) -> None:
    """Tell what a check leaves behind: effort spent, and a side effect, open until somebody says what comes of it.

    One that is ``decided`` is not open: a rule has said it.
    """
    if check.effort:
        play.tell(EffortSpent(actor=actor, points=check.effort, audience=audience))
    if not check.side:
        return
    play.tell(SideEffect(actor=actor, degree=check.side, open=not decided, audience=audience))


@rules(CheckSkill)
def check(play: HorizonsPlay, check: CheckSkill) -> None:
    """Try a skill against a difficulty (ruling E).

    Raises:
        RuleViolation: the actor cannot act, or has not that much effort.
    """
    made = rolled(play, play.scene.combatants[check.actor].state, check.skill, check.effort)
    passed = meets(made.result, check.difficulty)
    play.tell(Checked(actor=check.actor, check=made, difficulty=check.difficulty, passed=passed))
    aftermath(play, check.actor, made)


@rules(Contest)
def contest(play: HorizonsPlay, contest: Contest) -> None:
    """Measure two: the higher total wins, a tie is the actor's (ruling E). Dice: the actor's check, then the target's.

    Raises:
        RuleViolation: the actor cannot act, has not that much effort, or sees nothing of the other on a ground, or the
            other lies there.
    """
    actor, target = contest.actor, opponent(play.scene, contest.actor, contest.target)
    check_in_sight(play.scene, actor, target)
    if not play.as_seen(target).able:
        raise RuleViolation(f"{shown(target)} is down, and resists nothing.", "Try it alone: /act action:check.")
    made = rolled(play, play.scene.combatants[actor].state, contest.skill, contest.effort)
    against = rolled(play, play.scene.combatants[target].state, contest.against or contest.skill)
    play.tell(Contested(actor=actor, target=target, check=made, against=against, won=made.result >= against.result))
    aftermath(play, actor, made)
    aftermath(play, target, against)


@rules(Rest)
def rest(play: HorizonsPlay, rest: Rest) -> None:
    """Give all effort back by a full rest (ours, as the game was published).

    Raises:
        RuleViolation: no effort was spent.
    """
    actor = someone(play.scene, rest.actor, rest.target)
    state = play.scene.combatants[actor].state
    if state.effort >= state.rested:
        raise RuleViolation(f"{shown(actor)} has all effort.", f"That is {state.effort}; /init set sets another.")
    play.tell(Rested(actor=actor, effort=state.rested))
