"""What many actions have in common: in an area under fire they may show whoever does them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from bot.core.actions import Action, Field, Given
from bot.core.options import Choice
from bot.rulesets.reflex.play import ReflexReading


def areas(reading: ReflexReading, given: Given) -> Iterator[Choice]:
    """Return the areas under fire, each name once."""
    found = {area.name: area.rating for area in reading.scene.state.areas}
    return (Choice(name, f"{name} (threat {rating})") for name, rating in found.items())


class Exposing(Action, frozen=True, kw_only=True):
    """Something that takes time in a fight and may show the actor in the area that is ``exposed``."""

    exposed: Annotated[str, Field("the area under fire that this shows you in", fits=areas)] = ""
