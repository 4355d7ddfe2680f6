"""Where the fight and each in it stand, in one line for the tracker, and a sheet in words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.absence import left_in_sight
from bot.core.renaming import sign_of
from bot.core.scene import Sheet
from bot.core.views import Viewer
from bot.core.wording import Line, Mark, Span, bad, figure, line, name, note, parted, with_sign
from bot.rulesets.eclipse.person.sheet import enlisted
from bot.rulesets.eclipse.play import EclipseReading, EclipseScene
from bot.rulesets.eclipse.state import BodyKind, State, Weapon
from bot.rulesets.eclipse.tables import EclipseTables
from bot.rulesets.eclipse.time.phases import INSIDE, SECOND, late, slot_of_moment, state_now
from bot.rulesets.eclipse.wounds.injury import lethal_damage


def status(reading: EclipseReading, actor: str, viewer: Viewer) -> Line:
    """Return a line on somebody of a view: the next phase, the bearing, and the condition where it may be known."""
    scene = reading.scene
    combatant = scene.combatants[actor]
    known = viewer.gm or not combatant.guarded
    state = combatant.state
    seen = [bad("down")] if state.down else []
    words = [*_moment(scene, actor), *_bearing(scene, actor), *(condition(reading.tables, state) if known else seen)]
    words += [*_arms(state, known=known)]
    return line(name(actor), ": ", *parted(words or [Span("ready")]))


def _moment(scene: EclipseScene, actor: str) -> Iterator[Span]:
    slot = scene.slot(actor)
    if slot is not None:
        now = " now" if slot in scene.entitled() else ""
        at = "for free" if slot.key[1] == INSIDE else f"at {-slot.key[2]}"
        yield Span(f"phase {slot.key[0]} {at}{now}", Mark.NUMBER)
        yield from (note("a second attack may follow"),) if SECOND in slot.kinds else ()
    state = scene.combatants[actor].state
    if late(state) and state.able and not scene.kinds_now(actor):
        yield note("quick action left")


def _bearing(scene: EclipseScene, actor: str) -> Iterator[Span]:
    """Yield what somebody is about with those who have not left.

    What lasts until its next phase is over when that has come, but for an aim.
    """
    state, left = state_now(scene, actor), left_in_sight(scene)
    aim = None if state.aim and state.aim.target in left else state.aim
    aims = aim is not None and (slot_of_moment(scene, actor) is not None or aim.since == state.moment)
    shown = {
        "prone": state.lying and state.kind is not BodyKind.OBJECT,
        "running": state.running and state.able,
        "full defence": state.defending,
        "full aim": aims,
        "suppressing": state.cone is not None,
        "watching": state.watching is not None,
    }
    if state.grip and state.grip.sign not in map(sign_of, left):
        shown["holding"], shown["held"] = state.grip.holds, not state.grip.holds
    for word, holds in shown.items():
        if holds:
            yield Span(word)


def condition(tables: EclipseTables, state: State) -> Iterator[Span]:
    """Yield what is wrong with somebody."""
    if state.damage:
        yield bad(f"damage {state.damage} of {state.dur}")
    if state.stun:
        yield bad(f"stun {state.stun}")
    if state.stress:
        yield bad(f"stress {state.stress} of {state.lucidity}")
    for word in ("wounds", "traumas", "out_turns"):
        if value := getattr(state, word):
            yield bad(f"{_CONDITIONS.get(word, word)} {value}")
    if state.dead:
        yield bad("destroyed" if state.kind is BodyKind.OBJECT else "dead")
    for word in () if state.dead else ("unconscious", "broken", "dazed", "bleeds", "surprised", "caught"):
        if getattr(state, word):
            yield bad(_CONDITIONS.get(word, word))
    if state.shaken.turns:
        yield bad(f"shaken {figure(tables.modifiers.shaken.value * state.shaken.thirds)}")


_CONDITIONS = {
    "out_turns": "turns out of action",
    "dazed": "out of its wits",
    "bleeds": "bleeding",
    "caught": "surprised",
}


def _arms(state: State, *, known: bool) -> Iterator[Span]:
    for key, weapon in state.weapons.items():
        if weapon.ready and weapon.capacity:
            yield note(f"{key} {weapon.loaded}/{weapon.capacity}" if known else key)


def clock(reading: EclipseReading) -> Line:
    """Return a line on the moment: the turn and its phase."""
    scene = reading.scene
    phase = f", phase {scene.opened[0]}" if scene.opened else ""
    return line(Span(f"Turn {scene.state.turn}", Mark.HEADING), phase)


def described(tables: EclipseTables, sheet: Sheet) -> tuple[Line, ...]:
    """Return a sheet in words, with what follows from it."""
    state = enlisted(tables, sheet)
    skills = ", ".join(f"{skill} {value}" for skill, value in state.skills.items()) or "none"
    body = f"Durability {state.dur}, a wound for {state.wound_threshold}, death at {lethal_damage(state)}"
    mind = f"Lucidity {state.lucidity}, a trauma for {state.trauma_threshold}"
    found = list(condition(tables, state))
    return (
        line(Span("Time ", Mark.HEADING), f"initiative {state.initiative}, Speed {state.speed}"),
        line(Span("Skills ", Mark.HEADING), skills),
        *(weapon_line(key, weapon) for key, weapon in state.weapons.items()),
        *(_worn(state)),
        line(Span("Body ", Mark.HEADING), f"{state.kind}, Somatics {state.som}, {body}"),
        line(Span("Mind ", Mark.HEADING), f"Willpower {state.wil}, {mind}"),
        *((line(Span("Condition ", Mark.HEADING), *parted(found)),) if found else ()),
    )


def weapon_line(key: str, weapon: Weapon) -> Line:
    """Return a weapon with all its numbers."""
    strength = " + Somatics/10" if weapon.melee and not weapon.no_somatics else ""
    more = with_sign(weapon.flat) if weapon.flat else ""
    damage = f"{weapon.dice}d10{more}{strength}, AP {figure(weapon.ap)}"
    modes = f", {'/'.join(weapon.modes)}" if weapon.modes else ""
    rounds = f", {weapon.loaded}/{weapon.capacity} rounds ({weapon.ammunition})" if weapon.capacity else ""
    ranges = f", {'/'.join(map(str, weapon.ranges_m))} m" if weapon.ranges_m else ""
    return line(Span(f"{key} ", Mark.HEADING), f"{damage}{modes}{ranges}{rounds}, {weapon.skill}")


def _worn(state: State) -> Iterator[Line]:
    for armor in state.armor:
        plus = "+" if armor.addition else ""
        values = f"energy {plus}{armor.energy}, kinetic {plus}{armor.kinetic}"
        yield line(Span(f"{armor.name} ", Mark.HEADING), values)
