"""Fire that keeps heads down costs rounds at each action that anybody takes, a shot out of turn among them."""

from __future__ import annotations

from bot.rulesets.horizons.play import HorizonsPlay
from bot.rulesets.horizons.suppression.events import SuppressionEnded, SuppressionFired


def spend_rounds(play: HorizonsPlay, acting: str, *, fired: str = "") -> None:
    """Spend the rounds that an action costs those who suppress, until they have not enough (000-13).

    What the hidden do costs those in sight none: the rounds would tell of it. A gun that fails fires none, and for one
    that has ``fired`` at somebody, those rounds keep heads down (house).
    """
    people = play.scene.combatants
    gunners = [each for each in people.values() if each.state.suppressing and each.actor != fired]
    for gunner in [each for each in gunners if each.hidden or not people[acting].hidden]:
        state, weapon = gunner.state, gunner.state.weapons.get(gunner.state.held)
        if weapon and weapon.fault:
            continue
        if weapon is None or not state.able or weapon.loaded < state.suppressing:
            play.tell(SuppressionEnded(actor=gunner.actor, empty=state.able))
            continue
        left = weapon.loaded - state.suppressing
        play.tell(SuppressionFired(actor=gunner.actor, weapon=state.held, rounds=state.suppressing, left=left))
