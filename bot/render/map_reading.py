"""Map files are read in child processes, few at a time, and each is given up when it takes too long."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import msgspec

import bot
from bot.core.errors import RuleViolation
from bot.service.requests import MapFile

MODULE = "bot.render.map_files"
PATIENCE_S = 40.0
FORMATS = "Attach a .uvtt, .dd2vtt or .df2vtt file, or a PNG, JPEG or WebP picture with metres_wide."

MOST_AT_ONCE = 2
_being_read: set[object] = set()
_found: msgspec.json.Decoder[MapFile | str] = msgspec.json.Decoder(MapFile | str)


async def read_map(content: bytes) -> MapFile:
    """Return the map of a file that somebody attached.

    Raises:
        RuleViolation: it is no map, or more than may be read; the words say what is wrong with it.
    """
    if len(_being_read) >= MOST_AT_ONCE:
        raise RuleViolation("Other maps are being read just now.", "Try again in a moment.")
    token = object()
    _being_read.add(token)
    try:
        async with asyncio.timeout(PATIENCE_S):
            found = _found.decode(await _answered(content))
    except (msgspec.DecodeError, TimeoutError):
        found = "reading it takes more memory or time than it may"
    finally:
        _being_read.discard(token)
    if isinstance(found, str):
        raise RuleViolation(f"That file cannot be read as a map: {found}.", FORMATS)
    return found


async def _answered(content: bytes) -> bytes:
    pipe = asyncio.subprocess.PIPE
    root = Path(bot.__file__).parent.parent
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", MODULE, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL, cwd=root, env={}
    )
    try:
        written, _ = await child.communicate(content)
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    return written
