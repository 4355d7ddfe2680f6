"""What a GM says of the place where people fight, with what fits it in a scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.options import ActionSpec, Choice, Input, Kind
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.reflex.hazards.specs import one_of, own
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.surroundings.events import WeatherSet
from bot.rulesets.reflex.tables import Tables

rules = Rules()


@rules("weather")
def weather(play: ReflexPlay, order: Act) -> None:
    """How the wind blows and what can be seen (text 003, lines 681, 1248).

    Raises:
        RuleViolation: neither was said.
    """
    if not ("wind" in order.inputs or "light" in order.inputs):
        raise RuleViolation("What is the weather like?", "Say wind=strong or light=dim.")
    play.tell(WeatherSet(wind=order.inputs.get("wind", ""), light=order.inputs.get("light", "")))


_WHO = Input("target", "whom it is about; the actor where missing", Kind.COMBATANT, asks_scene=True)
_GAS = Input("gas", "which gas", asks_scene=True, shared=False, longest=40)


def action_specs(tables: Tables) -> tuple[ActionSpec, ...]:
    """The actions, in the order in which they are offered."""
    sky = (
        one_of("wind", "how the wind blows", tuple(tables.winds)),
        one_of("light", "what can be seen", tuple(tables.visibility)),
    )
    walls = (
        Input("space", "metres: 2, 2x30 or 4x5x3; in the open where missing", shared=False),
        own("walls", "Armor of the weakest wall", Kind.NUMBER),
    )
    return (
        ActionSpec("weather", "Weather", "wind and light", inputs=sky, gm_only=True),
        ActionSpec("room", "Room", "a confined space around all that explodes", inputs=walls, gm_only=True),
        ActionSpec("gas_release", "Release gas", "a cloud of gas", inputs=_release(), gm_only=True),
        ActionSpec("gas_enter", "Into the gas", "somebody gets into it", inputs=(_WHO, _GAS), gm_only=True),
        ActionSpec("gas_leave", "Out of the gas", "somebody gets out of it", inputs=(_WHO,), gm_only=True),
        ActionSpec("gas_clear", "No more gas", "a cloud is gone", inputs=(_GAS,), gm_only=True),
        ActionSpec("scorch", "Scorch", "fire meets a thing", inputs=_scorching(tables), gm_only=True),
        ActionSpec("burn_out", "Burn out", "a thing burns no more", inputs=(_burning(),), gm_only=True),
    )


def _release() -> tuple[Input, ...]:
    return (
        own("radius_m", "metres around", Kind.NUMBER, required=True, lo=0.5, hi=500),
        Input("gas", "what it is", shared=False, longest=40),
        Input("target", "at whom it is released; known distances count", Kind.COMBATANT, asks_scene=True),
        Input("victims", "names and metres from there: Ann:1, Bob:6", shared=False, longest=500, lists=True),
        Input("downwind", "names and metres downwind: Cal:12", shared=False, longest=500, lists=True),
        own("indoors", "between walls, without wind", Kind.FLAG),
    )


def _burning() -> Input:
    return Input("what", "what burns", required=True, asks_scene=True, shared=False, longest=40)


def _scorching(tables: Tables) -> tuple[Input, ...]:
    return (
        Input("what", "what the fire meets", required=True, shared=False, longest=40),
        Input("flame", "what burns", Kind.CHOICE, required=True, choices=tuple(tables.flames), shared=False),
        own("damage", "its Damage, where it is not that of the flame", Kind.INT, lo=1),
        one_of("cover", "as strong as what", tuple(tables.cover)),
        own("armor", "or its Armor", Kind.INT),
        own("threshold", "the damage that breaks it", Kind.INT, lo=1),
        one_of("fuel", "how easily it burns", tuple(tables.fuels)),
        own("gear", "personal gear rather than a structure", Kind.FLAG),
    )


def candidates(
    _tables: Tables, scene: ReflexScene, _action: str, key: str, _given: Mapping[str, Any]
) -> Sequence[Choice]:
    """What fits an input of one of these actions in a view of the scene."""
    match key:
        case "target":
            return [Choice(actor, shown(actor)) for actor, one in scene.combatants.items() if not one.state.dead]
        case "gas":
            return [Choice(cloud.title) for cloud in scene.ground.clouds]
        case "what":
            return [Choice(what) for what in scene.ground.blazes]
        case _:
            return ()
