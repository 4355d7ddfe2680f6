"""What a button carries from the message it hangs on to the click: its custom id, and nothing kept in memory."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import discord

from bot.render.limits import BUTTON_LABEL, BUTTONS
from bot.service.requests import Button, Verb

TEMPLATE = re.compile(rf"ft:(?P<verb>{'|'.join(Verb)}):(?P<once>[^:]*):(?P<argument>.*)", re.DOTALL)


def custom_id(button: Button) -> str:
    """What Discord gives back when the button is clicked; TEMPLATE reads it."""
    return f"ft:{button.verb}:{button.once}:{button.argument}"


def view_of(buttons: Sequence[Button]) -> discord.ui.View | None:
    """The buttons as Discord takes them, None where there are none; what does not fit is left to commands.

    The view is finished before it is sent: clicks are answered by their custom id, so no message need be remembered.
    """
    if not buttons:
        return None
    view = discord.ui.View(timeout=None)
    by_id = {custom_id(button): button for button in buttons}
    for key, button in list(by_id.items())[:BUTTONS]:
        view.add_item(_item(key, button))
    view.stop()
    return view


def _item(key: str, button: Button) -> discord.ui.Button[Any]:
    return discord.ui.Button(label=button.label[:BUTTON_LABEL] or "…", custom_id=key)
