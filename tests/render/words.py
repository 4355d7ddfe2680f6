"""Hostile words, and what a reader of Discord makes of a message: an oracle that knows Markdown, not the renderer."""

import re
import unicodedata

from hypothesis import strategies as st

from bot.core.wording import SIDES, Line, Mark, Span

NASTY = (
    *("@everyone", "@here", "<@123>", "<@!123>", "<@&123>", "<#123>", "</init start:123>", "<:gun:123>", "<t:1:R>"),
    *("# big", "-# small", "> quote", ">>> all", "- item", "* item", "1. first", "12) twelfth", "```py", "`code`"),
    *("**bold**", "__under__", "_slanted_", "~~gone~~", "||spoiler||", "[a](https://evil.example)", "https://evil"),
    *("http://evil", "discord.gg/evil", "DISCORD.COM/invite/evil", "<https://evil>", "\\", "\\\\*", "\n# heading"),
    *("\u200b", "\u202eback", "\x00", "\ud800", "\u3164", "a\u0301", "\r\n> quote", "    code", "***", "~~~"),
    *("<id:guide>", ":gun:"),
)

text = st.lists(st.one_of(st.sampled_from(NASTY), st.text(max_size=8)), max_size=6).map("".join)
spans = st.builds(Span, text, st.sampled_from([mark for mark in Mark if mark not in (*SIDES, Mark.CHANNEL)]))
lines = st.builds(Line, st.lists(spans, max_size=5).map(tuple), st.sampled_from((0, 0, 1)))
long_lines = st.builds(Line, st.lists(st.builds(Span, text.map(lambda words: words * 9)), max_size=3).map(tuple))
longest_lines = st.builds(Line, st.builds(Span, text.map(lambda words: words * 60)).map(lambda span: (span,)))

MENTION = re.compile(r"@everyone|@here|<@[!&]?\d+>")
LIVE = re.compile(r"<[#/:at@i]|https?://|discord(app)?\.\w+/|:[\w+-]+:")
ESCAPE = re.compile(r"\\([^0-9A-Za-z\s])")
LOOKS = re.compile(r"\*\*|\*|~~")


def letters(words: str) -> str:
    """The letters of a text that can be seen, without blanks."""
    seen = (letter for letter in words if letter.isprintable() and letter not in "\u115f\u1160\u2800\u3164\uffa0")
    return "".join(letter for letter in seen if not unicodedata.category(letter).startswith(("Z", "Cf")))


def unescaped(message: str) -> str:
    """The message with every escaped letter replaced by one that means nothing."""
    return ESCAPE.sub("\N{BULLET}", message)


def read(message: str) -> str:
    """What somebody reads in a message: its escapes resolved, its looks gone."""
    shown = [line.removeprefix("-# ") for line in message.split("\n")]
    kept = [re.split(r"(\\[^0-9A-Za-z\s])", line) for line in shown]
    return "".join(part[1] if part.startswith("\\") else LOOKS.sub("", part) for parts in kept for part in parts)
