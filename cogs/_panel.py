"""Panels as Discord shows them, and how one is read back: all that was chosen stands in its own message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import discord

from bot.core.errors import RuleViolation
from bot.render.limits import MENU_CHOICES, MENU_LABEL
from bot.render.panel import panel_text
from bot.service.requests import Button, PanelChoice, PanelMenu, PanelState, PanelView, Verb
from cogs._view import STYLES, TEMPLATE, custom_id

PICK_TEMPLATE = re.compile(r"ft:pick:(?P<key>[.a-z_0-9]+)")
CHOSEN = "="
UNREADABLE = RuleViolation("That panel did not arrive whole.", "Open it anew, or type the command.")


def layout_of(panel: PanelView) -> discord.ui.LayoutView:
    """Return a panel as Discord takes it: one container with its words, its menus, and below them its buttons."""
    rows = [discord.ui.ActionRow[Any](_select(menu)) for menu in panel.menus]
    buttons = [_button(panel.go, disabled=not panel.can), *map(_button, panel.buttons)]
    words = discord.ui.TextDisplay[Any](panel_text(panel))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(words, *rows, discord.ui.ActionRow(*buttons)))
    view.stop()
    return view


def _select(menu: PanelMenu) -> discord.ui.Select[Any]:
    options = [_option(choice) for choice in menu.choices[:MENU_CHOICES]]
    return discord.ui.Select(placeholder=menu.title[:MENU_LABEL], custom_id=f"ft:pick:{menu.key}", options=options)


def _option(choice: PanelChoice) -> discord.SelectOption:
    return discord.SelectOption(
        label=choice.label[:MENU_LABEL],
        value=choice.value,
        description=choice.about[:MENU_LABEL] or None,
        default=choice.chosen,
    )


def _button(button: Button, *, disabled: bool = False) -> discord.ui.Button[Any]:
    return discord.ui.Button(
        label=button.label, custom_id=custom_id(button), style=STYLES[button.weight], disabled=disabled
    )


def is_panel(message: discord.Message | None) -> bool:
    """Tell whether a message is a panel."""
    return message is not None and any(_ids(message, Verb.GO))


def state_of(message: discord.Message | None) -> PanelState:
    """Return what stands in a panel.

    Raises:
        RuleViolation: it is none.
    """
    if message is None:
        raise UNREADABLE
    head = next(_ids(message, Verb.GO), None)
    if head is None:
        raise UNREADABLE
    action, _, actor = head["argument"].partition(":")
    menus = {found["key"]: menu for menu in _menus(message) if (found := PICK_TEMPLATE.fullmatch(menu.custom_id))}
    inputs = {key: menu for key, menu in menus.items() if not key.startswith(".")}
    held = {key: _held(menu) for key, menu in inputs.items()}
    chosen = {key: value.removeprefix(CHOSEN) for key, value in held.items() if value.startswith(CHOSEN)}
    return PanelState(action=action, actor=actor, chosen=chosen, shown=tuple(inputs))


def _held(menu: discord.SelectMenu) -> str:
    return next((option.value for option in menu.options if option.default), "")


def _ids(message: discord.Message, verb: Verb) -> Iterator[re.Match[str]]:
    """Yield the custom ids of the buttons of a message that do this."""
    for each in _walked(message.components):
        found = TEMPLATE.fullmatch(each.custom_id or "") if isinstance(each, discord.Button) else None
        if found and found["verb"] == verb:
            yield found


def _menus(message: discord.Message) -> Iterator[discord.SelectMenu]:
    return (each for each in _walked(message.components) if isinstance(each, discord.SelectMenu))


def _walked(components: Any) -> Iterator[Any]:
    for each in components:
        yield each
        yield from _walked(getattr(each, "children", ()))
