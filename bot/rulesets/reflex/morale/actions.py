"""What can be done about nerves: frightening people, giving them heart, and what fear makes them do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from bot.core.actions import Action, Field, Given, Offer, Who, by_actor, by_target
from bot.core.options import Choice, Word
from bot.core.wording import shown
from bot.rulesets.reflex.checks.wording import said
from bot.rulesets.reflex.morale.threats import COUNTED, liftable
from bot.rulesets.reflex.options_morale import MORALE
from bot.rulesets.reflex.person.choosing import sides
from bot.rulesets.reflex.person.consciousness import conscious
from bot.rulesets.reflex.person.exposure import Exposing
from bot.rulesets.reflex.person.gear import guns_in_hand
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.timing import ALSO_ON_THE_MOVE, TACTICAL

UNNAMED = "told"


def _awake(reading: ReflexReading, given: Given) -> Iterable[Choice]:
    return (Choice(each, shown(each)) for each, found in reading.scene.combatants.items() if conscious(found.state))


def _others_awake(reading: ReflexReading, given: Given) -> Iterable[Choice]:
    return (choice for choice in _awake(reading, given) if choice.value != given.get("actor"))


def _friends_awake(reading: ReflexReading, given: Given) -> Iterable[Choice]:
    people = reading.scene.combatants
    speaker = people.get(str(given.get("actor", "")))
    return (
        choice
        for choice in _others_awake(reading, given)
        if speaker is None or people[choice.value].side == speaker.side
    )


def _kinds(tables: ReflexTables) -> Iterable[str]:
    return (*tables.threats, *COUNTED)


def _threats(state: State) -> Iterable[Choice]:
    return (Choice(kind, f"{said(kind)} ({amount})") for kind, amount in liftable(state))


Whose = Annotated[Who, Field("whose nerves; the actor's own where missing", fits=_awake, shared=True)]


class Threaten(Action, frozen=True, kw_only=True):
    """Have a ``kind`` of threat meet ``target``, or everybody of a ``side``."""

    offer = Offer("morale_threat", "Threat", "somebody is under threat", "morale", gm_only=True, switch=MORALE)

    target: Whose = ""
    amount: Annotated[int | None, Field("how many threat conditions; 0 lifts it", hi=40, shared=True)] = None
    kind: Annotated[str, Field("what it is", of=_kinds)] = UNNAMED
    name: Annotated[str, Field("your own name for it", longest=40)] = ""
    side: Annotated[str, Field("everybody of this side instead", fits=sides, longest=40)] = ""


class Calm(Action, frozen=True, kw_only=True):
    """Have a ``kind`` of threat to ``target`` be over or less, or its pain be eased."""

    offer = Offer("morale_calm", "Calm", "a threat is over or less", "morale", gm_only=True, switch=MORALE)

    target: Whose = ""
    amount: Annotated[
        int | None, Field("how many threat conditions less; all where missing", lo=1, hi=40, shared=True)
    ] = None
    kind: Annotated[str, Field("which threat", fits=by_target(_threats), longest=40)] = ""
    painkiller: Annotated[bool | None, Field("a strong painkiller works, or no longer")] = None


class GiveHeart(Exposing, frozen=True, kw_only=True):
    """Raise the CUF of ``target`` by a short phrase of command."""

    offer = Offer(
        "morale_boost",
        "Give heart",
        "Command: a short phrase, 3 ticks",
        "morale",
        kinds=ALSO_ON_THE_MOVE,
        switch=MORALE,
    )

    target: Annotated[Who, Field("whom", fits=_friends_awake, shared=True)]


class PanicFire(Exposing, frozen=True, kw_only=True):
    """Fire a ``weapon`` at nothing, for the noise."""

    offer = Offer("panic_fire", "Panic fire", "a hip shot at nothing, for CUF", kinds=(TACTICAL,), switch=MORALE)

    weapon: Annotated[str, Field("with what", fits=by_actor(guns_in_hand), shared=True)] = ""


class Intimidate(Action, frozen=True, kw_only=True):
    """Threaten ``target`` with words or by strength, without a fight."""

    offer = Offer("intimidate", "Intimidate", "outside of a fight")

    target: Annotated[Who, Field("whom", fits=_others_awake, shared=True)]
    physical: Annotated[bool, Field("by strength (one minute) instead of words (five)")] = False
    situation: Annotated[int, Field("further threats that the situation holds", hi=20, word=Word.GM)] = 0


OFFERED = (Threaten, Calm, GiveHeart, PanicFire, Intimidate)
