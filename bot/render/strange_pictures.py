"""A picture from anywhere may be malicious: no more of it is decoded than its size allows, in a process with bounds.

What is run in such a process is given a file on its standard input, and writes what it found, or what is wrong with
it, as JSON.
"""

from __future__ import annotations

import io
import resource
import sys
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST_BYTES = 8 * 1024 * 1024
MEMORY_BYTES = 768 * 1024 * 1024
SECONDS = 20
FORMATS = ("PNG", "JPEG", "WEBP")


class UnreadableFileError(Exception):
    """A file is not what it should be, or too large; the words say what is wrong with it."""


def check_size(content: bytes) -> None:
    """Raise UnreadableFileError for a file of more bytes than are read."""
    if len(content) > LARGEST_BYTES:
        raise UnreadableFileError(f"it has {len(content) // 1024} KiB, at most {LARGEST_BYTES // 1024} are read")


def opened(content: bytes, most_points: int) -> Image:
    """Return a picture, of which no more is decoded than how large it is.

    Raises:
        UnreadableFileError: it is none, or too large.
    """
    from PIL import Image, UnidentifiedImageError  # only such a process needs it

    most = most_points // 1_000_000
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    try:
        image = Image.open(io.BytesIO(content), formats=FORMATS)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise UnreadableFileError("its picture is no PNG, JPEG or WebP") from error
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise UnreadableFileError(f"its picture has more than {most} megapixels") from error
    wide, deep = image.size
    if wide * deep > most_points:
        raise UnreadableFileError(f"its picture has {wide * deep / 1_000_000:.0f} megapixels, at most {most} are read")
    return image


def answer(read: Callable[[bytes], msgspec.Struct]) -> None:
    """Read the file on standard input within bounds, and write what it is, or what is wrong with it."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    content = sys.stdin.buffer.read(LARGEST_BYTES + 1)
    try:
        found: msgspec.Struct | str = read(content)
    except UnreadableFileError as error:
        found = str(error)
    except (MemoryError, RecursionError):
        found = "it takes more memory than it may"
    sys.stdout.buffer.write(msgspec.json.encode(found))
