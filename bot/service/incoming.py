"""Text from outside is looked through once, where it comes in: half a character could never be written down again."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.legible import is_text


def check_texts(data: object) -> None:
    """Raise RuleViolation where any text within ``data``, also a key, is none; tables and lists are those of JSON."""
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
