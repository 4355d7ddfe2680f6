"""What can be done by a check alone, and what a rest gives back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from bot.core.actions import Action, Field, Given, Offer, Who, everybody
from bot.core.options import Choice
from bot.rulesets.horizons.play import HorizonsReading, Target

Effort = Annotated[int, Field("effort points put into the check", hi=10)]


def usual_difficulties(_reading: HorizonsReading, _given: Given) -> Iterator[str]:
    """Yield the difficulties that a GM says most, from the base of a shot on (house); any other is typed."""
    return map(str, (*range(5, 21), 25, 30))


def _short_of_effort(reading: HorizonsReading, given: Given) -> Iterator[Choice]:
    """Yield those to whom rest gives effort back."""
    for each in everybody(reading, given):
        state = reading.scene.combatants[each.value].state
        if state.effort < state.rested:
            yield each


class CheckSkill(Action, frozen=True, kw_only=True):
    """Try a ``skill`` against a ``difficulty``."""

    offer = Offer("check", "Check", "a skill against a difficulty")

    skill: Annotated[str, Field("which skill", of="skills")]
    difficulty: Annotated[int, Field("what must be reached", fits=usual_difficulties, open_ended=True, lo=-50, hi=100)]
    effort: Effort = 0


class Contest(Action, frozen=True, kw_only=True):
    """Measure a ``skill`` against that of ``target``, or against another of its skills."""

    offer = Offer("contest", "Contest", "a skill against somebody's")

    target: Target
    skill: Annotated[str, Field("which skill", of="skills")]
    against: Annotated[str, Field("the other's skill, if another", of="skills")] = ""
    effort: Effort = 0


class Rest(Action, frozen=True, kw_only=True):
    """Give ``target`` all effort back."""

    offer = Offer("rest", "Rest", "effort comes back", gm_only=True)

    target: Annotated[Who, Field("who rests; the actor itself where missing", fits=_short_of_effort, shared=True)] = ""
