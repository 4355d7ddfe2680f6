"""What a GM says of gas: where it is released, who gets into it and out of it, and when it is gone."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.wording import shown
from bot.rulesets.reflex.blasts.explosions import placed_around, said_place, told_places
from bot.rulesets.reflex.hazards.gas import breathing, disperse, enter, leave, released
from bot.rulesets.reflex.person.bodies import body
from bot.rulesets.reflex.person.gear import find
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.scene_state import Cloud
from bot.rulesets.reflex.surroundings.actions import ClearGas, EnterGas, LeaveGas, ReleaseGas
from bot.rulesets.reflex.vehicles.seats import stands_at

rules = Rules()


@rules(ReleaseGas)
def release_gas(play: ReflexPlay, release: ReleaseGas) -> None:
    """Release gas somewhere (text 003, lines 1244-1254; ruling 003-48).

    Dice: indoors one for how long it lasts, then the breath of each who is in it.

    Raises:
        RuleViolation: nobody has said where, or what was said cannot be read.
    """
    place = said_place(play.scene, release.to)
    if not (release.target or release.victims or place):
        raise RuleViolation("Where is it released?", 'Name a target, or say victims="Ann:1, Bob:6" in metres, or to=.')
    place = place or (None if release.victims else stands_at(play.scene, release.target))
    if release.smoke and place is None:
        raise RuleViolation("Smoke hides what lies behind it on a ground.", "Say /act action:weather with light=smoke.")
    ranges_m = {} if place else placed_around(play.scene, "", release.target, release.victims)
    ahead = told_places(breathing(play.scene), release.downwind)
    cloud = Cloud(
        title=release.gas,
        radius_m=release.radius_m,
        enclosed=release.indoors,
        around=ranges_m,
        downwind=ahead,
        place=place,
        smoke=release.smoke,
    )
    released(play, cloud)


def _cloud(scene: ReflexScene, gas: str) -> Cloud:
    """Return the cloud that an order names, or the only one."""
    clouds = {cloud.title: cloud for cloud in scene.state.clouds}
    if not clouds:
        raise RuleViolation("There is no gas in the air.", "Release some first: /act action:gas_release.")
    return clouds[find("cloud", clouds, gas or (next(iter(clouds)) if len(clouds) == 1 else ""))]


@rules(EnterGas)
def enter_gas(play: ReflexPlay, way: EnterGas) -> None:
    """Have somebody get into a cloud (text 003, lines 1241-1242). Dice: those of the breath.

    Raises:
        RuleViolation: there is no such cloud or living body, or it is in there.
    """
    cloud = _cloud(play.scene, way.gas)
    victim, _ = body(play.scene, way)
    if victim in cloud.inside:
        raise RuleViolation(f"{shown(victim)} is in the {cloud.title} already.", "Name somebody else.")
    enter(play, victim, cloud.title)


@rules(LeaveGas)
def leave_gas(play: ReflexPlay, way: LeaveGas) -> None:
    """Have somebody be out of the gas.

    Raises:
        RuleViolation: there is no such living body, or it is in no gas.
    """
    victim, _ = body(play.scene, way)
    if not any(victim in cloud.inside for cloud in play.scene.state.clouds):
        raise RuleViolation(f"{shown(victim)} is in no gas.", "Name somebody who is.")
    leave(play, victim)


@rules(ClearGas)
def clear_gas(play: ReflexPlay, end: ClearGas) -> None:
    """Have a cloud be gone, for whatever reason.

    Raises:
        RuleViolation: there is no such cloud.
    """
    disperse(play, _cloud(play.scene, end.gas))
