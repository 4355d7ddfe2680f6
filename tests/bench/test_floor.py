"""The bare bot that an attack is measured against does what is said of it: it writes first, answers, and posts."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import partial

from tests.wire.clerk import FILE, WRITTEN
from tests.wire.client import Wire
from tests.wire.world import Message

CLERK = ["-m", "tests.wire.clerk"]
LINES = ("Contact, front.", "Two more by the gate.")


def posted(wire: Wire) -> list[Message]:
    """Return what was posted beside the answers."""
    answers = [each.original for each in wire.world.interactions.values()]
    return [each for each in wire.messages() if each not in answers]


def is_posted(wire: Wire, text: str) -> bool:
    """Return whether the newest that was posted says this."""
    return any(each.content == text for each in posted(wire)[-1:])


async def test_what_is_said_again_is_written_before_and_posted_behind() -> None:
    async with Wire() as wire:
        await wire.start_bot(CLERK)
        for number, text in enumerate(LINES, start=1):
            answer = await wire.slash("ann", wire.channel, "/echo", {"text": text})
            with closing(sqlite3.connect(wire.folder / FILE)) as connection:
                rows = connection.execute("SELECT what, number, length(body) FROM kept").fetchall()
            assert answer.words == text
            assert sorted(rows) == sorted((what, number, size) for what, size in WRITTEN.items())
            await wire.until(partial(is_posted, wire, text))
        await wire.until(lambda: posted(wire)[0].edits == 1)
        assert [each.content for each in posted(wire)] == [LINES[-1], LINES[-1]]
