"""What the rules know of somebody and of the scene, each one frozen value."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Side(StrEnum):
    """Which of two limbs."""

    LEFT = "left"
    RIGHT = "right"


class Wound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One condition: where, how severe, and on a limb on which side."""

    place: str
    severity: int
    side: str = ""


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon: the row of the weapons table it starts from, and whether it shoots light.

    ``ranges`` are a row of the chart of its own, by column, which fires in the order of the other; a column that is
    not there cannot be shot at. ``length`` in melee is its own too, where it is not that of the table.
    """

    kind: str
    laser: bool = False
    ranges: dict[str, int] = {}
    length: int | None = None


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody in a skirmish.

    ``skill`` is the rank where ``skills`` name none for the weapon. ``wields`` is the weapon in hand, the key of one
    of ``weapons`` or bare hands. ``armor`` is a row of the armour table, empty where none is worn, ``armor_spent``
    whether it has stopped its one attack. An NPC has no luck. ``conditions`` are severities of whatever else ails it,
    at every throw or at those that ``relevant`` says, ``lost`` limbs such as "left arm". ``quiet_weeks`` are those that
    have given no luck back yet.
    """

    skill: int = 0
    skills: dict[str, int] = {}
    npc: bool = False
    luck: int = 0
    luck_max: int = 0
    weapons: dict[str, Weapon] = {}
    wields: str = ""
    armor: str = ""
    armor_spent: bool = False
    wounds: tuple[Wound, ...] = ()
    conditions: dict[str, int] = {}
    relevant: dict[str, str] = {}
    lost: tuple[str, ...] = ()
    dead: bool = False
    quiet_weeks: int = 0


class SceneState(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many rounds have begun, which step was called last, and who is inside whose reach.

    ``reaches`` says for a pair that was settled otherwise than by its weapons how it stands, ``gained`` what becomes
    of it in the next round; see `close.reaches`. In ``cramped`` quarters the shorter weapon has the advantage.
    """

    rounds: int = 0
    called: int = -1
    reaches: dict[str, int] = {}
    gained: dict[str, int] = {}
    cramped: bool = False
