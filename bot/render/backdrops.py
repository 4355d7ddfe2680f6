"""The picture of an imported map lies pale behind the ground, and is made coarser until the whole is small enough."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from bot.render.shapes import PAPER
from bot.render.window import FINER, FOOT, HEIGHT, WIDTH, Window
from bot.service.requests import GroundBackdrop

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST_BYTES = 110 * 1024
"""How large the picture of a map may be by itself, so that with all that is drawn on it it has at most 150 KB."""

COARSER = ((48, 1), (32, 2), (16, 4))
"""How many colours it has, and how many points across become one."""

PALE = 0.45
"""How much of the paper is mixed into the picture of a map, so that what is drawn on it can be read."""


def lay_behind(image: Image, behind: GroundBackdrop, window: Window) -> bytes:
    """Draw the part of a map's picture that a window shows, and return the colours that it takes.

    Where the picture cannot be read nothing is drawn.
    """
    from PIL import Image as Images

    try:
        whole = Images.open(io.BytesIO(behind.picture), formats=("WEBP",)).convert("RGB")
    except (OSError, ValueError, SyntaxError):
        return b""
    shown = _shown(whole, behind, window)
    pale = Images.blend(shown, Images.new("RGB", shown.size, PAPER), PALE)
    few = _small_enough(pale)
    image.paste(few.convert("RGB").resize((WIDTH * FINER, (HEIGHT - FOOT) * FINER), Images.Resampling.NEAREST), (0, 0))
    return bytes(few.getpalette() or ())[: 3 * COARSER[0][0]]


def _shown(whole: Image, behind: GroundBackdrop, window: Window) -> Image:
    from PIL import Image as Images

    east_m, north_m = behind.east_cm / 100, (behind.north_cm + behind.deep_cm) / 100
    across, down = whole.width * 100 / behind.wide_cm, whole.height * 100 / behind.deep_cm
    return whole.transform(
        (WIDTH, HEIGHT - FOOT),
        Images.Transform.AFFINE,
        (
            *(across / window.scale, 0, (window.west_m - east_m) * across),
            *(0, down / window.scale, (north_m - window.north_m) * down),
        ),
        Images.Resampling.BILINEAR,
        fillcolor=PAPER,
    )


def _small_enough(image: Image) -> Image:
    """Return a picture in as many colours, and as fine, as lets it be small enough."""
    from PIL import Image as Images

    few = image
    for colours, across in COARSER:
        coarse = image.reduce(across).resize(image.size, Images.Resampling.NEAREST) if across > 1 else image
        few = coarse.quantize(colours, Images.Quantize.MEDIANCUT, dither=Images.Dither.NONE)
        file = io.BytesIO()
        few.save(file, "PNG", compress_level=6)
        if file.tell() <= LARGEST_BYTES:
            break
    return few
