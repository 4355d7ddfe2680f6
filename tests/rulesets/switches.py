"""Everything that a campaign may choose, one to a line: `python -m tests.rulesets.switches` writes it down anew.

What is written down must be what the code has, in this order: every switch, and every value of the tables by its path.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot import app
from bot.core.options import Kind, OptionSpec
from tests.rulesets.registry import entry

FOLDER: Final = Path(__file__).parent / "switches"


def names() -> list[str]:
    """Every system."""
    return list(app.SYSTEMS)


def lines(name: str) -> list[str]:
    """What may be chosen for a system, as it is written down."""
    return [f"{key}: {', '.join(_switch(spec))}" for key, spec in entry(name).ruleset.options.items()]


def _switch(spec: OptionSpec) -> Iterator[str]:
    yield f"{spec.kind.value} {json.dumps(spec.default, ensure_ascii=False)} ({spec.about})"
    if spec.kind in (Kind.INT, Kind.NUMBER):
        yield f"{spec.lo:g} to {spec.hi:g}"
    if spec.choices:
        yield f"one of {' | '.join(spec.choices)}"
    yield f"{spec.source}{' (house)' if spec.house else ''}"


def path(name: str) -> Path:
    """Where what may be chosen for a system is written down."""
    return FOLDER / f"{name}.txt"


def main() -> None:
    """Write down what may be chosen for every system."""
    FOLDER.mkdir(exist_ok=True)
    for name in names():
        path(name).write_text("\n".join(lines(name)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
