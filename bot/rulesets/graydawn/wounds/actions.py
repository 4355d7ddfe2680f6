"""What a GM can do to a body."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, Who, everybody

Whose = Annotated[Who, Field("whose body; the actor's own where missing", fits=everybody, shared=True)]


class Damage(Action, frozen=True, kw_only=True):
    """Harm ``target`` by so many points that no armour stops, at a ``place`` or where the dice say."""

    offer = Offer("damage", "Damage", "harm somebody", "damage", gm_only=True)

    target: Whose = ""
    damage: Annotated[int, Field("points that come through", shared=True, lo=1, hi=1000)]
    place: Annotated[str, Field("which part of the body", of="locations", shared=True)] = ""
    blunt: Annotated[bool, Field("half of it is stun")] = False
