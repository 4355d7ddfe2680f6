"""Everything that may be typed, one input to a line: `python -m tests.rulesets.actions` writes it down anew.

What is written down must be what the code has, in this order. Bounds stand where a number is meant, lengths where a
text is.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot import app
from bot.core.options import LONGEST_CHOICE, ActionSpec, Input, Kind, Word
from tests.rulesets.registry import entry

FOLDER: Final = Path(__file__).parent / "actions"
NUMBERS: Final = (Kind.INT, Kind.NUMBER)
TEXTS: Final = (Kind.TEXT, Kind.COMBATANT)


def names() -> list[str]:
    """Every system."""
    return list(app.SYSTEMS)


def lines(name: str) -> list[str]:
    """The actions of a system with their inputs, as they are written down."""
    return [line for action in entry(name).ruleset.actions.values() for line in _action(action)]


def _action(action: ActionSpec) -> Iterator[str]:
    marks = {"gm": action.gm_only, "button": action.button, f"odds {action.odds}": bool(action.odds)}
    marks[f"with {action.switch}"] = bool(action.switch)
    marks["of the scene"] = action.of_scene
    marks["asks"] = action.asks
    told = "".join(f", {mark}" for mark, holds in marks.items() if holds)
    yield f"{action.name}: {action.title}, {action.about} (/{action.command}{told})"
    yield f"  in {', '.join(action.kinds) or 'any time'}{', or outside fights' if action.outside else ''}"
    for item in action.inputs:
        yield f"  {item.key}: {', '.join(_input(item))}"


def _input(item: Input) -> Iterator[str]:
    yield f"{item.kind.value} ({item.about})"
    if item.kind in NUMBERS:
        yield f"{item.lo:g} to {item.hi:g}"
    if item.kind in TEXTS:
        yield f"at most {item.longest}"
    if item.kind is Kind.CHOICE:
        yield f"one of {' | '.join(item.choices)}{f' or at most {LONGEST_CHOICE}' if item.open_ended else ''}"
    yield "option" if item.shared else "word"
    marks = ("required", "asks_scene", "veiled", "lists")
    yield from (mark for mark in marks if getattr(item, mark))
    if item.word is not Word.OWN:
        yield f"said by {item.word.value}"
    if item.thing:
        yield f"of the {item.thing}"
    if item.switch:
        yield f"with {item.switch}"
    yield from (f"{word} with {switch}" for word, switch in item.switched)


def path(name: str) -> Path:
    """Where the actions of a system are written down."""
    return FOLDER / f"{name}.txt"


def main() -> None:
    """Write down the actions of every system."""
    FOLDER.mkdir(exist_ok=True)
    for name in names():
        path(name).write_text("\n".join(lines(name)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
