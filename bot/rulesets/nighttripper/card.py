"""What stands on a card of somebody in Night Tripper, and where on a body its wounds are drawn."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.telling.cards import Card, Track, WoundFigure, WoundGrade, best, drawn_places, in_hand, texts
from bot.core.wording import Line, Mark, Span, line
from bot.rulesets.nighttripper.checks.wording import in_words
from bot.rulesets.nighttripper.state import Side, State
from bot.rulesets.nighttripper.status import ailments, outward, weapon_words
from bot.rulesets.nighttripper.tables import NightTables


def card(tables: NightTables, state: State) -> Card:
    """Return what a card tells of a state."""
    names = sorted(state.weapons, key=lambda each: each != state.wields)
    armor = f"{in_words(state.armor)} (spent)" if state.armor_spent else in_words(state.armor)
    return Card(
        what="NPC, no luck" if state.npc else f"luck {state.luck} of {state.luck_max}",
        now=texts((*outward(state, known=True), *ailments(state))),
        wears=(armor,) if armor else (),
        skills=_skills(state),
        weapons=tuple(in_hand(key, held=key == state.wields) for key in names),
        arms=tuple(line(Span(weapon_words(tables, key, state))) for key in names),
        wounds=tuple(_wounds(tables, state)),
        figure=WoundFigure(tuple(drawn_places(tables.body_places, _hurt(tables, state))), tuple(_luck(state))),
    )


def _skills(state: State) -> tuple[str, ...]:
    """Return the best ranks of single skills and that of all others; most of the GM's people have but the latter."""
    if not state.skills:
        return (f"everything alike ({state.skill})",)
    return (*best(state.skills), f"everything else {state.skill}")


def _hurt(tables: NightTables, state: State) -> dict[str, tuple[WoundGrade, str]]:
    """Return how each place is, limbs by their side: the sum of its wounds against the worst that it takes."""
    sums: dict[str, int] = {}
    for wound in state.wounds:
        for place in _sides(tables, wound.place, wound.side):
            sums[place] = sums.get(place, 0) + wound.severity
    worst = {place: tables.locations[place.split()[-1]].worst for place in sums}
    hurt = {place: (_look(total, worst[place]), f"{total} of {worst[place]}") for place, total in sums.items()}
    return hurt | dict.fromkeys(state.lost, (WoundGrade.WORST, "lost"))


def _sides(tables: NightTables, place: str, side: str) -> tuple[str, ...]:
    """Return the places on the figure that a wound is at; one of a limb whose side nobody said is at both."""
    if not tables.locations[place].limb:
        return (place,)
    return tuple(f"{each} {place}" for each in ((side,) if side else Side))


def _look(total: int, worst: int) -> WoundGrade:
    if total >= worst:
        return WoundGrade.WORST
    return WoundGrade.GRAVE if 2 * total >= worst else WoundGrade.SLIGHT


def _luck(state: State) -> Iterator[Track]:
    if state.luck_max:
        yield Track("luck spent", max(0, state.luck_max - state.luck), state.luck_max)


def _wounds(tables: NightTables, state: State) -> Iterator[Line]:
    for place, (_, words) in _hurt(tables, state).items():
        yield line(Span(f"{place} ", Mark.HEADING), words)
    now = texts((*outward(state, known=True), *ailments(state)))
    yield line(Span("Now ", Mark.HEADING), ", ".join(now) or "unhurt")
