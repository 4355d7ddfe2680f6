"""The degrees, places and ways of standing, going and carrying that states and tables speak of."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Degree(IntEnum):
    """How bad an injury is, in ascending order."""

    NONE = 0
    SLIGHT = 1
    MODERATE = 2
    SERIOUS = 3
    CRITICAL = 4


class BodyPart(StrEnum):
    """The six places that carry wounds."""

    HEAD = "head"
    TORSO = "torso"
    RIGHT_ARM = "right arm"
    LEFT_ARM = "left arm"
    RIGHT_LEG = "right leg"
    LEFT_LEG = "left leg"


class Stance(StrEnum):
    """How a combatant holds the body, from high to low."""

    STANDING = "standing"
    KNEELING = "kneeling"
    SITTING = "sitting"
    PRONE = "prone"


class Pace(StrEnum):
    """How fast somebody moves; ``STILL`` is not moving."""

    STILL = "still"
    CRAWL = "crawl"
    STAGGER = "stagger"
    WALK = "walk"
    TROT = "trot"
    RUN = "run"
    SPRINT = "sprint"


class Encumbrance(StrEnum):
    """How much somebody carries."""

    UNENCUMBERED = "unencumbered"
    LIGHT = "light"
    MODERATE = "moderate"
    HEAVY = "heavy"
    OVERLOADED = "overloaded"


class Lies(StrEnum):
    """Where a belonging is: on the body or in hand, dropped within reach, or left behind."""

    CARRIED = "carried"
    NEAR = "near"
    AWAY = "away"


class Band(IntEnum):
    """Range bands, nearest first (text 003, lines 531-559)."""

    PERSONAL = 0
    GUNFIGHTING = 1
    CQB = 2
    TIGHT = 3
    MEDIUM = 4
    OPEN = 5
    SNIPING = 6
    EXTREME = 7
    BEYOND = 8


class Broken(StrEnum):
    """What damage has made of a piece of equipment: it can be repaired, or it cannot."""

    DISABLED = "disabled"
    DESTROYED = "destroyed"
