"""What stands on a card of somebody in Gray Dawn: crippled limbs on a body, and the boxes of the wound track."""

from __future__ import annotations

from collections.abc import Iterator

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
from bot.core.wording import Line, Mark, Span, line, with_sign
from bot.rulesets.graydawn.checks.stats import build, has_hands_for, mortal_number
from bot.rulesets.graydawn.checks.stats import condition as wound_state
from bot.rulesets.graydawn.state import State
from bot.rulesets.graydawn.status import hurt, outward, weapon_damage
from bot.rulesets.graydawn.tables import GrayTables


def card(tables: GrayTables, state: State) -> Card:
    """Return what a card tells of a state."""
    wielded = [key for key, each in state.weapons.items() if key == state.wields and has_hands_for(tables, state, each)]
    weapons = [*wielded, *(key for key in state.weapons if key not in wielded)]
    crippled = dict.fromkeys(state.crippled, (WoundGrade.WORST, "crippled"))
    return Card(
        what=f"{'one of many, ' if state.mook else ''}body type {build(tables, state)}",
        now=texts((*outward(state, known=True), *hurt(tables, state))),
        rounds=tuple(_rounds(tables, state)),
        wears=tuple(f"{tables.armor[each.kind].title} {tables.armor[each.kind].sp}" for each in state.armor),
        skills=best(state.skills),
        weapons=tuple(in_hand(key, held=key in wielded) for key in weapons),
        arms=tuple(_weapon(tables, key, state) for key in weapons),
        wounds=tuple(_wounds(tables, state)),
        figure=WoundFigure(tuple(drawn_places(tables.body_places, crippled)), tuple(_tracks(tables, state))),
    )


def _rounds(tables: GrayTables, state: State) -> Iterator[str]:
    if not state.mook:
        yield f"luck {state.luck}/{state.stats.get('lk', 0)}"
    for key, weapon in state.weapons.items():
        if shots := tables.weapons[weapon.kind].shots:
            yield loaded_with(key, weapon.loaded, shots, weapon.spare)


def _weapon(tables: GrayTables, key: str, state: State) -> Line:
    weapon = state.weapons[key]
    row = tables.weapons[weapon.kind]
    loaded = f", {weapon.loaded}/{row.shots} of {weapon.ammunition}" if row.shots else ""
    jammed = ", jammed" if weapon.jammed else ""
    return line(Span(f"{key} ", Mark.HEADING), f"{weapon_damage(tables, weapon.kind)}{loaded}{jammed}")


def _tracks(tables: GrayTables, state: State) -> Iterator[Track]:
    """Yield the wound track as a row of boxes for each state short of mortal, and one for that."""
    rows, step = list(tables.wounds.values()), tables.limits.mortal_step.value
    for row, following in zip(rows, [*rows[1:], None], strict=True):
        last = following.least if following else row.least + (tables.limits.mortal_last.value + 1) * step
        boxes = last - row.least
        yield Track(row.title, max(0, min(boxes, state.boxes - row.least + 1)), boxes)
    if state.stun:
        yield Track("stun", state.stun, state.stun)


def _wounds(tables: GrayTables, state: State) -> Iterator[Line]:
    told = (*outward(state, known=True), *hurt(tables, state))
    yield line(Span("Now ", Mark.HEADING), ", ".join(each.text for each in told) or "unhurt")
    named, step = wound_state(tables, state.boxes), mortal_number(tables, state.boxes)
    if named:
        row = tables.wounds[named]
        costs = f"stun saves {with_sign(row.stun)}, REF {with_sign(row.ref)}, INT, REF and CL divided by {row.divisor}"
        mortal = "" if step is None else f"; mortal {step}"
        yield line(Span(f"{row.title.capitalize()} ", Mark.HEADING), f"{costs}{mortal}")
