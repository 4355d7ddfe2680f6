"""The words for weather and for what burns, which everybody sees."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import spelled_place
from bot.core.views import Viewer
from bot.core.wording import Mark, Span, bad, good, line, note, number
from bot.rulesets.reflex.checks.wording import said
from bot.rulesets.reflex.surroundings.events import BurnedOut, PlaceLit, Scorched, WeatherSet
from bot.rulesets.reflex.wounds.words import passed

words = Words()
_STILL = "still"
_WINDS = {_STILL: "The air is still", "storm": "A storm blows"}
_LIGHTS = {"clear": "The view is clear", "dim": "The light is dim", "dark": "It is dark"}


@words(WeatherSet)
def _weather_set(event: WeatherSet, _viewer: Viewer) -> Lines:
    told = (*_wind_told(event), *((f"{_lit(event.light)}.",) if event.light else ()))
    return tuple(line(each) for each in told)


def _wind_told(event: WeatherSet) -> tuple[str, ...]:
    """Return how the wind blows and to where, in one sentence where there is any."""
    wind = _WINDS.get(event.wind, f"A {said(event.wind)} wind blows") if event.wind else ""
    way = f"to the {event.toward.value}." if event.toward else ""
    if wind and way and event.wind != _STILL:
        return (f"{wind} {way}",)
    return (*((f"{wind}.",) if wind else ()), *((f"The wind blows {way}",) if way else ()))


@words(PlaceLit)
def _place_lit(event: PlaceLit, _viewer: Viewer) -> Lines:
    where = spelled_place(event.place)
    if not event.light:
        return (line(f"The light around {where} is as elsewhere."),)
    return (line(f"{_lit(event.light)} within ", number(event.radius_m), f" m of {where}."),)


def _lit(light: str) -> str:
    """Return what can be seen in a light, as a sentence without its end."""
    return _LIGHTS.get(light, f"There is {said(light)}")


@words(Scorched)
def _scorched(event: Scorched, _viewer: Viewer) -> Lines:
    result = bad("catches fire") if event.caught else "does not catch fire"
    broken = bad(" It gives way.") if event.broken else ""
    armor = f"Damage {event.damage}, Armor {event.armor_halves / 2:g} ×{event.penetration / 2:g}: "
    told = line(f"Fire ({said(event.flame)}) meets the {event.what}: it ", result, ".", broken)
    through = line(armor, *passed(event.final), ".", depth=1)
    if event.roll is None:
        return (told, through)
    face = Span(str(event.roll.faces[0]), Mark.DICE)
    return (told, through, line(f"Catches fire on {event.need} or less on d10: ", face, _HOUSE, ".", depth=1))


_HOUSE = note(" (house table)")


@words(BurnedOut)
def _burned_out(event: BurnedOut, _viewer: Viewer) -> Lines:
    return (line(f"The {event.what} ", good("burns no more"), "."),)
