"""Words marked by meaning become Markdown, and nothing that a user typed can become markup, a mention or a link."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from bot.core.wording import BLANKS, SIDES, Line, Mark
from bot.service.requests import Pinged

MOST_PINGED: Final = 10

WORD_JOINER: Final = "\N{WORD JOINER}"

_RIGHT_TO_LEFT: Final = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff]"
_OTHER_WAY: Final = re.compile(f"{_RIGHT_TO_LEFT}(?:[ '.-]*{_RIGHT_TO_LEFT})*")
FORWARD: Final = "\N{LEFT-TO-RIGHT MARK}"
"""A name in a script that runs the other way takes what follows along, up to the next word that does not."""

_MARKUP: Final = re.compile(r"[\\*_~`|<\[\]]|:(?=//|[\w+-]+:)|(?<=:)/(?=/)")
_SUSPECT: Final = re.compile(rf"[\\*_~`|<\[\]@{''.join(sorted(BLANKS))}]")
_INVITE: Final = re.compile(r"(discord(?:app)?\.\w+)/", re.IGNORECASE)
_OPENING: Final = re.compile(r"^([-+>#]|\d+(?=[.)]))")

SMALL: Final = "-# "
STRIKE: Final = "~~"
_BOLD, _SLANTED = "**", "*"
_CHANNEL: Final = "<#{}>"
_JOINING: Final = ",;. "
"""What joins a note to the words before it stands before its mark: some clients read no mark between both."""

SIGNS: Final = dict(zip(SIDES, ("🔵", "🟧", "🔺", "💜", "⭐"), strict=True))
"""What each side is known by: a shape as well as a colour, those that it has in the picture of the ground."""

UNBROKEN: Final = "\N{NO-BREAK SPACE}"
"""No sign of a side ends a line whose name begins the next, and no number one whose per cent begins the next."""

_PER_CENT: Final = re.compile(r"(?<=\d) %")
_SIGNS: Final = frozenset(SIGNS.values())
_LOOKS: Final = {
    Mark.NAME: _BOLD,
    Mark.HEADING: _BOLD,
    Mark.GOOD: _BOLD,
    Mark.BAD: _BOLD,
    Mark.NOTE: _SLANTED,
    Mark.DROPPED: STRIKE,
    Mark.CHANNEL: _CHANNEL,
    Mark.PLAIN: "",
    Mark.NUMBER: "",
    Mark.DICE: "",
    **SIGNS,
}
_SMALL_LOOKS: Final = {**_LOOKS, Mark.NOTE: ""}  # notes within an explanation are as small as the rest of it


def mentions(ping: Pinged) -> str:
    """Return the first of those who are called as Discord reads them, each behind a blank."""
    called = [*(f" <@{user}>" for user in ping.users), *(f" <@&{role}>" for role in ping.roles)]
    return "".join(called[:MOST_PINGED])


def escaped(text: str) -> str:
    """Return ``text`` as Discord shows it letter by letter: no markup, no mention, no link, no line break.

    What cannot be seen is left out or, where it takes room, a blank.
    """
    if _is_harmless(text):
        return text
    seen = text if text.isprintable() and BLANKS.isdisjoint(text) else "".join(map(_visible, text))
    quiet = _MARKUP.sub(r"\\\g<0>", seen)
    return _INVITE.sub(r"\1\\/", quiet).replace("@", f"@{WORD_JOINER}")


def _is_harmless(text: str) -> bool:
    """Tell whether a text, and so each part of it, is surely shown as it is: most are, and need no second look."""
    if not text.isprintable() or _SUSPECT.search(text):
        return False
    return "//" not in text and text.count(":") < 2 and "cord" not in text.lower()  # which discord.gg always holds


def _visible(character: str) -> str:
    if character.isprintable():
        return " " if character in BLANKS else character
    return "" if unicodedata.category(character) == "Cf" else " "


@lru_cache(maxsize=128)  # what a reply says the log says again, and most of a tracker stays as it was
def line_text(line: Line) -> str:
    """Return one line; what explains stands small below what happened. Empty where nothing can be seen."""
    text = _PER_CENT.sub(f"{UNBROKEN}%", _unblocked(_joined(line).strip()))
    text = text if text.isascii() else _OTHER_WAY.sub(rf"\g<0>{FORWARD}", text)
    return f"{SMALL}{text}" if line.depth and text else text


def _unblocked(text: str) -> str:
    """Return the text of a line that opens no heading, list or quotation."""
    opening = _OPENING.match(text)
    if not opening:
        return text
    if opening[1].isdigit():
        return f"{opening[1]}\\{text[opening.end() :]}"
    return f"\\{text}"


def _joined(line: Line) -> str:
    """Return runs of one look, kept apart where two of them would touch and read as something else."""
    parts, touching = list[str](), False
    harmless = _is_harmless(line.text)
    for look, said in _runs(line):
        if look in _SIGNS:
            parts.append(f"{look}{UNBROKEN}")
            continue
        if look == _CHANNEL:
            parts.append(_CHANNEL.format(said))
            continue
        text = said if harmless else escaped(said)
        bare = text.strip() if look else ""
        if look == _SLANTED:
            bare = bare.lstrip(_JOINING)
        if not bare or not (bare.isalnum() or any(map(str.isalnum, bare))):  # no lone bracket is worth marks
            parts.append(text)
            touching = touching and not text
            continue
        if touching and text[0] == bare[0]:
            parts.append(WORD_JOINER)
        parts.append(text.replace(bare, f"{look}{bare}{look}", 1))
        touching = text[-1] == bare[-1]
    return "".join(parts)


def _runs(line: Line) -> list[tuple[str, str]]:
    """Return the words of a line with their looks, those of one look that touch together."""
    looks = _SMALL_LOOKS if line.depth else _LOOKS
    runs = list[tuple[str, str]]()
    for span in line.spans:
        look = looks[span.mark]
        if runs and runs[-1][0] == look:
            runs[-1] = look, f"{runs[-1][1]}{span.text}"
        else:
            runs.append((look, span.text))
    return runs
