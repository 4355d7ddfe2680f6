"""Long texts become messages: whole lines together where they fit, a single line cut only where it is too long."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from bot.core.wording import SIDES, Line, Span
from bot.render.limits import MESSAGE
from bot.render.markdown import line_text


def pages(lines: Iterable[Line], most: int = MESSAGE, *, spare: int = 0) -> list[str]:
    """Return the lines as texts of at most ``most`` characters, none of them blank.

    ``spare`` characters are kept free for each line, for what is put around it later.
    """
    cut = pieces(lines, most - spare)
    return ["\n".join(cut[first:last]) for first, last in spans(cut, most, spare=spare)]


def pieces(lines: Iterable[Line], most: int) -> list[str]:
    """Return the lines as texts of at most ``most`` characters: one for each line, or more where that is too long."""
    return [text for line in lines for text in _pieces(line, most) if text]


def spans(cut: Sequence[str], most: int, *, spare: int = 0) -> list[tuple[int, int]]:
    """Return the pieces of each page of ``most`` characters: the number of its first, and of the one behind its
    last."""
    found: list[tuple[int, int]] = []
    room = 0
    for at, text in enumerate(cut):
        cost = len(text) + 1 + spare
        if found and cost <= room:
            found[-1] = found[-1][0], at + 1
            room -= cost
        else:
            found.append((at, at + 1))
            room = most + 1 - cost
    return found


def _pieces(line: Line, most: int) -> Iterator[str]:
    while len(text := line_text(line)) > most:
        head, line = _split(line, _cut(line, most))
        yield line_text(head)
    yield text


def _cut(line: Line, most: int) -> int:
    """Return how many letters fit, up to the last blank in the second half of them; since words are cut, marks stay
    closed."""
    text = line.text
    fitting = bisect_right(
        range(1, min(len(text), most)), most, key=lambda count: len(line_text(_split(line, count)[0]))
    )
    blank = text.rfind(" ", fitting // 2, fitting)
    return blank + 1 if blank > 0 else max(1, fitting)


def _split(line: Line, at: int) -> tuple[Line, Line]:
    """Return the line before and behind its letter ``at``; the sign of a side goes with the name behind it."""
    head: list[Span] = []
    tail: list[Span] = []
    for span in line.spans:
        if span.mark in SIDES:
            (head if at > 0 else tail).append(span)
            continue
        cut = min(max(at, 0), len(span.text))
        head.append(Span(span.text[:cut], span.mark))
        tail.append(Span(span.text[cut:], span.mark))
        at -= cut
    return Line(tuple(head), line.depth), Line(tuple(tail), line.depth)
