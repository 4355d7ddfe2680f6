"""Words marked by meaning become Markdown, and nothing that a user typed can become markup, a mention or a link."""

from __future__ import annotations

import re
import unicodedata
from typing import assert_never

from bot.core.wording import Line, Mark, Span

_MARKUP = re.compile(r"([\\*_~`|>\[\]()#\-+<])")
_BEHIND_AT = "\N{WORD JOINER}"
_LIST_NUMBER = re.compile(r"^(\d+)\.", re.MULTILINE)


def escaped(text: str) -> str:
    """``text`` as Discord shows it letter by letter: no markup, no mention, no link, no line break."""
    plain = "".join(_visible(character) for character in text)
    quiet = plain.replace("@", f"@{_BEHIND_AT}").replace("://", f":{_BEHIND_AT}//")
    return _LIST_NUMBER.sub(r"\1\\.", _MARKUP.sub(r"\\\1", quiet))


def _visible(character: str) -> str:
    """A blank for whatever would break the line, nothing for what cannot be seen."""
    if character.isprintable():
        return character
    return "" if unicodedata.category(character) == "Cf" else " "


def span_text(span: Span) -> str:
    """One run of words with the looks of its meaning."""
    text = escaped(span.text)
    if not text.strip():
        return text
    match span.mark:
        case Mark.NAME | Mark.HEADING | Mark.GOOD | Mark.BAD:
            return f"**{text}**"
        case Mark.DROPPED:
            return f"~~{text}~~"
        case Mark.PLAIN | Mark.NUMBER | Mark.DICE | Mark.NOTE:
            return text
        case _:
            assert_never(span.mark)


def line_text(line: Line) -> str:
    """One line; what explains stands small below what happened."""
    text = "".join(span_text(span) for span in line.spans).replace("****", "")
    return f"-# {text}" if line.depth else text
