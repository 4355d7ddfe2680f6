"""A full aim is taken at whom one sees, and lasts while that one remains in sight (001:39-43)."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import Audience, Stood
from bot.core.features import Follows, Rules
from bot.core.ground.lost import check_in_sight, is_veiled
from bot.core.scene import Combatant
from bot.rulesets.eclipse.cover.screened import check_seen, screened
from bot.rulesets.eclipse.fire.actions import Aim
from bot.rulesets.eclipse.fire.events import Aimed, AimLost
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.state import AimKind, State
from bot.rulesets.eclipse.targets import target_named
from bot.rulesets.eclipse.time.phases import begin_action, end_action, moment

rules = Rules()
follows = Follows()


@rules(Aim)
def aim(play: EclipsePlay, aiming: Aim) -> None:
    """Fix one's aim on somebody for a whole complex action: +30 on the next phase's attack (001:39-43).

    Raises:
        RuleViolation: there is nobody of that name, on a ground it is out of sight, or nothing in hand is for afar.
    """
    target = target_named(play.scene, aiming.actor, aiming.target)
    check_in_sight(play.scene, aiming.actor, target)
    check_seen(screened(play, aiming.actor, target), target, "Go where it can be seen: /act action:move.")
    state = play.scene.combatants[aiming.actor].state
    if not _ready_for_afar(state):
        what = "Aiming is for attacks from afar, and nothing in hand is made for them."
        put_away = next((key for key, weapon in state.weapons.items() if not weapon.melee), "")
        readying = f"Take one in hand that is: /act action:ready item:{put_away}."
        raise RuleViolation(what, readying if put_away else "Do something else: /act action:full_defence, or attack.")
    begin_action(play, aiming.actor)
    play.tell(Aimed(actor=aiming.actor, target=target, kind=AimKind.COMPLEX, moment=moment(play.scene)))
    end_action(play, aiming.actor)


def _ready_for_afar(state: State) -> set[str]:
    """Return the weapons in hand that are made for attacks from afar."""
    return {key for key, weapon in state.weapons.items() if weapon.ready and not weapon.melee}


@follows(Stood)
def look_on_the_way(play: EclipsePlay, event: Stood) -> None:
    """Have nobody aim any more at whom it loses from sight, wherever that one comes out again."""
    lift_aims(play)


def lift_aims(play: EclipsePlay) -> None:
    """Have nobody aim any more at whom something on the ground hides.

    Where somebody goes whom the GM hides ends no aim of a player's: that would tell of it.
    """
    for actor, combatant in play.scene.combatants.items():
        aim = combatant.state.aim
        found = screened(play, actor, aim.target) if aim and play.scene.sees(actor, aim.target) else None
        if found and found.behind:
            _lose_aim(play, actor)


def lose_the_unseen(play: EclipsePlay) -> None:
    """Have nobody aim any more at whom the GM has hidden from it, nor at who has left, which all see happen."""
    for actor, combatant in play.scene.combatants.items():
        aim = combatant.state.aim
        if aim and not play.scene.sees(actor, aim.target):
            _lose_aim(play, actor)


def lose_aims_of_the_rearmed(play: EclipsePlay, before: EclipseScene) -> None:
    """Have nobody aim any more who has another weapon for attacks from afar in hand than before (001:41-43; ours)."""
    for actor, combatant in play.scene.combatants.items():
        if combatant.state.aim and _ready_for_afar(combatant.state) - _ready_for_afar(_earlier(before, combatant)):
            _lose_aim(play, actor, rearmed=True)


def _earlier(before: EclipseScene, combatant: Combatant[State]) -> State:
    """Return the state of somebody in the scene before, also of somebody who has come back since."""
    away = before.away.get(combatant.sheet_id)
    return before.combatants.get(combatant.actor, away.combatant if away else combatant).state


def _lose_aim(play: EclipsePlay, actor: str, *, rearmed: bool = False) -> None:
    """Tell that somebody aims no more; of whom not all may know how it is the GM alone is told."""
    combatant = play.scene.combatants[actor]
    target = combatant.state.aim.target if combatant.state.aim else ""
    audience = Audience.GM if is_veiled(play.scene, combatant) else Audience.ALL
    play.tell(AimLost(actor=actor, target=target, rearmed=rearmed, audience=audience))
