"""Text from outside is looked through once, where it comes in: half a character could never be written down again."""

from __future__ import annotations

import msgspec

from bot.core.errors import RuleViolation
from bot.core.legible import is_text

_ZERO = rb"\u0000"
_json = msgspec.json.Encoder()


def check_texts(data: object) -> None:
    """Raise RuleViolation where any text within ``data``, also a key, is none; tables and lists are those of JSON."""
    if not _can_be_written(data):
        _check_each(data)


def _can_be_written(data: object) -> bool:
    """Tell whether it can be written as JSON and holds no zero, for far less than looking at each text costs."""
    try:
        return _ZERO not in _json.encode(data)
    except (ValueError, TypeError, RecursionError):
        return False


def _check_each(data: object) -> None:
    """Raise RuleViolation where any text within ``data`` is none, however deep it lies."""
    waiting, texts = [data], list[str]()
    for each in waiting:  # which grows meanwhile
        if isinstance(each, str):
            texts.append(each)
        elif isinstance(each, dict):
            waiting.extend(each)
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)
    if not is_text("".join(texts)):
        raise RuleViolation("That holds half a character, or a zero.", "Type it anew, in letters.")


def whole(text: str) -> str:
    """Return what somebody else's text reads as where half characters are left out."""
    return text if is_text(text) else "".join(filter(is_text, text))
