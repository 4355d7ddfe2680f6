"""The words for weather, walls, gas and what burns: everybody sees them, only the GM knows how long they last."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.core.events import Event
from bot.core.narration import who
from bot.core.views import Viewer
from bot.core.wording import Line, Mark, Span, bad, good, line, note, number
from bot.rulesets.reflex.checks.wording import said
from bot.rulesets.reflex.surroundings import events as happened

Lines = tuple[Line, ...]
_WINDS = {"still": "The air is still", "storm": "A storm blows"}


def lines(event: Event, viewer: Viewer) -> Lines:
    """The words for one event of EVENTS_SURROUNDINGS."""
    return _LINES[type(event)](event, viewer)


def _weather_set(event: happened.WeatherSet, _viewer: Viewer) -> Lines:
    wind = (line(_WINDS.get(event.wind, f"A {said(event.wind)} wind blows"), "."),) if event.wind else ()
    return (*wind, *((line(f"What can be seen: {said(event.light)}."),) if event.light else ()))


def _room_set(event: happened.RoomSet, _viewer: Viewer) -> Lines:
    if not event.spans_m:
        return (line("The fight is in the open."),)
    spans = " × ".join(f"{span_m:g}" for span_m in event.spans_m)
    walls = "" if event.walls is None else f", walls of Armor {event.walls:g}"
    return (line(f"The fight is in a space of {spans} m{walls}."),)


def _gas_released(event: happened.GasReleased, _viewer: Viewer) -> Lines:
    where = " between walls" if event.enclosed else ""
    return (line("A cloud of ", bad(event.title), f" spreads{where}, ", number(event.radius_m), " m around."),)


def _gas_timed(event: happened.GasTimed, _viewer: Viewer) -> Lines:
    die = (" (d6: ", Span(str(event.roll.faces[0]), Mark.DICE), ")") if event.roll else ()
    house = note(" (house table)") if event.house else ""
    return (line("It lasts for ", number(event.periods), " exchanges or pauses after this one", *die, house, "."),)


def _gas_ahead(event: happened.GasAhead, viewer: Viewer) -> Lines:
    where = " m downwind of it." if event.downwind else " m from it."
    return (line(who(event, event.actor, viewer), " is ", number(event.metres), where, depth=1),)


def _gas_reached(event: happened.GasReached, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), bad(" is in the "), event.title, "."),)


def _gas_left(event: happened.GasLeft, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), good(" is out of the gas"), "."),)


def _gas_drifted(event: happened.GasDrifted, _viewer: Viewer) -> Lines:
    if event.radius_m:
        return (line("The ", event.title, " fills ", number(event.radius_m), " m around."),)
    return (line("The ", event.title, " drifts downwind, ", number(event.length_m), " m beyond its width."),)


def _gas_ebbed(event: happened.GasEbbed, _viewer: Viewer) -> Lines:
    if not event.left:
        return (line("The ", event.title, " is about to disperse."),)
    return (line("The ", event.title, " lasts for ", number(event.left), " more exchanges or pauses."),)


def _gas_dispersed(event: happened.GasDispersed, _viewer: Viewer) -> Lines:
    return (line("The ", event.title, good(" disperses"), "."),)


def _scorched(event: happened.Scorched, _viewer: Viewer) -> Lines:
    result = bad("catches fire") if event.caught else "does not catch fire"
    broken = bad(" It gives way.") if event.broken else ""
    armor = f"Damage {event.damage}, Armor {event.armor_halves / 2:g} ×{event.penetration / 2:g}: "
    told = line(f"Fire ({said(event.flame)}) meets the {event.what}: it ", result, ".", broken)
    through = line(armor, number(event.final), " get through.", depth=1)
    if event.roll is None:
        return (told, through)
    face = Span(str(event.roll.faces[0]), Mark.DICE)
    return (told, through, line(f"Catches fire on {event.need} or less on d10: ", face, _HOUSE, ".", depth=1))


_HOUSE = note(" (house table)")


def _burned_out(event: happened.BurnedOut, _viewer: Viewer) -> Lines:
    return (line(f"The {event.what} ", good("burns no more"), "."),)


_LINES: Mapping[type[Event], Callable[[Any, Viewer], Lines]] = {
    happened.WeatherSet: _weather_set,
    happened.RoomSet: _room_set,
    happened.GasReleased: _gas_released,
    happened.GasTimed: _gas_timed,
    happened.GasAhead: _gas_ahead,
    happened.GasReached: _gas_reached,
    happened.GasLeft: _gas_left,
    happened.GasDrifted: _gas_drifted,
    happened.GasEbbed: _gas_ebbed,
    happened.GasDispersed: _gas_dispersed,
    happened.Scorched: _scorched,
    happened.BurnedOut: _burned_out,
}
