"""What can be asked for in a pause, with what fits it in a scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.core.options import ActionSpec, Choice, Input, Kind, Word
from bot.core.wording import shown
from bot.rulesets.reflex.equipment.actions import things_of
from bot.rulesets.reflex.hazards.specs import one_of, own
from bot.rulesets.reflex.pauses import aid, chores, operations, upkeep
from bot.rulesets.reflex.person.gear import belongings
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Attributes, Broken, Encumbrance, Lies, State
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.timing import OPERATIONAL, SECOND, TACTICAL

IN_PAUSES = (OPERATIONAL,)
_MODIFIER = own("modifier", "bonus or penalty said at the table", Kind.INT, lo=-20, hi=20)
_ATTRIBUTE = one_of("attribute", "the attribute, where it is not the usual", Attributes.__struct_fields__)
_CHECK = (Input("skill", "the skill of the check, if it takes one", shared=False), _ATTRIBUTE, _MODIFIER)


def _target(about: str, *, required: bool = False) -> Input:
    return Input("target", about, Kind.COMBATANT, required=required, asks_scene=True)


def _item(about: str, *, required: bool = False) -> Input:
    return Input("item", about, required=required, asks_scene=True)


def action_specs(_tables: ReflexTables) -> tuple[ActionSpec, ...]:
    """The actions, in the order in which they are offered."""
    return (*_watchful(), *_helpful(), *_handy(), _forgo())


def _forgo() -> ActionSpec:
    task = Input("task", "which operation", Kind.CHOICE, required=True, choices=operations.TASKS, shared=False)
    return ActionSpec("forgo", "Give up initiative", "for an operation at the end of the exchange", inputs=(task,))


def _watchful() -> tuple[ActionSpec, ...]:
    area = Input(
        "area",
        "through what country",
        Kind.CHOICE,
        required=True,
        choices=("wild", "settled"),
        shared=False,
        word=Word.HERE,
    )
    return (
        ActionSpec("keep_watch", "Keep watch", "over the enemy", inputs=(_MODIFIER,), kinds=IN_PAUSES),
        ActionSpec(
            "hasty_ambush", "Hasty ambush", "for a better next initiative", inputs=(_MODIFIER,), kinds=IN_PAUSES
        ),
        ActionSpec("withdraw", "Withdraw", "slip away from the fight", inputs=(area, _MODIFIER), kinds=IN_PAUSES),
    )


def _helpful() -> tuple[ActionSpec, ...]:
    patient = (_target("who is treated; oneself where missing"), _item("what helps, or a painkiller"), _MODIFIER)
    mending = (_item("what is repaired", required=True), _target("whose it is; one's own where missing"), *_CHECK)
    return (
        ActionSpec("treat", "Treat", "keep somebody alive, or ease pain", "treat", patient, IN_PAUSES),
        ActionSpec("repair", "Field repair", "make something work for a while", inputs=mending, kinds=IN_PAUSES),
    )


def _handy() -> tuple[ActionSpec, ...]:
    load = one_of("load", "how much is carried since then", tuple(Encumbrance))
    tripod = one_of("tripod", "a weapon's tripod", (chores.SET_UP, chores.TAKE_DOWN))
    away = Input("stow", "what is put away, parted by commas", shared=False)
    crewed = (_target("whose crewed weapon is loaded too"), _item("which of theirs"), away)
    gunner = (_target("the gunner", required=True), _item("which weapon"))
    worn = (_item("what is put on or taken off", required=True), load)
    talking = (_target("whom with"), *_CHECK)
    working = (_item("what with"), *_CHECK, tripod)
    return (
        ActionSpec("talk", "Talk", "with full attention", inputs=talking, kinds=IN_PAUSES),
        ActionSpec("use", "Use equipment", "do something technical", inputs=working, kinds=IN_PAUSES),
        ActionSpec("dress", "Dress", "put something on or take it off", inputs=worn, kinds=IN_PAUSES),
        ActionSpec("reset_weapons", "Reset weapons", "load and clear all", inputs=crewed, kinds=IN_PAUSES),
        ActionSpec("assist", "Assist a gunner", "half of loading", inputs=gunner, kinds=(TACTICAL, SECOND)),
    )


def candidates(
    tables: ReflexTables, scene: ReflexScene, action: str, key: str, given: Mapping[str, Any]
) -> Sequence[Choice]:
    """What fits an input of one of these actions in a view of the scene."""
    actor = str(given.get("actor", ""))
    if key == "target":
        return [Choice(other, shown(other)) for other in scene.combatants if other != actor or action == "treat"]
    whose = str(given.get("target") or actor) if action in _OF_THE_TARGET else actor
    combatant = scene.combatants.get(whose)
    return [Choice(name) for name in _ITEMS[action](tables, combatant.state)] if combatant and key == "item" else ()


def _broken(_tables: ReflexTables, state: State) -> list[str]:
    return [thing for thing in things_of(state) if state.broken.get(thing) == Broken.DISABLED]


def _crewed(tables: ReflexTables, state: State) -> list[str]:
    return [key for key, weapon in state.weapons.items() if upkeep.takes_crew(tables, weapon)]


def _at_hand(_tables: ReflexTables, state: State) -> list[str]:
    return [key for key, thing in belongings(state).items() if thing.lies is not Lies.AWAY]


_OF_THE_TARGET = ("repair", "reset_weapons", "assist")
_ITEMS: Mapping[str, Callable[[ReflexTables, State], Sequence[str]]] = {
    "repair": _broken,
    "reset_weapons": _crewed,
    "assist": _crewed,
    "use": _at_hand,
    "dress": lambda _tables, state: chores.wearable(state),
    "treat": lambda _tables, state: aid.kits(state),
}
