"""Where the fight and each in it stand, in one line for the tracker, and a sheet in words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.features import Lines
from bot.core.scene import Sheet
from bot.core.views import Viewer
from bot.core.wording import (
    Line,
    Mark,
    Span,
    bad,
    counted,
    figure,
    line,
    name,
    note,
    parted,
    the,
    with_sign,
)
from bot.rulesets.graydawn.checks.stats import build, condition, has_hands_for, mortal_number
from bot.rulesets.graydawn.equipment.reloading import TUBE
from bot.rulesets.graydawn.person.biography import character_lines
from bot.rulesets.graydawn.person.sheet import enlisted
from bot.rulesets.graydawn.play import DawnReading, DawnScene
from bot.rulesets.graydawn.state import AVERAGE, STATS, THROW, Stance, State, Weapon
from bot.rulesets.graydawn.tables import GrayTables
from bot.rulesets.graydawn.time.slots import NERVE
from bot.rulesets.graydawn.time.words import STANCES
from bot.rulesets.graydawn.wounds.words import counted_boxes, place_words


def status(reading: DawnReading, actor: str, viewer: Viewer) -> Line:
    """Return a line on a combatant of a view: its moment, how it stands, and wounds where they may be known."""
    tables, scene = reading.tables, reading.scene
    combatant = scene.combatants[actor]
    known = viewer.gm or not combatant.guarded
    state = combatant.state
    words = [*_moment(scene, actor, known=known), *_posture(tables, state), *outward(state, known=known)]
    words += [*(_condition(tables, state) if known else ())]
    return line(name(actor), ": ", *parted(words))


def _moment(scene: DawnScene, actor: str, *, known: bool) -> Iterator[Span]:
    slot, state = scene.slot(actor), scene.combatants[actor].state
    if slot is not None:
        now = " now" if slot in scene.entitled() else ""
        yield Span(f"initiative {figure(-slot.key[0])}{now}", Mark.NUMBER)
        yield from (note("under fire: nerve comes first"),) if known and NERVE in slot.kinds else ()
    elif scene.agenda and not state.dead and (known or state.able):
        yield note("too late for this round" if state.score < 0 and not state.turn.done else "done for this round")
    turn = state.turn
    if slot is not None and turn.actions:
        yield note(f"{turn.done} of {turn.actions} actions done")


def _posture(tables: GrayTables, state: State) -> Iterator[Span]:
    shelter = None if state.stance is Stance.MOVING else state.shelter
    if state.able and not (shelter and state.stance is Stance.OPEN):
        yield note(STANCES[state.stance])
    if state.turn.pinned:
        yield bad("pinned")
    if shelter:
        behind = the(shelter.thing) if shelter.thing else tables.covers[shelter.kind].title
        yield note(f"behind {behind} of level {shelter.level}")
    yield note(_held(tables, state))


def _held(tables: GrayTables, state: State) -> str:
    weapon = state.weapons.get(state.wields)
    if weapon and not has_hands_for(tables, state, weapon):
        return f"no hands for the {state.wields}"
    return f"{state.wields} in hand" + (" (jammed)" if weapon and weapon.jammed else "")


def outward(state: State, *, known: bool) -> Iterator[Span]:
    """Yield what anybody can see is wrong with somebody; who knows more is told what it is."""
    if state.dead:
        yield bad("dead" if known else "down")
    elif not state.able:
        yield bad(("dying" if state.dying else "stunned") if known else "down")
    for place in state.crippled:
        yield bad(f"{place_words(place)} crippled")


def _condition(tables: GrayTables, state: State) -> Iterator[Span]:
    yield from hurt(tables, state)
    if not state.mook:
        yield note(f"luck {state.luck}/{state.stats.get('lk', AVERAGE)}")
    weapon = state.weapons.get(state.wields)
    if weapon and tables.weapons[weapon.kind].shots:
        yield note(_left(tables, weapon))


def _left(tables: GrayTables, weapon: Weapon) -> str:
    """Return the rounds in a weapon and what is carried to load it with; of what is thrown, how many are left."""
    row = tables.weapons[weapon.kind]
    if THROW in row.modes:
        return f"{weapon.loaded} left"
    taken = "shell" if tables.classes[row.category].feed == TUBE else "magazine"
    return f"{counted(weapon.loaded, 'round')}, {counted(weapon.spare, f'spare {taken}')}"


def hurt(tables: GrayTables, state: State) -> Iterator[Span]:
    """Yield the wounds and the stun of somebody."""
    wounds = condition(tables, state.boxes)
    if wounds:
        step = mortal_number(tables, state.boxes)
        number = "" if step is None else f" {step}"
        yield bad(f"{counted_boxes(state.boxes)} ({tables.wounds[wounds].title}{number})")
    if state.stun:
        yield bad(f"{state.stun} stun")
    if state.stable:
        yield note("stable")


def clock(reading: DawnReading) -> Line:
    """Return a line on the moment: the round and the initiative that is played."""
    scene = reading.scene
    if not scene.state.rounds:
        return line("No round yet.")
    now = f", initiative {figure(-scene.opened[0])}" if scene.opened else ""
    return line(Span(f"Round {scene.state.rounds}", Mark.HEADING), now)


def described(tables: GrayTables, sheet: Sheet) -> Lines:
    """Return a sheet in words: what a fight makes of it, and the character."""
    state = enlisted(tables, sheet)
    stats = ", ".join(f"{key.upper()} {state.stats[key]}" for key in STATS)
    skills = ", ".join(f"{skill} {level}" for skill, level in state.skills.items())
    weapons = ", ".join(f"{key} ({weapon_damage(tables, weapon.kind)})" for key, weapon in state.weapons.items())
    armor = ", ".join(tables.armor[piece.kind].title for piece in state.armor)
    found = [span.text for span in (*outward(state, known=True), *hurt(tables, state))]
    return (
        line(Span("Stats ", Mark.HEADING), f"{stats}; body type {build(tables, state)}"),
        line(Span("Skills ", Mark.HEADING), skills or "none"),
        line(Span("Weapons ", Mark.HEADING), weapons or "bare hands"),
        line(Span("Armor ", Mark.HEADING), armor or "none"),
        line(Span("Condition ", Mark.HEADING), ", ".join(found) or "unhurt"),
        *character_lines(tables, sheet),
    )


def weapon_damage(tables: GrayTables, kind: str) -> str:
    """Return the dice of a weapon's damage."""
    row = tables.weapons[kind]
    flat = with_sign(row.flat) if row.flat else ""
    return f"{row.dice}d{row.sides}{flat}"
