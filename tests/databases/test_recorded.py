"""What the recordings hold: every version of every system's rules, and people to whom much has happened."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bot import app
from tests.databases.casts import CASTS
from tests.databases.folds import filled
from tests.databases.manifest import FOLDS, load
from tests.databases.recordings import DATABASES, manifest_of, title
from tests.databases.troubles import TROUBLES

TROUBLED = [database for database in DATABASES if database.parent.name == "before_house"]


def versions(key: str) -> set[int]:
    """The versions of a system's rules by which recorded chapters were played."""
    found: set[int] = set()
    for database in DATABASES:
        with closing(sqlite3.connect(f"file:{database}?mode=ro&immutable=1", uri=True)) as connection:
            rows = connection.execute("SELECT ruleset_version FROM chapters WHERE ruleset = ?", (key,))
            found.update(version for (version,) in rows)
    return found


@pytest.mark.parametrize("key", sorted(CASTS))
def test_every_version_of_the_rules_but_the_newest_is_recorded(key: str) -> None:
    newest = app.house().system(key).ruleset.version
    missing = set(range(1, newest)) - versions(key)
    words = "record a database of the bot before the rules were raised: python -m tests.databases.record"
    assert not missing, f"{key} {sorted(missing)}: {words}"


def test_each_system_is_recorded_with_its_troubles() -> None:
    assert {database.stem for database in TROUBLED} == set(CASTS)


@pytest.mark.parametrize("database", TROUBLED, ids=title)
def test_what_befell_people_stands_in_the_kept_scenes(database: Path) -> None:
    kept = filled(msgspec.json.decode(database.with_suffix(FOLDS).read_bytes()))
    common = {"fight", "combatants", "agenda", "ranges_m", "away", "petitions", "opening"}
    asks = {"pending"} if CASTS[database.stem].asking else set()
    assert TROUBLES[database.stem].left | common | asks <= kept
    (fight,) = load(manifest_of(database)).fights
    assert fight.undone
