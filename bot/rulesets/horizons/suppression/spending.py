"""Fire that keeps heads down costs rounds at each action that anybody takes, a shot out of turn among them."""

from __future__ import annotations

from bot.rulesets.horizons.play import HorizonsPlay
from bot.rulesets.horizons.suppression.events import SuppressionEnded, SuppressionFired


def spend_rounds(play: HorizonsPlay, acting: str, *, fired: str = "") -> None:
    """Spend the rounds that an action costs those who suppress, until they have not enough (000-13).

    What the hidden do costs those in sight none: the rounds would tell of it. A gun that fails fires none, and for one
    that has ``fired`` at somebody, those rounds keep heads down (house).
    """
    if not play.scene.fight:
        return
    unseen = play.scene.combatants[acting].hidden
    for actor in [actor for actor, each in play.scene.combatants.items() if each.state.suppressing and actor != fired]:
        state = play.scene.combatants[actor].state
        weapon = state.weapons.get(state.held)
        fails = weapon is not None and weapon.fault
        if not state.suppressing or fails or (unseen and not play.scene.combatants[actor].hidden):
            continue
        if not state.able or weapon is None or weapon.loaded < state.suppressing:
            play.tell(SuppressionEnded(actor=actor, empty=state.able))
            continue
        left = weapon.loaded - state.suppressing
        play.tell(SuppressionFired(actor=actor, weapon=state.held, rounds=state.suppressing, left=left))
