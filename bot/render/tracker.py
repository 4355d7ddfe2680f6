"""The live tracker as one message: where time stands, who is here, and the one ping of whoever is to act."""

from __future__ import annotations

from bot.render.limits import MESSAGE
from bot.render.markdown import escaped, line_text
from bot.render.pages import pages
from bot.service.requests import Tracker

ELSEWHERE = "… more: /init status"


def tracker_text(tracker: Tracker, ping: tuple[int, ...]) -> str:
    """The tracker's content; ``ping`` are the users mentioned in it, all others are named only."""
    mentions = " ".join(f"<@{user}>" for user in ping)
    title = f"**Fight {tracker.fight}**" + (f": {escaped(tracker.title)}" if tracker.title else "")
    head = f"{title} {mentions}".rstrip()
    whole = pages([head, *(line_text(line) for line in tracker.lines)], MESSAGE - len(ELSEWHERE) - 1)
    return whole[0] if len(whole) == 1 else f"{whole[0]}\n{ELSEWHERE}"
