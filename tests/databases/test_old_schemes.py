"""Chapters keep the scheme of their dice with which they were opened: it is the only one in which they agree."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.service.ports import Unit
from bot.service.systems import House
from tests.databases.looking import looked, problems
from tests.databases.recordings import DATABASES, title
from tests.databases.table import copy

LATER_SCHEMES = {
    "before_called_steps": 2,
    "before_coming_back": 3,
    "before_coming_round": 3,
    "before_cones_of_the_dead": 3,
    "before_counted_minutes": 3,
    "before_counted_odds": 3,
    "before_covering_the_down": 3,
    "before_dead_strikers": 3,
    "before_edited_out": 3,
    "before_empty_guns": 3,
    "before_ended_phases": 3,
    "before_fears_lapse": 3,
    "before_giving_away": 3,
    "before_going_to_the_held": 3,
    "before_gunners": 3,
    "before_heard_blasts": 3,
    "before_house": 2,
    "before_kept_grips": 3,
    "before_lasting_losses": 3,
    "before_late_newcomers": 3,
    "before_left_gunners": 3,
    "before_left_leaders": 3,
    "before_looks_of_riders": 3,
    "before_lost_aims": 3,
    "before_lost_guns": 3,
    "before_lost_waits": 3,
    "before_marked_folds": 3,
    "before_moved_gunners": 3,
    "before_out_of_seats": 3,
    "before_parting": 3,
    "before_pins": 3,
    "before_placing": 3,
    "before_reaches_of_the_dead": 3,
    "before_quiet_weeks": 3,
    "before_running_grapples": 3,
    "before_situations": 2,
    "before_slipping_away": 3,
    "before_ties_under_fire": 3,
    "before_told_attackers": 3,
    "before_told_calls": 3,
    "before_told_edits": 3,
    "before_topping_up": 3,
    "before_typed_ranges": 3,
    "before_unseen_watches": 3,
    "before_untold": 3,
    "before_vain_healing": 3,
    "before_vain_luck": 3,
    "before_watched_moves": 3,
    "before_watches_of_the_down": 3,
    "before_watching_who_moves": 3,
    "before_whole_actions": 3,
    "before_wounded_charges": 3,
}


def schemes(unit: Unit, _: House) -> set[tuple[int, bool]]:
    """The schemes of all chapters, and whether scenes keep the hidden apart."""
    rows = [unit.scene_row(scene_id) for scene_id in unit.scene_ids()]
    chapters = [unit.chapter(row.id, number) for row in rows for number in range(1, row.chapter + 1)]
    return {(chapter.scheme, unit.checkpoint(chapter).apart) for chapter in chapters}


@pytest.mark.parametrize("database", DATABASES, ids=title)
async def test_chapters_keep_their_scheme_and_agree(database: Path, tmp_path: Path) -> None:
    copy(database, tmp_path / "copy.db")
    scheme = LATER_SCHEMES.get(database.parent.name, 1)
    assert await looked(tmp_path / "copy.db", schemes) == {(scheme, scheme > 1)}
    assert await looked(tmp_path / "copy.db", problems) == []


@pytest.mark.parametrize("database", DATABASES, ids=title)
async def test_in_another_scheme_they_do_not_agree(database: Path, tmp_path: Path) -> None:
    copy(database, tmp_path / "copy.db")
    await looked(tmp_path / "copy.db", schemes)
    with closing(sqlite3.connect(tmp_path / "copy.db")) as connection, connection:
        connection.execute("update chapters set scheme = case scheme when 1 then 2 else 1 end")
    assert any("scheme" in words for words in await looked(tmp_path / "copy.db", problems))
