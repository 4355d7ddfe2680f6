"""What stands on a card of somebody under the Reflex System, and where on a body its wounds are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.core.telling.cards import (
    Card,
    Track,
    WoundFigure,
    WoundGrade,
    best,
    drawn_places,
    in_hand,
    loaded_with,
    texts,
)
from bot.core.wording import Line, Mark, Span, line
from bot.rulesets.reflex.kinds import BodyPart, Degree
from bot.rulesets.reflex.sheet_in_words import weapon_line
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.status import condition
from bot.rulesets.reflex.tables import ReflexTables

_LOOKS = {
    Degree.NONE: WoundGrade.NOT,
    Degree.SLIGHT: WoundGrade.SLIGHT,
    Degree.MODERATE: WoundGrade.GRAVE,
    Degree.SERIOUS: WoundGrade.GRAVE,
    Degree.CRITICAL: WoundGrade.WORST,
}


def card(tables: ReflexTables, state: State) -> Card:
    """Return what a card tells of a state."""
    vehicle, kit = state.body.vehicle, state.kit
    weapons = sorted(kit.weapons.values(), key=lambda each: not each.held_with)
    return Card(
        what=tables.vehicles[vehicle.kind].title if vehicle else f"{state.person.handed}-handed",
        now=tuple(word for word in texts(condition(state)) if word != ", "),
        rounds=tuple(_rounds(state)),
        wears=tuple(f"{each.name} {each.armor_halves / 2:g}" for each in kit.armor),
        skills=best(state.person.skills),
        weapons=tuple(in_hand(each.name, held=bool(each.held_with)) for each in weapons),
        arms=tuple(weapon_line(tables, each) for each in weapons),
        wounds=tuple(_wounds(state)),
        figure=_hull(tables, state) if vehicle else WoundFigure(tuple(drawn_places(tables.body_places, _hurt(state)))),
    )


def _rounds(state: State) -> Iterator[str]:
    for each in state.kit.weapons.values():
        if not each.model.melee:
            yield loaded_with(each.name, each.loaded, each.model.capacity, each.spare)


def _degrees(state: State) -> dict[str, Degree]:
    """Return the worse of real and imagined injuries of each place that has one."""
    places = (*state.body.wounds, *state.body.virtual)
    found = {place: max(state.body.wounds.get(place, 0), state.body.virtual.get(place, 0)) for place in places}
    return {place: Degree(degree) for place, degree in found.items() if degree}


def _hurt(state: State) -> Mapping[str, tuple[WoundGrade, str]]:
    degrees = {place: (_LOOKS[degree], degree.name.casefold()) for place, degree in _degrees(state).items()}
    return degrees | dict.fromkeys(state.body.lost, (WoundGrade.WORST, "lost"))


def _hull(tables: ReflexTables, state: State) -> WoundFigure:
    """Return the places of a vehicle as rows of two boxes: disabled, and destroyed."""
    places = state.body.vehicle.thresholds if state.body.vehicle else {}
    marked = {"disabled": 1, "destroyed": 2}
    return WoundFigure(
        tracks=tuple(
            Track(tables.vehicle_places[place].title or place, marked.get(state.kit.broken.get(place, ""), 0), 2)
            for place in places
        )
    )


def _wounds(state: State) -> Iterator[Line]:
    hurt = _hurt(state)
    for place in BodyPart if not state.body.vehicle else ():
        limits = state.person.thresholds.get(place, ())
        words = hurt[place][1] if place in hurt else "unhurt"
        from_which = f"; wounds from {'/'.join(map(str, limits))}" if limits else ""
        yield line(Span(f"{place.value} ", Mark.HEADING), f"{words}{from_which}")
    found = condition(state)
    yield line(Span("Now ", Mark.HEADING), *(found or ("unhurt",)))
