"""The live tracker as one message: where time stands, who is here, and the one ping of whoever is to act."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.wording import Mark, Span, line, note
from bot.render.limits import MESSAGE
from bot.render.markdown import line_text
from bot.render.pages import pages
from bot.render.picture_words import picture_words
from bot.service.requests import GroundView, TrackerView

ELSEWHERE = "-# … more: /init status"
MOST_PINGED = 10


def tracker_text(tracker: TrackerView, ping: Sequence[int]) -> str:
    """Return the tracker's content; the first of the users in ``ping`` are mentioned in it, all others are named
    only."""
    mentions = "".join(f" <@{user}>" for user in ping[:MOST_PINGED])
    head = f"{tracker_head(tracker)}{mentions}"
    below = pages(tracker.lines, MESSAGE - len(head) - len(ELSEWHERE) - 2)
    more = [ELSEWHERE] if len(below) > 1 else []
    return "\n".join([head, *below[:1], *more])


def with_words(text: str, view: GroundView) -> str:
    """Return a tracker's content with the picture of its ground in words, where no file can be sent."""
    words = line_text(line(note(picture_words(view))))
    return text if len(text) + len(words) >= MESSAGE else f"{text}\n{words}"


def tracker_head(tracker: TrackerView) -> str:
    """Return what the tracker's content begins with, before any mention."""
    title = f": {tracker.title}" if tracker.title else ""
    return line_text(line(Span(f"Fight {tracker.fight}{title}", Mark.HEADING)))
