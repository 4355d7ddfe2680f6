"""What an attack and a defence are the sum of, each summand with its reason."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.renaming import sign_of
from bot.core.tables import Tables
from bot.core.terms import Term
from bot.rulesets.graydawn.checks.stats import blend, build, skill_term, stat, told_terms
from bot.rulesets.graydawn.fire.attempts import Attempt
from bot.rulesets.graydawn.fire.ranges import Reach, spreads
from bot.rulesets.graydawn.options import CL_MA
from bot.rulesets.graydawn.play import DawnReading, limit
from bot.rulesets.graydawn.state import AUTO, BURST, COVER, FISTS, STRIKE, Stance, State
from bot.rulesets.graydawn.time.slots import haste

NEAR = ("close", "medium")


def attack_terms(reading: DawnReading, made: Attempt) -> tuple[Term, ...]:
    """Everything that an attack is the sum of (text 004, lines 124-132; B3)."""
    state, tables = reading.at_opening(made.actor), reading.tables
    skill = str(tables.row("classes", made.row["class"])["skill"])
    by_kind = close_terms(reading, state) if made.reach is None else shot_terms(reading, made, made.reach, state)
    return (
        *by_kind,
        skill_term(state, skill),
        *_unready_terms(reading, made),
        *((Term("fast_draw", limit(reading.tables, "fast_draw"), "B3"),) if made.drawn else ()),
        *haste(reading, made.actor),
        *told_terms(made.modifier),
    )


def close_terms(reading: DawnReading, state: State) -> Iterator[Term]:
    """What both sides of a fight hand to hand start from (004:126-132, 140; 004-2)."""
    yield blend(reading.tables, state, "ref", "ma", "004:140; 004-2", rounded_up=False)
    if value := build(reading.tables, state):
        yield Term("build", value, "004:140; 004-2")


def shot_terms(reading: DawnReading, made: Attempt, far: Reach, state: State) -> Iterator[Term]:
    """What only shots are the sum of."""
    tables = reading.tables
    yield blend(tables, state, "ref", "cl", "004:124, 130")
    yield from _range_terms(tables, made, far)
    yield from _mode_terms(reading, made, far)
    for fitting in made.weapon.fitted:
        yield Term("fitting", tables.number("fittings", fitting, "value"), tables.source("fittings", fitting), fitting)
    yield from _aim_terms(reading, made, far, state)
    for key, row in tables.rows("situations").items():
        if key in made.situations:
            yield Term("situation", row["value"], tables.source("situations", key), detail=row["title"])


def _range_terms(tables: Tables, made: Attempt, far: Reach) -> Iterator[Term]:
    """What the range does where it can be dodged (004:262), and a shotgun's spread instead of it (004-5)."""
    key = far.counts
    field = "spread" if spreads(tables, made.row) else "value"
    value = tables.number("brackets", key, field)
    if value and (made.defended or field == "spread"):
        yield Term(field, value, tables.source("brackets", key), detail=tables.title("brackets", key))


def _mode_terms(reading: DawnReading, made: Attempt, far: Reach) -> Iterator[Term]:
    """Accuracy, or in its place what a burst gives at no more than medium range; full automatic fire by tens (B4).

    The true distance counts, whoever braces (004-35), and only whole tens (004-36).
    """
    if made.mode == BURST and far.true in NEAR:
        yield Term("burst", limit(reading.tables, "burst_bonus"), "B4; 004-35")
    elif accuracy := made.row["accuracy"]:
        yield Term("accuracy", accuracy, str(made.row["source"]))
    tens = made.rounds // limit(reading.tables, "auto_step") if made.mode == AUTO else 0
    if tens:
        yield Term("auto", tens if far.true == NEAR[0] else -tens, "B4; 004-36", detail=str(made.rounds))


def _aim_terms(reading: DawnReading, made: Attempt, far: Reach, state: State) -> Iterator[Term]:
    """Whole rounds of aiming at this target, and concentration on what is far (004:267; 004-30)."""
    aim = state.aim
    if aim and aim.target == sign_of(made.target):
        yield Term("aim", min(limit(reading.tables, "aim"), aim.rounds), "004:267; 004-30", detail=str(aim.rounds))
        if "concentration" in state.perks and far.true not in NEAR:
            source = reading.tables.source("limits", "concentration")
            yield Term("concentration", limit(reading.tables, "concentration"), source)
    if called := made.called:
        yield Term("called", limit(reading.tables, "called"), "B3", detail=reading.tables.title("locations", called))


def _unready_terms(reading: DawnReading, made: Attempt) -> Iterator[Term]:
    """What counts only against whoever does not dodge (004-21; 004-27; 004-50)."""
    if made.defended:
        return
    target = reading.as_seen(made.target)
    holds = {
        "ambush": made.ambush,
        "helpless": not target.able,
        "moving_target": target.able and target.run > 0,
        "running_shooter": reading.scene.combatants[made.actor].state.turn.moves >= limit(reading.tables, "running"),
    }
    for key in (key for key, held in holds.items() if held):
        yield Term(key, limit(reading.tables, key), reading.tables.source("limits", key))


def defence_terms(reading: DawnReading, state: State, *, melee: bool) -> tuple[tuple[Term, ...], str]:
    """Everything that a defence is the sum of, and its skill (text 004, lines 124-140; 004-1; 004-2).

    Whoever braces does not dodge; running adds half of MA, sprinting more (004:258; GD-18).
    """
    tables = reading.tables
    if melee:
        skill = _close_skill(tables, state)
        return (*close_terms(reading, state), skill_term(state, skill)), skill
    first = "cl" if reading.options["defense_stat"] == CL_MA else "ref"
    braced = state.stance is Stance.BRACED
    skill = "" if braced else COVER
    terms = [blend(tables, state, first, "ma", "004:124, 131; 004-1")]
    terms += [] if braced else [skill_term(state, COVER, "004:131")]
    return (*terms, *_run_terms(reading, state)), skill


def _run_terms(reading: DawnReading, state: State) -> Iterator[Term]:
    running = limit(reading.tables, "running")
    if state.run >= running:
        yield Term("running", (stat(reading.tables, state, "ma") + 1) // 2, "004:258")
    if state.run > running:
        yield Term("sprint", limit(reading.tables, "sprint"), "004:258")


def _close_skill(tables: Tables, state: State) -> str:
    """The skill with what is in hand if it strikes, else with bare hands."""
    held = state.weapons.get(state.wields)
    row = tables.row("weapons", held.kind if held else FISTS)
    fitting = row if STRIKE in row["modes"] else tables.row("weapons", FISTS)
    return str(tables.row("classes", fitting["class"])["skill"])
