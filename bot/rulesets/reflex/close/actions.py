"""What can be done with a grip besides an attack."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Given, Offer, Who
from bot.core.options import Choice
from bot.core.wording import shown
from bot.rulesets.reflex.person.control import victims
from bot.rulesets.reflex.person.exposure import Exposing
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.time.timing import TACTICAL


def _held(reading: ReflexReading, given: Given) -> list[Choice]:
    holder = reading.scene.combatants.get(str(given.get("actor", "")))
    return [Choice(victim, shown(victim)) for victim in victims(reading.scene, holder.state)] if holder else []


class ChokeOut(Exposing, frozen=True, kw_only=True):
    """Begin to choke ``target`` out, or the only one who is held."""

    offer = Offer(
        "choke", "Choke out", "for the whole exchange, with Control of the victim's Muscle and 3", kinds=(TACTICAL,)
    )

    target: Annotated[Who, Field("who is held; the only one where missing", fits=_held, shared=True)] = ""


class LetGo(Action, frozen=True, kw_only=True):
    """Give up the Control of ``target``, or of all who are held."""

    offer = Offer("let_go", "Let go", "give up the Control of somebody")

    target: Annotated[Who, Field("who is held; all where missing", fits=_held, shared=True)] = ""


OFFERED = (ChokeOut, LetGo)
