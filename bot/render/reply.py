"""What the referee answers becomes messages: short for the channel, whole for whoever asked alone."""

from __future__ import annotations

from bot.core.wording import Line
from bot.render.limits import MESSAGE
from bot.render.markdown import escaped, line_text
from bot.render.pages import pages
from bot.service.requests import Reply

REFUSAL = "⛔"


def reply_texts(reply: Reply, *, short: bool) -> list[str]:
    """The pages of an answer; ``short`` leaves the explanations to the log. There is always at least one."""
    lines = [line_text(line) for line in _wanted(reply.lines, short=short)]
    title = [f"**{escaped(reply.title)}**"] if reply.title else []
    texts = pages([*title, *lines], MESSAGE - len(REFUSAL) - 1) or ["Done."]
    return [f"{REFUSAL} {text}" if reply.refusal and not index else text for index, text in enumerate(texts)]


def _wanted(lines: tuple[Line, ...], *, short: bool) -> tuple[Line, ...]:
    return tuple(line for line in lines if not line.depth) if short else lines
