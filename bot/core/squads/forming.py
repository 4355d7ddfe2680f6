"""A GM names squads and tells them what to do: what that changes is what the scene keeps of them, and nothing else."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from bot.core.errors import RuleViolation
from bot.core.events import SquadFormed, SquadOrdered
from bot.core.orders import FormSquad, OrderSquad
from bot.core.play import Play
from bot.core.scene import Scene
from bot.core.squads.standing import Squad, Squads, with_members
from bot.core.wording import shown

S = TypeVar("S")
G = TypeVar("G")

_replace = msgspec.structs.replace


def change_squads(play: Play[Any, Any, Any], order: FormSquad | OrderSquad) -> None:
    """Form a squad, break one up, or tell one what to do."""
    if isinstance(order, FormSquad):
        _check_members(play.scene, order)
        play.tell(SquadFormed(name=order.name, members=order.members))
        return
    if order.squad not in play.scene.squads:
        raise no_squad(play.scene.squads, order.squad)
    play.tell(SquadOrdered(squad=order.squad, standing=order.standing))


def no_squad(squads: Squads, name: str) -> RuleViolation:
    """Return the refusal of a squad that there is not, with those that there are."""
    known = f"There is: {', '.join(squads)}." if squads else "/npc squad names one."
    return RuleViolation(f"There is no squad {name[:40]!r}.", known)


def _check_members(scene: Scene[S, G], order: FormSquad) -> None:
    for actor in order.members:
        if not scene.present(actor).guarded:
            raise RuleViolation(f"{shown(actor)} is a player's.", "A squad is of the GM's people.")
    if not order.members and order.name not in scene.squads:
        raise no_squad(scene.squads, order.name)


def after_orders(scene: Scene[S, G], event: SquadFormed | SquadOrdered) -> Scene[S, G]:
    """Return the scene with squads as they are after that."""
    if isinstance(event, SquadFormed):
        return _replace(scene, squads=with_members(scene.squads, event.name, event.members))
    squad = scene.squads.get(event.squad, Squad())
    return _replace(scene, squads={**scene.squads, event.squad: Squad(squad.members, event.standing)})
