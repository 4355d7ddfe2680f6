"""What somebody has: weapons, armour and all else, and what burns among it."""

from __future__ import annotations

import msgspec

from bot.core.ground.places import Place
from bot.rulesets.reflex.kinds import Band, Encumbrance, Lies


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a firearm or an arm of close combat is, whoever carries it.

    The multipliers of ``penetration`` are in halves, x1/2 is 1, so that they stay exact; None is Nil.
    """

    skill: str
    damage: int
    penetration: tuple[int | None, int | None]  # Armor multipliers up to optimum range and beyond it, see above
    optimum: Band
    maximum: Band
    speed: tuple[int, int, int]  # ticks of a hip, a snap and an aimed shot; of a blind, a snap and a calculated strike
    recoil: int
    bulk: int
    single: bool = True  # also fires single shots
    bursts: tuple[int, ...] = ()  # rounds of each burst mode, ascending
    capacity: int = 1
    feed: str = "magazine"
    grip_hands: int = 2  # how many hands it is made for
    bipod: bool = False
    tripod: bool = False  # one is carried with it, and makes a fixed mount of where it is set up
    optics_bands: int = 0
    melee: bool = False  # strikes in close combat
    edged: bool = False  # cuts whoever wards it off
    heavy: str = ""  # a row of the table ``heavy_weapons``
    explosive: str = ""  # a row of that table: what its missile does on a hit
    flame: str = ""  # likewise
    missile: bool = False  # drifts in high winds
    unwieldy: bool = False  # of no use at arm's reach
    crewed: bool = False  # has no Speed
    indirect_m: int = 0  # how far it reaches where nobody sees the target, 0 for not at all


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A weapon of some ``model`` in somebody's hands or on the body.

    ``held_with`` is how many hands hold it (0: it is stowed), ``hand`` which one where it is one. ``spare`` are the
    rounds carried for it, None where nobody counts them; ``tracer`` says that it is loaded with tracers. ``secured`` it
    lies in a closed container, ``packed`` in a cluttered one.
    """

    name: str
    model: Model
    loaded: int = 0
    held_with: int = 0
    secured: bool = False
    bipod_down: bool = False
    fixed_mount: bool = False
    hand: str = "right"
    spare: int | None = None
    lies: Lies = Lies.CARRIED
    tracer: bool = False
    packed: bool = False

    @property
    def bulk(self) -> int:
        """Return the Bulk of its model, as every other thing has one."""
        return self.model.bulk

    @property
    def grip_hands(self) -> int:
        """Return how many hands its model is made for, as every other thing says."""
        return self.model.grip_hands

    @property
    def is_ready(self) -> bool:
        """Tell whether it is in hand, or on a mount that was not left behind."""
        return self.held_with > 0 or (self.fixed_mount and self.lies is not Lies.AWAY)


class Armor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Something worn that protects; ``covers`` are fine locations such as ``chest`` or ``right forearm``.

    ``armor_halves`` is the Armor value in halves, so that 1/2 stays exact.
    """

    name: str
    armor_halves: int
    covers: tuple[str, ...]


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Anything else that is carried; ``secured`` lies in a closed container, ``packed`` in a cluttered one.

    ``explosive`` and ``flame`` are rows of those tables: a grenade, and what burns when it is thrown. ``medical`` is
    its bonus to first aid, and of a ``painkiller`` there are ``units``. It is made for ``grip_hands``, and held with so
    many ``hands`` while it is ``held``. ``load_without`` is how much its owner carries without it, where that is less.
    """

    name: str
    bulk: int = 0
    held: bool = False
    active: bool = False
    secured: bool = False
    packed: bool = False
    worn: bool = False
    quick_release: bool = False
    hand: str = "right"
    lies: Lies = Lies.CARRIED
    damaged: bool = False
    explosive: str = ""
    grams: int = 400
    damage: int = 0
    flame: str = ""
    medical: int = 0
    painkiller: bool = False
    units: int = 1
    grip_hands: int = 1
    hands: int = 1
    load_without: Encumbrance | None = None

    @property
    def held_with(self) -> int:
        """Return how many hands hold it, as of a weapon."""
        return self.hands if self.held else 0


class Fuse(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A burning fuse in somebody's hand or ``off_m`` metres from somebody: ``explosive`` goes off on ``tick``.

    ``item`` is what its owner called it, ``number`` tells it from others of that name which burn at the same body
    (ruling 003-93). ``margin`` is that of the throw, None without a successful one. It flew ``range_m`` metres far, off
    at ``degrees`` clockwise from that line; neither is known of one that was left behind. On a ground it lies at
    ``place``, whoever it is kept with.
    """

    item: str
    explosive: str
    tick: int
    off_m: float = 0
    margin: int | None = None
    range_m: float = 0
    degrees: int = 0
    number: int = 1
    place: Place | None = None


class KitOnPaper(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What the sheet keeps of what somebody has; ``doffed`` is armour that was taken off."""

    weapons: dict[str, Weapon] = {}
    armor: tuple[Armor, ...] = ()
    doffed: tuple[Armor, ...] = ()
    items: dict[str, Item] = {}
    encumbrance: Encumbrance = Encumbrance.LIGHT
    wear: dict[str, int] = {}
    broken: dict[str, str] = {}


class Kit(KitOnPaper, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What somebody has, and what is being done with it.

    ``patched`` counts for what was repaired how many exchanges and pauses it still holds. ``blasted`` are the pieces
    of armour that the last explosion has worn down. ``reloading`` counts, by weapon, the actions already spent on
    loading it; ``helped`` are weapons that an assistant has done a part of the loading of.
    """

    patched: dict[str, int] = {}
    blasted: tuple[str, ...] = ()
    fuses: tuple[Fuse, ...] = ()
    reloading: dict[str, int] = {}
    helped: tuple[str, ...] = ()
