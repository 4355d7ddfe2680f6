"""What no sheet and no table has is refused before a TOML file is parsed: looking costs a fraction of parsing."""

from __future__ import annotations

import re

from bot.core.errors import RuleViolation

MOST_BYTES = 96 * 1024  # twice the longest file that the bot itself gives out
MOST_THINGS = 9_000
MOST_DOTS = 16  # in one line: a dotted key nests as deeply as it has dots
LONGEST_WORD = 100
_EACH = ("=", ",", "[", "{", "\n")
_DOT = 4  # so many things is a table that a dot makes
_QUOTED = re.compile(r'"(?:[^"\\\n]++|\\.)*+"?|\'[^\'\n]*+\'?|#[^\n]*+')  # a quote that stays open ends with its line
_SEVERAL_LINES = ('"""', "'''")
_OPENED = re.compile(rf"{'|'.join(_SEVERAL_LINES)}|{_QUOTED.pattern}")
_LETTER = r'[^\s,=\[\]{}".]'
_LONG_WORD = re.compile(rf"(?<!{_LETTER}){_LETTER}{{{LONGEST_WORD + 1}}}")
_LESS = "Take out what no sheet needs, or save it as JSON."


def check_toml(text: str) -> None:
    """Raise RuleViolation for a file whose size, depth, or number of things would make it long to parse."""
    size = len(text.encode())
    if size > MOST_BYTES:
        raise RuleViolation(f"The TOML is too large: {size:,} bytes.", f"At most {MOST_BYTES:,} are read.")
    if any(mark in text for mark in _SEVERAL_LINES) and _holds_lines(text):
        raise RuleViolation("The TOML holds text of several lines.", 'Write each text in one line, in "quotes".')
    bare = _QUOTED.sub('"', text)
    if sum(map(bare.count, _EACH)) + text.count("\\") + _DOT * bare.count(".") > MOST_THINGS:
        raise RuleViolation("The TOML holds too many things.", _LESS)
    if _LONG_WORD.search(bare):
        raise RuleViolation("The TOML holds a number or a word that is too large.", f"At most {LONGEST_WORD} letters.")
    if any(row.count(".") > MOST_DOTS for row in bare.splitlines()):
        raise RuleViolation("The TOML is nested too deeply.", f"At most {MOST_DOTS} dots stand in one line.")


def _holds_lines(text: str) -> bool:
    """Tell whether a text of several lines is opened, and not only spoken of in a text of one or in a comment."""
    return any(opened[0] in _SEVERAL_LINES for opened in _OPENED.finditer(text))
