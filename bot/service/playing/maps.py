"""A server keeps maps that its GMs have imported, and fights are laid on them as on the ready grounds."""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Iterator

from bot.core.errors import RuleViolation
from bot.core.ground.laid import Ground
from bot.core.ground.layouts import Backdrop, Layout
from bot.core.ground.materials import Materials
from bot.core.ground.outlines import Box, Path
from bot.core.ground.pieces import Piece
from bot.core.ground.places import FARTHEST_CM, Place
from bot.core.wording import line, name, note
from bot.service.case import Case
from bot.service.names import clean_name
from bot.service.ports import Unit
from bot.service.requests import GroundBackdrop, MapFile, Reply

MOST_MAPS = 20
LONGEST_TITLE = 40
MOST_THINGS = 500
SQUARE_M = 1.5
"""How wide a square of an imported map is where nobody says: five feet."""

WALL, DOOR = "brick_wall", "door"
ZONE_PARTS = 8
"""Which part of a map its starting zones take, at the south and at the north (house)."""

WIDEST_M = FARTHEST_CM // 100


def check(case: Case, title: str) -> Reply:
    """Return an empty answer where somebody may import a map of that name, before its file is read.

    Raises:
        RuleViolation: the asker is no GM, the name does not work, or the server has too many.
    """
    case.check_gm("import maps")
    called = clean_name(title, LONGEST_TITLE)
    ready = (each.title.casefold() for each in case.house.grounds.values())
    if called.casefold() in (*case.house.grounds, *ready):
        raise RuleViolation(f"{called} is a ready ground.", "Choose another name.")
    if imported(case, called) is None and len(case.unit.maps(case.request.guild_id)) >= MOST_MAPS:
        raise RuleViolation(f"This server has {MOST_MAPS} maps.", "Remove one first: /map import remove:yes.")
    return Reply()


def keep(case: Case, title: str, read: MapFile, square_m: float | None, metres_wide: float | None) -> Reply:
    """Keep a map that was read from a file as a ground of the server, in the place of one called the same.

    Raises:
        RuleViolation: the asker is no GM, the server has too many, or it is not said how large it is.
    """
    check(case, title)
    called = clean_name(title, LONGEST_TITLE)
    before = imported(case, called)
    square_cm = _square_cm(read, square_m, metres_wide)
    digest = hashlib.sha256(read.picture).hexdigest() if read.picture else ""
    layout = _layout(case.house.materials, called, read, square_cm, digest)
    guild_id = case.request.guild_id
    case.unit.save_map(guild_id, layout)
    if digest:
        case.unit.save_map_picture(guild_id, digest, read.picture)
    if before is not None:
        _forget_picture(case, before)
    wide_m, deep_m = (part * square_cm / 100 for part in (read.wide, read.deep))
    doors = sum(piece.material == DOOR for piece in layout.pieces)
    walls = len(layout.pieces) - doors
    said = f": {wide_m:g} by {deep_m:g} m, walls: {walls}, doors: {doors}."
    left_out = (line(note(f"Left out: {', '.join(read.left_out)}.")),) if read.left_out else ()
    how = line(note(f"Lay it with /map use ground:{called}, or begin on it with /init start."))
    return Reply(title="Imported", lines=(line(name(called), said), *left_out, how), ephemeral=True)


def remove(case: Case, title: str) -> Reply:
    """Remove a map of the server; fights on it go on without its picture.

    Raises:
        RuleViolation: the asker is no GM, or there is none.
    """
    case.check_gm("remove maps")
    found = imported(case, title)
    if found is None:
        known = ", ".join(each.title for each in case.unit.maps(case.request.guild_id))
        remedy = f"There are: {known}." if known else "/map import keeps one."
        raise RuleViolation(f"There is no imported map {title[:LONGEST_TITLE]!r}.", remedy)
    case.unit.delete_map(case.request.guild_id, found.title)
    _forget_picture(case, found)
    return Reply(title="Removed", lines=(line(name(found.title), " is no longer kept."),), ephemeral=True)


def imported(case: Case, title: str) -> Layout | None:
    """Return the map of the server that is called so."""
    wanted = title.strip().casefold()
    return next((each for each in case.unit.maps(case.request.guild_id) if each.title.casefold() == wanted), None)


def backdrop(unit: Unit, guild_id: int, ground: Ground) -> GroundBackdrop | None:
    """Return the picture behind a ground; None where it has none, or its map is kept no longer."""
    behind = ground.backdrop
    picture = unit.map_picture(guild_id, behind.hash) if behind else b""
    if behind is None or not picture:
        return None
    corner = behind.corner
    return GroundBackdrop(picture, corner.east_cm, corner.north_cm, behind.wide_cm, behind.deep_cm)


def _forget_picture(case: Case, layout: Layout) -> None:
    """Forget the picture of a map unless another has the same."""
    if layout.backdrop is None:
        return
    others = case.unit.maps(case.request.guild_id)
    if not any(each.backdrop and each.backdrop.hash == layout.backdrop.hash for each in others):
        case.unit.delete_map_picture(case.request.guild_id, layout.backdrop.hash)


def _square_cm(read: MapFile, square_m: float | None, metres_wide: float | None) -> float:
    """Return how wide a square of a map is, or a point of a plain picture.

    Raises:
        RuleViolation: nobody says how large the picture is, or it would be too large or too small.
    """
    if metres_wide is None and not read.squares and square_m is None:
        raise RuleViolation("How wide is what the picture shows?", "Say metres_wide:60.")
    if not read.squares and metres_wide is None:
        raise RuleViolation("A plain picture has no squares.", "Say metres_wide:60 instead.")
    square_cm = (SQUARE_M if square_m is None else square_m) * 100
    if metres_wide is not None:
        square_cm = metres_wide * 100 / read.wide
    longest_m = max(read.wide, read.deep) * square_cm / 100
    if not (math.isfinite(longest_m) and 1 <= longest_m <= WIDEST_M):
        raise RuleViolation("So large a map does not work.", f"From 1 to {WIDEST_M} m.")
    return square_cm


def _layout(materials: Materials, title: str, read: MapFile, square_cm: float, digest: str) -> Layout:
    def place(point: tuple[float, float]) -> Place:
        return Place(round(point[0] * square_cm), round((read.deep - point[1]) * square_cm))

    wide, deep = round(read.wide * square_cm), round(read.deep * square_cm)
    part = max(1, deep // ZONE_PARTS)
    walls = (tuple(map(place, wall)) for wall in read.walls)
    pieces = [
        Piece(f"wall {number}", Path(points), WALL, top_cm=materials[WALL].top_cm)
        for number, points in enumerate(_parted([*walls]), start=1)
    ]
    pieces += [
        Piece(f"door {number}", Path((place(one), place(other))), DOOR, materials[DOOR].top_cm, opened=not closed)
        for number, (one, other, closed) in enumerate(read.doors, start=1)
        if place(one) != place(other)
    ]
    return Layout(
        title,
        (Box(Place(0, 0), Place(wide, part)), Box(Place(0, deep - part), Place(wide, deep))),
        tuple(pieces),
        backdrop=Backdrop(digest, Place(0, 0), wide, deep) if digest else None,
    )


def _parted(walls: list[tuple[Place, ...]]) -> Iterator[tuple[Place, ...]]:
    """Yield walls in parts, so short that what is far off is not looked at, and so long that they are not too many."""
    segments = sum(len(wall) - 1 for wall in walls)
    most = max(4, math.ceil(2 * segments / MOST_THINGS))
    for wall in walls:
        plain = [place for place, _ in itertools.groupby(wall)]
        for first in range(0, len(plain) - 1, most):
            yield tuple(plain[first : first + most + 1])
