"""What can be asked for of passive hazards: fire, falls, collisions, air, with what fits them in a scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.options import ActionSpec, Choice, Input, Kind, Word
from bot.core.wording import shown
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Attributes, Place
from bot.rulesets.reflex.tables import Tables
from bot.rulesets.reflex.time.timing import OPERATIONAL

TARGET = Input("target", "whom it happens to; the actor where missing", Kind.COMBATANT, asks_scene=True)


def own(
    key: str,
    about: str,
    kind: Kind,
    *,
    required: bool = False,
    lo: float = 0,
    hi: float = 1000,
    word: Word = Word.OWN,
) -> Input:
    """An input that only this system has."""
    return Input(key, about, kind, required=required, shared=False, lo=lo, hi=hi, word=word)


def one_of(key: str, about: str, choices: Sequence[str], word: Word = Word.OWN) -> Input:
    """An input with fixed words."""
    return Input(key, about, Kind.CHOICE, choices=tuple(choices), shared=False, word=word)


def _hazard(tables: Tables) -> ActionSpec:
    inputs = (
        TARGET,
        one_of("flame", "what burns", list(tables.flames)),
        one_of("fire_size", "how big the fire is", list(tables.fire_sizes)),
        one_of("fuel", "what the victim wears", list(tables.fuels)),
        own("damage", "its Damage, where it is not that of the flame", Kind.INT, lo=1),
        one_of("attribute", "what avoids it, CUF where missing", Attributes.__struct_fields__),
        own("modifier", "bonus or penalty to avoid it", Kind.INT, lo=-20, hi=20),
        one_of("penetration", "against worn armour", list(HALVES)),
        one_of("place", "which part of the body, at random where missing", tuple(Place)),
    )
    return ActionSpec("hazard", "Hazard", "expose somebody to fire or the like", inputs=inputs, gm_only=True)


def action_specs(tables: Tables) -> tuple[ActionSpec, ...]:
    """The actions, in the order in which they are offered."""
    metres = own("metres", "how deep", Kind.NUMBER, required=True, lo=1, hi=1000)
    collision = (
        TARGET,
        Input("vehicle", "the vehicle, where it is in the scene", Kind.COMBATANT, asks_scene=True, shared=False),
        own("tons", "weight of the vehicle", Kind.NUMBER, hi=500),
        own("kmh", "its speed", Kind.NUMBER, lo=1, hi=1000),
        own("closing_kmh", "speed of closing, that of the vehicle where missing", Kind.NUMBER),
    )
    air = (TARGET, own("prepared", "had time to breathe deeply", Kind.FLAG), own("gas", "bad air, not none", Kind.FLAG))
    return (
        ActionSpec("extinguish", "Put out", "a fire on somebody", inputs=(TARGET,), kinds=(OPERATIONAL,)),
        _hazard(tables),
        ActionSpec("douse", "Douse", "somebody burns no more", inputs=(TARGET,), gm_only=True),
        ActionSpec("fall", "Fall", "somebody falls", inputs=(TARGET, metres), gm_only=True),
        ActionSpec("collide", "Collide", "a vehicle hits somebody", inputs=collision, gm_only=True),
        ActionSpec("smother", "Smother", "somebody has no air from now on", inputs=air, gm_only=True),
        ActionSpec("breathe", "Breathe", "somebody has air again", inputs=(TARGET,), gm_only=True),
        ActionSpec("recover_breath", "Rest in good air", "for five minutes", inputs=(TARGET,), gm_only=True),
    )


def candidates(
    _tables: Tables, scene: ReflexScene, _action: str, key: str, _given: Mapping[str, Any]
) -> Sequence[Choice]:
    """What fits an input of one of these actions in a view of the scene: anybody alive."""
    if key == "vehicle":
        return [Choice(other, shown(other)) for other, found in scene.combatants.items() if found.state.vehicle]
    living = [actor for actor, combatant in scene.combatants.items() if not combatant.state.dead]
    return [Choice(actor, shown(actor)) for actor in living] if key == "target" else ()
