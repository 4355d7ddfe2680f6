"""A few steps of the many that `python -m tests.twice KEY COUNT` takes."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

from bot import app
from tests.monkeys import opening
from tests.twice.__main__ import played
from tests.twice.games import Hidden


@pytest.mark.untraced
@pytest.mark.one_system
@pytest.mark.parametrize("hidden", Hidden)
@pytest.mark.parametrize("key", app.SYSTEMS)
def test_players_receive_the_same_whatever_else_is_hidden(key: str, hidden: Hidden, tmp_path: Path) -> None:
    games, differs = played(key, hidden, 20, tmp_path)
    assert not differs, "\n".join((*games.told, differs))
    assert games.done["done"] >= len(opening(key))


@pytest.mark.untraced
def test_what_shows_of_what_is_done_unseen_is_found(tmp_path: Path) -> None:
    with patch("tests.twice.games.THINGS", (("roll", {"expression": "3d6"}),)):
        _, differs = played("reflex", Hidden.THINGS, 20, tmp_path)
    assert "3d6" in differs
