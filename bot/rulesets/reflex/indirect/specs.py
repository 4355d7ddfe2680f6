"""What can be asked for of indirect fire, with what fits it in a scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.options import ActionSpec, Choice, Input, Kind, Word
from bot.core.wording import shown
from bot.rulesets.reflex.checks.odds import HIT, MARGIN
from bot.rulesets.reflex.hazards.specs import one_of, own
from bot.rulesets.reflex.indirect.observers import ARTILLERY, TACTICS
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.timing import OPERATIONAL, SECOND, TACTICAL

_GUNNER = Input("gunner", "who fires", Kind.COMBATANT, asks_scene=True, shared=False)
_SKILL = one_of("skill", "the observer's skill", (ARTILLERY, TACTICS))
_MODIFIER = own("modifier", "bonus or penalty said at the table", Kind.INT, lo=-20, hi=20)
_AIM = (
    Input("target", "at whom", Kind.COMBATANT, asks_scene=True),
    Input("spot", "or at what place, in your words", shared=False, longest=40),
    Input("victims", "names and metres from there: Ann:1, Bob:6", shared=False, longest=500, lists=True),
)


def action_specs(_tables: ReflexTables) -> tuple[ActionSpec, ...]:
    """The actions, in the order in which they are offered."""
    firing = (
        *_AIM,
        Input("weapon", "with what", asks_scene=True, shared=False),
        own("range_m", "metres to there", Kind.NUMBER, hi=100_000, word=Word.TABLE),
        own("observed", "by one's own eyes, though fire was called for", Kind.FLAG, word=Word.GM),
        _MODIFIER,
    )
    calling = (*_AIM, _GUNNER, _SKILL, _MODIFIER)
    adjusting = (_GUNNER, _SKILL, _MODIFIER)
    return (
        ActionSpec("call_fire", "Call for fire", "on what you see", inputs=calling, kinds=(OPERATIONAL,), odds=MARGIN),
        ActionSpec(
            "adjust_fire",
            "Adjust fire",
            "say where it lands, 5 ticks",
            inputs=adjusting,
            kinds=(TACTICAL, SECOND),
            odds=MARGIN,
        ),
        ActionSpec(
            "indirect_fire",
            "Indirect fire",
            "at what you cannot see",
            inputs=firing,
            kinds=(OPERATIONAL, TACTICAL),
            odds=HIT,
        ),
    )


def _armed(scene: ReflexScene, actor: str) -> bool:
    return any(weapon.indirect_m for weapon in scene.combatants[actor].state.weapons.values())


def candidates(
    _tables: ReflexTables, scene: ReflexScene, _action: str, key: str, given: Mapping[str, Any]
) -> Sequence[Choice]:
    """Return what fits an input of one of these actions in a view of the scene."""
    actor = str(given.get("actor", ""))
    others = [other for other, one in scene.combatants.items() if other != actor and not one.state.dead]
    match key:
        case "target":
            return [Choice(other, shown(other)) for other in others]
        case "gunner":
            return [Choice(other, shown(other)) for other in others if _armed(scene, other)]
        case "weapon" if actor in scene.combatants:
            weapons = scene.combatants[actor].state.weapons
            return [Choice(name) for name, weapon in weapons.items() if weapon.indirect_m]
        case _:
            return ()
