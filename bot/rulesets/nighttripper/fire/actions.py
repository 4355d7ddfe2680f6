"""How somebody can be attacked."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, Who, by_actor, others
from bot.core.options import Word
from bot.rulesets.nighttripper.person.sheet import weapons_at_hand
from bot.rulesets.nighttripper.state import State
from bot.rulesets.nighttripper.tables import NightTables
from bot.rulesets.nighttripper.time.steps import MOVEMENT, TALKING, steps


def _attacking_steps(tables: NightTables) -> tuple[str, ...]:
    return (*tables.melee, *tables.chart)


def _before_shots(tables: NightTables) -> tuple[str, ...]:
    """Return the steps behind which more than one may come before an attack."""
    return (TALKING, *tables.melee, MOVEMENT)


def _put_away(state: State) -> tuple[str, ...]:
    return tuple(name for name in weapons_at_hand(state) if name != state.wields)


class Draw(Action, frozen=True, kw_only=True):
    """Take the weapon ``item`` in hand."""

    offer = Offer("draw", "Draw", "take another weapon in hand, beside the action", kinds=steps)

    item: Annotated[str, Field("which weapon", fits=by_actor(_put_away), shared=True)]


class AwaitAttack(Action, frozen=True, kw_only=True):
    """Let go by whatever comes before one can attack."""

    offer = Offer(
        "await", "Wait to attack", "let go by what comes before you can attack", "act", _before_shots, button=True
    )


class Attack(Action, frozen=True, kw_only=True):
    """Strike or shoot at ``target``, as the step has it."""

    offer = Offer("attack", "Attack", "strike or shoot, in the step of the weapon", "attack", _attacking_steps)

    target: Annotated[Who, Field("whom to attack", fits=others, shared=True)]
    weapon: Annotated[
        str, Field("with what; what is in hand if it fits the step", fits=by_actor(weapons_at_hand), shared=True)
    ] = ""
    range_m: Annotated[float | None, Field("metres to the target of a shot", word=Word.TABLE, shared=True)] = None
    modifier: Annotated[int, Field("bonus or penalty said at the table", lo=-20, hi=20, shared=True)] = 0
