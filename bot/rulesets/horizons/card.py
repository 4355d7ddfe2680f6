"""What stands on a card of somebody in Endless Horizons: wounds by zone on a body, and hit points as a track."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.telling.cards import Card, Track, WoundFigure, WoundGrade, best, drawn_places, in_hand, loaded_with
from bot.core.wording import Line, Mark, Span, counted, figure, line
from bot.rulesets.horizons.state import State
from bot.rulesets.horizons.status import health, weapon_words
from bot.rulesets.horizons.tables import HorizonsTables


def card(tables: HorizonsTables, state: State) -> Card:
    """Return what a card tells of a state."""
    names = sorted(state.weapons, key=lambda each: each != state.held)
    numbers = dict(weapon_words(state))
    wounded = {zone: (_look(count), counted(count, "wound")) for zone, count in state.wounds.items()}
    points = Track("hit points lost", max(0, min(state.most, state.most - state.points)), state.most)
    return Card(
        what=f"{state.size}, effort {state.effort}",
        now=(*_out(state), f"{figure(state.points)} of {state.limit} hit points", *health(state)),
        rounds=tuple(_rounds(state)),
        wears=tuple(f"{each.name} class {each.rating} ({each.points} left)" for each in state.armor),
        skills=best(state.skills),
        weapons=tuple(in_hand(key, held=key == state.held) for key in names),
        arms=tuple(line(Span(f"{key} ", Mark.HEADING), numbers[key]) for key in names),
        wounds=tuple(_wounds(state)),
        figure=WoundFigure(tuple(drawn_places(tables.body_places, wounded)), (points,)),
    )


def _look(count: int) -> WoundGrade:
    """Return how a zone with so many wounds is drawn."""
    return WoundGrade(min(count, WoundGrade.WORST))


def _out(state: State) -> tuple[str, ...]:
    return () if state.able else ("dead" if state.dead else "unconscious",)


def _rounds(state: State) -> Iterator[str]:
    for key, weapon in state.weapons.items():
        if weapon.cartridge:
            yield loaded_with(key, weapon.loaded, weapon.capacity, weapon.spare)
    if state.grenades is not None:
        yield counted(state.grenades, "grenade")


def _wounds(state: State) -> Iterator[Line]:
    points = f"{figure(state.points)} of {state.limit}, {state.most} unhurt"
    yield line(Span("Hit points ", Mark.HEADING), f"{points}; each wound takes {state.per_wound} off the most")
    yield line(Span("Now ", Mark.HEADING), ", ".join((*_out(state), *health(state))) or "no wounds")
