"""What may be asked in a skirmish, as data, and what fits each input in a scene."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.core.options import ActionSpec, Choice, Input, Kind, Word
from bot.core.tables import Tables
from bot.core.wording import shown
from bot.rulesets.nighttripper.close.reaches import SIGNS
from bot.rulesets.nighttripper.close.rules import BY_WEAPON
from bot.rulesets.nighttripper.person.rules import NONE
from bot.rulesets.nighttripper.person.sheet import FISTS
from bot.rulesets.nighttripper.play import NightReading, NightScene
from bot.rulesets.nighttripper.state import Side, State
from bot.rulesets.nighttripper.throws.rules import DEEDS
from bot.rulesets.nighttripper.time.rules import MISCELLANEOUS, MOVEMENT, PASS, TALKING, steps

OWN_TOO = ("damage", "heal", "condition")


def _own(
    key: str,
    about: str,
    kind: Kind = Kind.TEXT,
    choices: tuple[str, ...] = (),
    *,
    required: bool = False,
    lo: float = 0,
    hi: float = 100,
) -> Input:
    return Input(key, about, kind, required=required, choices=choices, shared=False, lo=lo, hi=hi)


def action_specs(tables: Tables) -> tuple[ActionSpec, ...]:
    """The actions, in the order in which they are offered."""
    return (_attack(tables), *_deeds(tables), *_bodies(tables), *_reaches(), _correct(tables))


def _attack(tables: Tables) -> ActionSpec:
    inputs = (
        Input("target", "whom to attack", Kind.COMBATANT, required=True, asks_scene=True),
        Input("weapon", "with what; what is in hand if it fits the step", asks_scene=True),
        Input("range_m", "metres to the target of a shot", Kind.NUMBER, lo=0, hi=100_000, word=Word.TABLE),
        Input("modifier", "bonus or penalty said at the table", Kind.INT, lo=-20, hi=20),
    )
    kinds = (*tables.rows("melee"), *tables.rows("chart"))
    return ActionSpec("attack", "Attack", "strike or shoot, in the step of the weapon", "attack", inputs, kinds)


def _deeds(tables: Tables) -> tuple[ActionSpec, ...]:
    until = _own("until", "the step to wait for", Kind.CHOICE, steps(tables)[1:])
    towards = Input("target", "whom to run to, or from", Kind.COMBATANT, asks_scene=True)
    running = (towards, _own("metres", "how far", Kind.NUMBER), _own("away", "away from the target", Kind.FLAG))
    skill = Input("skill", "the skill of a throw", asks_scene=True, shared=False)
    modifier = _own("modifier", "bonus or penalty said at the table", Kind.INT, lo=-20, hi=20)
    talking = (_own("words", "what is said"), skill, modifier)
    working = (
        _own("what", "what is done"),
        skill,
        _own("complex", "hopeless without a rank in the skill", Kind.FLAG),
        _own("moving", "it needs the legs", Kind.FLAG),
        modifier,
    )
    return (
        ActionSpec(PASS, "Pass", "do nothing in this step", inputs=(until,), kinds=steps(tables), button=True),
        ActionSpec("talk", "Talk", "say a few words", inputs=talking, kinds=(TALKING,)),
        ActionSpec("move", "Move", "run up to 9 m", inputs=running, kinds=(MOVEMENT,)),
        ActionSpec("work", "Work", "do anything else", inputs=working, kinds=(MISCELLANEOUS,)),
    )


def _bodies(tables: Tables) -> tuple[ActionSpec, ...]:
    target = Input("target", "whose body; the actor's own where missing", Kind.COMBATANT, asks_scene=True)
    place = Input("place", "which part of the body", Kind.CHOICE, choices=tuple(tables.rows("locations")), shared=False)
    severity = Input("damage", "severity of the wound", Kind.INT, required=True, lo=1, hi=100)
    side = _own("side", "which limb", Kind.CHOICE, tuple(Side))
    degree = _own("degree", "severity that is left, none where missing", Kind.INT)
    replaced = _own("replaced", "lost limbs are replaced", Kind.FLAG)
    ailing = (
        target,
        Input("condition", "what ails somebody", required=True, shared=False, longest=40),
        _own("severity", "how badly; 0 for no more", Kind.INT, required=True),
        _own("deed", "at which throws; at all if left out", Kind.CHOICE, DEEDS),
    )
    return (
        ActionSpec("condition", "Condition", "say what else ails somebody", inputs=ailing, gm_only=True),
        ActionSpec(
            "damage", "Damage", "give somebody a wound", "damage", (target, place, severity, side), gm_only=True
        ),
        ActionSpec("heal", "Heal", "make wounds better", "damage", (target, place, degree, replaced), gm_only=True),
    )


def _reaches() -> tuple[ActionSpec, ...]:
    target = Input("target", "against whom", Kind.COMBATANT, required=True, asks_scene=True)
    position = _own("position", "how they stand in melee", Kind.CHOICE, (*SIGNS, BY_WEAPON), required=True)
    cramped = _own("cramped", "too cramped for long weapons", Kind.FLAG, required=True)
    weeks = _own("weeks", "quiet weeks", Kind.INT, required=True)
    return (
        ActionSpec("reach", "Reach", "say who has the advantage", inputs=(target, position), gm_only=True),
        ActionSpec("quarters", "Quarters", "say how much room there is", inputs=(cramped,), gm_only=True),
        ActionSpec("recover", "Recover", "give luck back for quiet weeks", inputs=(weeks,), gm_only=True),
    )


def _correct(tables: Tables) -> ActionSpec:
    inputs = (
        _own("luck", "luck now", Kind.INT, hi=10),
        _own("luck_max", "the most luck", Kind.INT, hi=10),
        _own("armor", "armor worn, fresh", Kind.CHOICE, (*tables.rows("armor"), NONE)),
        _own("dead", "whether dead", Kind.FLAG),
        Input("item", "the weapon in hand", asks_scene=True),
    )
    return ActionSpec("correct", "Correct", "set something right by hand", "init", inputs, gm_only=True)


def candidates(reading: NightReading, action: str, key: str, given: Mapping[str, Any]) -> Sequence[Choice]:
    """What fits an input in a view of the scene; ``given["actor"]`` says for whom."""
    scene, actor = reading.scene, str(given.get("actor", ""))
    if key == "target":
        return [Choice(one, _far(scene, actor, one)) for one in scene.combatants if action in OWN_TOO or one != actor]
    combatant = scene.combatants.get(actor)
    return [Choice(word) for word in _own_words(combatant.state, key)] if combatant else ()


def _own_words(state: State, key: str) -> Iterable[str]:
    match key:
        case "skill":
            return state.skills
        case "weapon" | "item":
            return dict.fromkeys((*state.weapons, FISTS))
        case _:
            return ()


def _far(scene: NightScene, actor: str, other: str) -> str:
    range_m = scene.range_m(actor, other)
    return shown(other) if range_m is None else f"{shown(other)} ({range_m:g} m)"
