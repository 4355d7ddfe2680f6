"""Darkness threatens whoever fights in it: on a ground by the light where it is, which lamps make another."""

from __future__ import annotations

from bot.rulesets.reflex.checks.nerve import fighting, in_combat
from bot.rulesets.reflex.morale.events import DarknessMet
from bot.rulesets.reflex.morale.threats import DARK, DARKNESS
from bot.rulesets.reflex.person.between import LIGHT
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.surroundings.events import WeatherSet
from bot.rulesets.reflex.vehicles.seats import light_around


def meet_darkness(play: ReflexPlay) -> None:
    """Have darkness threaten whoever has come into it since the order came, and no longer who has left it (line 1359).

    Whom a GM has lifted it from meets it again in another dark place. Where no lamp is, the light of the scene counts.
    """
    began, now = play.supposing(play.began), play.scene
    if not (_has_lamps(began) or _has_lamps(play)):
        return
    is_set = any(isinstance(event, WeatherSet) and event.light for event in play.events)
    for actor in fighting(now.combatants, now.combatants):
        dark = _is_dark(play, actor)
        threatens = DARKNESS in now.combatants[actor].state.nerve.threats
        if dark is not threatens and (is_set or _is_new(began, actor) or _is_dark(began, actor) is not dark):
            play.tell(DarknessMet(actor=actor, dark=dark))


def _has_lamps(reading: ReflexReading) -> bool:
    areas = reading.scene.ground.areas.values() if reading.scene.ground else ()
    return any(area.kind.removeprefix(LIGHT) in reading.tables.visibility for area in areas)


def _is_dark(reading: ReflexReading, actor: str) -> bool:
    return light_around(reading.tables, reading.scene, actor) == DARK


def _is_new(began: ReflexReading, actor: str) -> bool:
    """Tell whether somebody was not in combat when the order came."""
    was = began.scene.combatants.get(actor)
    return was is None or not in_combat(was.state)
