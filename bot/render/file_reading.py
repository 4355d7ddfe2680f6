"""Files from anywhere are read in child processes, few at a time, and each is given up when it takes too long."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec

import bot
from bot.core.errors import RuleViolation
from bot.service.requests import MapFile, Portrait

PATIENCE_S = 40.0
MOST_AT_ONCE = 2
_being_read: Counter[str] = Counter()
T = TypeVar("T")


class FileKind(msgspec.Struct, Generic[T], frozen=True):
    """What a file is read as: by which ``module``, its ``noun``, what ``works``, and how ``answers`` look."""

    module: str
    noun: str
    works: str
    answers: msgspec.json.Decoder[T | str]


MAP: Final = FileKind[MapFile](
    "bot.render.map_files",
    "a map",
    "Attach a .uvtt, .dd2vtt or .df2vtt file, or a PNG, JPEG or WebP picture with metres_wide.",
    msgspec.json.Decoder(MapFile | str),
)
PORTRAIT: Final = FileKind[Portrait](
    "bot.render.portrait_files",
    "a portrait",
    "Attach a PNG, JPEG or WebP picture, or say the https address of one with url.",
    msgspec.json.Decoder(Portrait | str),
)


async def read_file(kind: FileKind[T], content: bytes) -> T:
    """Return what is found in a file that somebody attached, by a process of its own.

    Raises:
        RuleViolation: it is not of that kind, or more than may be read, or others are being read just now.
    """
    if _being_read[kind.module] >= MOST_AT_ONCE:
        raise RuleViolation("Other files are being read just now.", "Try again in a moment.")
    _being_read[kind.module] += 1
    try:
        async with asyncio.timeout(PATIENCE_S):
            found = kind.answers.decode(await _answered(kind.module, content))
    except (msgspec.DecodeError, TimeoutError):
        raise _unreadable(kind, "reading it takes more memory or time than it may") from None
    finally:
        _being_read[kind.module] -= 1
    if isinstance(found, str):
        raise _unreadable(kind, found)
    return found


def _unreadable(kind: FileKind[T], why: str) -> RuleViolation:
    return RuleViolation(f"That file cannot be read as {kind.noun}: {why}.", kind.works)


async def _answered(module: str, content: bytes) -> bytes:
    pipe = asyncio.subprocess.PIPE
    root = Path(bot.__file__).parent.parent
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL, cwd=root, env={}
    )
    try:
        written, _ = await child.communicate(content)
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    return written
