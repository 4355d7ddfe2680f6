"""Where the fight and each in it stand, in one line for the tracker."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.ground.outlines import middle_of
from bot.core.narration import spelled_place
from bot.core.terms import total
from bot.core.views import Viewer
from bot.core.wording import Line, Mark, Span, bad, line, name, note, number, parted, shown
from bot.rulesets.reflex.checks.nerve import coolness_terms, in_combat, shortfall, threat_terms
from bot.rulesets.reflex.checks.wording import said
from bot.rulesets.reflex.kinds import Degree, Pace, Stance
from bot.rulesets.reflex.overwatch.places import WATCHED, watched_place
from bot.rulesets.reflex.person.consciousness import is_down
from bot.rulesets.reflex.person.control import holders, victims
from bot.rulesets.reflex.play import ReflexReading, ReflexScene
from bot.rulesets.reflex.state import Body, State, Turn
from bot.rulesets.reflex.time.ticks import tick_of
from bot.rulesets.reflex.time.timing import CHOICE, FINISH, OPERATIONAL, SECOND
from bot.rulesets.reflex.vehicles.seats import crew, seat


def status(reading: ReflexReading, actor: str, viewer: Viewer) -> Line:
    """Return one line on a combatant of a view: whose turn, stance, pace, cover, and wounds where they may be known."""
    scene = reading.scene
    combatant = scene.combatants[actor]
    state = combatant.state
    known = viewer.gm or not combatant.guarded
    words = [*_moment(scene, actor), *_chosen(scene, state), *_posture(state), *_seated(scene, actor)]
    words += [*_grips(scene, actor), *(_condition(state) if known else _outward(state))]
    words += [*_watched(scene, state), *_arms(state, known=known)]
    return line(name(actor), ": ", *parted(words or [Span("ready")]))


def _moment(scene: ReflexScene, actor: str) -> Iterator[Span]:
    slot = scene.slot(actor)
    if slot is None:
        return
    now = slot in scene.entitled()
    if CHOICE in slot.kinds:
        yield note("to choose")
    elif OPERATIONAL in slot.kinds:
        later = "acts in this pause" if scene.state.phase == "pause" else "acts after the last tick"
        yield note("to act now" if now else later)
    else:
        busy = "busy until " if FINISH in slot.kinds else ""
        yield Span(f"{busy}tick {tick_of(slot.key)}{' now' if now else ''}", Mark.NUMBER)
        yield from (note("one more action on the move"),) if SECOND in slot.kinds else ()


def _posture(state: State) -> Iterator[Span]:
    if state.body.stance is not Stance.STANDING:
        yield Span(state.body.stance.value)
    if state.body.moving is not Pace.STILL:
        yield Span(f"moving ({state.body.moving.value})")
    if state.body.vehicle:
        yield Span(said(state.body.vehicle.kind))
    if state.body.cover:
        yield Span(f"behind {state.body.cover.replace('_', ' ')}")


def _seated(scene: ReflexScene, actor: str) -> Iterator[Span]:
    if inside := seat(scene, actor):
        yield Span(f"in {shown(inside)}")
    if aboard := crew(scene, actor):
        yield Span(f"aboard: {', '.join(shown(one) for one in aboard)}")
    if kmh := scene.combatants[actor].state.body.kmh:
        yield Span(f"{kmh} km/h", Mark.NUMBER)


def _chosen(scene: ReflexScene, state: State) -> Iterator[Span]:
    chosen = {"press": "presses", "hold": "holds"}.get(state.turn.choice)
    if chosen and scene.state.phase == "choice":
        yield Span(chosen)


def _grips(scene: ReflexScene, actor: str) -> Iterator[Span]:
    """Yield who has whom in a grip, and how firmly, as far as the view goes."""
    for victim, control in victims(scene, scene.combatants[actor].state).items():
        yield note(f"holds {shown(victim)} (Control {control})")
    for holder, control in holders(scene, actor).items():
        yield bad(f"held by {shown(holder)} (Control {control})")


def _outward(state: State) -> Iterator[Span]:
    if is_down(state):
        yield bad("down")
    yield from map(note, _true(state.turn, "surrendered", "withdrawn"))
    yield from _afflicted(state)
    yield from _broken(state)


def _true(part: Body | Turn, *fields: str) -> tuple[str, ...]:
    return tuple(field for field in fields if getattr(part, field))


def _afflicted(state: State) -> Iterator[Span]:
    """Yield what anybody can see going on: flames, breath that is held, a will that is broken."""
    if state.body.burning:
        yield bad("on fire")
    if state.body.breath:
        yield bad("without air")
    if state.nerve.routed:
        yield bad("broken")


def _broken(state: State) -> Iterator[Span]:
    for thing, how in state.kit.broken.items():
        yield bad(f"{thing} {how}")


def condition(state: State) -> tuple[str | Span, ...]:
    """Return what is wrong with somebody or something, parted by commas."""
    return parted([*_condition(state), *(bad(f"{item} worn by {wear}") for item, wear in state.kit.wear.items())])


def _condition(state: State) -> Iterator[Span]:
    for place in {**state.body.wounds, **state.body.virtual}:
        degree = max(state.body.wounds.get(place, 0), state.body.virtual.get(place, 0))
        if degree:
            yield bad(f"{place} {Degree(degree).name.casefold()}")
    ails = (*_true(state.body, "unconscious", "unstable"), *_true(state.turn, "dazed", "out"))
    for word in (*(_true(state.body, "dead") or ails), *_true(state.turn, "surrendered", "withdrawn")):
        yield bad(_CONDITIONS.get(word, word))
    yield from _afflicted(state)
    yield from _nerves(state)
    yield from _broken(state)


def _nerves(state: State) -> Iterator[Span]:
    """Return threat against CUF, where there is more than the fight itself."""
    if state.nerve.suppressed:
        yield bad("suppressed")
    threat = total(threat_terms(state)) if in_combat(state) else 0
    if threat > 1:
        against = f"threat {threat}/{total(coolness_terms(state))}"
        yield bad(against) if shortfall(state) else note(against)


def _watched(scene: ReflexScene, state: State) -> Iterator[Span]:
    """Yield where somebody waits for whoever comes: of an enemy the view says nothing of it."""
    if overwatch := state.turn.overwatch:
        area = scene.ground and scene.ground.areas.get(overwatch.area)
        circle = area.outline if area and area.kind == WATCHED else None
        yield note(f"watches {spelled_place(middle_of(circle)) if circle else watched_place(overwatch)}")


_CONDITIONS = {"out": "in shock", "unstable": "losing blood"}


def _arms(state: State, *, known: bool) -> Iterator[Span]:
    for weapon in state.kit.weapons.values():
        if weapon.held_with:
            counted = known and not weapon.model.melee
            yield note(f"{weapon.name} {weapon.loaded}/{weapon.model.capacity}" if counted else weapon.name)


def clock(reading: ReflexReading) -> Line:
    """Return one line on the moment: the exchange and its tick, the choice, or the pause; and on the air."""
    return line(*_moment_of(reading.scene), *_air(reading.scene))


def clock_note(reading: ReflexReading) -> Line | None:
    """Return what it is to press and to hold, where all choose."""
    choosing = reading.scene.state.phase == "choice"
    return line(note("Who presses fights on at once; if all hold, there is a pause.")) if choosing else None


def _moment_of(scene: ReflexScene) -> tuple[str | Span, ...]:
    scene_state = scene.state
    match scene_state.phase:
        case "exchange":
            tick = _tick(tick_of(scene.opened)) if scene.opened else ()
            return (Span(f"Exchange {scene_state.exchange}", Mark.HEADING), *tick)
        case "choice":
            pause = f" and pause {scene_state.pauses}" if scene_state.pauses else ""
            return (Span("Press or hold?", Mark.HEADING), f" after exchange {scene_state.exchange}", pause)
        case "pause":
            return (Span(f"Pause {scene_state.pauses}", Mark.HEADING), f" after exchange {scene_state.exchange}")
        case _:
            return ("No exchange of fire yet",)


def _air(scene: ReflexScene) -> tuple[Span, ...]:
    """Return gas in the air, what burns, and what is broken."""
    gas = (f"{cloud.title} in the air" for cloud in scene.state.clouds)
    broken = (f"{name} {thing.broken}" for name, thing in scene.state.things.items() if thing.broken)
    found = [*gas, *(f"{what} on fire" for what in scene.state.blazes), *broken]
    return (note(f"; {', '.join(found)}"),) if found else ()


def _tick(tick: int) -> tuple[str | Span, ...]:
    """Return the tick that is played; after the last one come the operations of those who gave up initiative."""
    return (", tick ", number(tick)) if tick else (", after the last tick",)
