"""What can be asked for in time: every action but the attack, with its inputs and what fits them in a scene."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.core.options import ActionSpec, Choice, Input, Kind
from bot.core.wording import shown
from bot.rulesets.reflex.person.events import FLAGS
from bot.rulesets.reflex.person.gear import belongings
from bot.rulesets.reflex.person.physique import paces
from bot.rulesets.reflex.person.sheet_spec import DEGREES, PLACES
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Item, Lies, Stance, State, Weapon
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.timing import CHOICE, FINISH, OPERATIONAL, SECOND, TACTICAL

BOTH = (TACTICAL, SECOND)
ITEM = Input("item", "what you handle", required=True, asks_scene=True)
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


def action_specs(tables: ReflexTables) -> tuple[ActionSpec, ...]:
    """Return the actions, in the order in which they are offered."""
    return (*_time_specs(), *_moving_specs(tables), *_speaking_specs(), *_handling_specs(), _correct_spec())


def _time_specs() -> tuple[ActionSpec, ...]:
    return (
        ActionSpec("finish", "Finish", "let what is under way take effect", kinds=(FINISH,), button=True),
        ActionSpec("press", "Press", "go on with a new exchange of fire", "init", kinds=(CHOICE,), button=True),
        ActionSpec("hold", "Hold", "let a pause begin", "init", kinds=(CHOICE,), button=True),
        ActionSpec("surrender", "Surrender", "take no part in the next exchange", kinds=(CHOICE,)),
        ActionSpec("rest", "Rest", "let the pause go by", kinds=(OPERATIONAL,)),
        ActionSpec("wait", "Wait", "let time pass, or do nothing more on the move", kinds=BOTH),
    )


def _moving_specs(tables: ReflexTables) -> tuple[ActionSpec, ...]:
    what = _one_of("what", "what to get into or out of, where it is not in the scene", tables.boarding)
    vehicle = Input("target", "the vehicle", Kind.COMBATANT, asks_scene=True)
    seat, kmh = (vehicle, what), (_own("kmh", "how fast, in km/h", Kind.INT, required=True),)
    to = _one_of("to", "the new stance", Stance, required=True)
    return (
        ActionSpec(
            "move", "Move", "5 ticks, and one more action of up to 5", inputs=_movement(tables), kinds=(TACTICAL,)
        ),
        ActionSpec("board", "Get in or out", "a vehicle or an animal", inputs=seat, kinds=(TACTICAL, OPERATIONAL)),
        ActionSpec("drive", "Drive", "a vehicle goes at a speed", inputs=kmh, gm_only=True),
        ActionSpec("stance", "Change stance", "2 ticks a step down, 4 a step up", inputs=(to,), kinds=(TACTICAL,)),
        ActionSpec(
            "pause_move", "Move in a pause", "ten Moves at once", inputs=_movement(tables), kinds=(OPERATIONAL,)
        ),
    )


def _speaking_specs() -> tuple[ActionSpec, ...]:
    extra = _own("extra", "further ticks, +1 each", Kind.INT, hi=5)
    length = _one_of("length", "how much is said", ("syllable", "phrase", "sentence"))
    device = _own("device", "over a radio or the like", Kind.FLAG)
    return (
        ActionSpec("assess", "Assess", "look around", inputs=(extra,), kinds=BOTH),
        ActionSpec("communicate", "Communicate", "say something short", inputs=(length, device), kinds=BOTH),
    )


def _handling_specs() -> tuple[ActionSpec, ...]:
    hands = _own("hands", "in how many hands", Kind.INT, lo=1, hi=2)
    hampered = _own("check", "with a check of Coordination, where the GM asks for it", Kind.FLAG)
    keep = _own("keep", "keep the partial load (+2 ticks)", Kind.FLAG)
    deep = _own("deep", "the rounds lie deep in a pack (+1d10)", Kind.FLAG)
    return (
        ActionSpec("ready", "Ready", "take something in hand", inputs=(ITEM, hands), kinds=BOTH),
        ActionSpec("stow", "Stow", "put something away", inputs=(ITEM,), kinds=BOTH),
        ActionSpec("ditch", "Ditch", "let something fall", inputs=(ITEM, hampered), kinds=BOTH),
        ActionSpec("reload", "Reload", "load a weapon", inputs=(WEAPON, keep, deep), kinds=BOTH),
        ActionSpec("activate", "Activate", "switch something on, set up a bipod", inputs=(ITEM,), kinds=BOTH),
        ActionSpec("deactivate", "Deactivate", "switch something off", inputs=(ITEM,), kinds=BOTH),
    )


def _correct_spec() -> ActionSpec:
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
    return ActionSpec("correct", "Correct", "set something right by hand", "init", inputs, gm_only=True)


Fits = Callable[[Weapon | Item], bool]


def _held(thing: Weapon | Item) -> bool:
    return bool(thing.held_with) if isinstance(thing, Weapon) else thing.held


def _switched_on(thing: Weapon | Item) -> bool:
    return thing.bipod_down if isinstance(thing, Weapon) else thing.active


def _switchable(thing: Weapon | Item) -> bool:
    return thing.lies is Lies.CARRIED and (not isinstance(thing, Weapon) or thing.bipod)


_FITS: Mapping[str, Fits] = {
    "ready": lambda thing: not _held(thing) and thing.lies is not Lies.AWAY,
    "stow": _held,
    "ditch": lambda thing: thing.lies is Lies.CARRIED,
    "activate": lambda thing: _switchable(thing) and not _switched_on(thing),
    "deactivate": lambda thing: _switchable(thing) and _switched_on(thing),
    "reload": lambda thing: isinstance(thing, Weapon) and bool(thing.held_with) and not thing.melee,
    "correct": lambda thing: isinstance(thing, Weapon),
}


def candidates(
    tables: ReflexTables, scene: ReflexScene, action: str, key: str, given: Mapping[str, Any]
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
    return [Choice(word) for word in _words(tables, combatant.state, action, key)]


def _distance(scene: ReflexScene, actor: str, other: str) -> str:
    range_m = scene.range_m(actor, other)
    return shown(other) if range_m is None else f"{shown(other)} ({range_m:g} m)"


def _words(tables: ReflexTables, state: State, action: str, key: str) -> list[str]:
    match key:
        case "pace":
            return [pace.value for pace in paces(tables, state)]
        case "to":
            return [stance.value for stance in Stance if stance is not state.stance]
        case "found":
            return [name for name, thing in belongings(state).items() if thing.lies is Lies.AWAY]
        case "item":
            worn = [piece.name for piece in state.armor] if action == "ditch" else []
            return [name for name, thing in belongings(state).items() if _FITS[action](thing)] + worn
        case _:
            return []
