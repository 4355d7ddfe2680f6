"""What a GM can set right by hand, with what fits it in a scene."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.core.options import ActionSpec, Choice, Input, Kind
from bot.rulesets.reflex.person.events import FLAGS
from bot.rulesets.reflex.person.gear import belongings
from bot.rulesets.reflex.person.sheet_spec import DEGREES, PLACES
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Lies, Stance, State
from bot.rulesets.reflex.tables import ReflexTables

WEAPON = Input("item", "the weapon; the one in hand if left out", asks_scene=True)


def _own(key: str, about: str, kind: Kind, *, required: bool = False, lo: float = 0, hi: float = 1000) -> Input:
    return Input(key, about, kind, required=required, shared=False, lo=lo, hi=hi)


def _one_of(key: str, about: str, choices: Iterable[str], *, required: bool = False) -> Input:
    return Input(key, about, Kind.CHOICE, required=required, choices=tuple(choices), shared=False)


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
    _tables: ReflexTables, scene: ReflexScene, _action: str, key: str, given: Mapping[str, Any]
) -> Sequence[Choice]:
    """Return what fits an input of one of these actions in a view of the scene; ``given["actor"]`` says for whom."""
    combatant = scene.combatants.get(str(given.get("actor", "")))
    return [Choice(word) for word in _words(combatant.state, key)] if combatant else ()


def _words(state: State, key: str) -> list[str]:
    match key:
        case "found":
            return [name for name, thing in belongings(state).items() if thing.lies is Lies.AWAY]
        case "item":
            return list(state.weapons)
        case _:
            return []
