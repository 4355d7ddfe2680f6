"""How a reply becomes a message: its words, its buttons and what is drawn for it."""

from __future__ import annotations

import asyncio
import gzip
import io
import logging
from typing import Any

import discord
import msgspec

from bot.render.limits import FILE_BYTES
from bot.render.picture import drawn
from bot.render.picture_words import picture_words
from bot.render.reply import reply_texts
from bot.render.report_card import card_words, drawn_card
from bot.render.sheet_card import figure_words
from bot.render.story import story_file
from bot.service.requests import Attachment, Portrait, Reply, SheetView
from cogs._panel import layout_of
from cogs._spent import spends
from cogs._talk import Talk
from cogs._view import NOBODY, view_of
from cogs._view import layout_of as card_of

FIGURE_WAIT_S = 1.0  # a card whose figure is not drawn by then goes without it
PORTRAIT = "portrait.webp"

log = logging.getLogger(__name__)


async def pictured(interaction: Talk, reply: Reply) -> Reply:
    """Return the reply with its picture as a file, drawn off the event loop; words alone where no file may be sent."""
    if not interaction.app_permissions.attach_files:
        return _without_files(reply)
    if reply.story is not None:
        return msgspec.structs.replace(reply, attachment=await asyncio.to_thread(story_file, reply.story))
    if reply.sheet is not None:
        return await _with_figure(interaction, reply, reply.sheet)
    if reply.card is not None:
        content = await asyncio.to_thread(drawn_card, reply.card)
        return msgspec.structs.replace(reply, attachment=Attachment("report.png", content, card_words(reply.card)))
    if reply.picture is not None:
        content = await asyncio.to_thread(drawn, reply.picture)
        return msgspec.structs.replace(
            reply, attachment=Attachment("ground.png", content, picture_words(reply.picture))
        )
    return reply


def _without_files(reply: Reply) -> Reply:
    """Return a reply without what would go with it as a file; a portrait that has an address needs none."""
    if reply.sheet is None or reply.sheet.portrait is None or reply.sheet.portrait.url:
        return reply
    return msgspec.structs.replace(reply, sheet=SheetView(reply.sheet.figure))


async def _with_figure(interaction: Talk, reply: Reply, sheet: SheetView) -> Reply:
    """Return a card with the drawn figure, by the process that draws; without one where that has none, or is slow."""
    drawing, figure = getattr(interaction.client, "drawing", None), sheet.figure
    if drawing is None or not (figure.places or figure.tracks):
        return reply
    work = asyncio.ensure_future(drawing.draw(figure))
    done, _ = await asyncio.wait({work}, timeout=FIGURE_WAIT_S)
    if not done:
        work.add_done_callback(_of_no_use)
    elif work.exception() is None:
        about = figure_words(reply.title, figure)
        return msgspec.structs.replace(reply, attachment=Attachment("wounds.png", work.result(), about))
    else:
        log.warning("interaction %s: no figure: %r", interaction.id, work.exception())
    return reply


def _of_no_use(work: asyncio.Future[bytes]) -> None:
    """Take notice of how a picture came out that nobody waits for any more."""
    if not work.cancelled() and work.exception() is not None:
        log.warning("no figure: %r", work.exception())


def extras(text: str, reply: Reply) -> dict[str, Any]:
    """Return what a new message holds; discord.py takes no None for what is missing."""
    if reply.panel is not None:
        return {"view": layout_of(reply.panel), "allowed_mentions": NOBODY}
    if reply.sheet is not None:
        return _carded(text, reply, "files")
    view, file = view_of(reply.buttons, reply.menu), _file(reply)
    given = {"content": text, "allowed_mentions": NOBODY, "view": view, "file": file}
    return {key: value for key, value in given.items() if value is not None}


def written_over(interaction: Talk, text: str, reply: Reply) -> dict[str, Any]:
    """Return what an answer makes of the message it is written over; one that is spent has no buttons that act.

    What is once a card stays one.
    """
    if not spends(interaction, reply):
        return edited(text, reply)
    left = reply.buttons if reply.ephemeral else ()
    if reply.privately and not reply.ephemeral:
        (text, *_) = reply_texts(Reply(lines=reply.privately))
    if interaction.message is not None and interaction.message.flags.components_v2:
        return {"view": card_of((text,), left), "allowed_mentions": NOBODY}
    return {"content": text, "view": view_of(left), "attachments": [], "allowed_mentions": NOBODY}


def edited(text: str, reply: Reply) -> dict[str, Any]:
    if reply.panel is not None:
        return {"view": layout_of(reply.panel), "allowed_mentions": NOBODY}
    if reply.sheet is not None:
        return _carded(text, reply, "attachments")
    file = _file(reply)
    return {
        "content": text,
        "view": view_of(reply.buttons, reply.menu),
        "attachments": [file] if file else [],
        "allowed_mentions": NOBODY,
    }


def _carded(text: str, reply: Reply, kept_as: str) -> dict[str, Any]:
    """Return a card with its pictures, where there are any to go with it; files are ``kept_as`` the one or the
    other."""
    figure, drawn_as = _file(reply), reply.attachment
    shown, about = (drawn_as.filename, drawn_as.about) if drawn_as else ("", "")
    portrait = reply.sheet.portrait if reply.sheet else None
    looks = discord.File(io.BytesIO(portrait.picture), PORTRAIT) if portrait and portrait.picture else None
    beside = _beside(reply.title, portrait) if portrait else None
    view = card_of((text,), reply.buttons, shown, about, beside)
    return {"view": view, kept_as: [each for each in (figure, looks) if each], "allowed_mentions": NOBODY}


def _beside(title: str, portrait: Portrait) -> discord.ui.Thumbnail[discord.ui.LayoutView]:
    """Return a portrait as it stands on a card; who cannot see it reads whose it is."""
    return discord.ui.Thumbnail(portrait.url or f"attachment://{PORTRAIT}", description=f"Portrait of {title}")


def _file(reply: Reply) -> discord.File | None:
    """Return the attachment anew, since discord.py closes what it has sent; what Discord would not take is
    compressed."""
    if reply.attachment is None:
        return None
    filename, content = reply.attachment.filename, reply.attachment.content
    if len(content) > FILE_BYTES:
        filename, content = f"{filename}.gz", gzip.compress(content, mtime=0)
    return discord.File(io.BytesIO(content), filename, description=reply.attachment.about or None)
