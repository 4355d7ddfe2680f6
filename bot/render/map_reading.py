"""What is wrong with a map file is said with the kinds of files that work."""

from __future__ import annotations

import msgspec

from bot.core.errors import RuleViolation
from bot.render.file_reading import read_apart
from bot.render.strange_pictures import UnreadableFileError
from bot.service.requests import MapFile

MODULE = "bot.render.map_files"
FORMATS = "Attach a .uvtt, .dd2vtt or .df2vtt file, or a PNG, JPEG or WebP picture with metres_wide."
_found: msgspec.json.Decoder[MapFile | str] = msgspec.json.Decoder(MapFile | str)


async def read_map(content: bytes) -> MapFile:
    """Return the map of a file that somebody attached.

    Raises:
        RuleViolation: it is no map, or more than may be read; the words say what is wrong with it.
    """
    try:
        return await read_apart(MODULE, content, _found)
    except UnreadableFileError as error:
        raise RuleViolation(f"That file cannot be read as a map: {error}.", FORMATS) from error
