"""What an attack is follows from its mode and from what strikes: fire on an area, two guns, a shot or a blow."""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec.structs import replace

from bot.core.actions import read
from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.reflex.close.blow import LIKE_SHOTS, Blow, declared_blow, wielded
from bot.rulesets.reflex.close.strikes import strike
from bot.rulesets.reflex.fire.shooting import shoot, volley
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.person.consciousness import is_down
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.shots.actions import SUPPRESSING, Attack
from bot.rulesets.reflex.suppression.actions import SNAP_SHOT, Suppress
from bot.rulesets.reflex.suppression.rules import request
from bot.rulesets.reflex.time.starts import met
from bot.rulesets.reflex.vehicles.seats import crew

rules = Rules()
OPEN_ONE = "A GM opens a fight with /init start."
LIKE_STRIKES = {strike: shot for shot, strike in LIKE_SHOTS.items()}


@rules(Attack)
def attack(play: ReflexPlay, attack: Attack) -> None:
    """Strike with a hand weapon or bare hands, shoot with anything else, or keep an area under fire.

    Raises:
        RuleViolation: the attack is not possible, or takes more ticks than are left.
    """
    if not play.scene.fight:
        _check_peace(play.scene, attack)
    if attack.use and (attack.both or attack.mode == SUPPRESSING):
        raise RuleViolation("Nobody fires and has somebody in a grip in one attack.", "Leave use out.")
    if attack.mode == SUPPRESSING:
        request(play, _fire_on_area(attack))
    elif attack.both:
        volley(play, as_shot(attack))
    elif arm := wielded(play, attack):
        strike(play, _blow(play, attack, arm))
    else:
        shoot(play, as_shot(attack))


def dives(reading: ReflexReading, order: Act) -> bool:
    """Tell whether an order is a dive: a blow on the run. Whoever fires only says so (text 003, line 880)."""
    if order.action != Attack.offer.name:
        return False
    attack = read(Attack, order)
    fires = attack.both or attack.mode == SUPPRESSING or wielded(reading, attack) is None
    return attack.dive and not fires


def _blow(reading: ReflexReading, attack: Attack, arm: Weapon) -> Blow:
    """Return a close combat attack; nobody takes hold of somebody who has gone."""
    declare = partial(declared_blow, attack=attack, arm=arm)
    return declare(reading) if attack.use else met(reading, attack.actor, attack.target, declare)


def _check_peace(scene: ReflexScene, attack: Attack) -> None:
    """Check that outside of fights an attack is on what does not fight back (text 003, lines 82-90).

    Who lies there for all to see does not, nor does a vehicle with nobody in sight aboard.

    Raises:
        RuleViolation: it would, or an area is to be kept under fire.
    """
    if attack.mode == SUPPRESSING:
        raise RuleViolation("Without a fight nobody is kept down.", OPEN_ONE)
    for other in filter(None, (attack.target, attack.other)):
        check_no_resistance(scene, attack.actor, other)


def check_no_resistance(scene: ReflexScene, actor: str, other: str) -> None:
    """Raise RuleViolation where somebody else whom one attacks outside of fights would fight back."""
    if other != actor and scene.sees(actor, other) and _resists(scene, actor, other):
        raise RuleViolation(f"{shown(other)} would fight back.", OPEN_ONE)


def _resists(scene: ReflexScene, actor: str, other: str) -> bool:
    state = scene.combatants[other].state
    people = crew(scene, other) if state.body.vehicle else (other,)
    return any(scene.sees(actor, one) and not is_down(scene.combatants[one].state) for one in people)


def _fire_on_area(attack: Attack) -> Suppress:
    """Return the attack as one on an area: at ``target`` or so many metres away."""
    return replace(msgspec.convert(attack, Suppress, from_attributes=True), mode=SNAP_SHOT)


def as_shot(attack: Attack) -> Attack:
    """Return the attack as a shot, with the kinds of strike called as those of shots are."""
    return replace(attack, mode=LIKE_STRIKES[attack.mode]) if attack.mode in LIKE_STRIKES else attack
