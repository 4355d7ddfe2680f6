"""The log's messages: each order behind its number, several to a message where they fit, struck out when undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.render.limits import MESSAGE
from bot.render.markdown import line_text
from bot.render.pages import pages
from bot.service.parcels import Parcel


@dataclass(frozen=True, slots=True)
class Page:
    """Parcels, by id, and the messages they stand in: one, or more for a single long parcel."""

    parcels: list[int]
    texts: list[str]


def parcel_text(parcel: Parcel) -> str:
    """The words of one parcel, its order's number in front."""
    lines = [line_text(line) for line in parcel.lines]
    if parcel.label and lines:
        lines[0] = f"{_number(parcel.label)} {lines[0]}"
    return "\n".join(lines)


def _number(label: str) -> str:
    return f"`#{label}`"


def gathered(parcels: Sequence[Parcel]) -> list[Page]:
    """The parcels in as few messages as their order and Discord's limit allow."""
    found: list[Page] = []
    for parcel in parcels:
        text = parcel_text(parcel)
        last = found[-1] if found else None
        if last and len(last.texts) == 1 and len(last.texts[0]) + 1 + len(text) <= MESSAGE:
            found[-1] = Page([*last.parcels, parcel.id], [f"{last.texts[0]}\n{text}"])
        else:
            found.append(Page([parcel.id], pages(text.split("\n"))))
    return found


def struck(content: str, label: str) -> str:
    """A posted message with the lines of one order struck out."""
    inside = False
    lines = []
    for line in content.split("\n"):
        starts = line.startswith("`#")
        inside = line.startswith(f"{_number(label)} ") if starts else inside
        lines.append(_struck_line(line) if inside and line else line)
    marked = "\n".join(lines)
    return marked if len(marked) <= MESSAGE else content


def _struck_line(line: str) -> str:
    lead = "-# " if line.startswith("-# ") else ""
    body = line.removeprefix(lead).replace("~~", "")
    number, tick, rest = body.partition("` ") if body.startswith("`#") else ("", "", body)
    return f"{lead}{number}{tick}~~{rest}~~"
