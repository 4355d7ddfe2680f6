"""What somebody defends itself with against an attack."""

from __future__ import annotations

from bot.core.terms import Term
from bot.rulesets.eclipse.checks.rules import Outcome, check
from bot.rulesets.eclipse.deeds.holding import hold_terms
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.state import State
from bot.rulesets.eclipse.time.phases import moment, state_in_moment
from bot.rulesets.eclipse.wounds.armor import armor_penalty
from bot.rulesets.eclipse.wounds.injury import condition_terms


def roll_defence(
    play: EclipsePlay,
    target: str,
    reach: tuple[Term, ...] = (),
    *,
    melee: bool,
    helpless: bool = False,
    wrestling: bool = False,
    against: Outcome | None = None,
) -> Outcome | None:
    """Roll somebody's defence ``against`` an attack; return None where it has none: helpless, surprised (C1; 001-30).

    In melee Fray or the best skill with a weapon in hand, and ``reach`` where it is longer; from afar half of Fray,
    rounded down (001:6-8).
    """
    state = state_in_moment(play.scene, target)
    if helpless or is_defenceless(play.scene, state):
        return None
    terms = (
        *condition_terms(play.tables, state),
        *armor_penalty(play.tables, state),
        *(() if wrestling else hold_terms(play, target)),
        *(play.tables.modifiers.full_defence.terms() if state.defending else ()),
        *reach,
    )
    return check(play, "defence", defence_term(state, melee=melee), terms, against)


def is_defenceless(scene: EclipseScene, state: State) -> bool:
    """Tell whether somebody has no defence: helpless, or surprised (C1; 001-30)."""
    return not state.able or state.caught or (state.surprised and moment(scene)[1] == 0)


def defence_term(state: State, *, melee: bool) -> Term:
    """Return the skill that a defence starts from; in full defence Freerunning may stand for Fray (EPL 7)."""
    dodging = ("fray", "freerunning") if state.defending else ("fray",)
    dodge = max(dodging, key=lambda skill: state.skills.get(skill, 0))
    fray, detail = state.skills.get(dodge, 0), "" if dodge == "fray" else dodge
    if not melee:
        return Term("half_fray", fray // 2, "001:7-8", detail)
    armed = [weapon.skill for weapon in state.weapons.values() if weapon.melee and weapon.ready]
    best = max(armed, key=lambda skill: state.skills.get(skill, 0), default="")
    value = state.skills.get(best, 0)
    return Term("skill", value, "001:6", best) if value > fray else Term(dodge, fray, "001:6")
