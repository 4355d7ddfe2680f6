"""What a GM says of the weather."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import AreaGone, AreaLaid
from bot.core.features import Rules
from bot.core.ground.finding import place_said
from bot.core.ground.laying import not_laid
from bot.core.ground.outlines import Disc
from bot.core.ground.pieces import Area
from bot.core.ground.whereabouts import Where
from bot.rulesets.reflex.person.between import LIGHT
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.surroundings.actions import SetWeather
from bot.rulesets.reflex.surroundings.events import PlaceLit, WeatherSet

rules = Rules()


@rules(SetWeather)
def weather(play: ReflexPlay, sky: SetWeather) -> None:
    """Set how the wind blows and what can be seen (text 003, lines 681, 1248).

    Around a place of a ground only the light is other than elsewhere.

    Raises:
        RuleViolation: neither was said, or no light for a place.
    """
    if sky.to is not None:
        _light_up(play, sky, sky.to)
        return
    if not (sky.wind or sky.light or sky.toward):
        raise RuleViolation("What is the weather like?", "Say wind=strong or light=dim.")
    play.tell(WeatherSet(wind=sky.wind, light=sky.light, toward=sky.toward))


def _light_up(play: ReflexPlay, sky: SetWeather, where: Where) -> None:
    """Have what is around a place be seen otherwise, such as by a lamp in the dark, or as all else again (ours)."""
    ground = play.scene.ground
    if ground is None:
        raise not_laid()
    place = place_said(ground, where, None)
    if sky.radius_m and not sky.light:
        raise RuleViolation("What can be seen there?", "Say light=clear, or radius_m=0 for what there is elsewhere.")
    key = f"light {place.east_cm},{place.north_cm}"
    if sky.radius_m:
        outline = Disc(place, round(sky.radius_m * 100))
        play.tell(AreaLaid(area=Area(key=key, kind=f"{LIGHT}{sky.light}", outline=outline)))
        play.tell(PlaceLit(place=place, light=sky.light, radius_m=sky.radius_m))
    elif key in ground.areas:
        play.tell(AreaGone(key=key))
        play.tell(PlaceLit(place=place))
    else:
        raise RuleViolation("The light there is as elsewhere.", "Say the same place as when it was lit: /map list.")
