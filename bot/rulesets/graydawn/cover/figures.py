"""How high somebody is follows from its stance: behind cover one crouches, and in full cover keeps flat."""

from __future__ import annotations

from bot.core.ground.places import Place
from bot.core.ground.sight import Figure, figure_of
from bot.rulesets.graydawn.state import Stance, State

CROUCHED_EYE_CM, CROUCHED_CM = 115, 130
"""How high the eye of somebody is who fights from cover or braces, and how high it rises (house)."""


def figure(state: State, place: Place) -> Figure:
    """Return how high somebody is where it stands, and its eye."""
    if state.able and state.stance in (Stance.ACTIVE, Stance.BRACED):
        return Figure(place, CROUCHED_EYE_CM, CROUCHED_CM)
    return figure_of(place, lies=not state.able or state.stance is Stance.FULL)
