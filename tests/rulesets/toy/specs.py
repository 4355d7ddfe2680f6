"""What may be asked of the toy, as data."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.options import ActionSpec, Input, Kind, OptionSpec
from tests.rulesets.toy.state import Tables

ACT = "act"


def actions(tables: Tables) -> Mapping[str, ActionSpec]:
    """Every action by its name."""
    specs = (_strike(tables), _REST, _HOLD, _POUNCE, _APPROACH, _HURT)
    return {spec.name: spec for spec in specs}


_TARGET = Input("target", "whom", Kind.COMBATANT, required=True, asks_scene=True)


def _strike(tables: Tables) -> ActionSpec:
    inputs = (
        _TARGET,
        Input("style", "how", Kind.CHOICE, choices=tuple(tables["styles"]), shared=False),
        Input("bonus", "what the GM grants", Kind.INT, shared=False, lo=-5, hi=5),
        Input("all_out", "hit harder", Kind.FLAG, shared=False),
        Input("cry", "what is shouted", Kind.TEXT, choices=("Have at you", "Yield"), open_ended=True, shared=False),
    )
    return ActionSpec("strike", "Strike", "hit somebody", "attack", inputs, (ACT,))


_REST = ActionSpec("rest", "Rest", "let it go by", kinds=(ACT,), button=True)
_HOLD = ActionSpec(
    "hold", "Hold", "wait", inputs=(Input("until", "when", Kind.INT, required=True, hi=20),), kinds=(ACT,)
)
_POUNCE = ActionSpec("pounce", "Pounce", "act before the others")
_APPROACH = ActionSpec(
    "approach",
    "Approach",
    "come nearer",
    inputs=(_TARGET, Input("to_m", "how near", Kind.NUMBER, required=True, lo=0, hi=100)),
    kinds=(ACT,),
)
_HURT = ActionSpec(
    "hurt",
    "Hurt",
    "take hits away",
    "damage",
    (Input("points", "how many", Kind.INT, required=True, lo=1, hi=20),),
    gm_only=True,
)

OPTIONS: Mapping[str, OptionSpec] = {
    "deadly": OptionSpec("deadly", "one more point of damage", Kind.FLAG, default=False),
    "most_bonus": OptionSpec("most_bonus", "most that bonuses add up to", Kind.INT, default=5, hi=20, house=True),
}
