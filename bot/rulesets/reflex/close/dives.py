"""A body is a projectile too: whoever dives at somebody hits harder, and both may end on the ground."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import attribute_check
from bot.rulesets.reflex.kinds import Pace, Stance
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.shots.actions import Attack
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.wounds.events import FellDown, FootingTested
from bot.rulesets.reflex.wounds.injury import keep_footing

DAMAGE_TIMES = 2
MISSED_TIMES = 2


def dive_of(tables: ReflexTables, scene: ReflexScene, attack: Attack) -> Pace:
    """Return how fast the attacker dives at the target, ``STILL`` where it does not (text 003, lines 782-785).

    It dives with the second action of a Move or with the action after it.

    Raises:
        RuleViolation: it was to be a dive, but nobody is on the run.
    """
    if not attack.dive:
        return Pace.STILL
    pace = scene.combatants[attack.actor].state.body.moving
    if not penalty(tables, pace):
        fast = [key for key in tables.paces if penalty(tables, Pace(key))]
        raise RuleViolation(
            "There is no speed to dive with.", f"Move first, /act action:move, at one of: {', '.join(fast)}."
        )
    return pace


def penalty(tables: ReflexTables, pace: Pace) -> int:
    """Return what the speed takes off the attack, zero where it is too low for a dive (text 003, line 786; RX-19)."""
    return tables.paces[pace.value].dive_penalty or 0


def dive_terms(tables: ReflexTables, pace: Pace) -> tuple[Term, ...]:
    """Return the penalty of the attack, and of the attacker's own footing."""
    off = penalty(tables, pace)
    return (Term("dive", off, "003:786", pace.value),) if off else ()


def dive_damage(tables: ReflexTables, pace: Pace) -> tuple[Term, ...]:
    """Return what a dive adds to the damage, twice the penalty (text 003, line 787; RX-19)."""
    off = penalty(tables, pace)
    return (Term("dive", -DAMAGE_TIMES * off, "003:787", pace.value),) if off else ()


def bowled_over(play: ReflexPlay, attacker: str, target: str, margin: int) -> None:
    """Have who is dived at beat the margin that a block left with Muscle, or fall (003-78; RX-20)."""
    state = play.scene.combatants[target].state
    if state.body.stance is Stance.PRONE:
        return
    outcome = attribute_check(play, "footing", state, "muscle")
    stands = outcome.margin > margin
    play.tell(FootingTested(actor=target, target=attacker, outcome=outcome, needed=margin + 1, stands=stands))
    if not stands:
        play.tell(FellDown(actor=target))


def landed(play: ReflexPlay, attacker: str, pace: Pace, *, hit: bool) -> None:
    """Have who dives keep upright with Muscle at the penalty of the speed, twice for a miss (799-801; 003-77)."""
    keep_footing(play, attacker, dive_terms(play.tables, pace) * (1 if hit else MISSED_TIMES))
