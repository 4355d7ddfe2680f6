"""What a GM says of side effects, and of whatever else ails or helps somebody."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import Audience
from bot.core.features import Rules
from bot.core.sheets import named
from bot.core.wording import shown
from bot.rulesets.horizons.checks.events import EffectTold
from bot.rulesets.horizons.conditions.actions import SetCondition, Surroundings, TellEffect
from bot.rulesets.horizons.conditions.events import ConditionEnded, ConditionSet, SurroundingsSet
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsScene, someone

rules = Rules()

MOST_CONDITIONS = 20


@rules(TellEffect)
def tell(play: HorizonsPlay, tell: TellEffect) -> None:
    """Say what comes of the oldest open side effect: words, and where one is named a condition.

    Raises:
        RuleViolation: none is open, or there is not one more condition to be had.
    """
    actor = someone(play.scene, tell.actor, tell.target)
    effects = play.scene.combatants[actor].state.effects
    if not effects:
        remedy = "/act action:condition names one without it."
        raise RuleViolation(f"No side effect of {shown(actor)} is open.", remedy)
    left = _condition_set(play.scene, actor, tell) if tell.condition else None
    audience = Audience.GM if effects[0].secret else Audience.ALL
    told = EffectTold(actor=actor, degree=effects[0].degree, what=tell.what, audience=audience)
    play.tell(told)
    if left:
        play.tell(msgspec.structs.replace(left, audience=audience))


@rules(Surroundings)
def surroundings(play: HorizonsPlay, said: Surroundings) -> None:
    """Say how light and how windy it is, which counts for every shot and throw (text 000, lines 17-18).

    Raises:
        Incomplete: nothing is said.
    """
    if not (said.light or said.wind):
        raise Incomplete("How is it here?", "Say light=dusk or wind=storm.")
    play.tell(SurroundingsSet(actor="", light=said.light, wind=said.wind))


@rules(SetCondition)
def condition(play: HorizonsPlay, condition: SetCondition) -> None:
    """Name what ails or helps somebody at checks, or end it.

    Raises:
        RuleViolation: it is to end and there is no such thing, or there is not one more to be had.
    """
    actor = someone(play.scene, condition.actor, condition.target)
    if not condition.over:
        play.tell(_condition_set(play.scene, actor, condition))
        return
    known = play.scene.combatants[actor].state.conditions
    name = _name(condition.condition, known)
    if name not in known:
        raise RuleViolation(f"{shown(actor)} is not {name}.", f"There is: {', '.join(known) or 'no condition'}.")
    play.tell(ConditionEnded(actor=actor, name=name))


def _name(said: str, known: Iterable[str]) -> str:
    """Return what a condition is called: as it is known in any letters, or where it is new in small ones."""
    name = named(said).casefold()
    return next((each for each in known if each.casefold() == name), name)


def _condition_set(scene: HorizonsScene, actor: str, said: TellEffect | SetCondition) -> ConditionSet:
    """Return the condition of an order; its rounds count from the one that is played."""
    known = scene.combatants[actor].state.conditions
    name = _name(said.condition, known)
    if name not in known and len(known) >= MOST_CONDITIONS:
        raise RuleViolation(f"{shown(actor)} has {MOST_CONDITIONS} conditions.", "End one first: over=yes.")
    until = max(1, scene.state.rounds) + said.rounds - 1 if said.rounds else 0
    return ConditionSet(actor=actor, name=name, until=until, modifier=said.modifier, skill=said.skill)


def end_lapsed(play: HorizonsPlay, actors: Iterable[str], last: int) -> None:
    """Tell which conditions of these are over with a round, the ``last`` that counts."""
    for actor in tuple(actors):
        for name, condition in play.scene.combatants[actor].state.conditions.items():
            if 0 < condition.until <= last:
                play.tell(ConditionEnded(actor=actor, name=name))
