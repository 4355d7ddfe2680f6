"""Rule systems are put together when somebody first plays them, and known by name before."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot import app
from bot.core.errors import AssemblyError, RuleViolation
from bot.service.referee import Referee
from bot.service.systems import House, MadeWhenAsked, PlayableSystem
from bot.settings import Database, Settings
from bot.simulated.blank_database import migrated
from tests.service.table import Table, ask, refused

BUILT = app.built


def broken(key: str) -> PlayableSystem:
    raise AssemblyError("weapons.toml: a row has no damage")


@pytest.mark.parametrize("key", app.SYSTEMS)
def test_a_system_is_called_the_same_before_it_is_put_together(key: str) -> None:
    assert app.house().title(key) == app.built(key).ruleset.title


def test_a_value_is_made_once_and_only_when_somebody_asks() -> None:
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key.upper()

    values = MadeWhenAsked(("a", "b"), make)
    assert "b" in values
    assert [*values] == ["a", "b"]
    assert len(values) == 2
    assert made == []
    assert (values["b"], values.get("b"), values.get("c")) == ("B", "B", None)
    assert made == ["b"]


def test_those_there_are_can_be_named_though_one_is_broken() -> None:
    house = replace(app.house(), systems=MadeWhenAsked(app.SYSTEMS, broken))
    with pytest.raises(RuleViolation) as nothing:
        house.system("chess")
    assert "eclipse (Eclipse Phase (1st edition))" in nothing.value.remedy


def test_a_broken_system_is_refused_with_what_is_wrong_with_it() -> None:
    house = House(MadeWhenAsked(("eclipse",), broken), "eclipse", titles={"eclipse": "Eclipse Phase"})
    with pytest.raises(RuleViolation, match="Eclipse Phase cannot be put together: weapons") as refused:
        house.system("eclipse")
    assert "bot assemble" in refused.value.remedy


async def test_nobody_waits_for_systems_that_a_refusal_names(database: Database) -> None:
    """One thread writes for all, and readers are few: neither puts a system together for a list of those there are."""
    table, made = Table(database), dict[str, str]()

    def making(key: str) -> PlayableSystem:
        made[key] = threading.current_thread().name.partition("_")[0]
        return broken(key) if key == "broken" else BUILT(key) if key == "horizons" else table.house.system(key)

    house = replace(table.house, systems=MadeWhenAsked(("broken", "horizons", "toy"), making), titles={})
    assert house.system("toy") is table.house.system("toy")
    told = [await Referee(table.store, house).act(ask(), None, action) for action in ("ventilate", "throw")]
    await table.store.close()
    assert "No system here has." in refused(told[0])
    assert "These have: Endless Horizons." in refused(told[1])
    assert (made["broken"], made["horizons"]) == ("asyncio", "asyncio")


async def test_what_is_played_is_put_together_before_anybody_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    path = tmp_path / "table.db"
    path.write_bytes(migrated())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO scenes VALUES (1, 10, 100, 'horizons', 1, 1, 0, 0, 0, 0, x'')")

    def building(key: str) -> PlayableSystem:
        asked.append(key)
        return BUILT(key)

    monkeypatch.setattr(app, "built", building)
    bot = app.make_bot(Settings(database=path))
    await bot.store.close()
    assert sorted(asked) == ["horizons", "reflex"]
