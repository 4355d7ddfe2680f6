"""The eyes of these tests: a page lost, doubled or out of order is seen, and a world comes back with every id."""

from __future__ import annotations

import pytest

from tests.databases.comparison import differing
from tests.databases.manifest import Entry, load
from tests.databases.places import kept, rebuild
from tests.databases.posted import differences, expected, shown, struck, unnumbered
from tests.databases.recordings import DATABASES, manifest_of
from tests.wire.client import Wire
from tests.wire.world import Channel, Message, User

BOT = User(1, "Fireteam", bot=True)
PAGES = [
    "`#1` **Ann** shoots.\n-# Skill 8\n`#2` Bob waits.",
    "-# `#2` Ticks 5",
    "*Secret*",
    "`#g1` ~~Vasily~~\n-# ~~aims~~",
]
LOG = [Entry("0", ["Bob joins."]), Entry("1", ["Ann shoots.", "Skill 8"]), Entry("2", ["Bob waits.", "Ticks 5"])]
HIDDEN = Entry("g1", ["Vasily", "aims"])
SILENT = Entry("3", [])


def thread(*texts: str) -> Channel:
    """A thread with these messages."""
    channel = Channel(2, 3, "Fight 1")
    channel.messages = {at: Message(at, 2, BOT, text) for at, text in enumerate(texts)}
    return channel


def test_a_thread_that_shows_everything_is_the_log() -> None:
    assert shown([thread(*PAGES)]) == expected([*LOG, SILENT, HIDDEN], "1")
    assert unnumbered([thread(*PAGES)]) == ["*Secret*"]
    assert struck([thread(*PAGES)]) == {"g1"}


@pytest.mark.parametrize(
    "pages",
    [
        [PAGES[0], *PAGES[2:]],
        [PAGES[0], PAGES[1], PAGES[1], *PAGES[2:]],
        [PAGES[3], *PAGES[:3]],
        [*PAGES, PAGES[0]],
        PAGES[:3],
    ],
    ids=["a lost page", "a doubled page", "another order", "an order again at the end", "a lost order"],
)
def test_whatever_else_it_shows_is_not(pages: list[str]) -> None:
    owed = expected([*LOG, HIDDEN], "1")
    assert shown([thread(*pages)]) != owed
    assert [*differences({"log": shown([thread(*pages)])}, {"log": owed})]


async def test_a_world_comes_back_with_every_id() -> None:
    for database in DATABASES:
        guild = load(manifest_of(database)).guild
        async with Wire() as wire:
            rebuild(wire, guild)
            assert [*differing(kept(wire), guild)] == []


def test_a_changed_word_is_found() -> None:
    found, wanted = {"a": [1, {"b": "x"}]}, {"a": [1, {"b": "y"}, 2]}
    assert [*differing(found, wanted)] == ["a.1.b: 'x' for 'y'", "a.2: 'nothing' for 2"]
