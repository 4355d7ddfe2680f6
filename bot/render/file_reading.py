"""Files from anywhere are read in child processes, few at a time, and each is given up when it takes too long."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from pathlib import Path
from typing import TypeVar

import msgspec

import bot
from bot.core.errors import RuleViolation
from bot.render.strange_pictures import UnreadableFileError

PATIENCE_S = 40.0
MOST_AT_ONCE = 2
_being_read: Counter[str] = Counter()
T = TypeVar("T")


async def read_apart(module: str, content: bytes, answers: msgspec.json.Decoder[T | str]) -> T:
    """Return what a module finds in a file, run as a process of its own.

    Raises:
        UnreadableFileError: it is not what the module reads, or more than may be read; the words say what is wrong.
        RuleViolation: others are being read by it just now.
    """
    if _being_read[module] >= MOST_AT_ONCE:
        raise RuleViolation("Other files are being read just now.", "Try again in a moment.")
    _being_read[module] += 1
    try:
        async with asyncio.timeout(PATIENCE_S):
            found = answers.decode(await _answered(module, content))
    except (msgspec.DecodeError, TimeoutError):
        raise UnreadableFileError("reading it takes more memory or time than it may") from None
    finally:
        _being_read[module] -= 1
    if isinstance(found, str):
        raise UnreadableFileError(found)
    return found


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
