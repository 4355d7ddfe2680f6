"""What the rules know of somebody and of the scene, each one frozen value."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from bot.core.ground.places import Place

STATS = ("int", "ref", "tech", "cl", "attr", "lk", "ma", "body", "emp")
AVERAGE = 5
HOURS_OF_DAY = 24
FISTS = "fists"
COVER = "cover"
ATTACKER, LANE = "attacker", "lane"
SINGLE, BURST, AUTO, STRIKE, THROW = "single", "burst", "auto", "strike", "throw"


class Stance(StrEnum):
    """How somebody stands in the fight."""

    OPEN = "open"
    MOVING = "moving"
    ACTIVE = "active_cover"
    FULL = "full_cover"
    BRACED = "bracing"


BEHIND = (Stance.ACTIVE, Stance.FULL)


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon: its row of the weapons table, the rounds in it, and spare magazines, or shells for a tube."""

    kind: str
    loaded: int = 0
    spare: int = 0
    ammunition: str = "ball"
    scope: bool = False
    fitted: tuple[str, ...] = ()
    jammed: bool = False


class ArmorPiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of armour: its row of the armour table, and the points that each location of it has lost."""

    kind: str
    lost: dict[str, int] = {}


class Shelter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Cover: a row of the covers table, its level, and the ``thing`` on the ground that it is, where none was told."""

    kind: str
    level: int
    thing: str = ""


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The turn of the round: whether it has begun, what was declared, and what of it is done.

    ``actions`` counts all that are declared, ``moves`` those of them that are movement; 0 actions is nothing said yet.
    ``pinned`` is whoever may only keep down or run, ``bound`` who may not leave cover, ``leaving`` who must, ``balked``
    who has not dared to enter a lane of fire. ``strode`` is the initiative of a move behind which one acts in haste,
    ``tally`` what the pinned gave way to.
    """

    begun: bool = False
    actions: int = 0
    moves: int = 0
    done: int = 0
    moved: int = 0
    pinned: bool = False
    bound: bool = False
    leaving: bool = False
    balked: bool = False
    strode: int = 0
    tally: int = 0


class AimTaken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A target, by its sign, and for how many whole rounds it was aimed at."""

    target: str
    rounds: int


class Fear(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that makes the next suppression roll harder: what it was, from whom (by sign), and by how much."""

    kind: str
    source: str
    value: int


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody in a fight."""

    stats: dict[str, int] = {}
    skills: dict[str, int] = {}
    perks: tuple[str, ...] = ()
    marks: dict[str, int] = {}
    mook: bool = False
    luck: int = 0  # what is left of it
    weapons: dict[str, Weapon] = {}
    wields: str = FISTS
    armor: tuple[ArmorPiece, ...] = ()  # from outside in
    boxes: int = 0  # marked on the wound track
    ones: int = 0  # of them by wounds of one point
    stun: int = 0  # counts beside them
    crippled: tuple[str, ...] = ()
    stunned: bool = False
    dying: bool = False
    stable: bool = False
    dead: bool = False
    score: int = 0  # the initiative of the round
    turn: Turn = Turn()
    stance: Stance = Stance.OPEN
    shelter: Shelter | None = None
    run: int = 0  # movement actions of the present turn
    aim: AimTaken | None = None
    fears: tuple[Fear, ...] = ()
    quick: bool = False  # asks for a lightning start next round
    hurried: bool = False  # has had it
    rested: int = 0  # hours of rest that make no whole day yet
    unnoticed: tuple[str, ...] = ()  # the signs of those it has stolen past
    last_seen: dict[str, Place] = {}  # places of others by sign, as known when it took full cover

    @property
    def tally(self) -> int:
        """Return what weighs on its nerves: all since the last suppression roll, and what it gave way to."""
        return sum(fear.value for fear in self.fears) + self.turn.tally

    def added_by(self, sign: str, value: int) -> int | None:
        """Return what fire worth so much adds of somebody, known by a sign, who counts once (B7).

        None is that what he has fired already weighs as much.
        """
        felt = [fear.value for fear in self.fears if fear.source == sign]
        return (max(0, value - sum(felt)) or None) if felt else value

    def stood_in_for(self, sign: str) -> tuple[Fear, ...]:
        """Return what of the fire of somebody, known by a sign, points of covering fire stand in for (004-38; B7)."""
        return tuple(fear for fear in self.fears if fear.source == sign and fear.kind in (ATTACKER, LANE))

    def fears_but(self, felt: tuple[Fear, ...] | None) -> tuple[Fear, ...]:
        """Return its fears without those that it has ``felt`` already; None is all of them."""
        left = [] if felt is None else [*self.fears]
        for fear in felt or ():
            if fear in left:
                left.remove(fear)
        return tuple(left)

    @property
    def able(self) -> bool:
        """Tell whether it can do anything."""
        return not (self.stunned or self.dying or self.dead)


def weapons_at_hand(state: State) -> tuple[str, ...]:
    """Return the names of all that can be taken in hand."""
    return tuple(dict.fromkeys((*state.weapons, FISTS)))


def with_weapon(state: State, key: str, **changes: Any) -> State:
    """Return the state with something of a weapon changed, if it is carried."""
    weapon = state.weapons.get(key)
    if weapon is None:
        return state
    return msgspec.structs.replace(state, weapons={**state.weapons, key: msgspec.structs.replace(weapon, **changes)})


def noticed_by(state: State, sign: str) -> State:
    """Return the state of whoever has stolen past somebody no longer, who is known by a sign."""
    return msgspec.structs.replace(state, unnoticed=tuple(one for one in state.unnoticed if one != sign))


LANE_AREA = "graydawn.lane"
"""What an area on the ground is that somebody holds under fire."""


class FireLane(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An area under automatic fire: what falls there, the number that a dodge must reach, and from whom (by sign).

    One that is ``secret`` was laid by somebody hidden: players learn of it when that one is seen or fires at them.
    """

    area: str
    kind: str
    ammunition: str
    number: int
    source: str = ""
    secret: bool = False


class SceneState(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many rounds have begun, and the lanes that are held under fire in this one, by their areas."""

    rounds: int = 0
    lanes: dict[str, FireLane] = {}
