"""What a session gives back, and what every roll may be told."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, Who, everybody

Modifier = Annotated[int, Field("bonus or penalty said at the table", lo=-30, hi=30)]


class NewSession(Action, frozen=True, kw_only=True):
    """Begin a session for ``target``, whose luck is whole again."""

    offer = Offer("session", "New session", "give all luck back", gm_only=True)

    target: Annotated[Who, Field("who; the actor where missing", fits=everybody, shared=True)] = ""
