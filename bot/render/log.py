"""The log's messages: each order behind its number, several to a message where they fit, struck out when undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.render.limits import MESSAGE
from bot.render.markdown import SMALL, STRIKE, WORD_JOINER
from bot.render.pages import pages
from bot.service.parcels import Parcel
from bot.service.requests import Button

_LOST_STROKE = WORD_JOINER * 2
_SPARE = 2 * len(STRIKE)


@dataclass(frozen=True, slots=True)
class Page:
    """Parcels, by id, and the messages they stand in: one, or more for a single long parcel.

    ``buttons`` hang on the last of them.
    """

    parcels: list[int]
    texts: list[str]
    buttons: tuple[Button, ...] = ()


def parcel_text(parcel: Parcel) -> str:
    """The words of one parcel, or of as much of it as one message holds, its order's number in front."""
    return (_texts(parcel) or [""])[0]


def _texts(parcel: Parcel) -> list[str]:
    """The messages of one parcel, each with room to be struck out."""
    lead = f"{_number(parcel.label)} " if parcel.label else ""
    return [_behind(lead, text) for text in pages(parcel.lines, MESSAGE - len(lead), spare=_SPARE)]


def _behind(lead: str, text: str) -> str:
    """What makes a line small works at its very beginning only."""
    small = SMALL if text.startswith(SMALL) else ""
    return f"{small}{lead}{text.removeprefix(small)}"


def _number(label: str) -> str:
    return f"`#{label}`"


def gathered(parcels: Sequence[Parcel]) -> list[Page]:
    """The parcels in as few messages as their order and Discord's limit allow.

    What has no number stands alone, so that it is never taken for a part of the order above it.
    """
    found: list[Page] = []
    numbered = False
    for parcel in parcels:
        texts = _texts(parcel)
        if numbered and parcel.label and not found[-1].buttons and _fit(found[-1].texts, texts):
            found[-1] = Page([*found[-1].parcels, parcel.id], [f"{found[-1].texts[0]}\n{texts[0]}"], parcel.buttons)
        else:
            found.append(Page([parcel.id], texts, parcel.buttons))
        numbered = bool(parcel.label)
    return found


def _fit(before: Sequence[str], after: Sequence[str]) -> bool:
    if len(before) != 1 or len(after) != 1:
        return False
    together = f"{before[0]}\n{after[0]}"
    return len(together) + _SPARE * (together.count("\n") + 1) <= MESSAGE


def struck(content: str, label: str) -> str:
    """A posted message with the lines of one order struck out."""
    return _rewritten(content, label, _struck_line)


def restored(content: str, label: str) -> str:
    """A posted message in which the lines of one order count again."""
    return _rewritten(content, label, _restored_line)


def _rewritten(content: str, label: str, change: Callable[[str], str]) -> str:
    inside = False
    lines = []
    for line in content.split("\n"):
        body = line.removeprefix(SMALL)
        if body.startswith("`#"):
            inside = body.startswith(f"{_number(label)} ")
        lines.append(change(line) if inside else line)
    return "\n".join(lines)


def _parts(line: str) -> tuple[str, str]:
    """What a line is struck behind, and the rest of it."""
    small = SMALL if line.startswith(SMALL) else ""
    body = line.removeprefix(small)
    number, tick, rest = body.partition("` ") if body.startswith("`#") else ("", "", body)
    return f"{small}{number}{tick}", rest


def _is_struck(rest: str) -> bool:
    return rest.startswith(STRIKE) and rest.endswith(STRIKE) and rest.count(STRIKE) == 2


def _struck_line(line: str) -> str:
    """Dice struck out before lose their stroke inside the longer one, and keep an unseen mark to get it back by."""
    lead, rest = _parts(line)
    return line if _is_struck(rest) else f"{lead}{STRIKE}{rest.replace(STRIKE, _LOST_STROKE)}{STRIKE}"


def _restored_line(line: str) -> str:
    lead, rest = _parts(line)
    return f"{lead}{rest[len(STRIKE) : -len(STRIKE)].replace(_LOST_STROKE, STRIKE)}" if _is_struck(rest) else line
