"""What is kept of a scene has a shape with a version, and what was kept in an older one is lifted to the newest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

Fields = dict[str, Any]
Lift = Callable[[Fields], Fields]
"""What makes plain fields of an older version those of the version after it."""

FIRST = 1
"""The version of all that was stored before versions were."""


class Shape(msgspec.Struct, frozen=True):
    """The version of the structs that scenes and people are kept as, with the lifts from each older version.

    ``people`` lift somebody, with the state and the sheet, and ``scenes`` a scene, whose people are lifted already.
    A version in which one of the two is as it was has no lift for it. Every change of a field is a new version.

    Raises:
        ValueError: an older version has no lift at all.
    """

    version: int = FIRST
    people: Mapping[int, Lift] = msgspec.field(default_factory=dict)
    scenes: Mapping[int, Lift] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        missing = set(range(FIRST, self.version)) - self.people.keys() - self.scenes.keys()
        if missing:
            raise ValueError(f"nothing lifts what was kept in version {min(missing)} of a shape")

    def person(self, person: Fields, version: int) -> Fields:
        """Return somebody who was kept in some version, as kept in the newest."""
        return _lifted(self.people, person, range(version, self.version))

    def scene(self, scene: Fields, version: int) -> Fields:
        """Return a scene whose people are lifted already, kept in some version, as kept in the newest."""
        return _lifted(self.scenes, scene, range(version, self.version))


def same(fields: Fields) -> Fields:
    """Return the lift to a version that only adds fields, whose defaults are right for what is old."""
    return fields


CORE_SHAPE = Shape(version=11, people={9: same}, scenes={**dict.fromkeys(range(1, 9), same), 10: same})
"""The shape of what the core keeps; each system has one for its own states."""

Version = tuple[int, int]
"""The versions of the core's shape and of a system's."""


def lifted_person(system: Shape, person: Fields, version: Version) -> Fields:
    """Return somebody as kept in the newest version."""
    return system.person(CORE_SHAPE.person(person, version[0]), version[1])


def lifted_scene(system: Shape, scene: Fields, people: Mapping[str, Fields], version: Version) -> Fields:
    """Return a scene as kept in the newest version, with everybody in it.

    ``people`` are those of the scene who are kept elsewhere, as they are now: what they have been is lifted beside
    their sheets.
    """

    def lift(person: Fields) -> Fields:
        return lifted_person(system, person, version)

    here = scene.get("combatants", {})
    found = {**scene, "combatants": {actor: lift(person) for actor, person in here.items()}}
    for moment in ("opening", "before", "last_seen"):
        found[moment] = dict(_states(scene.get(moment, {}), {**people, **here}, lift))
    found["away"] = {key: _lifted_away(away, lift) for key, away in scene.get("away", {}).items()}
    return system.scene(CORE_SHAPE.scene(found, version[0]), version[1])


def _lifted(lifts: Mapping[int, Lift], fields: Fields, versions: range) -> Fields:
    for older in versions:
        fields = lifts.get(older, same)(fields)
    return fields


def _states(states: Fields, people: Mapping[str, Fields], lift: Lift) -> Iterator[tuple[str, Any]]:
    """Return states that people have had, each lifted beside the rest of whom it is of."""
    for actor, state in states.items():
        yield actor, lift({**people.get(actor, {"sheet": {}}), "state": state})["state"]


def _lifted_away(away: Fields, lift: Lift) -> Fields:
    """Return somebody who has left, with what the scene held of them."""
    person: Fields = away["combatant"]
    had = {moment: away[moment] for moment in ("opening", "before") if away.get(moment) is not None}
    return {**away, "combatant": lift(person), **dict(_states(had, dict.fromkeys(had, person), lift))}
