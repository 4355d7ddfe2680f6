"""An Eclipse Phase fight on a ground: Ann stands to the south, her foes to the north of her."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.core import folding, orders
from bot.core.events import Event, PieceSet
from bot.core.ground.outlines import Box, Outline, Path
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Place
from bot.core.ground.whereabouts import AtPlace
from tests.rulesets.eclipse.playing import ECLIPSE, GUARD, SHOOTER, Game

ANN = Place(5_000, 5_000)
STURDY: dict[str, Any] = {**GUARD, "durability": 500, "wound_threshold": 500}


def at(east_m: float, north_m: float) -> dict[str, Any]:
    """A place so many metres from Ann, as an order has it."""
    place = Place(ANN.east_cm + round(100 * east_m), ANN.north_cm + round(100 * north_m))
    return {"where": "at", "place": {"east_cm": place.east_cm, "north_cm": place.north_cm}}


def spot(east_m: float, north_m: float) -> Place:
    """A place so many metres from Ann."""
    return Place(ANN.east_cm + round(100 * east_m), ANN.north_cm + round(100 * north_m))


def wall(north_m: float, west_m: float = -5, east_m: float = 5) -> Path:
    """A line from west to east, so many metres to the north of Ann."""
    return Path((spot(west_m, north_m), spot(east_m, north_m)))


def block(west_m: float, south_m: float, east_m: float, north_m: float) -> Box:
    """A box by its sides, in metres from Ann."""
    return Box(spot(west_m, south_m), spot(east_m, north_m))


class OnGround(Game):
    """One channel whose ground is laid."""

    def stands(self, outline: Outline, material: str = "brick_wall", name: str = "wall", **fields: Any) -> None:
        """Let a thing stand there."""
        self.happens(PieceSet(piece=Piece(name, outline, material, **fields)))

    def happens(self, event: Event) -> None:
        """Let something happen as if a rule had told it."""
        _, self.scene = partial(folding.kept, ECLIPSE)(self.scene, event, None)

    def spotted(self, east_m: float, north_m: float) -> None:
        """Let Bea, who is on Ann's side and acts last, stand where she sees whom Ann does not."""
        self.join("Bea", 1, owner=2, **{**STURDY, "initiative": 0})
        self.put("Bea", east_m, north_m)

    def put(self, who: str, east_m: float, north_m: float) -> None:
        """Put somebody so many metres from where Ann began."""
        self.do(orders.PutAt(actors=(who,), where=AtPlace(spot(east_m, north_m)), apart_cm=300))

    def place(self, who: str) -> tuple[float, float]:
        """Where somebody is, in metres from where Ann began."""
        assert self.scene.ground is not None
        place = self.scene.ground.places[who]
        return (place.east_cm - ANN.east_cm) / 100, (place.north_cm - ANN.north_cm) / 100

    def areas(self) -> list[str]:
        """What kinds of areas there are."""
        assert self.scene.ground is not None
        return [area.kind for area in self.scene.ground.areas.values()]


def facing(range_m: float = 60, ann: Mapping[str, Any] = {}, guard: Mapping[str, Any] = {}, **options: Any) -> OnGround:
    """Ann (a player's), and Guard (the GM's) to the north of her, in their first turn; Ann acts first."""
    game = OnGround(**options)
    game.join("Ann", **{**SHOOTER, **ann})
    game.join("Guard", owner=0, **{**STURDY, **guard})
    game.do(orders.LayGround(range_m=range_m))
    game.start(50, 10)
    return game
