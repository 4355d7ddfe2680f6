"""Long texts become messages: whole lines together where they fit, a single line cut only where it is too long."""

from __future__ import annotations

from collections.abc import Iterable

from bot.render.limits import MESSAGE


def pages(lines: Iterable[str], most: int = MESSAGE) -> list[str]:
    """The lines as texts of at most ``most`` characters, none of them blank."""
    found: list[str] = []
    for piece in (piece for line in lines for piece in _pieces(line, most)):
        if found and len(found[-1]) + 1 + len(piece) <= most:
            found[-1] += f"\n{piece}"
        else:
            found.append(piece)
    return [page for page in found if page.strip()]


def _pieces(line: str, most: int) -> list[str]:
    """A line cut to size, at a blank where there is one, and never inside an escape."""
    pieces = []
    while len(line) > most:
        cut = line.rfind(" ", most // 2, most)
        cut = cut if cut > 0 else most
        while line[cut - 1] == "\\" and cut > 1:
            cut -= 1
        pieces.append(line[:cut])
        line = line[cut:].lstrip(" ")
    return [*pieces, line]
