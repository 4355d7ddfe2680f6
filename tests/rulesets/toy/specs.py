"""What may be asked of the toy, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.options import ActionSpec, Choice, Input, Kind, OptionSpec, Word
from bot.core.tables import Tables
from bot.core.wording import shown
from tests.rulesets.toy.state import ToyReading

ACT = "act"
LIGHTS = ("day", "dusk")


def actions(tables: Tables) -> tuple[ActionSpec, ...]:
    """Every action, in the order in which it is offered."""
    return (_strike(tables), _REST, _HOLD, _POUNCE, _APPROACH, _HURT, *_OTHERS)


_TARGET = Input("target", "whom", Kind.COMBATANT, required=True, asks_scene=True)


def _strike(tables: Tables) -> ActionSpec:
    inputs = (
        _TARGET,
        Input("style", "how", Kind.CHOICE, choices=tuple(tables.rows("styles")), shared=False),
        Input("bonus", "what the GM grants", Kind.INT, shared=False, lo=-5, hi=5),
        Input("all_out", "hit harder", Kind.FLAG, shared=False),
        Input("range_m", "metres to them", Kind.NUMBER, word=Word.TABLE),
        Input(
            "light",
            "what can be seen",
            Kind.CHOICE,
            choices=("day", "dusk"),
            shared=False,
            word=Word.TABLE,
            thing="sight",
        ),
        Input("fog", "what hides them", Kind.FLAG, shared=False, word=Word.TABLE, thing="sight"),
        Input("bound", "they cannot move", Kind.FLAG, shared=False, word=Word.GM),
        Input("cry", "what is shouted", Kind.TEXT, choices=("Have at you", "Yield"), open_ended=True, shared=False),
    )
    return ActionSpec("strike", "Strike", "hit somebody", "attack", inputs, (ACT,), odds="hit")


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

_WHOM = Input("target", "whom", Kind.COMBATANT)
# Two of them are the GM's, which the toy forgets to say.
_OTHERS = (
    ActionSpec("suppress", "Suppress", "throw stones", "suppress", (Input("area", "where"), _WHOM)),
    ActionSpec("ambush_set", "Lie in wait", "hide a side", "ambush", (Input("side", "which"), _WHOM)),
    ActionSpec(
        "morale_threat",
        "Threaten",
        "frighten somebody",
        "morale",
        (_WHOM, Input("amount", "how much", Kind.INT, required=True, lo=0, hi=10)),
        gm_only=True,
    ),
    ActionSpec(
        "mine_emplace",
        "Lay a mine",
        "hide a mine",
        "mine",
        (Input("kind", "which", Kind.CHOICE, choices=("jar", "crate")),),
    ),
    ActionSpec(
        "mine_trigger",
        "Step on a mine",
        "find out",
        "mine",
        (Input("mine", "which", Kind.CHOICE, required=True, asks_scene=True),),
    ),
    ActionSpec("beg", "Beg", "ask the GM for something", inputs=(Input("boon", "what", required=True),)),
    ActionSpec("treat", "Treat", "bind a wound", "treat", (Input("item", "with what"), _TARGET)),
)

SWITCHES = (
    OptionSpec("deadly", "one more point of damage", Kind.FLAG, default=False),
    OptionSpec("most_bonus", "most that bonuses add up to", Kind.INT, default=5, hi=20, house=True),
)


def candidates(reading: ToyReading, action: str, key: str, given: Mapping[str, Any]) -> Sequence[Choice]:
    """What fits an input in a view of the yard."""
    if key == "mine":
        return [Choice(mine.key) for mine in reading.scene.state.mines]
    others = [actor for actor in reading.scene.combatants if actor != given.get("actor")]
    return [Choice(actor, shown(actor)) for actor in others] if key == "target" else []
