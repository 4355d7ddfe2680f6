"""Where the fight and each in it stand, in one line for the tracker, and a sheet in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.core.ground.lost import is_lost
from bot.core.scene import Sheet
from bot.core.views import Viewer
from bot.core.wording import Line, Mark, Span, counted, figure, line, name, shown, with_sign
from bot.rulesets.horizons.checks.words import effect_name
from bot.rulesets.horizons.conditions.words import condition_text
from bot.rulesets.horizons.person.sheet import enlisted
from bot.rulesets.horizons.play import HorizonsReading, HorizonsScene
from bot.rulesets.horizons.state import ABILITIES, State, modifier
from bot.rulesets.horizons.tables import HorizonsTables
from bot.rulesets.horizons.time.slots import REACTION, late


def status(reading: HorizonsReading, actor: str, viewer: Viewer) -> Line:
    """Return one line on a combatant of a view: moment, posture, cover, and numbers where they may be known."""
    combatant = reading.scene.combatants[actor]
    state = combatant.state
    known = viewer.gm or not combatant.guarded
    told_cover = state.cover if reading.scene.ground is None else ""
    words = [*_moment(reading.scene, actor), *_posture(state, told_cover, known=known), *_arms(state)]
    words += [*_shown_to(reading, actor)] if reading.options["covering_shots"] else []
    if known:
        words += [*_numbers(state), *_open(state, viewer)]
    return line(name(actor), ": ", ", ".join(words))


def _moment(scene: HorizonsScene, actor: str) -> Iterator[str]:
    slot = scene.slot(actor)
    if slot is not None and REACTION in slot.kinds:
        yield "reacts now"
    elif slot is not None:
        yield f"initiative {figure(-slot.key[0])}{' now' if slot in scene.entitled() else ''}"
    state = scene.combatants[actor].state
    if late(state) and state.able and not scene.kinds_now(actor):
        yield "free action left"


def _shown_to(reading: HorizonsReading, actor: str) -> Iterator[str]:
    """Yield to whom of its foes in sight, who may shoot at it out of turn, somebody shows itself."""
    scene, own = reading.scene, reading.scene.combatants[actor]
    foes = (one for one, each in scene.combatants.items() if each.side != own.side and each.state.suppressing)
    firing = (one for one in foes if own.state.able and not is_lost(scene, one))
    if found := [shown(gunner) for gunner in firing if own.state.is_exposed_to(gunner)]:
        yield f"shows itself to {' and '.join(found)}"


def _posture(state: State, told_cover: str, *, known: bool) -> Iterator[str]:
    if not state.able:
        yield ("dead" if state.dead else "unconscious") if known else "down"
    yield state.lying
    if state.able and state.pace != "subtle":
        yield "cannot move" if state.pace == "still" else f"moves {state.pace}"
    if state.suppressing:
        yield "suppressing"
    if told_cover:
        yield f"behind {told_cover}"


def _arms(state: State) -> Iterator[str]:
    weapon = state.weapons.get(state.held)
    if weapon:
        yield f"{state.held}{f' ({weapon.fault})' if weapon.fault else ''}"


def _numbers(state: State) -> Iterator[str]:
    yield f"{figure(state.points)} of {state.limit} hit points"
    if state.effort:
        yield f"{state.effort} effort"
    if state.held:
        weapon = state.weapons[state.held]
        yield f"{weapon.loaded}/{weapon.capacity} rounds"
    if state.grenades is not None:
        yield counted(state.grenades, "grenade")
    if state.readied and state.able:
        yield f"will react: {state.readied}"
    if state.aimed and state.able:
        yield f"aimed {state.aimed}"
    yield from health(state)


def health(state: State) -> Iterator[str]:
    """Yield the wounds of somebody, and what the GM said ails or helps."""
    if state.wounds:
        yield f"wounds: {', '.join(f'{zone} {count}' for zone, count in state.wounds.items())}"
    for name_, each in state.conditions.items():
        until = f" to round {each.until}" if each.until else ""
        yield f"{condition_text(name_, each.modifier, each.skill)}{until}"


def _open(state: State, viewer: Viewer) -> Iterator[str]:
    """Yield the side effects that the GM has still to tell; players do not know of a secret one."""
    known = Counter(effect_name(effect.degree) for effect in state.effects if viewer.gm or not effect.secret)
    for name_, count in known.items():
        yield f"{name_ if count == 1 else counted(count, name_)} still to be told"


def clock(reading: HorizonsReading) -> Line:
    """Return one line on the moment; not before whom somebody reacts, who may be hidden."""
    scene = reading.scene
    at = f", at {figure(-scene.opened[0])}" if scene.opened else ""
    if any(REACTION in slot.kinds for slot in scene.entitled()):
        at = ", a reaction"
    around = [f", {how}" for how in (scene.state.light, scene.state.wind) if how]
    return line(f"Round {scene.state.rounds}{at}", *around)


def described(tables: HorizonsTables, sheet: Sheet) -> tuple[Line, ...]:
    """Return a sheet in words, with what follows from it."""
    state = enlisted(tables, sheet)
    abilities = ", ".join(f"{key} {state.abilities[key]} ({with_sign(modifier(state, key))})" for key in ABILITIES)
    skills = ", ".join(f"{key} {rank}" for key, rank in state.skills.items()) or "none"
    body = ", ".join((f"{figure(state.points)} of {state.limit}", state.size, f"{state.effort} effort", *health(state)))
    weapons = [line(Span(f"{key} ", Mark.HEADING), text) for key, text in weapon_words(state)]
    armor = ", ".join(f"{piece.name} class {piece.rating}, {counted(piece.points, 'point')}" for piece in state.armor)
    return (
        line(Span("Abilities ", Mark.HEADING), abilities),
        line(Span("Skills ", Mark.HEADING), skills),
        line(Span("Hit points ", Mark.HEADING), body),
        *weapons,
        *([line(Span("Wears ", Mark.HEADING), armor)] if armor else []),
        *([] if state.grenades is None else [line(Span("Carries ", Mark.HEADING), counted(state.grenades, "grenade"))]),
    )


def weapon_words(state: State) -> Iterator[tuple[str, str]]:
    """Yield each weapon with all its numbers."""
    for key, weapon in state.weapons.items():
        own = "" if weapon.damage is None else f" (damage {weapon.damage})"
        numbers = f"{weapon.cartridge}{own}, {weapon.range_m} m, recoil {weapon.recoil}, {'/'.join(weapon.modes)}"
        fires = f"{numbers}; {weapon.loaded}/{weapon.capacity} rounds" if weapon.cartridge else "fires nothing"
        hidden = "" if weapon.hidden is None else f"; hidden, a search must reach {weapon.hidden}"
        yield key, f"{fires}{hidden}"
