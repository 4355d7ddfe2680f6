"""What a picture of the ground shows follows from one viewer's view of a scene, and from nothing else."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

from bot.core.ground.laid import ALL_CAMPS, Ground
from bot.core.ground.materials import Materials
from bot.core.scene import all_sides, known_sides
from bot.core.views import Viewer
from bot.service.case import PlayedScene
from bot.service.names import readable
from bot.service.ports import Unit
from bot.service.posting.traces import traced
from bot.service.requests import GroundMark, GroundThing, GroundView, GroundZone, Posture
from bot.service.rows import AnyScene

LEAST_DRAWN, MOST_DRAWN = "\u00c0", "\u052f"  # the letters that the picture's font has: Latin, Greek, Cyrillic
LOW_CM, FLAT_CM = 150, 60
"""Below which heights somebody kneels, and lies."""


def out_of_sight(seen: AnyScene, viewer: Viewer) -> Container[str]:
    """Return who stands in a view where they were seen last; nobody in that of a GM."""
    return () if viewer.gm or seen.ground is None else seen.ground.lost.get(ALL_CAMPS, {})


def pictured(unit: Unit, played: PlayedScene, seen: AnyScene, viewer: Viewer, materials: Materials) -> GroundView:
    """Return what a picture shows of the view that somebody has of a scene, which is ``seen``."""
    ground, names = seen.ground, readable(played.scene, viewer)
    if ground is None:
        return GroundView((), ())
    sides = all_sides(seen)
    return GroundView(
        sides,
        tuple(_marks(played, seen, viewer, names)),
        tuple(_things(ground, materials)),
        tuple(GroundZone(_spelled(area.kind), area.outline) for area in ground.areas.values()),
        traced(unit, played, seen, viewer, names),
        hidden_sides=len(sides) - len(known_sides(seen)),
    )


def _marks(played: PlayedScene, seen: AnyScene, viewer: Viewer, names: Mapping[str, str]) -> Iterator[GroundMark]:
    places = seen.ground.places if seen.ground else {}
    sides = all_sides(seen)
    lost = out_of_sight(seen, viewer)
    acts = {slot.actor for slot in seen.entitled()}
    ruleset = played.system.ruleset
    initials = _initials([names[actor] for actor in places])
    for short, (actor, place) in zip(initials, places.items(), strict=True):
        combatant = seen.combatants[actor]
        yield GroundMark(
            initials=short,
            side=sides.index(combatant.side),
            east_cm=place.east_cm,
            north_cm=place.north_cm,
            down=ruleset.is_down(combatant.state),
            acts=actor in acts,
            name=names[actor],
            posture=_posture(ruleset.figure(combatant.state, place).tall_cm),
            lost=actor in lost,
        )


def _posture(tall_cm: int) -> Posture:
    return Posture.FLAT if tall_cm < FLAT_CM else Posture.LOW if tall_cm < LOW_CM else Posture.UPRIGHT


def _things(ground: Ground, materials: Materials) -> Iterator[GroundThing]:
    for piece in ground.pieces.values():
        known = materials.get(piece.material)
        title = known.title if known else _spelled(piece.material)
        yield GroundThing(piece.name, piece.material, piece.outline, title, piece.opened)


def _spelled(word: str) -> str:
    """Return a word of a table as people read it: without the system before it."""
    return word.rpartition(".")[2].replace("_", " ")


def _initials(names: Iterable[str]) -> list[str]:
    """Return what stands for each name on a picture: first letters and the number behind it, else its number."""
    found = [_short(each) for each in names]
    return [short if short and found.count(short) == 1 else str(number) for number, short in enumerate(found, start=1)]


def _short(read_as: str) -> str:
    words = read_as.replace("#", " ").split()
    letters = "".join(word if word.isdecimal() else word[0].upper() for word in words)[:3]
    return letters if all(letter.isascii() or LEAST_DRAWN <= letter <= MOST_DRAWN for letter in letters) else ""
