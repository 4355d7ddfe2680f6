"""The kept state is a cache: it is made anew from events when the rules have another version, and events are lifted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import pytest

from bot.core.events import Lift
from bot.service.rows import ChapterRow
from bot.service.systems import PlayableSystem
from bot.settings import Database
from bot.storage.codec import Codec, packed_event
from bot.storage.fold_cache import Drafts, FoldCache
from bot.storage.opening import opened
from tests.rulesets.toy import Toy
from tests.rulesets.toy.brawl.events import Hurt
from tests.service.table import TABLES, Table, agreed, ask


class NextToy(Toy):
    """The toy, one version on."""

    version = 2


async def fought(table: Table) -> None:
    """A fight with something done and undone in it."""
    await table.fight()
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 2}))
    agreed(await table.referee.act(ask(), "Bea", "hurt", {"points": 2}))
    agreed(await table.referee.undo(ask()))


async def test_the_kept_state_is_the_fold(table: Table) -> None:
    await fought(table)
    row = table.row()
    unfolded = table.look(lambda unit: unit._refolded(row))  # type: ignore[attr-defined]
    assert unfolded == table.scene()


async def test_another_version_of_the_rules_folds_anew(database: Database) -> None:
    table = Table(database)
    await fought(table)
    before, row = table.scene(), table.row()
    await table.store.close()
    store = opened(database, {"toy": PlayableSystem(NextToy(TABLES))})
    assert store.look(lambda unit: unit.state(row)) == before
    await store.close()


async def test_a_restart_finds_the_same_state_with_everybody_in_the_same_place(database: Database) -> None:
    table = Table(database)
    await fought(table)
    agreed(await table.referee.npc_add(ask(), "thug", 3))
    agreed(await table.referee.npc_add(ask(), "thug"))
    before = table.scene()
    await table.store.close()
    again = Table(database)
    after = await again.store.read(lambda unit: unit.state(unit.scene_row(1)))
    assert after == before
    assert [*after.combatants] == [*before.combatants]
    agreed(await again.referee.init_next(ask()))
    assert again.audit().problems == []
    await again.store.close()


def test_events_of_an_older_version_are_lifted() -> None:
    class NewHurt(Hurt, frozen=True, kw_only=True, tag="toy.hurt"):
        version = 3
        lifts: ClassVar[Mapping[int, Lift]] = {
            1: lambda fields: {**fields, "damage": fields["points"] + 1},
            2: lambda fields: {"type": fields["type"], "actor": fields["actor"], "points": fields["damage"] * 10},
        }

    class NewToy(Toy):
        events = tuple(NewHurt if kind is Hurt else kind for kind in Toy.events)

    codec = Codec(NewToy(TABLES))
    old = packed_event(Hurt(actor="A", points=2))
    lifted, current = codec.event("toy.hurt", 1, old), codec.event("toy.hurt", 3, old)
    assert isinstance(lifted, NewHurt)
    assert isinstance(current, NewHurt)
    assert (lifted.points, current.points) == (30, 2)


def test_an_event_that_nobody_can_lift_is_an_error() -> None:
    class NewHurt(Hurt, frozen=True, kw_only=True, tag="toy.hurt"):
        version = 2

    class NewToy(Toy):
        events = tuple(NewHurt if kind is Hurt else kind for kind in Toy.events)

    with pytest.raises(KeyError):
        Codec(NewToy(TABLES)).event("toy.hurt", 1, packed_event(Hurt(actor="A", points=2)))


def test_a_cache_believes_only_the_stamp_that_is_asked_for() -> None:
    cache = FoldCache(most=2)
    scenes = [object(), object(), object()]
    cache.put(1, (1, 5, 9), scenes[0])  # type: ignore[arg-type]
    cache.put(1, (1, 4, 9), scenes[1])  # type: ignore[arg-type]
    assert cache.take(1, (1, 5, 9)) is scenes[0]
    assert cache.take(1, (1, 4, 9)) is None
    cache.put(2, (1, 1, 9), scenes[1])  # type: ignore[arg-type]
    cache.put(3, (1, 1, 9), scenes[2])  # type: ignore[arg-type]
    assert cache.take(1, (1, 5, 9)) is None


def test_a_cache_lets_go_first_of_what_was_asked_for_longest_ago() -> None:
    cache, stamp = FoldCache(most=2), (1, 1, 9)
    scenes = [object(), object(), object()]
    cache.put(1, stamp, scenes[0])  # type: ignore[arg-type]
    cache.put(2, stamp, scenes[1])  # type: ignore[arg-type]
    cache.take(1, stamp)
    cache.put(3, stamp, scenes[2])  # type: ignore[arg-type]
    assert [cache.take(scene_id, stamp) for scene_id in (1, 2, 3)] == [scenes[0], None, scenes[2]]


def test_drafts_reach_the_cache_only_by_a_commit() -> None:
    cache = FoldCache()
    drafts, scene = Drafts(cache), object()
    drafts.put(1, (1, 1, 9), scene)  # type: ignore[arg-type]
    drafts.touch(7)
    assert drafts.take(1, (1, 1, 9)) is scene
    drafts.drop_job()
    assert drafts.take(1, (1, 1, 9)) is None
    drafts.put(1, (1, 2, 9), scene)  # type: ignore[arg-type]
    drafts.touch(8)
    drafts.keep_job()
    assert cache.take(1, (1, 2, 9)) is None
    assert drafts.commit() == {8}
    assert cache.take(1, (1, 2, 9)) is scene


def a_chapter(number: int, scene_id: int = 1) -> ChapterRow:
    """A chapter whose dice are its own."""
    return ChapterRow(
        scene_id=scene_id,
        number=number,
        first=1,
        fight=1,
        ruleset="toy",
        ruleset_version=1,
        public_secret=b"%d" % number,
        gm_secret=b"",
    )


def test_an_open_chapter_is_believed_under_its_number_alone() -> None:
    cache = FoldCache(most=2)
    cache.keep_chapter(a_chapter(4))
    assert cache.chapter(1, 4) == a_chapter(4)
    assert cache.chapter(1, 5) is None
    cache.keep_chapter(a_chapter(1, scene_id=2))
    cache.keep_chapter(a_chapter(1, scene_id=3))
    assert cache.chapter(1, 4) is None


def test_a_chapter_that_was_not_committed_is_forgotten() -> None:
    """Another one may take its number."""
    cache = FoldCache()
    drafts = Drafts(cache)
    drafts.keep_chapter(a_chapter(2))
    assert drafts.chapter(1, 2) == a_chapter(2)
    drafts.drop_job()
    assert drafts.chapter(1, 2) is None
    drafts.keep_chapter(a_chapter(2))
    drafts.keep_job()
    drafts.drop_group()
    assert cache.chapter(1, 2) is None
    drafts.keep_chapter(a_chapter(2))
    drafts.keep_job()
    drafts.commit()
    assert cache.chapter(1, 2) == drafts.chapter(1, 2) == a_chapter(2)
