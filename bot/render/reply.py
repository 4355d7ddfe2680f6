"""What the referee answers becomes messages: an order's number before what happened, a refusal behind its mark."""

from __future__ import annotations

from bot.core.wording import Line, Mark, Span
from bot.render.limits import MESSAGE
from bot.render.pages import pages
from bot.service.requests import Reply

REFUSAL = "⛔"
_ROOM = 30


def reply_texts(reply: Reply) -> list[str]:
    """Return the messages of an answer; there is always at least one."""
    number = reply.title if reply.title.startswith("#") else ""
    title = (Line((Span(reply.title, Mark.HEADING),)),) if reply.title and not number else ()
    first, *others = pages([*title, *reply.lines], MESSAGE - _ROOM) or ["Done."]
    lead = f"{REFUSAL} " if reply.refusal else ""
    return [f"{lead}{f'`{number[: _ROOM - 5]}` ' if number else ''}{first}", *others]


def plain_text(reply: Reply) -> str:
    """Return the whole answer without any looks, for a file."""
    lines = [f"{'    ' * line.depth}{line.text}" for line in reply.lines]
    return "\n".join([*([reply.title] if reply.title else []), *lines])
