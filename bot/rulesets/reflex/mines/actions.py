"""What can be done with mines: laying them, going where they lie, setting them off, finding and clearing them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, TypeAlias

from bot.core.actions import LONGEST_LIST, Action, Destination, Field, Given, Offer, Who
from bot.core.ground.whereabouts import Where
from bot.core.options import Choice
from bot.core.options import Kind as InputKind
from bot.rulesets.reflex.checks.odds import MINE
from bot.rulesets.reflex.mines.words import kind_of
from bot.rulesets.reflex.person.choosing import living
from bot.rulesets.reflex.person.exposure import Exposing
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.play import ReflexReading

COMMAND = "mine"
DEMOLITION, TACTICS = "construction/demolition", "tactics"
SKILLS = {"demolition": DEMOLITION, "tactics": TACTICS}
USUAL_KIND, USUAL_TRIGGER, USUAL_SKILL = "ap", "pressure", "demolition"
USUAL_PENETRATION = "x1"
ROUTE, BORDER = "route", "border"
LEAST_M, MOST_M = 0.5, 5000
USUAL_REACH_M = 1.0
"""How near to a single mine one meets it, where nobody says (house)."""


class Clearing(StrEnum):
    """The ways to make a mine harmless."""

    DESTROY = "destroy"
    DEFUSE = "defuse"
    SPOT = "spot"
    MOVE = "move"


def known_mines(reading: ReflexReading, given: Given) -> Iterator[Choice]:
    """Return the mines of the view, each with what it is."""
    mines = reading.scene.state.mines
    return (Choice(key, f"{mine.title} · {kind_of(mine)}") for key, mine in mines.items())


NewName = Annotated[str, Field("what to call it", longest=40, shared=True)]
Kind = Annotated[str, Field("ap if left out", of="mines", shared=True)]
Before = Annotated[Who, Field("before whom it lies, so that whoever moves there meets it", fits=living, shared=True)]
Metres = Annotated[float | None, Field("how many metres before the target", lo=LEAST_M, hi=MOST_M, shared=True)]
Place = Annotated[str, Field("where it lies, in words", longest=40)]
Trigger = Annotated[str, Field("what sets it off, pressure if left out", of="mine_triggers")]
Skill = Annotated[str, Field("demolition if left out", of=tuple(SKILLS))]
Explosive = Annotated[str, Field("what explodes, where it is not the usual", of="explosives")]
Openly = Annotated[bool, Field("left in the open for all to see")]
Terrain = Annotated[int, Field("what the ground does for hiding it", lo=-20, hi=20)]
Tamper = Annotated[int, Field("how hard a device against tampering is to get past", lo=1, hi=60)]
Modifier = Annotated[int, Field("bonus or penalty said at the table", lo=-20, hi=20)]

MINES = "/mine emplace lays one and /mine field several; /mine search finds those of others."
KnownMine = Annotated[str, Field("which mine or minefield", fits=known_mines, veiled=True, shared=True, brings=MINES)]
Mover = Annotated[Who, Field("who goes there; the actor if left out", fits=living, shared=True)]
Drives = Annotated[bool, Field("in a vehicle")]
At = Annotated[Who, Field("at whom it goes off; known distances count", fits=living)]
Victims = Annotated[str, Field("names and metres: Ann:1, Bob:6", longest=LONGEST_LIST, lists=True)]


class EmplaceMine(Action, frozen=True, kw_only=True):
    """Lay one mine, or a charge that goes off by a command."""

    offer = Offer("mine_emplace", "Lay a mine", "minutes of work, in secret", COMMAND, odds=MINE)

    mine: NewName
    kind: Kind = USUAL_KIND
    target: Before = ""
    distance_m: Metres = None
    place: Place = ""
    trigger: Trigger = USUAL_TRIGGER
    skill: Skill = USUAL_SKILL
    explosive: Explosive = ""
    open: Openly = False
    terrain: Terrain = 0
    tamper: Tamper = 0
    modifier: Modifier = 0
    detonator: Annotated[str, Field("what must be in hand to set it off", longest=40)] = ""
    burn_ticks: Annotated[int, Field("ticks that its fuse burns", hi=1000)] = 0
    to: Destination = None
    reach_m: Annotated[float, Field("how near to it on a ground one meets it", lo=0.1, hi=100)] = USUAL_REACH_M
    wire: Annotated[Where | None, InputKind.PLACE, Field("where on a ground its tripwire ends")] = None


class LayMinefield(Action, frozen=True, kw_only=True):
    """Lay a minefield with so many mines for 10 square metres."""

    offer = Offer("mine_field", "Lay a minefield", "with a density", COMMAND, gm_only=True, of_scene=True, odds=MINE)

    mine: NewName
    kind: Kind = USUAL_KIND
    target: Before = ""
    distance_m: Metres = None
    place: Place = ""
    trigger: Trigger = USUAL_TRIGGER
    skill: Skill = USUAL_SKILL
    explosive: Explosive = ""
    open: Openly = False
    terrain: Terrain = 0
    tamper: Tamper = 0
    modifier: Modifier = 0
    density: Annotated[float, Field("mines for 10 m², 0.01 to 0.04 as a rule", lo=0.001, hi=0.5)]
    area_m2: Annotated[float, Field("its area, to tell how long it takes", lo=1, hi=1_000_000)] = 0
    depth_m: Annotated[float, Field("how deep it is behind the distance", lo=LEAST_M, hi=MOST_M)] = 0
    margin: Annotated[int | None, Field("how well it is laid, without a check", hi=40)] = None
    to: Destination = None


Laying: TypeAlias = EmplaceMine | LayMinefield


class CrossMinefield(Action, frozen=True, kw_only=True):
    """Go so many metres through a minefield."""

    offer = Offer("mine_cross", "Cross a minefield", "so many metres", COMMAND, odds=MINE)

    mine: KnownMine
    target: Mover = ""
    distance_m: Annotated[float, Field("metres through the minefield", lo=LEAST_M, hi=MOST_M, shared=True)]
    vehicle: Drives = False
    route: Annotated[bool, Field("along the way that is marked")] = False


class PassMine(Action, frozen=True, kw_only=True):
    """Pass the choke point where a single mine lies."""

    offer = Offer("mine_pass", "Pass a mine", "at a choke point", COMMAND, odds=MINE)

    mine: KnownMine
    target: Mover = ""
    vehicle: Drives = False


class TriggerMine(Action, frozen=True, kw_only=True):
    """Have a mine go off under ``target``, ``at`` somebody, or so many metres from ``victims``."""

    offer = Offer("mine_trigger", "Set off a mine", "without a roll", COMMAND, gm_only=True, of_scene=True)

    mine: KnownMine
    target: Annotated[Who, Field("who is in contact with it", fits=living, shared=True)] = ""
    at: At = ""
    victims: Victims = ""


class DetonateMine(Exposing, frozen=True, kw_only=True):
    """Give a charge its signal, so that it goes off under ``target``, ``at`` somebody, or near ``victims``."""

    offer = Offer("mine_detonate", "Give the signal", "2 ticks, 5 with a fuse", COMMAND, odds=MINE)

    mine: KnownMine
    target: Annotated[Who, Field("who is to be right over it", fits=living, shared=True)] = ""
    at: At = ""
    victims: Victims = ""
    modifier: Modifier = 0


class ForgetMine(Action, frozen=True, kw_only=True):
    """Take a mine off the ground."""

    offer = Offer("mine_forget", "Forget a mine", "take it off the ground", gm_only=True, of_scene=True)

    mine: KnownMine


class SearchMines(Exposing, frozen=True, kw_only=True):
    """Look for mines; for one ``mine``, or a ``single`` one of that minefield."""

    offer = Offer("mine_search", "Search for mines", "in secret", COMMAND)

    mine: Annotated[
        str,
        Field(
            "which minefield; for the GM: which mine somebody nears",
            fits=known_mines,
            veiled=True,
            shared=True,
            brings=MINES,
        ),
    ] = ""
    place: Annotated[str, Field("only there, in words", longest=40)] = ""
    single: Annotated[bool, Field("one mine of that minefield, to disarm it")] = False
    modifier: Modifier = 0


class MarkMine(Action, frozen=True, kw_only=True):
    """Mark a way through a minefield or its border, or show a mine to all or to ``target``."""

    offer = Offer("mine_mark", "Mark a mine", "a way, a border, or for all", COMMAND, odds=MINE)

    mine: KnownMine
    kind: Annotated[str, Field("route if left out", of=(ROUTE, BORDER), shared=True)] = ROUTE
    notes: Annotated[bool, Field("with notes of those who laid it")] = False
    show: Annotated[bool, Field("mark it for all to see")] = False
    target: Annotated[Who, Field("show it to this one instead", fits=living, shared=True)] = ""
    modifier: Modifier = 0


class DisarmMine(Action, frozen=True, kw_only=True):
    """Make a mine harmless in one way or another."""

    offer = Offer("mine_disarm", "Disarm a mine", "spot, defuse, move, destroy", COMMAND, odds=MINE)

    mine: KnownMine
    kind: Annotated[Clearing, Field("how", shared=True)]
    damage: Annotated[int | None, Field("the damage of an attack that destroys it", lo=1, hi=1000)] = None
    penetration: Annotated[str, Field("against its Armor, x1 if left out", of=tuple(HALVES))] = USUAL_PENETRATION
    modifier: Modifier = 0


OFFERED = (
    EmplaceMine,
    LayMinefield,
    CrossMinefield,
    PassMine,
    TriggerMine,
    DetonateMine,
    ForgetMine,
    SearchMines,
    MarkMine,
    DisarmMine,
)
