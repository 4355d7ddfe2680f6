"""A portrait is kept small and anew, in a process of its own: nothing stays of its file but what can be seen."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from bot.render.strange_pictures import UnreadableFileError, answer, check_size, opened
from bot.service.requests import Portrait

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_POINTS = 24_000_000
LARGEST_KEPT = 64 * 1024
WIDEST = (512, 384, 256)
QUALITIES = (85, 70, 50, 30)


def read(content: bytes) -> Portrait:
    """Return the portrait of a file, upright, without what else stands in it.

    Raises:
        UnreadableFileError: it is no picture, or more than may be read.
    """
    check_size(content)
    image = opened(content, MOST_POINTS)
    from PIL import ImageOps  # only this process needs it

    try:
        image.draft("RGB", (2 * WIDEST[0], 2 * WIDEST[0]))
        small = ImageOps.exif_transpose(image).convert("RGBA" if image.has_transparency_data else "RGB")
        return Portrait(picture=_kept(small))
    except (OSError, ValueError, SyntaxError) as error:
        raise UnreadableFileError("its picture is broken") from error


def _kept(image: Image) -> bytes:
    """Return a picture as it is kept: as large and as good as there is room for, as WebP.

    Raises:
        UnreadableFileError: it cannot be made small enough.
    """
    for widest in WIDEST:
        image.thumbnail((widest, widest))
        for quality in QUALITIES:
            file = io.BytesIO()
            image.save(file, "WEBP", quality=quality, exif=b"", icc_profile=b"", xmp=b"")
            if file.tell() <= LARGEST_KEPT:
                return file.getvalue()
    raise UnreadableFileError("its picture cannot be made small enough")


if __name__ == "__main__":
    answer(read)
