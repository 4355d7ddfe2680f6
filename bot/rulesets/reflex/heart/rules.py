"""Whoever puts an enemy down for good takes heart from it, whether it falls at once or to what goes off later."""

from __future__ import annotations

from bot.core.ground.lost import knows_of
from bot.core.scene import changed_keys
from bot.rulesets.reflex.checks.nerve import in_combat
from bot.rulesets.reflex.heart.events import FROM_THE_FALLEN, TookHeart
from bot.rulesets.reflex.person.consciousness import conscious, is_closed_to, is_down
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene

MOST_HEART = 3


def took_heart(play: ReflexPlay, before: ReflexScene, actor: str, knowers: tuple[int, ...] = ()) -> None:
    """Have ``actor`` take heart from enemies who went down for good since ``before``.

    Of whom a player's combatant cannot see it takes none (ours). Only ``knowers`` read of it, where there are any.
    """
    doer = play.scene.combatants.get(actor)
    if doer is None:
        return
    people = play.scene.combatants
    for victim in changed_keys(before.combatants, people):
        was, combatant = before.combatants.get(victim), people[victim]
        if was is None or was.state.body is combatant.state.body:  # who falls has another body than it had
            continue
        if was.side == doer.side or not knows_of(before, actor, victim):
            continue
        if is_down(combatant.state) and conscious(was.state) and conscious(doer.state):
            _heart(play, actor, victim, knowers, killed=combatant.state.body.dead)


def _heart(play: ReflexPlay, actor: str, victim: str, knowers: tuple[int, ...], *, killed: bool) -> None:
    """Raise CUF by one for an enemy put down, or lower it where somebody has killed who must not; by three at most.

    Who must not kill, and cannot tell whether the enemy is dead, is neither cheered nor saddened (ours).
    """
    state = play.scene.combatants[actor].state
    had = state.nerve.heart.get(FROM_THE_FALLEN, 0)
    value = had - 1 if killed and state.person.spares_life else had + 1
    unsure = state.person.spares_life and is_closed_to(play.scene, actor, victim)
    if unsure or not in_combat(state) or abs(value) > MOST_HEART:
        return
    play.tell(TookHeart(actor=actor, target=victim, value=value, knowers=knowers))
