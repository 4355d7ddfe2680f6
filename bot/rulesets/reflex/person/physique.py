"""What a body can take and do follows from its attributes, its load and its wounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import worst
from bot.rulesets.reflex.kinds import BodyPart, Degree, Encumbrance, Pace, Stance
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.state import Attributes, State
from bot.rulesets.reflex.tables import ReflexTables

ARMS = (BodyPart.RIGHT_ARM, BodyPart.LEFT_ARM)
LEGS = (BodyPart.RIGHT_LEG, BodyPart.LEFT_LEG)
PACES = (Pace.STILL, Pace.CRAWL, Pace.STAGGER, Pace.WALK, Pace.TROT, Pace.RUN, Pace.SPRINT)

Row4 = tuple[int, int, int, int]


def base_threshold(tables: ReflexTables, attributes: Attributes) -> int:
    """Return the number that all wound thresholds are made from (ruling A8, rounded down: 003-46)."""
    row = tables.thresholds["base"]
    weighed = attributes.muscle * row.muscle + attributes.fitness * row.fitness
    return int((row.constant + weighed) // row.divisor)


def thresholds(tables: ReflexTables, attributes: Attributes) -> dict[str, Row4]:
    """Return the damage from which a wound is slight, moderate, serious and critical, for each of the six places."""
    base = base_threshold(tables, attributes)
    return {place.value: _row(tables, place, base) for place in BodyPart}


def _row(tables: ReflexTables, place: BodyPart, base: int) -> Row4:
    kind = "limb" if place in (*ARMS, *LEGS) else place.value
    moderate, serious, critical = (base * halves // 2 for halves in tables.thresholds[kind].halves)
    return 1, moderate, serious, critical


def base_initiative(tables: ReflexTables, encumbrance: Encumbrance) -> Term:
    """Return the tick that a load allows to begin on (table 5a by ruling A2)."""
    row = tables.encumbrance[encumbrance.value]
    return Term(encumbrance.value, int(row.initiative), tables.encumbrance[encumbrance.value].cited)


def wait_ticks(tables: ReflexTables, ooda: int) -> int:
    """Return what waiting costs (table 5b by ruling A2)."""
    return int([row.ticks for row in tables.waits.values() if row.starts_at <= ooda][-1])


def metres(tables: ReflexTables, own: Mapping[str, int], pace: Pace) -> int:
    """Return the metres of one Move action at a rate; ``own`` are those a sheet names itself."""
    return own.get(pace.value, tables.paces[pace.value].metres)


def legs(state: State) -> Degree:
    """Return the worse of the two legs; a lost one counts as critical."""
    return Degree(max(_limb(state, leg) for leg in LEGS))


def _limb(state: State, limb: BodyPart) -> Degree:
    return Degree.CRITICAL if limb.value in state.body.lost else worst(state, limb)


def usable_hands(state: State) -> tuple[str, ...]:
    """Return the hands that can hold something, right before left: not of critical or lost arms (lines 1037-1038)."""
    return tuple(arm.value.split()[0] for arm in ARMS if _limb(state, arm) < Degree.CRITICAL)


def fastest(tables: ReflexTables, state: State) -> Pace:
    """Return the fastest rate that load, legs and stance allow (text 003, lines 262-283)."""
    limits = (
        tables.encumbrance[state.kit.encumbrance.value].fastest,
        tables.leg_wounds[legs(state).name.casefold()].fastest,
        tables.stances[state.body.stance.value].fastest,
    )
    return slowest(Pace(limit) for limit in limits)


def slowest(paces: Iterable[Pace]) -> Pace:
    """Return the slowest of some rates."""
    return min(paces, key=PACES.index)


def paces(tables: ReflexTables, state: State) -> tuple[Pace, ...]:
    """Return the rates that are open to somebody, slowest first: those who stand on sound legs do not crawl."""
    best = fastest(tables, state)
    allowed = PACES[1 : PACES.index(best) + 1]
    upright = state.body.stance is Stance.STANDING and best is not Pace.CRAWL
    return tuple(pace for pace in allowed if not (upright and pace is Pace.CRAWL))


def own_pace_terms(reading: ReflexReading, pace: Pace) -> tuple[Term, ...]:
    """Return what moving takes off whatever takes fine motor control (text 003, lines 262-283)."""
    return pace_terms("own_pace", pace, reading.tables.paces[pace].own_penalty)


def pace_terms(label: str, pace: Pace, penalty: int) -> tuple[Term, ...]:
    """Return what a pace takes off, as a term where it is something."""
    return (Term(label, penalty, "003:262-283; A3", pace.value),) if penalty else ()
