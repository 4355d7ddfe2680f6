"""What a GM says of gas: where it is released, who gets into it and out of it, and when it is gone."""

from __future__ import annotations

from typing import Any

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.reflex.blasts.explosions import placed, told_places
from bot.rulesets.reflex.hazards.gas import breathing, disperse, enter, leave, released
from bot.rulesets.reflex.person.bodies import body
from bot.rulesets.reflex.person.gear import find
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.state import Cloud

rules = Rules()


@rules("gas_release")
def release_gas(play: ReflexPlay, order: Act) -> None:
    """Gas is released somewhere (text 003, lines 1244-1254; ruling 003-48).

    Dice: indoors one for how long it lasts, then the breath of each who is in it.

    Raises:
        RuleViolation: nobody has said where, or what was said cannot be read.
    """
    if not (order.inputs.get("target") or order.inputs.get("victims")):
        raise RuleViolation("Where is it released?", 'Name a target, or say victims="Ann:1, Bob:6" in metres.')
    ranges_m = placed(play.scene, order)
    ahead = told_places(breathing(play.scene), Act(actor=order.actor, action="", inputs=_downwind(order)))
    title = str(order.inputs.get("gas", "gas"))
    cloud = Cloud(
        title=title,
        radius_m=order.inputs["radius_m"],
        enclosed=bool(order.inputs.get("indoors")),
        around=ranges_m,
        downwind=ahead,
    )
    released(play, cloud)


def _downwind(order: Act) -> dict[str, Any]:
    return {"victims": order.inputs.get("downwind", "")}


def _cloud(scene: ReflexScene, order: Act) -> Cloud:
    """The cloud that an order names, or the only one."""
    clouds = {cloud.title: cloud for cloud in scene.ground.clouds}
    if not clouds:
        raise RuleViolation("There is no gas in the air.", "Release some first.")
    wanted = order.inputs.get("gas") or next(iter(clouds)) if len(clouds) == 1 else order.inputs.get("gas", "")
    return clouds[find("cloud", clouds, str(wanted))]


@rules("gas_enter")
def enter_gas(play: ReflexPlay, order: Act) -> None:
    """Somebody gets into a cloud (text 003, lines 1241-1242). Dice: those of the breath.

    Raises:
        RuleViolation: there is no such cloud or living body, or it is in there.
    """
    cloud = _cloud(play.scene, order)
    victim, _ = body(play.scene, order)
    if victim in cloud.inside:
        raise RuleViolation(f"{shown(victim)} is in the {cloud.title} already.", "Name somebody else.")
    enter(play, victim, cloud.title)


@rules("gas_leave")
def leave_gas(play: ReflexPlay, order: Act) -> None:
    """Somebody is out of the gas.

    Raises:
        RuleViolation: there is no such living body, or it is in no gas.
    """
    victim, _ = body(play.scene, order)
    if not any(victim in cloud.inside for cloud in play.scene.ground.clouds):
        raise RuleViolation(f"{shown(victim)} is in no gas.", "Name somebody who is.")
    leave(play, victim)


@rules("gas_clear")
def clear_gas(play: ReflexPlay, order: Act) -> None:
    """A cloud is gone, for whatever reason.

    Raises:
        RuleViolation: there is no such cloud.
    """
    disperse(play, _cloud(play.scene, order))
