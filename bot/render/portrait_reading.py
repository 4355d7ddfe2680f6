"""What is wrong with the file of a portrait is said with the kinds of files that work."""

from __future__ import annotations

import msgspec

from bot.core.errors import RuleViolation
from bot.render.file_reading import read_apart
from bot.render.strange_pictures import UnreadableFileError
from bot.service.requests import Portrait

MODULE = "bot.render.portrait_files"
FORMATS = "Attach a PNG, JPEG or WebP picture, or say the https address of one with url."
_found: msgspec.json.Decoder[Portrait | str] = msgspec.json.Decoder(Portrait | str)


async def read_portrait(content: bytes) -> Portrait:
    """Return the portrait of a file that somebody attached.

    Raises:
        RuleViolation: it is no picture, or more than may be read; the words say what is wrong with it.
    """
    try:
        return await read_apart(MODULE, content, _found)
    except UnreadableFileError as error:
        raise RuleViolation(f"That file cannot be read as a portrait: {error}.", FORMATS) from error
