"""What an attack and a defence are the sum of, each summand with its reason."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bot.core.renaming import sign_of
from bot.core.terms import Term
from bot.rulesets.graydawn.checks.stats import blend, build, held_kind, skill_term, stat, told_terms
from bot.rulesets.graydawn.fire.declaration import DeclaredAttack
from bot.rulesets.graydawn.fire.ranges import Brackets, spreads
from bot.rulesets.graydawn.options import CL_MA
from bot.rulesets.graydawn.play import DawnReading
from bot.rulesets.graydawn.state import AUTO, BURST, COVER, FISTS, STRIKE, Stance, State
from bot.rulesets.graydawn.tables import GrayTables
from bot.rulesets.graydawn.time.slots import haste

NEAR = ("close", "medium")


def attack_terms(reading: DawnReading, made: DeclaredAttack) -> tuple[Term, ...]:
    """Return everything that an attack is the sum of (text 004, lines 124-132; B3)."""
    state, tables = reading.at_opening(made.actor), reading.tables
    skill = tables.skill_with(made.row)
    by_kind = close_terms(reading, state) if made.reach is None else shot_terms(reading, made, made.reach, state)
    return (
        *by_kind,
        *situation_terms(tables, made.situations),
        skill_term(state, skill),
        *called_terms(tables, made),
        *unready_terms(reading, made),
        *fast_draw_terms(tables, drawn=made.drawn),
        *haste(reading, made.actor),
        *told_terms(made.modifier),
    )


def close_terms(reading: DawnReading, state: State) -> Iterator[Term]:
    """Yield what both sides of a fight hand to hand start from (004:126-132, 140; 004-2)."""
    yield blend(reading.tables, state, "ref", "ma", "004:140; 004-2", rounded_up=False)
    if value := build(reading.tables, state):
        yield Term("build", value, "004:140; 004-2")


def shot_terms(reading: DawnReading, made: DeclaredAttack, far: Brackets, state: State) -> Iterator[Term]:
    """Yield what only shots are the sum of."""
    tables = reading.tables
    yield blend(tables, state, "ref", "cl", "004:124, 130")
    yield from range_terms(tables, made, far)
    yield from _mode_terms(reading, made, far)
    for fitting in made.weapon.fitted:
        yield Term("fitting", tables.fittings[fitting].value, tables.fittings[fitting].cited, fitting)
    yield from _aim_terms(reading, made, far, state)


def fast_draw_terms(tables: GrayTables, *, drawn: bool) -> Iterator[Term]:
    """Yield what it costs to attack with what was not in hand (B3)."""
    if drawn:
        yield Term("fast_draw", tables.limits.fast_draw.value, "B3")


def running_terms(reading: DawnReading, actor: str) -> Iterator[Term]:
    """Yield what it costs whoever runs to attack where nobody dodges (B3; 004-27)."""
    limits = reading.tables.limits
    if reading.scene.combatants[actor].state.turn.moves >= limits.running.value:
        yield Term("running_shooter", limits.running_shooter.value, limits.running_shooter.cited)


def situation_terms(tables: GrayTables, found: Collection[str]) -> Iterator[Term]:
    """Yield what situations add or take (B3)."""
    for row in (row for key, row in tables.situations.items() if key in found):
        yield Term("situation", row.value, row.cited, detail=row.title)


def range_terms(tables: GrayTables, made: DeclaredAttack, far: Brackets) -> Iterator[Term]:
    """Yield what the range does where it can be dodged (004:262), and a shotgun's spread instead of it (004-5)."""
    bracket, spread = tables.brackets[far.counts], spreads(tables, made.row)
    value = bracket.spread if spread else bracket.value
    if value and (made.defended or spread):
        yield Term("spread" if spread else "value", value, bracket.cited, detail=bracket.title)


def _mode_terms(reading: DawnReading, made: DeclaredAttack, far: Brackets) -> Iterator[Term]:
    """Yield accuracy, or in its place what a burst gives up to medium range; full automatic fire by tens (B4).

    The true distance counts, whoever braces (004-35), and only whole tens (004-36).
    """
    if made.mode == BURST and far.true in NEAR:
        yield Term("burst", reading.tables.limits.burst_bonus.value, "B4; 004-35")
    elif accuracy := made.row.accuracy:
        yield Term("accuracy", accuracy, made.row.source)
    tens = made.rounds // reading.tables.limits.auto_step.value if made.mode == AUTO else 0
    if tens:
        yield Term("auto", tens if far.true == NEAR[0] else -tens, "B4; 004-36", detail=str(made.rounds))


def _aim_terms(reading: DawnReading, made: DeclaredAttack, far: Brackets, state: State) -> Iterator[Term]:
    """Yield whole rounds of aiming at this target, and concentration on what is far (004:267; 004-30).

    With what is drawn for the shot nobody has aimed (ours).
    """
    aim = None if made.drawn else state.aim
    if aim and aim.target == sign_of(made.target):
        yield Term("aim", min(reading.tables.limits.aim.value, aim.rounds), "004:267; 004-30", detail=str(aim.rounds))
        if "concentration" in state.perks and far.true not in NEAR:
            source = reading.tables.limits.concentration.cited
            yield Term("concentration", reading.tables.limits.concentration.value, source)


def called_terms(tables: GrayTables, made: DeclaredAttack) -> Iterator[Term]:
    """Yield what it costs to mean a place, with a shot or a blow (B3)."""
    if called := made.called:
        yield Term("called", tables.limits.called.value, "B3", detail=tables.locations[called].title)


def unready_terms(reading: DawnReading, made: DeclaredAttack) -> Iterator[Term]:
    """Yield what counts only against whoever does not dodge (004-21; 004-27; 004-50)."""
    if made.defended:
        return
    target, limits = reading.as_seen(made.target), reading.tables.limits
    found = (
        ("ambush", limits.ambush, made.ambush),
        ("helpless", limits.helpless, not target.able),
        ("moving_target", limits.moving_target, target.able and target.run > 0),
    )
    yield from (Term(label, row.value, row.cited) for label, row, holds in found if holds)
    yield from running_terms(reading, made.actor)


def defence_terms(reading: DawnReading, state: State, *, melee: bool) -> tuple[tuple[Term, ...], str]:
    """Return everything that a defence is the sum of, and its skill (text 004, lines 124-140; 004-1; 004-2).

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
    running = reading.tables.limits.running.value
    if state.run >= running:
        yield Term("running", (stat(reading.tables, state, "ma") + 1) // 2, "004:258")
    if state.run > running:
        yield Term("sprint", reading.tables.limits.sprint.value, "004:258")


def _close_skill(tables: GrayTables, state: State) -> str:
    """Return the skill with what is in hand if it strikes, else with bare hands."""
    row = tables.weapons[held_kind(tables, state)]
    fitting = row if STRIKE in row.modes else tables.weapons[FISTS]
    return tables.skill_with(fitting)
