from __future__ import annotations

from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "scenarios" / "nighttripper"
EXAMPLES = [f"NT-{number:02}" for number in range(1, 10)]
RULINGS = [f"002-{number}" for number in range(1, 22)]


@pytest.mark.parametrize("name", [*EXAMPLES, *RULINGS])
def test_every_worked_example_and_every_ruling_is_played(name: str) -> None:
    assert (FOLDER / f"{name}.toml").is_file()
