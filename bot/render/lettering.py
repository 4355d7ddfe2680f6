"""All pictures are written on with one font that is shipped, for Latin, Greek and Cyrillic."""

from __future__ import annotations

import io
import threading
from functools import cache
from importlib import resources
from typing import Any


@cache
def _font_file() -> bytes:
    return resources.files("bot.render").joinpath("fonts/DejaVuSans-Bold.ttf").read_bytes()


_fonts = threading.local()  # a font that two threads write with at once writes nonsense


def font(size: int) -> Any:
    """Return the font at a size in pixels, for the thread that asks."""
    from PIL import ImageFont

    known: dict[int, Any] | None = getattr(_fonts, "by_size", None)
    if known is None:
        known = _fonts.by_size = {}
    if size not in known:
        known[size] = ImageFont.truetype(io.BytesIO(_font_file()), size)
    return known[size]
