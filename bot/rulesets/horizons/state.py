"""What Endless Horizons knows of a combatant and of the scene is one frozen value each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec

from bot.core.renaming import sign_of

ABILITIES = ("strength", "constitution", "dexterity", "perception")
AVERAGE = 5
SIZES = ("tiny", "small", "medium", "large", "huge")
POSTURES = ("standing", "kneeling", "sitting", "prone firing", "prone")
PACES = ("still", "subtle", "slow", "fast")
ZONES = ("head", "vital", "torso", "arms", "legs")
JAM, SQUIB, BURST_BARREL = "jam", "squib", "burst"
FAULTS = (JAM, SQUIB, BURST_BARREL)
MODES = ("single", "burst", "auto")
PLACES = ("sling", "holster", "armor slot", "stowed")
BODY = "body"


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A weapon."""

    skill: str
    cartridge: str
    range_m: int
    capacity: int
    recoil: int  # what each further bullet adds to the difficulty
    modes: tuple[str, ...]
    burst: int = 1  # the most rounds of one
    reload: int = 1  # actions that loading takes
    small: bool = False
    loaded: int = 0
    spare: int | None = None  # rounds; None where nobody counts
    carried: str = "sling"
    fault: str = ""
    worked: int = 0  # actions that loading has taken
    drawn: int = 0  # actions spent on drawing it
    cleared: int = 0  # actions spent on clearing its fault
    hidden: int | None = None  # what a search must reach to find it; None where it is carried openly
    damage: int | None = None  # of ammunition of its own, where not that of the cartridge
    stopped_by: int | None = None  # likewise a class of armour

    @property
    def most_rounds(self) -> Mapping[str, int]:
        """Return the most rounds that an attack fires, by its modes."""
        most = {"single": 1, "burst": self.burst, "auto": self.capacity}
        return {mode: most[mode] for mode in self.modes}


class Armor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something worn: its class, the damage it can still take, and the zones under it."""

    name: str
    rating: int
    points: int
    covers: tuple[str, ...]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side effect of a check that the GM has not told yet: its degree, and whether only the GM knows of it."""

    degree: int
    secret: bool = False


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the GM said of somebody: what it adds to checks, to those of one ``skill`` or all.

    It is over at the end of round ``until``; where that is 0, when the GM says so.
    """

    modifier: int = 0
    skill: str = ""
    until: int = 0


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One combatant."""

    abilities: dict[str, int] = {}  # ranks
    skills: dict[str, int] = {}
    effort: int = 0  # points that are left
    rested: int = 0  # points that rest gives back
    size: str = "medium"
    zones: dict[str, int] = {}  # of what is larger than a human: by what each multiplies damage
    weapons: dict[str, Weapon] = {}
    armor: tuple[Armor, ...] = ()
    held: str = ""  # the weapon in hand
    damage: int = 0  # counts up from nothing
    most: int = 35  # hit points
    per_wound: int = 0  # what each wound takes off the most hit points
    wounds: dict[str, int] = {}  # by zone; those of the whole body under BODY
    effects: tuple[Effect, ...] = ()
    conditions: dict[str, Condition] = {}
    unconscious: bool = False
    dead: bool = False

    posture: str = "standing"
    pace: str = "subtle"
    moved: bool = False  # in this turn
    freed: bool = False  # the one free action of this turn is spent
    unspent: bool = False  # the turn that is over had a free action left, and nobody has acted since
    aimed: int = 0  # counts actions
    cover: str = ""
    parts: tuple[str, ...] = ()
    suppressing: int = 0  # rounds fired at each action, 0 for none
    reacted: bool = False  # in this round
    readied: str = ""  # what a reaction is kept for, until the end of the next turn
    fresh: bool = False  # it was readied in this turn
    attacked: bool = False  # in this round
    exposed: int = 0  # so many of its turns have yet to end until covering shots are over
    exposed_to: dict[str, int] = {}  # the same by gunners' signs; empty is to all, by older rules
    treated: bool = False  # gains nothing by first aid until hurt again
    grenades: int | None = None  # None where nobody counts

    def lapsed(self) -> State:
        """Return the state once somebody else was seen to act: what was left undone in its turn is over."""
        return msgspec.structs.replace(self, unspent=False)

    def is_exposed_to(self, gunner: str) -> bool:
        """Tell whether it has come out under the fire of a gunner and shows itself still."""
        return self.exposed > 0 and (not self.exposed_to or sign_of(gunner) in self.exposed_to)

    @property
    def named_zones(self) -> Mapping[str, int]:
        """Return the zones that the GM has named; only what is larger than a human has any."""
        return self.zones if SIZES.index(self.size) > SIZES.index("medium") else {}

    @property
    def able(self) -> bool:
        """Tell whether it can act at all."""
        return not (self.dead or self.unconscious)

    @property
    def resting_pace(self) -> str:
        """Return its pace while it goes nowhere: who is bound is still."""
        return self.pace if self.pace == "still" else "subtle"

    @property
    def lying(self) -> str:
        """Return the posture in which others see it: whoever is down lies."""
        return self.posture if self.able else "prone"

    @property
    def limit(self) -> int:
        """Return the most hit points while the wounds last, which do not move where death lies (ruling 000-30)."""
        return max(0, self.most - self.per_wound * sum(self.wounds.values()))

    @property
    def points(self) -> int:
        """Return the hit points that are left; they may be below zero."""
        return min(self.most - self.damage, self.limit)


class SceneState(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many rounds have begun, and how light and windy it is, in rows of the tables; by day and calm where empty."""

    rounds: int = 0
    light: str = ""
    wind: str = ""


def without_free_action(state: State, *, late: bool) -> State:
    """Return the state after the free action of the turn, or ``late`` of the one that is just over."""
    return msgspec.structs.replace(state, unspent=False) if late else msgspec.structs.replace(state, freed=True)


def exposed(state: State, gunners: Iterable[str], *, late: bool = False) -> State:
    """Return the state of somebody who shows itself to ``gunners``, by their signs, until the end of its next turn:
    in its turn, or ``late`` behind it. Whoever shows itself for longer already does so still.
    """
    turns = 1 if late else 2
    shown = {gunner: max(turns, state.exposed_to.get(gunner, 0)) for gunner in gunners}
    exposed_to = {**state.exposed_to, **shown}
    return msgspec.structs.replace(state, exposed=max(turns, state.exposed), exposed_to=exposed_to)


def shown_to(outside: State, state: State, gunners: Collection[str]) -> State:
    """Return what can be seen of a state with the fire of these gunners alone under which it shows itself."""
    if not state.exposed_to:
        return outside
    turns = {sign: state.exposed_to[sign] for sign in map(sign_of, gunners) if sign in state.exposed_to}
    return msgspec.structs.replace(outside, exposed=max(turns.values(), default=0), exposed_to=turns)


def woken(state: State) -> State:
    """Return the state of somebody who comes round: it lies there, and what it was about has come to nothing.

    Until then nothing of that matters, and whoever passes out may act once more in the moment that is played.
    """
    shown, shown_to = min(state.exposed, 1), dict.fromkeys(state.exposed_to, 1)
    return msgspec.structs.replace(
        gone_by(state), unconscious=False, posture="prone", exposed=shown, exposed_to=shown_to
    )


def gone_by(state: State) -> State:
    """Return the state once a round has begun while it was away: nothing that it was about lasts."""
    return msgspec.structs.replace(
        state, pace=state.resting_pace, aimed=0, readied="", fresh=False, unspent=False, exposed=0, exposed_to={}
    )


def noticed(state: State) -> State:
    """Return what its owner knows of a state: neither under whose fire it shows itself nor what the GM alone knows."""
    told = tuple(effect for effect in state.effects if not effect.secret)
    return msgspec.structs.replace(state, exposed=0, exposed_to={}, effects=told)


def modifier(state: State, ability: str) -> int:
    """Return an ability's modifier: its rank less five (ruling E)."""
    return state.abilities.get(ability, AVERAGE) - AVERAGE


def rearmed(state: State, weapon: str, **changes: Any) -> State:
    """Return the state with one of its weapons changed."""
    changed = msgspec.structs.replace(state.weapons[weapon], **changes)
    return msgspec.structs.replace(state, weapons={**state.weapons, weapon: changed})


def rewounded(state: State, zone: str, count: int) -> State:
    """Return the state with so many wounds in a zone: fewer raise the most hit points and give none back."""
    others = {each: wounds for each, wounds in state.wounds.items() if each != zone}
    wounds = {**others, zone: count} if count else others
    return msgspec.structs.replace(state, damage=state.most - state.points, wounds=wounds)
