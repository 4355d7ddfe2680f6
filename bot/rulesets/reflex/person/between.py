"""On a ground what stands between two is cover for what it hides of a body, and nobody sees who is hidden whole."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import NamedTuple, TypeGuard

import msgspec

from bot.core.errors import RuleViolation
from bot.core.ground.laid import Ground
from bot.core.ground.outlines import covers, flat, spans
from bot.core.ground.pieces import Area, Piece
from bot.core.ground.places import Place
from bot.core.ground.sight import Figure, Screen, hides_all, screens, sees
from bot.core.wording import shown
from bot.rulesets.reflex.person.cover import USUAL_PARTS
from bot.rulesets.reflex.person.figures import figure_at
from bot.rulesets.reflex.person.protection import THROUGH_FACTOR, Cover, hidden_parts
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables

LIGHT = "reflex."
"""Stands before a row of the table ``visibility`` in the kind of an area: that is what can be seen of those in it."""

SMOKE = "smoke"
"""The row for what is hard to see through and is no thing."""


class Outlook(NamedTuple):
    """Somebody who looks at another on a ground, and what lies between the two, the nearest to the looker first."""

    ground: Ground
    looker: Figure
    other: Figure
    found: tuple[Screen, ...]

    @property
    def in_sight(self) -> bool:
        """Tell whether the two see anything of each other, which is the same for both (text 003, lines 488-490)."""
        return not hides_all(self.found, self.other.tall_cm) or sees(self.ground, self.looker, self.other)


def outlook(
    tables: ReflexTables, scene: ReflexScene, looks: tuple[str, State], at: tuple[str, State]
) -> Outlook | None:
    """Return how somebody in a state looks at somebody in a state; None where one of them has no place.

    Nobody's view ends at the vehicle that it is in.
    """
    if scene.ground is None:
        return None
    looker, other = _figure(tables, scene, *looks), _figure(tables, scene, *at)
    if looker is None or other is None:
        return None
    ground = _without_hulls(scene, scene.ground, looks[0], at[0])
    return Outlook(ground, looker, other, screens(ground, looker, other))


def _figure(tables: ReflexTables, scene: ReflexScene, actor: str, state: State) -> Figure | None:
    """Return somebody where it stands, or where the vehicle does that it is in."""
    places = scene.ground.places if scene.ground else {}
    place = places.get(scene.state.aboard.get(actor, actor), places.get(actor))
    return figure_at(tables, state, place) if place else None


def _without_hulls(scene: ReflexScene, ground: Ground, *people: str) -> Ground:
    """Return the ground without what these are themselves, or sit in."""
    return without_pieces(ground, {each for one in people for each in (one, scene.state.aboard.get(one, one))})


def without_pieces(ground: Ground, names: AbstractSet[str]) -> Ground:
    """Return the ground without what has one of these names, the same where nothing has."""
    if names.isdisjoint(ground.pieces):
        return ground
    left = {key: each for key, each in ground.pieces.items() if key not in names}
    return msgspec.structs.replace(ground, pieces=left)


def check_in_sight(view: Outlook, other: str) -> None:
    """Raise RuleViolation where what stands between hides the whole of somebody."""
    if view.in_sight:
        return
    opaque = {each.high_cm - each.low_cm: each.thing.name for each in view.found if _is_opaque(each.thing)}
    raise RuleViolation(
        f"{shown(other)} is out of sight behind {opaque[max(opaque)]}.",
        "Go where you see it, or say hidden=yes where its place is known to a metre.",
    )


def _is_opaque(thing: Piece | Area) -> TypeGuard[Piece]:
    return isinstance(thing, Piece) and thing.hides


def cover_between(tables: ReflexTables, view: Outlook) -> Cover | None:
    """Return what is in the way of a shot, the nearest to the shooter first; None where nothing is.

    Of whoever leans round the end of what hides all else, head and arms show (text 003, lines 479-482; ours).
    """
    leans = hides_all(view.found, view.other.tall_cm) and view.in_sight
    return cover_of_screens(tables, view.found, view.other.tall_cm, leans=leans)


def cover_of_screens(
    tables: ReflexTables, found: Iterable[Screen], tall_cm: int, *, leans: bool = False
) -> Cover | None:
    """Return what stands before somebody as cover, one thing behind the other; None where nothing stops anything."""
    cover = None
    for screen in reversed(tuple(found)):
        hidden = hidden_parts(tables, USUAL_PARTS) if leans else _hidden(tables, screen, tall_cm)
        if isinstance(screen.thing, Piece) and hidden:
            cover = _before(tables, screen.thing, screen, hidden, cover)
    return cover


def _before(
    tables: ReflexTables, piece: Piece, screen: Screen, hidden: frozenset[str], behind: Cover | None
) -> Cover | None:
    """Return a piece as cover before what is behind it: of its material, or of the Armor that a GM has said."""
    kind = tables.pieces[piece.material].cover
    if not kind and piece.stops is None:
        return behind
    whole = THROUGH_FACTOR if kind and tables.cover[kind].vehicle and screen.through_cm else 1
    house = piece.stops is None and tables.cover[kind].house
    return Cover(kind, "cover", armor_of(tables, piece) * whole, hidden, house, behind)


def armor_of(tables: ReflexTables, piece: Piece) -> Fraction:
    """Return the Armor of what stands on a ground: what a GM has said, or that of the cover that its material is."""
    if piece.stops is not None:
        return Fraction(piece.stops)
    kind = tables.pieces[piece.material].cover
    return Fraction(tables.cover[kind].armor_halves if kind else 0, 2)


def _hidden(tables: ReflexTables, screen: Screen, tall_cm: int) -> frozenset[str]:
    """Return the fine places of somebody that a thing hides."""
    heights = ((fine, row.height_percent * tall_cm) for fine, row in tables.locations.items())
    return frozenset(fine for fine, high in heights if screen.low_cm * 100 <= high <= screen.high_cm * 100)


def light_between(tables: ReflexTables, scene: ReflexScene, view: Outlook | None) -> str:
    """Return what can be seen of the other (ruling A3): through smoke that veils it, or else at its place."""
    if view is None:
        return scene.state.visibility
    there = light_at(tables, scene, view.looker.place, view.other.place)
    veiled = any(isinstance(each.thing, Area) for each in view.found)
    return max((there, SMOKE), key=lambda row: tables.visibility[row].bands_farther) if veiled else there


def light_at(tables: ReflexTables, scene: ReflexScene, start: Place | None, goal: Place | None) -> str:
    """Return what can be seen of one place from another: by the lightest area there, or the scene's light (ruling A3).

    What lies between may make it worse. How areas of light and smoke count is ours.
    """
    light, rows = scene.state.visibility, tables.visibility
    if scene.ground is None or start is None or goal is None:
        return light
    areas = [(area.kind.removeprefix(LIGHT), area) for area in scene.ground.areas.values()]
    known = [(row, area) for row, area in areas if area.kind != row and row in rows and not area.hidden]
    lights = [row for row, area in known if not rows[row].between and covers(area.outline, goal)]
    veils = [row for row, area in known if rows[row].between and _is_crossed(area, start, goal)]
    there = min(lights, key=lambda row: rows[row].bands_farther, default=light)
    return max((there, *veils), key=lambda row: rows[row].bands_farther)


def _is_crossed(area: Area, start: Place, goal: Place) -> bool:
    """Tell whether the way from one place to another leads through an area."""
    return covers(area.outline, start) or bool(spans(area.outline, flat(start), flat(goal)))
