"""What the rules of Endless Horizons are given: a play that may tell what happens, or a reading that may not."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from bot.core.actions import Field, Who, everybody, others
from bot.core.errors import RuleViolation
from bot.core.ground.outlines import covers
from bot.core.play import Play, Reading
from bot.core.renaming import sign_of
from bot.core.scene import Scene
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.horizons.state import SceneState, State
from bot.rulesets.horizons.tables import DifficultyRow, HorizonsTables

HorizonsScene: TypeAlias = Scene[State, SceneState]
HorizonsReading: TypeAlias = Reading[State, SceneState, HorizonsTables]
HorizonsPlay: TypeAlias = Play[State, SceneState, HorizonsTables]

WAIT = "wait"
LANE_OF_FIRE = "horizons.lane"
"""The kind of an area in which somebody keeps heads down."""

Target = Annotated[Who, Field("whom", fits=others, shared=True)]
Whose = Annotated[Who, Field("whose body; the actor's own where missing", fits=everybody, shared=True)]


def by_now(reading: HorizonsReading) -> HorizonsReading:
    """Return a reading in which others find everybody as they are by now, as out of turn, whatever moment is played."""
    return reading.supposing(msgspec.structs.replace(reading.scene, before={}))


def row_term(label: str, row: DifficultyRow, key: str, times: int = 1) -> Term:
    """Return what the row called ``key`` adds to a difficulty as a summand, so many times."""
    return Term(label, row.difficulty * times, row.cited, key)


def gunners_over(scene: HorizonsScene, actor: str) -> tuple[str, ...]:
    """Return by their signs who else keeps heads down where somebody is, and may shoot at whoever shows itself."""
    ground, others = scene.ground, (name for name in scene.combatants if name != actor)
    gunners = [name for name in others if scene.combatants[name].state.suppressing]
    if ground is not None and actor in ground.places:
        lanes = [area for area in ground.areas.values() if area.kind == LANE_OF_FIRE and area.owner in gunners]
        gunners = [area.owner for area in lanes if covers(area.outline, ground.places[actor])]
    return tuple(map(sign_of, gunners))


def kept_by(state: State) -> str:
    """Return what keeps somebody in a state from acting, as it is said behind the name; empty for nothing."""
    reasons = {"is dead": state.dead, "is unconscious": state.unconscious}
    return next((reason for reason, holds in reasons.items() if holds), "")


def hindrance(state: State, actor: str, action: str) -> RuleViolation | None:
    """Return why somebody may not act: whoever is down can only wait."""
    if state.able or action == WAIT:
        return None
    by_gm = "" if state.dead else ", or have a GM bring it round: /damage heal with:awake=yes"
    return RuleViolation(f"{shown(actor)} {kept_by(state)}.", f"Let somebody else act{by_gm}.")


def someone(scene: HorizonsScene, actor: str, target: str) -> str:
    """Return whom an order is about: the target, or the actor where none is named.

    Raises:
        RuleViolation: nobody of that name is here.
    """
    return scene.present(target or actor).actor


def opponent(scene: HorizonsScene, actor: str, target: str) -> str:
    """Return the target of an order, who is somebody else.

    Raises:
        RuleViolation: nobody of that name is here, or it is the actor.
    """
    found = someone(scene, actor, target)
    if found == actor:
        raise RuleViolation("That would be oneself.", "Choose another target.")
    return found
