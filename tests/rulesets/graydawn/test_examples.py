from __future__ import annotations

from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "scenarios" / "graydawn"
ILLUSTRATIONS = (6, 16, 23)
EXAMPLES = [f"GD-{number:02}" for number in range(1, 26)]
RULINGS = [f"004-{number}" for number in range(1, 51) if number not in ILLUSTRATIONS]


@pytest.mark.parametrize("name", [*EXAMPLES, *RULINGS])
def test_every_worked_example_and_every_ruling_is_played(name: str) -> None:
    assert (FOLDER / f"{name}.toml").is_file()
