"""What is spelled is what the statements say, and a bot that runs has no need of whoever spells it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bot.service.rows import OrderRow, OutboxRow
from bot.storage import statements
from bot.storage.migrate import migrate_aside, version
from bot.storage.release_marks import OURS
from bot.storage.spelled import Statement
from bot.storage.spelled import statements as spelled
from tests.storage import spelling
from tests.wire.process import ROOT

PIPED: Any = {"cwd": ROOT, "capture_output": True, "text": True, "check": True}


@pytest.mark.parametrize("module", spelling.MODULES, ids=lambda module: module.__name__)
def test_what_is_spelled_is_what_the_statements_say(module: ModuleType) -> None:
    written = spelling.path_of(module).read_text("utf-8")
    assert written == spelling.text_of(module), "run python -m tests.storage.spelling"


def test_what_a_statement_finds_has_the_names_of_its_columns() -> None:
    assert isinstance(spelled.SCENE, Statement)
    assert spelled.SCENE.columns == statements.columns(statements.SCENE)
    assert spelled.CLAIM.columns == ()


def taken_by(statement: Any) -> tuple[str, ...]:
    """The names of the parameters that a statement takes by place, in order."""
    return tuple(statement.compile(dialect=statements._SQLITE_BY_PLACE).positiontup)


def test_what_takes_its_parameters_by_place_takes_them_as_rows_have_them() -> None:
    assert taken_by(statements.APPEND_ORDER) == OrderRow.__struct_fields__
    assert (*taken_by(statements.POST), "id") == OutboxRow.__struct_fields__
    assert statements.by_place >= {statements.APPEND_ORDER, statements.POST}
    assert statements.SCENE not in statements.by_place


def test_a_bot_on_a_database_of_its_version_loads_nothing_that_only_an_upgrade_needs(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    program = (
        "import asyncio, sys; from bot import app; from bot.command_line import commands;"
        " from bot.settings import Settings; from bot.storage.migrate import migrate_aside; from pathlib import Path;"
        f" path = Path({str(path)!r}); migrate_aside(path);"
        " store = app.open_store(Settings(database=path), app.house());"
        " asyncio.run(store.close()); print({'sqlalchemy', 'alembic'} & {*sys.modules})"
    )
    found = subprocess.run([sys.executable, "-c", program], env={**os.environ, "FIRETEAM_DATABASE": str(path)}, **PIPED)
    assert found.stdout.splitlines()[-1] == "set()"


def test_an_upgrade_aside_is_whole_and_asked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table.db"
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("FIRETEAM_DATABASE", str(path))
    migrate_aside(path)
    assert version(path) == OURS
    monkeypatch.setattr(sys, "executable", "/nothing/there")
    migrate_aside(path)
