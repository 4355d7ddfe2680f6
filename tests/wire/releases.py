"""`python -m tests.wire.releases FOLDER`: this checkout as it would be one release on, to be put in place of this one.

It has one migration more, which only adds, and one version more of the rules of every system; what it writes tells it
from this one. So this checkout is a release with an older schema and older rules. `--race` has both raced on one
database, with all words that follow it: two processes begin as this release and are replaced by the next one by one.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from bot import __version__
from bot.storage.release_marks import OURS
from tests.wire.process import ROOT

RELEASE: Final = "99.0.0"
NEXT: Final = f"{int(OURS) + 1:04d}"
MOOD: Final = "glad"
"""What stands behind each order of the next release; behind those of this one stands ``calm``."""
WANTED: Final = ("bot/", "cogs/", "migrations/", "tests/", "pyproject.toml")
NOT_WANTED: Final = ("tests/databases/before", "tests/scenarios/", "tests/replays/")

_MIGRATION: Final = f'''"""The mood that an order was given in."""

import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{OURS}"
oldest_beside = "{OURS}"


def upgrade() -> None:
    """Add the column."""
    op.add_column("orders", sa.Column("mood", sa.Text(), server_default=sa.text("'calm'"), nullable=False))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("orders", "mood")
'''


def lay_out(folder: Path) -> Path:
    """Write the next release into a folder that is empty or not there; where it lies."""
    for name in _tracked():
        if name.startswith(WANTED) and not name.startswith(NOT_WANTED):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
    _renew(folder)
    spelling, here = (sys.executable, "-m", "tests.storage.spelling"), {**os.environ, "PYTHONPATH": str(folder)}
    subprocess.run(spelling, cwd=folder, env=here, check=True)
    return folder


def _tracked() -> list[str]:
    """The files of this checkout that git knows, as they lie here."""
    listed = subprocess.run(("git", "ls-files", "-z"), cwd=ROOT, capture_output=True, check=True, text=True)
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def _renew(folder: Path) -> None:
    """Make of a copy of this release the next one."""
    (folder / "migrations" / "versions" / f"{NEXT}_moods.py").write_text(_MIGRATION, "utf-8")
    column = 'Column("mood", Text, nullable=False, server_default=text("\'calm\'"))'
    _change(folder / "bot/storage/tables.py", r'^(    _big\("waits", 0\),)$', rf"\1\n    {column},")
    _change(folder / "bot/service/rows.py", r"^(    waits: bool = False)$", rf'\1\n    mood: str = "{MOOD}"')
    _change(folder / "bot/__init__.py", re.escape(__version__), RELEASE)
    for path in sorted((folder / "bot" / "rulesets").glob("*/ruleset.py")):
        _change(path, r"^    version = (\d+)$", lambda found: f"    version = {int(found[1]) + 1}")


def _change(path: Path, pattern: str, becomes: object) -> None:
    text, changes = re.subn(pattern, becomes, path.read_text("utf-8"), flags=re.MULTILINE)  # type: ignore[call-overload]
    if changes != 1:
        raise ValueError(f"{path} is not what it was: {pattern} is there {changes} times")
    path.write_text(text, "utf-8")


def raced(following: Path, *words: str) -> int:
    """Have the driver of the next release begin with processes of this one and replace them; its exit status."""
    command = (sys.executable, "-m", "tests.wire.race", "--postgres", "--processes", "2", "--old", str(ROOT), *words)
    env = {**os.environ, "PYTHONPATH": str(following)}
    return subprocess.run(command, cwd=following, env=env, check=False).returncode


def main() -> int:
    """Lay out the next release, and race with it if that is wanted."""
    match sys.argv[1:]:
        case ["--race", *words]:
            with tempfile.TemporaryDirectory() as folder:
                return raced(lay_out(Path(folder)), *words)
        case [folder] if not folder.startswith("-"):
            print(lay_out(Path(folder)))
            return 0
        case _:
            print("usage: python -m tests.wire.releases FOLDER | --race ...", file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main())
