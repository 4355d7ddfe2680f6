"""What stands on a card of somebody under Eclipse Phase; it has no places of a body, so that tracks are drawn."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.telling.cards import Card, Track, WoundFigure, best, loaded_with, texts
from bot.core.wording import Line, Mark, Span, line
from bot.rulesets.eclipse.state import State
from bot.rulesets.eclipse.status import condition, weapon_line
from bot.rulesets.eclipse.tables import EclipseTables
from bot.rulesets.eclipse.wounds.injury import lethal_damage

MOST_COUNTED = 6
"""Wounds and traumas for which there is a box each, if nobody has more."""


def card(tables: EclipseTables, state: State) -> Card:
    """Return what a card tells of a state."""
    return Card(
        what=f"{state.kind}, Speed {state.speed}, initiative {state.initiative}",
        now=texts(condition(tables, state)),
        rounds=tuple(_rounds(state)),
        wears=tuple(f"{each.name} {each.energy}/{each.kinetic}" for each in state.armor),
        skills=best(state.skills),
        weapons=tuple(state.weapons),
        arms=tuple(weapon_line(key, weapon) for key, weapon in state.weapons.items()),
        wounds=tuple(_wounds(state)),
        figure=WoundFigure(tracks=tuple(_tracks(state))),
    )


def _rounds(state: State) -> Iterator[str]:
    for key, weapon in state.weapons.items():
        if weapon.capacity:
            yield loaded_with(key, weapon.loaded, weapon.capacity, weapon.spare)


def _tracks(state: State) -> Iterator[Track]:
    yield Track("damage", state.damage, state.dur)
    yield Track("stress", state.stress, state.lucidity)
    yield Track("wounds", state.wounds, max(MOST_COUNTED, state.wounds))
    yield Track("traumas", state.traumas, max(MOST_COUNTED, state.traumas))


def _wounds(state: State) -> Iterator[Line]:
    body = f"damage {state.damage} of {state.dur}, dead at {lethal_damage(state)}; a wound for {state.wound_threshold}"
    yield line(Span("Body ", Mark.HEADING), f"{body}; wounds {state.wounds}, stun {state.stun}")
    mind = f"stress {state.stress} of {state.lucidity}; a trauma for {state.trauma_threshold}"
    yield line(Span("Mind ", Mark.HEADING), f"{mind}; traumas {state.traumas}")
