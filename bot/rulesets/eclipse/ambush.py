"""Surprise: whoever does not notice an ambush has no defence while all others have a phase for free."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.orders import Act
from bot.core.terms import Term
from bot.rulesets.eclipse.check import Outcome, beats, check
from bot.rulesets.eclipse.events import AmbushSprung
from bot.rulesets.eclipse.harm import suffering
from bot.rulesets.eclipse.referee import EclipseScene, Referee, RuleOf, Ruling
from bot.rulesets.eclipse.state import State
from bot.rulesets.eclipse.targets import target_of


def ambush(referee: Referee, scene: EclipseScene, order: Act) -> Ruling:
    """Infiltration against Perception, at -20 for whoever is not alert; the next turn opens with the free phase (C1).

    Somebody is surprised who fails, or succeeds and loses; equal successes are no surprise (001-12).
    Dice: Infiltration, then Perception.
    """
    actor, target = order.actor, target_of(scene, order.actor, order.inputs["target"])
    hiding = _tested(referee, scene.combatants[actor].state, "infiltration", ())
    calm = () if order.inputs.get("alert") else referee.tables.modifier("not_alert")
    noticing = _tested(referee, scene.combatants[target].state, "perception", calm)
    surprised = not noticing.succeeded or beats(hiding, noticing)
    return (yield AmbushSprung(actor=actor, target=target, hiding=hiding, noticing=noticing, surprised=surprised))


def _tested(referee: Referee, state: State, skill: str, terms: tuple[Term, ...]) -> Outcome:
    first = Term("skill", state.skills.get(skill, 0), "sheet", skill)
    return check(referee, skill, first, (*suffering(referee.tables, state), *terms))


RULES: Mapping[str, RuleOf] = {"ambush": ambush, "ambush_spring": ambush}
