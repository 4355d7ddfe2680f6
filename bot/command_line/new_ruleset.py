"""How a new rule system begins: as the smallest one that plays a whole fight and keeps the contract of them all."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

BLANK = Path(__file__).parents[1] / "blank"
KEY = re.compile(r"[a-z][a-z0-9]{1,15}")
TAKEN = ("core", "toy")  # whose events have these names
TITLE = re.compile(r"[\w](?:[\w .,:&+()-]{0,38}[\w).])?")


class FoundingError(ValueError):
    """There can be no such system; the message says, in one line, what to do."""


def lay_out(root: Path, key: str, title: str) -> list[Path]:
    """Write the folders of system ``key`` below the repository ``root``, with its tests; the files that are new.

    Raises:
        FoundingError: the key or the title does not work, or something of that name is there already.
    """
    _check(key, title)
    files = {root / _place(path, key): path for path in sorted(BLANK.rglob("*.txt"))}
    taken = next((folder for folder in {path.parent for path in files} if folder.exists()), None)
    if taken is not None:
        raise FoundingError(f"{taken} is there already: choose another key, or remove it.")
    for path, blank in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_filled(blank.read_text("utf-8"), key, title), "utf-8")
    return list(files)


def _check(key: str, title: str) -> None:
    if not KEY.fullmatch(key) or keyword.iskeyword(key) or key in TAKEN:
        raise FoundingError(f"{key[:40]!r} is no key: use 2 to 16 small letters and digits, a letter first.")
    if not TITLE.fullmatch(title):
        raise FoundingError(f"{title[:60]!r} is no title: use 1 to 40 letters, digits and plain punctuation.")


def _place(blank: Path, key: str) -> str:
    """Return where a blank file goes, below the repository."""
    return str(blank.relative_to(BLANK)).removesuffix(".txt").replace("KEY", key)


def _filled(text: str, key: str, title: str) -> str:
    return text.replace("{{key}}", key).replace("{{title}}", title)


def next_steps(key: str, title: str) -> str:
    """Return what is left to do by hand, since one place alone names the rule systems."""
    return f"""\
Now name it in SYSTEMS of bot/app.py:
    "{key}": Shipped("{title}", _whole("{key}")),
Then put it on record and see that it holds:
    python -m bot assemble
    python -m tests.bars --record
    python -m tests.storage.shapes
    python -m tests.rulesets.actions
    python -m tests.rulesets.switches
    python -m tests.replays.record {key}
    python -m pytest tests/rulesets/test_contract.py tests/rulesets/{key} -k {key}"""
