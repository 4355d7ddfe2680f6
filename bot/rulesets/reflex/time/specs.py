"""What can be asked for in time: every action but the attack, with its inputs and what fits them in a scene."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.core.actions import specs_of
from bot.core.options import ActionSpec, Choice, Input, Kind
from bot.core.wording import shown
from bot.rulesets.reflex.person.events import FLAGS
from bot.rulesets.reflex.person.gear import belongings
from bot.rulesets.reflex.person.sheet_spec import DEGREES, PLACES
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Lies, Stance, State
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.actions import ChangeStance
from bot.rulesets.reflex.time.timing import OPERATIONAL, TACTICAL

WEAPON = Input("item", "the weapon; the one in hand if left out", asks_scene=True)
TARGET = Input("target", "whom to move towards", Kind.COMBATANT, asks_scene=True)


def _own(key: str, about: str, kind: Kind, *, required: bool = False, lo: float = 0, hi: float = 1000) -> Input:
    return Input(key, about, kind, required=required, shared=False, lo=lo, hi=hi)


def _one_of(key: str, about: str, choices: Iterable[str], *, required: bool = False) -> Input:
    return Input(key, about, Kind.CHOICE, required=required, choices=tuple(choices), shared=False)


def _movement(tables: ReflexTables) -> tuple[Input, ...]:
    rates = [key for key in tables.paces if key != "still"]
    return (
        TARGET,
        _one_of("pace", "how fast; the fastest if left out", rates),
        _own("metres", "how far, if less than possible", Kind.NUMBER),
        _own("away", "away from the target instead", Kind.FLAG),
    )


def moving_specs(tables: ReflexTables) -> tuple[ActionSpec, ...]:
    """Return the actions of moving."""
    what = _one_of("what", "what to get into or out of, where it is not in the scene", tables.boarding)
    vehicle = Input("target", "the vehicle", Kind.COMBATANT, asks_scene=True)
    seat, kmh = (vehicle, what), (_own("kmh", "how fast, in km/h", Kind.INT, required=True),)
    return (
        ActionSpec(
            "move", "Move", "5 ticks, and one more action of up to 5", inputs=_movement(tables), kinds=(TACTICAL,)
        ),
        ActionSpec("board", "Get in or out", "a vehicle or an animal", inputs=seat, kinds=(TACTICAL, OPERATIONAL)),
        ActionSpec("drive", "Drive", "a vehicle goes at a speed", inputs=kmh, gm_only=True),
        *specs_of((ChangeStance,), tables),
        ActionSpec(
            "pause_move", "Move in a pause", "ten Moves at once", inputs=_movement(tables), kinds=(OPERATIONAL,)
        ),
    )


def correct_spec(_tables: ReflexTables) -> tuple[ActionSpec, ...]:
    """Return the action that sets something right."""
    inputs = (
        _own("initiative", "the tick of the next action, 0 for none", Kind.INT, hi=200),
        _own("rounds", "rounds in a weapon", Kind.INT, hi=10_000),
        WEAPON,
        _one_of("place", "where the wound is", PLACES),
        _one_of("wound", "how bad the wound is", DEGREES),
        _one_of("virtual", "how bad an imagined injury is", DEGREES),
        _one_of("stance", "the stance", Stance),
        *(_own(flag, f"whether {flag}", Kind.FLAG) for flag in FLAGS),
        Input("found", "something left behind that is back", shared=False, asks_scene=True),
    )
    return (ActionSpec("correct", "Correct", "set something right by hand", "init", inputs, gm_only=True),)


def candidates(
    _tables: ReflexTables, scene: ReflexScene, action: str, key: str, given: Mapping[str, Any]
) -> Sequence[Choice]:
    """Return what fits an input of one of these actions in a view of the scene; ``given["actor"]`` says for whom."""
    actor = str(given.get("actor", ""))
    combatant = scene.combatants.get(actor)
    if key == "target" and action == "board":
        return [Choice(other, shown(other)) for other, found in scene.combatants.items() if found.state.vehicle]
    if key == "target":
        return [Choice(other, _distance(scene, actor, other)) for other in scene.combatants if other != actor]
    if combatant is None:
        return ()
    return [Choice(word) for word in _words(combatant.state, key)]


def _distance(scene: ReflexScene, actor: str, other: str) -> str:
    range_m = scene.range_m(actor, other)
    return shown(other) if range_m is None else f"{shown(other)} ({range_m:g} m)"


def _words(state: State, key: str) -> list[str]:
    match key:
        case "found":
            return [name for name, thing in belongings(state).items() if thing.lies is Lies.AWAY]
        case "item":
            return list(state.weapons)
        case _:
            return []
