"""Surprise: whoever does not notice an ambush has no defence while all others have a phase for free."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.core.terms import Term
from bot.core.timeline import Slot
from bot.core.wording import shown
from bot.rulesets.eclipse.ambush.actions import SpringAmbush, SurpriseSomebody, Surprising
from bot.rulesets.eclipse.ambush.events import AmbushSprung
from bot.rulesets.eclipse.checks.rules import Outcome, beats, check
from bot.rulesets.eclipse.deeds.holding import hold_terms
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.state import State
from bot.rulesets.eclipse.targets import target_named
from bot.rulesets.eclipse.time.phases import FULL, INSIDE, state_now
from bot.rulesets.eclipse.wounds.armor import armor_penalty
from bot.rulesets.eclipse.wounds.injury import condition_terms

rules = Rules()


@rules(SurpriseSomebody, SpringAmbush)
def ambush(play: EclipsePlay, surprise: Surprising) -> None:
    """Roll Infiltration against Perception, at -20 for the unalert; the next turn opens with the free phase (C1).

    To move unseen is a physical action, which running and further layers of armour hamper.
    Inside a turn whoever springs it has its free phase at once, and the surprised no defence until their own (001-30).
    Somebody is surprised who fails, or succeeds and loses; equal successes are no surprise (001-12).
    Dice: Infiltration, then Perception.

    Raises:
        RuleViolation: whoever springs it is in the middle of its phase, or in no condition to, or the target is out of
            action, of whom there is nothing to surprise (ours).
    """
    play.check_able(surprise.actor)
    if _has_begun(play.scene, surprise.actor):
        raise RuleViolation(
            f"{shown(surprise.actor)} is in the middle of its phase.",
            "Let it end that, or pass first: /act action:pass.",
        )
    actor, target = surprise.actor, target_named(play.scene, surprise.actor, surprise.target)
    if not play.scene.combatants[target].state.able:
        raise RuleViolation(f"{shown(target)} is out of action: nobody surprises it.", "Choose somebody who can act.")
    hider, inside = state_now(play.scene, actor), bool(play.scene.agenda)
    running = play.tables.modifiers.running_otherwise.terms() if inside and hider.running else ()
    hampered = (*armor_penalty(play.tables, hider), *hold_terms(play, actor), *running)
    hiding = _tested(play, hider, "infiltration", hampered)
    calm = () if surprise.alert else play.tables.modifiers.not_alert.terms()
    noticing = _tested(play, play.scene.combatants[target].state, "perception", (*hold_terms(play, target), *calm))
    surprised = not noticing.succeeded or beats(hiding, noticing)
    play.tell(
        AmbushSprung(
            actor=actor,
            target=target,
            hiding=hiding,
            noticing=noticing,
            surprised=surprised,
            inside=inside,
            adds=True,
        )
    )
    if inside and surprised:
        _free_phase(play, actor)


def _has_begun(scene: EclipseScene, actor: str) -> bool:
    """Tell whether somebody has done something in a phase of which more is to come."""
    begun = scene.combatants[actor].state.moment
    return any(slot.actor == actor and (scene.state.turn, slot.key[0]) == begun for slot in scene.agenda)


def _free_phase(play: EclipsePlay, actor: str) -> None:
    """Give whoever springs an ambush inside a phase one of its own before all others, once in each phase."""
    phase, state = play.scene.agenda[0].key[0], play.scene.combatants[actor].state
    slots = tuple(slot for slot in play.scene.agenda if slot.actor == actor)
    free = Slot((phase, INSIDE, 0), actor, FULL)
    had = state.moment == (play.scene.state.turn, -phase) or any(slot.key == free.key for slot in slots)
    if state.able and not had:
        play.tell(SlotMoved(actor=actor, slots=(free, *slots)))


def _tested(play: EclipsePlay, state: State, skill: str, terms: tuple[Term, ...]) -> Outcome:
    first = Term("skill", state.skills.get(skill, 0), "sheet", skill)
    return check(play, skill, first, (*condition_terms(play.tables, state), *terms))
