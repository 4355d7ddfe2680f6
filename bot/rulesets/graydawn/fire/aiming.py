"""Aiming takes a whole round, and what is aimed at is lost by anything else, or once nothing of it shows."""

from __future__ import annotations

from bot.core.actions import read
from bot.core.errors import RuleViolation
from bot.core.events import Audience
from bot.core.features import Rules
from bot.core.ground.lost import check_in_sight, is_veiled, knows_of
from bot.core.orders import Act
from bot.core.renaming import sign_of
from bot.rulesets.graydawn.cover.between import protection
from bot.rulesets.graydawn.equipment.held import check_usable, in_hand
from bot.rulesets.graydawn.fire.actions import Aim
from bot.rulesets.graydawn.fire.declaration import nothing_shows
from bot.rulesets.graydawn.fire.events import Aimed, AimLost
from bot.rulesets.graydawn.play import DawnPlay, DawnReading, DawnScene
from bot.rulesets.graydawn.state import STRIKE, THROW, Stance, State
from bot.rulesets.graydawn.targets import target_of
from bot.rulesets.graydawn.time.slots import number_now

rules = Rules()


@rules(Aim)
def aim(play: DawnPlay, aiming: Aim) -> None:
    """Aim for the whole round (text 004, line 267; 004-30).

    Raises:
        RuleViolation: something else was declared, a part of the round has gone by, nothing that fires is in hand,
            nothing of the target shows from here, or no such target is there.
    """
    state = play.at_opening(aiming.actor)
    if state.stance is Stance.FULL:
        raise RuleViolation(
            "Who keeps wholly down cannot aim.",
            "Declare another stance as the turn begins: /act action:declare.",
        )
    if state.turn.actions > 1:
        raise RuleViolation(
            "Aiming takes the whole round.",
            "Declare one action for it as your next turn begins, with:actions=1.",
        )
    if number_now(play.scene, aiming.actor) < state.score:
        raise RuleViolation(
            "Aiming takes the whole round, and a part of it has gone by.",
            "Aim in the next round as the turn comes up, before anything else: /act action:aim.",
        )
    _check_along(play, state)
    target = target_of(play.scene, aiming.actor, aiming.target)
    check_in_sight(play.scene, aiming.actor, target)
    if by := protection(play, aiming.actor, target).by:
        raise nothing_shows(target, by)


def _check_along(reading: DawnReading, state: State) -> None:
    """Raise RuleViolation where what is in hand cannot be fired: one aims along a gun (text 004, line 267; ours)."""
    key, weapon = in_hand(state, None)
    if reading.tables.weapons[weapon.kind].modes[0] in (STRIKE, THROW):
        raise RuleViolation(f"Nobody aims with the {key}.", "Take what fires in hand: /act action:draw.")
    check_usable(reading.tables, state, key, weapon)


def take_aim(play: DawnPlay, order: Act, before: DawnScene) -> None:
    """Aim at the target for a round more, or for the first where something else was aimed at ``before``."""
    target = target_of(play.scene, order.actor, read(Aim, order).target)
    held = before.combatants[order.actor].state.aim
    rounds = held.rounds + 1 if held and held.target == sign_of(target) else 1
    play.tell(Aimed(actor=order.actor, target=target, rounds=rounds))


def lose_aims(play: DawnPlay) -> None:
    """Have nobody aim any more at whom it has lost from sight, whoever of its side still sees that one (ours)."""
    people = play.scene.combatants
    aimed = {actor: aim.target for actor, each in people.items() if (aim := each.state.aim) and each.state.able}
    known = {sign_of(actor): actor for actor in people} if aimed else {}
    for actor, sign in aimed.items():
        if not _shows(play, actor, known.get(sign)):
            veiled = is_veiled(play.scene, people[actor])
            play.tell(AimLost(actor=actor, audience=Audience.GM if veiled else Audience.ALL))


def _shows(reading: DawnReading, actor: str, target: str | None) -> bool:
    """Tell whether a target is here as far as ``actor`` may know, and not wholly behind a thing."""
    return target is not None and knows_of(reading.scene, actor, target) and not protection(reading, actor, target).by
