"""Databases of earlier versions go on over the wire, in the Discord they left: nothing is lost, doubled or changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest

from bot.storage.migrate import migrate
from tests.databases import posted
from tests.databases.comparison import differing
from tests.databases.looking import looked, problems
from tests.databases.manifest import Entry, Manifest, Step, later, load
from tests.databases.recordings import DATABASES, manifest_of, title
from tests.databases.table import Table, taken_up
from tests.wire.kill import audited

TAKEN_BACK, NUMBER = re.compile(r"Taken back: (.*?)\."), re.compile(r"#(g?\d+)")
INTERRUPTED = [database for database in DATABASES if load(manifest_of(database)).lacking]


def test_every_system_and_an_interrupted_bot_are_recorded() -> None:
    assert {"reflex", "eclipse", "nighttripper", "horizons", "graydawn"} <= {database.stem for database in DATABASES}
    assert INTERRUPTED


@pytest.mark.parametrize("database", DATABASES, ids=title)
async def test_people_see_what_they_saw_and_the_fight_goes_on_as_it_would_have(database: Path) -> None:
    manifest = load(manifest_of(database))
    async with taken_up(database, manifest.guild) as table:
        threads, stood = ids_of_threads(table, manifest), standing(table, manifest)
        if not manifest.lacking:  # those bots have a process bring it up to date, which takes longer than all else
            migrate(table.database)
        await table.start()
        seen = await table.seen(manifest.fights)
        assert [*differing(seen, manifest.seen)] == []
        await verified(table, manifest)
        course = [await table.takes(bare(step)) for step in manifest.course]
        assert [*differing(course, manifest.course)] == []
        assert [*differing(later(seen, await table.seen(manifest.fights)), manifest.after)] == []
        await verified(table, manifest)
        await whole(table, manifest, stood)
        for before, now in zip(threads, ids_of_threads(table, manifest), strict=True):
            assert now == before or (not before and len(now) == 1)
        await table.wire.kill()
        assert await looked(table.database, problems) == []


@pytest.mark.parametrize("database", INTERRUPTED, ids=title)
async def test_what_is_owed_is_posted_once_however_often_the_bot_is_started(database: Path) -> None:
    manifest = load(manifest_of(database))
    async with taken_up(database, manifest.guild) as table:
        stood = standing(table, manifest)
        await table.start()
        await whole(table, manifest, stood)
        await table.wire.kill()
        await table.wire.restart()
        for fight in manifest.fights:
            await table.does("gm", "/init next", at=fight.channel)
        await whole(table, manifest, stood)
        await table.wire.kill()
        assert await audited(table.database) == []


def bare(step: Step) -> Step:
    """A step without what came of it."""
    return Step(step.by, step.channel, step.command, step.options, step.click)


def test_what_other_rules_asked_is_taken_back_in_every_system_that_asks() -> None:
    logs = {database: load(manifest_of(database)).after.views["the-table"]["cat"].log for database in DATABASES}
    ended = [database.stem for database, log in logs.items() if taken_back(log)]
    assert {"reflex", "nighttripper", "horizons", "graydawn"} <= set(ended)


async def verified(table: Table, manifest: Manifest) -> None:
    """See that every die of every fight is what its secret makes it."""
    for fight in manifest.fights:
        words = (await table.tries("gm", "/log verify", at=fight.channel)).words
        assert "Everything agrees." in words, words


def ids_of_threads(table: Table, manifest: Manifest) -> list[list[int]]:
    """The log threads of each channel, and its GMs'."""
    kinds = [(fight.channel, gm) for fight in manifest.fights for gm in (False, True)]
    return [[thread.id for thread in table.threads(channel, gm=gm)] for channel, gm in kinds]


def standing(table: Table, manifest: Manifest) -> dict[str, dict[str, str]]:
    """What the threads of the fights show, by the numbers of orders."""
    return {key: dict(found) for key, found in table.shown(manifest.fights).items()}


def taken_back(log: list[Entry]) -> list[str]:
    """The orders whose question was asked by other rules, by their numbers in a log."""
    found = (TAKEN_BACK.match(words) for entry in log for words in entry.words)
    return [number for each in found if each for number in NUMBER.findall(each[1])]


async def whole(table: Table, manifest: Manifest, stood: Mapping[str, Mapping[str, str]]) -> None:
    """Wait until threads show every order, what has no number once, and no more struck out than what is undone.

    What ``stood`` in them before keeps the words of the bot that posted it.
    """
    await table.settle(manifest.fights, stood)
    for fight in manifest.fights:
        log, secret = (table.threads(fight.channel, gm=gm) for gm in (False, True))
        for place, viewer in ((log, "cat"), (secret, "gm")):
            undone = {*fight.undone, *taken_back(await table.log(viewer, fight.channel))}
            await table.becomes(partial(posted.struck, place), undone)
        promises = posted.unnumbered(log)
        assert sorted(promises) == sorted(set(promises))
        assert posted.promised(log)
