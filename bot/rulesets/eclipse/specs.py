"""What may be asked for, as data, and what fits each input in a view of the scene."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.core.options import ActionSpec, Choice, Input, Kind, Word
from bot.core.wording import shown
from bot.rulesets.eclipse.blasts.rules import BLASTS
from bot.rulesets.eclipse.fire.rules import CALLED
from bot.rulesets.eclipse.person.rules import FIELDS
from bot.rulesets.eclipse.person.sheet_spec import MODES
from bot.rulesets.eclipse.play import EclipseReading, EclipseScene
from bot.rulesets.eclipse.state import State
from bot.rulesets.eclipse.tables import EclipseTables
from bot.rulesets.eclipse.time.phases import ANY, COMPLEX, FULL, QUICK, SECOND

TARGET = Input("target", "whom it is about", Kind.COMBATANT, required=True, asks_scene=True)
PATIENT = Input("target", "whom", Kind.COMBATANT, asks_scene=True)


def action_specs(tables: EclipseTables) -> tuple[ActionSpec, ...]:
    """Return every action, in the order in which they are offered."""
    return (_attack(tables), *_phase_specs(tables), *_gm_specs())


def _flag(key: str, about: str, word: Word = Word.OWN) -> Input:
    return Input(key, about, Kind.FLAG, shared=False, word=word)


def _word(key: str, about: str, choices: Iterable[str], *, required: bool = False, word: Word = Word.OWN) -> Input:
    return Input(key, about, Kind.CHOICE, required=required, choices=tuple(choices), shared=False, word=word)


def _whole(key: str, about: str, lo: int, hi: int) -> Input:
    return Input(key, about, Kind.INT, shared=False, lo=lo, hi=hi)


def _attack(tables: EclipseTables) -> ActionSpec:
    covers = tuple(tables.rows("cover"))
    shared = (
        Input("target", "whom to attack", Kind.COMBATANT, required=True, asks_scene=True),
        Input("weapon", "with what", asks_scene=True),
        Input("mode", "SS, SA, BF or FA", Kind.CHOICE, choices=MODES),
        Input("range_m", "metres to the target", Kind.NUMBER, lo=0, hi=100_000, word=Word.TABLE),
        Input("called", "what the attack is called on", Kind.CHOICE, choices=CALLED, open_ended=True),
        Input("cover", "what the target is behind", Kind.CHOICE, choices=covers, word=Word.TABLE),
        Input("aim", "aim as your only quick action", Kind.CHOICE, choices=("quick",)),
        Input("modifier", "bonus or penalty said at the table", Kind.INT, lo=-60, hi=60),
    )
    inputs = (*shared, *_circumstances(tables), *_flags())
    return ActionSpec("attack", "Attack", "attack somebody", "attack", inputs, (COMPLEX, SECOND))


def _circumstances(tables: EclipseTables) -> tuple[Input, ...]:
    return (
        Input("others", "more targets; with a blast who is near: Bob 3, Cy 5@4", shared=False, longest=500, lists=True),
        _word("ammunition", "what a smart magazine feeds", tables.rows("ammunition")),
        _word("burst_for", "what a burst is for, by the later printing", ("damage", "hit")),
        _word("visibility", "how well the target is seen", tables.rows("visibility"), word=Word.TABLE),
        _word("size", "size of the target", tables.rows("sizes"), word=Word.TABLE),
        _word("through", "a thing that is shot through", tables.rows("objects"), word=Word.HERE),
    )


def _flags() -> tuple[Input, ...]:
    return (
        _flag("superior", "from a superior position", Word.GM),
        _flag("off_hand", "with the off hand"),
        _flag("one_hand", "a two-handed weapon in one hand"),
        _flag("touch", "to touch is enough", Word.GM),
        _flag("from_cover", "from behind cover"),
        _flag("in_melee", "while in a melee", Word.HERE),
        _flag("unseen", "at a hidden target", Word.HERE),
        _flag("indirect", "indirect fire"),
        _flag("directed", "a blast that catches only whom you name"),
        _flag("concentrated", "a beam's two attacks as one"),
        _flag("reach", "with the longer reach", Word.GM),
        _flag("outreached", "the target has the longer reach", Word.HERE),
        _flag("charging", "charging"),
        _flag("receiving", "receiving a charge", Word.GM),
        _flag("unaware", "the target cannot defend itself", Word.GM),
    )


def _phase_specs(tables: EclipseTables) -> tuple[ActionSpec, ...]:
    until = Input("until", "until which score", Kind.INT, required=True, shared=False, lo=-100, hi=400)
    return (
        ActionSpec("pass", "Pass", "do nothing more in this phase", kinds=ANY, button=True),
        ActionSpec(
            "full_defence", "Full defence", "+30 to defend until your next phase", kinds=(COMPLEX,), button=True
        ),
        ActionSpec(
            "aim", "Aim", "a complex action: +30 on the next phase's attack", inputs=(TARGET,), kinds=(COMPLEX,)
        ),
        ActionSpec("recover", "Recover", "regain your wits after a trauma: a complex action", kinds=(COMPLEX,)),
        *_handling_specs(tables),
        *_moving_specs(tables),
        *_suppression_specs(),
        ActionSpec("hold", "Hold", "wait for a lower score of this phase", "init", (until,), FULL),
    )


def _handling_specs(tables: EclipseTables) -> tuple[ActionSpec, ...]:
    item = Input("item", "the weapon", required=True, asks_scene=True)
    which = Input("item", "the weapon; the first that fits if left out", asks_scene=True)
    kind = _word("ammunition", "another kind of ammunition", tables.rows("ammunition"))
    loading = (which, kind, _flag("quick", "the GM lets it be quick", Word.GM))
    return (
        ActionSpec("reload", "Reload", "a complex action", inputs=loading, kinds=FULL),
        ActionSpec("ready", "Ready", "a quick action", inputs=(item, _flag("away", "put it away")), kinds=(QUICK,)),
    )


def _moving_specs(tables: EclipseTables) -> tuple[ActionSpec, ...]:
    to = _word("to", "the new stance", ("prone", "standing"), required=True)
    moving = (
        PATIENT,
        _word("pace", "walk or run", tables.rows("paces")),
        Input("metres", "how far, if less than possible", Kind.NUMBER, shared=False, lo=0, hi=100),
        _flag("away", "away from the target instead"),
    )
    return (
        ActionSpec("stance", "Change stance", "a quick action", inputs=(to,), kinds=(QUICK,)),
        ActionSpec("move", "Move", "a quick action", inputs=moving, kinds=(QUICK,)),
    )


def _suppression_specs() -> tuple[ActionSpec, ...]:
    far = Input("range_m", "metres to the target", Kind.NUMBER, shared=False, lo=0, hi=100_000, word=Word.TABLE)
    weapon = Input("weapon", "with what", shared=False, asks_scene=True)
    width = _whole("width_m", "metres across its far end", 1, 20)
    return (
        ActionSpec(
            "suppress", "Suppress", "hold a cone under fire: 20 rounds", inputs=(weapon, width), kinds=(COMPLEX,)
        ),
        ActionSpec("free_fire", "Free fire", "the free shot at somebody in your cone", inputs=(TARGET, far)),
    )


def _gm_specs() -> tuple[ActionSpec, ...]:
    amount = Input("damage", "how much", Kind.INT, required=True, lo=0, hi=1000)
    harm = (
        PATIENT,
        amount,
        _word("armor", "which armour stops it", ("none", "energy", "kinetic")),
        _whole("ap", "Armor Penetration, zero or below", -30, 0),
        _flag("stress", "stress instead of damage"),
        _flag("resist", "the stress may be resisted"),
    )
    healing = tuple(
        _whole(key, f"how much of it: {key}", 0, 10_000) for key in ("damage", "wounds", "stress", "traumas")
    )
    flags = tuple(_flag(key, f"whether {key}") for key in FIELDS[:-1])
    item = Input("item", "the weapon", asks_scene=True)
    fixing = (*flags, _whole("out_turns", "turns of incapacity", 0, 100), _whole("rounds", "rounds", 0, 10_000), item)
    return (
        ActionSpec("damage", "Damage", "apply damage or stress", "damage", harm, gm_only=True),
        ActionSpec(
            "heal", "Heal", "take damage away", "damage", (PATIENT, *healing, _flag("awake", "awake")), gm_only=True
        ),
        *_area_specs(),
        ActionSpec("correct", "Correct", "set something right by hand", "init", fixing, gm_only=True),
    )


def _area_specs() -> tuple[ActionSpec, ...]:
    """What a GM says of surprise and of what goes off."""
    what = Input("item", "what goes off", required=True, asks_scene=True)
    where = Input("at", "at whom it goes off; known distances count", Kind.COMBATANT, asks_scene=True, shared=False)
    people = Input("others", "names with metres from it: Bob 3, Guard 5", shared=False, longest=500, lists=True)
    one_way = _flag("directed", "only those who are named are caught")
    alert = _flag("alert", "whether the target was on its guard")
    return (
        ActionSpec(
            "blast", "Blast", "something goes off among people", inputs=(what, where, people, one_way), gm_only=True
        ),
        ActionSpec("ambush", "Ambush", "surprise somebody", inputs=(TARGET, alert), gm_only=True),
        ActionSpec("ambush_spring", "Spring an ambush", "surprise somebody", "ambush", (TARGET, alert), gm_only=True),
    )


def candidates(reading: EclipseReading, action: str, key: str, given: Mapping[str, Any]) -> Sequence[Choice]:
    """What fits an input in a view of the scene; ``given["actor"]`` says for whom."""
    actor, scene, tables = str(given.get("actor", "")), reading.scene, reading.tables
    if key in ("target", "at"):
        return _targets(scene, actor, itself=action in ("damage", "heal", "blast"))
    combatant = scene.combatants.get(actor)
    if action == "blast" and key == "item":
        return [Choice(name) for name, row in tables.rows("weapons").items() if row.get("area") in BLASTS]
    return _weapons(combatant.state, action) if combatant and key in ("weapon", "item") else ()


def _targets(scene: EclipseScene, actor: str, *, itself: bool) -> list[Choice]:
    return [
        Choice(other, _distance(scene, actor, other))
        for other, combatant in scene.combatants.items()
        if itself or (other != actor and not combatant.state.dead)
    ]


def _distance(scene: EclipseScene, actor: str, other: str) -> str:
    range_m = scene.range_m(actor, other)
    return shown(other) if range_m is None else f"{shown(other)} ({range_m:g} m)"


def _weapons(state: State, action: str) -> list[Choice]:
    """Weapons with their rounds, those that are ready first; to reload only those that hold any."""
    armed = sorted(state.weapons.items(), key=lambda pair: not pair[1].ready)
    fitting = [(name, weapon) for name, weapon in armed if action != "reload" or weapon.capacity]
    return [Choice(name, f"{name} ({weapon.loaded})" if weapon.capacity else name) for name, weapon in fitting]
