"""What Eclipse Phase knows of a combatant and of the scene is one frozen value each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

Moment = tuple[int, int]
"""A turn and an action phase of it.

Phase 0 is that of an ambush before all others, one below zero that of an ambush inside the phase of that number.
"""


class Mode(StrEnum):
    """How a weapon fires: single shots, semi-automatic, bursts, full automatic."""

    SINGLE = "SS"
    SEMI_AUTOMATIC = "SA"
    BURST = "BF"
    FULL_AUTOMATIC = "FA"


TWICE = (Mode.SEMI_AUTOMATIC, Mode.BURST)
"""The modes of which one action fires two."""

ROUNDS: Mapping[str, int] = {Mode.SINGLE: 1, Mode.SEMI_AUTOMATIC: 1, Mode.BURST: 3, Mode.FULL_AUTOMATIC: 10}


class AreaOfEffect(StrEnum):
    """How a weapon hits more than one: two kinds of blasts, of which one is the same all over its radius, or a cone."""

    BLAST = "blast"
    UNIFORM = "uniform"
    CONE = "cone"


EXPLODING = (AreaOfEffect.BLAST, AreaOfEffect.UNIFORM)


class BodyKind(StrEnum):
    """What a body is: a living one, a machine, or a thing that only breaks."""

    BIOMORPH = "biomorph"
    SYNTHMORPH = "synthmorph"
    OBJECT = "object"


BARE_HANDS = "unarmed"
"""The kind of the weapon that everybody has, and always in hand."""


class AimKind(StrEnum):
    """How long somebody has aimed."""

    QUICK = "quick"
    COMPLEX = "complex"


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon: ``dice`` ten-sided dice and ``flat`` make its damage.

    ``modes`` are SS, SA, BF and FA, none in melee; ``ranges_m`` the ends of its four bands. ``area`` is blast, uniform
    or cone where it hits more than one. ``spare`` counts rounds carried for it, None where nobody counts.
    With a ``smart`` magazine each attack chooses its ammunition. Loading takes ``reload_actions``, of which
    ``loading_left`` are still to come where it has begun.
    """

    kind: str
    name: str
    skill: str
    dice: int
    flat: int
    ap: int
    energy: bool = False
    modes: tuple[str, ...] = ()
    ranges_m: tuple[int, ...] = ()
    capacity: int = 0
    loaded: int = 0
    spare: int | None = None
    ammunition: str = "standard"
    beam: bool = False
    two_handed: bool = False
    shock: bool = False
    thrown: bool = False
    area: str = ""
    radius_m: int = 0
    halved: bool = False
    no_somatics: bool = False
    smartlink: bool = False
    taped: bool = False
    smart: bool = False
    reload_actions: int = 1
    loading_left: int = 0
    ready: bool = True

    @property
    def melee(self) -> bool:
        """Tell whether it is used hand to hand."""
        return not (self.modes or self.thrown)

    @property
    def explodes(self) -> bool:
        """Tell whether it catches all who are near where it goes off."""
        return self.area in EXPLODING

    @property
    def shoots(self) -> bool:
        """Tell whether it hits from afar and does not explode."""
        return not (self.melee or self.explodes)

    @property
    def fires_twice(self) -> bool:
        """Tell whether its rounds are enough for another attack of an action that has two."""
        return any(mode in self.modes and self.loaded >= ROUNDS[mode] for mode in TWICE)

    @property
    def takes_kinds(self) -> bool:
        """Tell whether it fires bullets, of which there are kinds."""
        return not (self.melee or self.thrown or self.energy or self.area)


class Armor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something worn: against energy and against kinetic weapons; an ``addition`` counts with any other."""

    name: str
    energy: int
    kinetic: int
    addition: bool = False


class HeldAim(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """At whom somebody aims, and since when."""

    kind: AimKind
    target: str
    since: Moment


class FirstAttack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first of two attacks of one action, and whether it hit: the second is made with the same weapon and mode."""

    weapon: str
    mode: str
    targets: tuple[str, ...]
    hit: bool = False


class Suppression(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A cone held under fire with a weapon, and who has been fired at in it."""

    weapon: str
    fired_at: tuple[str, ...] = ()


class Watching(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place that is watched with a weapon in a mode of fire."""

    weapon: str
    mode: str = ""


class Grip(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """With whom somebody wrestles, by the sign of its name, since it may hide: it ``holds`` the other, or is held."""

    sign: str
    holds: bool = False


class Shaken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a shock leaves: so many more ``turns``, in which it eases by a third every ``step`` of them."""

    turns: int = 0
    step: int = 1

    @property
    def thirds(self) -> int:
        """Return how many thirds of it are felt at this moment, three at most."""
        return min(3, -(-self.turns // self.step))


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One combatant.

    ``running``, ``defending``, ``suppressing`` and ``watching`` last to the next phase of its own.
    """

    som: int = 15
    wil: int = 15
    initiative: int = 60
    speed: int = 1
    skills: dict[str, int] = {}
    kind: BodyKind = BodyKind.BIOMORPH
    size: str = "normal"
    dur: int = 30
    wound_threshold: int = 6
    lucidity: int = 30
    trauma_threshold: int = 6
    weapons: dict[str, Weapon] = {}
    armor: tuple[Armor, ...] = ()
    damage: int = 0
    wounds: int = 0
    stun: int = 0  # damage that a night heals
    injuries: int | None = None  # those without first aid; None where nobody has counted
    medichines: bool = False  # leave nothing to first aid
    stress: int = 0
    traumas: int = 0
    prone: bool = False
    unconscious: bool = False
    dead: bool = False
    broken: bool = False
    out_turns: int = 0
    shaken: Shaken = Shaken()
    dazed: bool = False  # must regain its wits first
    stanched: bool = False  # what bled
    surprised: bool = False
    startled: bool = False  # noticed an ambush in time
    caught: bool = False  # by an ambush inside a turn: no defence until its next phase
    moment: Moment = (0, 0)  # of its last phase
    quick: int = 0  # counts the quick actions of that
    unspent: bool = False  # that phase had room for one, and nobody has acted since
    turn_m: float = 0  # metres gone in the turn
    phase_m: float = 0  # metres gone in the phase
    running: bool = False
    defending: bool = False
    aim: HeldAim | None = None
    volley: FirstAttack | None = None
    suppressing: Suppression | None = None
    watching: Watching | None = None
    grip: Grip | None = None

    def with_weapon(self, key: str, **changes: Any) -> State:
        """Return the state with one of its weapons changed."""
        weapon = msgspec.structs.replace(self.weapons[key], **changes)
        return msgspec.structs.replace(self, weapons={**self.weapons, key: weapon})

    def lapsed(self) -> State:
        """Return the state once somebody else was seen to act: what was left undone in its phase is over."""
        return msgspec.structs.replace(self, unspent=False)

    def renewed(self, moment: Moment) -> State:
        """Return the state as a phase of its own finds it: what lasted until then is over, but for a full aim."""
        if self.moment == moment:
            return self
        aim = self.aim
        kept = aim if aim and aim.kind is AimKind.COMPLEX and aim.since == self.moment else None
        gone = {"phase_m": 0, "turn_m": self.turn_m if moment[0] == self.moment[0] else 0}
        return msgspec.structs.replace(self.come(), moment=moment, aim=kept, quick=0, volley=None, **gone)

    def come(self) -> State:
        """Return the state once a phase of its own has come: what it did until then is over."""
        return msgspec.structs.replace(self.holding_nothing(), caught=False, running=False, defending=False)

    def gone_by(self) -> State:
        """Return the state once phases of its own have gone by while it was away: nothing that it was about lasts."""
        return msgspec.structs.replace(self.come(), aim=None, unspent=False)

    def put_out(self) -> State:
        """Return the state once it is put out of action: what it was about has come to nothing, also once it comes to.

        It aims and defends itself no more (001:39-43; C1), and nobody has a free phase for a surprise of long ago.
        """
        return msgspec.structs.replace(self.witless(), surprised=False)

    def witless(self) -> State:
        """Return the state once it can think of nothing: it aims, defends itself, watches and holds nothing."""
        return msgspec.structs.replace(self.holding_nothing(), aim=None, defending=False)

    def holding_nothing(self) -> State:
        """Return the state with no cone under fire, and no place watched."""
        return msgspec.structs.replace(self, suppressing=None, watching=None)

    def without_weapon(self, key: str) -> State:
        """Return the state with a weapon out of its hand, and with it what that held under fire or watched."""
        cone = None if self.suppressing and self.suppressing.weapon == key else self.suppressing
        watched = None if self.watching and self.watching.weapon == key else self.watching
        return msgspec.structs.replace(self.with_weapon(key, ready=False), suppressing=cone, watching=watched)

    @property
    def untreated(self) -> int:
        """Return how many injuries have had no first aid: where nobody has counted, all damage is of one."""
        if not self.damage:
            return 0
        return 1 if self.injuries is None else self.injuries

    @property
    def awake(self) -> bool:
        """Tell whether it is neither out cold nor dead nor a thing."""
        return not self.down and self.kind is not BodyKind.OBJECT

    @property
    def down(self) -> bool:
        """Tell whether it looks out of it for good, which shows nobody whether it is dead."""
        return self.dead or self.unconscious or self.broken

    @property
    def lying(self) -> bool:
        """Tell whether others find it on the ground, as whoever is out of it."""
        return self.prone or self.down

    @property
    def able(self) -> bool:
        """Tell whether it can act."""
        return self.awake and not self.out_turns

    @property
    def busy(self) -> bool:
        """Tell whether it is about something that lasts, or surprised by somebody."""
        lasting = (self.aim, self.defending, self.suppressing, self.watching, self.surprised, self.caught)
        return any(lasting)

    @property
    def cone(self) -> Suppression | None:
        """Return the cone that it holds under fire, for as long as the weapon is in hand."""
        held = self.suppressing
        return held if held and self.weapons[held.weapon].ready else None

    @property
    def bleeds(self) -> bool:
        """Tell whether a living body loses more with every turn (EPL 7)."""
        hurt = self.wounds and self.damage > self.dur and not (self.stanched or self.dead)
        return bool(hurt) and self.kind is BodyKind.BIOMORPH


class SceneState(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many turns have begun."""

    turn: int = 0
