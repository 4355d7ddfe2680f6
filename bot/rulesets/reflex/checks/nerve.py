"""How much somebody can bear follows from one state alone: what threatens, what gives heart, and what is left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.core.scene import Combatant
from bot.core.terms import Term
from bot.rulesets.reflex.kinds import Degree
from bot.rulesets.reflex.state import State

BROKEN_FROM = 5
IN_COMBAT = "combat"
SOURCES = {
    IN_COMBAT: "003:1349",
    "attacked": "003:1350",
    "lethal": "003:1351; 003-23",
    "automatic": "003:1352",
    "explosives": "003:1353",
    "incendiary": "003:1354",
    "irrational": "003:1355",
    "charging": "003:1357",
    "darkness": "003:1359",
    "outnumbered": "003:1360",
    "unseen_enemy": "003:1361",
    "no_reach": "003:1361",
    "worse_position": "003:1362",
    "worse_armament": "003:1363",
    "worse_mobility": "003:1364",
    "no_escape": "003:1365",
    "casualties": "003:1374-1376; 003-26",
    "leader_lost": "003:1377",
    "lifesaving": "003:1380-1384",
    "aversion": "003:1398",
    "phobia": "003:1399",
    "code": "003:1402",
    "wmd_hazard": "003:1406",
    "wmd_exposure": "003:1407",
    "wmd_hazard_protected": "003:1408",
    "wmd_exposure_protected": "003:1407-1408",
    "contamination": "003:1410",
    "contamination_exposure": "003:1410",
    "horror": "003:1414-1415",
    "tango": "003:1470-1473",
    "panic": "003:1478-1479; 003-29",
    "command": "003:1486-1488; 003-86",
    "teamwork": "003:1491 (house table)",
}
TOLD = "said at the table"


def in_combat(state: State) -> bool:
    """Tell whether morale counts for somebody: only in a fight, and where the campaign plays with it (line 1454)."""
    return IN_COMBAT in state.nerve.threats


def fighting(people: Mapping[str, Combatant[State]], actors: Iterable[str]) -> list[str]:
    """Return those of ``actors`` for whom morale counts."""
    return [actor for actor in actors if IN_COMBAT in people[actor].state.nerve.threats]


def threat_terms(state: State) -> tuple[Term, ...]:
    """Return every threat condition of somebody in a fight, none of them zero (text 003, lines 1346-1432)."""
    nerve = state.nerve
    terms = [Term(key, amount, SOURCES.get(key, TOLD)) for key, amount in nerve.threats.items()]
    if nerve.ambushed:
        terms.append(Term("ambushed", 1, "003:1358"))
    if degree := _degree(state):
        terms.append(Term("injury", degree.value, "003:1368-1370", f"{degree.name.casefold()} wound"))
    if nerve.coerced:
        terms.append(Term("coerced", nerve.coerced, "003:851"))
    for area, rating in nerve.suppressed.items():
        terms.append(Term("suppressed", rating, "003:1430", area))
    return tuple(terms)


def total_threat(state: State) -> int:
    """Return what the threat conditions of somebody add up to; it is asked of everybody at every turn, and words no
    terms."""
    nerve, body = state.nerve, state.body
    found = sum(nerve.threats.values()) + nerve.ambushed + nerve.coerced
    if nerve.suppressed:
        found += sum(nerve.suppressed.values())
    return found + _degree(state) if body.wounds or body.virtual else found


def _degree(state: State) -> Degree:
    """Return the worst injury, real or felt; a painkiller takes all but a critical one (1368-1370, 1482)."""
    degree = Degree(max((*state.body.wounds.values(), *state.body.virtual.values()), default=Degree.NONE))
    return Degree.NONE if state.nerve.eased and degree is not Degree.CRITICAL else degree


def coolness_terms(state: State) -> tuple[Term, ...]:
    """Return CUF and what raises it at present (text 003, lines 1467-1491)."""
    cuf = Term("cuf", state.person.attributes.cuf, "sheet")
    return (cuf, *heart_terms(state)) if state.nerve.heart else (cuf,)


def heart_terms(state: State) -> tuple[Term, ...]:
    """Return what raises or lowers CUF at present."""
    return tuple(Term(key, value, SOURCES[key]) for key, value in state.nerve.heart.items() if value)


def coolness(state: State) -> int:
    """Return CUF as it is at present, which counts wherever CUF does (text 003, line 1468; ruling 003-90)."""
    cuf, heart = state.person.attributes.cuf, state.nerve.heart
    return cuf + sum(heart.values()) if heart else cuf


def shortfall(state: State) -> int:
    """Return by how much threats exceed CUF, or out of combat intimidation Resolve; 0 at least (1330-1334, 1453)."""
    if IN_COMBAT not in state.nerve.threats:
        return state.nerve.cowed
    return max(0, total_threat(state) - coolness(state))


def is_broken(state: State) -> bool:
    """Tell whether the will to fight is broken (text 003, lines 1335-1336; ruling 003-25)."""
    return shortfall(state) >= BROKEN_FROM


def nerve_terms(state: State) -> tuple[Term, ...]:
    """Return the penalty on every check (text 003, line 1333)."""
    short = shortfall(state)
    return (Term("morale", -short, "003:1333"),) if short else ()


def heartened(state: State, kind: str, value: int) -> State:
    """Return the state with ``value`` added to CUF at present, nothing for zero."""
    if state.nerve.heart.get(kind, 0) == value:
        return state
    others = {key: each for key, each in state.nerve.heart.items() if key != kind}
    return state.with_nerve(heart={**others, kind: value} if value else others)
