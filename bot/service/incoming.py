"""Text from outside is looked through once, where it comes in: half a character could never be written down again."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.errors import RuleViolation
from bot.core.legible import is_text


def check_texts(data: object) -> None:
    """Raise RuleViolation where any text within ``data``, also a key, is none."""
    waiting = [data]
    while waiting:
        match waiting.pop():
            case str(text) if not is_text(text):
                raise RuleViolation("That holds half a character, or a zero.", "Type it anew, in letters.")
            case Mapping() as table:
                waiting += [*table.keys(), *table.values()]
            case list() as several:
                waiting += several
            case _:
                continue


def whole(text: str) -> str:
    """Return what somebody else's text reads as where half characters are left out."""
    return text if is_text(text) else "".join(filter(is_text, text))
