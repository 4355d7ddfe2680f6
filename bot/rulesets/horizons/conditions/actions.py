"""What a GM can say of side effects, and of whatever else ails or helps somebody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from bot.core.actions import Action, Field, Given, Offer, Who, by_target, everybody
from bot.core.options import Choice
from bot.rulesets.horizons.play import HorizonsReading, Whose
from bot.rulesets.horizons.state import State


def _conditions(state: State) -> tuple[str, ...]:
    return tuple(state.conditions)


def _with_open_effects(reading: HorizonsReading, given: Given) -> Iterator[Choice]:
    """Yield those of whom a side effect is open."""
    people = reading.scene.combatants
    return (each for each in everybody(reading, given) if people[each.value].state.effects)


Condition = Annotated[
    str, Field("what ails or helps somebody", open_ended=True, fits=by_target(_conditions), longest=40)
]
Modifier = Annotated[int, Field("added to checks; below zero it hampers", lo=-20, hi=20)]
OnlySkill = Annotated[str, Field("the only skill it is about; all if left out", of="skills")]
Rounds = Annotated[int, Field("for how many rounds; until you end it if left out", lo=1, hi=100)]


class TellEffect(Action, frozen=True, kw_only=True):
    """Say ``what`` comes of the oldest open side effect of ``target``, which may leave a ``condition``."""

    offer = Offer("tell", "Tell", "say what comes of a side effect", gm_only=True)

    target: Annotated[
        Who, Field("whose side effect; the actor's own where missing", fits=_with_open_effects, shared=True)
    ] = ""
    what: Annotated[str, Field("what comes of it, in your words", longest=200)] = ""
    condition: Condition = ""
    modifier: Modifier = 0
    skill: OnlySkill = ""
    rounds: Rounds = 0


class Surroundings(Action, frozen=True, kw_only=True):
    """Say how light and how windy it is here, for everybody."""

    offer = Offer("surroundings", "Surroundings", "say how light and windy it is", gm_only=True, of_scene=True)

    light: Annotated[str, Field("how light it is", of="light")] = ""
    wind: Annotated[str, Field("how windy it is", of="wind")] = ""


class SetCondition(Action, frozen=True, kw_only=True):
    """Say that something ails or helps ``target``, for some ``rounds`` or until it is said to be ``over``."""

    offer = Offer("condition", "Condition", "say what ails or helps", gm_only=True)

    target: Whose = ""
    condition: Condition
    modifier: Modifier = 0
    skill: OnlySkill = ""
    rounds: Rounds = 0
    over: Annotated[bool, Field("it is over")] = False
