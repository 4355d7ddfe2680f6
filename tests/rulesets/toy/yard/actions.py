"""What is done in the yard besides fighting. Two of these are the GM's, which the toy forgets to say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from bot.core.actions import Action, Field, Given, Offer, Who
from tests.rulesets.toy.state import ToyReading

Someone = Annotated[Who, Field("whom", shared=True)]


def _mines(reading: ToyReading, given: Given) -> Iterable[str]:
    return (mine.key for mine in reading.scene.state.mines)


class ThrowStones(Action, frozen=True, kw_only=True):
    """Throw stones at an ``area``."""

    offer = Offer("suppress", "Suppress", "throw stones", "suppress")

    area: Annotated[str, Field("where", shared=True)] = ""
    target: Someone = ""


class LieInWait(Action, frozen=True, kw_only=True):
    """Hide a ``side``."""

    offer = Offer("ambush_set", "Lie in wait", "hide a side", "ambush")

    side: Annotated[str, Field("which", shared=True)] = ""
    target: Someone = ""


class Frighten(Action, frozen=True, kw_only=True):
    """Frighten ``target``, or the actor itself."""

    offer = Offer("morale_threat", "Threaten", "frighten somebody", "morale", gm_only=True)

    target: Someone = ""
    amount: Annotated[int, Field("how much", hi=10, shared=True)]


class LayMine(Action, frozen=True, kw_only=True):
    """Hide a mine."""

    offer = Offer("mine_emplace", "Lay a mine", "hide a mine", "mine")

    kind: Annotated[str, Field("which", of=("jar", "crate"), shared=True)] = "jar"


class StepOnMine(Action, frozen=True, kw_only=True):
    """Find a ``mine`` by stepping on it."""

    offer = Offer("mine_trigger", "Step on a mine", "find out", "mine")

    mine: Annotated[str, Field("which", fits=_mines, shared=True)]


class Beg(Action, frozen=True, kw_only=True):
    """Ask the GM for a ``boon``."""

    offer = Offer("beg", "Beg", "ask the GM for something")

    boon: Annotated[str, Field("what", shared=True)]
