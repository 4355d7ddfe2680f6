"""What can be asked for in anger: the attack and the GM's verdicts on bodies, with what fits them in a scene."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.core.options import ActionSpec, Choice, Input, Kind, Word
from bot.core.wording import shown
from bot.rulesets.reflex.checks.odds import HIT
from bot.rulesets.reflex.close.blow import BARE_HANDS
from bot.rulesets.reflex.close.blow import MODES as STRIKES
from bot.rulesets.reflex.person.anatomy import LIMBS
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.person.protection import COVER, NO_COVER
from bot.rulesets.reflex.person.sheet_spec import DEGREES, HANDS
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.shots.burst import modes_of
from bot.rulesets.reflex.shots.difficulty import EASY
from bot.rulesets.reflex.shots.shot import MODES
from bot.rulesets.reflex.state import Place, State, Weapon
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.timing import SECOND, TACTICAL

_MODES = tuple(dict.fromkeys((*MODES, *STRIKES, "suppress")))
_TARGET = Input("target", "whose body; the actor's own where missing", Kind.COMBATANT, asks_scene=True)
_PLACE = Input("place", "which part of the body", Kind.CHOICE, choices=tuple(Place), shared=False)
_VIRTUAL = Input("virtual", "an injury that is only felt", Kind.FLAG, shared=False)

_DAMAGE = ActionSpec(
    "damage",
    "Damage",
    "apply damage or a wound",
    command="damage",
    inputs=(
        _TARGET,
        Input("damage", "the damage, before armour where a penetration is given", Kind.INT, lo=1, hi=1000),
        _PLACE,
        Input("degree", "a wound of this degree instead", Kind.CHOICE, choices=DEGREES[1:], shared=False),
        Input("penetration", "worn armour counts, at this", Kind.CHOICE, choices=tuple(HALVES), shared=False),
        _VIRTUAL,
    ),
    gm_only=True,
)
_HEAL = ActionSpec(
    "heal",
    "Heal",
    "make an injury better",
    command="damage",
    inputs=(
        _TARGET,
        _PLACE,
        Input("degree", "what is left of it, none where missing", Kind.CHOICE, choices=DEGREES[:-1], shared=False),
        _VIRTUAL,
        Input("stable", "unstable no more", Kind.FLAG, shared=False),
        Input("awake", "out of unconsciousness and shock", Kind.FLAG, shared=False),
    ),
    gm_only=True,
)


def action_specs(tables: ReflexTables) -> tuple[ActionSpec, ...]:
    """Return the actions, in the order in which they are offered."""
    return (_attack(tables), _DAMAGE, _HEAL, _take_cover(tables))


def _attack(tables: ReflexTables) -> ActionSpec:
    """Return the attack and its inputs, with the words that the tables have."""
    return ActionSpec(
        "attack",
        "Attack",
        "shoot at or strike somebody",
        command="attack",
        inputs=(*_shared_inputs(tables), *_cover_inputs(tables), *_circumstances(tables)),
        kinds=(TACTICAL, SECOND),
        odds=HIT,
    )


def _take_cover(tables: ReflexTables) -> ActionSpec:
    cover = Input("cover", "what is in front of it", Kind.CHOICE, required=True, choices=_covers(tables))
    return ActionSpec(
        "take_cover", "Take cover", "put somebody behind cover", inputs=(_TARGET, cover, _parts(tables)), gm_only=True
    )


def _covers(tables: ReflexTables) -> tuple[str, ...]:
    return (*tables.cover, NO_COVER)


def _parts(tables: ReflexTables) -> Input:
    """Return what cover hides: a set of places, or places and fine places parted by commas."""
    offered = (*tables.parts, "right_arm", "chest")
    return _word("parts", "what the cover hides", offered, open_ended=True, word=Word.TABLE, thing=COVER)


def _shared_inputs(tables: ReflexTables) -> tuple[Input, ...]:
    return (
        Input("target", "whom to attack", Kind.COMBATANT, required=True, asks_scene=True),
        Input("weapon", "with what", asks_scene=True),
        Input("mode", "hip, snap or aimed; blind or calculated", Kind.CHOICE, choices=_MODES),
        Input("rounds", "rounds fired: 1 or a burst of the weapon", Kind.INT, asks_scene=True, lo=1, hi=100),
        Input("range_m", "metres to the target", Kind.NUMBER, lo=0, hi=100_000, word=Word.TABLE),
        Input("called", "a part of the body to aim for", Kind.CHOICE, choices=tuple(Place)),
        Input("cover", "what the target is behind", Kind.CHOICE, choices=_covers(tables), word=Word.TABLE, thing=COVER),
        Input("modifier", "bonus or penalty said at the table", Kind.INT, lo=-20, hi=20),
    )


def _cover_inputs(tables: ReflexTables) -> tuple[Input, ...]:
    return (
        _parts(tables),
        _word("material", "what the cover is made of", tables.materials, word=Word.TABLE, thing=COVER),
        _measure("thickness_mm", "how thick the material is", lo=0.1, hi=100_000),
        _measure("armor", "the cover's Armor value", lo=0, hi=1000),
        _flag("through_vehicle", "the shot goes through a whole vehicle", Word.HERE),
        _flag("engine", "the engine is in the way", Word.HERE),
        _flag("hidden", "wholly behind cover, its place known", Word.GM),
    )


def _circumstances(tables: ReflexTables) -> tuple[Input, ...]:
    speeds, sides = tuple(tables.vehicle_speeds), tuple(tables.vehicle_places)
    return (
        _word("easy", "why the target is easy", EASY, word=Word.GM),
        _word("light", "what can be seen", tables.visibility, word=Word.TABLE),
        _word("size", "size of the target", tables.sizes, word=Word.TABLE),
        _word("own_speed", "speed of the shooter's vehicle", speeds, word=Word.HERE),
        _word("target_speed", "speed of the target's vehicle", speeds, word=Word.TABLE),
        _flag("keeping_pace", "shooter and target move together", Word.GM),
        _flag("side", "prone, and firing to side or rear"),
        _flag("braced", "the bipod rests on something"),
        _word("limb", "the limb that strikes", LIMBS),
        _word("facing", "which side of a vehicle is hit, or is around the target", sides, word=Word.GM),
        _word("use", "in close combat: not to hurt, but this", _uses(tables)),
        _word("hand", "which hand a disarm empties", HANDS),
        _flag("both", "fire the guns in both hands at once"),
        Input("other", "whom the second gun fires at", Kind.COMBATANT, asks_scene=True, shared=False),
        _flag("dive", "a diving strike out of a trot, run or sprint"),
    )


def _uses(tables: ReflexTables) -> tuple[str, ...]:
    """Return what an attack may do with a grip; choking out is an action of its own."""
    return tuple(key for key in tables.grips if key != "choke")


def _flag(key: str, about: str, word: Word = Word.OWN) -> Input:
    return Input(key, about, Kind.FLAG, shared=False, word=word)


def _measure(key: str, about: str, *, lo: float, hi: float) -> Input:
    """Return a number that says what the cover is."""
    return Input(key, about, Kind.NUMBER, shared=False, lo=lo, hi=hi, word=Word.TABLE, thing=COVER)


def _word(
    key: str,
    about: str,
    choices: Iterable[str],
    *,
    open_ended: bool = False,
    word: Word = Word.OWN,
    thing: str = "",
) -> Input:
    fixed = tuple(choices)
    return Input(key, about, Kind.CHOICE, choices=fixed, shared=False, open_ended=open_ended, word=word, thing=thing)


def candidates(
    _tables: ReflexTables, scene: ReflexScene, action: str, key: str, given: Mapping[str, Any]
) -> Sequence[Choice]:
    """Return what fits an input of one of these actions in a view of the scene; ``given["actor"]`` says for whom."""
    actor = str(given.get("actor", ""))
    if key in ("target", "other"):
        return _targets(scene, actor, itself=action != "attack")
    combatant = scene.combatants.get(actor)
    return _own(combatant.state, key, given) if combatant else ()


def _targets(scene: ReflexScene, actor: str, *, itself: bool) -> list[Choice]:
    """Return the living, with the distance where it is known."""
    return [
        Choice(other, _distance(scene, actor, other))
        for other, combatant in scene.combatants.items()
        if (itself or other != actor) and not combatant.state.dead
    ]


def _distance(scene: ReflexScene, actor: str, other: str) -> str:
    range_m = scene.range_m(actor, other)
    return shown(other) if range_m is None else f"{shown(other)} ({range_m:g} m)"


def _own(state: State, key: str, given: Mapping[str, Any]) -> list[Choice]:
    """Weapons with their rounds, those in hand first; the modes of fire of the one that was named."""
    armed = sorted(state.weapons.items(), key=lambda pair: not pair[1].held_with)
    if key == "weapon":
        stones = [Choice(name) for name, item in state.items.items() if item.held]
        return [*(Choice(name, _counted(name, weapon)) for name, weapon in armed), *stones, Choice(BARE_HANDS)]
    named = [weapon for name, weapon in armed if name == given.get("weapon", name)]
    return [Choice(str(rounds)) for rounds in modes_of(named[0])] if named and key == "rounds" else []


def _counted(name: str, weapon: Weapon) -> str:
    return name if weapon.melee else f"{name} ({weapon.loaded}/{weapon.capacity})"
