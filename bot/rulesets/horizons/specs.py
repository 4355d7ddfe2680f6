"""What can be asked for, as data, and what fits it in a scene."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.core.options import ActionSpec, Choice, Input, Kind, Word
from bot.core.tables import Tables
from bot.core.wording import shown
from bot.rulesets.horizons.movement.rules import NO_COVER
from bot.rulesets.horizons.play import HorizonsReading, HorizonsScene
from bot.rulesets.horizons.state import BODY, FAULTS, MODES, PACES, POSTURES, SIZES, ZONES, State
from bot.rulesets.horizons.time.rules import ACTION

TURN = (ACTION,)
OWN_TOO = ("damage", "heal", "correct", "tell", "condition", "rest")
TARGET = Input("target", "whom", Kind.COMBATANT, required=True, asks_scene=True)
WHOSE = Input("target", "whose body; the actor's own where missing", Kind.COMBATANT, asks_scene=True)
ITEM = Input("item", "which weapon; the one in hand if left out", asks_scene=True)
PLACE = Input("place", "which zone", Kind.CHOICE, choices=ZONES)
WOUNDED = Input("place", "which zone", Kind.CHOICE, choices=(*ZONES, BODY))


def _own(
    key: str,
    about: str,
    kind: Kind,
    *,
    required: bool = False,
    lo: float = 0,
    hi: float = 1000,
    word: Word = Word.OWN,
) -> Input:
    return Input(key, about, kind, required=required, shared=False, lo=lo, hi=hi, word=word)


def _one_of(key: str, about: str, choices: Iterable[str], *, required: bool = False, word: Word = Word.OWN) -> Input:
    return Input(key, about, Kind.CHOICE, required=required, choices=tuple(choices), shared=False, word=word)


EFFORT = _own("effort", "effort points put into the check", Kind.INT, hi=10)


def action_specs(tables: Tables) -> tuple[ActionSpec, ...]:
    """The actions, in the order in which they are offered."""
    return (
        _attack(tables),
        *_turn_specs(),
        *_fire_specs(tables),
        *_free_specs(tables),
        *_skill_specs(tables),
        *_gm_specs(),
        *_telling_specs(tables),
    )


def _covers(tables: Tables) -> tuple[str, ...]:
    return (*tables.rows("cover"), NO_COVER)


def _attack(tables: Tables) -> ActionSpec:
    inputs = (
        TARGET,
        Input("weapon", "with what", asks_scene=True),
        Input("mode", "single, burst or auto", Kind.CHOICE, choices=MODES),
        Input("rounds", "rounds fired", Kind.INT, lo=1, hi=500),
        Input("range_m", "metres to the target", Kind.NUMBER, lo=0, hi=100_000, word=Word.TABLE),
        Input("called", "a zone to aim at", Kind.CHOICE, choices=ZONES, asks_scene=True),
        Input(
            "cover", "what the target is behind", Kind.CHOICE, choices=_covers(tables), word=Word.TABLE, thing="cover"
        ),
        Input("modifier", "added to the difficulty: light, wind and the like", Kind.INT, lo=-50, hi=50),
        EFFORT,
        replace(_one_of("parts", "what the cover hides", tables.rows("parts"), word=Word.TABLE), thing="cover"),
        _own("force", "fire though a bullet is stuck", Kind.FLAG),
    )
    return ActionSpec("attack", "Attack", "shoot at somebody", "attack", inputs, TURN)


def _turn_specs() -> tuple[ActionSpec, ...]:
    drawn = Input("item", "which weapon", required=True, asks_scene=True)
    kept = Input("what", "what you wait for, in your words", required=True, shared=False)
    return (
        ActionSpec("aim", "Aim", "difficulty down by 2 for each action", kinds=TURN, button=True),
        ActionSpec("reload", "Reload", "load the weapon in hand", inputs=(ITEM,), kinds=TURN),
        ActionSpec("draw", "Draw", "take a weapon in hand", inputs=(drawn,), kinds=TURN),
        ActionSpec("clear", "Clear", "put a malfunction right", inputs=(ITEM,), kinds=TURN),
        ActionSpec("wait", "Wait", "let the turn go by", kinds=TURN),
        ActionSpec("ready", "Ready", "keep the reaction for what may come", inputs=(kept,), kinds=TURN),
        ActionSpec("react", "React", "act now, out of turn: what it was kept for has come"),
    )


def _fire_specs(tables: Tables) -> tuple[ActionSpec, ...]:
    range_m = _own("range_m", "metres to the target", Kind.NUMBER, hi=100_000, word=Word.TABLE)
    modifier = _own("modifier", "added to the difficulty", Kind.INT, lo=-50, hi=50)
    covered = (
        ITEM,
        Input("weapon", "with what; the weapon in hand if left out", asks_scene=True),
        _one_of("ground", "what is covered; a lane if left out", tables.rows("grounds")),
        _own("lanes", "how many lanes or groups; one if left out", Kind.INT, lo=1, hi=10),
        _own("rounds", "rounds at each action, where the GM says so", Kind.INT, lo=1, hi=50, word=Word.GM),
    )
    shot = (TARGET, range_m, modifier, EFFORT)
    area = _one_of("size", "of the place that must be hit; medium if left out", SIZES, word=Word.HERE)
    return (
        ActionSpec("suppress", "Suppress", "keep heads down with fire", inputs=covered, kinds=TURN),
        ActionSpec("covering_shot", "Covering shot", "shoot, out of turn, at who leaves cover", inputs=shot),
        ActionSpec("throw", "Throw", "a grenade at where somebody is", inputs=(*shot, area), kinds=TURN),
    )


def _skill_specs(tables: Tables) -> tuple[ActionSpec, ...]:
    skills = tuple(tables.rows("skills"))
    skill = _one_of("skill", "which skill", skills, required=True)
    needed = _own("difficulty", "what must be reached", Kind.INT, required=True, lo=-50, hi=100)
    against = _one_of("against", "the other's skill, if another", skills)
    afar = _own("from_afar", "only look from a distance", Kind.FLAG)
    return (
        ActionSpec("check", "Check", "a skill against a difficulty", inputs=(skill, needed, EFFORT)),
        ActionSpec("contest", "Contest", "a skill against somebody's", inputs=(TARGET, skill, against, EFFORT)),
        ActionSpec("hide", "Hide", "a small weapon on the body", inputs=(ITEM, EFFORT)),
        ActionSpec("search", "Search", "look for hidden weapons", inputs=(TARGET, afar, EFFORT)),
    )


def _free_specs(tables: Tables) -> tuple[ActionSpec, ...]:
    to = _one_of("to", "the new posture", POSTURES, required=True)
    pace = _one_of("pace", "how fast", PACES[1:], required=True)
    cover = _one_of("cover", "behind what", _covers(tables), required=True)
    parts = _one_of("parts", "what it hides", tables.rows("parts"))
    return (
        ActionSpec("posture", "Posture", "stand, kneel or lie down, as the free action", inputs=(to,), kinds=TURN),
        ActionSpec("move", "Move", "walk or run, as the free action", inputs=(pace,), kinds=TURN),
        ActionSpec("cover", "Cover", "get behind cover, as the free action", inputs=(cover, parts), kinds=TURN),
    )


def _gm_specs() -> tuple[ActionSpec, ...]:
    harm = (WHOSE, Input("damage", "hit points lost", Kind.INT, required=True, lo=1, hi=1000), PLACE)
    better = (
        WHOSE,
        WOUNDED,
        _own("points", "hit points that come back", Kind.INT, lo=1),
        _own("awake", "out of unconsciousness", Kind.FLAG),
    )
    right = (
        WHOSE,
        ITEM,
        _one_of("place", "which zone", (*ZONES, BODY)),
        _own("wounds", "how many wounds there, or in the whole body", Kind.INT, hi=100),
        _own("rounds", "rounds in the weapon", Kind.INT, hi=500),
        _one_of("fault", "what is wrong with the weapon", (*FAULTS, "none")),
        _one_of("posture", "the posture", POSTURES),
        _one_of("pace", "how fast it moves", PACES),
        _own("effort", "effort points left", Kind.INT, hi=50),
    )
    return (
        ActionSpec("damage", "Damage", "hit points are lost", "damage", harm, gm_only=True),
        ActionSpec("heal", "Heal", "points come back, wounds heal", "damage", better, gm_only=True),
        ActionSpec("correct", "Correct", "set something right by hand", "act", right, gm_only=True),
    )


def _telling_specs(tables: Tables) -> tuple[ActionSpec, ...]:
    """What the GM says of a side effect, and of whatever else ails or helps somebody."""
    what = Input("what", "what comes of it, in your words", shared=False, longest=200)
    named = Input(
        "condition", "what ails or helps somebody", open_ended=True, shared=False, asks_scene=True, longest=40
    )
    meant = (
        _own("modifier", "added to checks; below zero it hampers", Kind.INT, lo=-20, hi=20),
        _one_of("skill", "the only skill it is about; all if left out", tables.rows("skills")),
        _own("rounds", "for how many rounds; until you end it if left out", Kind.INT, lo=1, hi=100),
    )
    over = _own("over", "it is over", Kind.FLAG)
    needed = replace(named, required=True)
    return (
        ActionSpec("rest", "Rest", "effort comes back", inputs=(WHOSE,), gm_only=True),
        ActionSpec(
            "tell", "Tell", "say what comes of a side effect", inputs=(WHOSE, what, named, *meant), gm_only=True
        ),
        ActionSpec(
            "condition", "Condition", "say what ails or helps", inputs=(WHOSE, needed, *meant, over), gm_only=True
        ),
    )


def candidates(reading: HorizonsReading, action: str, key: str, given: Mapping[str, Any]) -> Sequence[Choice]:
    """What fits an input in a view of the scene; ``given["actor"]`` says for whom."""
    scene, actor = reading.scene, str(given.get("actor", ""))
    if key == "target":
        own_too = action in OWN_TOO
        return [Choice(one, _distance(scene, actor, one)) for one in scene.combatants if own_too or one != actor]
    if key in ("condition", "called"):
        whose = scene.combatants.get(str(given.get("target", actor)))
        return [Choice(word) for word in _words_of(whose.state, key)] if whose else ()
    combatant = scene.combatants.get(actor)
    if combatant is None or key not in ("weapon", "item"):
        return ()
    return [Choice(word) for word in _weapons(combatant.state, action)]


def _words_of(state: State, key: str) -> Iterable[str]:
    """The zones of a target, or what ails or helps somebody."""
    if key == "condition":
        return state.conditions
    return state.named or ZONES


def _distance(scene: HorizonsScene, actor: str, other: str) -> str:
    range_m = scene.range_m(actor, other)
    return shown(other) if range_m is None else f"{shown(other)} ({range_m:g} m)"


def _weapons(state: State, action: str) -> list[str]:
    """The weapons that an action is about: those in hand, those that are not, or all."""
    if action in ("attack", "reload", "clear"):
        return [name for name in state.weapons if name == state.held]
    return [name for name in state.weapons if name != state.held or action != "draw"]
