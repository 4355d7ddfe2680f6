"""What part of a ground a picture shows: where people are, with some metres around them."""

from __future__ import annotations

from bot.core.ground.outlines import Flat, bounds_of
from bot.service.requests import GroundView

WIDTH, HEIGHT = 900, 900
MARGIN, FOOT = 70, 76
LEAST_M = 30
FINER = 2
"""How many times finer shapes are drawn than they are shown, so that their edges are smooth."""

Point = tuple[float, float]


class Window:
    """The part of the ground that is drawn, and where on the fine picture each point of it lies."""

    def __init__(self, view: GroundView) -> None:
        west, south, east, north = _bounds_cm(view)
        self.span_m = max(east - west, north - south, LEAST_M * 100) / 100
        self.scale = (HEIGHT - FOOT - 2 * MARGIN) / self.span_m
        self.west_m = (west + east) / 200 - WIDTH / 2 / self.scale
        self.north_m = (south + north) / 200 + (HEIGHT - FOOT) / 2 / self.scale

    def at(self, flat: Flat) -> Point:
        """Return where on the fine picture a point of the ground lies."""
        return self.x(flat[0] / 100) * FINER, self.y(flat[1] / 100) * FINER

    def x(self, east_m: float) -> float:
        """Return how far from the left edge of the picture it is."""
        return (east_m - self.west_m) * self.scale

    def y(self, north_m: float) -> float:
        """Return how far from the upper edge of the picture it is."""
        return (self.north_m - north_m) * self.scale

    def pixels(self, far_cm: float) -> float:
        """Return how many pixels of the fine picture so far is."""
        return far_cm / 100 * self.scale * FINER


def _bounds_cm(view: GroundView) -> tuple[float, float, float, float]:
    """Return how far people reach to the west, south, east and north; where nobody is, how far things do."""
    if view.marks:
        easts, norths = [mark.east_cm for mark in view.marks], [mark.north_cm for mark in view.marks]
        return min(easts), min(norths), max(easts), max(norths)
    outlines = [*(each.outline for each in view.things), *(each.outline for each in view.zones)]
    bounds = [bounds_of(outline) for outline in outlines] or [(0, 0, 0, 0)]
    west, south, east, north = zip(*bounds, strict=True)
    return min(west), min(south), max(east), max(north)
