"""What may be asked in a fight, as data, and what fits each input in a scene."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.core.options import ActionSpec, Choice, Input, Kind, Word
from bot.core.tables import Tables
from bot.core.wording import shown
from bot.rulesets.graydawn.cover.rules import NO_COVER
from bot.rulesets.graydawn.fire.attempts import AUTO, BURST, SINGLE, STRIKE
from bot.rulesets.graydawn.play import DawnReading, DawnScene
from bot.rulesets.graydawn.state import FISTS, STATS, Stance, State
from bot.rulesets.graydawn.time.rules import PASS
from bot.rulesets.graydawn.time.slots import ACTION, ANY, NERVE

OWN_TOO = ("damage", "heal", "rest", "cover", "session", "treat", "morale_threat", "morale_calm")
MOST_LEVEL = 10


def _own(
    key: str,
    about: str,
    kind: Kind = Kind.TEXT,
    choices: Iterable[str] = (),
    *,
    required: bool = False,
    lo: float = 0,
    hi: float = 100,
    longest: int = 100,
    lists: bool = False,
    word: Word = Word.OWN,
) -> Input:
    named = tuple(choices)
    return Input(key, about, kind, required, named, shared=False, lo=lo, hi=hi, longest=longest, lists=lists, word=word)


def action_specs(tables: Tables) -> tuple[ActionSpec, ...]:
    """The actions, in the order in which they are offered."""
    return (
        _attack(tables),
        *_turn(tables),
        *_under_fire(),
        *_explosives(tables),
        *_deeds(),
        *_bodies(tables),
        *_verdicts(tables),
    )


def _level(word: Word = Word.OWN) -> Input:
    return _own("level", "level of the cover, 1 to 10", Kind.INT, lo=1, hi=MOST_LEVEL, word=word)


def _modifier() -> Input:
    return Input("modifier", "bonus or penalty said at the table", Kind.INT, lo=-30, hi=30)


def _told() -> Input:
    return _own("modifier", "bonus or penalty said at the table", Kind.INT, lo=-30, hi=30)


def _attack(tables: Tables) -> ActionSpec:
    situations = (_own(key, str(row["title"]), Kind.FLAG) for key, row in tables.rows("situations").items())
    covers, behind = (*tables.rows("covers"), NO_COVER), "what the target is behind from here, none for a flank"
    inputs = (
        Input("target", "whom to attack", Kind.COMBATANT, required=True, asks_scene=True),
        Input("weapon", "with what; what is in hand where missing", asks_scene=True),
        Input("mode", "how it is fired", Kind.CHOICE, choices=(SINGLE, BURST, AUTO, STRIKE)),
        Input("rounds", "shots of this action, or rounds of full automatic fire", Kind.INT, lo=1, hi=100),
        Input("range_m", "metres to the target", Kind.NUMBER, lo=0, hi=100_000, word=Word.TABLE),
        Input("called", "the place aimed for, while bracing", Kind.CHOICE, choices=tuple(tables.rows("locations"))),
        Input("cover", behind, Kind.CHOICE, choices=covers, word=Word.TABLE, thing="cover"),
        _modifier(),
        replace(_level(Word.TABLE), thing="cover"),
        _own("others", "more targets of full automatic fire, parted by commas", lists=True),
        _own("ambush", "the target knows nothing and does not dodge", Kind.FLAG, word=Word.GM),
        *situations,
    )
    return ActionSpec("attack", "Attack", "shoot or strike at somebody", "attack", inputs, ANY)


def _turn(tables: Tables) -> tuple[ActionSpec, ...]:
    cover = _own("cover", "what one takes cover behind", Kind.CHOICE, tables.rows("covers"))
    declaring = (
        _own("stance", "how one stands", Kind.CHOICE, tuple(Stance)),
        _own("actions", "how many actions, movement among them", Kind.INT, lo=1, hi=20),
        _own("moves", "how many of them are movement", Kind.INT, hi=3),
        cover,
        _level(Word.GM),
    )
    moving = (
        Input("target", "whom to move to, or from", Kind.COMBATANT, asks_scene=True),
        _own("metres", "how far, MA at most", Kind.NUMBER),
        _own("away", "away from the target", Kind.FLAG),
        cover,
        _level(Word.GM),
        _own("full", "wholly behind the cover", Kind.FLAG),
        _own("firing", "an attack at the same number follows", Kind.FLAG),
    )
    until = (_own("until", "the initiative to wait for", Kind.INT, required=True),)
    return (
        ActionSpec("declare", "Declare", "stance and number of actions", inputs=declaring, kinds=(ACTION,)),
        ActionSpec("move", "Move", "MA metres, as one action", inputs=moving, kinds=(ACTION,)),
        ActionSpec("delay", "Delay", "act at a later initiative", inputs=until, kinds=(ACTION,)),
        ActionSpec(PASS, "Pass", "do nothing more in this round", kinds=(*ANY, NERVE), button=True),
        ActionSpec("quick", "Lightning start", "+3 initiative next round, -3 on its actions", kinds=ANY),
    )


def _under_fire() -> tuple[ActionSpec, ...]:
    leaving = _own("leaving", "to leave cover; who fails that may still fight from it", Kind.FLAG)
    covering = (
        Input("target", "at whom, for covering fire", Kind.COMBATANT, asks_scene=True),
        _own("area", "the lane to saturate, by a name of your own", longest=40),
        Input("weapon", "with what; what is in hand where missing", asks_scene=True, shared=False),
        _own("rounds", "rounds at most", Kind.INT, lo=1, hi=100),
        _own("mode", "how it is fired", Kind.CHOICE, (SINGLE, BURST, AUTO)),
        _own("range_m", "metres to the target", Kind.NUMBER, hi=100_000, word=Word.TABLE),
        _own("others", "who else is adjacent, or stands in the lane, parted by commas", lists=True),
        _own("width", "metres across the lane, 2 at least", Kind.INT, lo=2),
        _told(),
    )
    area = Input("area", "which lane", required=True, asks_scene=True, shared=False)
    about = Input("target", "whose nerve; the actor's where missing", Kind.COMBATANT, asks_scene=True)
    amount = Input("amount", "how much harder the next suppression roll is", Kind.INT, required=True, lo=-20, hi=20)
    return (
        ActionSpec(
            "nerve", "Test nerve", "the suppression roll of a turn", inputs=(leaving,), kinds=(NERVE,), button=True
        ),
        ActionSpec("suppress", "Suppress", "covering fire, or saturation of a lane", inputs=covering, kinds=(ACTION,)),
        ActionSpec("brave", "Brave", "show up in a lane that is under fire", inputs=(area,)),
        ActionSpec(
            "morale_threat", "Threaten", "make a suppression roll harder", "morale", (about, amount), gm_only=True
        ),
        ActionSpec("morale_calm", "Calm", "clear what adds to a suppression roll", "morale", (about,), gm_only=True),
    )


def _explosives(tables: Tables) -> tuple[ActionSpec, ...]:
    kinds = tuple(kind for kind, row in tables.rows("weapons").items() if "radius_m" in row)
    throwing = (
        Input("target", "to where who is", Kind.COMBATANT, required=True, asks_scene=True),
        Input("item", "what is thrown; what is in hand where missing", asks_scene=True),
        _own("range_m", "metres to the target", Kind.NUMBER, hi=1000, word=Word.TABLE),
        _own("others", 'who else is there, and metres from it: "Bob 3, Cid 5"', lists=True),
        _told(),
    )
    going_off = (
        _own("kind", "what goes off", Kind.CHOICE, kinds, required=True),
        _own("others", 'who is near, and metres from it: "Bob 3, Cid 5"', required=True, lists=True),
    )
    return (
        ActionSpec("throw", "Throw", "a grenade to where somebody is", inputs=throwing, kinds=ANY),
        ActionSpec("blast", "Blast", "let something explode", inputs=going_off, gm_only=True),
    )


def _deeds() -> tuple[ActionSpec, ...]:
    item = Input("item", "the weapon; what is in hand where missing", asks_scene=True)
    drawn = Input("item", "the weapon", required=True, asks_scene=True)
    aimed = Input("target", "at whom", Kind.COMBATANT, required=True, asks_scene=True)
    working = (
        _own("what", "what is done"),
        Input("skill", "the skill of a check", asks_scene=True, shared=False),
        _own("stat", "the stat of a check, that of the skill where missing", Kind.CHOICE, STATS),
        _own("number", "the number to reach, 15 where missing", Kind.INT, lo=1, word=Word.GM),
        _told(),
    )
    return (
        ActionSpec("reload", "Reload", "load a weapon", inputs=(item,), kinds=ANY),
        ActionSpec("chamber", "Chamber", "drop one shell in, and fire five later", inputs=(item,), kinds=(ACTION,)),
        ActionSpec("clear", "Clear", "clear a jam", inputs=(item,), kinds=ANY),
        ActionSpec("draw", "Draw", "take another weapon in hand", inputs=(drawn,), kinds=ANY),
        ActionSpec("aim", "Aim", "aim at somebody for the whole round", inputs=(aimed,), kinds=(ACTION,)),
        ActionSpec("work", "Work", "do anything else", inputs=working, kinds=ANY),
    )


def _bodies(tables: Tables) -> tuple[ActionSpec, ...]:
    target = Input("target", "whose body; the actor's own where missing", Kind.COMBATANT, asks_scene=True)
    place = Input("place", "which part of the body", Kind.CHOICE, choices=tuple(tables.rows("locations")))
    amount = Input("damage", "points that come through", Kind.INT, required=True, lo=1, hi=1000)
    blunt = _own("blunt", "half of it is stun", Kind.FLAG)
    better = (
        target,
        _own("boxes", "boxes to clear, all where missing", Kind.INT),
        _own("stun", "points of stun to clear, all where missing", Kind.INT),
        _own("limbs", "crippled limbs are mended", Kind.FLAG),
    )
    hours = _own("hours", "hours of rest", Kind.INT, required=True, lo=1, hi=10_000)
    return (
        ActionSpec("treat", "Stabilize", "keep somebody alive", "treat", (target, _told()), ANY),
        ActionSpec("damage", "Damage", "harm somebody", "damage", (target, amount, place, blunt), gm_only=True),
        ActionSpec("heal", "Heal", "make wounds better", "damage", better, gm_only=True),
        ActionSpec("rest", "Rest", "let hours heal", inputs=(target, hours), gm_only=True),
    )


def _verdicts(tables: Tables) -> tuple[ActionSpec, ...]:
    target = Input("target", "who; the actor where missing", Kind.COMBATANT, asks_scene=True)
    kind = _own("cover", "what it is", Kind.CHOICE, (*tables.rows("covers"), NO_COVER), required=True)
    inputs = (
        _own("luck", "luck now", Kind.INT, hi=MOST_LEVEL),
        _own("boxes", "boxes marked", Kind.INT),
        _own("stun", "points of stun", Kind.INT),
        _own("loaded", "rounds in the weapon", Kind.INT, hi=1000),
        _own("spare", "spare magazines or shells", Kind.INT, hi=1000),
        _own("stance", "how it stands", Kind.CHOICE, tuple(Stance)),
        _own("stunned", "whether it is stunned", Kind.FLAG),
        _own("stable", "whether it is kept alive", Kind.FLAG),
        _own("dead", "whether it is dead", Kind.FLAG),
        Input("item", "the weapon in hand", asks_scene=True),
    )
    return (
        ActionSpec("cover", "Cover", "say what somebody is behind", inputs=(target, kind, _level()), gm_only=True),
        ActionSpec("session", "New session", "give all luck back", inputs=(target,), gm_only=True),
        ActionSpec("correct", "Correct", "set something right by hand", "init", inputs, gm_only=True),
    )


def candidates(reading: DawnReading, action: str, key: str, given: Mapping[str, Any]) -> Sequence[Choice]:
    """Return what fits an input in a view of the scene; ``given["actor"]`` says for whom."""
    scene, actor = reading.scene, str(given.get("actor", ""))
    if key == "target":
        return [Choice(one, _far(scene, actor, one)) for one in scene.combatants if action in OWN_TOO or one != actor]
    if key == "area":
        return [Choice(area) for area in scene.ground.lanes]
    combatant = scene.combatants.get(actor)
    return [Choice(word) for word in _own_words(reading.tables, combatant.state, key)] if combatant else ()


def _own_words(tables: Tables, state: State, key: str) -> Iterable[str]:
    match key:
        case "skill":
            return dict.fromkeys((*state.skills, *tables.rows("skills")))
        case "weapon" | "item":
            return dict.fromkeys((*state.weapons, FISTS))
        case _:
            return ()


def _far(scene: DawnScene, actor: str, other: str) -> str:
    range_m = scene.range_m(actor, other)
    return shown(other) if range_m is None else f"{shown(other)} ({range_m:g} m)"
