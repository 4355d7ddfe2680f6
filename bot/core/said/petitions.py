"""What a player asks of the GM is kept in the scene until it is settled, and the fight goes on meanwhile."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from bot.core.errors import RuleViolation
from bot.core.events import Audience, Petitioned, PetitionSettled
from bot.core.scene import Petition, Scene
from bot.core.wording import shown

S = TypeVar("S")
G = TypeVar("G")

MOST_OF_ONE = 5
LONGEST_TOLD = 80


def petitioned(scene: Scene[S, G], petition: Petition) -> Petitioned:
    """Return what happens when somebody asks.

    Raises:
        RuleViolation: there is no fight to wait for, or too much is asked already.
    """
    if scene.fight is None:
        raise RuleViolation("No fight is open here.", "Nobody need be asked before it begins.")
    others = [each for each in scene.petitions.values() if each.user == petition.user and not _same(each, petition)]
    if len(others) >= MOST_OF_ONE:
        raise RuleViolation(f"You have asked a GM for {MOST_OF_ONE} things.", "Wait until one of them is settled.")
    return Petitioned(actor=petition.actor, number=scene.asked + 1, petition=petition)


def _same(one: Petition, other: Petition) -> bool:
    return (one.actor, one.sheet_id, one.path) == (other.actor, other.sheet_id, other.path)


def petition_settled(scene: Scene[S, G], number: int, *, granted: bool) -> PetitionSettled:
    """Return what happens when the GM decides: all are told of a change refused, and not of somebody not let in.

    Raises:
        RuleViolation: nothing is asked under that number.
    """
    found = scene.petitions.get(number)
    if found is None:
        raise RuleViolation("That is settled already.", "/init status shows what is still asked.")
    audience = Audience.ALL if found.path and not granted else Audience.GM
    return PetitionSettled(actor=found.actor, number=number, petition=found, granted=granted, audience=audience)


def after_asking(scene: Scene[S, G], event: Petitioned) -> Scene[S, G]:
    """Return the scene in which something more is asked."""
    others = {number: each for number, each in scene.petitions.items() if not _same(each, event.petition)}
    return msgspec.structs.replace(scene, petitions={**others, event.number: event.petition}, asked=event.number)


def after_settling(scene: Scene[S, G], event: PetitionSettled) -> Scene[S, G]:
    """Return the scene in which something is asked no longer."""
    left = {number: each for number, each in scene.petitions.items() if number != event.number}
    return msgspec.structs.replace(scene, petitions=left)


def about(petition: Petition) -> str:
    """Return what is asked, in a few words."""
    who = shown(petition.actor)
    if not petition.path:
        return f"{who} wants to join ({petition.side})"
    return f"{who} wants {petition.path} to be {petition.value[:LONGEST_TOLD]}"
