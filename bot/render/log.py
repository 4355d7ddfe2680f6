"""The log's messages: each order behind its number, several to a message where they fit, struck out when undone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from bot.render.limits import MESSAGE, PAGE
from bot.render.markdown import SMALL, STRIKE, WORD_JOINER, mentions
from bot.render.pages import pieces, spans
from bot.service.outbox import END, Draft, Parcel, ParcelPart
from bot.service.requests import Pinged

_LOST_STROKE = WORD_JOINER * 2
_CALL = "Waiting for"
_CALLING = re.compile(rf"\A{SMALL}{_CALL}(?: <@&?\d+>)+\n")
_SPARE = 2 * len(STRIKE)
CANNOT_BE_SHOWN = "*cannot be shown here: /log show has it.*"


def drafted(parcels: Sequence[Parcel]) -> list[Draft]:
    """Return the parcels in as few messages as their order and Discord's limit allow.

    What has no number stands alone, so that it is never taken for a part of the order above it.
    """
    found: list[Draft] = []
    numbered = False
    for parcel in parcels:
        first, *more = _alone(parcel)
        if numbered and parcel.label and first.text and not more and _fit(found[-1], first):
            together = f"{found[-1].text}\n{first.text}"
            found[-1] = Draft((*found[-1].parts, *first.parts), together, parcel.buttons)
        else:
            found += [first, *more]
        numbered = bool(parcel.label and first.text) and not more and not parcel.buttons
    return found


def _alone(parcel: Parcel) -> list[Draft]:
    """Return the messages of one parcel; one of nothing has one without words."""
    cut = _cut(parcel)
    *before, last = spans(cut, PAGE - len(_lead(parcel)), spare=_SPARE) or [(0, END)]
    parts = [*(ParcelPart(parcel.id, *span) for span in before), ParcelPart(parcel.id, last[0])]
    drafts = [Draft((part,), _words(part, parcel, cut)) for part in parts]
    drafts[-1] = Draft(drafts[-1].parts, drafts[-1].text, parcel.buttons)
    return drafts


def _cut(parcel: Parcel) -> list[str]:
    return pieces(parcel.lines, _room(parcel) - _SPARE)


def _room(parcel: Parcel) -> int:
    """Return characters that a line has behind the number of an order: lines were cut to that before pages were longer,
    and what was written down counts them."""
    return MESSAGE - len(_lead(parcel))


def _fit(before: Draft, after: Draft) -> bool:
    """Tell whether two messages fit into one, each line with room to be struck out."""
    return _with_strokes(f"{before.text}\n{after.text}") <= PAGE


def worded(parts: Sequence[ParcelPart], parcels: Mapping[int, Parcel]) -> str:
    """Return the text of a message of these parts, each behind its order's number.

    Where the words have grown since it was laid down what goes into it, what is beyond Discord's limit is left out.
    """
    meant = [(part, parcels[part.parcel_id]) for part in parts]
    return "\n".join(filter(None, (_words(part, parcel, _cut(parcel)) for part, parcel in meant)))[:PAGE]


def _words(part: ParcelPart, parcel: Parcel, cut: Sequence[str]) -> str:
    return _behind(_lead(parcel), "\n".join(cut[part.first : len(cut) if part.last == END else part.last]))


def _lead(parcel: Parcel) -> str:
    return f"{_number(parcel.label)} " if parcel.label else ""


def _behind(lead: str, text: str) -> str:
    """Return what makes a line small works at its very beginning only; nothing stands behind nothing."""
    small = SMALL if text.startswith(SMALL) else ""
    return f"{small}{lead}{text.removeprefix(small)}" if text else ""


def _number(label: str) -> str:
    return f"`#{label}`"


def is_card(text: str) -> bool:
    """Tell whether a page takes a card: what is no longer than a message of words alone, each line with room to be
    struck out, is one."""
    return _with_strokes(text) > MESSAGE


def _with_strokes(text: str) -> int:
    return len(text) + _SPARE * (text.count("\n") + 1)


def with_call(text: str, ping: Pinged) -> str:
    """Return a page that calls people, the first of them by name."""
    called = mentions(ping)
    return f"{SMALL}{_CALL}{called}\n{text}" if called else text


def without_call(text: str) -> str:
    """Return what a page says beside calling people."""
    return _CALLING.sub("", text)


def unshown(text: str) -> str:
    """Return what stands for a message that Discord does not take: the number of its first order, and where to read
    it."""
    number, tick, _ = text.removeprefix(SMALL).partition("` ")
    return f"{number}{tick}{CANNOT_BE_SHOWN}" if tick and number.startswith("`#") else CANNOT_BE_SHOWN


def struck(content: str, label: str) -> str:
    """Return a posted message with the lines of one order struck out; without a number all of them."""
    return _rewritten(content, label, _struck_line)


def restored(content: str, label: str) -> str:
    """Return a posted message in which the lines of one order count again."""
    return _rewritten(content, label, _restored_line)


def _rewritten(content: str, label: str, change: Callable[[str], str]) -> str:
    inside = not label
    lines = []
    for line in content.split("\n"):
        body = line.removeprefix(SMALL)
        if body.startswith("`#"):
            inside = body.startswith(f"{_number(label)} ")
        lines.append(change(line) if inside else line)
    return "\n".join(lines)


def _parts(line: str) -> tuple[str, str]:
    """Return what a line is struck behind, and the rest of it."""
    small = SMALL if line.startswith(SMALL) else ""
    body = line.removeprefix(small)
    number, tick, rest = body.partition("` ") if body.startswith("`#") else ("", "", body)
    return f"{small}{number}{tick}", rest


def _is_struck(rest: str) -> bool:
    return rest.startswith(STRIKE) and rest.endswith(STRIKE) and rest.count(STRIKE) == 2


def _struck_line(line: str) -> str:
    """Return dice struck out before lose their stroke inside the longer one, and keep an unseen mark to get it back
    by."""
    lead, rest = _parts(line)
    return line if _is_struck(rest) else f"{lead}{STRIKE}{rest.replace(STRIKE, _LOST_STROKE)}{STRIKE}"


def _restored_line(line: str) -> str:
    lead, rest = _parts(line)
    return f"{lead}{rest[len(STRIKE) : -len(STRIKE)].replace(_LOST_STROKE, STRIKE)}" if _is_struck(rest) else line
