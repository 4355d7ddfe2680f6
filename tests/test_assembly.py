"""What is wrong with a rule system is found before anything is played: by the command that `make check` runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NIGHT = "bot/rulesets/nighttripper"
COMMAND = ("-m", "bot", "assemble")
HALF_WRITTEN = shutil.ignore_patterns("*.pyc.*")  # what other workers compile meanwhile, and is gone when copied

PLANTS = {
    "a second handler of an action": (
        f"{NIGHT}/fire/rules.py",
        "rules = Rules()\n",
        "rules = Rules()\n\n\n@rules(Attack)\ndef again(play: NightPlay, attack: Attack) -> None: ...\n",
        "attack is there twice",
    ),
    "an event without words": (
        f"{NIGHT}/fire/words.py",
        "@words(Attacked)\n",
        "",
        "nighttripper.attacked is without words",
    ),
    "an event that says nothing of the scene": (
        f"{NIGHT}/fire/events.py",
        "    def changed(",
        "    def changes(",
        "nighttripper.attacked says nothing of the scene",
    ),
    "a reference to a row that is not there": (
        f"{NIGHT}/tables/weapons.toml",
        'row = "pistol"',
        'row = "pistl"',
        "pistl",
    ),
    "an unknown field of a ready-made sheet": (
        f"{NIGHT}/tables/npcs.toml",
        "[guard.sheet]\n",
        "[guard.sheet]\nskil = 3\n",
        r"npcs\.guard: skil",
    ),
    "an unknown field of a row": (
        f"{NIGHT}/tables/weapons.toml",
        "[pistol]\n",
        "[pistol]\nbarrels = 2\n",
        r"weapons\.pistol: .*barrels",
    ),
    "an unknown field of a material": (
        "bot/grounds/materials.toml",
        "[brick_wall]\n",
        "[brick_wall]\ncolour = 2\n",
        "materials: .*colour",
    ),
    "an unknown field of a handbook": (
        "bot/handbooks/nighttripper.toml",
        "cheat_sheet =",
        "colour = 2\ncheat_sheet =",
        "a handbook: .*colour",
    ),
    "a table that is no TOML": (f"{NIGHT}/tables/npcs.toml", "[guard.sheet]", "[guard.sheet", r"npcs\.toml"),
    "a step around an unknown action": (
        f"{NIGHT}/features.py",
        'in it"),\n)',
        'in it", of=("sing",)),\n)',
        "around sing",
    ),
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the code, with what is compiled of it."""
    folder = tmp_path_factory.mktemp("repository")
    for part in ("bot", "cogs", "migrations"):
        shutil.copytree(ROOT / part, folder / part, ignore=HALF_WRITTEN)
    return folder


def assembled(folder: Path) -> subprocess.CompletedProcess[str]:
    # What is compiled of one plant must not be taken for the next, which may be as long and of the same second.
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, *COMMAND], cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", PLANTS)
def test_what_is_wrong_is_named(copy: Path, name: str) -> None:
    place, what, instead, why = PLANTS[name]
    path = copy / place
    before = path.read_text("utf-8")
    assert what in before
    path.write_text(before.replace(what, instead, 1), "utf-8")
    found = assembled(copy)
    path.write_text(before, "utf-8")
    assert found.returncode in (1, 2)
    assert re.search(why, found.stderr), found.stderr
    assert "Traceback" not in found.stderr


def test_every_system_can_be_put_together(copy: Path) -> None:
    found = assembled(copy)
    assert (found.returncode, found.stderr) == (0, "")
    assert len(found.stdout.splitlines()) == len(list((ROOT / "bot" / "rulesets").glob("*/tables")))


def test_the_check_before_a_commit_and_the_image_both_run_it() -> None:
    assert "$(BIN)/python -m bot assemble" in (ROOT / "Makefile").read_text("utf-8")
    assert re.search(r"(?m)^RUN .*python -m bot assemble$", (ROOT / "Dockerfile").read_text("utf-8"))
