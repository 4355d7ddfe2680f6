"""A whole fight becomes one file that needs nothing else: a page, plain Markdown, or an animated picture."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from html import escape
from typing import assert_never

from bot.core.wording import Line, Mark, Span
from bot.render.limits import FILE_WORDS
from bot.render.markdown import SIGNS, UNBROKEN, line_text
from bot.render.picture import drawn
from bot.render.picture_words import picture_words
from bot.render.report_card import card_words, drawn_card
from bot.service.requests import Attachment, FightStory, StoryForm

FRAME_MS = 1200
CLASSES = {Mark.NAME: "name", Mark.GOOD: "good", Mark.BAD: "bad", Mark.NOTE: "note", Mark.DICE: "dice"}
LOOKS = """body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;background:#f4f1e8}
body{color:#22262b}
img{max-width:100%;height:auto}h2{margin-top:2rem}.name{font-weight:600}.good{color:#2f7d4f;font-weight:600}
.bad{color:#b3261e;font-weight:600}.note,.why{color:#6f6a5c}.why{font-size:.85em;margin:0 0 0 1.5rem}
.undone{text-decoration:line-through}p{margin:.2rem 0}figure{margin:1rem 0}"""


def story_file(story: FightStory) -> Attachment:
    """Return the file; ``story.form`` says of what kind."""
    called = f"fight-{story.report.number}"
    match story.form:
        case StoryForm.MARKDOWN:
            return Attachment(f"{called}.md", "\n".join(_markdown(story)).encode("utf-8", "replace"))
        case StoryForm.HTML:
            return Attachment(f"{called}.html", "\n".join(_page(story)).encode("utf-8", "replace"))
        case StoryForm.ANIMATION:
            about = f"{story.report.heading}, round by round. At the end: {picture_words(story.rounds[-1].ground)}"
            return Attachment(f"{called}.gif", _animation(story), about[:FILE_WORDS])
        case StoryForm.JSON:
            raise ValueError("the log as data is made where it is read")
        case _:
            assert_never(story.form)


def _markdown(story: FightStory) -> Iterator[str]:
    yield f"# {line_text(Line((Span(story.report.heading),)))}\n"
    yield from (f"{line_text(each)}  " for each in story.lines)
    yield "\n## The log\n"
    for entry in story.entries:
        for at, each in enumerate(entry.lines):
            said = line_text(each).removeprefix("-# ")
            head = f"- **#{entry.order}** " if at == 0 else "  " if each.depth == 0 else "    - "
            yield f"{head}{said if entry.stands else f'~~{said}~~'}"


def _page(story: FightStory) -> Iterator[str]:
    title = escape(story.report.heading)
    yield f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
    yield f'<meta name="viewport" content="width=device-width"><style>{LOOKS}</style></head><body><h1>{title}</h1>'
    yield _image(drawn_card(story.report), card_words(story.report))
    yield from (_paragraph(each) for each in story.lines)
    if story.rounds:
        yield "<h2>Round by round</h2>"
    for each in story.rounds:
        picture = _image(drawn(each.ground), picture_words(each.ground))
        yield f"<figure><figcaption>{escape(each.clock)}</figcaption>{picture}</figure>"
    yield "<h2>The log</h2>"
    for entry in story.entries:
        yield f'<section{"" if entry.stands else " class=undone"}><small class="note">#{escape(entry.order)}</small>'
        yield from (_paragraph(each) for each in entry.lines)
        yield "</section>"
    yield "</body></html>"


def _paragraph(line: Line) -> str:
    said = "".join(_spanned(span) for span in line.spans)
    if line.spans and line.spans[0].mark is Mark.HEADING:
        return f"<h2>{said}</h2>" if len(line.spans) == 1 else f"<p><b>{said}</b></p>"
    return f'<p class="why">{said}</p>' if line.depth else f"<p>{said}</p>"


def _spanned(span: Span) -> str:
    if span.mark in SIGNS:
        return f"{SIGNS[span.mark]}{UNBROKEN}"
    words = escape(span.text)
    if span.mark is Mark.DROPPED:
        return f"<s>{words}</s>"
    return f'<span class="{CLASSES[span.mark]}">{words}</span>' if span.mark in CLASSES else words


def _image(png: bytes, about: str) -> str:
    return f'<img alt="{escape(about)}" src="data:image/png;base64,{base64.b64encode(png).decode()}">'


def _animation(story: FightStory) -> bytes:
    from PIL import Image

    frames = [Image.open(io.BytesIO(drawn(each.ground))) for each in story.rounds]
    file = io.BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=FRAME_MS, loop=0)
    return file.getvalue()
