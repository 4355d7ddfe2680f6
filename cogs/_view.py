"""What buttons, menus and forms carry from being shown to being used: their custom id, and nothing kept in memory."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import discord

from bot.render.limits import BUTTON_LABEL, BUTTONS, FORM_HINT, FORM_LABEL, FORM_TITLE, MENU_CHOICES, MENU_LABEL
from bot.service.playing.lobby import PARTED, LobbyTap
from bot.service.requests import Button, Form, Menu, Verb, Weight, label_of

SHEET_ID = "[0-9]{1,18}"  # no id that is stored has more digits
MENU_TEMPLATE = re.compile(rf"ft:step:(?P<argument>{SHEET_ID})")
CHOICE_TEMPLATE = re.compile(rf"ft:choose:(?P<verb>{'|'.join(Verb)}):(?P<argument>.*)", re.DOTALL)
FORM_PREFIX = "ft:fill:"
IN_A_ROW = 5
NOBODY = discord.AllowedMentions.none()
JOINS = f"{LobbyTap.JOIN}{PARTED}"
STYLES = {
    Weight.PLAIN: discord.ButtonStyle.secondary,
    Weight.MAIN: discord.ButtonStyle.primary,
    Weight.GRAVE: discord.ButtonStyle.danger,
}
OF_A_CLAIM = "claim."
OF_SOMEBODY_NEW = "make."
FORM_TEMPLATE = re.compile(rf"{FORM_PREFIX}(?P<argument>(?:{SHEET_ID}|claim|make)\..+|import|npc|panel)", re.DOTALL)
TEMPLATE = re.compile(rf"ft:(?P<verb>{'|'.join(Verb)}):(?P<once>[^:]*):(?P<argument>.*)", re.DOTALL)


def custom_id(button: Button) -> str:
    """Return what Discord gives back when the button is clicked; TEMPLATE reads it."""
    return f"ft:{button.verb}:{button.once}:{button.argument}"


def lobby_said(message: discord.Message) -> str:
    """Return what the buttons of a lobby say of it; nothing of any other message."""
    for row in message.components:
        for item in row.children if isinstance(row, discord.ActionRow) else ():
            read = TEMPLATE.fullmatch(item.custom_id or "")
            if read and read["verb"] == Verb.LOBBY and read["argument"].startswith(JOINS):
                return read["argument"].removeprefix(JOINS)
    return ""


def view_of(buttons: Sequence[Button], menu: Menu | None = None) -> discord.ui.View | None:
    """Return a menu and buttons as Discord takes them, None where there are none; what does not fit is left to
    commands.

    The view is finished before it is sent: clicks are answered by their custom id, so no message need be remembered.
    """
    if not buttons and menu is None:
        return None
    view = discord.ui.View(timeout=None)
    if menu is not None:
        view.add_item(_select(menu))
    for key, button in _by_id(buttons):
        view.add_item(_item(key, button))
    view.stop()
    return view


def layout_of(
    blocks: Sequence[str],
    buttons: Sequence[Button],
    picture: str = "",
    about: str = "",
    beside: discord.ui.Thumbnail[discord.ui.LayoutView] | None = None,
) -> discord.ui.LayoutView:
    """Return a card of some blocks of words with buttons below them, as Discord takes it.

    A ``picture`` is the name of a file that goes with the message, shown below the first block, and ``about`` says the
    same in words. A small picture may stand ``beside`` that block. What is once a card stays one.
    """
    view = discord.ui.LayoutView(timeout=None)
    words, *others = [discord.ui.TextDisplay[discord.ui.LayoutView](block) for block in blocks]
    first = discord.ui.Section[discord.ui.LayoutView](words, accessory=beside) if beside else words
    shown = discord.MediaGalleryItem(f"attachment://{picture}", description=about)
    gallery = [discord.ui.MediaGallery[discord.ui.LayoutView](shown)] if picture else []
    items = [_item(key, button) for key, button in _by_id(buttons)]
    rows = [discord.ui.ActionRow(*items[at : at + IN_A_ROW]) for at in range(0, len(items), IN_A_ROW)]
    view.add_item(discord.ui.Container(first, *gallery, *others, *rows))
    view.stop()
    return view


def _by_id(buttons: Sequence[Button]) -> list[tuple[str, Button]]:
    """Return the buttons that one message has room for with their ids, none of which comes twice."""
    return list({custom_id(button): button for button in buttons}.items())[:BUTTONS]


def _select(menu: Menu) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=choice.label[:MENU_LABEL], value=choice.value, description=label_of(choice.about, MENU_LABEL) or None
        )
        for choice in menu.choices[:MENU_CHOICES]
    ]
    return discord.ui.Select(placeholder=menu.title[:MENU_LABEL], custom_id=menu_id(menu), options=options)


def menu_id(menu: Menu) -> str:
    """Return what Discord gives back when something is chosen; MENU_TEMPLATE and CHOICE_TEMPLATE read it."""
    return f"ft:choose:{menu.verb}:{menu.argument}" if menu.verb else f"ft:step:{menu.argument}"


def _item(key: str, button: Button) -> discord.ui.Button[Any]:
    return discord.ui.Button(label=button.label[:BUTTON_LABEL] or "…", custom_id=key, style=STYLES[button.weight])


def modal_of(form: Form) -> discord.ui.Modal:
    """Return a form as Discord takes it; it is answered by its custom id, so it need not be remembered."""
    modal = discord.ui.Modal(title=form.title[:FORM_TITLE], timeout=None, custom_id=f"{FORM_PREFIX}{form.argument}")
    for blank in form.blanks:
        typed = discord.ui.TextInput[Any](
            custom_id=blank.key,
            default=blank.value or None,
            placeholder=blank.hint[:FORM_HINT] or None,
            max_length=blank.longest,
            required=blank.needed,
            style=discord.TextStyle.paragraph if blank.paragraph else discord.TextStyle.short,
        )
        modal.add_item(discord.ui.Label(text=blank.label[:FORM_LABEL], component=typed))
    modal.stop()
    return modal
