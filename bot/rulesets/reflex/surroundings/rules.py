"""What a GM says of the weather."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.surroundings.actions import SetWeather
from bot.rulesets.reflex.surroundings.events import WeatherSet

rules = Rules()


@rules(SetWeather)
def weather(play: ReflexPlay, sky: SetWeather) -> None:
    """Set how the wind blows and what can be seen (text 003, lines 681, 1248).

    Raises:
        RuleViolation: neither was said.
    """
    if not (sky.wind or sky.light or sky.toward):
        raise RuleViolation("What is the weather like?", "Say wind=strong or light=dim.")
    play.tell(WeatherSet(wind=sky.wind, light=sky.light, toward=sky.toward))
