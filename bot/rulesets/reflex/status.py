"""Where the fight and each in it stand, in one line for the tracker, and a sheet in words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.views import Viewer
from bot.core.wording import Line, Mark, Span, bad, line, name, note, number, shown
from bot.rulesets.reflex.check import level_of
from bot.rulesets.reflex.physique import base_initiative, base_threshold, fastest, metres, wait_ticks
from bot.rulesets.reflex.referee import ReflexScene
from bot.rulesets.reflex.seats import crew, ride
from bot.rulesets.reflex.state import Degree, Pace, Stance, State, Vehicle, Weapon
from bot.rulesets.reflex.tables import Tables
from bot.rulesets.reflex.telling import said
from bot.rulesets.reflex.ticks import tick_of
from bot.rulesets.reflex.timing import CHOICE, FINISH, OPERATIONAL


def status(scene: ReflexScene, actor: str, viewer: Viewer) -> Line:
    """One line on a combatant of a view: whose turn, stance, pace, cover, and wounds where they may be known."""
    combatant = scene.combatants[actor]
    state = combatant.state
    known = viewer.gm or not combatant.guarded
    words = [*_moment(scene, actor), *_chosen(scene, state), *_posture(state), *_seated(scene, actor)]
    words += [*(_condition(state) if known else _outward(state)), *_arms(state, known=known)]
    return line(name(actor), ": ", *_joined(words or [Span("ready")]))


def _joined(words: list[Span]) -> Iterator[str | Span]:
    for index, word in enumerate(words):
        if index:
            yield ", "
        yield word


def _moment(scene: ReflexScene, actor: str) -> Iterator[Span]:
    slot = scene.slot(actor)
    if slot is None:
        return
    now = slot in scene.entitled()
    if CHOICE in slot.kinds:
        yield note("to choose")
    elif OPERATIONAL in slot.kinds:
        yield note("to act now" if now else "acts in this pause")
    else:
        yield from (note("busy until"),) if FINISH in slot.kinds else ()
        yield Span(f"tick {tick_of(slot.key)}{' now' if now else ''}", Mark.NUMBER)


def _posture(state: State) -> Iterator[Span]:
    if state.stance is not Stance.STANDING:
        yield Span(state.stance.value)
    if state.moving is not Pace.STILL:
        yield Span(f"moving ({state.moving.value})")
    if state.vehicle:
        yield Span(said(state.vehicle.kind))
    if state.cover:
        yield Span(f"behind {state.cover.replace('_', ' ')}")


def _seated(scene: ReflexScene, actor: str) -> Iterator[Span]:
    if inside := ride(scene, actor):
        yield Span(f"in {shown(inside)}")
    if aboard := crew(scene, actor):
        yield Span(f"aboard: {', '.join(shown(one) for one in aboard)}")
    if kmh := scene.combatants[actor].state.kmh:
        yield Span(f"{kmh} km/h", Mark.NUMBER)


def _chosen(scene: ReflexScene, state: State) -> Iterator[Span]:
    if state.choice and scene.ground.phase == "choice":
        yield Span({"press": "presses", "hold": "holds"}.get(state.choice, "surrenders"))


def _outward(state: State) -> Iterator[Span]:
    if state.dead or state.unconscious:
        yield bad("down")
    if state.surrendered:
        yield note("surrendered")
    yield from _afflicted(state)


def _afflicted(state: State) -> Iterator[Span]:
    """What anybody can see going on: flames, and breath that is held."""
    if state.burning:
        yield bad("on fire")
    if state.breath:
        yield bad("without air")


def _broken(state: State) -> Iterator[Span]:
    for thing, how in state.broken.items():
        yield bad(f"{thing} {how}")


def _condition(state: State) -> Iterator[Span]:
    for place in {**state.wounds, **state.virtual}:
        degree = max(state.wounds.get(place, 0), state.virtual.get(place, 0))
        if degree:
            yield bad(f"{place} {Degree(degree).name.casefold()}")
    for word in ("dead", "unconscious", "unstable", "dazed", "out", "surrendered"):
        if getattr(state, word):
            yield bad(_CONDITIONS.get(word, word))
    yield from _afflicted(state)
    yield from _broken(state)


_CONDITIONS = {"out": "in shock", "unstable": "losing blood"}


def _arms(state: State, *, known: bool) -> Iterator[Span]:
    for weapon in state.weapons.values():
        if weapon.held_with:
            counted = known and not weapon.melee
            yield note(f"{weapon.name} {weapon.loaded}/{weapon.capacity}" if counted else weapon.name)


def clock(scene: ReflexScene) -> Line:
    """One line on the moment: the exchange and its tick, the choice, or the pause; and on what hangs in the air."""
    return line(*_moment_of(scene), *_air(scene))


def _moment_of(scene: ReflexScene) -> tuple[str | Span, ...]:
    ground = scene.ground
    match ground.phase:
        case "exchange":
            tick = _tick(-scene.opened[0]) if scene.opened else ()
            return (Span(f"Exchange {ground.exchange}", Mark.HEADING), *tick)
        case "choice":
            return (Span("Press or hold?", Mark.HEADING), f" after exchange {ground.exchange}", _pauses(scene))
        case "pause":
            return (Span(f"Pause {ground.pauses}", Mark.HEADING), f" after exchange {ground.exchange}")
        case _:
            return ("No exchange of fire yet.",)


def _air(scene: ReflexScene) -> tuple[Span, ...]:
    """Gas in the air, and what burns."""
    gas = (f"{cloud.title} in the air" for cloud in scene.ground.clouds)
    found = [*gas, *(f"{what} on fire" for what in scene.ground.blazes)]
    return (note(f"; {', '.join(found)}"),) if found else ()


def _tick(tick: int) -> tuple[str | Span, ...]:
    """The tick that is played; behind the last one come the operations of those who gave up initiative."""
    return (", tick ", number(tick)) if tick else (", behind the last tick",)


def _pauses(scene: ReflexScene) -> str:
    return f" and pause {scene.ground.pauses}" if scene.ground.pauses else ""


def described(tables: Tables, state: State) -> tuple[Line, ...]:
    """A sheet in words, with what follows from it."""
    if state.vehicle:
        return (*_vehicle(tables, state, state.vehicle), *(_weapon(weapon) for weapon in state.weapons.values()))
    return (
        *_abilities(tables, state),
        *(_weapon(weapon) for weapon in state.weapons.values()),
        *_wearing(state),
        *_body(tables, state),
    )


def _vehicle(tables: Tables, state: State, vehicle: Vehicle) -> Iterator[Line]:
    row = tables.row("vehicles", vehicle.kind)
    size = tables.row("sizes", state.size)["title"]
    speed = f"safe up to {vehicle.safe_kmh} km/h"
    yield line(Span(f"Vehicle: {row['title']} ", Mark.HEADING), f"{vehicle.tons:g} t, {size}, {speed}")
    places = (f"{place} {halves / 2:g}/{vehicle.thresholds[place]}" for place, halves in vehicle.armor_halves.items())
    source = note(f" {tables.source('vehicles', vehicle.kind)}")
    yield line(Span("Armor/threshold ", Mark.HEADING), ", ".join(places), source)
    condition = list(_broken(state))
    if condition:
        yield line(Span("Condition ", Mark.HEADING), *_joined(condition))


def _abilities(tables: Tables, state: State) -> Iterator[Line]:
    attributes = state.attributes
    values = [f"{field} {getattr(attributes, field)}" for field in attributes.__struct_fields__]
    yield line(Span("Attributes ", Mark.HEADING), ", ".join(values).replace("cuf", "CUF").replace("ooda", "OODA"))
    skills = [f"{skill} {value} ({level_of(tables, value)})" for skill, value in state.skills.items()]
    yield line(Span("Skills ", Mark.HEADING), ", ".join(skills) or "none")


def _weapon(weapon: Weapon) -> Line:
    speed = "/".join(str(ticks) for ticks in weapon.speed)
    modes = ", ".join((*(("single",) if weapon.single else ()), *(f"B{rounds}" for rounds in weapon.bursts)))
    held = "in hand" if weapon.held_with else weapon.lies.value
    if weapon.melee:
        numbers = f"Damage {weapon.damage}, Speed {speed}, Bulk {weapon.bulk}"
        return line(Span(f"{weapon.name} ", Mark.HEADING), f"{numbers}, close combat; {held}")
    numbers = f"Damage {weapon.damage}, Speed {speed}, Recoil {weapon.recoil}, Bulk {weapon.bulk}"
    ranges = f"{weapon.optimum.name.casefold()} to {weapon.maximum.name.casefold()}"
    rounds = f"{weapon.loaded}/{weapon.capacity}"
    return line(Span(f"{weapon.name} ", Mark.HEADING), f"{numbers}, {ranges}, {modes}; {rounds} rounds, {held}")


def _wearing(state: State) -> Iterator[Line]:
    for armor in state.armor:
        covers = ", ".join(armor.covers)
        yield line(Span(f"{armor.name} ", Mark.HEADING), f"Armor {armor.armor_halves / 2:g}: {covers}")
    if state.items:
        yield line(Span("Carries ", Mark.HEADING), ", ".join(state.items))


def _body(tables: Tables, state: State) -> Iterator[Line]:
    first = base_initiative(tables, state.encumbrance).value
    waiting = wait_ticks(tables, state.attributes.ooda)
    best = fastest(tables, state)
    pace = f"{best.value} {metres(tables, state.move_m, best)} m a Move"
    yield line(Span("Time ", Mark.HEADING), f"initiative from {first}, waiting {waiting} ticks, {pace}")
    rows = [f"{place} {'/'.join(str(damage) for damage in row)}" for place, row in state.thresholds.items()]
    base = f"base {base_threshold(tables, state.attributes)}"
    yield line(Span("Wound thresholds ", Mark.HEADING), f"({base}) ", ", ".join(rows))
    condition = list(_condition(state))
    if condition:
        yield line(Span("Condition ", Mark.HEADING), *_joined(condition))
