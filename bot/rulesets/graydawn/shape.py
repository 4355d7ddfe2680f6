"""What was kept of people before they were in haste behind a move, or rested for hours, is right as it stands."""

from __future__ import annotations

from bot.core.shapes import Shape, same

SHAPE = Shape(version=2, people={1: same})
