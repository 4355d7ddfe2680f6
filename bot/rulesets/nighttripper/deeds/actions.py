"""What can be done in a round besides attacking."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, ByWayOf, Destination, Field, Offer, Who, by_actor, others
from bot.core.ground.whereabouts import Where
from bot.core.options import Kind
from bot.rulesets.nighttripper.person.sheet import weapons_at_hand
from bot.rulesets.nighttripper.state import State
from bot.rulesets.nighttripper.time.steps import MISCELLANEOUS, MOVEMENT, TALKING


def _skills(state: State) -> tuple[str, ...]:
    return tuple(state.skills)


Skill = Annotated[str, Field("the skill of a throw", fits=by_actor(_skills))]
Modifier = Annotated[int, Field("bonus or penalty said at the table", lo=-20, hi=20)]


class Talk(Action, frozen=True, kw_only=True):
    """Say ``words``; with a ``skill`` there is a throw."""

    offer = Offer("talk", "Talk", "say a few words", kinds=(TALKING,))

    words: Annotated[str, Field("what is said")] = ""
    skill: Skill = ""
    modifier: Modifier = 0


class Move(Action, frozen=True, kw_only=True):
    """Run as far as one can or only some ``metres``, towards or ``away`` from ``target`` or anywhere."""

    offer = Offer("move", "Move", "run up to 9 m", kinds=(MOVEMENT,))

    target: Annotated[Who, Field("whom to run to, or from", fits=others, shared=True)] = ""
    metres: Annotated[float | None, Field("how far", hi=100)] = None
    away: Annotated[bool, Field("away from the target")] = False
    to: Destination = None
    via: ByWayOf = ()


class GetBehind(Action, frozen=True, kw_only=True):
    """Run to the far side of a thing on the ground, where it shields from the nearest foe."""

    offer = Offer("take_cover", "Take cover", "run behind something on the ground", kinds=(MOVEMENT,), on_ground=True)

    behind: Annotated[Where, Kind.PLACE, Field("behind what: wall, or a place such as C4", shared=True)]
    via: ByWayOf = ()


class TrySkill(Action, frozen=True, kw_only=True):
    """Try a ``skill`` where nobody fights, of no use to the untrained where it is ``complex``."""

    offer = Offer("test", "Test", "throw for a skill, outside a fight")

    skill: Annotated[str, Field("the skill of the throw", fits=by_actor(_skills))]
    complex: Annotated[bool, Field("hopeless without a rank in the skill")] = False
    moving: Annotated[bool, Field("it needs the legs")] = False
    modifier: Modifier = 0


class Resolve(Action, frozen=True, kw_only=True):
    """Have a single throw with a ``weapon`` decide a simple fight."""

    offer = Offer("resolve", "Resolve", "one throw decides a simple fight")

    weapon: Annotated[
        str, Field("with what; what is in hand if left out", fits=by_actor(weapons_at_hand), shared=True)
    ] = ""
    modifier: Modifier = 0


class Work(Action, frozen=True, kw_only=True):
    """Do anything else; with a ``skill`` there is a throw, of no use to the untrained where it is ``complex``."""

    offer = Offer("work", "Work", "do anything else", kinds=(MISCELLANEOUS,))

    what: Annotated[str, Field("what is done")] = ""
    skill: Skill = ""
    complex: Annotated[bool, Field("hopeless without a rank in the skill")] = False
    moving: Annotated[bool, Field("it needs the legs")] = False
    modifier: Modifier = 0
