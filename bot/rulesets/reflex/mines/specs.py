"""What can be asked for with mines, with what fits it in a view of the scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.options import ActionSpec, Choice, Input, Kind
from bot.core.wording import shown
from bot.rulesets.reflex.checks.odds import MINE
from bot.rulesets.reflex.hazards.specs import one_of, own
from bot.rulesets.reflex.mines import clearing as mine_clearing
from bot.rulesets.reflex.mines import mining
from bot.rulesets.reflex.mines.words import kind_of
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.tables import ReflexTables

COMMAND = "mine"
NEW = Input("mine", "what to call it", required=True, longest=40)
KNOWN = Input("mine", "which mine or minefield", required=True, asks_scene=True, veiled=True)
PASSED = Input("mine", "which minefield; for the GM: which mine somebody nears", asks_scene=True, veiled=True)
MODIFIER = own("modifier", "bonus or penalty said at the table", Kind.INT, lo=-20, hi=20)
DRIVES = own("vehicle", "in a vehicle", Kind.FLAG)
LEAST_M, MOST_M = 0.5, 5000
THINNEST, THICKEST = 0.001, 0.5


def _who(key: str, about: str, *, shared: bool = True) -> Input:
    return Input(key, about, Kind.COMBATANT, asks_scene=True, shared=shared)


def _metres(about: str, *, required: bool = False) -> Input:
    return Input("distance_m", about, Kind.NUMBER, required=required, lo=LEAST_M, hi=MOST_M)


def _laying(tables: ReflexTables) -> tuple[Input, ...]:
    """What single mines and minefields have in common."""
    return (
        NEW,
        Input("kind", "ap if left out", Kind.CHOICE, choices=tuple(tables.mines)),
        _who("target", "before whom it lies, so that whoever moves there meets it"),
        _metres("how many metres before the target"),
        Input("place", "where it lies, in words", shared=False, longest=40),
        one_of("trigger", "what sets it off, pressure if left out", list(tables.mine_triggers)),
        one_of("skill", "demolition if left out", list(mining.SKILLS)),
        one_of("explosive", "what explodes, where it is not the usual", list(tables.explosives)),
        own("open", "left in the open for all to see", Kind.FLAG),
        own("terrain", "what the ground does for hiding it", Kind.INT, lo=-20, hi=20),
        own("tamper", "how hard a device against tampering is to get past", Kind.INT, lo=1, hi=60),
        MODIFIER,
    )


def action_specs(tables: ReflexTables) -> tuple[ActionSpec, ...]:
    """The actions, in the order in which they are offered."""
    return (*_laying_specs(tables), *_meeting_specs(), *_clearing_specs())


def _laying_specs(tables: ReflexTables) -> tuple[ActionSpec, ...]:
    single = (
        Input("detonator", "what must be in hand to set it off", shared=False, longest=40),
        own("burn_ticks", "ticks that its fuse burns", Kind.INT, hi=1000),
    )
    field = (
        own("density", "mines for 10 m², 0.01 to 0.04 as a rule", Kind.NUMBER, required=True, lo=THINNEST, hi=THICKEST),
        own("area_m2", "its area, to tell how long it takes", Kind.NUMBER, lo=1, hi=1_000_000),
        own("depth_m", "how deep it is behind the distance", Kind.NUMBER, lo=LEAST_M, hi=MOST_M),
        own("margin", "how well it is laid, without a check", Kind.INT, hi=40),
    )
    inputs = _laying(tables)
    return (
        ActionSpec("mine_emplace", "Lay a mine", "minutes of work, in secret", COMMAND, (*inputs, *single), odds=MINE),
        ActionSpec(
            "mine_field", "Lay a minefield", "with a density", COMMAND, (*inputs, *field), gm_only=True, odds=MINE
        ),
    )


def _meeting_specs() -> tuple[ActionSpec, ...]:
    mover = _who("target", "who goes there; the actor if left out")
    route = own("route", "along the way that is marked", Kind.FLAG)
    at = _who("at", "at whom it goes off; known distances count", shared=False)
    victims = Input("victims", "names and metres: Ann:1, Bob:6", shared=False, longest=500, lists=True)
    crossing = (KNOWN, mover, _metres("metres through the minefield", required=True), DRIVES, route)
    under = (KNOWN, _who("target", "who is in contact with it"), at, victims)
    over = (KNOWN, _who("target", "who is to be right over it"), at, victims, MODIFIER)
    return (
        ActionSpec("mine_cross", "Cross a minefield", "so many metres", COMMAND, crossing, odds=MINE),
        ActionSpec("mine_pass", "Pass a mine", "at a choke point", COMMAND, (KNOWN, mover, DRIVES), odds=MINE),
        ActionSpec("mine_trigger", "Set off a mine", "without a roll", COMMAND, under, gm_only=True),
        ActionSpec("mine_detonate", "Give the signal", "2 ticks, 5 with a fuse", COMMAND, over, odds=MINE),
        ActionSpec("mine_forget", "Forget a mine", "take it off the ground", inputs=(KNOWN,), gm_only=True),
    )


def _clearing_specs() -> tuple[ActionSpec, ...]:
    place = Input("place", "only there, in words", shared=False, longest=40)
    single = own("single", "one mine of that minefield, to disarm it", Kind.FLAG)
    marked = (mine_clearing.ROUTE, mine_clearing.BORDER)
    marking = (
        KNOWN,
        Input("kind", "route if left out", Kind.CHOICE, choices=marked),
        own("notes", "with notes of those who laid it", Kind.FLAG),
        own("show", "mark it for all to see", Kind.FLAG),
        _who("target", "show it to this one instead"),
        MODIFIER,
    )
    disarming = (
        KNOWN,
        Input("kind", "how", Kind.CHOICE, required=True, choices=mine_clearing.WAYS),
        own("damage", "the damage of an attack that destroys it", Kind.INT, lo=1),
        one_of("penetration", "against its Armor, x1 if left out", list(HALVES)),
        MODIFIER,
    )
    return (
        ActionSpec("mine_search", "Search for mines", "in secret", COMMAND, (PASSED, place, single, MODIFIER)),
        ActionSpec("mine_mark", "Mark a mine", "a way, a border, or for all", COMMAND, marking, odds=MINE),
        ActionSpec("mine_disarm", "Disarm a mine", "spot, defuse, move, destroy", COMMAND, disarming, odds=MINE),
    )


def candidates(
    _tables: ReflexTables, scene: ReflexScene, action: str, key: str, _given: Mapping[str, Any]
) -> Sequence[Choice]:
    """What fits an input of one of these actions in a view of the scene."""
    if key == "mine":
        return [Choice(each, f"{mine.title} · {kind_of(mine)}") for each, mine in scene.state.mines.items()]
    if key in ("target", "at"):
        return [Choice(actor, shown(actor)) for actor, each in scene.combatants.items() if not each.state.dead]
    return ()
