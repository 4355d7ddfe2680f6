"""What can be asked for where nerves are concerned, with what fits it in a scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.options import ActionSpec, Choice, Input, Kind, Word
from bot.core.wording import shown
from bot.rulesets.reflex.checks.wording import said
from bot.rulesets.reflex.hazards.specs import own
from bot.rulesets.reflex.morale.rules import COUNTED, lifting
from bot.rulesets.reflex.person.consciousness import conscious
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.timing import ALSO_ON_THE_MOVE, TACTICAL

_WHOSE = Input("target", "whose nerves; the actor's own where missing", Kind.COMBATANT, asks_scene=True)
_WEAPON = Input("weapon", "with what", asks_scene=True)
_PHYSICAL = own("physical", "by strength (one minute) instead of words (five)", Kind.FLAG)
_SITUATION = own("situation", "further threats that the situation holds", Kind.INT, hi=20, word=Word.GM)
_NO_PAIN = own("painkiller", "a strong painkiller works, or no longer", Kind.FLAG)


def action_specs(tables: ReflexTables) -> tuple[ActionSpec, ...]:
    """The actions, in the order in which they are offered."""
    target = Input("target", "whom", Kind.COMBATANT, required=True, asks_scene=True)
    return (
        _threat(tables),
        _calm(),
        ActionSpec(
            "morale_boost", "Give heart", "Command: a short phrase, 3 ticks", "morale", (target,), ALSO_ON_THE_MOVE
        ),
        ActionSpec("panic_fire", "Panic fire", "a hip shot at nothing, for CUF", inputs=(_WEAPON,), kinds=(TACTICAL,)),
        ActionSpec("intimidate", "Intimidate", "outside of a fight", inputs=(target, _PHYSICAL, _SITUATION)),
    )


def _threat(tables: ReflexTables) -> ActionSpec:
    kinds = (*tables.threats, *COUNTED)
    inputs = (
        _WHOSE,
        Input("amount", "how many threat conditions; 0 lifts it", Kind.INT, hi=40),
        Input("kind", "what it is", Kind.CHOICE, choices=kinds, shared=False),
        Input("name", "your own name for it", shared=False, longest=40),
        Input("side", "everybody of this side instead", shared=False, asks_scene=True, longest=40),
    )
    return ActionSpec("morale_threat", "Threat", "somebody is under threat", "morale", inputs, gm_only=True)


def _calm() -> ActionSpec:
    inputs = (
        _WHOSE,
        Input("amount", "how many threat conditions less; all where missing", Kind.INT, lo=1, hi=40),
        Input("kind", "which threat", shared=False, asks_scene=True, longest=40),
        _NO_PAIN,
    )
    return ActionSpec("morale_calm", "Calm", "a threat is over or less", "morale", inputs, gm_only=True)


def candidates(
    _tables: ReflexTables, scene: ReflexScene, action: str, key: str, given: Mapping[str, Any]
) -> Sequence[Choice]:
    """What fits an input of one of these actions in a view of the scene; ``given["actor"]`` says for whom."""
    actor = str(given.get("actor", ""))
    match key:
        case "target":
            return [Choice(other, shown(other)) for other in _people(scene, actor, itself=action.startswith("morale"))]
        case "side":
            return [Choice(side) for side in dict.fromkeys(each.side for each in scene.combatants.values())]
        case "kind" if action == "morale_calm":
            return _lifting(scene, str(given.get("target", actor)))
        case "weapon" if actor in scene.combatants:
            armed = scene.combatants[actor].state.weapons
            return [Choice(name) for name, weapon in armed.items() if weapon.held_with and not weapon.melee]
        case _:
            return ()


def _people(scene: ReflexScene, actor: str, *, itself: bool) -> list[str]:
    return [other for other, each in scene.combatants.items() if conscious(each.state) and (itself or other != actor)]


def _lifting(scene: ReflexScene, actor: str) -> list[Choice]:
    combatant = scene.combatants.get(actor)
    present = lifting(combatant.state) if combatant else ()
    return [Choice(kind, f"{said(kind)} ({amount})") for kind, amount in present]
