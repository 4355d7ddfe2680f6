"""Where the skirmish and each in it stand, in one line for the tracker, and a sheet in words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.scene import Sheet
from bot.core.views import Viewer
from bot.core.wording import Line, Mark, Span, bad, line, name, note, parted, with_sign
from bot.rulesets.nighttripper.checks.wording import in_words
from bot.rulesets.nighttripper.person.sheet import enlisted
from bot.rulesets.nighttripper.play import NightReading, NightScene
from bot.rulesets.nighttripper.state import State
from bot.rulesets.nighttripper.tables import NightTables
from bot.rulesets.nighttripper.time.steps import step_title, steps
from bot.rulesets.nighttripper.wounds.words import wound_name


def status(reading: NightReading, actor: str, viewer: Viewer) -> Line:
    """Return a line on somebody in a view: whether it may act, what is in hand, and wounds where they may be known."""
    combatant = reading.scene.combatants[actor]
    known = viewer.gm or not combatant.guarded
    words = [*_moment(reading.scene, actor), note(combatant.state.wields), *outward(combatant.state, known=known)]
    words += [*(_condition(combatant.state) if known else ())]
    return line(name(actor), ": ", *parted(words))


def _moment(scene: NightScene, actor: str) -> Iterator[Span]:
    slot = scene.slot(actor)
    if slot is not None:
        yield Span("may act now" if slot in scene.entitled() else "may act later", Mark.NUMBER)
    elif scene.agenda and not scene.combatants[actor].state.dead:
        yield note("done for this round")


def outward(state: State, *, known: bool) -> Iterator[Span]:
    """Yield what anybody can see is wrong with somebody."""
    if state.dead:
        yield bad("dead" if known else "down")
    for limb in state.lost:
        yield bad(f"{limb} lost")


def ailments(state: State) -> Iterator[Span]:
    """Yield wounds and whatever else ails somebody."""
    for wound in state.wounds:
        side = f" ({wound.side})" if wound.side else ""
        yield bad(f"{wound_name(wound.place, wound.severity)}{side}")
    for ailment, severity in state.conditions.items():
        at = f" ({state.relevant[ailment]})" if ailment in state.relevant else ""
        yield bad(f"{ailment} {severity}{at}")


def _condition(state: State) -> Iterator[Span]:
    yield from ailments(state)
    if state.luck_max:
        yield note(f"luck {state.luck}/{state.luck_max}")
    if state.armor:
        yield note(f"{in_words(state.armor)} spent" if state.armor_spent else in_words(state.armor))


def clock(reading: NightReading) -> Line:
    """Return one line on the moment: the round and the step that is played."""
    scene, tables = reading.scene, reading.tables
    if not scene.state.rounds:
        return line("No round yet.")
    step = f", {step_title(tables, steps(tables)[scene.opened[0]])}" if scene.opened else ""
    return line(Span(f"Round {scene.state.rounds}", Mark.HEADING), step)


def clock_note(reading: NightReading) -> Line | None:
    """Return which steps of the round follow: nobody finds by its button what cannot be done in this one."""
    scene, tables = reading.scene, reading.tables
    if not (scene.state.rounds and scene.opened):
        return None
    later = [step_title(tables, each).lower() for each in steps(tables)[scene.opened[0] + 1 :]]
    then = f"Then {', '.join(later)}. " if later else ""
    return line(note(f"{then}Each acts once in a round, in the step that fits."))


def described(tables: NightTables, sheet: Sheet) -> tuple[Line, ...]:
    """Return a sheet in words, with what follows from it."""
    state = enlisted(tables, sheet)
    ranks = [f"{skill} {rank}" for skill, rank in state.skills.items()]
    who = "NPC, no luck" if state.npc else f"luck {state.luck}/{state.luck_max}"
    weapons = [weapon_words(tables, key, state) for key in state.weapons]
    return (
        line(Span("Skill ", Mark.HEADING), ", ".join((*ranks, f"otherwise {state.skill}")), f"; {who}"),
        line(Span("Weapons ", Mark.HEADING), ", ".join(weapons) or "bare hands"),
        line(Span("Condition ", Mark.HEADING), _health(state)),
    )


def weapon_words(tables: NightTables, key: str, state: State) -> str:
    """Return a weapon with what it is by the tables."""
    weapon = state.weapons[key]
    row = tables.weapons[weapon.kind]
    length = row.length if weapon.length is None else weapon.length
    kind = tables.chart[row.row].title.lower() if row.row else f"length {length}"
    own = "".join(f", {column} {with_sign(value)}" for column, value in weapon.ranges.items())
    return f"{key} ({kind}{', laser' if weapon.laser else ''}{own})"


def _health(state: State) -> str:
    words = [span.text for span in (*outward(state, known=True), *_condition(state))]
    return ", ".join(words) or "unhurt"


def kept_by(state: State) -> str:
    """Return what keeps somebody in a state from acting, as it is said behind the name; empty for nothing."""
    return "is dead" if state.dead else ""
